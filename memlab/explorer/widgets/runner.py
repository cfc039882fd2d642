"""Run, pause, step and reset: the state of a job, and the buttons that change it.

The work is done beside the event loop's other work; threads compute, and never touch a widget.
"""

import asyncio
import time

import ipywidgets as W

from ..settings import TEXTS
from .layout import Wanted, build, classed, row

_PIECE = 1 / 20      # seconds of work between two pictures


def aside(coroutine):
    """Run a coroutine as a task of the event loop, which every kernel of Jupyter has."""
    return asyncio.get_running_loop().create_task(coroutine)


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
        self._ticket = self._wanted = self.job = None
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

    def reset(self, wanted=None):
        """Make a new job from the controls, and "work" on it or "step" it if that is wanted."""
        self.leave()
        self.job, self.idle, self._wanted = None, True, wanted
        self._owed, self._looked = 0.0, time.perf_counter()

        def begin():
            make = self._make()
            self._set("preparing")
            self._launch(make, lambda job: False, "ready")
        error = self._message.attempt(begin)
        if error is not None:
            self._set("waiting" if isinstance(error, Wanted) else "failed")

    def changed(self):
        """Begin again after a change of the controls; what was wanted still is."""
        self.reset(self._wanted)

    def run(self):
        """Run; or pause, if it runs."""
        self._want(None if self.state == "running" else "work")

    def step(self):
        """Do one step, after a pause if it runs."""
        self._want("step")

    def refresh(self):
        """Show the present state, unless it is about to be shown anyway."""
        if self.idle and (job := self.job) is not None:
            self._launch(lambda: job, lambda job: False, self.state)

    def leave(self):
        """End the present work, and show none of its results."""
        self._ticket = None

    def _want(self, what):
        if self.state in ("finished", "failed", "waiting"):
            return
        self._wanted = what
        if self.idle:      # else it comes after what is under way
            self._proceed()

    def _proceed(self):
        """Do what is wanted."""
        job = self.job
        if self._wanted == "work":
            self._set("running")
            self._launch(lambda: job, self._work, "paused")
        else:
            self._wanted = None
            self._launch(lambda: job, lambda job: job.step(), "paused")

    def _work(self, job):
        """Work for a moment at the wanted speed; return whether to go on."""
        begin, rate = time.perf_counter(), self._speed()
        passed = min(begin - self._looked, 0.1)      # time in pauses does not count
        # Work that would take longer than a tenth of a second is skipped.
        self._owed = min(self._owed, rate * 0.1) + rate * passed
        self._looked, before = begin, job.evaluations
        job.advance(before + self._owed, begin + _PIECE)
        self._owed -= job.evaluations - before
        time.sleep(max(0.0, begin + _PIECE - time.perf_counter()))
        return self._wanted == "work" and not job.done

    def _launch(self, get, act, after):
        """Call ``act(get())`` in a thread as long as it returns true and nothing else is wanted."""
        ticket = self._ticket = object()
        self.idle = False

        async def work():
            job, more, error = None, True, None
            try:
                job = await asyncio.to_thread(get)
                while more and self._ticket is ticket:
                    more, shown = await asyncio.to_thread(lambda: (act(job), self._look(job)))
                    if self._ticket is ticket:
                        self._show(shown)
            except Exception as caught:      # shown below
                error = caught
            if self._ticket is ticket:
                self._ended(job, error, after)

        self._task = aside(work())      # the event loop itself would forget it

    def _ended(self, job, error, after):
        self.job, self.idle = job or self.job, True
        if error is not None:
            self._message.say(error)
            self._set("failed")
        else:
            self._set("finished" if self.job.done else after)
        if self.state in ("finished", "failed"):
            self._wanted = None
        elif self._wanted is not None:
            self._proceed()
