"""The chapters: run a notebook if something it depends on has changed, and make it one to read.

Both the report and the site show what `readable` returns. They are different programs' work, since
a study makes its report, a single file without scripts, where Sphinx need not be installed.
"""

import ast
import contextlib
import functools
import hashlib
import json
import os
import re
import tempfile
from typing import NamedTuple

from markupsafe import Markup

from ..study.provenance import source_fingerprint
from ..support.files import replacing
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


class NotebookError(RuntimeError):
    """A notebook failed; what it did until then is kept."""


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


def execute(path, target, parameters):
    """Run a notebook with parameters in this process, and keep it with its outputs.

    Parameters
    ----------
    path, target : Path
        The notebook; where the executed copy goes.
    parameters : dict
        Values for names of the cell tagged ``parameters``; those of other names are not used.

    Returns
    -------
    bool
        Whether it was run: False if `target` already is the result of the same cells, parameters
        and package code.

    Raises
    ------
    NotebookError
        If a cell fails. `target` then holds the outputs up to the error.

    Examples
    --------
    >>> from pathlib import Path
    >>> import nbformat
    >>> from memlab.study.pool import Pool
    >>> cells = [nbformat.v4.new_code_cell("seed = 0", metadata={"tags": ["parameters"]}),
    ...          nbformat.v4.new_code_cell("print(seed)")]
    >>> with tempfile.TemporaryDirectory() as folder, Pool(1) as pool:
    ...     path, done = Path(folder, "a.ipynb"), Path(folder, "done", "a.ipynb")
    ...     nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    ...     [pool.submit(execute, path, done, {"seed": 3}).result() for _ in range(2)]
    [True, False]
    """
    import nbformat

    notebook = nbformat.read(path, 4)
    cells = notebook.cells
    place = next(place for place, cell in enumerate(cells)
                 if "parameters" in cell.metadata.get("tags", ()))
    names = {node.id for node in ast.walk(ast.parse(cells[place].source))
             if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    parameters = {name: value for name, value in parameters.items() if name in names}
    key = _key(notebook, parameters)
    if _is_done(target, key):
        return False
    cells.insert(place + 1, nbformat.v4.new_code_cell(
        "\n".join(f"{name} = {value!r}" for name, value in parameters.items()),
        metadata={"tags": ["injected-parameters"]}))
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with contextlib.chdir(target.parent):
            _run([cell for cell in cells if cell.cell_type == "code"])
        notebook.metadata["memlab"] = {"key": key}
    except NotebookError as error:
        raise NotebookError(f"{path.name} failed in {error}\nWhat it did until then is in "
                            f"{target}") from None
    finally:
        with replacing(target, "w") as file:
            nbformat.write(notebook, file)
    return True


def _run(cells):
    """Run code cells in a kernel inside this process, and put what they show into them."""
    from nbformat.v4 import output_from_msg

    shell, client = _kernel()
    for count, cell in enumerate(cells, 1):
        client.execute(cell.source)
        cell.execution_count, cell.outputs = count, []
        while True:
            message = client.iopub_channel.get_msg()
            kind, content = message["msg_type"], message["content"]
            last = cell.outputs[-1] if cell.outputs else {}
            if kind == "stream" and last.get("name") == content["name"]:
                last["text"] += content["text"]
            elif kind in ("stream", "display_data", "execute_result", "error"):
                cell.outputs.append(output_from_msg(message))
            elif content.get("execution_state") == "idle":
                break
        for output in cell.outputs:
            if output.output_type == "error":
                raise NotebookError(f"cell [{count}]: {output.ename}: {output.evalue}")
    shell.reset()
    shell.user_module.__spec__ = None      # older IPythons forget it; processes are started by it


@functools.cache
def _kernel():
    """The shell and the client of this process's kernel, which has no memory of earlier sessions.

    A kernel in a process of its own would begin by importing everything again, which takes longer
    than most chapters, and would listen for connections.
    """
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")      # else it warns of nothing
    from ipykernel.inprocess.manager import InProcessKernelManager
    from traitlets.config import Config

    place = tempfile.mkdtemp(prefix="memlab-")      # IPython's files, which are nobody's
    manager = InProcessKernelManager(config=Config(
        HistoryManager={"enabled": False}, InteractiveShell={"ipython_dir": place}))
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    return manager.kernel.shell, client


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


def _key(notebook, parameters):
    """What the outputs follow from: cells, parameters, and the package's code."""
    cells = [[cell.cell_type, cell.source] for cell in notebook.cells]
    text = json.dumps([cells, parameters, source_fingerprint()], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _is_done(target, key):
    """Whether the finished copy of this very key is there. Only a finished copy has a key."""
    import nbformat

    try:
        return nbformat.read(target, 4).metadata.memlab.key == key
    except (OSError, ValueError, AttributeError):
        return False
