"""The tables behind the charts, on runs small enough to be checked by hand."""

import pytest

from memlab import theory


def test_tabulated_values_are_those_of_the_function():
    table = theory.tabulate(theory.expected_runtime, ["darwinian", "baldwinian"], [2, 3],
                            largest=60, points=5)
    assert list(table.columns) == ["mode", "n", "k", "iterations"]
    for row in table.itertuples():
        assert row.n % row.k == 0
        assert row.iterations == theory.expected_runtime(row.mode, row.n, row.k)
    assert table.groupby("k").n.min().to_dict() == {2: 8, 3: 12}
    assert table.n.max() == 60 and not table.duplicated(["mode", "k", "n"]).any()


def test_tabulated_quantities_take_options_and_names():
    table = theory.tabulate(theory.expected_evaluations, ["lb"], [2], largest=16, points=2,
                            name="cost", convention="scans", lb_probability=1)
    assert table.cost[0] == theory.expected_evaluations("lb", 8, 2, convention="scans",
                                                        lb_probability=1)


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="largest must be an integer of at least 12"):
        theory.tabulate(theory.expected_runtime, ["darwinian"], [2, 3], largest=10)
