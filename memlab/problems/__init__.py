"""The problems, and the one registry of them."""

from .blocks import DeceptiveLeadingBlocks
from .custom import CustomProblem
from .cut import MaxCut
from .independent_set import LOCAL_SEARCHES, MaxIndependentSet
from .problem import GraphProblem, Problem

__all__ = ["LOCAL_SEARCHES", "PROBLEMS", "CustomProblem", "DeceptiveLeadingBlocks", "GraphProblem",
           "MaxCut", "MaxIndependentSet", "Problem"]

# Their names in experiments, saved runs and commands.
PROBLEMS = {"mis": MaxIndependentSet, "maxcut": MaxCut, "dlb": DeceptiveLeadingBlocks}
