"""Cheaper alternatives to the full grid search, such as successive halving.

All configurations ran on the same graphs with the same seeds, so that a tuner can look up its runs
in a finished grid search, and needs no new runs.

References
----------
.. [1] K. Jamieson, A. Talwalkar. Non-stochastic best arm identification and hyperparameter
   optimization. AISTATS 2016.
"""

import math

import numpy as np
import pandas as pd

from .frames import CELL, PARAMETERS, in_paper_order


def grid(scores):
    """Run every configuration on every graph; the best mean wins.

    Parameters
    ----------
    scores : ndarray, shape (configurations, graphs)
        Larger is better.

    Returns
    -------
    best : int
        The best configuration, the first of equal ones.
    runs : int
        The number of runs used.

    Examples
    --------
    >>> grid(np.array([[30, 32], [31, 34], [33, 29]]))      # three configurations, two graphs
    (1, 6)
    """
    return int(scores.mean(axis=1).argmax()), scores.size


def halving(scores, keep=3):
    """Successive halving [1]_: run all on one graph, the best 1/`keep` of them on more, and so on.

    In each round the number of graphs grows by the factor by which that of configurations shrinks,
    up to the number of graphs. So all rounds cost about the same, and the last uses all graphs.

    Parameters
    ----------
    scores : ndarray, shape (configurations, graphs)
    keep : int
        One of `keep` configurations continues.

    Returns
    -------
    best, runs : int
        As from `grid`. No run is repeated.

    Examples
    --------
    >>> scores = np.arange(12.0)[:, None] + np.zeros(4)
    >>> halving(scores)      # 12 on one graph, 4 of them on two more, 2 on the last, too
    (11, 22)
    """
    left, graphs, runs = np.arange(len(scores)), 1, len(scores)
    while graphs < scores.shape[1]:
        order = np.argsort(-scores[left, :graphs].mean(axis=1), kind="stable")
        left = np.sort(left[order[:math.ceil(len(left) / keep)]])
        more = min(graphs * keep, scores.shape[1])
        runs += len(left) * (more - graphs)
        graphs = more
    return int(left[scores[left].mean(axis=1).argmax()]), runs


def optuna(scores, parameters, runs, seed=0):
    """Tune by Optuna's tree of Parzen estimators with a given number of runs (extra ``tuning``).

    Parameters
    ----------
    scores : ndarray, shape (configurations, graphs)
    parameters : DataFrame
        The parameters of each configuration, with a column each.
    runs : int
        Number of runs. A trial runs a configuration on all graphs, so there are fewer trials.
    seed : int
        Seed of the sampler.

    Returns
    -------
    best, runs : int
        As from `grid`.

    Examples
    --------
    >>> parameters = pd.DataFrame({"mu": [10, 10, 50, 50], "lambda_": [10, 50, 10, 50]})
    >>> scores = np.array([[30, 31], [29, 28], [33, 34], [32, 30]])
    >>> _, spent = optuna(scores, parameters, runs=6)      # doctest: +SKIP
    >>> spent      # doctest: +SKIP
    6
    """
    import optuna as library

    library.logging.set_verbosity(library.logging.ERROR)
    choices = {name: sorted(set(parameters[name])) for name in parameters}
    place = {tuple(row): i for i, row in enumerate(parameters.itertuples(index=False, name=None))}

    def score(trial):
        row = tuple(trial.suggest_categorical(name, values) for name, values in choices.items())
        trial.set_user_attr("place", place[row])
        return scores[place[row]].mean()
    study = library.create_study(direction="maximize",
                                 sampler=library.samplers.TPESampler(seed=seed))
    study.optimize(score, n_trials=max(1, runs // scores.shape[1]))
    return study.best_trial.user_attrs["place"], len(study.trials) * scores.shape[1]


def losses(runs, tuners, draws=100, seed=0):
    """Return the loss of tuners on unseen graphs, relative to the full grid search.

    Parameters
    ----------
    runs : DataFrame
        Of a grid search, as returned by `memlab.study.Store.runs`.
    tuners : dict of callable
        Each takes the scores of a cell's configurations on one half of the graphs, both in random
        order, so that ties are broken at random; their parameters; and the number of the draw. It
        returns the best configuration and the number of runs used.
    draws : int
        Number of random halves; the other half serves for the evaluation.
    seed : int

    Returns
    -------
    DataFrame
        A row for each cell and tuner:

        - problem, dataset, mode, tuner;
        - runs: the number of runs used, mean over the draws;
        - loss_percent: how much worse the tuner's configuration is on the other half of the graphs
          than the one that the grid chooses on the first half;
        - regret_percent: how much worse it is than the best configuration on the other half.

    Examples
    --------
    >>> from memlab.paths import RESULTS
    >>> from memlab.study import load
    >>> runs = load(RESULTS / "laptop" / "grid").runs()
    >>> runs = runs.query("problem == 'mis' and dataset == 'er_small'")
    >>> tuners = {"halving": lambda scores, parameters, draw: halving(scores)}
    >>> losses(runs, tuners, draws=10)[["mode", "tuner", "runs", "loss_percent"]].round(2)
             mode    tuner   runs  loss_percent
    0   darwinian  halving   68.0         -0.59
    1  baldwinian  halving   68.0         -0.06
    2  lamarckian  halving   68.0         -0.07
    3          lb  halving  272.0          0.00
    """
    rng, rows = np.random.default_rng(seed), []
    for cell, frame in runs.groupby(CELL, sort=False):
        table = frame.assign(lb_probability=frame["lb_probability"].fillna(0.0)).pivot_table(
            "best_fitness", list(PARAMETERS), "graph", sort=False)
        parameters, scores = table.index.to_frame(index=False), table.to_numpy()
        half = scores.shape[1] // 2
        for draw in range(draws):
            order, mixed = rng.permutation(scores.shape[1]), rng.permutation(len(scores))
            first = scores[np.ix_(mixed, order[:half])]
            other = scores[np.ix_(mixed, order[half:])].mean(axis=1)
            in_this_order = parameters.iloc[mixed].reset_index(drop=True)
            by_grid = other[grid(first)[0]]
            for name, tuner in tuners.items():
                best, spent = tuner(first, in_this_order, draw)
                rows.append([*cell, name, spent, 100 * (by_grid - other[best]) / abs(by_grid),
                             100 * (other.max() - other[best]) / abs(other.max())])
    frame = pd.DataFrame(
        rows, columns=[*CELL, "tuner", "runs", "loss_percent", "regret_percent"])
    return in_paper_order(frame.groupby([*CELL, "tuner"], sort=False).mean().reset_index())
