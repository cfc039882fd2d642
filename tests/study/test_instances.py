"""Experiments on instances that are not graphs: from files, drawn, or of a module."""

import warnings

import asking
import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import memlab as ml
from memlab.analysis import comparison
from memlab.report import archive
from memlab.study import ExperimentError, Plan

PSEUDO = '[[problems]]\nproblem = "pseudo-boolean"\n'
CNF = "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n"
METHODS = '[[methods]]\nmode = ["darwinian", "lb"]\nlb_probability = 0.5\nmu = 4\nlambda_ = 4\n'
TOP = "budget = 60\nrepetitions = 2\ntraced_graphs = 9\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "one.cnf").write_text(CNF)
    (tmp_path / "two.wcnf").write_text("h 1 2 0\n3 -1 0\n")
    (tmp_path / "mine.py").write_text(
        "import memlab as ml\nfrom pathlib import Path\n"
        "def alone(instance_name=''):\n"
        "    return ml.read_problem(Path(__file__).with_name('one.cnf'))\n"
        "def custom():\n"
        "    import user_problems\n    return user_problems.onemax(12, 12)\n"
        "def searched(problem, search):\n"
        "    return ml.PseudoBoolean.from_arrays(problem.to_arrays() | {'local_search': search})\n")
    return tmp_path


def plan_of(folder, instances, problems=PSEUDO, methods=METHODS):
    return asking.read(folder, asking.text(TOP, instances, problems, methods))


def ran(folder, plan):
    return ml.study.run(plan, folder / "store", workers=1, progress=False)


def test_an_instance_is_drawn_by_seed_and_number():
    source = ml.study.sources.Generated("nk", {"n": 20, "k": 3}, 2)
    x = np.random.default_rng(0).integers(0, 2, (20, 20))
    values = {(i, seed): tuple(map(source.graph(i, seed).value, x))
              for i in (0, 1) for seed in (0, 1)}
    assert len(set(values.values())) == 4
    assert tuple(map(source.graph(1, 1).value, x)) == values[1, 1]


def test_graphs_of_a_model_are_drawn_and_its_parameters_are_columns(folder):
    plan = plan_of(folder, '[[graphs]]\ngenerate = "er"\nn = [20, 30]\np = [0.1, 0.4]\ncount = 2\n'
                           '[[graphs]]\ngenerate = "ba"\nn = 20\nm = 2\n', asking.PROBLEMS)
    assert Plan.from_dict(plan.to_dict()) == plan and len(plan) == (4 * 2 + 1) * 2 * 2
    runs = ran(folder, plan).runs()
    assert list(runs["graph"].unique())[:3] == ["er n=20 p=0.1/0/0", "er n=20 p=0.1/0/1",
                                                "er n=20 p=0.4/0/0"]
    assert (runs["graph_n"] == runs["vertices"]).all()
    er = runs[runs["graph_model"] == "er"]
    assert set(er["graph_p"]) == {0.1, 0.4} and er["graph_m"].isna().all()
    assert (er.groupby("graph_p")["edges"].mean().diff().iloc[-1]) > 50
    other = plan_of(folder, '[[graphs]]\ngenerate = "er"\nn = [20, 30]\np = [0.1, 0.5]\ncount = 2\n'
                            '[[graphs]]\ngenerate = "ba"\nn = 20\nm = 2\n', asking.PROBLEMS)
    assert other.fingerprint != plan.fingerprint


# ------------------------------------------------------------------- values of problems as stated

MINIMA = {"frac": -1.25, "tenths": -164.9, "whole": -12}


@pytest.fixture
def minimised(folder):
    """A folder with three QUBOs, and a plan of four modes and restarts on them."""
    for name, lines in (("frac", "0 0 -0.5\n1 1 -1.25\n2 2 0.75\n0 1 0.5\n1 2 -0.25"),
                        ("whole", "0 0 -5\n1 1 -7\n2 2 3\n0 1 0\n1 2 1"),
                        ("tenths", "0 0 -100.5\n1 1 -64.4\n2 2 0.75\n0 1 0\n1 2 0.5")):
        (folder / f"{name}.qubo").write_text(f"p qubo 0 3 3 2\n{lines}\n")
    (folder / "least.py").write_text(
        "import memlab as ml\ndef make():\n"
        "    return ml.problems.qubo([[-0.5, 0.25], [0, -1.25]], minimise=True)\n")
    return folder, plan_of(folder, '[[instances]]\nfiles = "*.qubo"\n', methods=METHODS
                           + '[[methods]]\nmethod = "random"\n')


def without_units(store):
    """Make a store one of an earlier version."""
    for path in (store.folder / "shards").iterdir():
        pq.write_table(pq.read_table(path).drop_columns("fitness_unit"), path)


def test_runs_and_tables_have_the_values_of_the_problems(minimised):
    folder, plan = minimised
    store = ran(folder, plan)
    runs = store.runs()
    assert runs[runs["graph"] == "frac"]["best_fitness"].max() == 171798691840
    for name, least in runs.groupby("graph")["value"].min().items():
        assert least == pytest.approx(MINIMA[name], rel=1e-10)
    named = comparison.named(runs)
    assert set(named["problem"]) == {"pseudo-boolean minimised"}
    means = comparison.means(named).set_index("method")["mean"]
    assert means["LB"] == pytest.approx(np.mean([*MINIMA.values()])) and means.max() <= 0
    known = comparison.optima(named)
    assert known["best_fitness"].tolist() == pytest.approx([*MINIMA.values()])
    gaps = comparison.gaps(named, known).set_index("method")
    assert gaps.loc["LB", "gap"] == pytest.approx(0, abs=1e-9)
    assert gaps.loc["LB", "best_known"] == pytest.approx(means["LB"])


def test_values_of_earlier_stores_follow_from_the_plan(minimised):
    folder, plan = minimised
    store = ran(folder, plan)
    runs, traces = store.runs(), store.traces()
    without_units(store)
    pd.testing.assert_frame_equal(store.runs(), runs)
    pd.testing.assert_frame_equal(store.traces(), traces)
    (folder / "frac.qubo").unlink()
    with pytest.warns(UserWarning, match=r"known, since their unit is not: file frac\.qubo"):
        unknown = store.runs()
    lost = runs["graph"] == "frac"
    assert unknown["value"][lost].isna().all()
    assert unknown["value"][~lost].equals(runs["value"][~lost])


def test_values_of_an_own_problem_are_kept_and_no_code_of_an_archive_is_run(minimised):
    folder, _ = minimised
    store = ran(folder, plan_of(folder, "", '[[problems]]\nproblem = "least:make"\n'))
    archive.ship({"": store}, folder / "archive", "a command", folder / "asked.toml")
    (folder / "least.py").unlink()
    shipped = ml.study.load(folder / "archive")
    for one in (store, shipped):
        assert one.runs()["value"].min() == -1.5
    without_units(shipped)
    with pytest.warns(UserWarning, match="are not known.*reading a store runs no code"):
        assert shipped.runs()["value"].isna().all()


def test_a_target_is_a_value_in_a_file_too(minimised):
    folder, _ = minimised
    top = TOP + "target = -1.25\n"
    one = asking.text(top, '[[instances]]\nfiles = "frac.qubo"\n', PSEUDO, METHODS)
    plan = asking.read(folder, one.replace("budget = 60", "budget = 4000"))
    assert Plan.from_dict(plan.to_dict()) == plan
    runs = ran(folder, plan).runs()
    assert (runs["value"] == -1.25).all() and (runs["evaluations"] < 4000).all()
    with pytest.raises(ExperimentError, match=r"target must be an integer from .*, not -1\.25"):
        asking.read(folder, asking.text(top))


def test_instances_of_one_source_have_one_unit(folder):
    """Of `nk(72, 2)` some are multiplied by twice as much as others."""
    plan = plan_of(folder, '[[instances]]\ngenerate = "nk"\nn = 72\nk = 2\ncount = 20\n')
    with warnings.catch_warnings(action="error"):
        runs = ran(folder, plan).runs()
    assert runs["fitness_unit"].nunique() == 2
    means = comparison.means(comparison.named(runs))
    by_hand = [np.mean([plan_source.value_of(fitness) for fitness in group["best_fitness"]])
               for (name, mode), group in runs.groupby(["graph", "mode"]) if mode == "lb"
               for plan_source in [ml.study.sources.Generated("nk", {"n": 72, "k": 2}, 20).graph(
                   int(name.split("/")[-1]), 0)]]
    lb = means.set_index("method").loc["LB"]
    assert lb["mean"] == pytest.approx(np.mean(by_hand))
    assert lb["sem"] == pytest.approx(np.std(by_hand, ddof=1) / 20**0.5) and lb["sem"] < 0.01


@pytest.mark.parametrize("instances, problems, message", [
    ("", PSEUDO, "table [[instances]] is missing for problem 'pseudo-boolean'"),
    ("[[instances]]\ncount = 2\n", PSEUDO, "[[instances]] number 1: key 'files' or 'generate'"),
    ('[[instances]]\ngenerate = "nk"\nn = 5\nk = 5\n', PSEUDO, "k must be an integer from 0 to 4"),
    ('[[graphs]]\ngenerate = "nk"\nn = 5\nk = 2\n', asking.PROBLEMS,
     "generate must be one of 'er', 'ba', 'regular', 'geometric', 'planted', not 'nk'"),
    ('[[instances]]\nfiles = "*.cnf"\n', PSEUDO + 'data = "one.cnf"\n', "unknown key 'data'"),
])
def test_mistakes_are_told(folder, instances, problems, message):
    with pytest.raises(ExperimentError) as error:
        plan_of(folder, instances, problems)
    assert message in str(error.value)


# ----------------------------------------------------------- of jitted problems of the reader's own

SACK = """
import memlab as ml
import numpy as np
from numba import njit

@njit
def value(x, prices, weights, room):
    return (x * prices).sum() if (x * weights).sum() <= room else -(x * weights).sum()

@njit
def unpack(x, rng, prices, weights, room):
    before = x.sum()
    for i in range(len(x)):
        if (x * weights).sum() > room:
            x[i] = 0
    return before - x.sum()

def knapsack(items):
    if isinstance(items, str):
        items = np.loadtxt(items, delimiter=",", dtype=np.int64)
    return ml.CustomProblem(len(items), value, unpack, tuple(items.T) + (items[:, 1].sum() // 2,))

def random_items(n, seed):
    return np.random.default_rng(seed).integers(1, 9, (n, 2))

@njit
def ones_in_front(x):
    count = 0
    while count < len(x) and x[count]:
        count += 1
    return count

@njit
def stay(x, rng):
    return 0

def leading(n):
    return ml.CustomProblem(n, ones_in_front, stay)
"""
SACKS = ('[[instances]]\nfiles = "items/*.csv"\nrepetitions = 3\n[[instances]]\n'
         'generate = "sack:random_items"\nn = [5, 8]\ncount = 2\n')
GRAPHS = '[[graphs]]\nfiles = ["a.graph", "b.graph"]\nname = "paths"\nrepetitions = 1\n'
ALL = ('[[problems]]\nproblem = "sack:knapsack"\n[[problems]]\nproblem = "sack:leading"\nn = 6\n'
       '[[problems]]\nproblem = "dlb"\nn = 6\nk = 3\n' + asking.PROBLEMS)


@pytest.fixture
def sacks(folder):
    (folder / "sack.py").write_text(SACK)
    (folder / "items").mkdir()
    for name, items in (("a", "3,4\n5,6\n2,1\n"), ("b", "1,1\n9,2\n8,7\n4,4\n")):
        (folder / f"items/{name}.csv").write_text(items)
        (folder / f"{name}.graph").write_text(asking.METIS)
    return folder


def test_sources_have_repetitions_and_problems_of_all_kinds_share_a_file(sacks):
    plan = plan_of(sacks, SACKS + GRAPHS, ALL)
    assert Plan.from_dict(plan.to_dict()) == plan
    tasks = [*plan.tasks()]
    assert [task.run for task in tasks] == [*range(len(plan))] and len(plan.solved) == len(plan)
    frame = plan.frame()
    assert frame["seed"].tolist() == [task.seed for task in tasks]
    assert frame["repetition"].tolist() == [task.repetition for task in tasks]
    runs = ran(sacks, plan).runs()
    # two methods on: 2 files, 4 draws, 2 graphs, and twice none
    assert runs.groupby(["problem", "dataset"]).size().to_dict() == {
        ("sack:knapsack", "files"): 2 * 2 * 3,
        ("sack:knapsack", "sack:random_items n=5"): 2 * 2 * 2,
        ("sack:knapsack", "sack:random_items n=8"): 2 * 2 * 2, ("mis", "paths"): 2 * 2,
        ("dlb", ""): 2 * 2, ("sack:leading", ""): 2 * 2}
    means = comparison.means(comparison.named(runs)).set_index(["problem", "dataset"])
    units = means.loc[("sack:knapsack", "files"), ["units", "unit"]]
    assert units.to_numpy().tolist() == [[2, "graphs"]] * 2
    best = runs[runs["dataset"] == "files"].groupby(["problem", "graph"])["best_fitness"].max()
    assert best["sack:knapsack"].to_dict() == {"a": 5, "b": 14}      # by hand


def test_more_repetitions_of_one_source_leave_the_others_alone(sacks):
    plan = plan_of(sacks, SACKS + GRAPHS, ALL)
    more = plan_of(sacks, SACKS + GRAPHS.replace("repetitions = 1", "repetitions = 4"), ALL)
    store = ran(sacks, plan)
    assert store.asked(more).finished().sum() == len(plan) == len(more) - 2 * 2 * 3
    for wrong in ("0", '"two"', "1.5"):
        with pytest.raises(ExperimentError, match="repetitions must be an integer of at least 1"):
            plan_of(sacks, GRAPHS.replace("repetitions = 1", f"repetitions = {wrong}"))


def test_a_dataset_with_repetitions_is_written_down_with_them(folder):
    """And one without, as it always was."""
    with_ones = '[[graphs]]\ndataset = "er_small"\nrepetitions = 3\n'
    plan = plan_of(folder, with_ones, asking.PROBLEMS)
    assert len(plan) == 6 and Plan.from_dict(plan.to_dict()) == plan
    without = plan_of(folder, with_ones.replace("repetitions = 3", ""), asking.PROBLEMS)
    assert without.to_dict()["blocks"][0]["datasets"] == ["er_small"]
