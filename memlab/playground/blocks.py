"""The arguments of kernels as a list that the page can make anew, for runs of other sizes.

The page knows no named tuples: only the scalars and arrays in them, in order, by their names, and
of each array its type, its shape as a function of the sizes of a run, and its first contents.
"""

import numpy as np


def leaves(name, value):
    """Pairs of name and array or scalar: all that is in nested named tuples, in order."""
    if isinstance(value, tuple):
        for field, item in zip(value._fields, value, strict=True):
            yield from leaves(f"{name}.{field}", item)
    else:
        yield name, value


def manifest(prepare, sizes, store):
    """How to make the arguments that `prepare` makes, for any sizes.

    Parameters
    ----------
    prepare : callable
        Takes `sizes` as keyword arguments; returns a dict of named arguments.
    sizes : dict of int
        Those to start from; all shapes have to be linear in each of them.
    store : callable
        Keeps bytes and returns where they are.

    Returns
    -------
    dict
        By the name of each leaf: of a scalar, "dtype" and "value"; of an array, "dtype", "shape"
        (per dimension the constant, then the coefficient of each size), and "fill" (a number, or
        "count" for 0, 1, 2 ...) or "data" (what `store` returned). Numbers are str: 64 bits are
        more than a number of JavaScript holds.

    Raises
    ------
    ValueError
        If an array of variable shape is filled with anything else.

    Examples
    --------
    >>> manifest(lambda n: {"a": np.zeros((n + 1, 3)), "b": 7}, {"n": 4}, bytes)
    {'a': {'dtype': 'f8', 'shape': [[1, 1], [3, 0]], 'fill': '0.0'},
     'b': {'dtype': 'i8', 'value': '7'}}
    """
    base = _flat(prepare(**sizes))
    grown = [_flat(prepare(**{**sizes, name: sizes[name] + 1})) for name in sizes]
    entries = {}
    for name, value in base.items():
        entries[name] = entry = {"dtype": np.asarray(value).dtype.str[1:]}
        if not isinstance(value, np.ndarray):
            entry["value"] = str(+value)
            continue
        slopes = [np.subtract(flat[name].shape, value.shape) for flat in grown]
        constant = np.array(value.shape)
        for slope, size in zip(slopes, sizes.values(), strict=True):
            constant -= slope * size
        entry["shape"] = np.column_stack([constant, *slopes]).tolist()
        if value.size and (value == value.flat[0]).all():
            entry["fill"] = str(value.flat[0].item())
        elif np.array_equal(value.ravel(), np.arange(value.size)):
            entry["fill"] = "count"
        elif np.any(slopes):
            raise ValueError(f"{name} has a variable shape and must be filled with one number")
        else:
            entry["data"] = store(np.ascontiguousarray(value).tobytes())
    return entries


def _flat(arguments):
    return {leaf: item for name, value in arguments.items() for leaf, item in leaves(name, value)}
