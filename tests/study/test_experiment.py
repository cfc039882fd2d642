"""Experiments as files: what they mean."""

import importlib
import sys
import warnings

import pandas as pd
import pyarrow.parquet as pq
import pytest
from asking import files, method, problem, read, text

import memlab as ml
from memlab.graphs.graph import GraphNote
from memlab.paper import published
from memlab.study import (
    Configuration,
    ExperimentError,
    Files,
    Method,
    Plan,
    ProblemSpec,
)
from memlab.study.sources import NO_GRAPH, Dataset

FIVE = "1 2\n2 3\n3 4\n4 5\n5 1\n"


def test_how_files_are_read_is_part_of_the_plan(folder):
    for name in ("five.edges", "C125.9"):
        (folder / name).write_text(FIVE)
    (folder / "four.edges").write_text("1 2 5 7\n2 3 6 8\n")
    (folder / "two.g6").write_text("Bw\nC~\n")
    with pytest.warns(GraphNote, match="five.edges: no edge has vertex 0") as notes:
        plan = read(folder, files('files = "five.edges"'))
    assert len(notes) == 1
    prints = {plan.fingerprint}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for rest, n, name in (
                ('files = "five.edges"', 6, "five"), ('files = "five.edges"\nbase = 0', 6, "five"),
                ('files = "five.edges"\nbase = 1', 5, "five"),
                ('files = "five.edges"\nrelabel = true', 5, "five"),
                ('files = "four.edges"\nbase = 1\nweight = 4', 3, "four"),
                ('files = "two.g6"\nnumber = 2', 4, "two"),
                ('files = "C125.9"\nformat = "edgelist"\nbase = 1', 5, "C125.9")):
            plan = read(folder, files(rest))
            assert Plan.from_dict(plan.to_dict()) == plan
            prints.add(plan.fingerprint)
            task, = plan.tasks()
            assert (task.source.graph(0, 0, folder).n, task.source.graph_name(0, 0)) == (n, name)
    assert len(prints) == 7
    (folder / "C125.9").write_text("not a graph\n")
    with pytest.raises(ExperimentError, match='suffix \'.9\' .* needs format="dimacs" or form'):
        read(folder, files('files = "C125.9"'))


def test_solutions_are_kept_by_name_and_go_where_results_go(folder):
    (folder / "five.edges").write_text(FIVE)
    rest = 'files = "five.edges"\nbase = 1'
    plans = [read(folder, "repetitions = 3\nbudget = 60\n" + top + files(rest))
             for top in ("", "solutions = true\n")]
    assert Plan.from_dict(plans[1].to_dict()) == plans[1] != plans[0]
    plain, store = (ml.study.run(plan, folder / str(i), workers=1, progress=False)
                    for i, plan in enumerate(plans))
    assert not plain.asked(plans[1]).finished().any() and store.asked(plans[0]).finished().all()
    pd.testing.assert_frame_equal(*(one.runs().drop(columns="seconds") for one in (plain, store)))
    assert plain.solutions().empty
    problem = ml.MaxIndependentSet(ml.read_graph(folder / "five.edges", base=1))
    for found in (store, store.copy(folder / "copy")):
        frame = found.solutions()
        assert frame["seed"].tolist() == store.runs()["seed"].tolist() and len(frame) == 3
        for value, names in zip(frame["best_fitness"], frame["solution"], strict=True):
            x = ml.problems.solution_of(problem, names)
            assert value == problem.recount(x) and {*names} <= {*"12345"}
    shard, = (folder / "0" / "shards").iterdir()
    assert "solution" not in pq.read_schema(shard).names      # as earlier versions wrote it


def test_ones_own_modules_do_not_hide_pythons(folder, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    (folder / "beside_it.py").write_text("NUMBER = 3\n")      # which no other test has imported
    (folder / "colorsys.py").write_text(
        "import beside_it\ndef make(graph): return beside_it.NUMBER\n")
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    assert read(folder, problem("colorsys:make")).blocks[0].problems[0].problem(None, folder) == 3
    assert hasattr(importlib.import_module("colorsys"), "rgb_to_hsv")


BESIDE = "from pathlib import Path\nHERE = Path(__file__).parent\n"


def made(folder, name, rest=""):
    """The fingerprint of a plan with a problem of one's own, and what its function returns."""
    plan = read(folder, problem(f"{name}:make", rest))
    return plan.fingerprint, plan.blocks[0].problems[0].problem(None, folder)


@pytest.mark.parametrize("name", ["loads_helper.py", "its_space/inner.py", "data.txt", "table.csv"])
def test_what_a_module_of_ones_own_needs_is_part_of_the_plan(folder, name):
    """Its helpers, the data that its table names, and files that options name."""
    files = {"loads_helper.py": "NUMBER = 60\n", "data.txt": "a", "table.csv": "1,2\n",
             "its_space/inner.py": "NUMBER = 5\n", "beside_it.py": "import loads\n"}
    (folder / "its_space").mkdir()      # without an __init__.py
    (folder / "loads.py").write_text(
        f"{BESIDE}import loads_helper\nfrom its_space import inner\ndef make(graph, table):\n"
        "    return loads_helper.NUMBER, inner.NUMBER, (HERE / 'data.txt').read_text(), table\n")
    for file, content in files.items():
        (folder / file).write_text(content)
    rest = 'table = "table.csv"\ndata = "data.txt"'
    before, results = made(folder, "loads", rest)
    assert results == (60, 5, "a", str(folder / "table.csv"))
    spec = read(folder, problem("loads:make", rest)).blocks[0].problems[0]
    assert {path.name for path in spec.paths(folder)} == {
        "loads.py", "loads_helper.py", "inner.py", "data.txt", "table.csv"}
    (folder / "beside_it.py").write_text("changed = True\n")
    assert made(folder, "loads", rest)[0] == before
    (folder / name).write_text(files[name].replace("NUMBER = ", "NUMBER = 1") + "\n")
    with pytest.raises(ValueError, match="(loads.py|file data.txt) has changed since the exp"):
        spec.problem(None, folder)
    fingerprint, changed = made(folder, "loads", rest)
    assert fingerprint != before and (changed != results or name == "table.csv")
    (folder / name).write_text(files[name])
    assert made(folder, "loads", rest) == (before, results)


@pytest.mark.slow
def test_numbas_cache_does_not_bring_another_helper_back(folder):
    (folder / "cached.py").write_text(
        "from numba import njit\nfrom cached_helper import bonus\n"
        "@njit(cache=True)\ndef value(): return 1 + bonus()\n"
        "def make(graph): return value()\n")
    helper = "from numba import njit\n@njit(cache=True)\ndef bonus(): return {}\n"
    for bonus in 10, 20:
        (folder / "cached_helper.py").write_text(helper.format(bonus))
        assert made(folder, "cached")[1] == 1 + bonus


def test_a_profile_replaces_entries_of_the_same_name(folder):
    asked = text("budget = 300\nrepetitions = 2\n") + """
        [profiles.smoke]
        budget = 200
        methods = [{ mode = "lamarckian", mu = 5 }]
        [profiles.quick]
    """
    assert read(folder, asked) == read(folder, asked, profile="quick")
    plan = read(folder, asked, profile="smoke")
    assert (plan.budget, plan.repetitions) == (200, 2)
    assert plan.blocks[0].configurations == (Configuration("lamarckian", 5),)
    with pytest.raises(ExperimentError, match="profile must be one of 'smoke', 'quick', not"):
        read(folder, asked, profile="paper")


def test_solvers_that_are_not_installed_are_left_out_where_the_file_says_so(folder, monkeypatch):
    optional = method('method = "optimum"\nsolver = ["auto", "gurobi"]\noptional = true')
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.warns(UserWarning, match="optimum by gurobi is left .*: pip install gurobipy"):
        found, = read(folder, optional).blocks[0].configurations
    assert found == Method("optimum", {"solver": "auto"})
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    assert len(read(folder, optional)) == 2


def test_the_schema_of_the_design_is_read_as_it_is_meant(folder):
    plan = read(folder, """
        title = "Does a better local search make up for a smaller population?"
        budget = 4_000
        repetitions = 3
        seed = 7
        traced_graphs = 5
        target = 40
        [[graphs]]
        dataset = "er_large"
        split = "test"
        count = 20
        [[graphs]]
        files = ["below/*.graph", "b.graph"]
        [[problems]]
        problem = "mis"
        local_search = ["repair", "swap"]
        [[problems]]
        problem = "dlb"
        n = [10, 20]
        k = 2
        [[methods]]
        mode = ["darwinian", "lb"]
        mu = [10, 250]
        lb_probability = 0.3
        [[methods]]
        method = "restarts"
    """)
    assert (plan.name, plan.budget, plan.repetitions, plan.seed, plan.traced_graphs,
            plan.target) == ("asked", 4_000, 3, 7, 5, 40)
    assert plan.title.startswith("Does a better")
    block, = plan.blocks
    assert block.problems == (
        ProblemSpec("mis"), ProblemSpec("mis", {"local_search": "swap"}),
        ProblemSpec("dlb", {"n": 10, "k": 2}), ProblemSpec("dlb", {"n": 20, "k": 2}))
    large, found = block.datasets
    assert large == Dataset("er_large", "test", 20)
    assert isinstance(found, Files)
    assert [path for path, _ in found.files] == ["below/a.graph", "below/c.graph", "b.graph"]
    assert block.configurations == (
        Configuration("darwinian", 10), Configuration("darwinian", 250),
        Configuration("lb", 10, lb_probability=0.3), Configuration("lb", 250, lb_probability=0.3),
        Method("restarts"))
    places = [(problem.name, source) for _, problem, source in plan.places()]
    assert places == [("mis", large), ("mis", found), ("mis", large), ("mis", found),
                      ("dlb", NO_GRAPH), ("dlb", NO_GRAPH)]
    assert len(plan) == (2 * 23 + 2) * 5 * 3
    assert read(folder, text(), seed=3).seed == 3


def test_published_parameters_are_those_of_the_paper(folder):
    plan = read(folder, method('mode = ["baldwinian", "lb"]\nparameters = "published"\n'
                               'ties = ["random", "offspring", "parents"]'))
    theirs = published.read("best_parameters").set_index(["problem", "dataset", "mode"])
    found = [settings for *_, settings in plan.cells()]
    assert [(c.mode, c.ties) for c in found] == [
        ("baldwinian", "random"), ("baldwinian", "offspring"), ("baldwinian", "parents"),
        ("lb", "random"), ("lb", "offspring"), ("lb", "parents")]
    for c in found:
        row = theirs.loc["mis", "ba_small", c.mode]
        assert (c.mu, c.lambda_, c.crossover_rate) == tuple(
            row[["mu", "lambda_", "crossover_rate"]])
        assert c.lb_probability == (row["lb_probability"] if c.mode == "lb" else None)


DIALS = 'mode = ["darwinian", "baldwinian"]\nlearning_probability = [0.5, 1]\n'


def test_the_dials_are_columns_only_where_one_is_turned(folder):
    usual = read(folder, method('mode = ["baldwinian", "lb"]\nlb_probability = 0.5'))
    assert not {"learning_probability", "learning_depth"} & {*usual.frame()}
    said = read(folder, method('mode = ["baldwinian", "lb"]\nlb_probability = 0.5\n'
                               "learning_probability = 1\nlearning_depth = inf"))
    assert said == usual and said.fingerprint == usual.fingerprint
    turned = read(folder, method('mode = "lb"\nlb_probability = 0.5\nlearning_depth = [1, inf]'))
    assert "learning_probability" not in turned.frame()
    assert turned.frame()["learning_depth"].unique().tolist() == [1, float("inf")]


OPERATORS = ('mode = ["baldwinian", "lb"]\nmu = 10\nlb_probability = 0.5\n'
             'inherits = ["whole", "each"]\nparents = ["uniform", "tournament"]\n'
             "tournament_size = [3, 4]\n")


def test_operators_are_factors_where_they_mean_something(folder):
    plan = read(folder, method(OPERATORS))
    parents = [{}, *({"parents": "tournament", "tournament_size": size} for size in (3, 4))]
    assert {settings for *_, settings in plan.cells()} == {
        *(Configuration("baldwinian", 10, **how) for how in parents),
        *(Configuration("lb", 10, lb_probability=0.5, inherits=inherits, **how)
          for inherits in ("whole", "each") for how in parents)}
    assert Plan.from_dict(plan.to_dict()) == plan
    frame = plan.frame()
    assert not {"crossover", "survivors", "expected_flips", "lambda_rule"} & {*frame}
    assert frame.loc[frame["mode"] == "baldwinian", "inherits"].isna().all()
    assert frame.loc[frame["parents"] == "uniform", "tournament_size"].isna().all()
    described = [str(task) for task in plan.tasks()]
    assert "inherits=each parents=tournament tournament_size=4" in described[-1]
    assert not any("crossover=" in text or "inherits=whole" in text for text in described)
