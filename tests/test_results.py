"""The results that come with memlab are what memlab computes."""

import io
import json
import random
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from suites import shortened

from memlab.analysis import comparison
from memlab.evolution.run import TRACE_COLUMNS
from memlab.paper import PROFILES, profile, tables
from memlab.paper.profiles import PAPER
from memlab.report import archive
from memlab.report import experiment as report
from memlab.study import Plan, Store, costs, read_plan
from memlab.study.tasks import RESULTS
from memlab.study.worker import compute_run
from memlab.support.names import OLD_NAMES
from memlab.support.paths import ROOT

RESULTS_FOLDER = ROOT / "data" / "results"
ARCHIVES = [name for name in PROFILES if (RESULTS_FOLDER / name / "tables").is_dir()]
PUBLIC = {path.stem for path in (ROOT / "data" / "experiments" / "public").glob("*.toml")}
FILES = {path.stem: path for part in (".", "agreement", "carry", "libraries", "literature", "map")
         for path in (ROOT / "data" / "experiments" / part).glob("*.toml")}
EXPERIMENTS = sorted({path.parent.name for path in RESULTS_FOLDER.glob("*/manifest.json")}
                     - PUBLIC)      # of graphs that are not ours, in tests/solvers/optima
MANIFESTS = sorted(RESULTS_FOLDER.glob("*/*/manifest.json"))


@pytest.fixture(scope="module", params=shortened(ARCHIVES, ["quick"]))
def stores(request):
    return load(request.param)


def load(name):
    """The stores of the parts that came with memlab, among them all of the paper's protocol."""
    folder = RESULTS_FOLDER / name
    parts = [part for part in profile(name).parts
             if part in PAPER or (folder / part / "manifest.json").exists()]
    return profile(name).load(folder, parts)


def folder(stores):
    return stores["evaluation"].folder.parent


def kept_traces(store):
    """Traces by run: frames of what the memlab that computed them recorded of the population."""
    traces = store.traces()
    kept = [name for name in TRACE_COLUMNS if traces[name].notna().any()]
    if len(traces):
        assert set(kept) >= {"best_fitness", "mean_fitness", "diversity", "phenotype_distance"}
    return {run: frame[kept] for run, frame in traces.groupby("run")}


def test_random_rows_come_out_again_bit_for_bit(stores):
    """24 runs of all parts, drawn from those that took less than a third of a second."""
    draw, compared = random.Random(24), 0
    for part in stores:
        if part == "timing":
            continue
        runs = stores[part].runs().set_index("run")
        quick = list(runs.index[runs["seconds"] < 1 / 3])
        numbers = set(draw.sample(quick, 24 // min(3, len(stores))))
        traces = kept_traces(stores[part])
        for task in stores[part].plan.tasks():
            if task.run in numbers:
                now, kept = compute_run(task), runs.loc[task.run]
                names = ("vertices", "edges", *RESULTS)
                assert [now[name] for name in names] == [kept[name] for name in names], str(task)
                if task.traced:
                    points = np.stack([now[f"trace_{name}"] for name in traces[task.run]], axis=1)
                    points = points[~np.isnan(now["trace_mean_fitness"])]
                    # what was shipped had been rounded to 32 bits
                    assert np.array_equal(points.astype(np.float32),
                                          traces[task.run].to_numpy(np.float32),
                                          equal_nan=True), str(task)
                compared += 1
    assert compared >= 24


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: "/".join(path.parts[-3:-1]))
def test_the_shipped_plans_are_those_of_the_profiles(path):
    manifest = json.loads(path.read_text("utf-8"))
    name, part = path.parts[-3:-1]
    seed, searched = manifest["plan"]["seed"], path.parents[1] / "grid"
    grid = Store.load(searched).runs() if searched.exists() else None
    ours = profile(name).plan(part, seed, grid)
    again = Plan.from_dict(manifest["plan"])
    assert manifest["plan_fingerprint"] == ours.fingerprint == again.fingerprint
    assert ours == again
    assert ours.to_dict() == manifest["plan"]


def test_every_archive_has_the_parts_of_the_papers_protocol():
    there = {path.parts[-3:-1] for path in MANIFESTS}
    assert there >= {(name, part) for name in ARCHIVES for part in profile(name).parts
                     if part in PAPER}
    assert all(part in PAPER for _, part in there)


@pytest.mark.slow
def test_tables_follow_from_the_runs(stores):
    made = archive.all_tables(stores)
    shipped = {path.stem: pd.read_csv(path) for path in (folder(stores) / "tables").glob("*.csv")}
    assert shipped.keys() == made.keys()
    for name, frame in made.items():
        written = pd.read_csv(io.StringIO(frame.to_csv(index=False)))      # no text is NaN
        pd.testing.assert_frame_equal(shipped[name], written, rtol=1e-5, check_dtype=False,
                                      obj=name)


# Beyond the paper: an experiment each

@pytest.mark.slow
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_rows_of_an_experiment_come_out_again(name):
    """Eight of its quicker runs, or fewer that take two seconds; of a solver with a time limit,
    those with a proof, which no other value can have."""
    store = Store.load(RESULTS_FOLDER / name)
    runs = store.runs().set_index("run")
    unproved = runs.get("proved", pd.Series(True, runs.index)).eq(False)
    if "effort" in runs:
        unproved &= runs["effort"].isna()
    missing = runs.get("solver", pd.Series(index=runs.index)).isin(["kamis", "gurobi"])
    missing |= runs["method"].str.startswith("theirs:")      # of libraries that are extras
    late = runs["seconds"] > runs.get("time_limit", np.inf) / 10
    several = runs[~(unproved | missing | late)]["seconds"].nsmallest(len(runs) // 3)
    drawn = several[random.Random(8).sample(list(several.index), min(8, len(several)))]
    before = drawn.sort_values().cumsum().shift(fill_value=0.0)
    numbers = set(before.index[before < 2])
    for task in replace(store.plan, folder=str(FILES[name].parent)).tasks():
        if task.run in numbers:
            now, kept = compute_run(task), runs.loc[task.run]
            names = ["best_fitness"] if now["proved"] else RESULTS
            assert [now[name] for name in names] == [kept[name] for name in names], str(task)
    assert len(numbers) == 8 or drawn.sum() > 2 or name in {"gurobi", "solvers_cuts"}


@pytest.mark.slow
def test_every_experiment_beyond_the_paper_is_whole_and_small(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: True)      # with every solver
    unrun = {name for name, path in FILES.items() if path.parent.name == "map"}
    assert set(EXPERIMENTS) <= set(FILES) - set(PAPER) <= set(EXPERIMENTS) | unrun
    for name in EXPERIMENTS:
        store = Store.load(RESULTS_FOLDER / name)
        assert store.finished().all()
        assert store.plan == read_plan(FILES[name])
        size = sum(path.stat().st_size for path in store.folder.rglob("*.*"))
        most = {"price": 4e6, "plane": 2.6e6, "replicated": 2.3e6, "dials": 1.5e6,
                "inheritance": 1.2e6}      # traces; many runs or settings
        assert size < most.get(name, 1e6)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in EXPERIMENTS
                                  if (RESULTS_FOLDER / name / "tables").is_dir()])
def test_tables_of_an_experiment_follow_from_its_runs(name, tmp_path):
    """To eight digits: versions of SciPy agree on ten of Student's quantile, and the end of an
    interval near 0 loses two."""
    store = Store.load(RESULTS_FOLDER / name)
    report.keep(tmp_path, **report.tables(*report.frames(store)))
    for path in (store.folder / "tables").glob("*.csv"):
        shipped, made = pd.read_csv(path), pd.read_csv(tmp_path / "tables" / path.name)
        shipped = shipped.rename(columns=OLD_NAMES).replace(regex=OLD_NAMES)
        # tables of earlier versions lack columns: the settings of own methods with a name
        pd.testing.assert_frame_equal(shipped, made[list(shipped)], rtol=1e-8)


@pytest.mark.slow
def test_no_shipped_run_exceeds_what_is_proved_and_two_proofs_agree():
    runs = pd.concat([Store.load(RESULTS_FOLDER / name).runs()
                      for name in EXPERIMENTS if name != "factors"])
    graphs = runs.groupby(["problem", "dataset", "graph"], dropna=False)
    bounded = graphs["upper_bound"].transform("count") > 0
    # which refuses a run above a bound
    known = comparison.optima(comparison.named(runs[bounded.to_numpy()]))
    proved = known[known["proved"] & (known["problem"] == "mis")]
    assert (proved["proofs"] >= 2).sum() >= 60


@pytest.mark.slow
@pytest.mark.parametrize("name", PROFILES)
def test_the_page_to_reproduce_the_paper_says_what_a_profile_costs(name):
    plans = PROFILES[name].plans()
    runs, hours = sum(map(len, plans.values())), sum(map(costs.plan_seconds, plans.values())) / 3600
    page = (ROOT / "docs" / "howto" / "reproduce.md").read_text("utf-8")
    line, = (line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
    trained = plans["grid"].graphs if "grid" in plans else "none"
    graphs = plans["evaluation"].frame().groupby(tables.CELL)["graph"].nunique()
    tested = sorted({graphs.min(), graphs.max()})
    assert f"| {trained}, {' to '.join(f'{count:,}' for count in tested)}" in line
    assert f"| {runs:,} | {hours:.1f} |" in line
    if name == "quick":
        assert f"these are {runs:,} runs" in " ".join(page.split())
