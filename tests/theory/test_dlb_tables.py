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


@pytest.mark.parametrize(("mode", "k", "exponent"), [("darwinian", 3, 4), ("lb", 4, 4),
                                                     ("baldwinian", 4, 2)])
def test_exponents_of_exact_power_laws_are_found(mode, k, exponent):
    sizes = np.array([20, 100, 200, 400, 800])
    law = 3.0 * sizes.astype(float) ** exponent
    law[0] = 1.0                                # too small a size; it is left out
    table = pd.DataFrame({"mode": mode, "k": k, "n": sizes, "mean": law, "error": law / 50})
    fit, = theory.fit_exponents(table, smallest=100).itertuples()
    assert fit.exponent == pytest.approx(exponent)
    assert fit.theorem == exponent
    # By hand: the variance of a slope is s**2 over the squared deviations of log n.
    spread = np.log(sizes[1:]) - np.log(sizes[1:]).mean()
    margin = 1.96 / 50 / np.sqrt((spread**2).sum())
    assert fit.high - fit.exponent == pytest.approx(margin, rel=1e-4)
    assert fit.exponent - fit.low == pytest.approx(margin, rel=1e-4)


def test_a_slope_needs_two_sizes():
    table = theory.tabulate_runs(["darwinian"], [2], [24, 120], runs=5)
    with pytest.raises(ValueError, match="two sizes of at least 100 for mode 'darwinian' and k=2"):
        theory.fit_exponents(table)


def test_states_of_blocks():
    frame = pd.DataFrame({"iteration": [0, 10], "level": [2, 0]})
    run = theory.Trajectory(frame, np.array([[3, 2, 1, 3], [2, 0, 3, 2]], np.uint8))
    table = theory.debt_table(run, k=3)
    assert table.block.tolist() == [1, 2, 3, 4] * 2
    assert table.iteration.tolist() == [0] * 4 + [10] * 4
    assert table.state.tolist() == ["full", "damaged", "critical", "random",
                                    "critical", "random", "random", "random"]


def test_rates_of_the_debt():
    """Simulated rates near the exact ones, and both near the laws: n = 60, 200 runs."""
    rates = theory.debt_rates(60, 3, runs=200, seed=1)
    assert rates.groupby("rate").source.unique().map(set).to_dict() == {
        "damaged blocks, share": {"simulated", "large n"},
        "offspring accepted, share": {"simulated", "exact", "large n"},
        "local-search steps per call": {"simulated", "exact", "large n"}}
    wide = rates.pivot_table(index=["rate", "solved"], columns="source", values="value")
    accepted = wide.loc["offspring accepted, share"]
    steps = wide.loc["local-search steps per call"]
    damaged = wide.loc["damaged blocks, share"]
    assert np.allclose(accepted.simulated, accepted.exact, atol=0.03)
    assert np.allclose(accepted["large n"], accepted.exact, atol=0.03)
    assert np.allclose(steps.simulated, steps.exact, rtol=0.1)
    assert np.allclose(damaged.simulated.dropna(), 3 / 4, atol=0.08)


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="runs must be an integer of at least 2"):
        theory.tabulate_runs(["darwinian"], [2], [24], runs=1)
    with pytest.raises(ValueError, match="largest must be an integer of at least 12"):
        theory.tabulate(theory.expected_runtime, ["darwinian"], [2, 3], largest=10)
    with pytest.raises(ValueError, match="runs must be an integer of at least 1"):
        theory.debt_rates(60, 3, runs=0)
    with pytest.raises(ValueError, match="n must be a multiple of k=3"):
        theory.debt_rates(61, 3)
