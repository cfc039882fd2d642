"""What a run is compared with: methods that are no evolutionary algorithms."""

from .sampling import random_sampling, restarts

__all__ = ["random_sampling", "restarts"]
