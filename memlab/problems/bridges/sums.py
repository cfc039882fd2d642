"""Sums of functions of other packages: formulas of python-sat, quadratic models of dimod."""

import functools

import numpy as np

from ...support import checks
from ...support.extras import need
from ..pseudo_boolean import PseudoBoolean, Rows
from ..pseudo_boolean.makers import max_sat
from ..pseudo_boolean.readers import matrix_of


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


def from_bqm(bqm):
    """Make a problem of a binary quadratic model of dimod.

    Bits are in the order of ``bqm.variables``. A bit of 1 stands for 1, or for the spin +1.

    Parameters
    ----------
    bqm : dimod.BinaryQuadraticModel
        A model of at least one variable, of either type.

    Returns
    -------
    PseudoBoolean
        Its value is the energy, offset included, to be minimised; energies with fractions are
        rounded as `PseudoBoolean` says. `names_of` returns the names of the variables that are 1.
        The attribute ``model`` is a copy of the model, exactly as it was given. A run that is saved
        and loaded again has a problem without these two.

    Raises
    ------
    ImportError
        If dimod is not installed.
    TypeError, ValueError
        If `bqm` is no such model, and as from `PseudoBoolean`.

    Examples
    --------
    >>> import dimod
    >>> model = dimod.BinaryQuadraticModel({"a": 1, "b": -2}, {("a", "b"): 3}, 0.5, "SPIN")
    >>> problem = from_bqm(model)
    >>> problem.value([0, 1]), problem.names_of([0, 1])
    (-5.5, ['b'])
    """
    dimod = need("from_bqm", "dimod", "bridges")
    checks.instance("bqm", bqm, dimod.BinaryQuadraticModel)
    names = [*bqm.variables]
    linear, (first, second, biases), offset = bqm.to_numpy_vectors(names)
    values = np.array([-1.0, 1.0] if bqm.vartype is dimod.SPIN else [0.0, 1.0])
    products = np.outer(values, values).ravel()
    members = np.column_stack((first, second)).ravel()
    subsets = Rows(np.concatenate(([0], np.arange(len(names)), members)),
                   np.repeat([1, 2], [1 + len(names), len(biases)]))
    energies = np.concatenate(([offset] * 2, np.outer(linear, values).ravel(),
                               np.outer(biases, products).ravel())).astype(float)
    made = PseudoBoolean(len(names), subsets, Rows(-energies, 1 << subsets.sizes), unit=-1.0)
    made.model, made.names_of = bqm.copy(), functools.partial(_names_of, names)
    return made


def _names_of(names, x):
    """Return the names of the bits that are 1: list."""
    return [names[i] for i in np.flatnonzero(checks.bits("x", x, (len(names),))).tolist()]


def to_bqm(problem):
    """Make a binary quadratic model of dimod of a problem.

    Parameters
    ----------
    problem : PseudoBoolean
        Its functions have at most two bits each, as those of `memlab.problems.qubo` and `ising`.

    Returns
    -------
    dimod.BinaryQuadraticModel
        Of a problem from `from_bqm`, a copy of its model. Of any other, a model of the type BINARY
        on the variables 0..n-1, whose energy is the value if that is minimised, else minus it.

    Raises
    ------
    ImportError
        If dimod is not installed.
    TypeError, ValueError
        If `problem` is no such problem.

    Examples
    --------
    >>> import memlab as ml
    >>> model = to_bqm(ml.problems.qubo([[5, -6], [0, 3]], minimise=True))
    >>> float(model.energy({0: 1, 1: 1}))
    2.0
    """
    dimod = need("to_bqm", "dimod", "bridges")
    if hasattr(checks.instance("problem", problem, PseudoBoolean), "model"):
        return problem.model.copy()
    if problem.subsets.sizes.max() > 2:
        raise ValueError(f"problem must have functions of at most 2 bits, not {problem!r}")
    entries, constant = matrix_of(problem)
    unit = -abs(problem.unit)
    model = dimod.BinaryQuadraticModel({i: unit * entries[i, i] for i in range(problem.n)}, {},
                                       unit * constant, "BINARY")
    model.add_quadratic_from((i, j, unit * value) for (i, j), value in entries.items() if i != j)
    return model
