"""The report of any experiment: what it says, and what it leaves out, with a reason."""

import base64
import html
import json
import re
import tempfile
from pathlib import Path

import pandas as pd
import pytest
from experiments import MODES, OPTIMUM, RESTARTS, rows, store
from hypothesis import given, settings
from hypothesis import strategies as st

from memlab.report import experiment
from memlab.report.html import lighten
from memlab.study import Store, read_plan
from memlab.study.worker import compute_run

NAMES = ("darwinian", "baldwinian", "lamarckian", "lb")
ALL = [*MODES.values(), RESTARTS]


def report(made, folder):
    """The page of a store as text without tags; and as it is."""
    page = experiment.write(made, folder, "python3 -m memlab study q.toml").read_text("utf-8")
    body = re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL)
    return re.sub(r"\s+", " ", html.unescape(body)), page


def pictures(page):
    """The charts of a page as SVG."""
    return [base64.b64decode(code).decode() for code in re.findall(r"svg\+xml;base64,([^\"]+)",
                                                                  page)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The report of an experiment that has everything: text, page and folder."""
    made = [*rows(ALL, local_search="repair"), *rows(ALL, local_search="swap"),
            *rows([OPTIMUM], repetitions=1, upper_bound=100.0),
            *rows([MODES["lb"], RESTARTS], problem="dlb", dataset="", graphs=[""], repetitions=6,
                  n=60, k=3, vertices=None)]
    made = [{**row, "best_fitness": 100} if row.get("solver") else row for row in made]
    folder = tmp_path_factory.mktemp("report")
    return *report(store(made, traced=range(0, 250, 3)), folder), folder


def test_the_question_and_what_was_run_stand_on_top(whole):
    said, page, _ = whole
    assert "<title>A question?</title>" in page and "<h1>A question?</h1>" in page
    for text in ("Problems MIS, DLB", "Graphs 8 of ER small", "Budget 1,000 evaluations a run",
                 "LB, swap", "restarts, repair", "(plan f00d)", "an abacus, 2 cores",
                 "Begun 04 March 2026", "memlab 9 (code abc)", "python3 -m memlab study q.toml"):
        assert text in said
    assert page.index("machine named below") < page.index("an abacus, 2 cores")


def test_the_summary_is_made_of_numbers(whole):
    """Restarts are best by 1; the eight graphs have 20, 25, ... and the mean 41.5 for restarts."""
    said, *_ = whole
    assert "MIS, ER small : restarts, repair and restarts, swap share the highest mean, 41" in said
    assert "The first reaches the best known value in 0 % of its runs, and lacks 58.50" in said
    assert "The optimum is proved on 8 of 8 instances." in said
    assert "DLB : restarts has the highest mean of 2 methods, 21" in said
    assert "The optimum is proved on 1 of 1 instance." in said


def test_the_summary_says_what_tests_can_tell(tmp_path):
    said, _ = report(store(rows(ALL[:3])), tmp_path)
    assert "Lamarckian has the highest mean of 3 methods" in said
    assert "find it significantly better than every other one" in said
    part = rows(ALL[:2]) + [{**row, **MODES["lb"]} for row in rows([{}])]
    part[-1]["best_fitness"] += 3
    said, _ = report(store(part), tmp_path)
    assert "Baldwinian has the highest mean of 3 methods" in said
    assert "significantly better than Darwinian and LB" in said or "every other one" in said
    noisy = [{**row, "best_fitness": row["best_fitness"] + (7 * ord(row["graph"])) % 5 - 2}
             if row["mode"] == "lb" else row for row in rows([MODES["darwinian"], MODES["lb"]])]
    said, _ = report(store(noisy), tmp_path)
    assert "significantly better than none of the others" in said
    few, _ = report(store(rows(ALL, graphs="abc")), tmp_path)
    assert "3 graphs are too few for a test of this experiment to be significant" in few
    assert re.search(r"Its lead over \S+ is 1\.00 \(95 % interval 1\.00 to 1\.00\)", few)
    six, _ = report(store(rows(ALL, graphs="abcdef")), tmp_path)
    # of ten tests none can come below 2 / 2**6
    assert "6 graphs are too few for a test" in six


def test_every_section_is_there_with_its_charts(whole):
    _, page, folder = whole
    drawn = pictures(page)
    assert len(drawn) == 8
    kept = {path.stem: path.read_text("utf-8") for path in (folder / "charts").iterdir()}
    assert set(kept) == {"means", "gaps", "effects", "attainment_evaluations",
                         "attainment_local_search_steps", "attainment_seconds", "convergence",
                         "diversity"}
    assert sorted(drawn) == sorted(map(lighten, kept.values()))
    for anchor in re.findall(r'<a href="#([^"]+)">', page):
        assert f'<section id="{anchor}">' in page
    assert "Left out" not in page


def test_the_page_needs_nothing_from_anywhere(whole):
    _, page, _ = whole
    assert "default-src 'none'" in page and "<script" not in page
    assert not re.search(r"(src|href)=[\"']?(https?:)?//|@import|url\(", page)
    assert "prefers-color-scheme: dark" in page


def test_tables_are_kept_and_say_the_same(whole):
    said, _, folder = whole
    tables = {path.stem: pd.read_csv(path) for path in (folder / "tables").iterdir()}
    assert set(tables) == {"methods", "means", "gaps", "best_known", "tests", "effects", "winners",
                           "success_rates", "expected_running_times", "courses", "costs"}
    means = tables["means"].set_index(["problem", "method"])["mean"]
    assert means["mis", "LB, swap"] == 40.5 and "40.5" in said
    assert tables["winners"]["best"].tolist() == ["restarts"] * 3
    gaps = tables["gaps"].set_index(["problem", "method"])["gap"]
    assert gaps["mis", "optimum"] == 0 and gaps["mis", "LB, swap"] == 59.5
    swap = tables["effects"].query("factor == 'local_search'")
    assert (swap["difference"] == 0).all() and len(swap) == 4      # Darwinian knows none


def test_large_values_keep_all_digits(tmp_path):
    """Cuts of heavy edges come near 2**40; beside a solver, integers have become floats."""
    large = 2**40 - 12_345
    made = [*rows([MODES["lb"]], best_fitness=large - 1),
            *rows([OPTIMUM], repetitions=1, best_fitness=large, upper_bound=float(large))]
    said, _ = report(store(made, traced=[0]), tmp_path)
    tables = {path.stem: pd.read_csv(path) for path in (tmp_path / "tables").iterdir()}
    assert (tables["best_known"][["best_fitness", "upper_bound"]] == large).all(axis=None)
    assert tables["means"]["mean"].tolist() == [large - 1, large]
    assert (tables["gaps"]["best_known"] == large).all()
    assert f"{large - 1:,}.00" in said


def test_what_a_reader_wrote_is_escaped(tmp_path):
    evil = "<script>alert(1)</script>&"
    made = rows([MODES["lb"], {"method": evil, "mode": None}], problem=f"mine:{evil}",
                dataset=evil, graphs=[evil, *"bcdefg"])
    _, page = report(store(made, title=evil, traced=range(4)), tmp_path)
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;" in page
    assert all("<script" not in picture for picture in pictures(page))


def test_one_graph_one_method_one_seed(tmp_path):
    said, page = report(store(rows([MODES["lb"]], graphs="a", repetitions=1)), tmp_path)
    assert "LB has the mean 20.00." in said
    assert "Left out: there is one method only." in said
    assert "Left out: no setting has several levels" in said
    assert said.count("no run was traced") == 2
    assert "nan" not in re.sub(r"base64,[^\"]+", "", page).lower()
    assert len(pictures(page)) == 2


def test_blocks_without_a_graph(tmp_path):
    made = rows([MODES["baldwinian"], MODES["lamarckian"]], problem="dlb", dataset="", graphs=[""],
                repetitions=8, n=60, vertices=None, edges=None)
    made = [{**row, "best_fitness": row["best_fitness"] + row["repetition"] % 3} for row in made]
    said, page = report(store(made, traced=range(4)), tmp_path)
    assert "Graphs – " in said and "8 repetitions" in said
    assert "Lamarckian has the highest mean of 2 methods" in said
    assert "significantly better than every other one" in said
    assert len(pictures(page)) == 7


def test_negative_fitness_and_many_methods(tmp_path):
    many = [{**MODES["lb"], "mu": float(mu)} for mu in range(1, 42)]
    said, _ = report(store([{**row, "best_fitness": row["best_fitness"] - 500} for row in rows(
        many, graphs="ab", repetitions=1)]), tmp_path)
    assert "Left out: 41 methods make too many pairs to compare." in said
    assert "LB mu=41 has the highest mean of 41 methods, −437.5" in said
    assert "So many methods are not tested against each other." in said
    assert "Methods 41 settings of LB Budget" in said


def test_a_solver_is_not_paired_with_one_repetition_of_the_others(tmp_path):
    """On a single graph a solver has one run, and the other methods have a run a repetition."""
    solver = [{**row, "best_fitness": 99, "upper_bound": 99.0, "proved": True} for row in rows(
        [OPTIMUM], graphs="a", repetitions=1)]
    made = rows([MODES["lb"], MODES["lamarckian"]], graphs="a", repetitions=7) + solver
    report(store([{"upper_bound": None, "proved": None, **row} for row in made]), tmp_path)
    tests = pd.read_csv(tmp_path / "tables" / "tests.csv")
    assert tests[["first", "second", "pairs"]].to_numpy().tolist() == [["LB", "Lamarckian", 7]]


def test_infeasible_sets_are_in_tables_and_not_in_charts(tmp_path):
    made = rows([MODES["darwinian"], MODES["lb"]])
    made = [{**row, "best_fitness": -900} if row["mode"] == "darwinian" else row for row in made]
    said, page = report(store(made), tmp_path)
    assert "−900.0" in said and "38.5" in said
    assert [picture.count(">Darwinian<") for picture in pictures(page)] == [0, 0]
    said, page = report(store([row for row in made if row["mode"] == "darwinian"]), tmp_path)
    assert "−900.0" in said and pictures(page) == []


def test_a_mean_over_feasible_and_infeasible_runs_says_so(tmp_path):
    made = rows([MODES["darwinian"], MODES["lb"]])
    made = [{**row, "best_fitness": -9} if row["mode"] == "darwinian" and row["repetition"] else row
            for row in made]
    said, _ = report(store(made), tmp_path)
    assert "mean feasible runs standard error" in said
    assert re.search(r"Darwinian \S+ 50 %", said) and re.search(r"LB \S+ 100 %", said)
    assert "a mean over feasible and infeasible runs measures neither" in said
    said, _ = report(store(rows([MODES["lb"]])), tmp_path)
    assert "feasible runs" not in said


def test_it_is_not_known_whether_runs_on_problems_of_ones_own_are_feasible(tmp_path):
    """Of pseudo-Boolean problems it is known only of values that are not negative."""
    report(store([*rows([MODES["lb"]], problem="mine:make"),
                  *rows([MODES["lb"]], problem="pseudo-boolean"),
                  *rows([MODES["lb"]], problem="pseudo-boolean", dataset="hard", repetitions=1,
                        best_fitness=-3)]), tmp_path)
    means = pd.read_csv(tmp_path / "tables" / "means.csv")
    assert means["feasible_percent"].fillna(-1).tolist() == [-1, 100, -1]


def test_where_sizes_differ_gaps_have_the_intervals(tmp_path):
    made = [{**row, "vertices": 10 * ord(row["graph"])} for row in rows(ALL)]
    said, _ = report(store(made), tmp_path)
    means, gaps = (pd.read_csv(tmp_path / "tables" / f"{name}.csv") for name in ("means", "gaps"))
    assert means[["sem", "low", "high"]].isna().all(axis=None) and means["mean"].notna().all()
    assert gaps[["low", "high"]].notna().all(axis=None)
    assert "has the highest mean of 5 methods, 41.50. Its lead" in said
    report(store(rows(ALL)), tmp_path)
    assert pd.read_csv(tmp_path / "tables" / "means.csv")["low"].notna().all()


def test_a_method_keeps_its_row_where_a_panel_leaves_it_out(tmp_path):
    made = [{**row, "best_fitness": -900} if (row["dataset"], row["mode"]) == (
        "er_small", "darwinian") else row for dataset in ("er_small", "ba_small")
        for row in rows(list(MODES.values()), dataset=dataset)]
    report(store(made), tmp_path)
    drawn = (tmp_path / "charts" / "means.svg").read_text("utf-8")
    places = [drawn.index(f">{name}<") for name in ("Darwinian", "Baldwinian", "Lamarckian", "LB")]
    assert places == sorted(places)


def test_a_run_above_a_proof_is_no_report(tmp_path):
    made = [*rows([MODES["lb"]], graphs="a"), *rows([OPTIMUM], graphs="a", upper_bound=19.0)]
    with pytest.raises(ValueError, match="must not exceed upper bounds"):
        report(store(made), tmp_path)
    assert not (tmp_path / "report.html").exists()


def test_a_currency_that_nobody_paid_in_is_left_out(tmp_path):
    """Darwinian evolution searches nowhere, and so may a problem of one's own."""
    made = store([{**row, "local_search_steps": 0} for row in rows([MODES["darwinian"], RESTARTS])],
                 traced=range(8))
    traces = made.traces().assign(local_search_steps=0)
    made.traces = lambda: traces
    report(made, tmp_path)
    assert {path.stem for path in (tmp_path / "charts").glob("attainment*")} == {
        "attainment_evaluations", "attainment_seconds"}
    times = pd.read_csv(tmp_path / "tables" / "expected_running_times.csv")
    assert set(times["currency"]) == {"evaluations", "seconds"}


METHODS = [
    *({"mode": mode, "mu": 4, "lambda_": 3, "crossover_rate": 0.5} for mode in NAMES[:3]),
    {"mode": "lb", "mu": [2, 5], "lambda_": 3, "crossover_rate": 0.5, "lb_probability": 0.3},
    {"mode": "lamarckian", "mu": 3, "lambda_": 2, "crossover_rate": 1.0, "learning_depth": [1, 4]},
    {"method": "random"}, {"method": "restarts"}]
ON_GRAPHS = [{"method": "greedy", "order": "index"},
             {"method": "optimum", "solver": "highs", "effort": 0.01}]
GRAPH_PROBLEMS = [{"problem": "mis"}, {"problem": "mis", "local_search": ["repair", "swap"]},
                  {"problem": "maxcut"}]
BLOCKS = {"problem": "dlb", "n": [12, 15], "k": 3}
SOURCES = [{"dataset": "er_small"}, {"dataset": "ba_small"}]


@st.composite
def experiments(draw):
    """A small experiment as TOML."""
    problems = draw(st.lists(st.sampled_from([*GRAPH_PROBLEMS, BLOCKS]), min_size=1, max_size=2,
                             unique_by=lambda one: one["problem"]))
    fitting = METHODS + ([] if BLOCKS in problems else ON_GRAPHS)
    methods = draw(st.lists(st.sampled_from(fitting), min_size=1, max_size=4, unique_by=repr))
    graphs = draw(st.lists(st.sampled_from(SOURCES), min_size=1, max_size=2, unique_by=repr))
    tables = {"problems": problems, "methods": methods}
    if problems != [BLOCKS]:
        tables["graphs"] = [{**one, "count": draw(st.integers(1, 2))} for one in graphs]
    lines = [f"budget = {draw(st.sampled_from([5, 40]))}",
             f"repetitions = {draw(st.integers(1, 2))}",
             f"traced_graphs = {draw(st.integers(0, 1))}"]
    for name, entries in tables.items():
        for entry in entries:
            lines += [f"[[{name}]]", *(f"{key} = {json.dumps(value)}"
                                       for key, value in entry.items())]
    return "\n".join(lines)


@pytest.mark.slow
@given(experiments())
@settings(max_examples=12, deadline=None, derandomize=True)
def test_every_experiment_ends_with_a_report(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "small.toml")
        path.write_text(text, "utf-8")
        plan = read_plan(path)
        made = Store.open(Path(folder, "store"), plan)
        made.add([compute_run(task) for task in plan.tasks()])
        _, page = report(made, Path(folder, "report"))
        assert "nan" not in re.sub(r"base64,[^\"]+", "", page).lower()
