"""A solver as a method of experiments."""

from ..run import Run
from .solve import solve


def run(problem, solver="auto", seconds=None, effort=None, seed=0):
    """Solve a problem, and return the result as that of a run.

    Parameters
    ----------
    problem : MaxIndependentSet or MaxCut
        The problem.
    solver : str
        A method of `solve`.
    seconds, effort : float, optional
        Its limits.
    seed : int
        The seed.

    Returns
    -------
    Run
        With the upper bound, and whether it is proved.

    Raises
    ------
    KeyboardInterrupt
        If Ctrl-C ended the solver: what it had found is no result.

    Examples
    --------
    >>> import memlab as ml
    >>> run(ml.MaxCut(ml.Graph.from_edges(3, [(0, 1), (1, 2)]))).proved
    True
    """
    result = solve(problem, seconds, solver, seed, effort=effort)
    if result.interrupted:
        raise KeyboardInterrupt
    return Run(best_fitness=result.value, best_solution=result.solution, seconds=result.seconds,
               upper_bound=result.upper_bound, proved=result.proved)
