"""The engine "memlab" of papermill: cells run in a kernel inside the process that asks for it.

A kernel in a process of its own, papermill's default, would begin by importing everything again,
which takes longer than most chapters, and would listen for connections. papermill finds this engine
by its entry point where memlab is installed: so nothing may import this module before papermill.
"""

import functools
import os
import tempfile

from nbformat.v4 import output_from_msg
from papermill.engines import Engine

__all__ = []      # for the modules of this room


class InThisProcess(Engine):
    """Runs the cells; papermill injects parameters, times cells and marks the one that failed."""

    @classmethod
    def execute_managed_notebook(cls, nb_man, kernel_name, **_):
        """Run the code cells of papermill's notebook until one fails, and keep what they show."""
        shell, client = _kernel()
        shell.execution_count = 1
        for place, cell in enumerate(nb_man.nb.cells):
            if cell.cell_type == "code":
                nb_man.cell_start(cell, place)
                cell.execution_count = shell.execution_count
                client.execute(cell.source)
                failed = _collect(cell, client.iopub_channel)
                if failed:
                    nb_man.cell_exception(cell, place)
                nb_man.cell_complete(cell, place)
                if failed:
                    break
        shell.reset()
        # older IPythons forget it; processes are started by it
        shell.user_module.__spec__ = None


def _collect(cell, channel):
    """Put what the kernel shows into a cell; return whether it failed."""
    while True:
        message = channel.get_msg()
        kind, content = message["msg_type"], message["content"]
        last = cell.outputs[-1] if cell.outputs else {}
        if kind == "stream" and last.get("name") == content["name"]:
            last["text"] += content["text"]
        elif kind in ("stream", "display_data", "execute_result", "error"):
            cell.outputs.append(output_from_msg(message))
        elif content.get("execution_state") == "idle":
            return any(output.output_type == "error" for output in cell.outputs)


@functools.cache
def _kernel():
    """The shell and the client of this process's kernel, which has no memory of earlier sessions.
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
