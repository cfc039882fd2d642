"""The modes and parameters of the (mu+lambda) EA, checked."""

import enum
from dataclasses import dataclass

from . import checks


class Mode(enum.StrEnum):
    """What becomes of a local search's result."""

    DARWINIAN = "darwinian"      #: there is no local search
    BALDWINIAN = "baldwinian"    #: it counts as fitness and is forgotten
    LAMARCKIAN = "lamarckian"    #: it replaces the genome
    LB = "lb"                    #: it counts as fitness and replaces the genome with a probability


MODES = tuple(mode.value for mode in Mode)
TIES = ("random", "offspring")
MUTATIONS = ("standard", "fast")
INITIALS = ("raw", "learned")


@dataclass(frozen=True)
class Parameters:
    """The parameters of a run, checked; `Evolution` says what they mean."""

    mode: Mode
    mu: int = 250
    lambda_: int = 50
    crossover_rate: float = 0.9
    lb_probability: float | None = None
    budget: int = 40_000
    ties: str = "random"
    mutation: str = "standard"
    initial: str = "raw"
    step_cost: float = 0.0

    def __post_init__(self):
        checked = {
            "mode": Mode(checks.choice("mode", self.mode, MODES)),
            "mu": checks.integer("mu", self.mu, minimum=1, maximum=2**30),
            "lambda_": checks.integer("lambda_", self.lambda_, minimum=1, maximum=2**30),
            "crossover_rate": checks.rate("crossover_rate", self.crossover_rate),
            "budget": checks.integer("budget", self.budget, minimum=1),
            "ties": checks.choice("ties", self.ties, TIES),
            "mutation": checks.choice("mutation", self.mutation, MUTATIONS),
            "initial": checks.choice("initial", self.initial, INITIALS),
            "step_cost": checks.cost("step_cost", self.step_cost),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)
        if self.budget < self.mu:
            raise ValueError(f"budget must be at least mu = {self.mu}, the number of initial "
                             f"evaluations, not {self.budget}")
        if self.mode == Mode.LB:
            if self.lb_probability is None:
                raise ValueError("lb_probability must be given in mode 'lb': a number strictly "
                                 "between 0 and 1")
            probability = checks.rate("lb_probability", self.lb_probability, strict=True)
            object.__setattr__(self, "lb_probability", probability)
        elif self.lb_probability is not None:
            raise ValueError(f"lb_probability must be None in mode {self.mode.value!r}, not "
                             f"{self.lb_probability!r}; only mode 'lb' has one")

    @property
    def generations(self):
        """How many generations the budget allows, if no local search is charged to it."""
        return (self.budget - self.mu) // self.lambda_
