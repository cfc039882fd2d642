"""What the page knows of the map: who leads on random graphs, and with which configurations."""

import functools

import pandas as pd

from ..analysis.leads import chosen, leads
from ..evolution.modes import MODES
from ..study import load
from ..support.names import GRAPH_PROBLEMS
from ..support.paths import RESULTS

CELL = ["problem", "step_cost", "graph_n", "graph_p"]
CHOOSING = 3      # graphs of a place
SETTINGS = {"mu": "mu", "lambda_": "lambda", "crossover_rate": "crossover"}      # the page's names


@functools.cache
def found():
    """Return the map as the page has it, computed from the shipped runs.

    Returns
    -------
    dict
        The numbers of vertices "n", the probabilities "p" and the "prices"; of each mode the
        "setups", which are configurations; and in "leads", by problem and price, lists over all
        places, one probability after the other for each number of vertices: Baldwin's "lead" over
        Lamarck, "half" its 95 % interval, Baldwin's "result", whether the lead is "sure", and of
        each mode the place of the "chosen" configuration among its setups, the first if several are
        equally good; the numbers are means over all of these. The "top" of a problem is the lead
        at which colours end.
    """
    runs = load(RESULTS / "plane").runs()
    n, p = (sorted(runs[name].unique().tolist()) for name in CELL[2:])
    places = pd.MultiIndex.from_product([n, p])
    prices = sorted(runs["step_cost"].unique().tolist())
    setups = {mode: [] for mode in MODES}
    shown = {problem: {} for problem in GRAPH_PROBLEMS}
    for problem, some in runs.groupby("problem"):
        free = some["mode"] == "darwinian"      # who does not learn pays nothing
        for price in prices:
            priced = some[free | (some["step_cost"] == price)]
            best = chosen(priced, CHOOSING, CELL[2:])
            means = best[best["mode"] == "baldwinian"].groupby(CELL[2:])["best_fitness"].mean()
            lead = leads(priced, CHOOSING, cell=CELL).set_index(CELL[2:]).loc[places]
            shown[problem][f"{price:g}"] = {
                "lead": _rounded(lead["difference"], 2),
                "half": _rounded(lead["high"] - lead["difference"], 2),
                "result": _rounded(means.loc[places], 1),
                "sure": "".join("01"[sure] for sure in lead["p_holm"] < 0.05),
                "chosen": {mode: "".join(_number(row, setups[mode])
                                         for row in of.loc[places].itertuples())
                           for mode, of in best.drop_duplicates([*CELL[2:], "mode"]).set_index(
                               CELL[2:]).groupby("mode")}}
        every = pd.Series([abs(one) for of in shown[problem].values() for one in of["lead"]])
        shown[problem]["top"] = max(float(f"{every.quantile(0.95):.1g}"), 1.0)
    return {"n": n, "p": p, "prices": prices, "setups": setups, "leads": shown}


def _rounded(values, digits):
    return [int(value) if value == int(value) else value for value in values.round(digits).tolist()]


def _number(run, setups):
    """Return the place of a run's configuration among the setups of its mode, as a digit."""
    one = {ours: getattr(run, name) for name, ours in SETTINGS.items()}
    if run.mode == "lb":
        one["lb"] = run.lb_probability
    if one not in setups:
        setups.append(one)
    return str(setups.index(one))
