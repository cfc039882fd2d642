"""Describe the arguments of kernels so that the page can make them for runs of other sizes.

The page has no named tuples, but only the scalars and arrays in them, in order and by name. For
each array it has the type, the shape as a function of the sizes of a run, and the initial contents.
"""

import numpy as np


def leaves(name, value):
    """Yield (name, array or scalar) for everything in nested named tuples, in order."""
    if isinstance(value, tuple):
        for field, item in zip(value._fields, value, strict=True):
            yield from leaves(f"{name}.{field}", item)
    else:
        yield name, value


def manifest(prepare, sizes, store):
    """Describe how to make the arguments that `prepare` makes, for any sizes.

    Parameters
    ----------
    prepare : callable
        Takes `sizes` as keyword arguments; returns a dict of named arguments.
    sizes : dict of int
        The sizes to start from; all shapes must be linear in each of them.
    store : callable
        Stores bytes and returns their place.

    Returns
    -------
    dict
        By the name of each leaf: for a scalar, "dtype" and "value"; for an array, "dtype", "shape"
        (per dimension the constant, then the coefficient of each size), and "fill" (a number, or
        "count" for 0, 1, 2 ...) or "data" (what `store` returned). Numbers are str, because numbers
        in JavaScript do not hold 64-bit integers.

    Raises
    ------
    ValueError
        If an array of variable shape has other contents.

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
