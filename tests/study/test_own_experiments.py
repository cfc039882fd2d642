"""Experiments that no profile covers, from their files: the same tables wherever they are run."""

import contextlib
import os
import signal
from pathlib import Path

import asking
import pytest
from pretending import assert_same_rows, identity, with_turned_dials
from processes import alive, session, wait_until
from studying import EXPERIMENTS, NAMES, kill, read, start
from suites import shortened

import memlab as ml
from memlab.study import Plan, methods
from memlab.study.tasks import RESULTS


@pytest.mark.parametrize("name", shortened(NAMES, ["files"]))
def test_rows_say_what_was_asked_and_what_came_out(name, tmp_path):
    store = ml.study.run(read(name), tmp_path, workers=1, progress=False)
    runs, tasks = store.runs(), list(store.plan.tasks())
    asked = with_turned_dials(identity(task) for task in tasks)
    assert_same_rows(runs[list(asked)], asked)
    for row, task in zip(runs.to_dict("records"), tasks, strict=True):
        problem = task.problem.problem(task.source.graph(task.graph, 3 * (name == "own"),
                                                         EXPERIMENTS), EXPERIMENTS)
        result = methods.solve(problem, task.method, task.budget, task.seed,
                               folder=EXPERIMENTS)
        assert [row[column] for column in RESULTS] == [getattr(result, c) for c in RESULTS]
        graph = getattr(problem, "graph", None)
        if graph is not None:
            assert (row["vertices"], row["edges"]) == (graph.n, graph.m)


def asked_highs(leader):
    """Processes of a session that have loaded HiGHS: who asks it, and where it is at work."""
    found = []
    for pid in session(leader):
        with contextlib.suppress(OSError):      # it has ended
            if b"_highspy" in Path(f"/proc/{pid}/maps").read_bytes():
                found.append(pid)
    return found


_HARD = """
name = "hard"
budget = 200
[[graphs]]
dataset = "er_large"
[[problems]]
problem = "mis"
[[methods]]
method = "optimum"
solver = "highs"
seconds = 600
"""


@pytest.mark.slow
def test_ctrl_c_ends_a_solver_too(tmp_path):
    (tmp_path / "hard.toml").write_text(_HARD)
    process = start(tmp_path, tmp_path / "hard.toml")
    try:
        assert wait_until(lambda: len(asked_highs(process.pid)) == 2, 120)
        group = session(process.pid)
        os.killpg(process.pid, signal.SIGINT)      # as a terminal does
        process.communicate(timeout=10)
        assert process.returncode in (-signal.SIGINT, 1, 130)
        assert wait_until(lambda: not any(map(alive, group)), 10)
    finally:
        kill(process)


MAKERS = """
import memlab as ml

def makes(n): return ml.DeceptiveLeadingBlocks(n, 3)
def has_defaults(n=6): return ml.DeceptiveLeadingBlocks(n, 3)
def by_name(*, n=6): return ml.DeceptiveLeadingBlocks(n, 3)
def takes_nothing(): return ml.DeceptiveLeadingBlocks(6, 3)
def on_a_graph(graph, n=6): return ml.DeceptiveLeadingBlocks(n, 3)
def on_any(graph=None, n=6): return ml.DeceptiveLeadingBlocks(n, 3)
"""


@pytest.mark.parametrize(("name", "rest", "alone"), [
    ("makes", "n = 6", True), ("has_defaults", "", True), ("has_defaults", "n = [6, 9]", True),
    ("by_name", "", True), ("takes_nothing", "", True), ("on_a_graph", "n = 6", False),
    ("on_any", "", False)])
def test_a_problem_of_ones_own_gets_a_graph_only_if_it_asks_for_one(name, rest, alone, tmp_path):
    (tmp_path / "makers.py").write_text(MAKERS)
    plan = asking.read(tmp_path, asking.problem(f"makers:{name}", rest) + asking.PROBLEMS)
    spec, other = plan.blocks[0].problems[0], plan.blocks[0].problems[-1]
    assert (spec.alone, other.needs_graph) == (alone, True)
    assert {task.source.label for task in plan.tasks() if task.problem == spec} == {
        "" if alone else "ba_small"}
    graph = None if alone else ml.datasets.graph("ba_small")
    assert spec.problem(graph, tmp_path).n == 6
    assert Plan.from_dict(plan.to_dict(), folder=plan.folder) == plan
