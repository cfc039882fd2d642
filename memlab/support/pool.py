"""A pool of worker processes that never outlive the study; standard library only (see `_begin`)."""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from unittest import mock

# A worker is one thread; libraries that parallelise inside it would take cores from other workers.
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
_STARTING = threading.Lock()


class Pool(ProcessPoolExecutor):
    """A process pool whose workers end immediately on an error in its block or the parent's death.

    Workers do not execute the script that makes the pool: it needs no ``if __name__ ==
    "__main__":``. So they know no function of the script itself.

    Parameters
    ----------
    workers : int
        Number of processes, at least 1.
    **environment
        Environment variables of the workers.
    """

    def __init__(self, workers, **environment):
        theirs, self._leash = multiprocessing.Pipe(duplex=False)
        super().__init__(workers, mp_context=multiprocessing.get_context("forkserver"),
                         initializer=_begin, initargs=(theirs, environment))

    def submit(self, *call):
        """Let a worker call a function: as of any executor, but without keyword arguments.

        Python lets a new process execute the file of the module ``__main__``, so that it finds what
        is defined there. While a worker is started, that module does not say where its file is.
        """
        script = sys.modules["__main__"]
        with _STARTING, mock.patch.multiple(script, create=True, __file__=None, __spec__=None):
            return super().submit(*call)

    def __exit__(self, kind, *_):
        if kind is not None:
            self.end()
        self.shutdown(cancel_futures=kind is not None)

    def end(self):
        """End the workers, whatever they do: nothing is left to do for them."""
        processes, manager = list((self._processes or {}).values()), self._executor_manager_thread
        self.shutdown(wait=False, cancel_futures=True)
        if manager is not None:      # it fails at cancelled calls, if workers die before it knows
            manager.join(0.1)
        self._leash.close()
        for process in processes:
            process.kill()      # a solver in the middle of its own code reacts to nothing else


def _begin(leash, environment):
    """Prepare a worker, before anything that reads the environment (NumPy, Numba) is imported."""
    os.environ.update(environment, **dict.fromkeys(_ONE_THREAD, "1"))
    # Ctrl-C reaches the whole group of processes; only the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(leash,), daemon=True).start()


def _end_with_parent(leash):
    # Nothing is ever sent: the read ends when the parent's end is closed, by it or by its death.
    with contextlib.suppress(EOFError, OSError):
        leash.recv()
    os._exit(1)
