"""Run, pause, step and reset, with and without an event loop."""

import asyncio
import threading
import time

import pytest

from memlab.explorer.widgets.layout import Message
from memlab.explorer.widgets.runner import Runner


def fast():
    return 10**12


class Count:
    """A job that counts, slowly, to a number."""

    def __init__(self, last=10**9, fails_at=None):
        self.value, self.last, self.fails_at = 0, last, fails_at
        self.evaluations = 0
        self.threads = set()

    @property
    def done(self):
        return self.value >= self.last

    def advance(self, evaluations, until):
        time.sleep(0.002)
        self.step()

    def step(self):
        self.threads.add(threading.get_ident())
        self.value += 1
        if self.value == self.fails_at:
            raise ValueError("speed must be patience, not haste")


def look(job):
    return job.value


@pytest.fixture
def shown():
    return []


def runner_of(shown, **options):
    runner = Runner(lambda: lambda: Count(**options), look, shown.append, Message(), fast)
    runner.reset()
    return runner


async def until(condition):
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


def test_without_an_event_loop_everything_is_done_before_the_call_returns(shown):
    runner = runner_of(shown, last=9)
    assert (runner.state, shown) == ("ready", [0])
    runner.step()
    assert (runner.state, shown[-1]) == ("paused", 1)
    runner.run()
    assert (runner.state, shown[-1]) == ("finished", 9)
    runner.run()      # what is finished stays
    runner.step()
    assert (runner.state, shown[-1]) == ("finished", 9)
    assert 0 not in shown[2:]
    assert runner._keys["run"].disabled and runner._keys["step"].disabled
    runner.reset()
    assert not runner._keys["run"].disabled
    assert (runner.state, shown[-1]) == ("ready", 0)


def test_run_pause_step_reset(shown):
    async def use():
        runner = runner_of(shown)
        runner.run()      # before it is ready: at once after
        await until(lambda: shown and shown[-1] > 3)
        assert runner.state == "running"
        runner.run()
        await until(lambda: runner.state == "paused")
        at = runner.job.value
        assert shown[-1] == at
        await asyncio.sleep(0.1)
        assert runner.job.value == at
        runner.step()
        await until(lambda: shown[-1] == at + 1)
        runner.run()      # the step is hardly over
        await until(lambda: shown[-1] > at + 4)
        runner.step()     # while it runs: a pause and a step
        await until(lambda: runner.state == "paused" and runner.idle)
        runner.run()
        await until(lambda: runner.state == "running")
        runner.run()
        await until(lambda: runner.state == "paused" and runner.idle)
        end = runner.job.value
        await asyncio.sleep(0.1)
        assert runner.job.value == end == shown[-1]
        assert threading.get_ident() not in runner.job.threads
        runner.reset()
        runner.run()      # anew
        await until(lambda: runner.state == "running" and 0 < shown[-1] < end)
        runner.leave()

    asyncio.run(use())


def test_impatient_fingers_do_no_harm(shown):
    """Every pair of buttons, pressed one after the other without any time between them."""
    async def use():
        names = ["run", "step", "reset", "changed"]
        for first in names:
            for second in names:
                runner = runner_of(shown)
                await until(lambda: runner.state == "ready")  # noqa: B023
                getattr(runner, first)()
                getattr(runner, second)()
                await asyncio.sleep(0.02)
                runner.reset()
                await until(lambda: runner.state == "ready" and runner.idle)  # noqa: B023
                await asyncio.sleep(0.01)
                assert (runner.job.value, runner.state) == (0, "ready"), (first, second)

    asyncio.run(use())


def test_controls_that_change_begin_anew_and_run_on(shown):
    async def use():
        runner = runner_of(shown)
        runner.run()
        await until(lambda: shown and shown[-1] > 5)
        first = runner.job
        runner.changed()
        await until(lambda: runner.job is not None and runner.job is not first)
        await until(lambda: runner.state == "running")
        await asyncio.sleep(0.1)
        at = first.value
        await asyncio.sleep(0.1)
        assert first.value == at, "the old job has ended"
        runner.run()
        await until(lambda: runner.state == "paused")
        runner.reset()
        runner.run()
        runner.changed()      # meanwhile: the run that was asked for survives
        await until(lambda: runner.state == "running" and shown[-1] > 3)
        runner.reset()
        runner.run()
        runner.reset()      # nothing is asked for any more
        runner.changed()
        await until(lambda: runner.state == "ready")

    asyncio.run(use())


def test_an_error_in_the_thread_is_said_in_words(shown):
    runner = runner_of(shown, fails_at=4)
    runner.run()
    assert runner.state == "failed"
    assert 'role="alert"' in runner._message.value
    assert "speed must be patience, not haste" in runner._message.value


@pytest.mark.parametrize("piece", [1, 50])
def test_a_job_does_so_much_a_second_however_large_its_pieces(piece, shown, monkeypatch):
    """On a clock of its own, whose seconds pass while the job sleeps."""
    class Pieces:
        done, evaluations = False, 0

        def advance(self, evaluations, until):
            while self.evaluations < evaluations:
                self.evaluations += piece

    clock, here, rest = [0.0], threading.get_ident(), time.sleep

    def sleep(seconds):
        if threading.get_ident() == here:
            clock[0] += seconds
        else:      # a thread of an earlier test, say
            rest(seconds)

    monkeypatch.setattr(time, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(time, "sleep", sleep)
    rates = [100]
    job, runner = Pieces(), Runner(lambda: Pieces, look, shown.append, Message(), lambda: rates[0])
    monkeypatch.setattr(runner, "_launch", lambda *_: None)
    runner.reset("work")

    def work(seconds):
        begin, before = clock[0], job.evaluations
        while clock[0] < begin + seconds:
            assert runner._work(job)
        return job.evaluations - before

    work(1)      # a first piece owes nothing yet
    assert work(10) == pytest.approx(1_000, abs=2 * piece)
    rates[0] = 2_000
    assert work(10) == pytest.approx(20_000, abs=200)
    clock[0] += 3_600      # a pause
    rates[0] = 100
    assert work(10) == pytest.approx(1_000, abs=200)
