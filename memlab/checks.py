"""Checks of arguments: each returns the value, or says what it was and what is allowed."""

import math
import operator
import sys
from numbers import Real


def integer(name, value, minimum=None, maximum=None):
    """`value` as an int, or an error that names the argument.

    Parameters
    ----------
    name : str
        What the caller calls the argument.
    value : int or NumPy integer
        Booleans and floats are refused, whole ones too.
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
    allowed = _range("an integer", minimum, maximum)
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be {allowed}, not {value!r}") from None
    if type(value).__name__ in ("bool", "bool_"):
        raise TypeError(f"{name} must be {allowed}, not {value!r}")
    if (minimum is not None and number < minimum) or (maximum is not None and number > maximum):
        raise ValueError(f"{name} must be {allowed}, not {value!r}")
    return number


def rate(name, value, *, strict=False):
    """`value` as a float between 0 and 1, or an error that names the argument.

    Parameters
    ----------
    name : str
        What the caller calls the argument.
    value : real number
        Booleans and NaN are refused.
    strict : bool
        Whether 0 and 1 themselves are refused too.

    Raises
    ------
    TypeError
        If `value` is not a real number.
    ValueError
        If it is NaN or out of bounds.

    Examples
    --------
    >>> rate("crossover_rate", 0.9)
    0.9
    """
    allowed = "a number strictly between 0 and 1" if strict else "a number from 0 to 1"
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be {allowed}, not {value!r}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    inside = 0.0 < number < 1.0 if strict else 0.0 <= number <= 1.0
    if not inside:
        raise ValueError(f"{name} must be {allowed}, not {value!r}")
    return number


def cost(name, value):
    """`value` as a float of at least 0, or an error that names the argument.

    Parameters
    ----------
    name : str
        What the caller calls the argument.
    value : real number
        Booleans, NaN and infinity are refused.

    Raises
    ------
    TypeError
        If `value` is not a real number.
    ValueError
        If it is negative or not finite.

    Examples
    --------
    >>> cost("step_cost", 1)
    1.0
    """
    allowed = "a finite number of at least 0"
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be {allowed}, not {value!r}")
    if not 0 <= value <= sys.float_info.max:
        raise ValueError(f"{name} must be {allowed}, not {value!r}")
    return float(value)


def choice(name, value, allowed):
    """`value` itself if it is one of the `allowed` strings, or an error that lists them.

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
    if not isinstance(value, str):
        raise TypeError(f"{name} must be one of {options}, not {value!r}")
    if value not in allowed:
        raise ValueError(f"{name} must be one of {options}, not {value!r}")
    return value


def _range(what, minimum, maximum):
    if minimum is not None and maximum is not None:
        return f"{what} from {minimum} to {maximum}"
    if minimum is not None:
        return f"{what} of at least {minimum}"
    if maximum is not None:
        return f"{what} of at most {maximum}"
    return what


def seed(name, value):
    """`value` as a numpy.random.SeedSequence, or an error that names the argument.

    Parameters
    ----------
    name : str
        What the caller calls the argument.
    value : int, sequence of int, or numpy.random.SeedSequence
        Integers are non-negative, of any size.

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
                         for i, number in enumerate(value)])
