"""The runtime theory of DeceptiveLeadingBlocks, exact and simulated; Hinton and Nowlan's needle."""

from .blocks import mutation_matrix
from .constants import Growth, fubini_polynomial, growth, hitting_times
from .exact import (
    Moments,
    expected_evaluations,
    expected_local_search_steps,
    expected_runtime,
    level_profile,
    runtime_moments,
)
from .needle import hinton_nowlan
from .simulation import Trajectory, simulate, trajectory
from .tables import debt_table, tabulate, tabulate_runs

__all__ = [
    "expected_runtime", "runtime_moments", "expected_local_search_steps", "expected_evaluations",
    "level_profile", "growth", "hitting_times", "fubini_polynomial", "mutation_matrix",
    "simulate", "trajectory",
    "tabulate", "tabulate_runs", "debt_table",
    "hinton_nowlan",
    "Growth", "Moments", "Trajectory",
]
