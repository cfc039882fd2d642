"""Reference values: how good a solution can be, with a proof where there is one.

>>> import memlab as ml
>>> cycle = ml.Graph.from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
>>> ml.reference.solve(ml.MaxCut(cycle)).proved
True
"""

from .result import Reference
from .solve import METHODS, solve
from .verify import WrongSolutionError

__all__ = ["METHODS", "Reference", "WrongSolutionError", "solve"]
