"""The (mu+lambda) EA of the paper, in every mode, to the end of its budget."""

from ..support.names import takes_old_names
from .evolution import Evolution


@takes_old_names
def evolve(problem, mode, *arguments, **options):
    """Run the (mu+lambda) EA of the paper to the end of its budget.

    Parameters
    ----------
    problem, mode, *arguments, **options
        As for `Evolution`.

    Returns
    -------
    Run
        The best solution, the counts and the trace of the run.

    Raises
    ------
    TypeError, ValueError
        As from `Evolution`.

    Examples
    --------
    >>> import memlab as ml
    >>> problem = ml.MaxIndependentSet(ml.datasets.generate("er_small")[0])
    >>> run = ml.evolve(problem, mode="baldwinian", mu=50, lambda_=50, budget=2000, seed=1)
    >>> problem.is_feasible(run.best_solution)
    True

    Start from given genomes and stop at a target fitness:

    >>> cut = ml.MaxCut(ml.datasets.generate("ba_small")[0])
    >>> run = ml.evolve(cut, "lamarckian", mu=2, initial=[[0] * cut.n, [1] * cut.n],
    ...                 target=430)
    >>> int(run.trace.best_fitness[0]), run.best_fitness >= 430, run.evaluations < 40_000
    (0, True, True)
    """
    return Evolution(problem, mode, *arguments, **options).run()
