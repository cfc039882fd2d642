"""Problems of IOHexperimenter (the package ioh), and memlab's problems for its loggers."""

from ...support import checks
from ...support.extras import need
from ..function import FunctionProblem
from ..problem import Problem
from ..spaces.vectors import Bits

# The PBO problems whose stated optimum is the largest value over all strings, wherever tests have
# looked at all. Version 0.4.2 states none for 18 and 25, and wrong ones for 22, 23 and 24.
_CHECKED = {*range(1, 18), 19, 20, 21}


def from_ioh(problem):
    """Make a problem of one of ioh's.

    Each call of the function is an evaluation of ioh's problem, which its loggers see.

    Parameters
    ----------
    problem : ioh.problem.IntegerSingleObjective
        Of bits, such as a PBO problem or a graph problem.

    Returns
    -------
    FunctionProblem
        The problem, which refuses strings of a wrong length and values other than 0 and 1. (ioh
        returns nan for the first, without counting, and a value for the second.) Its attribute
        ``optimum`` is the optimum that ioh states if that has been compared with the values of all
        strings of 4, 9 and 16 bits, and otherwise None. Never take ``problem.optimum.x`` for an
        optimal string.

    Raises
    ------
    ImportError
        If ioh is not installed.
    TypeError, ValueError
        If `problem` is no such problem, or not one of bits.

    Examples
    --------
    >>> import ioh
    >>> import memlab as ml
    >>> problem = from_ioh(ioh.get_problem(2, 1, 20, ioh.ProblemClass.PBO))
    >>> run = ml.evolve(problem, "darwinian", mu=1, lambda_=1, target=problem.optimum)
    >>> run.best_value, problem.optimum
    (20.0, 20.0)
    """
    ioh = need("from_ioh", "ioh", "bridges")
    about = checks.instance("problem", problem, ioh.problem.IntegerSingleObjective).meta_data
    if {*problem.bounds.lb} != {0} or {*problem.bounds.ub} != {1}:
        raise ValueError(f"problem must have bits, integers from 0 to 1, not {problem.bounds!r}")

    def function(x):
        return problem(checks.bits("x", x, (about.n_variables,)).tolist())

    made = FunctionProblem(Bits(about.n_variables), function,
                           minimise=about.optimization_type == ioh.OptimizationType.MIN)
    known = isinstance(problem, ioh.problem.PBO) and about.problem_id in _CHECKED
    made.optimum = problem.optimum.y if known else None
    return made


def to_ioh(problem, name=""):
    """Make a problem of ioh's of one of memlab's, for ioh's loggers and algorithms.

    Parameters
    ----------
    problem : Problem or FunctionProblem
        A problem of bits. Of a `FunctionProblem` with constraints, ioh sees the values only.
    name : str
        Its name in ioh and in its logs. Unnamed problems are called after their kind, such as
        "memlab_maxcut".

    Returns
    -------
    ioh.problem.IntegerSingleObjective
        The problem, to be maximised or minimised as memlab's is. Its optimum is unknown. Values
        other than 0 and 1 are refused; for strings of a wrong length, ioh returns nan.

    Raises
    ------
    ImportError
        If ioh is not installed.
    TypeError
        If `problem` is no such problem.

    Examples
    --------
    >>> import memlab as ml
    >>> cut = to_ioh(ml.MaxCut(ml.Graph.from_edges(3, [(0, 1), (1, 2)])))
    >>> cut([0, 1, 0]), cut.state.evaluations, cut.meta_data.name
    (2.0, 1, 'memlab_maxcut')
    """
    ioh = need("to_ioh", "ioh", "bridges")
    own = isinstance(problem, FunctionProblem) and isinstance(problem.space, Bits)
    if not own and not isinstance(problem, Problem):
        raise TypeError(f"problem must be a problem of bits, not {problem!r}")
    n = problem.space.n if own else problem.n

    def function(x):
        x = checks.bits("x", x, (n,))
        return problem.value(problem.phenotype(problem.born(x)) if own else x)

    goal = ioh.OptimizationType.MIN if problem.unit < 0 else ioh.OptimizationType.MAX
    return ioh.wrap_problem(function, name or f"memlab_{problem.name or 'function'}",
                            ioh.ProblemClass.INTEGER, dimension=n, optimization_type=goal, lb=0,
                            ub=1)
