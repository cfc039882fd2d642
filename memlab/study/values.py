"""Values of runs: fitness in the unit of the problem as stated, and with its sign."""

import warnings

import numpy as np


def with_values(frame, plan):
    """Return runs or traces with their values, and with the unit of fitness.

    Parameters
    ----------
    frame : DataFrame
        With run, best_fitness and fitness_unit, which is NaN in stores of earlier versions.
    plan : Plan
    """
    unit = frame.pop("fitness_unit")
    if unit.isna().any():
        units = np.repeat(*zip(*((_unit(plan, problem, source, graph), len(runs))
                                 for block, problem, source in plan.places()
                                 for runs in [plan.on_a_graph(block, source)]
                                 for graph in range(source.count)), strict=True))
        unit = unit.fillna(frame["run"].map(dict(enumerate(units))))
    value = frame["best_fitness"] * (1 if unit.eq(1).all() else unit)
    return frame.assign(value=value, fitness_unit=unit)


def _unit(plan, problem, source, graph):
    """Return the value of one of fitness, or NaN with a warning."""
    if not problem.has_unit:
        return 1.0
    try:
        if problem.is_own:
            raise ValueError("reading a store runs no code of the reader's")
        return problem.problem(source.graph(graph, plan.seed, plan.folder), plan.folder).unit
    except (OSError, ValueError) as error:
        warnings.warn(f"values of {problem.name!r} in plan {plan.name!r} are not known, since "
                      f"their unit is not: {error}", stacklevel=5)
        return np.nan
