"""The problems, and the one registry of them."""

from .custom.problem import CustomProblem
from .deceptive_blocks.problem import DeceptiveLeadingBlocks
from .independent_set.problem import LOCAL_SEARCHES, MaxIndependentSet
from .max_cut.problem import MaxCut
from .problem import GraphProblem, Problem

__all__ = ["LOCAL_SEARCHES", "PROBLEMS", "CustomProblem", "DeceptiveLeadingBlocks", "GraphProblem",
           "MaxCut", "MaxIndependentSet", "Problem"]

# By their names in experiments, saved runs and commands. A class says everything else itself.
PROBLEMS = {kind.name: kind for kind in (MaxIndependentSet, MaxCut, DeceptiveLeadingBlocks)}
