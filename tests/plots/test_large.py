"""Charts of more rows than Altair takes by default: shown, saved, and drawn as what they are."""

import json
import re

import altair as alt
import numpy as np
import pandas as pd
import pytest
from drawn import rows

import memlab as ml
from memlab import plots

rng = np.random.default_rng(1)


def course(mode="lb"):
    """One run with mu = lambda = 5 and 40,000 evaluations."""
    evaluations = np.arange(5, 40_001, 5)
    values = rng.random(len(evaluations))
    return pd.DataFrame({"mode": mode, "evaluations": evaluations, "best_fitness": np.sort(values),
                         "diversity": values, "phenotype_diversity": values})


CHARTS = {
    "convergence": lambda: plots.convergence(course()),
    "diversity": lambda: plots.diversity(pd.concat(map(course, plots.MODES))),
    "scores": lambda: plots.scores(pd.DataFrame({
        "mode": "lb", "mean": np.arange(6_000), "published_mean": 3, "low": 1, "high": 2})),
    "graph": lambda: plots.graph(ml.datasets.graph("er_large", "test"), np.arange(778) < 30)}


def picture(svg):
    """An SVG without its running numbers."""
    return re.sub(r"(clip|gradient_)\d+", r"\1", svg)


@pytest.mark.parametrize("name", CHARTS)
def test_it_is_shown_and_saved_without_bloating_a_notebook(name, tmp_path):
    chart = CHARTS[name]()
    bundle = chart._repr_mimebundle_()
    spec, svg = bundle["application/vnd.vegalite.v5+json"], bundle["image/svg+xml"]
    assert spec["datasets"] and all(spec["datasets"].values())
    assert picture(plots.to_svg(chart)) == picture(svg)
    chart.save(tmp_path / "a.html")
    assert name == "scores" or len(json.dumps(spec)) + len(svg) < 1_000_000


def test_a_readers_own_data_transformer_changes_no_picture():
    alt.data_transformers.register("own", lambda data: {"url": "nowhere.csv"})
    chart = CHARTS["convergence"]()
    drawn, live = picture(plots.to_svg(chart)), plots.style.live(chart, "course")
    with alt.data_transformers.enable("own"):
        assert picture(plots.to_svg(chart)) == drawn
        assert plots.style.live(chart, "course") == live


def test_a_long_line_keeps_its_ends_and_a_point_in_each_500th_of_its_width():
    whole = course()
    kept = pd.DataFrame(rows(plots.diversity(whole.drop(columns="phenotype_diversity"))))
    assert kept["evaluations"].iloc[[0, -1]].tolist() == [5, 40_000] and len(kept) <= 501
    assert kept.merge(whole.assign(mode="LB"), on=["mode", "evaluations", "diversity"]
                      ).shape[0] == len(kept)
    apart = np.diff(np.log(kept["evaluations"]))[100:]
    assert apart.max() < 2 * np.log(8_000) / 500
    few = whole.iloc[::8].drop(columns="phenotype_diversity")
    assert len(rows(plots.diversity(few))) == len(few)


def test_of_many_edges_those_with_a_meaning_are_drawn():
    shown = rows(CHARTS["graph"]())
    edges = [row for row in shown if "marked" in row]
    graph = ml.datasets.graph("er_large", "test")
    assert graph.m > 5_000 and len(edges) == (graph.edges < 30).all(axis=1).sum() > 0
    assert all(row["marked"] for row in edges)
