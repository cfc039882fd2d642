"""The one registry of the problems, by their names in experiments, saved runs and commands."""

from ..support.names import GRAPH_PROBLEMS, LABELS
from .independent_set import MaxIndependentSet
from .max_cut import MaxCut
from .pseudo_boolean import PseudoBoolean
from .pseudo_boolean.pbo import PBO
from .unitation import DeceptiveLeadingBlocks, LeadingOnes, Unitation

# A class says everything else itself.
PROBLEMS = {kind.name: kind for kind in (MaxIndependentSet, MaxCut, DeceptiveLeadingBlocks,
                                         LeadingOnes, Unitation, PBO, PseudoBoolean)}
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
