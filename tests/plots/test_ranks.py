"""Ranks show every mode, and how far chance may take one from the best."""

import pandas as pd
from drawn import compiled, rows, texts

from memlab import plots
from memlab.modes import MODES


def test_ranks_show_the_modes_and_the_critical_difference():
    frame = pd.DataFrame([{"problem": "mis", "dataset": d, "mode": m, "rank": 1.5 + i / 2,
                           "critical_difference": width}
                          for d, width in (("er_small", 0.75), ("ba_large", 9.0))
                          for i, m in enumerate(MODES)])
    chart = plots.ranks(frame)
    assert compiled(chart)
    shown = pd.DataFrame(rows(chart))
    assert {"Darwinian", "LB"} <= set(shown["mode"])
    assert set(shown["best"]) == {1.5}
    assert set(shown["limit"]) == {2.25, len(MODES)}      # no further than the last rank
    drawn = texts(chart)
    assert {"MIS, ER small", "MIS, BA large", "mean rank", "1", str(len(MODES))} <= set(drawn)
    assert drawn.count("Baldwinian") == 1      # named at the left edge only


def test_ranks_of_one_dataset_are_one_panel():
    frame = pd.DataFrame({"mode": ["lb", "darwinian"], "rank": [1.1, 1.9],
                          "critical_difference": 0.2})
    assert compiled(plots.ranks(frame))
