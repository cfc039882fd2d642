"""The life of a genome: it is scored, learns, and passes on a genome.

It depends on genome and seed alone. So it does not matter who lets genomes live: this process, or
any executor.
"""

import itertools
import math

import numpy as np

from ..spaces.space import frozen, shown


class BudgetSpent(BaseException):
    """The budget is spent, or the target of a trial is reached: a run ends, in good order.

    An algorithm, or a local search, need not catch it. Like Ctrl-C it passes through
    ``except Exception``.

    Examples
    --------
    >>> import memlab as ml
    >>> def ten_at_once(trial):
    ...     trial.evaluate([[0, 1, 1, 0]] * 10)      # all count that the budget has room for
    >>> ml.run(ml.DeceptiveLeadingBlocks(n=4, k=2), ten_at_once, budget=7).evaluations
    7
    """


class Function:
    """The function of a problem as a local search has it: it counts its calls and has a limit.

    Values are always to be maximised. If the problem has constraints, a value is a pair, minus the
    violation and the value, which Python compares by Deb's rules.

    Attributes
    ----------
    calls : int or float
        How many were made, or charged.
    """

    def __init__(self, problem, limit, calls):
        self.problem, self.limit, self.calls = problem, limit, calls

    def charge(self, calls):
        """Count work of so many calls that is done without them, as a gain from differences.

        Parameters
        ----------
        calls : int or float
            At least 0.

        Raises
        ------
        BudgetSpent
            If fewer calls are left. Nothing is counted then.
        """
        if not 0 <= calls < math.inf:
            raise ValueError(f"calls must be a finite number of at least 0, not {calls!r}")
        if self.calls + calls > self.limit:
            raise BudgetSpent
        self.calls += calls

    def __call__(self, x):
        """Return the value of a solution, which counts as a call."""
        self.charge(1)
        return self.problem.score(shown(x))

class Life:
    """What became of a genome.

    Attributes
    ----------
    genome : object
        What it passes on.
    solution : object
        What it has learned to be.
    score : float or tuple
        Of the solution, to be maximised.
    steps, calls : int
        Of learning, and of the function.
    spent : bool
        Whether a lack of calls has ended it.
    birth : int
        How many genomes of the run were born before.
    """

    birth, steps, calls, spent = 0, 0, 1, False

    def __init__(self, genome, solution, score):
        self.genome, self.solution, self.score = genome, solution, score


def live(problem, configuration, limit, genome, seed):
    """Let a genome live. With a smaller limit, a life is the beginning of the same life.

    Parameters
    ----------
    problem : FunctionProblem
    configuration : Configuration
        Says how long to learn, and what is inherited.
    limit : int or float
        The maximum number of calls, at least 1.
    genome : object
    seed : int or None
        None if it does not learn.

    Returns
    -------
    Life
    """
    solution = genome if problem.learns_genes else problem.born(genome)
    life = Life(genome, solution, problem.score(solution))
    if seed is not None:
        _learn(problem, configuration, limit, life, np.random.default_rng(seed))
    return life


def lives(problem, configuration, limit, births):
    """Return the lives of several births, pairs of genome and seed: a list.

    A batch function scores those who do not learn all at once.
    """
    genomes = [frozen(genome) for genome, _ in births]      # what was pickled can be written
    if not problem.batch or any(seed is not None for _, seed in births):
        return [live(problem, configuration, limit, *birth) for birth in births]
    solutions = list(map(problem.born, genomes))
    return list(map(Life, genomes, solutions, problem.scores(solutions)))


def _learn(problem, configuration, limit, life, rng):
    """Improve the solution of a life, step by step, and let its genome inherit what the mode says.
    """
    born, score = life.solution, life.score
    f, path = Function(problem, limit, life.calls), [born]
    keeps = configuration.inherits == "steps"
    search = problem.local_search(born, score, f, rng)
    if not hasattr(search, "__next__"):
        raise TypeError("local_search must be a generator, which yields its steps, but returned "
                        f"{search!r}")
    try:
        for step in itertools.islice(search, configuration.learning_depth):
            life.solution, life.score = problem.step(step)
            life.steps += 1
            if keeps:
                path.append(life.solution)
        if life.score is None:
            life.score = f(life.solution)
    except BudgetSpent:
        life.spent = True
        if life.score is None:      # what was learned can no longer be scored
            life.solution, life.score, life.steps = born, score, 0
    life.calls, f.limit = f.calls, -math.inf      # no thread of the search calls it later
    probability = configuration.inheritance
    if not life.steps or not probability:
        return
    if configuration.inherits == "each":
        learned = problem.solutions.mix(born, life.solution, probability, rng)
    elif keeps:
        learned = path[rng.binomial(life.steps, probability)]
    else:
        learned = life.solution if rng.random() < probability else born
    if learned is not born:
        life.genome = problem.write_back(learned, life.genome)


def fitness_of(score):
    """Return the number to be maximised in a score, which may be a pair: float."""
    return score[1] if isinstance(score, tuple) else score


def told(score):
    """Return the fitness in a score: float, or NaN if it is of an infeasible solution."""
    infeasible = isinstance(score, tuple) and score[0] < 0
    return math.nan if infeasible else fitness_of(score)
