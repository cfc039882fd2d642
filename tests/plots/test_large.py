"""Charts of more rows than Altair takes by default: shown, saved, and drawn as what they are."""

import itertools
import json
import re

import altair as alt
import numpy as np
import pandas as pd
import pytest
from drawn import rows
from suites import shortened

import memlab as ml
from memlab import plots
from memlab.plots import plane, theory
from memlab.theory import Trajectory

MANY = 6_000
GRID = dict(zip(("mu", "lambda_", "crossover_rate"),
                np.array([*itertools.product(range(1, 51), range(1, 31), (0, 0.3, 0.6, 0.9))]).T,
                strict=True))
rng = np.random.default_rng(1)
CELL = {"problem": "mis", "dataset": "er_small", "method": "restarts", "family": "restarts"}
INTERVALS = {"low": np.arange(MANY), "high": np.arange(MANY) + 2.0}


def picture(svg):
    """An SVG without its running numbers."""
    return re.sub(r"(clip|gradient_)\d+", r"\1", svg)


def frame(**columns):
    return pd.DataFrame({"mode": "lb", **columns})


def course(column, mode="lb", values=None):
    """One run with mu = lambda = 5 and 40,000 evaluations."""
    evaluations = np.arange(5, 40_001, 5)
    return frame(mode=mode, evaluations=evaluations, **{
        column: np.sort(rng.random(len(evaluations))) if values is None else values})


CHARTS = {
    "convergence": lambda: plots.convergence(course("best_fitness")),
    "diversity": lambda: plots.diversity(pd.concat(
        course("diversity", mode).assign(phenotype_diversity=rng.random(8_000))
        for mode in plots.MODES)),
    "phenotype_distance": lambda: plots.phenotype_distance(course("phenotype_distance")),
    "effort": lambda: plots.effort(course("local_search_steps")),
    "ecdf": lambda: plots.ecdf(course("share")),
    "courses": lambda: plots.courses(course("share").assign(**CELL), "share", "Shares"),
    "many courses": lambda: plots.courses(pd.concat(
        course("share").iloc[::8].assign(**CELL | {"method": f"restarts {i}"}) for i in range(9)),
        "share", "Shares"),
    "intervals": lambda: plots.intervals(pd.DataFrame(
        CELL | INTERVALS | {"mean": np.arange(MANY) + 1}), "Means"),
    "effects": lambda: plots.effects(pd.DataFrame(
        CELL | INTERVALS | {"factor": "ties", "level": "offspring", "difference": 1})),
    "scores": lambda: plots.scores(frame(mean=np.arange(MANY), published_mean=3, **INTERVALS)),
    "sensitivity": lambda: plots.sensitivity(frame(
        **GRID, lb_probability=0.3, loss_percent=rng.random(MANY))),
    "generation": lambda: plots.generation(frame(
        stage="parent", position=np.arange(MANY), bit=1, marked=False, note="")),
    "landscape": lambda: plots.landscape(pd.DataFrame(
        {"ones": np.arange(MANY), "before": 1, "after": 2}), "ones"),
    "population": lambda: plots.population(*np.ones((2, 300, 300), np.uint8), "lb"),
    "graph": lambda: plots.graph(ml.datasets.graph("er_large", "test")),
    "graph of many vertices": lambda: plots.graph(ml.Graph.from_edges(MANY, [(0, 1)])),
    "lead_map": lambda: plane.lead_map(pd.DataFrame({
        "graph_n": np.arange(MANY) % 60, "graph_p": np.arange(MANY) // 60, "difference": 1.0,
        "p_holm": 0.5, "step_cost": 0, **INTERVALS})),
    "growth": lambda: theory.growth(
        frame(n=np.arange(MANY) + 9, k=3, iterations=np.arange(MANY) + 1),
        frame(n=np.arange(MANY) + 9, k=3, mean=np.arange(MANY) + 1, low=1, high=MANY)),
    "comparison": lambda: theory.comparison(pd.DataFrame(
        {"algorithm": "LB", "n": np.arange(MANY) + 9, "mean": np.arange(MANY) + 1})),
    "debt": lambda: theory.debt(Trajectory(
        pd.DataFrame({"iteration": np.arange(MANY), "level": 1}),
        np.column_stack([np.arange(MANY) % 2 + 2, np.full(MANY, 2)])), k=3)}


@pytest.mark.parametrize("name", shortened(CHARTS, ["convergence", "diversity", "graph"]))
def test_it_is_shown_and_saved_without_bloating_a_notebook(name, tmp_path):
    chart = CHARTS[name]()
    bundle = chart._repr_mimebundle_()
    spec, svg = bundle["application/vnd.vegalite.v5+json"], bundle["image/svg+xml"]
    assert spec["datasets"] and all(spec["datasets"].values())
    assert picture(plots.to_svg(chart)) == picture(svg)
    for suffix in ("html", "json", "svg"):
        chart.save(tmp_path / f"a.{suffix}")
        assert (tmp_path / f"a.{suffix}").stat().st_size > 1_000
    if name in ("convergence", "diversity", "effort", "ecdf", "graph"):
        assert len(json.dumps(spec)) + len(svg) < 1_000_000
    assert alt.data_transformers.active == "default" and not alt.data_transformers.options


def test_every_public_chart_is_among_them():
    others = {"MODES", "layout", "palette", "save", "theory", "to_svg"}
    assert {*plots.__all__} - others | {*theory.__all__} == {*CHARTS} - {
        "many courses", "graph of many vertices", "lead_map"}


@pytest.mark.parametrize("transformer", ["json", "csv", "vegafusion", "own"])
@pytest.mark.parametrize("name", ["convergence", "small"])
def test_a_readers_own_data_transformer_changes_no_picture(name, transformer, tmp_path,
                                                           monkeypatch):
    monkeypatch.chdir(tmp_path)
    alt.data_transformers.register("own", lambda data: {"url": "nowhere.csv"})
    chart = plots.convergence(course("best_fitness").iloc[::1 if name == "convergence" else 80])
    drawn, live = picture(plots.to_svg(chart)), plots.export.live(chart, "course")
    with alt.data_transformers.enable(transformer):
        assert picture(plots.to_svg(chart)) == drawn
        assert plots.export.live(chart, "course") == live
        assert alt.data_transformers.active == transformer
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("column", ["best_fitness", "diversity"])
def test_of_a_long_line_the_points_that_are_seen_are_kept(column):
    values = np.floor(20 * np.linspace(0, 1, 8_000) ** 0.2) if column == "best_fitness" else (
        rng.random(8_000))
    whole = course(column, values=values)
    chart = getattr(plots, {"best_fitness": "convergence"}.get(column, column))(whole)
    kept = pd.DataFrame(rows(chart))
    assert kept["evaluations"].iloc[[0, -1]].tolist() == [5, 40_000] and len(kept) < 1_000
    of_whole = kept.merge(whole.assign(mode="LB"), on=["mode", "evaluations", column])
    assert of_whole.shape == kept.shape
    ends = np.geomspace(5, 40_000, 441)      # what a point of width shows: from lowest to highest
    for low, high in itertools.pairwise(ends):
        near = kept[column][kept["evaluations"].between(low / 1.03, high * 1.03)]
        inside = whole[column][whole["evaluations"].between(low, high)]
        if len(inside):
            assert near.min() <= inside.min() and near.max() >= inside.max()
    few = whole.iloc[::8]
    assert pd.DataFrame(rows(plots.diversity(few.rename(columns={column: "diversity"}))))[
        "evaluations"].tolist() == few["evaluations"].tolist()
