"""The configuration of Algorithm 1, with all checks."""

from dataclasses import MISSING, asdict, dataclass, fields

from ..support import checks, memory
from ..support.checks import checked
from ..support.names import takes_old_names
from .modes import MODES

TIES = ("random", "offspring", "parents")
CROSSOVERS = ("uniform", "one-point", "two-point")
INITIALS = ("raw", "learned")
_LARGEST = 2**30        # of both parts of a population
LARGEST_BUDGET = 10**12      # weeks at any speed
# bytes a run needs besides genomes: per slot of the population in tables; per trace row, twice
_BYTES_PER_SLOT, _BYTES_PER_ROW = 134, 150
_PAPERS = ("mode", "mu", "lambda_", "crossover_rate", "lb_probability")     # what the paper varies


_LEARN = "mode", [name for name, mode in MODES.items() if mode.learns]
_OPEN = "mode", [name for name, mode in MODES.items() if mode.inherits is None]
_ADAPTS = "lambda_rule", ["success"]


def dependent():
    """Return the settings that mean something only where another one has certain values.

    Returns
    -------
    dict
        By name: the name of the other setting, and a list of these values.

    Examples
    --------
    >>> dependent()["tournament_size"]
    ('parents', ['tournament'])
    """
    return {one.name: one.metadata["needs"] for one in fields(Configuration)
            if one.metadata.get("needs")}


@dataclass(frozen=True, order=True)
class Configuration(checks.Checked):
    """The settings of Algorithm 1 except its budget; `memlab.Evolution` explains each of them.

    Parameters
    ----------
    mode : str
        One of `memlab.evolution.modes.MODES`.
    mu, lambda_ : int
        Numbers of parents and of offspring per generation, both at least 1.
    crossover_rate : float
        From 0 to 1.
    lb_probability : float, optional
        From 0 to 1; required in modes that leave their inheritance open, such as "lb", and not
        allowed in others.
    ties : {"random", "offspring", "parents"}
        Which individuals survive at equal fitness.
    mutation : {"standard", "fast"}
        Mutation rate: fixed or heavy-tailed.
    initial : {"raw", "learned"}
        Whether the initial population is scored without or with local search.
    step_cost : float
        Cost of a local-search step in evaluations, at least 0.
    learning_probability : float
        From 0 to 1; only in modes that learn.
    learning_depth : int, optional
        At least 0; None or infinity for no limit; only in modes that learn.
    inherits : {"whole", "each", "steps"}
        Whether all, each of the bits that were learned, or each step is inherited with the LB
        probability. Only a `FunctionProblem` has "steps".
    expected_flips : float
        Expected number of flipped bits, at least 0 and at most n; only in standard mutation.
    crossover : {"uniform", "one-point", "two-point"}
        How the bits of two parents are mixed.
    survivors : {"plus", "comma"}
        Whether parents can survive; if not, `lambda_` is at least `mu`.
    parents : {"uniform", "tournament", "distant"}
        How parents are drawn.
    tournament_size : int
        At least 1; only with tournaments.
    distant_probability : float
        From 0 to 1; only with distant parents.
    lambda_rule : {"fixed", "success"}
        Whether the number of offspring adapts; `lambda_` is then its maximum.
    update_strength, success_rate : float
        Above 1 and at most 1,000, and at least 0.01; only if the number of offspring adapts.
    count : {"auto", "offspring", "calls"}
        What the budget counts; only the runs of a `FunctionProblem` count "calls" of its function.
        By default these do, and others count offspring.

    Raises
    ------
    TypeError, ValueError
        If a setting is out of its range or missing.

    Examples
    --------
    >>> Configuration("lb", 10, 10, crossover_rate=1, lb_probability=0.3).to_dict()
    {'mode': 'lb', 'mu': 10, 'lambda_': 10, 'crossover_rate': 1.0, 'lb_probability': 0.3}
    """

    mode: str = checked(MISSING, checks.choice, allowed=MODES)
    mu: int = checked(250, checks.integer, minimum=1, maximum=_LARGEST)
    lambda_: int = checked(50, checks.integer, minimum=1, maximum=_LARGEST)
    crossover_rate: float = checked(0.9, checks.real, minimum=0, maximum=1)
    lb_probability: float | None = checked(None, checks.optional, _OPEN, kind=checks.real,
                                           minimum=0, maximum=1)
    ties: str = checked("random", checks.choice, allowed=TIES)
    mutation: str = checked("standard", checks.choice, allowed=("standard", "fast"))
    initial: str = checked("raw", checks.choice, allowed=INITIALS)
    step_cost: float = checked(0.0, checks.real, minimum=0)
    learning_probability: float = checked(1.0, checks.real, _LEARN, minimum=0, maximum=1)
    learning_depth: int | None = checked(None, checks.limit, _LEARN)
    inherits: str = checked("whole", checks.choice, _OPEN, allowed=("whole", "each", "steps"))
    expected_flips: float = checked(1.0, checks.real, ("mutation", ["standard"]), minimum=0)
    crossover: str = checked("uniform", checks.choice, allowed=CROSSOVERS)
    survivors: str = checked("plus", checks.choice, allowed=("plus", "comma"))
    parents: str = checked("uniform", checks.choice, allowed=("uniform", "tournament", "distant"))
    tournament_size: int = checked(2, checks.integer, ("parents", ["tournament"]), minimum=1,
                                   maximum=_LARGEST)
    distant_probability: float = checked(0.5, checks.real, ("parents", ["distant"]), minimum=0,
                                         maximum=1)
    lambda_rule: str = checked("fixed", checks.choice, allowed=("fixed", "success"))
    update_strength: float = checked(1.5, checks.real, _ADAPTS, above=1, maximum=1000)
    success_rate: float = checked(1.0, checks.real, _ADAPTS, minimum=0.01)
    count: str = checked("auto", checks.choice, allowed=("auto", "offspring", "calls"))

    def __post_init__(self):
        super().__post_init__()
        for name, (other, values) in dependent().items():
            value, default, there = getattr(self, name), getattr(Configuration, name), (
                getattr(self, other))
            if value != default and there not in values:
                raise ValueError(f"{name} must be {default!r} {'in' if other == 'mode' else 'with'}"
                                 f" {other} {there!r}, not {value!r}")
        if self.inheritance is None:
            raise ValueError(f"lb_probability must be given in mode {self.mode!r}: a number from 0 "
                             "to 1")
        if self.survivors == "comma" and self.lambda_ < self.mu:
            raise ValueError(f"lambda_ must be at least mu = {self.mu} with survivors 'comma', not "
                             f"{self.lambda_}")

    @property
    def learns(self):
        """Whether any offspring ever learns: bool."""
        return MODES[self.mode].learns and 0 not in (self.learning_probability, self.learning_depth)

    @property
    def inheritance(self):
        """Probability that what an offspring learned, or each bit of it, is inherited: float."""
        return MODES[self.mode].inheritance(self.lb_probability)

    @property
    def fewest(self):
        """The smallest number of offspring of a generation: int."""
        if self.lambda_rule == "fixed":
            return self.lambda_
        return self.mu if self.survivors == "comma" else 1

    def to_dict(self):
        """Return the settings that the paper varies, and the others where they differ from it.

        Returns
        -------
        dict
            Keyword arguments that make an equal configuration.
        """
        default = {one.name: one.default for one in fields(self)}
        return {name: value for name, value in asdict(self).items()
                if name in _PAPERS or value != default[name]}

    def generations(self, budget):
        """Return how many generations a budget allows at most.

        Parameters
        ----------
        budget : int
            Number of evaluations.

        Returns
        -------
        int
            Number of generations after the initial population.
        """
        return (budget - self.mu) // self.fewest

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


Configuration.__init__ = takes_old_names(Configuration.__init__)


def check_run(configuration, budget, trace=False, n=1, slot_bytes=0, runs=1):
    """Refuse runs whose budget does not cover the initial population, or for lack of memory.

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
        If it does not, or if there is not enough memory.
    """
    if budget < configuration.mu:
        raise ValueError(f"budget must be at least mu = {configuration.mu}, not {budget}")
    genomes = 2 if configuration.learns and configuration.inheritance < 1 else 1
    slot = 64 * -(-n // 512) * genomes + slot_bytes + _BYTES_PER_SLOT
    rows = configuration.generations(budget) if trace else 0
    what = "a run" if runs == 1 else f"a race of {runs} runs"
    memory.check(runs * (configuration.slots(budget) * slot + _BYTES_PER_ROW * rows),
                 f"{what} with mu = {configuration.mu}, lambda_ = {configuration.lambda_}, "
                 f"budget = {budget} and n = {n}" + ", which keeps a trace," * trace)
