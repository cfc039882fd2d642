"""The problems, and the one registry of them."""

from ..names import GRAPH_PROBLEMS, LABELS
from .custom import CustomProblem
from .deceptive_blocks import DeceptiveLeadingBlocks
from .independent_set import LOCAL_SEARCHES, MaxIndependentSet
from .max_cut import MaxCut
from .pseudo_boolean import PseudoBoolean
from .pseudo_boolean.makers import (
    GENERATORS,
    concatenated_trap,
    ising,
    max_sat,
    nk,
    qubo,
    random_qubo,
    random_sat,
    spin_glass,
)
from .pseudo_boolean.readers import read_problem
from .unitation import Unitation

__all__ = ["GENERATORS", "LOCAL_SEARCHES", "PROBLEMS", "CustomProblem", "DeceptiveLeadingBlocks",
           "MaxCut", "MaxIndependentSet", "PseudoBoolean", "Unitation",
           "concatenated_trap", "ising", "max_sat", "nk", "one_of", "qubo", "random_qubo",
           "random_sat", "read_problem", "spin_glass"]

# By their names in experiments, saved runs and commands. A class says everything else itself.
PROBLEMS = {kind.name: kind for kind in (MaxIndependentSet, MaxCut, DeceptiveLeadingBlocks,
                                         Unitation, PseudoBoolean)}
LABELS.update((kind.name, kind.label) for kind in PROBLEMS.values())


def one_of(problem, names=GRAPH_PROBLEMS):
    """Return `problem` if it is one of the named problems, by default one of the paper's two.

    Raises
    ------
    TypeError
        If it is not.

    Examples
    --------
    >>> one_of(DeceptiveLeadingBlocks(6, 3))
    Traceback (most recent call last):
    TypeError: problem must be a MaxIndependentSet or a MaxCut, not DeceptiveLeadingBlocks
    """
    if getattr(problem, "name", None) not in names:
        kinds = " or a ".join(PROBLEMS[name].__name__ for name in names)
        raise TypeError(f"problem must be a {kinds}, not {type(problem).__name__}")
    return problem
