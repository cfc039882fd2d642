"""Interactions, slopes and medians: what was put in, and by statsmodels and tables."""

import numpy as np
import pandas as pd
import pytest
from experiments import MODES, rows
from scipy import stats
from statsmodels.regression.linear_model import OLS
from statsmodels.tools import add_constant

from memlab.analysis import comparison, factors


def crossed(gain):
    """LB and Lamarckian runs with mu 10 or 50 and two searches; gain(method, mu, search, graph)."""
    return comparison.named(pd.DataFrame([
        {**row, "best_fitness": row["best_fitness"] + gain(row["mode"], mu, search, row["graph"])}
        for mu in (10, 50) for search in ("repair", "swap")
        for row in rows([{**MODES[name], "mu": mu} for name in ("lb", "lamarckian")], graphs="abc",
                        local_search=search)]))


def test_interactions_are_what_was_put_in():
    """With swaps and mu=50 together, LB gains 1, 2, 3 on three graphs, Lamarckian runs nothing."""
    frame = factors.interactions(crossed(lambda mode, mu, search, graph: 4 * (mu == 50) + 2 * (
        search == "swap") + (ord(graph) - 96) * (mode == "lb" and mu == 50 and search == "swap")))
    found = frame.set_index(["family", "factor"])
    assert found["difference"].to_dict() == {
        ("LB", "local_search × mu"): 2, ("Lamarckian", "local_search × mu"): 0,
        ("Lamarckian", "family × local_search"): -1, ("Lamarckian", "family × mu"): -1}
    row = found.loc["LB", "local_search × mu"]
    assert (row["level"], row["reference"], row["units"]) == ("swap × 50", "repair × 10", 3)
    half = stats.t.ppf(0.975, 2) / np.sqrt(3)
    assert [row["low"], row["high"]] == pytest.approx([2 - half, 2 + half])


def test_a_family_without_a_factor_interacts_with_none():
    runs = crossed(lambda *_: 0)
    idle = runs[runs["family"].eq("LB") & runs["mu"].eq(10)].assign(family="restarts", mu=None)
    frame = factors.interactions(pd.concat([idle, runs]))
    assert not (frame["reference"] + frame["level"]).str.contains("restarts × [15]0").any()
    assert set(frame["factor"]) == {"family × local_search", "family × mu", "local_search × mu"}


def test_medians_have_the_interval_of_the_sign_test():
    """Of 1, 2, ..., 12 the third and the tenth, by tables; five units say nothing."""
    def of(count):
        runs = pd.DataFrame(rows([MODES["lb"]], graphs="abcdefghijkl"[:count], repetitions=1))
        return comparison.means(comparison.named(runs.assign(
            best_fitness=np.arange(1, count + 1)))).iloc[0][["median", "median_low", "median_high"]]
    assert of(12).tolist() == [6.5, 3, 10]
    assert of(5)["median"] == 3 and np.isnan(of(5)["median_low"])


def test_slopes_are_those_of_least_squares():
    rng, k = np.random.default_rng(1), np.repeat([2, 4, 8], 10)
    values = 7 - 0.3 * k + rng.normal(0, 0.2, 30)
    runs = comparison.named(pd.DataFrame([
        {"problem": "qubo", "dataset": f"nk n=30 k={level} deep", "graph": str(i), "repetition": r,
         "mode": "lb", "best_fitness": value + r, "fitness_unit": 1.0}
        for i, (level, value) in enumerate(zip(k, values, strict=True)) for r in (0, 1)]))
    row, = factors.slopes(runs).to_dict("records")
    line = OLS(values, add_constant(k)).fit()
    assert (row["dataset"], row["parameter"], row["values"], row["units"]) == (
        "nk n=30 deep", "k", 3, 30)
    assert [row["slope"], row["low"], row["high"]] == pytest.approx(
        [line.params[1], *line.conf_int()[1]])
    level = factors.slopes(runs.assign(best_fitness=5.0)).iloc[0]
    assert level["slope"] == 0 and np.isnan(level["low"])      # nobody knows how they would spread
    assert factors.slopes(crossed(lambda *_: 0)).empty
