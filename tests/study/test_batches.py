"""Tasks hold every run once, and what comes back from an executor is never lost."""

from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future

import pytest
from pretending import pretend

import memlab as ml
from memlab.study import costs, tasks, worker


def sizes(dealt):
    return [sum(map(costs.seconds, task)) for task in dealt]


def test_tasks_hold_every_run_once_slow_ones_first_and_end_small():
    runs = list(ml.study.grid_plan("quick").runs())
    dealt = list(tasks.deal(runs, lambda: 2))
    assert sorted(run.run for task in dealt for run in task) == list(range(len(runs)))
    slowest = max(map(costs.seconds, runs))
    assert max(sizes(dealt)) <= 20 + slowest
    assert sizes(dealt)[0] > 5 * sizes(dealt)[-2]
    means = [size / len(task) for size, task in zip(sizes(dealt), dealt, strict=True)]
    assert means[0] > 2 * means[-1]


def test_a_growing_cluster_gets_smaller_tasks():
    runs = list(ml.study.grid_plan("quick").runs())
    workers = iter([1] * 3 + [1_000] * len(runs))
    dealt = sizes(tasks.deal(runs, lambda: next(workers)))
    assert min(dealt[:3]) > 20
    assert max(dealt[3:]) < 20 / 5


class Ends(Executor):
    """Does all tasks at once; the last of the first three ends with an error."""

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
    return tasks.outcomes(executor, ([run] for run in plan.runs()), lambda: 6, pretend)


def test_what_was_finished_before_a_break_is_kept(plan):
    runs, kept = list(plan.runs()), []
    with pytest.raises(tasks.WorkersDiedError) as error:
        for outcome in outcomes(plan, Ends(BrokenExecutor())):
            kept += outcome.runs
    assert sorted(kept) == [*runs[:2], *runs[3:6]]
    assert error.value.runs == [runs[2]]


def test_an_error_outside_its_runs_is_one_of_all_its_runs(plan):
    """A Dask worker that dies of one task again and again is such a case."""
    runs = list(plan.runs())
    found = list(outcomes(plan, Ends(RuntimeError("killed three workers"))))
    failures = [failure for outcome in found for failure in outcome.failures]
    assert [run for run, _ in failures] == [runs[2]]
    assert "killed three workers" in failures[0][1]
    assert sorted(run.run for outcome in found for run in outcome.runs) == list(range(48))


@pytest.mark.parametrize(("error", "raised"), [
    (CancelledError(), ConnectionError),
    (worker.ForeignWorkerError("0123", "4567"), worker.ForeignWorkerError)])
def test_what_concerns_all_tasks_ends_them(plan, error, raised):
    with pytest.raises(raised):
        list(outcomes(plan, Ends(error)))


def test_a_worker_with_other_code_is_refused_before_it_computes(plan):
    with pytest.raises(worker.ForeignWorkerError, match=r"memlab with code \w{16}, this is 0000"):
        worker.do_task(list(plan.runs()), None, "0000")
