"""The configuration of the (mu+lambda) EA, with all checks."""

from dataclasses import asdict, dataclass, fields

from . import checks, memory
from .modes import MODES

TIES = ("random", "offspring", "parents")
MUTATIONS = ("standard", "fast")
INITIALS = ("raw", "learned")
_LARGEST = 2**30        # of both parts of a population
LARGEST_BUDGET = 10**12      # weeks at any speed
# bytes a run needs besides genomes: per slot of the population in tables; per trace row, twice
_BYTES_PER_SLOT, _BYTES_PER_ROW = 100, 120
_PAPERS = ("mode", "mu", "lambda_", "crossover_rate", "lb_probability")     # what the paper varies


@dataclass(frozen=True, order=True)
class Configuration:
    """The settings of Algorithm 1 except its budget; `memlab.Evolution` explains each of them.

    Parameters
    ----------
    mode : {"darwinian", "baldwinian", "lamarckian", "lb"}
    mu, lambda_ : int
        Numbers of parents and of offspring per generation, both at least 1.
    crossover_rate : float
        From 0 to 1.
    lb_probability : float, optional
        From 0 to 1; for mode "lb" only, and required there.
    ties : {"random", "offspring", "parents"}
        Which individuals survive at equal fitness.
    mutation : {"standard", "fast"}
        Mutation rate: 1/n, or heavy-tailed.
    initial : {"raw", "learned"}
        Whether the initial population is scored without or with local search.
    step_cost : float
        Cost of a local-search step in evaluations, at least 0.
    learning_rate : float
        From 0 to 1; not in mode "darwinian".
    learning_depth : int, optional
        At least 0; None or infinity for no limit; not in mode "darwinian".

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
            # normalised, so that equal settings compare equal and are written alike in files
            object.__setattr__(self, name, value)

    @classmethod
    def of(cls, mode, **settings):
        """Return the configuration of a mode and settings, or one that is given in their place.

        Parameters
        ----------
        mode : str or Configuration
        **settings
            As for the class. Beside a configuration, none may differ from its default.

        Examples
        --------
        >>> Configuration.of("baldwinian", mu=5) == Configuration.of(Configuration("baldwinian", 5))
        True
        """
        if not isinstance(mode, Configuration):
            return cls(mode, **settings)
        for field in fields(cls):
            if settings.get(field.name, field.default) != field.default:
                raise TypeError(f"{field.name} must not be given beside a Configuration, which has "
                                f"all settings; {settings[field.name]!r} was")
        return mode

    def to_dict(self):
        """Return the settings that the paper varies, and the others where they differ from it.

        Returns
        -------
        dict
            Keyword arguments that make an equal configuration.
        """
        default = {field.name: field.default for field in fields(self)}
        return {name: value for name, value in asdict(self).items()
                if name in _PAPERS or value != default[name]}

    def generations(self, budget):
        """Return how many generations a budget allows if local search is free.

        Parameters
        ----------
        budget : int
            Number of evaluations.

        Returns
        -------
        int
            Number of generations after the initial population.
        """
        return (budget - self.mu) // self.lambda_

    def slots(self, budget):
        """Return the number of individuals that exist at a time.

        Parameters
        ----------
        budget : int
            Number of evaluations.

        Returns
        -------
        int
            Only `mu`, if the budget does not suffice for any offspring.
        """
        return self.mu + (self.lambda_ if self.generations(budget) else 0)


def check_lb_probability(mode, value):
    """Return `value` as a float in mode "lb", where it is required, and None in other modes.

    Raises
    ------
    TypeError, ValueError
        If it is anything else; in mode "lb", if it is not a number from 0 to 1.
    """
    if mode != "lb":
        if value is not None:
            raise ValueError(f"lb_probability must be None in mode {mode!r}, not {value!r}; only "
                             "mode 'lb' has one")
        return None
    if value is None:
        raise ValueError("lb_probability must be given in mode 'lb': a number from 0 to 1")
    return checks.real("lb_probability", value, minimum=0, maximum=1)


def check_budget(budget, configuration):
    """Return `budget` as an int that covers the initial population of a configuration.

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
    """Refuse one or several simultaneous runs if there is not enough memory for them.

    Parameters
    ----------
    configuration : Configuration
    budget : int
    trace : bool
    n, slot_bytes : int
        Number of bits and memory per slot of the problem; by default those of the smallest one.
    runs : int
        Number of simultaneous runs.

    Raises
    ------
    ValueError
        If there is not enough memory.
    """
    genomes = 2 if configuration.mode in ("baldwinian", "lb") else 1
    slot = 64 * -(-n // 512) * genomes + slot_bytes + _BYTES_PER_SLOT
    rows = configuration.generations(budget) if trace else 0
    what = "a run" if runs == 1 else f"a race of {runs} runs"
    memory.check(runs * (configuration.slots(budget) * slot + _BYTES_PER_ROW * rows),
                 f"{what} with mu = {configuration.mu}, lambda_ = {configuration.lambda_}, "
                 f"budget = {budget} and n = {n}" + ", which keeps a trace," * trace)
