"""Problems in spaces of all kinds, the settings of a plain run, and what two equal runs share."""

import numpy as np
import pytest

import memlab as ml

spaces = ml.spaces
SPACES = {
    "bits": spaces.Bits(12), "integers": spaces.Integers(0, 9, 5), "reals": spaces.Reals(0, 1, 4),
    "tours": spaces.Permutation(8, cyclic=True),
    "mixed": spaces.Mixed(a=spaces.Bits(4), b=spaces.Reals(0, 1, 2), c=spaces.Permutation(5)),
}
MODES = {"darwinian": None, "baldwinian": None, "lamarckian": None, "lb": 0.3}
every_space = pytest.mark.parametrize("space", SPACES.values(), ids=SPACES)
every_mode = pytest.mark.parametrize("mode", MODES)


def total(x):
    """A weighted sum of all numbers of a genome."""
    if isinstance(x, dict):
        return sum(map(total, x.values()))
    return float((np.asarray(x, float) * np.arange(1, len(x) + 1)).sum())


def totals(xs):
    return [total(x) for x in xs]


def one_by_one(x, value, f, rng):
    """Increase the places that can be increased, and charge two calls for each."""
    for i in np.flatnonzero(x == 0):
        x = x.copy()
        x[i] = 1
        f.charge(2)
        yield x, None


def settings(mode, **more):
    return {"mode": mode, "mu": 5, "lambda_": 5, "budget": 333, "seed": 3,
            "lb_probability": MODES[mode], **more}


def same(first, second):
    """Whether two runs are the same in all that they report but time."""
    equal = (first.best_value, first.calls, first.evaluations, first.unique_best) == (
        second.best_value, second.calls, second.evaluations, second.unique_best)
    return equal and first.trace.equals(second.trace)


def problem_of(space, function=total, **more):
    return ml.FunctionProblem(space, function, **more)
