"""Modes against each other beside the paper: by hand, and by simulation of a whole study."""

import numpy as np
import pandas as pd
import pytest
from frames import runs
from scipy import stats

from memlab.evolution.modes import PAPER_MODES as MODES
from memlab.paper import contrasts, published
from memlab.paper.tables import compare_scores

THEIRS = published.read("scores").set_index(["problem", "dataset", "mode"])["mean"]


def study(spread=5.0, noise=0.5, graphs=20, shift=None, seed=0, datasets=("rb_small", "rb_large")):
    """MIS on RB graphs, for which nothing is corrected: the paper's means, if not shifted.

    Graphs differ by `spread` in all modes alike, and by `noise` in each.
    """
    rng, frames = np.random.default_rng(seed), []
    for dataset in datasets:
        common = rng.normal(0, spread, graphs)
        for mode in MODES:
            mean = THEIRS["mis", dataset, mode] + (shift or {}).get(mode, 0.0)
            values = mean + common + rng.normal(0, noise, graphs)
            frames.append(runs(values[:, None], dataset=dataset, mode=mode))
    return pd.concat(frames, ignore_index=True)


def test_a_contrast_by_hand():
    """Twelve RB graphs: Lamarckian minus Baldwinian, against 19.45 - 20.04."""
    frame = pd.concat([runs([[20], [24], [22], [30]] * 3, mode="baldwinian"),
                       runs([[19], [24], [21], [28]] * 3, mode="lamarckian")])
    row, = contrasts.contrasts(frame).to_dict("records")
    differences = np.array([-1, 0, -1, -2] * 3)
    assert (row["mode"], row["graphs"], row["mean"]) == ("lamarckian", 12, -1)
    assert row["sem"] == pytest.approx(differences.std(ddof=1) / np.sqrt(12))
    assert row["high"] - row["mean"] == pytest.approx(2.200985 * row["sem"])
    assert row["published_mean"] == pytest.approx(19.45 - 20.04)
    assert row["scale"] == 20.04
    error = np.hypot(differences.std(ddof=1) / np.sqrt(7500), np.sqrt(2) * 0.01 / np.sqrt(12))
    assert row["published_sem"] == pytest.approx(error)
    assert row["difference"] == pytest.approx(-1 + 0.59)
    assert row["percent"] == pytest.approx(100 * (-1 + 0.59) / 20.04)
    z = 0.41 / np.hypot(row["sem"], error)      # nearly all of the error is ours
    assert row["p"] == pytest.approx(2 * stats.t.sf(z, 11), rel=1e-3)


def test_few_graphs_decide_no_contrast():
    found = contrasts.contrasts(study(graphs=9, shift={"lb": 100.0}))
    assert set(found["verdict"]) == {"undecided"} and found["sem"].isna().all()


def test_a_reference_without_runs_is_named():
    others = study().query("mode != 'baldwinian'")
    with pytest.raises(ValueError, match="reference must be one of 'darwinian'.*'baldwinian'"):
        contrasts.contrasts(others)
    assert len(contrasts.contrasts(others, "lb")) == 4      # two modes on two datasets


def test_a_contrast_finds_what_a_score_cannot():
    """Graphs differ by 5, modes by 0.5 on each: a shift of 1 is seen in contrasts alone."""
    frame = study(shift={"lb": 1.0})

    cells = compare_scores(frame).set_index(["dataset", "mode"])["verdict"]
    found = contrasts.contrasts(frame).set_index(["dataset", "mode"])["verdict"]
    for dataset in ("rb_small", "rb_large"):
        assert cells[dataset, "lb"] == "undecided"
        assert found[dataset, "lb"] == "differs"
        assert found[dataset, "lamarckian"] != "differs"
    # the same shift of all modes is none between them
    alike = contrasts.contrasts(study(shift=dict.fromkeys(MODES, 3.0)))
    pd.testing.assert_frame_equal(alike, contrasts.contrasts(study()))
