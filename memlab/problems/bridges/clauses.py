"""Formulas of python-sat."""

from ...support import checks
from ...support.extras import need
from ..pseudo_boolean.makers import max_sat


def from_wcnf(formula):
    """Make a MAX-SAT problem of a formula of python-sat.

    The problem holds a copy. (RC2, the solver of python-sat, appends literals to the clauses of the
    formula that it is given, which is another one then.)

    Parameters
    ----------
    formula : pysat.formula.WCNF
        Of python-sat. Its soft clauses have whole numbers of at least 0 as weights; one of weight 0
        counts nothing, as in a file. (``formula.append(clause, weight=0)`` adds a *hard* clause.)

    Returns
    -------
    PseudoBoolean
        The problem of `memlab.problems.max_sat`: of ``formula.nv`` bits, with the hard clauses
        first.

    Raises
    ------
    ImportError
        If python-sat is not installed.
    TypeError, ValueError
        If `formula` is no such formula, has constraints of other kinds (``atms``), or as from
        `memlab.problems.max_sat`.

    Examples
    --------
    >>> from pysat.formula import WCNF
    >>> formula = WCNF()
    >>> formula.append([1, 2])
    >>> formula.append([-1], weight=3)
    >>> problem = from_wcnf(formula)
    >>> problem.value([0, 1]), problem.is_feasible([0, 0])
    (3, False)
    """
    pysat = need("from_wcnf", "pysat.formula", "sat", "python-sat")
    checks.instance("formula", formula, pysat.WCNF)
    if getattr(formula, "atms", None):
        raise ValueError(f"formula must have clauses only, not {len(formula.atms)} in atms")
    weights = [float("inf")] * len(formula.hard) + formula.wght
    return max_sat([*map(list, formula.hard + formula.soft)], weights, n=formula.nv)
