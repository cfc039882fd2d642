"""The runtime theory of DeceptiveLeadingBlocks: exact, asymptotic, and simulated."""

from .constants import Growth, growth, hitting_times
from .exact import (
    Moments,
    expected_evaluations,
    expected_local_search_steps,
    expected_runtime,
    level_profile,
    runtime_moments,
)
from .rivals import metropolis, metropolis_bound, sig_cga, umda, umda_bound
from .simulation import Trajectory, simulate, trajectory

__all__ = [
    "expected_runtime", "runtime_moments", "expected_local_search_steps", "expected_evaluations",
    "level_profile", "growth", "hitting_times", "simulate", "trajectory",
    "metropolis", "metropolis_bound", "umda", "umda_bound", "sig_cga",
    "Growth", "Moments", "Trajectory",
]
