"""The chapters of the study, what they read, and how readers see them.

Both the report and the site show what `readable` returns. They are different programs' work, since
a study makes its report, a single file without scripts, where Sphinx need not be installed.
"""

import re
from typing import NamedTuple

from markupsafe import Markup

from ..support.paths import NOTEBOOKS
from .html import for_people


class Chapter(NamedTuple):
    """A chapter of the study: seconds that it takes, and the parts of the study that it reads.

    Seconds are about those of one core of the machine of `memlab.study.costs`.

    Examples
    --------
    >>> CHAPTERS["04_grid_search"].reads
    ('grid',)
    """

    seconds: float
    reads: tuple = ()


_PAPER = ("grid", "evaluation", "replication", "universality", "timing")
CHAPTERS = {
    "01_problems": Chapter(7),
    "02_evolution_modes": Chapter(8),
    "03_dlb_theory": Chapter(14),
    "04_grid_search": Chapter(7, ("grid",)),
    "05_evaluation": Chapter(7, _PAPER),
    "06_results": Chapter(13, _PAPER),
    "07_claims": Chapter(18, _PAPER),
    "08_from_coin_flip_to_optimum": Chapter(11),
    "09_where_each_mode_wins": Chapter(28),
    "10_price_of_learning": Chapter(15),
    "11_your_own_experiment": Chapter(46),
    "12_theorem_cards": Chapter(22),
}
CHART = "application/vnd.vegalite.v5+json"
_PARAMETERS = {"parameters", "injected-parameters"}
_REFERENCE = re.compile(r"(?s)<pre.*?</pre>|<[^>]*>|(?:[Cc]hapter\s|(?<=[Cc]hapters ))(\d+)")


def executed(folder, name):
    """Path of the executed copy of a notebook in a study's folder.

    Examples
    --------
    >>> from pathlib import Path
    >>> executed(Path("runs", "quick"), "01_problems").as_posix()
    'runs/quick/notebooks/01_problems.ipynb'
    """
    return folder / "notebooks" / f"{name}.ipynb"


def source(name):
    """Path of a notebook in the clone of memlab.

    Raises
    ------
    FileNotFoundError
        If there is none: notebooks are not part of the installed package.

    Examples
    --------
    >>> source("02_evolution_modes").name
    '02_evolution_modes.ipynb'
    """
    path = NOTEBOOKS / f"{name}.ipynb"
    if not path.is_file():
        raise FileNotFoundError(f"notebook {path} is missing: the study needs a clone of memlab")
    return path


def readable(path, draw):
    """Return an executed notebook as readers see it.

    Parameters
    ----------
    path : Path
        The executed notebook.
    draw : callable
        ``draw(name, data)`` returns the HTML of a chart, given a name for it, which no other chart
        of the notebooks has, and its MIME bundle.

    Returns
    -------
    NotebookNode
        Without parameters, and without what only the machine that ran it knows.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import nbformat
    >>> cells = [nbformat.v4.new_code_cell("seed = 0", metadata={"tags": ["parameters"]}),
    ...          nbformat.v4.new_markdown_cell("# 1 · A chapter")]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "1.ipynb")
    ...     nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    ...     [cell.source for cell in readable(path, draw=None).cells]
    ['# 1 · A chapter']
    """
    import nbformat

    notebook = nbformat.read(path, 4)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({"tags": cell.metadata.get("tags", [])})
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if _is_on_paper(output)]
        for number, output in enumerate(cell.get("outputs", ())):
            data = for_people(output.get("data", {}))
            if CHART in data:
                data = {"text/html": draw(f"{path.stem}-{cell.id}-{number}", data)}
            if data:
                output.data = nbformat.from_dict(data)
    notebook.cells = [cell for cell in notebook.cells if not _PARAMETERS & {*cell.metadata.tags}]
    notebook.metadata = nbformat.from_dict({
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}})
    return notebook


def with_links(text, address, names=CHAPTERS):
    """Make links of references to chapters, in HTML or Markdown.

    Parameters
    ----------
    text : str
    address : str
        Of a chapter, with ``{}`` for its name.
    names : iterable of str, optional
        Chapters that are there to be linked.

    Returns
    -------
    Markup

    Examples
    --------
    >>> print(with_links("See chapter 3.", "#{}"))
    See <a href="#03_dlb_theory">chapter 3</a>.
    """
    known = {name[:2].lstrip("0"): name for name in names}

    def link(found):
        name = known.get(found[1])
        return f'<a href="{address.format(name)}">{found[0]}</a>' if name else found[0]

    return Markup(_REFERENCE.sub(link, text))


def _is_on_paper(output):
    """Take the live widget out of an output; return whether anything is left to look at.

    Warnings are for the person at the machine, whose paths they name.
    """
    data = output.get("data", {})
    widget = data.pop("application/vnd.jupyter.widget-view+json", None)
    return output.get("name") != "stderr" and (widget is None or set(data) > {"text/plain"})
