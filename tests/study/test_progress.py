"""Progress: plain lines when nobody watches a bar, and the time left from the cost of the rest."""

import sys

import pytest

from memlab.study import progress
from memlab.study.progress import Progress, duration


class Clock:
    """A clock that the test sets."""

    now = 0.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    monkeypatch.setattr(progress, "_can_draw", lambda: False)
    return clock


def test_headless_a_line_comes_now_and_then(clock, capsys):
    with Progress("grid", total=100, done=20, cost=80.0) as shown:
        clock.now = 10
        shown.advance(10, 10.0)
        assert capsys.readouterr().err == ""
        clock.now = 40
        shown.advance(10, 10.0)
        # 20 of 80 took 40 s: the other 60 take 120 s
        assert capsys.readouterr().err == (
            "grid: 40 of 100 runs, 0.5 runs/s, about 2.0 min left\n")
        clock.now = 41
        shown.advance(60, 60.0)
    assert capsys.readouterr().err == "grid: 100 of 100 runs, 2.0 runs/s\n"


def test_silence_is_kept_when_asked_for(clock, capsys):
    with Progress("grid", total=2, done=0, cost=1.0, show=False) as shown:
        clock.now = 100
        shown.advance(2, 1.0)
    captured = capsys.readouterr()
    assert captured.out == captured.err == ""


def test_at_a_terminal_there_is_a_bar(monkeypatch, capsys):
    monkeypatch.setattr(progress, "_can_draw", lambda: True)
    with Progress("grid", total=4, done=0, cost=2.0) as shown:
        shown.advance(4, 2.0)
    error = capsys.readouterr().err
    assert "grid: 4 of 4 runs" in error
    assert "100%" in error
    assert "left" in error


def test_a_pipe_is_no_terminal(monkeypatch):
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    assert not progress._can_draw()


@pytest.mark.parametrize(("seconds", "text"), [
    (0.2, "0 s"), (59, "59 s"), (60, "1.0 min"), (3599, "60.0 min"), (3600, "1.0 h")])
def test_durations_are_for_people(seconds, text):
    assert duration(seconds) == text
