"""Run, pause, step, stop and reset: the state of a job, and the buttons that change it."""

import time
from typing import Protocol

import ipywidgets as W

from .live import Live

_STATES = {
    "preparing": "preparing; the first time on a machine this compiles for about a minute",
    "ready": "ready", "running": "running", "paused": "paused", "stopped": "stopped",
    "finished": "finished", "failed": "stopped by an error",
}


class Job(Protocol):
    """What can be run: built, worked on and looked at in a thread of its own."""

    done: bool

    def work(self):
        """Go on for a few hundredths of a second; returns whether there is more to do."""

    def step(self):
        """Do the smallest piece that can be seen; there is nothing more to do then."""

    def snapshot(self):
        """What there is to show."""


class Pace:
    """A clock for jobs that do so much a second."""

    def __init__(self):
        self._then = time.perf_counter()

    def passed(self):
        """Seconds since it was asked last, but a tenth at most: a pause is a pause."""
        then, self._then = self._then, time.perf_counter()
        return min(self._then - then, 0.1)


class Runner:
    """A job and its buttons.

    Parameters
    ----------
    make : callable
        ``make()`` gives a function that makes a fresh `Job`; the former reads the controls, the
        latter is called in the job's thread.
    show : callable
        ``show(snapshot)``.
    message : Message
        Where errors are said.
    step_tip : str
        What the button Step does.

    Attributes
    ----------
    box : ipywidgets.Widget
        The buttons and the state.
    state : str
    idle : bool
        Whether no thread is at work on the job.
    job : Job or None
    """

    def __init__(self, make, show, message, step_tip):
        self._make, self._show, self._message = make, show, message
        self._live = self._after = self._then = self.job = None
        self.idle = True
        self._run = _button("Run", "play", "Run, or pause", self.run)
        buttons = [self._run, _button("Step", "step-forward", step_tip, self.step),
                   _button("Stop", "stop", "End this run", self.stop),
                   _button("Reset", "refresh", "Back to the beginning", self.reset)]
        self._status = W.HTML()
        self.box = W.HBox([*buttons, self._status])
        self.box.add_class("memlab-row")
        self.box.add_class("memlab-keys")
        self._set("stopped")

    def _set(self, state):
        self.state = state
        running = state == "running"
        self._run.description, self._run.icon = ("Pause", "pause") if running else ("Run", "play")
        self._status.value = (f'<span class="memlab-status" role="status" data-state="{state}">'
                              f"{_STATES[state]}</span>")

    def reset(self, then=None):
        """Make a new job of what the controls say; `then` "run" or "step" it."""
        if self._live is not None:
            self._live.abandon()
        self.job = self._live = None
        self.idle, self._then = True, then
        with self._message.attempt() as attempt:
            build = self._make()
        if not attempt.succeeded:
            self._set("failed")
            return
        self._set("preparing")
        made = []      # an abandoned thread may still be busy: hands off its successor's job

        def prepare():
            made.append(build())
            return False

        def prepared(error):
            self.job = made[0] if made else None
            self._ended(error)

        self._launch(prepare, lambda: made[0].snapshot(), "ready", prepared)

    def changed(self):
        """The controls have changed: begin anew, and run if it ran."""
        self.reset("run" if self.state == "running" else None)

    def run(self):
        """Run; or pause, if it runs."""
        if self.state == "running":
            self._halt("paused")
        else:
            self._proceed("run")

    def step(self):
        """Pause, if it runs, and do one step."""
        if self.state == "running":
            self._halt("paused", "step")
        else:
            self._proceed("step")

    def stop(self):
        """End the run: what follows begins anew."""
        if self.state == "preparing":
            self._then = None
        elif not self.idle:
            self._halt("stopped")
        elif self.state in ("ready", "paused"):
            self._set("stopped")

    def _halt(self, after, then=None):
        self._after, self._then = after, then
        self._live.stop()

    def _proceed(self, how):
        if not self.idle:      # a preparation or a step is under way: afterwards
            self._then = how
        elif self.state in ("ready", "paused"):
            if how == "run":
                self._set("running")
            job = self.job
            self._launch(job.work if how == "run" else job.step, job.snapshot, "paused",
                         self._ended)
        else:
            self.reset(how)

    def _launch(self, work, snapshot, after, ended):
        self._after, self.idle = after, False
        self._live = Live(work, snapshot, self._show, ended)
        self._live.start()

    def _ended(self, error):
        self.idle = True
        then, self._then = self._then, None
        if error is not None:
            self._message.say(error)
            self._set("failed")
            return
        self._set("finished" if self.job.done else self._after)
        if then is not None and self.state != "finished":
            self._proceed(then)


def _button(name, icon, tip, action):
    button = W.Button(description=name, icon=icon, tooltip=tip)
    button.on_click(lambda _: action())
    return button
