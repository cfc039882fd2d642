"""What is known of a public instance, and of no other."""

import numpy as np
import pandas as pd

from memlab.analysis.known import best_known
from memlab.support.paths import data


def test_a_known_value_is_that_of_the_very_instance():
    assert best_known("c125.9", "clique", 125, 6_963)["best_known"] == 34
    assert best_known("C125.9", "clique", 125, 6_962) == {}
    assert best_known("C125.9", "mis", 125, 6_963) == {}
    assert best_known("frb45-21-3", "mis", 945, 1)["best_known"] == 45
    assert best_known("frb45-21-3", "mis", 946, 1) == {}
    assert best_known("", "mis", 3, 3) == {}


def test_known_values_are_in_order():
    path = data("best_known.csv")
    frame = pd.read_csv(path)
    assert not frame.duplicated(["instance", "problem"]).any()
    assert set(frame["problem"]) == {"mis", "clique", "maxcut"}
    assert set(frame["status"]) == {"optimal", "best known"}
    readme = (path.parent / "README.md").read_text(encoding="utf-8")
    assert all(source in readme for source in frame["source"].unique())
    pairs = frame["vertices"] * (frame["vertices"] - 1) / 2
    assert (frame["best_known"] <= np.where(frame["problem"] == "maxcut", frame["edges"],
                                            frame["vertices"])).all()
    assert (frame["edges"].isna() | (frame["edges"] <= pairs)).all()
    # a clique of k vertices has k (k - 1) / 2 edges
    cliques = frame[frame["problem"] == "clique"].dropna()
    assert (cliques["best_known"] * (cliques["best_known"] - 1) / 2 <= cliques["edges"]).all()
