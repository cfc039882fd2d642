"""Frames of runs, small enough to work out by hand what follows from them."""

import pandas as pd


def runs(values, problem="mis", dataset="rb_small", mode="lb", budget=40_000, **changes):
    """A frame of runs: `values[graph][repetition]` is the best fitness."""
    rows = [{"problem": problem, "dataset": dataset, "mode": mode, "graph": g, "repetition": r,
             "mu": 10, "lambda_": 10, "crossover_rate": 0.5, "lb_probability": 0.3,
             "budget": budget, "vertices": 250, "edges": 4500, "best_fitness": value,
             "unique_best": 2 * value, "seconds": value / 100, **changes}
            for g, of_graph in enumerate(values) for r, value in enumerate(of_graph)]
    return pd.DataFrame(rows)
