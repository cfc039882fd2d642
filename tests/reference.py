"""The slow, obvious version of everything the kernels do fast.

Written as the paper's appendix describes its own code: sparse matrix products for the fitness,
plain loops over neighbour lists for the local searches, one array of 0 and 1 per genome, NumPy's
generator for all random choices. Nothing here is shared with memlab's kernels.
"""

import itertools

import numpy as np
from numba import njit
from scipy import sparse

from memlab.evolution.modes import MODES

UNBOUNDED = 2**63 - 1      # steps of a local search that goes on to its end

# --------------------------------------------------------------------------------------- fitness


def adjacency(graph):
    """The graph, with its weights if it has any, as a SciPy CSR matrix of int64, shape (n, n)."""
    u, v = graph.edges.T
    weights = graph.edge_weights if graph.is_weighted else np.ones(graph.m, np.int64)
    upper = sparse.coo_matrix((weights, (u, v)), shape=(graph.n, graph.n))
    return sparse.csr_matrix(upper + upper.T)


def mis_fitness(matrix, x):
    """Size of an independent set, or minus the number of edges inside the set.

    `x` is one genome (n,), or many (rows, n), as in the next function.
    """
    x = x.astype(np.int64)
    internal = ((x @ matrix) * x).sum(axis=-1) // 2
    return np.where(internal == 0, x.sum(axis=-1), -internal)


def maxcut_fitness(matrix, x):
    """Number of edges between the two sides, or the sum of their weights."""
    x = x.astype(np.int64)
    return ((1 - x) * (x @ matrix)).sum(axis=-1)


def dlb_fitness(n, k, x):
    """DeceptiveLeadingBlocks, word for word as the paper defines it."""
    blocks = np.asarray(x).reshape(n // k, k).sum(axis=1)
    critical = next((i for i, ones in enumerate(blocks) if ones < k), None)
    return n if critical is None else k * critical + (k - 1 - int(blocks[critical]))


# ---------------------------------------------------------------------------------- local search


@njit(cache=True)
def repair(x, indptr, indices, rng, most=UNBOUNDED):
    """Remove the vertex with most selected neighbours, random ties, until there is none left."""
    n, steps = len(x), 0
    conflicts, tied = np.zeros(n, np.int64), np.empty(n, np.int64)
    for v in range(n):
        if x[v]:
            for u in indices[indptr[v]:indptr[v + 1]]:
                conflicts[v] += x[u]
    while True:
        worst, ties = 0, 0
        for v in range(n):
            if conflicts[v] > worst:
                worst, ties = conflicts[v], 0
            if worst and conflicts[v] == worst:
                tied[ties] = v
                ties += 1
        if worst == 0 or steps == most:
            return steps
        v = tied[int(rng.random() * ties)]
        x[v] = 0
        conflicts[v] = 0
        steps += 1
        for u in indices[indptr[v]:indptr[v + 1]]:
            if x[u]:
                conflicts[u] -= 1


@njit(cache=True)
def climb(x, indptr, indices, rng, most=UNBOUNDED):
    """Flip the vertex of largest positive gain, random ties, until there is none left."""
    n, steps = len(x), 0
    gains, tied = np.zeros(n, np.int64), np.empty(n, np.int64)
    for v in range(n):
        for u in indices[indptr[v]:indptr[v + 1]]:
            gains[v] += 1 if x[u] == x[v] else -1
    while True:
        best, ties = 0, 0
        for v in range(n):
            if gains[v] > best:
                best, ties = gains[v], 0
            if best and gains[v] == best:
                tied[ties] = v
                ties += 1
        if best == 0 or steps == most:
            return steps
        v = tied[int(rng.random() * ties)]
        x[v] = 1 - x[v]
        gains[v] = -gains[v]
        steps += 1
        for u in indices[indptr[v]:indptr[v + 1]]:
            gains[u] += 2 if x[u] == x[v] else -2


@njit(cache=True)
def repair_rows(rows, indptr, indices, rng, most=UNBOUNDED):
    """`repair` of every row in place; returns the steps of all together."""
    steps = 0
    for x in rows:
        steps += repair(x, indptr, indices, rng, most)
    return steps


@njit(cache=True)
def climb_rows(rows, indptr, indices, rng, most=UNBOUNDED):
    """`climb` of every row in place; returns the steps of all together."""
    steps = 0
    for x in rows:
        steps += climb(x, indptr, indices, rng, most)
    return steps


def best_improvement(fitness, x, rng, most=UNBOUNDED):
    """The generic hill climber: move to a best neighbour while it is strictly better."""
    x, steps = x.copy(), 0
    while steps < most:
        neighbours = [x ^ (np.arange(len(x)) == i) for i in range(len(x))]
        values = np.array([fitness(y) for y in neighbours])
        if values.max() <= fitness(x):
            return x, steps
        x = neighbours[rng.choice(np.flatnonzero(values == values.max()))]
        steps += 1
    return x, steps


def repair_choices(graph, x):
    """The results of the repair's next removal, equally likely ones; empty if independent.

    `graph` is a dense 0/1 matrix, `x` a tuple of 0 and 1.
    """
    conflicts = np.asarray(x) * (graph @ x)
    tied = np.flatnonzero(conflicts == conflicts.max()) if conflicts.any() else []
    return [(*x[:v], 0, *x[v + 1:]) for v in tied]


def climb_choices(graph, x):
    """The results of the next flip of steepest ascent, equally likely ones; empty at an optimum."""
    same_side = np.equal.outer(x, x)
    gains = (graph * (2 * same_side - 1)).sum(axis=1)
    tied = np.flatnonzero(gains == gains.max()) if gains.max() > 0 else []
    return [(*x[:v], 1 - x[v], *x[v + 1:]) for v in tied]


def outcomes(choices, x, most=UNBOUNDED):
    """The exact distribution of a local search: {(where it ends, steps): probability}.

    All ties are followed, one step of all possible courses at a time; what counts as steps are the
    bits that change, of which there are no more than `most`. `choices` lists the results of the
    next step, each equally likely.
    """
    ends, under_way = {}, {(x, 0): 1.0}
    while under_way:
        following = {}
        for (state, steps), probability in under_way.items():
            successors = [y for y in choices(state)
                          if steps + np.not_equal(state, y).sum() <= most]
            if not successors:
                ends[state, steps] = ends.get((state, steps), 0.0) + probability
            for y in successors:
                key = y, steps + int(np.not_equal(state, y).sum())
                following[key] = following.get(key, 0.0) + probability / len(successors)
        under_way = following
    return ends


# ------------------------------------------------------------------------------------- algorithm


class Reference:
    """A problem with its fitness, "mis" or "maxcut", and its local search."""

    def __init__(self, problem, graph, search=None):
        self.n = graph.n
        self.matrix = adjacency(graph)
        self.score = {"mis": mis_fitness, "maxcut": maxcut_fitness}[problem]
        self.search = search or {"mis": repair_rows, "maxcut": climb_rows}[problem]

    def fitness(self, x):
        """Of one genome (n,), or of many (rows, n)."""
        return self.score(self.matrix, x)

    def local_search(self, x, rng, most=UNBOUNDED):
        """(local optima, steps of all together) of one genome (n,), or of many (rows, n)."""
        y = x.copy()
        rows = y.reshape(-1, self.n)
        return y, self.search(rows, self.matrix.indptr, self.matrix.indices, rng, most)


class Blocks:
    """DeceptiveLeadingBlocks with the generic hill climber."""

    def __init__(self, n, k):
        self.n, self.k = n, k

    def fitness(self, x):
        return np.apply_along_axis(lambda row: dlb_fitness(self.n, self.k, row), -1, x)

    def local_search(self, x, rng, most=UNBOUNDED):
        results = [best_improvement(self.fitness, row, rng, most) for row in x.reshape(-1, self.n)]
        optima, steps = zip(*results, strict=True)
        return np.reshape(optima, x.shape), sum(steps)


def evolve(problem, mode, mu, lambda_, crossover_rate, lb_probability, budget, seed, initial=None,
           ties="random", learning_probability=1, learning_depth=UNBOUNDED):
    """Algorithm 1 of the paper, a generation at a time: what `memlab bench` is measured against.

    Whole runs are compared with the plain engine of memlab instead (`plainly`).

    The initial genomes are random, or `initial`, uint8 (mu, n). Of those that are equally fit, the
    survivors are drawn, or they are the last-born ("offspring"), or the first-born ("parents").
    An offspring learns with the probability `learning_probability`, at most `learning_depth` steps.
    Returns a dictionary of what memlab's `Run` reports, and the final population's genomes.
    """
    rng, n = np.random.default_rng(seed), problem.n
    inherits = MODES[mode].inheritance(lb_probability)
    parents = rng.integers(0, 2, (mu, n)).astype(np.uint8) if initial is None else initial
    fitness = problem.fitness(parents)
    best, met = fitness.max(), set()
    note_best(met, best, fitness, parents)
    total_steps, births = 0, np.arange(mu)
    for _ in range((budget - mu) // lambda_):
        first, second = rng.integers(0, mu, (2, lambda_))
        crossed = rng.random(lambda_) < crossover_rate
        from_second = (rng.random((lambda_, n)) < 0.5) & crossed[:, None]
        offspring = np.where(from_second, parents[second], parents[first])
        offspring ^= (rng.random((lambda_, n)) < 1 / n).astype(np.uint8)
        learned = offspring.copy()
        learners = (rng.random(lambda_) < learning_probability if learning_probability < 1
                    else slice(None))
        if MODES[mode].learns and len(offspring[learners]):
            learned[learners], steps = problem.local_search(offspring[learners], rng,
                                                            learning_depth)
            total_steps += steps
        scores = problem.fitness(learned)
        if scores.max() > best:
            best, met = scores.max(), set()
        note_best(met, best, scores, learned)
        if inherits == 1:
            offspring = learned
        elif inherits > 0:
            written_back = rng.random(lambda_) < inherits
            offspring = np.where(written_back[:, None], learned, offspring)
        everyone, everyones = np.vstack((parents, offspring)), np.concatenate((fitness, scores))
        births = np.append(births, births.max() + 1 + np.arange(lambda_))
        preference = {"random": rng.random(mu + lambda_), "offspring": -births, "parents": births}
        survivors = np.lexsort((preference[ties], -everyones))[:mu]
        parents, fitness, births = everyone[survivors], everyones[survivors], births[survivors]
    return {
        "best_fitness": best,
        "mean_fitness": float(fitness.mean()),
        "unique_best": len(met),
        "local_search_steps": total_steps,
        "genomes": parents,
    }


def note_best(met, best, fitness, solutions):
    """Add to the set `met` the solutions of the best fitness."""
    met.update(x.tobytes() for x in solutions[fitness == best])


def mean_distance(genomes):
    """Mean Hamming distance over all pairs."""
    pairs = [int(np.count_nonzero(a != b)) for a, b in itertools.combinations(genomes, 2)]
    return float(np.mean(pairs)) if pairs else 0.0


def share_with_reserve(genomes, phenotypes):
    """Share of the genomes that are the phenotype before theirs, as a set, and something more."""
    sets, before = (list(map(set, map(np.flatnonzero, rows)))
                    for rows in (genomes, np.roll(phenotypes, 1, axis=0)))
    return float(np.mean([one > other for one, other in zip(sets, before, strict=True)]))
