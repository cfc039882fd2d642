"""Comparisons show every mode and every configuration, with the published value where known."""

import pandas as pd
import pytest
from drawn import compiled, rows, texts

from memlab import plots
from memlab.modes import MODES


def test_losses_have_a_stroke_for_each_configuration():
    frame = pd.DataFrame([{"problem": "mis", "dataset": "ba_small", "mode": mode,
                           "loss_percent": loss} for mode in MODES for loss in (0.0, 3.0, 2_500.0)])
    chart = plots.losses(frame)
    assert compiled(chart)
    assert len(rows(chart)) == 3 * len(MODES)
    drawn = texts(chart)
    assert {"0", "10", "1,000", "loss (%)", *(s.label for s in plots.MODES.values())} <= set(drawn)
    assert "10,000" not in drawn


def test_a_missing_column_or_an_unknown_mode_is_named():
    with pytest.raises(ValueError, match="lacks .*loss_percent"):
        plots.losses(pd.DataFrame({"mode": ["lb"], "mean": [0.0]}))
    with pytest.raises(ValueError, match="not 'memetic'"):
        plots.losses(pd.DataFrame({"mode": ["memetic"], "loss_percent": [0.0]}))
