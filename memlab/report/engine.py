"""Execute a notebook with papermill, in this process, if something it follows from has changed."""

import hashlib
import json

import nbformat
import papermill
from papermill.engines import papermill_engines

from ..study.provenance import source_fingerprint
from ..support.files import replacing
from .in_process import InThisProcess

NAME = "memlab"
papermill_engines.register(NAME, InThisProcess)      # a clone has no entry points


class NotebookError(RuntimeError):
    """A notebook failed; what it did until then is kept."""


def execute(path, target, parameters):
    """Execute a notebook with parameters in this process, and keep it with its outputs.

    Parameters
    ----------
    path, target : Path
        The notebook; where the executed copy goes.
    parameters : dict
        Values for names of the cell tagged ``parameters``; those of other names are not used.

    Returns
    -------
    bool
        Whether it was executed: False if `target` already is the result of the same cells,
        parameters and package code.

    Raises
    ------
    NotebookError
        If a cell fails. `target` then holds the outputs up to the error, and papermill's mark.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from memlab.support.pool import Pool
    >>> cells = [nbformat.v4.new_code_cell("seed = 0", metadata={"tags": ["parameters"]}),
    ...          nbformat.v4.new_code_cell("print(seed)")]
    >>> with tempfile.TemporaryDirectory() as folder, Pool(1) as pool:
    ...     path, done = Path(folder, "a.ipynb"), Path(folder, "done", "a.ipynb")
    ...     python = dict(name="python3", language="python", display_name="Python 3")
    ...     nbformat.write(nbformat.v4.new_notebook(
    ...         cells=cells, metadata={"kernelspec": python}), path)
    ...     [pool.submit(execute, path, done, {"seed": 3}).result() for _ in range(2)]
    [True, False]
    """
    target = target.absolute()
    known = papermill.inspect_notebook(_literal(path))
    parameters = {name: value for name, value in parameters.items() if name in known}
    key = _key(path, parameters)
    if _is_done(target, key):
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        notebook = papermill.execute_notebook(
            _literal(path), _literal(target), parameters, engine_name=NAME, cwd=target.parent,
            progress_bar=False, request_save_on_cell_execute=False)
    except papermill.PapermillExecutionError as error:
        raise NotebookError(f"{path.name} failed in cell [{error.exec_count}]: {error.ename}: "
                            f"{error.evalue}\nWhat it did until then is in {target}") from None
    notebook.metadata.papermill |= {"input_path": path.name, "output_path": target.name}
    notebook.metadata["memlab"] = {"key": key}
    with replacing(target, "w") as file:
        nbformat.write(notebook, file)
    return True


def _literal(path):
    """Return a path as papermill takes it, which fills in names in braces."""
    return str(path).replace("{", "{{").replace("}", "}}")


def _key(path, parameters):
    """What the outputs follow from: cells, parameters, and the package's code."""
    cells = [[cell.cell_type, cell.source] for cell in nbformat.read(path, 4).cells]
    text = json.dumps([cells, parameters, source_fingerprint()], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _is_done(target, key):
    """Whether the finished copy of this very key is there. Only a finished copy has a key."""
    try:
        return nbformat.read(target, 4).metadata.memlab.key == key
    except (OSError, ValueError, AttributeError):
        return False
