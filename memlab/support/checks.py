"""Checks of arguments: each returns the value, or raises an error that says what is allowed."""

import dataclasses
import functools
import math
from collections.abc import Iterator, Mapping, MappingView, Set
from numbers import Integral, Real


def integer(name, value, minimum=-math.inf, maximum=math.inf):
    """Return `value` as an int, or raise an error that names the argument.

    Parameters
    ----------
    name : str
        What the caller calls the argument.
    value : int or NumPy integer
        Booleans and floats are refused, even floats with whole values.
    minimum, maximum : int, optional
        Bounds, both inclusive.

    Raises
    ------
    TypeError
        If `value` is not an integer.
    ValueError
        If it is out of bounds.

    Examples
    --------
    >>> integer("mu", 250, minimum=1)
    250
    """
    return _number(name, value, "an integer", Integral, int, minimum=minimum, maximum=maximum)


def limit(name, value):
    """Return `value` as an int of at least 0, or None if there is no limit, or raise an error.

    Raises
    ------
    TypeError, ValueError
        If `value` is neither None nor an integer of at least 0. Infinity means the same as None,
        because files have no other way to say it.

    Examples
    --------
    >>> limit("learning_depth", 3), limit("learning_depth", math.inf)
    (3, None)
    """
    endless = isinstance(value, float) and value == math.inf
    return optional(name, None if endless else value, minimum=0)


def optional(name, value, kind=integer, **bounds):
    """Return the argument as `integer` or another check of this module does, or None if it is None.

    Examples
    --------
    >>> optional("tries", None, minimum=1), optional("tries", 3, minimum=1)
    (None, 3)
    """
    return None if value is None else kind(name, value, **bounds)


def real(name, value, *, above=-math.inf, minimum=-math.inf, maximum=math.inf):
    """Return `value` as a finite float, or raise an error that names the argument.

    Parameters
    ----------
    name : str
        What the caller calls the argument.
    value : real number
        Booleans, NaN and infinity are refused.
    above : float, optional
        An exclusive bound.
    minimum, maximum : float, optional
        Inclusive bounds.

    Raises
    ------
    TypeError
        If `value` is not a real number.
    ValueError
        If it is not finite or out of bounds.

    Examples
    --------
    >>> real("crossover_rate", 1, minimum=0, maximum=1)
    1.0
    """
    what = "a number" if -minimum < math.inf > maximum else "a finite number"
    return _number(name, value, what, Real, float, above=above, minimum=minimum, maximum=maximum)


def flag(name, value):
    """Return `value` as a bool, or raise a TypeError that names the argument.

    Examples
    --------
    >>> flag("trace", True)
    True
    """
    if type(value).__name__ not in ("bool", "bool_"):     # Python's and NumPy's
        raise TypeError(f"{name} must be True or False, not {value!r}")
    return bool(value)


def instance(name, value, kind):
    """Return `value` if it is of a class, or raise a TypeError that names the argument.

    Examples
    --------
    >>> instance("name", "grid", str)
    'grid'
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be a {kind.__name__}, not {value!r}")
    return value


def function(name, value):
    """Return `value` if it can be called, or raise a TypeError that names the argument.

    Examples
    --------
    >>> function("decode", 7)
    Traceback (most recent call last):
    TypeError: decode must be a function, not 7
    """
    if not callable(value):
        raise TypeError(f"{name} must be a function, not {value!r}")
    return value


def ordered(name, values):
    """Return `values`, or refuse what has no order, or of which one would iterate something else.

    What can be iterated only once, and a view of a dictionary, are returned as a list.

    Raises
    ------
    TypeError
        If it is a set, a dictionary, a text or a graph, or cannot be iterated.

    Examples
    --------
    >>> ordered("weights", (5, 7))
    (5, 7)
    """
    is_iterable = hasattr(values, "__iter__")
    if not is_iterable or isinstance(values, set | frozenset | dict | str | bytes) or (
            callable(getattr(values, "is_directed", None))):      # a graph, which iterates nodes
        what = f"a {type(values).__name__}" if is_iterable else repr(values)
        raise TypeError(f"{name} must be a list or an array, not {what}")
    return list(values) if isinstance(values, Iterator | MappingView) else values


def paired(name, keys, values_name, values):
    """Return two arguments in one order; a dictionary as the first one holds both.

    Parameters
    ----------
    name, values_name : str
        What the caller calls the arguments.
    keys : iterable or mapping
        Only without values it may be a set.
    values : iterable, optional
        One for each of the keys.

    Raises
    ------
    TypeError
        As from `ordered`, or if values are given beside a dictionary.

    Examples
    --------
    >>> paired("edges", {(0, 1): 5, (1, 2): -7}, "weights", None)
    ([(0, 1), (1, 2)], [5, -7])
    """
    if isinstance(keys, Mapping) and not isinstance(keys, Set):      # networkx's edges are both
        if values is not None:
            raise TypeError(f"{values_name} must not be given beside a dictionary, which has them")
        return list(keys), list(keys.values())
    if values is None:
        return ordered(name, list(keys) if isinstance(keys, set | frozenset) else keys), None
    return ordered(name, keys), ordered(values_name, values)


def bits(name, value, shape, otherwise=""):
    """Return `value` as a uint8 array of 0 and 1, or raise an error that names the argument.

    Parameters
    ----------
    name : str
        What the caller calls the argument.
    value : array_like of integers or booleans
        The bits; they are copied.
    shape : tuple of int
        The required shape.
    otherwise : str
        What else is allowed as this argument, for the error message.

    Raises
    ------
    TypeError
        If `value` is not an array of integers or booleans.
    ValueError
        If it has the wrong shape or holds values other than 0 and 1.

    Examples
    --------
    >>> bits("x", [True, False], (2,))
    array([1, 0], dtype=uint8)
    """
    import numpy as np

    wanted = f"{name} must be {otherwise}{' x '.join(map(str, shape))} values 0 or 1"
    try:
        array = np.asarray(value)
    except ValueError as error:     # a ragged sequence
        raise ValueError(f"{wanted}: {error}") from None
    if array.dtype.kind not in "biu":
        raise TypeError(f"{wanted}, integers or booleans, not {array.dtype}")
    if array.shape != shape:
        raise ValueError(f"{wanted}, an array of shape {shape}, not of {array.shape}")
    if array.dtype == bool:
        array = array.view(np.uint8)      # which is compared much faster
    wrong = (array != 0) & (array != 1)
    if wrong.any():
        place = np.argwhere(wrong)[0].tolist()
        raise ValueError(f"{wanted}, but {name}{place} is {array[tuple(place)]}")
    return array.astype(np.uint8)


def choice(name, value, allowed):
    """Return `value` if it is one of the `allowed` strings, or raise an error that lists them.

    Raises
    ------
    TypeError
        If `value` is not a string.
    ValueError
        If it is none of `allowed`.

    Examples
    --------
    >>> choice("ties", "random", ("random", "offspring"))
    'random'
    """
    options = ", ".join(repr(option) for option in allowed)
    if not isinstance(value, str) or value not in allowed:
        kind = ValueError if isinstance(value, str) else TypeError
        raise kind(f"{name} must be one of {options}, not {value!r}")
    return str(value)


def _number(name, value, what, kind, convert, minimum, maximum, above=-math.inf):
    """Convert a finite number of a kind and within its bounds, or raise an error that tells both.
    """
    if -minimum < math.inf > maximum:
        allowed = f"{what} from {minimum} to {maximum}"
    else:
        bounds = {"above": above, "of at least": minimum, "of at most": maximum}
        parts = [f"{words} {bound}" for words, bound in bounds.items() if abs(bound) < math.inf]
        allowed = " ".join([what, " and ".join(parts)]).rstrip()
    error = f"{name} must be {allowed}, not {value!r}"
    if isinstance(value, bool) or not isinstance(value, kind):
        raise TypeError(error)
    try:
        number = convert(value)
    except OverflowError:      # of a number beyond all floats
        number = math.inf
    if not (above < number < math.inf and minimum <= number <= maximum):
        raise ValueError(error)
    return number


def seed(name, value):
    """Return `value` as a numpy.random.SeedSequence, or raise an error that names the argument.

    Parameters
    ----------
    name : str
        What the caller calls the argument.
    value : int, sequence of int, or numpy.random.SeedSequence
        Integers must be non-negative and may have any size.

    Raises
    ------
    TypeError
        If `value` is none of these.
    ValueError
        If an integer is negative.

    Examples
    --------
    >>> seed("seed", [2, 17])
    SeedSequence(
        entropy=[2, 17],
    )
    """
    from numpy.random import SeedSequence

    if isinstance(value, SeedSequence):
        return value
    if isinstance(value, str | bytes) or not hasattr(value, "__iter__"):
        return SeedSequence(integer(name, value, minimum=0))
    return SeedSequence([integer(f"{name}[{i}]", number, minimum=0)
                         for i, number in enumerate(ordered(name, value))])


def known(keys, allowed):
    """Refuse keys of a table that are not allowed."""
    if unknown := [key for key in keys if key not in allowed]:
        raise ValueError(f"unknown key {unknown[0]!r}; allowed are {str([*allowed])[1:-1]}")


def checked(default, check, needs=None, compare=True, **bounds):
    """Return the field of a dataclass that `Checked` gives to ``check(name, value, **bounds)``.

    `needs` is kept in its metadata: another field, and its values with which this one is of use.
    `compare` is as for `dataclasses.field`.
    """
    metadata = {"check": functools.partial(check, **bounds), "needs": needs}
    return dataclasses.field(default=default, compare=compare, metadata=metadata)


class Checked:
    """A base of frozen dataclasses with checked fields.

    Examples
    --------
    >>> @dataclasses.dataclass(frozen=True)
    ... class Size(Checked):
    ...     mu: int = checked(10, integer, minimum=1)
    >>> Size(0)
    Traceback (most recent call last):
    ValueError: mu must be an integer of at least 1, not 0
    """

    def __post_init__(self):
        for one in dataclasses.fields(self):
            if check := one.metadata.get("check"):
                # normalised, so that equal settings compare equal and are written alike in files
                object.__setattr__(self, one.name, check(one.name, getattr(self, one.name)))
