"""Walks: in steps of any size the run that `theory.trajectory` records."""

import pandas as pd
import pytest

import memlab as ml
from memlab.explorer.views.walk import WalkJob
from memlab.explorer.walk import picture, table
from memlab.theory.walk import MODES, Walk


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("pace", [1, 7, 1000])
def test_a_walk_is_the_recorded_run(mode, pace):
    n, k = (8, 2) if mode == "darwinian" else (12, 3)
    frame = ml.theory.trajectory(mode, n, k, seed=3, every=1).frame
    walk = Walk(mode, n, k, seed=3)
    while not walk.done:
        row = frame.iloc[walk.iterations]
        assert (walk.fitness, walk.level) == (row["fitness"], row["level"])
        walk.advance(pace)
    assert walk.iterations == len(frame) - 1
    assert walk.bits.all() or mode == "baldwinian"
    assert ml.DeceptiveLeadingBlocks(n, k).local_search(walk.bits).fitness == n


def test_an_event_is_a_change_of_the_parent_and_its_iteration_is_not_passed():
    walk, slow = (Walk("baldwinian", 12, 3, seed=1) for _ in range(2))
    before = walk.bits
    while not walk.event():
        assert not walk.done
    while (slow.bits == before).all():
        slow.advance(1)
    assert slow.iterations == walk.iterations
    assert (slow.bits == walk.bits).all() and (walk.bits != before).any()


def test_without_an_event_a_walk_gives_up_after_so_many_iterations():
    walk = Walk("darwinian", 12, 12, seed=0)
    walk.advance(10_000)      # down at zeros: twelve bits would have to flip at once
    assert walk.fitness == 11 and not walk.bits.any()
    assert not walk.event(iterations=5)
    assert walk.iterations == 10_005


def test_the_picture_tells_bits_by_what_they_count_for():
    walk = Walk("baldwinian", 36, 3, seed=0)
    while walk.level < 6:
        walk.event()
    shown = picture([walk])
    assert (shown["bit"] == walk.bits).all()
    solved = shown[shown["block"] < walk.level]
    assert set(solved["state"]) <= {"full", "damaged"}
    assert (solved["state"] == "damaged").equals(solved["bit"] == 0)
    assert (solved["state"] == "damaged").sum() == walk.damaged > 0
    assert set(shown.loc[shown["block"] == walk.level, "state"]) == {"critical"}
    assert set(shown.loc[shown["block"] > walk.level, "state"]) == {"random"}


def test_the_table_has_the_exact_expectations():
    shown = table([Walk(mode, 12, 3, seed=3) for mode in MODES]).set_index("mode")
    for mode in MODES:
        assert shown.loc[mode, "expected_iterations"] == ml.theory.expected_runtime(mode, 12, 3)
    assert (shown["iterations"] == 0).all() and not shown["done"].any()


def test_the_code_gives_the_walk_from_beginning_to_end():
    walk = Walk("lamarckian", 12, 3, seed=9)
    walk.advance(10**7)
    frame = eval(walk.code(), {"ml": ml}).frame
    assert frame["iteration"].iloc[-1] == walk.iterations
    assert frame["fitness"].iloc[-1] == walk.fitness == 12


def test_what_a_job_has_recorded_is_thinned_but_keeps_its_beginning():
    job = WalkJob(12, 3, 0, lambda: None)
    for _ in range(900):
        job.step()
    course = job.course()
    assert len(course) <= 1803
    assert (course.groupby("mode")["iterations"].min() == 0).all()
    for _, one in course.groupby("mode"):
        assert one["iterations"].is_monotonic_increasing and one["level"].is_monotonic_increasing
    pd.testing.assert_frame_equal(job.snapshot()["table"],
                                  table(job.walks).set_index("mode"))


def test_every_mode_can_have_a_clock_of_its_own():
    """Half of what it is to take in expectation, after half of the seconds that are asked for."""
    job = WalkJob(36, 3, 0, lambda: -20)
    seconds = 200 / job._speed()
    assert seconds == 20
    job.advance(job._speed() * seconds / 2, until=float("inf"))
    for walk in job.walks:
        assert walk.done or walk.iterations == pytest.approx(walk.expected / 2, rel=0.1)
    assert not job.walks[0].done and job.walks[0].iterations > 300_000
    together = WalkJob(36, 3, 0, lambda: 1000)
    together.advance(together._speed() / 10, until=float("inf"))
    assert all(walk.done or walk.iterations == 100 for walk in together.walks)


@pytest.mark.parametrize(("arguments", "words"), [
    (("lb", 12, 3), "mode must be"), (("baldwinian", 13, 3), "multiple"),
    (("baldwinian", 12, 3, -1), "seed must be")])
def test_an_impossible_walk_is_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        Walk(*arguments)
