"""The arguments of kernels, described so that the page can make them.

The page has no named tuples, but only the arrays and scalars in them, by name and in order; so for
every array it is said how long it is in a run of any size, and what it begins with.
"""

import numpy as np

from ..evolution.configuration import Configuration
from ..evolution.state import make_state


def race_arguments(problem, mu=2, lambda_=3, generations=5):
    """Arguments of `engine.start`, `settle` and `advance` before the initial population exists."""
    state = make_state(problem, Configuration("baldwinian", mu, lambda_),
                       mu + lambda_ * generations)
    return state._asdict() | {"given": False, "until": 0, "at_once": state.at_once, "begin": 0,
                              "end": mu}


def kind(entries):
    """Return a key that is equal for manifests of arguments that the same code accepts: str."""
    return " ".join(f"{name}:{entry['dtype']}:{len(entry.get('shape', ()))}"
                    for name, entry in entries.items())


def leaves(arguments):
    """Return all arrays and scalars in a dict of nested named tuples, in order: dict by name."""
    parts = {}
    for name, value in arguments.items():
        if isinstance(value, tuple):
            parts |= leaves({f"{name}.{field}": item for field, item in value._asdict().items()})
        else:
            parts[name] = value
    return parts


def manifest(make, sizes, store):
    """Describe how to make the arguments that `make` makes, for any sizes.

    What an array's length has to do with the sizes only `make` knows: it is asked for arguments of
    these sizes, and of each size plus one.

    Parameters
    ----------
    make : callable
        Takes `sizes` as keyword arguments; returns a dict of named arguments, whose first
        dimensions are linear in each size, and all others constant.
    sizes : dict of int
        The sizes to start from.
    store : callable
        Stores bytes and returns their place.

    Returns
    -------
    dict
        By the name of each leaf: for a scalar, "dtype" and "value"; for an array, "dtype", "shape"
        (of the first dimension the constant and, if it varies, the coefficient of each size; then
        the other dimensions), and "fill" (a number, or "count" for 0, 1, 2 ...) or "data" (what
        `store` returned). Numbers are str, because numbers in JavaScript do not hold 64-bit
        integers.

    Raises
    ------
    ValueError
        If an array of variable length has other contents.

    Examples
    --------
    >>> manifest(lambda n: {"a": np.zeros((n + 1, 3)), "b": 7}, {"n": 4}, bytes)
    {'a': {'dtype': 'f8', 'shape': [[1, 1], [3]], 'fill': '0.0'},
     'b': {'dtype': 'i8', 'value': '7'}}
    """
    entries = {}
    larger = [leaves(make(**sizes | {name: size + 1})) for name, size in sizes.items()]
    for name, item in leaves(make(**sizes)).items():
        entries[name] = entry = {"dtype": np.asarray(item).dtype.str[1:]}
        if not isinstance(item, np.ndarray):
            entry["value"] = str(+item)
            continue
        length, *others = item.shape
        growth = [len(arguments[name]) - length for arguments in larger]
        varies = any(growth)
        first = [length - int(np.dot(growth, list(sizes.values()))), *growth]
        entry["shape"] = [first if varies else [length], *([other] for other in others)]
        if item.size and (item == item.flat[0]).all():
            entry["fill"] = str(item.flat[0].item())
        elif np.array_equal(item.ravel(), np.arange(item.size)):
            entry["fill"] = "count"
        elif varies:
            raise ValueError(f"{name} has a variable length and must be filled with one number")
        else:
            entry["data"] = store(np.ascontiguousarray(item).tobytes())
    return entries
