"""Reasons for differences: each in a case where it is the only one."""

import numpy as np
import pandas as pd
import pytest
from frames import runs
from scipy import stats

from memlab.paper import published
from memlab.paper.differences import explain, selection

SCORES = published.read("scores").query("problem == 'mis' and dataset == 'rb_small'")
THEIRS = SCORES.set_index("mode")["mean"]
MODES = ("darwinian", "baldwinian", "lamarckian", "lb")


def scattered(mean, offset=0.0):
    """Sixteen graphs, one seed each: scores spread evenly around a mean, with a sem of 0.16."""
    return [[mean + offset + step] for step in np.linspace(-1, 1, 16)]


def study(**offsets):
    """Runs of the four modes, at the paper's means but for these offsets."""
    return pd.concat([runs(scattered(THEIRS[mode], offsets.get(mode, 0.0)), mode=mode)
                      for mode in MODES], ignore_index=True)


def test_what_agrees_with_the_papers_configuration_is_the_selections():
    row, = explain(study(lb=-2.0).assign(mu=50), study()).to_dict("records")
    assert (row["mode"], row["reason"]) == ("lb", "selection")
    assert row["own_minus_papers"] == pytest.approx(-2.0)
    assert row["sem"] == pytest.approx(0.0, abs=1e-9)
    assert row["replicated_mean"] == pytest.approx(row["published_mean"])
    assert row["mean"] == pytest.approx(row["published_mean"] - 2.0)


def test_what_differs_beyond_all_chance_has_another_reason():
    row, = explain(study(), study(baldwinian=2.0)).to_dict("records")
    assert (row["mode"], row["reason"]) == ("baldwinian", "other")
    assert row["p_holm"] < 1e-6
    assert row["own_minus_papers"] == pytest.approx(-2.0)


def test_a_selection_is_judged_in_pairs():
    """Sixteen graphs that differ by two: a constant loss of 0.1 is seen, one of 0.1 +- 1 is not."""
    noise = np.random.default_rng(0).normal(0, 1, 16)
    ours = study(lb=-0.1, darwinian=0.1, lamarckian=-0.1).assign(mu=50)
    ours.loc[ours["mode"] == "lamarckian", "best_fitness"] += noise
    ours.loc[ours["mode"] == "baldwinian", "mu"] = 10
    frame = selection(ours, study()).set_index("mode")
    assert frame["verdict"].to_dict() == {"darwinian": "better", "baldwinian": "same",
                                          "lamarckian": "undecided", "lb": "worse"}
    assert frame.loc["lb", "percent"] == pytest.approx(-100 * 0.1 / THEIRS["lb"])
    assert frame.loc["lamarckian", "p"] == pytest.approx(stats.ttest_1samp(noise - 0.1, 0).pvalue)
    assert frame["p_holm"].isna().to_dict() == {"darwinian": False, "baldwinian": True,
                                                "lamarckian": False, "lb": False}
