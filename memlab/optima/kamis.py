"""KaMIS's evolutionary algorithm with reductions, ReduMIS [1]_, by way of CHSZLabLib.

References
----------
.. [1] S. Lamm, P. Sanders, C. Schulz, D. Strash, R. Werneck. Finding near-optimal independent sets
   at scale. Journal of Heuristics 23(4), 2017.
"""

import numpy as np

from ..problems import MaxIndependentSet

_NAME = "KaMIS"


def solve(tally, seed):
    """Hand the set that KaMIS finds to the tally. It proves nothing.

    Parameters
    ----------
    tally : Tally
    seed : numpy.random.SeedSequence

    Raises
    ------
    ImportError
        If CHSZLabLib is not installed.
    ValueError
        If the problem is not a MaxIndependentSet.
    """
    try:        # here, not above: without KaMIS the module is still importable, and its tests
        import chszlablib
    except ImportError as error:
        raise ImportError("method 'kamis' needs KaMIS: pip install chszlablib, or memlab[kamis]"
                          ) from error
    problem = tally.problem
    if not isinstance(problem, MaxIndependentSet):
        raise ValueError(f"method must be another one for {problem!r}: 'kamis' finds independent "
                         "sets only")
    graph = problem.graph
    # it wants to be able to write into the arrays
    theirs = chszlablib.Graph.from_csr(graph.indptr.copy(), graph.indices.copy())
    found = chszlablib.IndependenceProblems.redumis(
        theirs, time_limit=max(0.1, tally.left()), seed=int(seed.generate_state(1)[0] >> 1))
    x = np.zeros(graph.n, np.uint8)
    x[np.asarray(found.vertices, np.int64)] = 1
    tally.offer(x, _NAME)
