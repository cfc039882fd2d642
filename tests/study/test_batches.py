"""Batches hold every task once, and what comes back from an executor is never lost."""

from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future

import pytest
from pretending import pretend

import memlab as ml
from memlab.study import batches, costs, provenance, worker


def sizes(dealt):
    return [sum(map(costs.seconds, batch)) for batch in dealt]


def test_batches_hold_every_task_once_slow_ones_first_and_begin_and_end_small():
    tasks = list(ml.paper.profile("quick").plan("grid").tasks())
    dealt = list(batches.deal(tasks, lambda: 2))
    assert sorted(task.run for batch in dealt for task in batch) == list(range(len(tasks)))
    slowest = max(map(costs.seconds, tasks))
    assert max(sizes(dealt)) <= 10 + slowest
    assert sizes(dealt)[0] <= 0.5 + slowest
    assert max(sizes(dealt)) > 5 * sizes(dealt)[-2]
    means = [size / len(batch) for size, batch in zip(sizes(dealt), dealt, strict=True)]
    assert means[0] > 2 * means[-1]


def test_a_growing_cluster_gets_smaller_batches():
    tasks = list(ml.paper.profile("quick").plan("grid").tasks())
    few = sizes(batches.deal(tasks, lambda: 1))
    dealt, number = [], 1
    for batch in batches.deal(tasks, lambda: number):      # noqa: B023
        dealt.append(sum(map(costs.seconds, batch)))
        number = 1 if len(dealt) < 20 else 1_000
    assert dealt[:20] == few[:20]
    assert max(few[20:]) > 10
    assert max(dealt[20:]) < 10 / 3


class Ends(Executor):
    """Does all batches at once; the last of the first three ends with an error."""

    def __init__(self, error):
        self.error, self.number = error, 0

    def submit(self, function, /, *args):
        future, self.number = Future(), self.number + 1
        if self.number == 3:
            future.set_exception(self.error)
        else:
            future.set_result(function(*args))
        return future


def outcomes(plan, executor):
    return batches.outcomes(executor, ([task] for task in plan.tasks()), lambda: 6, pretend)


def test_what_was_finished_before_a_break_is_kept(plan):
    tasks, kept = list(plan.tasks()), []
    with pytest.raises(batches.WorkersDiedError) as error:
        for batch, *_ in outcomes(plan, Ends(BrokenExecutor())):
            kept += batch
    assert sorted(kept) == [*tasks[:2], *tasks[3:6]]
    assert error.value.tasks == [tasks[2]]


def test_an_error_outside_its_runs_is_one_of_all_its_runs(plan):
    """A Dask worker that dies of one task again and again is such a case."""
    tasks = list(plan.tasks())
    found = list(outcomes(plan, Ends(RuntimeError("killed three workers"))))
    failures = [failure for _, _, failed in found for failure in failed]
    assert [task for task, _ in failures] == [tasks[2]]
    assert "killed three workers" in failures[0][1]
    assert sorted(task.run for batch, *_ in found for task in batch) == list(range(48))


@pytest.mark.parametrize(("error", "raised"), [
    (CancelledError(), batches.WorkersDiedError),
    (worker.ForeignWorkerError("0123", "4567"), worker.ForeignWorkerError)])
def test_what_concerns_all_batches_ends_them(plan, error, raised):
    with pytest.raises(raised):
        list(outcomes(plan, Ends(error)))


@pytest.mark.parametrize("part", ["source", "numba", "numpy", "scipy"])
def test_a_worker_with_other_code_or_libraries_is_refused_before_it_computes(plan, part):
    wanted = {**provenance.here(), part: "another"}
    with pytest.raises(worker.ForeignWorkerError, match="memlab with .*, the study with .*another"):
        worker.do_batch(list(plan.tasks()), None, wanted)
