"""The charts of the theory say what their frames say, and JupyterLab's Vega-Lite 5 draws them."""

import numpy as np
import pandas as pd
import pytest
from drawn import compiled, rows, texts

from memlab import plots, theory
from memlab.plots import palette

MODES = ["darwinian", "lamarckian", "baldwinian"]


@pytest.fixture
def curves():
    return theory.tabulate(theory.expected_runtime, MODES, [2, 3], largest=200, points=6)


def test_growth_draws_lines_and_dots(curves):
    cells = pd.MultiIndex.from_product([MODES, [24, 96], [2, 3]], names=["mode", "n", "k"])
    dots = cells.to_frame(index=False).assign(mean=np.arange(100.0, 112.0))
    dots = dots.assign(low=dots["mean"] - 9, high=dots["mean"] + 9)
    chart = plots.theory.growth(curves, dots, subtitle="exact and simulated")
    text = str(compiled(chart))
    for mode in MODES:
        style = plots.MODES[mode]
        assert style.colour in text and str(list(style.dash)) in text
    assert {"k = 2", "k = 3", "n (bits)", "iterations", "exact and simulated"} <= set(texts(chart))
    assert sorted({row["mean"] for row in rows(chart) if "mean" in row}) == sorted(dots["mean"])
    assert compiled(plots.theory.growth(curves))


def test_debt_merges_what_does_not_change():
    frame = pd.DataFrame({"iteration": [0, 10, 20], "level": [2, 2, 0]})
    blocks = np.array([[3, 2, 1, 3], [3, 3, 0, 2], [1, 0, 3, 2]], np.uint8)
    chart = plots.theory.debt(theory.Trajectory(frame, blocks), k=3)
    assert compiled(chart)
    drawn = {(row["block"], row["iteration"], row["end"], row["meaning"]) for row in rows(chart)}
    assert drawn == {
        (1, 0, 20, "solved"), (1, 20, 30, "critical block"),
        (2, 0, 10, "one bit wrong, always learned"), (2, 10, 20, "solved"),
        (2, 20, 30, "not yet met"), (3, 0, 20, "critical block"), (3, 20, 30, "not yet met"),
        (4, 0, 30, "not yet met")}


def test_comparison_knows_modes_variants_and_strangers():
    frame = pd.DataFrame({"algorithm": ["Baldwinian", "Baldwinian, strict", "UMDA"] * 2,
                          "n": [16] * 3 + [64] * 3, "mean": [1e2, 1e3, 1e4, 1e3, 1e5, 1e6]})
    chart = plots.theory.comparison(frame, title="Some")
    text = str(compiled(chart))
    assert text.count(plots.MODES["baldwinian"].colour) >= 2 and palette.FAMILIES[0] in text
    assert {"Baldwinian, strict", "UMDA", "Some", "n (bits)", "16", "64"} <= set(texts(chart))
