"""Runtime theory, exact and simulated: DeceptiveLeadingBlocks, functions of unitation, a needle."""

from ..problems.unitation import functions
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
from .ones import UnitationChain, unitation
from .simulation import Trajectory, simulate, trajectory
from .tables import tabulate
from .theorems import cards

__all__ = [
    "expected_runtime", "runtime_moments", "expected_local_search_steps", "expected_evaluations",
    "level_profile", "growth", "hitting_times", "fubini_polynomial", "mutation_matrix",
    "simulate", "trajectory", "tabulate",
    "unitation", "functions", "cards",
    "hinton_nowlan",
    "Growth", "Moments", "Trajectory", "UnitationChain",
]
