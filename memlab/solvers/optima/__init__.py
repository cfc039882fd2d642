"""Optimum values: how good a solution can be, with a proof where one is found.

>>> import memlab as ml
>>> cycle = ml.Graph.from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
>>> ml.optima.solve(ml.MaxCut(cycle)).proved
True
"""

from ...evolution.run import WrongSolutionError
from .result import Optimum
from .solve import METHODS, solve

__all__ = ["METHODS", "Optimum", "WrongSolutionError", "solve"]
