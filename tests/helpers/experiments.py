"""Stores of experiments that nobody had to compute."""

from types import SimpleNamespace

import numpy as np
import pandas as pd

MANIFEST = {"created": "2026-03-04T05:06:07+00:00",
            "versions": {"memlab": "9", "memlab_source": "abc", "python": "3", "numpy": "2",
                         "numba": "0"},
            "machine": {"processor": "an abacus", "cores": 2, "system": "Linux"}}
MODES = {name: {"method": "evolution", "mode": name, "mu": 10.0}
         for name in ("darwinian", "baldwinian", "lamarckian", "lb")}
RESTARTS = {"method": "restarts", "mode": None}
OPTIMUM = {"method": "optimum", "mode": None, "solver": "auto", "proved": True}
GRID = np.array([10, 100, 1_000])


def store(rows, title="A question?", traced=(), folder="."):
    """A store of runs, of which those whose number is in `traced` have a course."""
    runs = pd.DataFrame([{"run": run, "seconds": 0.25, "evaluations": 1_000,
                          "local_search_steps": 10, **row} for run, row in enumerate(rows)])
    plan = SimpleNamespace(name="question", title=title, budget=1_000, repetitions=2, seed=0,
                           fingerprint="f00d", response="value")
    return SimpleNamespace(folder=folder, runs=lambda: runs, plan=plan,
                           traces=lambda: _traces(runs, traced),
                           improvements=lambda: _traces(runs, traced)[:0],
                           manifest=MANIFEST)


def rows(methods, problem="mis", dataset="er_small", graphs="abcdefgh", repetitions=2, **changes):
    """A run of every method, graph and repetition; later methods are better by 1, 2, ..."""
    return [{"problem": problem, "dataset": dataset, "graph": graph, "repetition": repetition,
             "vertices": 10, "edges": 20, "best_fitness": 20 + 5 * g + m, **method, **changes}
            for g, graph in enumerate(graphs) for repetition in range(repetitions)
            for m, method in enumerate(methods)]


def _traces(runs, traced):
    columns = ["run", "problem", "dataset", "graph", "repetition", "mode", "method", "evaluations",
               "best_fitness", "mean_fitness", "diversity", "phenotype_diversity",
               "phenotype_distance", "reserve", "local_search_steps"]
    kept = runs[runs["run"].isin(traced)]
    frames = [pd.DataFrame({**{name: row.get(name) for name in columns[:7]}, "evaluations": GRID,
                            "best_fitness": row["best_fitness"] - np.array([30, 5, 0]),
                            "mean_fitness": 0.0, "diversity": np.array([9.0, 5.0, 1.0]),
                            "phenotype_diversity": 1.0, "phenotype_distance": 2.0,
                            "reserve": 0.5, "local_search_steps": np.array([0, 20, 500])})
              for row in kept.to_dict("records")]
    return pd.concat(frames) if frames else pd.DataFrame(columns=columns)
