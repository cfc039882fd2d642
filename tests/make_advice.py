"""Make ``data/advice.csv``, which `memlab.advise` reads: ``python tests/make_advice.py``.

It reads the shipped runs of ``plane.toml``. At each of the 144 places of the map, for each problem
and price, the configuration is the one that is best on average on the places around it, relative to
the universal Baldwinian configuration; its gain over that one is measured on the place itself. So
no graph judges what it has chosen.
"""

import itertools

import pandas as pd
from scipy import stats

import memlab as ml
from memlab.support.paths import RESULTS, ROOT

BASE = "mode == 'baldwinian' and mu == 250"      # lambda = 50, crossover rate 0.9
SETTINGS = ["mode", "mu", "lambda_", "crossover_rate", "lb_probability"]


def around(place, axes):
    """The places next to one, and diagonally: at most eight."""
    at = [axis.index(value) for axis, value in zip(axes, place, strict=True)]
    near = itertools.product(*(axis[max(0, i - 1):i + 2] for axis, i in zip(axes, at, strict=True)))
    return [other for other in near if other != place]


def table(runs):
    """The suggestion for every place, as a frame."""
    unpaid = runs[runs["mode"] == "darwinian"]      # which pays nothing at any price
    prices = sorted({*runs["step_cost"]} - {*unpaid["step_cost"]})
    runs = pd.concat([runs, *(unpaid.assign(step_cost=price) for price in prices)])
    runs = runs.assign(number=runs.groupby(SETTINGS, dropna=False).ngroup())
    settings = runs.drop_duplicates("number").set_index("number")[SETTINGS]
    base, = settings.query(BASE).index
    axes = [sorted(runs[name].unique()) for name in ("graph_n", "graph_p")]
    rows = []
    for (problem, price), some in runs.groupby(["problem", "step_cost"]):
        best = some.pivot(index=["graph_n", "graph_p", "graph"], columns="number",
                          values="best_fitness")
        level = best[base].groupby(level=[0, 1]).mean()
        gains = 100 * best.sub(best[base], axis=0).div(level, axis=0)
        means = gains.groupby(level=[0, 1]).mean()
        for place in itertools.product(*axes):
            chosen = means.loc[around(place, axes)].mean().idxmax()
            gain = gains.loc[place, chosen]
            interval = stats.ttest_1samp(gain, 0).confidence_interval() if gain.any() else (0, 0)
            rows.append([problem, price, *place, *settings.loc[chosen], gain.mean(), *interval])
    return pd.DataFrame(rows, columns=["problem", "step_cost", "n", "p", *SETTINGS,
                                       "gain", "low", "high"]).round(4)


if __name__ == "__main__":
    table(ml.study.load(RESULTS / "plane").runs()).to_csv(ROOT / "data" / "advice.csv", index=False)
