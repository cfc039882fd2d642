"""The tables behind the charts, on runs small enough to be checked by hand."""

import pytest

from memlab import theory


def test_tabulated_values_are_those_of_the_function():
    table = theory.tabulate(theory.expected_runtime, ["darwinian", "baldwinian"], [2, 3],
                            largest=60, points=5, name="time", strict=False)
    assert list(table.columns) == ["mode", "n", "k", "time"]
    for row in table.itertuples():
        assert row.n % row.k == 0
        assert row.time == theory.expected_runtime(row.mode, row.n, row.k)
    assert table.groupby("k").n.min().to_dict() == {2: 8, 3: 12}
    assert table.n.max() == 60 and not table.duplicated(["mode", "k", "n"]).any()


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="largest must be an integer of at least 12"):
        theory.tabulate(theory.expected_runtime, ["darwinian"], [2, 3], largest=10)
