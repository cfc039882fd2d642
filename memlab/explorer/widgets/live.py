"""A long computation in a thread of its own, shown while it runs, and stopped at once.

The thread never touches a widget: it leaves snapshots, and a task on the kernel's own event loop
takes the newest one to the screen so many times a second. A screen that is slow gets fewer of them,
none of them late.
"""

import asyncio
import contextlib
import threading

_ASIDE = set()


def aside(work, then):
    """Do ``work()`` in a thread and then, on the event loop, ``then(result, error)``.

    One of the two is None. Where there is no event loop, both are done before this returns.
    """
    def done():
        try:
            return work(), None
        except Exception as error:      # said in words by whoever waits
            return None, error

    async def wait():
        then(*await asyncio.to_thread(done))

    try:
        task = asyncio.get_running_loop().create_task(wait())
    except RuntimeError:
        then(*done())
    else:
        _ASIDE.add(task)      # the loop itself holds its tasks loosely
        task.add_done_callback(_ASIDE.discard)


class Live:
    """Works and shows what has been done.

    Parameters
    ----------
    work : callable
        ``work()`` goes on for a few hundredths of a second; returns whether there is more to do.
    snapshot : callable
        ``snapshot()`` gives what there is to show; called between two calls of `work`.
    show : callable
        ``show(snapshot)``, on the event loop.
    ended : callable
        ``ended(error)``, on the event loop, after the last `show`: `error` is None, or the
        exception that ended the work.
    frequency : float
        Most snapshots a second.
    """

    def __init__(self, work, snapshot, show, ended, frequency=15.0):
        self._work, self._snapshot, self._show, self._ended = work, snapshot, show, ended
        self._pause = 1 / frequency
        self._stop, self._wanted = threading.Event(), threading.Event()
        self._task = self._latest = self._error = None

    def start(self):
        """Begin; where there is no event loop, do all the work before returning."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._compute()
            self._present()
            self._ended(self._error)
            return
        finished = asyncio.Event()

        def compute():
            self._compute()
            with contextlib.suppress(RuntimeError):      # the loop is closed: nobody is waiting
                loop.call_soon_threadsafe(finished.set)

        threading.Thread(target=compute, daemon=True, name="memlab explorer").start()
        self._task = loop.create_task(self._follow(finished))

    def stop(self):
        """Do no more work after the piece under way; `ended` follows."""
        self._stop.set()

    def abandon(self):
        """Stop, show nothing any more, and call nothing."""
        self.stop()
        if self._task is not None:
            self._task.cancel()

    def _compute(self):
        self._wanted.set()
        try:
            more = True
            while more and not self._stop.is_set():
                more = self._work()
                if self._wanted.is_set():
                    self._wanted.clear()
                    self._latest = self._snapshot()
            self._latest = self._snapshot()
        except Exception as error:      # said in words by whoever listens to `ended`
            self._error = error

    def _present(self):
        latest, self._latest = self._latest, None
        if latest is not None:
            self._show(latest)
            self._wanted.set()

    async def _follow(self, finished):
        over = False
        while not over:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(finished.wait(), self._pause)
            over = finished.is_set()      # asked before the last snapshot is fetched
            self._present()
        self._ended(self._error)
