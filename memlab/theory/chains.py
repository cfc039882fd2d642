"""Which of the four Markov chains describes a mode: only what it learns and inherits decides."""

from ..evolution.configuration import Configuration
from ..support.checks import flag
from . import baldwinian, darwinian, lamarckian, lb
from .blocks import check_size


def chain_of(mode, lb_probability=None):
    """Return the module of a mode's chain, and the probability that learning is inherited.

    Parameters
    ----------
    mode : str
        One of `memlab.evolution.modes.MODES`.
    lb_probability : float, optional
        Required in mode "lb", from 0 to 1; not allowed in other modes.

    Returns
    -------
    chain : module
        `darwinian`, `baldwinian`, `lamarckian` or `lb`, all of `memlab.theory`. LB evolution with
        probability 0 is Baldwinian, and with 1 Lamarckian.
    inherits : float

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above.

    Examples
    --------
    >>> chain, inherits = chain_of("lb", 1)
    >>> chain.__name__, inherits
    ('memlab.theory.lamarckian', 1.0)
    """
    setting = Configuration(mode, lb_probability=lb_probability)
    chains = {0.0: baldwinian, 1.0: lamarckian} if setting.learns else {0.0: darwinian}
    return chains.get(setting.inheritance, lb), setting.inheritance


def checked(mode, n, k, lb_probability, strict, sometimes=True):
    """Return a mode's chain and the arguments (n, k, inherits, strict) of its formulas.

    Raises
    ------
    TypeError, ValueError
        As from `chain_of` and `check_size`; also if `strict` is not a bool, or if the mode inherits
        only sometimes, which is allowed by `sometimes`.

    Examples
    --------
    >>> checked("lamarckian", 60, 3, None, False)[1]
    (60, 3, 1.0, False)
    """
    flag("strict", strict)
    chain, inherits = chain_of(mode, lb_probability)
    if chain is lb and not sometimes:
        raise ValueError(f"mode must inherit with probability 0 or 1 for this, not {inherits}")
    return chain, (*check_size(n, k), inherits, strict)
