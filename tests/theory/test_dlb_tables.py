"""The tables behind the charts, on runs small enough to be checked by hand."""

import numpy as np
import pandas as pd
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
                            name="cost", convention="scans", lb_probability=0.5)
    assert table.cost[0] == theory.expected_evaluations("lb", 8, 2, convention="scans",
                                                        lb_probability=0.5)


def test_runs_are_summarised_with_their_intervals():
    table = theory.tabulate_runs(["darwinian", "baldwinian"], [2, 3], [12, 24], runs=400, seed=3)
    assert len(table) == 8
    assert np.allclose(table.high - table["mean"], 1.96 * table.error, rtol=1e-4)
    assert np.allclose(table["mean"] - table.low, 1.96 * table.error, rtol=1e-4)
    exact = [theory.runtime_moments(row.mode, row.n, row.k) for row in table.itertuples()]
    assert np.allclose(table.error, [m.std / 20 for m in exact], rtol=0.3)
    assert (abs(table["mean"] - [m.mean for m in exact]) < 4 * table.error).all()
    assert theory.tabulate_runs(["darwinian"], [2], [12], runs=400, seed=3)["mean"][0] == (
        table["mean"][0])


def test_states_of_blocks():
    frame = pd.DataFrame({"iteration": [0, 10], "level": [2, 0]})
    run = theory.Trajectory(frame, np.array([[3, 2, 1, 3], [2, 0, 3, 2]], np.uint8))
    table = theory.debt_table(run, k=3)
    assert table.block.tolist() == [1, 2, 3, 4] * 2
    assert table.iteration.tolist() == [0] * 4 + [10] * 4
    assert table.state.tolist() == ["full", "damaged", "critical", "random",
                                    "critical", "random", "random", "random"]


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="runs must be an integer of at least 2"):
        theory.tabulate_runs(["darwinian"], [2], [24], runs=1)
    with pytest.raises(ValueError, match="largest must be an integer of at least 12"):
        theory.tabulate(theory.expected_runtime, ["darwinian"], [2, 3], largest=10)
