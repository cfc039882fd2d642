"""What a selection of configurations costs, on scores that are known."""

import numpy as np
import pandas as pd
import pytest
from frames import runs
from scipy import stats

from memlab.paper import published
from memlab.paper.differences import selection

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
