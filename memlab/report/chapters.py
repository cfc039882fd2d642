"""The chapters: run a notebook if something it depends on has changed, and make it one to read.

Both the report and the site show what `readable` returns. They are different programs' work, since
a study makes its report, a single file without scripts, where Sphinx need not be installed.
"""

import hashlib
import json

from ..files import replacing
from ..paths import NOTEBOOKS
from ..study.provenance import source_fingerprint

CHAPTERS = ("01_problems", "02_evolution_modes", "04_grid_search", "05_evaluation", "06_results",
            "07_claims", "08_from_coin_flip_to_optimum", "09_beyond_the_paper",
            "10_price_of_learning", "11_your_own_experiment")      # of the study
CHART = "application/vnd.vegalite.v5+json"
_PARAMETERS = {"parameters", "injected-parameters"}


class NotebookError(RuntimeError):
    """A notebook failed; what it did until then is kept."""


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
    """Run a notebook with parameters, and keep it with its outputs.

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
    >>> import tempfile
    >>> from pathlib import Path
    >>> import nbformat
    >>> cells = [nbformat.v4.new_code_cell("seed = 0", metadata={"tags": ["parameters"]}),
    ...          nbformat.v4.new_code_cell("print(seed)")]
    >>> kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3",
    ...                          "language": "python"}}
    >>> notebook = nbformat.v4.new_notebook(cells=cells, metadata=kernel)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path, done = Path(folder, "a.ipynb"), Path(folder, "done", "a.ipynb")
    ...     nbformat.write(notebook, path)
    ...     execute(path, done, {"seed": 3}), execute(path, done, {"seed": 3})
    (True, False)
    """
    import nbformat
    import papermill

    parameters = {name: parameters[name] for name in papermill.inspect_notebook(path)
                  if name in parameters}
    key = _key(nbformat.read(path, 4), parameters)
    if _is_done(target, key):
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        papermill.execute_notebook(
            path, target, parameters=parameters, kernel_name="python3", cwd=target.parent,
            progress_bar=False, extra_arguments=["--log-level=CRITICAL"],
            request_save_on_cell_execute=False,     # at the end; megabytes a cell take minutes
            store_widget_state=False)               # widgets on file are dead
    except papermill.PapermillExecutionError as error:
        raise NotebookError(f"{path.name} failed in cell [{error.exec_count}]: {error.ename}: "
                            f"{error.evalue}\nWhat it did until then is in {target}") from error
    except (RuntimeError, TimeoutError) as error:      # the kernel died, or did not start
        raise NotebookError(f"{path.name} failed: {error}\nWhat it did until then is in "
                            f"{target}") from error
    executed = nbformat.read(target, 4)
    executed.metadata["memlab"] = {"key": key}
    with replacing(target, "w") as file:
        nbformat.write(executed, file)
    return True


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
            if CHART in output.get("data", {}):
                html = draw(f"{path.stem}-{cell.id}-{number}", output.data)
                output.data = nbformat.from_dict({"text/html": html})
    notebook.cells = [cell for cell in notebook.cells if not _PARAMETERS & {*cell.metadata.tags}]
    notebook.metadata = nbformat.from_dict({
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}})
    return notebook


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
