"""The configuration of the (mu+lambda) EA, checked."""

from dataclasses import asdict, dataclass, fields

from . import checks, memory
from .names import MODES

TIES = ("random", "offspring", "parents")
MUTATIONS = ("standard", "fast")
INITIALS = ("raw", "learned")
_LARGEST = 2**30        # of both parts of a population
LARGEST_BUDGET = 10**12      # weeks at any speed
# what a run takes beside genomes: a slot of the population in tables; a row of the trace, twice
_BYTES_PER_SLOT, _BYTES_PER_ROW = 100, 120
_PAPERS = ("mode", "mu", "lambda_", "crossover_rate", "lb_probability")     # what the paper varies


@dataclass(frozen=True, order=True)
class Configuration:
    """The settings of Algorithm 1, all but its budget; `Evolution` says what each of them means.

    Parameters
    ----------
    mode : {"darwinian", "baldwinian", "lamarckian", "lb"}
    mu, lambda_ : int
        Numbers of parents and of offspring per generation, both at least 1.
    crossover_rate : float
        From 0 to 1.
    lb_probability : float, optional
        Strictly between 0 and 1; for mode "lb" only, and required there.
    ties : {"random", "offspring", "parents"}
    mutation : {"standard", "fast"}
    initial : {"raw", "learned"}
    step_cost : float
        At least 0.
    learning_rate : float
        From 0 to 1.
    learning_depth : int, optional
        At least 0; None, or infinity, for no limit. Mode "darwinian" has neither of the two.

    Raises
    ------
    TypeError, ValueError
        If a setting is out of its range or missing.

    Examples
    --------
    >>> Configuration("lb", 10, 10, crossover_rate=1, lb_probability=0.3).to_dict()
    {'mode': 'lb', 'mu': 10, 'lambda_': 10, 'crossover_rate': 1.0, 'lb_probability': 0.3}
    """

    mode: str
    mu: int = 250
    lambda_: int = 50
    crossover_rate: float = 0.9
    lb_probability: float | None = None
    ties: str = "random"
    mutation: str = "standard"
    initial: str = "raw"
    step_cost: float = 0.0
    learning_rate: float = 1.0
    learning_depth: int | None = None

    def __post_init__(self):
        checked = {
            "mode": checks.choice("mode", self.mode, MODES),
            "mu": checks.integer("mu", self.mu, minimum=1, maximum=_LARGEST),
            "lambda_": checks.integer("lambda_", self.lambda_, minimum=1, maximum=_LARGEST),
            "crossover_rate": checks.real("crossover_rate", self.crossover_rate, minimum=0,
                                          maximum=1),
            "lb_probability": check_lb_probability(self.mode, self.lb_probability),
            "ties": checks.choice("ties", self.ties, TIES),
            "mutation": checks.choice("mutation", self.mutation, MUTATIONS),
            "initial": checks.choice("initial", self.initial, INITIALS),
            "step_cost": checks.real("step_cost", self.step_cost, minimum=0),
            "learning_rate": checks.real("learning_rate", self.learning_rate, minimum=0,
                                         maximum=1),
            "learning_depth": checks.limit("learning_depth", self.learning_depth),
        }
        if self.mode == "darwinian":
            for name, default in (("learning_rate", 1.0), ("learning_depth", None)):
                if checked[name] != default:
                    raise ValueError(f"{name} must be {default} in mode 'darwinian', which has no "
                                     f"local search, not {checked[name]!r}")
        for name, value in checked.items():
            # normalised, so that equal settings are equal and have one spelling in files
            object.__setattr__(self, name, value)

    def to_dict(self):
        """What the paper varies, and of the other settings those that are not the paper's."""
        default = {field.name: field.default for field in fields(self)}
        return {name: value for name, value in asdict(self).items()
                if name in _PAPERS or value != default[name]}

    def generations(self, budget):
        """How many generations a budget allows, if no local search is charged to it: int."""
        return (budget - self.mu) // self.lambda_

    def slots(self, budget):
        """How many individuals there are at a time: int. Those never born do not count."""
        return self.mu + (self.lambda_ if self.generations(budget) else 0)


def check_lb_probability(mode, value):
    """`value` as a float in mode "lb", where it must be given, and None in the other modes.

    Raises
    ------
    TypeError, ValueError
        If it is anything else; in mode "lb", if it is not strictly between 0 and 1.
    """
    if mode != "lb":
        if value is not None:
            raise ValueError(f"lb_probability must be None in mode {mode!r}, not {value!r}; only "
                             "mode 'lb' has one")
        return None
    if value is None:
        raise ValueError("lb_probability must be given in mode 'lb': a number strictly between 0 "
                         "and 1")
    return checks.real("lb_probability", value, above=0, below=1)


def check_budget(budget, configuration):
    """`budget` as an int that pays for the initial population of a configuration.

    Raises
    ------
    TypeError, ValueError
        If it is not an integer, too small, or too large.
    """
    budget = checks.integer("budget", budget, minimum=1, maximum=LARGEST_BUDGET)
    if budget < configuration.mu:
        raise ValueError(f"budget must be at least mu = {configuration.mu}, the number of initial "
                         f"evaluations, not {budget}")
    return budget


def check_memory(configuration, budget, trace=False, n=1, slot_bytes=0, runs=1):
    """Refuse a run, or several at a time, for which there is not enough memory.

    Parameters
    ----------
    configuration : Configuration
    budget : int
    trace : bool
    n, slot_bytes : int
        Of the problem; by default those of the smallest.
    runs : int

    Raises
    ------
    ValueError
    """
    genomes = 2 if configuration.mode in ("baldwinian", "lb") else 1
    slot = 64 * -(-n // 512) * genomes + slot_bytes + _BYTES_PER_SLOT
    rows = configuration.generations(budget) if trace else 0
    what = "a run" if runs == 1 else f"a race of {runs} runs"
    memory.check(runs * (configuration.slots(budget) * slot + _BYTES_PER_ROW * rows),
                 f"{what} with mu = {configuration.mu}, lambda_ = {configuration.lambda_}, "
                 f"budget = {budget} and n = {n}" + ", which keeps a trace," * trace)
