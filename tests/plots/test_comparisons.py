"""Comparisons show every mode and every configuration, with the published value where known."""

import pandas as pd
import pytest
from drawn import compiled, rows, texts

from memlab import plots
from memlab.names import MODES


@pytest.fixture
def differences():
    """Three modes against the fourth, on two datasets."""
    return pd.DataFrame([{"problem": "maxcut", "dataset": d, "mode": m, "mean": i - 1.0,
                          "low": i - 1.5, "high": i - 0.5, "published_mean": i - 0.75}
                         for d in ("er_small", "rb_large")
                         for i, m in enumerate(("darwinian", "lamarckian", "lb"))])


def test_differences_show_ours_the_papers_and_zero(differences):
    chart = plots.differences(differences, subtitle="stroke: paper")
    assert compiled(chart)
    shown = rows(chart)
    assert sum("zero" in row for row in shown) == 1
    assert {(row["mean"], row["published_mean"]) for row in shown if "mean" in row} == {
        (-1.0, -0.75), (0.0, 0.25), (1.0, 1.25)}
    drawn = texts(chart)
    assert drawn.count("Lamarckian") == 1      # named at the left edge only
    assert {"Max-Cut, ER small", "Max-Cut, RB large", "difference (%)"} <= set(drawn)


def test_differences_do_without_published_values_and_panels(differences):
    frame = differences.loc[:2, ["mode", "mean", "low", "high"]]
    with_paper, without = (plots.to_svg(plots.differences(f)) for f in
                           (frame.assign(published_mean=0.1), frame))
    assert with_paper.count(plots.MODES["lb"].colour) == without.count(
        plots.MODES["lb"].colour) + 1


def test_losses_have_a_stroke_for_each_configuration():
    frame = pd.DataFrame([{"problem": "mis", "dataset": "ba_small", "mode": mode,
                           "loss_percent": loss} for mode in MODES for loss in (0.0, 3.0, 2_500.0)])
    chart = plots.losses(frame)
    assert compiled(chart)
    assert len(rows(chart)) == 12
    drawn = texts(chart)
    assert {"0", "10", "1,000", "loss (%)", *(s.label for s in plots.MODES.values())} <= set(drawn)
    assert "10,000" not in drawn


@pytest.mark.parametrize(("draw", "column"), [(plots.differences, "low"),
                                              (plots.losses, "loss_percent")])
def test_a_missing_column_or_an_unknown_mode_is_named(draw, column):
    with pytest.raises(ValueError, match=f"lacks .*{column}"):
        draw(pd.DataFrame({"mode": ["lb"], "mean": [0.0]}))
    columns = {"mean": [0.0], "low": [0.0], "high": [0.0], "loss_percent": [0.0]}
    with pytest.raises(ValueError, match="not 'memetic'"):
        draw(pd.DataFrame({"mode": ["memetic"], **columns}))
