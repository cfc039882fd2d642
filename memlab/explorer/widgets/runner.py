"""Run, pause, step and reset: the state of a job, and the buttons that change it.

The work is done beside the event loop's other work; threads compute, and never touch a widget.
"""

import asyncio
import threading
import time

import ipywidgets as W

from ..settings import TEXTS
from .layout import build, classed, row
from .messages import Wanted

_PAUSE = 1 / 20      # seconds of work between two pictures, at least
_TASKS = set()      # the event loop itself would forget them


def aside(coroutine):
    """Run a coroutine as a task of the event loop, which every kernel of Jupyter has."""
    task = asyncio.get_running_loop().create_task(coroutine)
    _TASKS.add(task)
    task.add_done_callback(_TASKS.discard)


class Pace:
    """Work at a given speed.

    Parameters
    ----------
    speed : callable
        ``speed()`` returns the amount of work per second.
    """

    def __init__(self, speed):
        self._speed, self._owed, self._looked = speed, 0.0, time.perf_counter()

    def work(self, job):
        """Work on a job for a few hundredths of a second; return whether there is more to do."""
        begin, rate = time.perf_counter(), self._speed()
        passed = min(begin - self._looked, 0.1)      # time in pauses does not count
        self._looked = begin
        # Work that would take longer than a tenth of a second is skipped.
        owed = min(self._owed, 1 + rate * 0.1) + rate * passed
        before = job.evaluations
        job.advance(before + owed, begin + 0.03)
        self._owed = owed - (job.evaluations - before)
        time.sleep(max(0.0, begin + 0.02 - time.perf_counter()))
        return not job.done


class Runner:
    """A job and its buttons.

    Threads work on the job for a short while at a time; in between its snapshots are shown. A job
    has ``evaluations``, the amount of work so far; ``done``; ``advance(evaluations, until)``, which
    works up to this amount, or until `time.perf_counter` reaches ``until``; and ``step()``, which
    does the smallest visible piece of work.

    Parameters
    ----------
    make : callable
        ``make()`` returns a function that makes a new job; ``make`` reads the controls, and the
        function is called in a thread.
    look : callable
        ``look(job)`` returns a snapshot of what is to be shown; it is called in a thread.
    show : callable
        ``show(snapshot)`` shows a snapshot, or nothing if it is None.
    message : Message
        Shows errors.
    speed : callable
        ``speed()`` returns the amount of work per second.

    Attributes
    ----------
    box : ipywidgets.Widget
        The buttons and the state.
    state : str
    idle : bool
        Whether nothing works on the job.
    job : object or None
    """

    def __init__(self, make, look, show, message, speed):
        self._make, self._look, self._show = make, look, show
        self._message, self._speed = message, speed
        self._stop = threading.Event()
        self._after = self._next = self.job = None
        self.idle = True
        self._keys = build("keys")
        for name, key in self._keys.items():
            key.on_click(lambda _, name=name: getattr(self, name)())
        self._status = W.HTML()
        self.box = classed("keys", row(*self._keys.values(), self._status))

    def _set(self, state):
        self.state = state
        run, running = self._keys["run"], state == "running"
        run.description, run.icon = ("Pause", "pause") if running else ("Run", "play")
        run.disabled = self._keys["step"].disabled = state in ("finished", "failed", "waiting")
        self._status.value = (f'<span class="memlab-status" role="status" data-state="{state}">'
                              f"{TEXTS['states'][state]}</span>")
        if state in ("failed", "waiting"):
            self._show(None)

    def reset(self, then=None):
        """Make a new job from the controls; `then` "work" on it or "step" it."""
        self.leave()
        self.job, self.idle, self._next, self._pace = None, True, then, Pace(self._speed)
        with self._message.attempt() as attempt:
            make = self._make()
        if attempt.succeeded:
            self._set("preparing")
            self._launch(make, lambda job: False, "ready")
        else:
            self._set("waiting" if isinstance(attempt.error, Wanted) else "failed")

    def changed(self):
        """Begin again after a change of the controls, and run if the job ran or was about to."""
        self.reset("work" if self.state == "running" else self._next)

    def run(self):
        """Run; or pause, if it runs."""
        if self.state == "running":
            self._halt()
        else:
            self._proceed("work")

    def step(self):
        """Do one step, after a pause if it runs."""
        if self.state == "running":
            self._halt()
        self._proceed("step")

    def refresh(self):
        """Show the present state, unless it is about to be shown anyway."""
        if self.idle and (job := self.job) is not None:
            self._launch(lambda: job, lambda job: False, self.state)

    def leave(self):
        """End the present work, and show none of its results."""
        self._stop.set()
        self._stop = threading.Event()

    def _halt(self):
        self._after, self._next = "paused", None
        self._stop.set()

    def _proceed(self, how):
        if not self.idle:      # a preparation or a step is under way: proceed afterwards
            self._next = how
        elif self.state in ("ready", "paused"):
            if how == "work":
                self._set("running")
            job, act = self.job, self._pace.work if how == "work" else lambda job: job.step()
            self._launch(lambda: job, act, "paused")

    def _launch(self, get, act, after):
        """Call ``act(get())`` in a thread as long as it returns true and nothing else is wanted."""
        self._after, self.idle = after, False
        self._stop = stop = threading.Event()

        def piece(job):
            until, more = time.perf_counter() + _PAUSE, True
            while more and not stop.is_set() and time.perf_counter() < until:
                more = act(job)
            return more and not stop.is_set(), self._look(job)

        async def work():
            job, more, error = None, True, None
            try:
                job = await asyncio.to_thread(get)
                while more and self._stop is stop:
                    more, snapshot = await asyncio.to_thread(piece, job)
                    if self._stop is stop:
                        self._show(snapshot)
            except Exception as caught:      # shown below
                error = caught
            if self._stop is stop:
                self._ended(job, error)

        aside(work())

    def _ended(self, job, error):
        self.job, self.idle = job or self.job, True
        then, self._next = self._next, None
        if error is not None:
            self._message.say(error)
            self._set("failed")
            return
        self._set("finished" if self.job.done else self._after)
        if then is not None and self.state != "finished":
            self._proceed(then)
