"""The chart of the claims shows those that runs judge, with their intervals and verdicts."""

import pandas as pd
import pytest
from drawn import compiled, rows, texts

from memlab import plots
from memlab.paper.claims import VERDICTS as KNOWN
from memlab.plots.palette import VERDICTS


@pytest.fixture
def judged():
    """Two claims of several cells, one of one value, one that is exact."""
    return pd.DataFrame({
        "claim": ["A.", "B.", "C.", "D."], "computed": [3.0, 6.0, 1.5, 5.0],
        "low": [1.0, 6.0, 1.0, 5.0], "high": [4.0, 6.0, 2.0, 5.0], "of": [4, 6, 1, 5],
        "detectable": [0.5, 0.1, 0.5, None], "unit": ["cells", "cells", "%", "cells"],
        "verdict": ["cannot be judged", "confirmed", "confirmed", "confirmed"]})


def test_shares_intervals_and_verdicts_are_drawn(judged):
    chart = plots.claims(judged)
    assert compiled(chart)
    shown = {row["claim"]: (row["low"], row["computed"], row["high"]) for row in rows(chart)}
    assert shown == {"A.": (25, 75, 100), "B.": (100, 100, 100)}
    assert {"A.", "B.", "cells (%)", "confirmed", "cannot be judged"} <= set(texts(chart))
    assert not {"C.", "D.", "contradicted"} & set(texts(chart))


def test_every_verdict_has_a_look_of_its_own():
    assert tuple(VERDICTS) == KNOWN
    assert len({style.shape for style in VERDICTS.values()}) == len(KNOWN)


def test_a_missing_column_is_named(judged):
    with pytest.raises(ValueError, match="lacks verdict"):
        plots.claims(judged.drop(columns="verdict"))
