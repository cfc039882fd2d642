"""Charts of any experiment: modes keep their looks, others have looks of their own."""

import pandas as pd
import pytest
from drawn import compiled, rows, texts

from memlab import plots
from memlab.plots import experiments, style


@pytest.fixture
def means():
    """Three methods of two families on a graph problem, and on one without graphs."""
    methods = {"LB, repair": "LB", "LB, swap": "LB", "restarts": "restarts"}
    return pd.DataFrame([
        {"problem": problem, "dataset": dataset, "method": method, "family": family,
         "mean": 30.0 + m, "low": 29.0 + m, "high": 31.0 + m}
        for problem, dataset in (("mis", "er_small"), ("mis", "instances"), ("dlb k=3", ""))
        for m, (method, family) in enumerate(methods.items())])


def test_intervals_name_methods_and_panels(means):
    chart = experiments.intervals(means, "Means")
    assert compiled(chart)
    drawn = texts(chart)
    assert {"Means", "MIS, ER small", "MIS, instances", "dlb k=3", "vertices in the set",
            "best fitness"} <= set(drawn)
    assert drawn.count("restarts") == 2      # at the left edge of each problem
    assert {(row["low"], row["mean"], row["high"]) for row in rows(chart)} == {
        (29, 30, 31), (30, 31, 32), (31, 32, 33)}
    assert plots.MODES["lb"].colour in plots.to_svg(chart)


def test_published_values_are_strokes(means):
    chart = experiments.intervals(means.assign(published_mean=30.5), "Differences")
    assert compiled(chart)
    assert {row["published_mean"] for row in rows(chart) if "mean" in row} == {30.5}
    colour = plots.MODES["lb"].colour
    assert plots.to_svg(chart).count(colour) > plots.to_svg(
        experiments.intervals(means, "Differences")).count(colour)


@pytest.fixture
def courses(means):
    """A course for every method."""
    grid = pd.DataFrame({"evaluations": [10, 100, 1_000], "share": [0.0, 0.5, 1.0]})
    return means.merge(grid, how="cross")


def test_lines_of_a_family_share_its_colour_and_differ_in_dashes(courses):
    chart = experiments.courses(courses, "share", "Targets", unit="share of targets")
    assert compiled(chart)
    styles = style.method_styles(courses)
    assert styles["LB, repair"].colour == styles["LB, swap"].colour == plots.MODES["lb"].colour
    assert styles["LB, repair"].dash != styles["LB, swap"].dash
    assert styles["restarts"].colour not in {mode.colour for mode in plots.MODES.values()}
    assert {"fitness evaluations", "share of targets", "LB, swap"} <= set(texts(chart))


def test_effects_have_a_block_per_level(means):
    frame = means[means["method"] != "LB, swap"].assign(
        factor="lambda_", level="50", difference=[1.5, 2.5, 3.5, 4.5, 5.5, 6.5], low=0.5,
        high=7.5)
    chart = experiments.effects(frame)
    assert compiled(chart)
    assert {"lambda: 50", "change (vertices in the set)", "LB", "restarts"} <= set(texts(chart))
    assert sorted(row["difference"] for row in rows(chart) if "level" in row) == [
        1.5, 2.5, 3.5, 4.5, 5.5, 6.5]


@pytest.mark.parametrize(("draw", "column"), [
    (lambda frame: experiments.intervals(frame, ""), "low"),
    (lambda frame: experiments.courses(frame, "diversity", ""), "diversity"),
    (experiments.effects, "factor")])
def test_a_missing_column_is_named(means, draw, column):
    with pytest.raises(ValueError, match=f"lacks .*{column}"):
        draw(means.drop(columns="low"))
