"""Progress: plain lines when nobody watches a bar, and the time left from the cost of the rest."""

import re
import sys

import pytest

from memlab.study.progress import Progress, duration


@pytest.fixture
def watched(monkeypatch):
    """Whether somebody watches stderr."""
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    return lambda yes: monkeypatch.setattr(sys.stderr, "isatty", lambda: yes, raising=False)


def test_headless_there_are_plain_lines(watched, capsys):
    watched(False)
    with Progress("grid", total=100, done=20, cost=80.0) as shown:
        for _ in range(80):
            shown.advance(1, 1.0)
        assert shown.mininterval == 30
    lines = capsys.readouterr().err.replace("\r", "").split("\n")
    assert re.fullmatch("grid: 20 of 100 runs, .* left", lines[0])
    assert re.fullmatch("grid: 100 of 100 runs, 00:00 left", lines[1])
    assert not any(lines[2:])


def test_the_time_left_follows_from_the_pace_so_far(watched, capsys):
    watched(False)
    with Progress("study", total=100, done=0, cost=100.0) as shown:
        shown.advance(30, 30.0)
        shown._time = lambda: shown.start_t + 120.0      # of 4 seconds each
        shown.refresh()
        assert "study: 30 of 100 runs, 04:40 left" in capsys.readouterr().err


@pytest.mark.parametrize(("seconds", "text"), [
    (0.2, "0 s"), (59, "59 s"), (60, "1.0 min"), (3599, "60.0 min"), (3600, "1.0 h")])
def test_durations_are_for_people(seconds, text):
    assert duration(seconds) == text
