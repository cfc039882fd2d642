"""What a grid search selects, against frames that can be worked out by hand."""

import numpy as np
import pandas as pd
import pytest
from frames import runs

from memlab.paper import configurations as selection


def grid(scores, **keys):
    """Runs of a grid: {(mu, lambda_, crossover_rate, lb_probability): best fitness per graph}."""
    frames = [runs([[value] for value in values], mu=mu, lambda_=lambda_, crossover_rate=rate,
                   lb_probability=p, **keys)
              for (mu, lambda_, rate, p), values in scores.items()]
    return pd.concat(frames, ignore_index=True)


def test_the_best_configuration_and_its_losers():
    frame = grid({(10, 10, 0.5, 0.15): [10, 12], (250, 10, 1.0, 0.15): [19, 19],
                  (50, 10, 1.0, 0.15): [20, 20], (50, 50, 1.0, 0.15): [20, 20]})
    every = selection.configurations(frame)
    assert list(every["mean"]) == [11, 19, 20, 20]
    assert list(every["loss_percent"]) == pytest.approx([45, 5, 0, 0])
    best = selection.best_configurations(frame)
    assert len(best) == 1
    row = best.iloc[0]
    assert (row["mu"], row["lambda_"], row["tied"], row["mean"]) == (50, 10, 2, 20)
    assert (row["published_mu"], row["published_lambda_"]) == (250, 10)
    assert row["published_loss_percent"] == pytest.approx(5)


def test_the_universal_configuration_weighs_all_cells_alike():
    """Configuration a wins by 2 % on a cell of large scores, b by 10 % on one of small ones."""
    a, b = (10, 10, 0.5, 0.15), (50, 10, 0.5, 0.15)
    frame = pd.concat([grid({a: [1000], b: [980]}, problem="maxcut"),
                       grid({a: [18], b: [20]}, problem="mis")])
    assert list(selection.sensitivity(frame)["loss_percent"]) == pytest.approx([5, 1])
    universal = selection.universal_configurations(frame)
    assert list(universal["mu"]) == [50]


def test_what_the_papers_configuration_loses_is_judged_in_pairs():
    """The paper's 250/10/1.0 with 0.15, on four graphs, against a winner of 50/10/1.0."""
    ours, theirs = (50, 10, 1.0, 0.15), (250, 10, 1.0, 0.15)
    frame = grid({ours: [20, 24, 28, 33], theirs: [19, 23, 27, 30]})
    row = selection.best_configurations(frame).iloc[0]
    loss = 100 * np.array([1, 1, 1, 3]) / 26.25
    assert row["published_loss_percent"] == pytest.approx(loss.mean())
    assert row["sem"] == pytest.approx(loss.std(ddof=1) / 2)
    assert row["z"] == pytest.approx(3.0)
    assert row["verdict"] == "as good"      # 5.84 is the bound for 3 degrees of freedom
    row = selection.best_configurations(grid({ours: [20, 24, 28, 33],
                                              theirs: [19, 23, 27, 32]})).iloc[0]
    assert row["verdict"] == "worse"
    row = selection.best_configurations(grid({ours: [20, 24], theirs: [21, 25]})).iloc[0]
    assert (row["verdict"], row["published_loss_percent"]) == ("same", 0)
