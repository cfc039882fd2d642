"""A pool of worker processes that never outlive the study; standard library only (see `_begin`)."""

import contextlib
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor

# A worker is one thread; libraries that parallelise inside it would take cores from other workers.
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


class Pool(ProcessPoolExecutor):
    """A process pool whose workers end immediately on `kill`, or when the parent dies.

    An error in its ``with`` block kills it, too.

    Parameters
    ----------
    workers : int
        Number of processes, at least 1.
    """

    def __init__(self, workers):
        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        theirs, self._leash = context.Pipe(duplex=False)
        super().__init__(workers, mp_context=context, initializer=_begin, initargs=(theirs,))

    def __exit__(self, kind, *_):
        if kind is None:
            self.shutdown()
        else:
            self.kill()

    def kill(self):
        """End all workers now, in the middle of their tasks."""
        self._leash.close()
        for process in list((self._processes or {}).values()):
            process.kill()      # a solver in the middle of its own code reacts to nothing else
        self.shutdown(wait=True, cancel_futures=True)


def _begin(leash):
    """Prepare a worker, before anything that reads the environment (NumPy, Numba) is imported."""
    for name in _ONE_THREAD:
        os.environ[name] = "1"
    # Ctrl-C reaches the whole group of processes; only the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(leash,), daemon=True).start()


def _end_with_parent(leash):
    # Nothing is ever sent: the read ends when the parent's end is closed, by it or by its death.
    with contextlib.suppress(EOFError, OSError):
        leash.recv()
    os._exit(1)
