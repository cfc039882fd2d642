"""Costs in evaluations, steps and seconds: by hand, and against slow loops."""

import itertools
import time

import numpy as np
import pandas as pd
import pytest

import memlab as ml
from memlab.analysis import currencies, statistics
from memlab.solvers import baselines

KEYS = {"problem": "mis", "dataset": "rb_small", "mode": "lb"}
PRICE = {"evaluations": 2e-6, "local_search_steps": 5e-6}


def finished(steps):
    """Runs of 100 evaluations and so many steps each, that take what `PRICE` says."""
    return pd.DataFrame([{**KEYS, "run": run, "graph": run % 2, "repetition": run // 2,
                          "evaluations": 100, "local_search_steps": many,
                          "seconds": 100 * PRICE["evaluations"]
                          + many * PRICE["local_search_steps"], "best_fitness": 50 + run}
                         for run, many in enumerate(steps)])


def traced(runs, points=(25, 50, 100)):
    """Steps grow with the square of the evaluations, the fitness by one a point."""
    return pd.DataFrame([{**KEYS, "run": row.run, "graph": row.graph, "evaluations": point,
                          "local_search_steps": row.local_search_steps * (point / 100) ** 2,
                          "best_fitness": row.best_fitness - (100 - point) // 25}
                         for row, point in itertools.product(runs.itertuples(), points)])


def test_prices_are_found_again():
    price, = currencies.prices(finished([0, 10, 300, 4000])).itertuples()
    assert (price.runs, price.problem, price.dataset) == (4, "mis", "rb_small")
    assert np.isclose(price.evaluation, 2) and np.isclose(price.step, 5)
    assert price.deviation < 1e-9


def test_no_price_is_negative():
    runs = finished([0, 10, 300, 4000])
    runs["seconds"] = [4e-4, 3e-4, 2e-4, 1e-4]
    price, = currencies.prices(runs).itertuples()
    assert price.step == 0 and price.evaluation > 0 and price.deviation > 0.1


def test_a_run_ends_with_its_own_seconds():
    runs = finished([40, 10, 300, 4000])
    runs["seconds"] *= [1, 2, 1, 1]      # one was slower than the prices say
    course = currencies.in_seconds(traced(runs), runs)
    ends = course.groupby("run")["seconds"].max()
    assert np.allclose(ends, runs["seconds"])
    assert (course.groupby("run")["seconds"].diff().dropna() > 0).all()
    course = currencies.in_seconds(traced(finished([40, 10])), finished([40, 10]))
    expected = sum(course[name] * price for name, price in PRICE.items())
    assert np.allclose(course["seconds"], expected)


@pytest.mark.parametrize("currency", currencies.CURRENCIES)
def test_running_times_and_attainment_in_each_currency(currency):
    runs = finished([40, 10, 300, 4000])
    course = currencies.in_seconds(traced(runs), runs)
    best = runs.groupby("graph")["best_fitness"].max()
    targets, spent, hits = (0.05, 0.01), dict.fromkeys((0.05, 0.01), 0.0), []
    for target, run in itertools.product(targets, runs["run"]):
        rows = course[course["run"] == run]
        near = rows[(best[run % 2] - rows["best_fitness"]) / best[run % 2] <= target]
        hits += near[currency].head(1).tolist()
        spent[target] += (near if len(near) else rows)[currency].agg("min" if len(near) else "max")
    times = statistics.expected_running_times(course, runs, targets, currency=currency)
    times = times.set_index("target")
    assert times["successes"].sum() == len(hits) and 2 < len(hits) < 8
    for target in targets:
        assert np.isclose(times["ert"][target], spent[target] / times["successes"][target])
    share = statistics.ecdf(course, runs, targets, currency=currency)
    assert share["share"].is_monotonic_increasing
    for cost, reached in share[[currency, "share"]].itertuples(index=False):
        assert reached == np.mean([hit <= cost for hit in hits]) * len(hits) / 8


def test_seconds_are_those_of_the_processor(monkeypatch):
    """The clock of the thread, whatever the one on the wall says."""
    problem = ml.MaxCut(ml.datasets.generate("ba_small")[0])
    settings = {"mode": "baldwinian", "mu": 2, "lambda_": 2, "budget": 10}
    baselines.random_sampling(problem, budget=10)
    ml.evolve(problem, **settings)
    clock = itertools.count(0, 5)      # the compiler, which looks at it too, is done
    monkeypatch.setattr(time, "thread_time", lambda: next(clock))
    assert baselines.random_sampling(problem, budget=10).seconds % 5 == 0
    evolution = ml.Evolution(problem, **settings)
    assert evolution.seconds == 5
    evolution.step()
    assert evolution.seconds == 10
