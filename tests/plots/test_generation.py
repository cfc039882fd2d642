"""One offspring as a picture: its bits, in their stages, mode by mode."""

import pandas as pd
import pytest
from drawn import compiled, rows, texts

from memlab import plots

STAGES = {"darwinian": {"parent": [1, 0, 1], "stored": [1, 1, 1]},
          "lb": {"parent": [1, 0, 1], "learning": [0, 0, 1], "stored": [0, 0, 1]}}


@pytest.fixture
def frame():
    return pd.DataFrame([(mode, stage, position, bit, position == 1, f"{stage} of {mode}")
                         for mode, stages in STAGES.items() for stage, bits in stages.items()
                         for position, bit in enumerate(bits)],
                        columns=["mode", "stage", "position", "bit", "marked", "note"])


def drawn(chart):
    """The squares; the notes and the names of the stages have data of their own."""
    return pd.DataFrame(rows(chart)).dropna(subset="bit").drop_duplicates(
        ["mode", "stage", "place"])


def test_every_bit_is_a_square_in_its_stage(frame):
    before = frame.copy()
    chart = plots.generation(frame, title="Born", subtitle="and stored")
    assert compiled(chart)
    said = {"Born", "and stored", "Darwinian", "LB", "learning", "stored of lb"}
    assert said <= set(texts(chart))
    assert texts(chart).count("learning") == 1, "a stage is named once"
    squares = drawn(chart)
    for mode, stages in STAGES.items():
        row = squares[squares["mode"] == plots.MODES[mode].label].sort_values("place")
        assert row["bit"].tolist() == [bit for bits in stages.values() for bit in bits]
        assert (row["fill"] == plots.MODES[mode].colour).tolist() == row["bit"].eq(1).tolist()
        assert (row["width"] > 1).tolist() == row["position"].eq(1).tolist()
    assert frame.equals(before)


def test_stages_of_the_same_name_stand_below_each_other(frame):
    shown = drawn(plots.generation(frame))
    first = shown[shown["position"] == 0].groupby("stage")["place"]
    assert first.nunique().eq(1).all() and first.first().nunique() == 3
