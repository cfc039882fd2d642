"""The report of any experiment: what it says, and what it leaves out, with a reason."""

import contextlib
import re
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import nbformat
import pandas as pd
import pytest
from bs4 import BeautifulSoup
from experiments import MODES, OPTIMUM, RESTARTS, rows, store
from studying import read

from memlab import study
from memlab.report import engine, experiment

NAMES = ("darwinian", "baldwinian", "lamarckian", "lb")
ALL = [*MODES.values(), RESTARTS]


class Here(contextlib.nullcontext):
    """A pool of this very process."""

    def __enter__(self):
        return self

    def submit(self, function, *given):
        function(*given)
        return SimpleNamespace(result=lambda: None)


def report(made, folder):
    """The page of a store as text without tags; and as it is."""
    with pytest.MonkeyPatch.context() as patch:      # the notebook runs in this process
        patch.setattr(experiment, "Pool", lambda _: Here())
        patch.setattr("memlab.study.load", lambda _: made)
        path = experiment.write(made, folder, "python3 -m memlab study q.toml")
    page = BeautifulSoup(path.read_text("utf-8"), "html.parser")
    return re.sub(r"\s+", " ", page.body.text), page


def tables(made, **options):
    return experiment.tables(*experiment.frames(store(made, **options)))


def summary(made, **options):
    """The rows of the leaders of an experiment: their names, and how many they surely beat."""
    runs, traces = experiment.frames(store(made, **options))
    best, columns = experiment.leaders(runs, experiment.tables(runs, traces))
    return [*zip(best["method"], columns.get("surely better than", [""] * len(best)),
                 strict=True)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The report of an experiment that has everything: text, page and folder."""
    evil = "<script>alert(1)</script>&"
    made = [*rows(ALL, local_search="repair"), *rows(ALL, local_search="swap"),
            *rows([OPTIMUM], repetitions=1, upper_bound=100.0),
            *rows([MODES["lb"], RESTARTS], problem="dlb", dataset="", graphs=[""], repetitions=6,
                  n=60, k=3, vertices=None),
            *rows([{"method": evil, "mode": None}], problem=f"mine:{evil}", dataset=evil)]
    made = [{**row, "best_fitness": 100} if row.get("solver") else row for row in made]
    folder = tmp_path_factory.mktemp("report")
    return *report(store(made, traced=range(0, 250, 3), folder=folder), folder), folder


def test_the_page_says_what_was_run(whole):
    told, page, _ = whole
    assert page.title.text == page.h1.text == "A question?"
    for text in ("ProblemsMIS, DLB", "1,000 evaluations a run", "(plan f00d)",
                 "an abacus, 2 cores", "04 March 2026", "memlab 9 (code abc)",
                 "python3 -m memlab study q.toml", "LB, swap", "restarts, repair"):
        assert text in told


def test_every_section_is_there_with_its_charts(whole):
    _, page, folder = whole
    kept = {path.stem for path in (folder / "charts").iterdir()}
    assert kept == {"means", "gaps", "ranks", "effects", "interactions", "attainment_evaluations",
                    "attainment_local_search_steps", "attainment_seconds", "convergence",
                    "diversity"}
    assert len(page.select("img")) == len(kept)
    for link in page.select("nav a"):
        assert page.select_one(f"[id='{link['href'][1:]}']")
    assert [tag.text.strip() for tag in page.select("pre.printed") if "Left out" in tag.text] == [
        "Left out: no parameter of instances has several values."]
    assert not page.select("script")


def test_tables_are_kept_and_say_the_same(whole):
    told, _, folder = whole
    kept = {path.stem: pd.read_csv(path) for path in (folder / "tables").glob("*.csv")}
    assert set(kept) == {"methods", "means", "gaps", "best_known", "tests", "ranks", "effects",
                         "interactions", "winners", "success_rates", "expected_running_times",
                         "courses", "costs"}
    means = kept["means"].set_index(["problem", "method"])["mean"]
    assert means["mis", "LB, swap"] == 40.5 and "40.50" in told
    gaps = kept["gaps"].set_index(["problem", "method"])["gap"]
    assert gaps["mis", "optimum"] == 0 and gaps["mis", "LB, swap"] == 59.5
    swap = kept["effects"].query("factor == 'local_search'")
    assert (swap["difference"] == 0).all() and len(swap) == 4      # Darwinian knows none


def test_every_table_is_there_for_latex(whole):
    *_, folder = whole
    made = {path.stem: path.read_text("utf-8") for path in folder.glob("tables/*.tex")}
    assert set(made) == {"summary", "means", "gaps", "tests", "ranks", "effects", "interactions",
                         "attainment", "costs", "methods"}
    assert all(text.count(r"\toprule") == text.count(r"\bottomrule") == 1 and "\ue000" not in text
               for text in made.values())
    assert r"$<$script$>$alert(1)$<$/script$>$\&" in made["means"]
    assert re.search(r"MIS, ER small & Darwinian & [\d.]+ &", made["means"])


def test_what_a_reader_wrote_is_escaped(whole):
    _, page, _ = whole
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;" in str(page.main)


def test_the_notebook_of_a_report_goes_on_where_it_lies(whole):
    *_, folder = whole
    notebook = nbformat.read(folder / "report.ipynb", 4)
    assert notebook.metadata.papermill.parameters == {
        "folder": ".", "out": ".", "command": "python3 -m memlab study q.toml"}
    assert str(folder.parent) not in (folder / "report.ipynb").read_text("utf-8")


def test_a_run_above_a_proof_is_no_report(tmp_path):
    made = [*rows([MODES["lb"]], graphs="a"), *rows([OPTIMUM], graphs="a", upper_bound=19.0)]
    with pytest.raises(engine.NotebookError, match="must not exceed upper bounds"):
        report(store(made), tmp_path)
    assert not (tmp_path / "report.html").exists()


def test_one_graph_one_method_one_seed(tmp_path):
    told, page = report(store(rows([MODES["lb"]], graphs="a", repetitions=1)), tmp_path)
    assert "there are not three methods" in told and "there are no two factors" in told
    assert "Left out: there is one method only." in told
    assert "Left out: no setting has several levels" in told and "no run was traced" in told
    assert not re.search(r"\bnan\b", told) and len(page.select("img")) == 2


def test_several_stores_have_one_report(tmp_path, monkeypatch):
    """Their methods stand beside each other in all tables, with settings of one's own."""
    mine = {"method": "mine:umda", "mode": None, "size": 7.0}
    ours = store(rows([MODES["lb"]], seed=0), traced=range(4), folder=tmp_path / "ours")
    theirs = store(rows([mine, {**mine, "size": 9.0}], seed=0), "And they?", range(9, 12),
                   folder=tmp_path / "theirs")
    runs, traces = experiment.frames(ours, theirs)
    assert runs["run"].is_unique and len(runs) == 3 * 16
    assert set(traces["method"]) == {"LB", "mine:umda size=7", "mine:umda size=9"}
    assert set(traces["run"]) == {*range(4), *range(16 + 9, 16 + 12)}
    made = experiment.tables(runs, traces)
    assert len(made["tests"]) == 3 and made["effects"]["factor"].tolist() == ["size"]
    assert len(experiment.frames(ours, theirs, ours)[0]) == 3 * 16
    monkeypatch.setattr(experiment, "Pool", lambda _: Here())
    monkeypatch.setattr("memlab.study.load", lambda path: ours if "ours" in path else theirs)
    page = experiment.write([ours, theirs], tmp_path / "both").read_text("utf-8")
    for text in ("A question? and And they?", "mine:umda size=9"):
        assert text in page


def test_the_summary_says_what_tests_can_tell():
    assert summary(rows(ALL[:3])) == [("Lamarckian", "2 of 2")]
    noisy = [{**row, "best_fitness": row["best_fitness"] + (7 * ord(row["graph"])) % 5 - 2}
             if row["mode"] == "lb" else row for row in rows([MODES["darwinian"], MODES["lb"]])]
    assert summary(noisy)[0][1] == "0 of 1"
    # of ten tests none can come below 2 / 2**6
    assert summary(rows(ALL, graphs="abcdef"))[0][1] == "0 of 4"
    many = [{**MODES["lb"], "mu": float(mu)} for mu in range(1, 42)]
    assert summary(rows(many, graphs="ab", repetitions=1)) == [("LB mu=41", "")]


def test_large_values_keep_all_digits():
    """Cuts of heavy edges come near 2**40; beside a solver, integers have become floats."""
    large = 2**40 - 12_345
    made = [*rows([MODES["lb"]], best_fitness=large - 1),
            *rows([OPTIMUM], repetitions=1, best_fitness=large, upper_bound=float(large))]
    found = tables(made, traced=[0])
    assert (found["best_known"][["best_fitness", "upper_bound"]] == large).all(axis=None)
    assert found["means"]["mean"].tolist() == [large - 1, large]


def test_a_solver_is_not_paired_with_one_repetition_of_the_others():
    """On a single graph a solver has one run, and the other methods have a run a repetition."""
    solver = [{**row, "best_fitness": 99, "upper_bound": 99.0, "proved": True} for row in rows(
        [OPTIMUM], graphs="a", repetitions=1)]
    made = rows([MODES["lb"], MODES["lamarckian"]], graphs="a", repetitions=7) + solver
    tests = tables([{"upper_bound": None, "proved": None, **row} for row in made])["tests"]
    assert tests[["first", "second", "pairs"]].to_numpy().tolist() == [["LB", "Lamarckian", 7]]


def test_infeasible_means_are_in_no_chart_and_their_share_is_told():
    made = [{**row, "best_fitness": -9} if row["mode"] == "darwinian" and row["repetition"] else row
            for row in rows([MODES["darwinian"], MODES["lb"]])]
    means = tables(made)["means"]
    assert means["feasible_percent"].tolist() == [50, 100]
    means.loc[0, "mean"] = -900
    assert experiment.feasible(means, "mean")["method"].tolist() == ["LB"]


def test_it_is_not_known_whether_runs_on_problems_of_ones_own_are_feasible():
    """Of pseudo-Boolean problems it is known only of values that are not negative."""
    means = tables([*rows([MODES["lb"]], problem="mine:make"),
                    *rows([MODES["lb"]], problem="pseudo-boolean"),
                    *rows([MODES["lb"]], problem="pseudo-boolean", dataset="hard", repetitions=1,
                          best_fitness=-3)])["means"]
    assert means["feasible_percent"].fillna(-1).tolist() == [-1, 100, -1]


def test_with_a_margin_tests_say_what_is_equivalent():
    """Every method is better than the one before by 1, of means near 37, on all graphs alike."""
    made = [{**row, "best_fitness": 100 * row["best_fitness"] + 7 * ord(row["graph"]) % 5
             * (row["mode"] == "lb")} for row in rows(ALL[2:4])]
    runs, traces = experiment.frames(store(made))
    row, = experiment.tables(runs, traces, margin=5)["tests"].to_dict("records")
    assert row["margin"] == pytest.approx(runs.query("method == 'LB'")["best_fitness"].mean() / 20)
    assert row["p_equivalent"] == row["p_equivalent_holm"] < 0.001 < 0.05
    row, = experiment.tables(runs, traces, margin=1)["tests"].to_dict("records")
    assert row["p_equivalent"] > 0.99


def test_where_sizes_differ_gaps_have_the_intervals():
    found = tables([{**row, "vertices": 10 * ord(row["graph"])} for row in rows(ALL)])
    assert found["means"][["sem", "low", "high"]].isna().all(axis=None)
    assert found["gaps"][["low", "high"]].notna().all(axis=None)
    assert tables(rows(ALL))["means"]["low"].notna().all()


def test_a_currency_that_nobody_paid_in_is_left_out():
    """Darwinian evolution searches nowhere, and so may a problem of one's own."""
    made = store([{**row, "local_search_steps": 0} for row in rows([MODES["darwinian"], RESTARTS])],
                 traced=range(8))
    runs, traces = experiment.frames(made)
    _, paid = experiment.paid_in(runs, traces.assign(local_search_steps=0))
    assert paid == ["evaluations", "seconds"]


@pytest.mark.slow
def test_problems_that_are_functions_have_a_report_like_others(tmp_path):
    with ThreadPoolExecutor(1) as here:
        made = study.run(read("tours"), tmp_path / "store", executor=here, progress=False)
    told, page = report(made, tmp_path)
    assert "tours:tour closed=True minimised, cities" in told and "count=offspring" in told
    assert page.find("th", string="calls")
    assert len([*(tmp_path / "charts").iterdir()]) == 10
    costs = pd.read_csv(tmp_path / "tables" / "costs.csv").set_index("method")
    assert (costs["evaluations"] == 100).all()
    assert (costs.loc[costs.index.str.contains("offspring"), "calls"] > 100).all()
