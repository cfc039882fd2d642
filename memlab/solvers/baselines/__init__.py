"""Baselines for comparison: methods that are not evolutionary algorithms."""

from .greedy import coin_flip, greedy
from .sampling import random_sampling, restarts

__all__ = ["coin_flip", "greedy", "random_sampling", "restarts"]
