"""Run, pause, step, stop and reset: the state of a job, and the buttons that change it."""

import math
import operator
import threading
import time

import ipywidgets as W

from ..texts import TEXTS
from .layout import build, classed, row
from .live import aside

_PAUSE = 1 / 30      # seconds between two snapshots, at least


class Job:
    """The base class of jobs that run at a given speed in a thread of their own.

    A job also has ``done``; ``advance(amount, until)``, which does about this amount of work, ends
    when `time.perf_counter` reaches ``until``, and returns the amount done; ``step()``, which does
    the smallest visible piece of work; and ``snapshot()``, which returns the state to show.

    Parameters
    ----------
    speed : callable
        ``speed()`` returns the amount of work per second.

    Attributes
    ----------
    rate : float
        The recent speed per second.
    """

    def __init__(self, speed):
        self._speed, self._owed, self._looked = speed, 0.0, time.perf_counter()
        self.rate, self._did, self._since = 0.0, 0.0, self._looked

    def follow(self, until):
        """Compute additional data to show; return whether it was finished by `until`."""
        return True

    def work(self):
        """Work for a few hundredths of a second; return whether there is more to do."""
        begin, rate = time.perf_counter(), self._speed()
        passed = min(begin - self._looked, 0.1)      # time in pauses does not count
        self._looked = begin
        # Work that would take longer than a tenth of a second is skipped.
        owed = min(self._owed, 1 + rate * 0.1) + rate * passed
        did = self.advance(owed, begin + 0.03)
        self._owed, self._did = owed - did, self._did + did
        time.sleep(max(0.0, begin + 0.02 - time.perf_counter()))
        if (passed := time.perf_counter() - self._since) > 1:
            self.rate, self._did, self._since = self._did / passed, 0.0, time.perf_counter()
        return not self.done


class Runner:
    """A job and its buttons.

    A thread works on the job and provides snapshots. A slow display gets fewer snapshots, but none
    of them late.

    Parameters
    ----------
    make : callable
        ``make()`` returns a function that makes a new `Job`; ``make`` reads the controls, and the
        function is called in the job's thread.
    show : callable
        ``show(snapshot)`` shows a snapshot, or nothing if it is None.
    message : Message
        Shows errors.
    words : dict
        The description of the button "step", and the "unit" of work.

    Attributes
    ----------
    box : ipywidgets.Widget
        The buttons and the state.
    state : str
    idle : bool
        Whether no thread is working on the job.
    job : Job or None
    """

    def __init__(self, make, show, message, words):
        self._make, self._show, self._message = make, show, message
        self._stop, self._due = threading.Event(), 0.0
        self._unit = words["unit"]
        self._after = self._then = self.job = None
        self.idle = True
        self._keys = build("keys", step={"tooltip": words["step"]})
        for name, key in self._keys.items():
            key.on_click(lambda _, name=name: getattr(self, name)())
        self._status = W.HTML()
        self.box = classed("keys", row(*self._keys.values(), self._status))
        self._set("stopped")

    def _set(self, state):
        self.state = state
        run, running = self._keys["run"], state == "running"
        run.description, run.icon = ("Pause", "pause") if running else ("Run", "play")
        run.disabled = self._keys["step"].disabled = state in ("finished", "failed")
        self._say_state()
        if state == "failed":
            self._show(None)

    def _say_state(self):
        said = TEXTS["states"][self.state]
        if self.state == "running" and self.job is not None and getattr(self.job, "rate", 0):
            said += f": {self.job.rate:,.0f} {self._unit} a second"
        self._status.value = (f'<span class="memlab-status" role="status" '
                              f'data-state="{self.state}">{said}</span>')

    def reset(self, then=None, keep=False):
        """Make a new job from the controls; `then` "work" on it or "step" it.

        The message is cleared unless `keep` is true.
        """
        self.leave()
        self.job, self.idle, self._then = None, True, then
        said = self._message.value
        with self._message.attempt() as attempt:
            make = self._make()
        if keep:
            self._message.value = said
        if attempt.succeeded:
            self._set("preparing")
            self._launch(make, lambda job: False, "ready")
        else:
            self._set("failed")

    def changed(self, keep=False):
        """Begin again after a change of the controls, and run if the job ran or was about to."""
        self.reset("work" if self.state == "running" else self._then, keep)

    def run(self):
        """Run; or pause, if it runs."""
        if self.state == "running":
            self._halt("paused")
        else:
            self._proceed("work")

    def step(self):
        """Pause, if it runs, and do one step."""
        if self.state == "running":
            self._halt("paused", "step")
        else:
            self._proceed("step")

    def stop(self):
        """End the run; the next one begins from the start."""
        if self.state == "preparing":
            self._then = None
        elif not self.idle:
            self._halt("stopped")
        elif self.state in ("ready", "paused"):
            self._set("stopped")

    def refresh(self):
        """Show the present state, unless it is about to be shown anyway."""
        if self.idle and (job := self.job) is not None:
            self._launch(lambda: job, lambda job: not job.follow(time.perf_counter() + _PAUSE),
                         self.state)

    def leave(self):
        """End the current work, and show none of its results."""
        self._stop.set()
        self._stop = threading.Event()      # the old thread is ignored

    def _halt(self, after, then=None):
        self._after, self._then = after, then
        self._stop.set()

    def _proceed(self, how):
        if not self.idle:      # a preparation or a step is running: proceed afterwards
            self._then = how
        elif self.state in ("ready", "paused"):
            if how == "work":
                self._set("running")
            job = self.job
            self._launch(lambda: job, operator.methodcaller(how), "paused")
        elif self.state == "stopped":
            self.reset(how)

    def _launch(self, get, go, after):
        """Call ``go(get())`` in a thread as long as it returns true and is not stopped."""
        self._after, self.idle = after, False
        self._stop = stop = threading.Event()

        def present(snapshot):
            if self._stop is stop:
                self._show(snapshot)
                self._say_state()
            self._due = time.perf_counter() + _PAUSE

        def work(tell):
            job = get()
            while go(job) and not stop.is_set():
                if time.perf_counter() >= self._due:
                    self._due = math.inf      # until this one is shown
                    tell(present, job.snapshot())
            tell(present, job.snapshot())
            return job

        def ended(job, error):
            if self._stop is stop:
                self._ended(job, error)

        aside(work, ended)

    def _ended(self, job, error):
        self.job, self.idle = job or self.job, True
        then, self._then = self._then, None
        if error is not None:
            self._message.say(error)
            self._set("failed")
            return
        self._set("finished" if self.job.done else self._after)
        if then is not None and self.state != "finished":
            self._proceed(then)
