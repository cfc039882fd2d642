"""The paper's numbers, against some read from its tables by eye."""

import pytest

from memlab.evolution.modes import PAPER_MODES as MODES
from memlab.paper import published
from memlab.support.names import DATASETS, GRAPH_PROBLEMS


def cell(frame, **keys):
    for column, value in keys.items():
        frame = frame[frame[column] == value]
    assert len(frame) == 1
    return frame.iloc[0]


def test_table_1():
    frame = published.read("scores")
    assert len(frame) == 2 * 6 * 9
    row = cell(frame, problem="mis", dataset="rb_large", mode="lb")
    assert (row["mean"], row["std"]) == (37.61, 0.88)
    row = cell(frame, problem="maxcut", dataset="ba_small", mode="Solver")
    assert (row["mean"], row["std"]) == (460.9, 0.0)
    assert list(frame["mode"][:9]) == ["GIN", "GT", "MLP", "DeepSets", "Solver", *MODES]
    assert list(frame["dataset"].unique()) == list(DATASETS)


@pytest.mark.parametrize("name", [
    "best_parameters", "unique_solutions", "runtime_seconds", "universality_loss_percent"])
def test_the_other_tables_have_the_48_cells_in_the_papers_order(name):
    frame = published.read(name)
    cells = list(zip(frame["problem"], frame["dataset"], frame["mode"], strict=True))
    assert cells == [(p, d, m) for p in GRAPH_PROBLEMS for d in DATASETS for m in MODES]
