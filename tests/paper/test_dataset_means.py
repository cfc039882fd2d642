"""Estimates from few graphs: by hand, on graphs that taught nothing, and by simulation."""

import numpy as np
import pandas as pd
import pytest
from frames import runs
from scipy import stats

from memlab.analysis.frames import CELL
from memlab.paper import agreement, dataset_means, published
from memlab.paper.dataset_means import adjusted, as_published, coefficients, estimates, population
from memlab.paper.features import FEATURES
from memlab.study import load
from memlab.support.paths import RESULTS


@pytest.fixture(scope="module")
def untaught():
    """Runs of the paper's configurations on test graphs, of which no coefficient has heard."""
    return load(RESULTS / "replicated").runs()


def test_an_estimate_by_hand(untaught):
    """Two graphs: each score less what its features explain, with the spread that is shipped."""
    some = untaught.query("problem == 'mis' and dataset == 'ba_small' and mode == 'lb'"
                          " and graph_index < 2 and repetition == 0")
    row, = estimates(some).to_dict("records")
    fixed = coefficients().loc["mis", "ba_small", "lb"]
    means, covariances = population("ba_small")
    slope = fixed[list(FEATURES)].to_numpy(float)
    x = np.array([dataset_means.known_features()[name] for name in some["graph"]])
    assert row["mean"] == pytest.approx((some["best_fitness"] - (x - means) @ slope).mean())
    error = (fixed["between"]**2 + fixed["within"]**2) / 2 + slope @ covariances @ slope
    assert row["sem"] == pytest.approx(np.sqrt(error))
    assert row["degrees"] == fixed["degrees"] and row["between"] == fixed["graph_sd"]


def test_other_settings_have_the_spread_of_their_own_graphs(untaught):
    some = untaught.query("problem == 'maxcut' and dataset == 'rb_small' and graph_index < 5")
    for changed in (some.assign(mu=11), some.assign(ties="parents"), some.assign(budget=39_999)):
        cell = changed[changed["mode"] == "lb"]
        assert not as_published(cell, dict(zip(CELL, cell[CELL].iloc[0], strict=True)))
        assert (estimates(changed)["degrees"] == 4).all()
    # and never less than the shipped spread, since residuals have heavy tails
    cell = some[some["mode"] == "lb"].assign(mu=11)
    where = dict(zip(CELL, cell[CELL].iloc[0], strict=True))
    explained = cell["graph"].map(adjusted(cell, where)["features"])
    row, = estimates(cell.assign(best_fitness=2_800 + explained)).to_dict("records")
    fixed = coefficients().loc["maxcut", "rb_small", "lb"]
    shipped = np.hypot(fixed["between"], fixed["within"] / np.sqrt(3)) / np.sqrt(5)
    assert row["mean"] == pytest.approx(2_800) and row["sem"] >= shipped


def test_graphs_from_elsewhere_have_the_plain_mean():
    row, = estimates(runs([[20, 22], [25, 25]], dataset="rb_small")).to_dict("records")
    assert (row["mean"], row["sem"], row["degrees"]) == (23, 2, 1)
    files = runs([[20], [25]], dataset="my files").assign(graph=["er_small/test/0/0", "b"])
    assert estimates(files)["mean"].tolist() == [22.5]


def test_exact_means_of_rb_cuts():
    """Theory's prediction at the mean sizes, which an earlier table had from 20,000 graphs."""
    for dataset, cut in (("rb_small", 2813.55), ("rb_large", 29575.8)):
        _, m, root = population(dataset)[0][:3]
        assert m / 2 + 0.7632 * root / np.sqrt(2) == pytest.approx(cut, rel=1e-4)


def test_intervals_from_four_graphs_hold_the_mean_as_often_as_they_say():
    """48 cells, 4,000 draws of four of 400 graphs, one seed; the mean of all is the truth."""
    rng, covered = np.random.default_rng(0), {}
    for cell, frame in load(RESULTS / "untaught").runs().groupby(CELL):
        scores = adjusted(frame, dict(zip(CELL, cell, strict=True)))["adjusted"].to_numpy()
        drawn = scores[rng.permuted(np.tile(np.arange(400), (4_000, 1)), axis=1)[:, :4]]
        fixed = coefficients().loc[cell]
        error = np.hypot(fixed["between"], fixed["within"]) / 2
        margin = stats.t.ppf(0.975, fixed["degrees"]) * error
        covered[cell] = (np.abs(drawn.mean(axis=1) - scores.mean()) < margin).mean()
    covered = pd.Series(covered)
    assert 0.935 < covered.mean() < 0.965 and covered.min() > 0.92


def test_verdicts_are_false_as_seldom_as_they_say(untaught, monkeypatch):
    """Four graphs again: their own spread, heavy tails included, and the paper's error beside it.

    The mean of the cell is moved to the paper's, and then to 1 % above it.
    """
    rng, rows = np.random.default_rng(1), []
    theirs = published.read("scores").set_index(CELL)["mean"]
    for cell, frame in untaught.groupby(CELL):
        fixed, scale = coefficients().loc[cell], theirs[cell]
        off = adjusted(frame, dict(zip(CELL, cell, strict=True)))["adjusted"].to_numpy()
        error = agreement.published_error(fixed["graph_sd"], published.UNITS[cell[0]])
        draws = off[np.array([rng.permutation(100)[:4] for _ in range(400)])] - off.mean()
        means = draws.mean(axis=1) + rng.normal(0, error, 400)
        for shift in (0.0, scale / 100):
            rows.append(pd.DataFrame({
                "cell": "/".join(cell), "shift": shift > 0, "mean": scale + shift + means,
                "sem": draws.std(axis=1, ddof=1) / 2, "graphs": 4, "published_mean": scale,
                "published_sem": error}).assign(scale=scale))
    frame = pd.concat(rows, ignore_index=True)
    monkeypatch.setattr(agreement, "_power", lambda *_: np.nan)      # no verdict asks for it
    found = agreement.judged(frame, frame["scale"])
    # of 48 cells that are not independent, each with 400 draws
    assert (found[~found["shift"]]["verdict"] == "differs").mean() < 0.06
    assert (found[found["shift"]]["verdict"] == "equivalent").mean() < 0.05
