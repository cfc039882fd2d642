"""Batches hold every task once, and what comes back from an executor is never lost."""

from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future

import pytest
from pretending import pretend

import memlab as ml
from memlab.study import batches, costs, provenance, worker


def test_batches_hold_every_task_once_slow_ones_first_and_end_small():
    tasks = list(ml.paper.profile("quick").plan("grid").tasks())
    dealt = list(batches.deal(tasks, lambda: 2))
    assert sorted(task.run for batch in dealt for task in batch) == list(range(len(tasks)))
    sizes = [sum(map(costs.seconds, batch)) for batch in dealt]
    assert max(sizes) <= 10 + max(map(costs.seconds, tasks))
    assert max(sizes) > 5 * sizes[-2]
    means = [size / len(batch) for size, batch in zip(sizes, dealt, strict=True)]
    assert means[0] > 2 * means[-1]


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


@pytest.mark.parametrize(("error", "raised"), [
    (CancelledError(), batches.WorkersDiedError),
    (worker.ForeignWorkerError("0123", "4567"), worker.ForeignWorkerError)])
def test_what_concerns_all_batches_ends_them(plan, error, raised):
    with pytest.raises(raised):
        list(outcomes(plan, Ends(error)))


@pytest.mark.parametrize("part", ["source", "numba"])
def test_a_worker_with_other_code_or_libraries_is_refused_before_it_computes(plan, part):
    wanted = {**provenance.here(), part: "another"}
    with pytest.raises(worker.ForeignWorkerError, match="memlab with .*, the study with .*another"):
        worker.do_batch(list(plan.tasks()), None, wanted)
