"""Well-known problems as pseudo-Boolean functions, given or drawn at random."""

import reprlib
from collections.abc import Mapping

import numpy as np
from scipy import sparse

from ...graphs.adjacency import flaws
from ...support import checks, memory
from ..problem import size
from . import MOST_BITS, MOST_VALUE, PseudoBoolean, Rows


def max_sat(clauses, weights=None, *, n=None, **options):
    """Satisfy clauses of as much weight as possible.

    Fitness is the weight of all satisfied clauses. A hard clause has no weight; if it is not
    satisfied, it costs more than all others can bring, so that the fitness is negative.

    Parameters
    ----------
    clauses : sequence of sequence of int, ndarray of shape (m, k), or dict
        Literals of different variables: i for variable i, which is bit i - 1, and -i for its
        negation; at most 20. A dictionary, ``{clause: weight}``, holds the weights, too.
    weights : array_like of shape (m,), optional
        Integers of at least 0, and ``inf`` for a hard clause; by default 1 for every clause.
    n : int, optional
        Number of variables; by default the largest that occurs.
    **options
        Further arguments of `PseudoBoolean`.

    Returns
    -------
    PseudoBoolean
        The problem.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above.

    Examples
    --------
    >>> p = max_sat([[1, 2], [-1, 2], [-2]], weights=[3, 4, float("inf")])
    >>> [p.fitness(x) for x in ([1, 0], [0, 0], [0, 1])], p.is_feasible([0, 1])
    ([3, 4, -1], False)
    """
    clauses, weights = checks.paired("clauses", clauses, "weights", weights)
    literals, sizes = rows = Rows.read("clauses", clauses, "i")
    n = size(max(int(literals.max()), -int(literals.min())) if n is None else n)
    for i in rows.rows_where((literals < -n) | (literals > n) | (literals == 0)):
        raise ValueError(f"clauses[{i}] must hold literals of the variables 1 to {n}")
    if sizes.max() > MOST_BITS:
        raise ValueError(f"clauses[{sizes.argmax()}] must have at most {MOST_BITS} literals, not "
                         f"{sizes.max()}")
    for i in Rows(np.abs(literals), sizes).repeating():
        raise ValueError(f"clauses[{i}] must not repeat a variable")
    weights = np.ones(len(sizes)) if weights is None else np.asarray(weights)
    weights = weights.astype(float) if weights.dtype.kind in "biuf" else np.array(np.nan)
    hard = np.isinf(weights)
    soft = np.where(hard, 0, weights)
    if soft.shape != sizes.shape or not (weights >= 0).all() or (soft != np.rint(soft)).any() or (
            soft.sum() >= MOST_VALUE):
        raise ValueError(f"weights must be {len(sizes)} integers of at least 0, or inf, and add up "
                         "to less than 2**40")

    def pattern(code):      # 1 if the clause is satisfied, or -1 if it is hard and is not
        code, is_hard = divmod(code, 2)
        clause_size, key = divmod(code, 1 << MOST_BITS)
        values = np.full(1 << clause_size, 1 - is_hard)
        values[key] -= 1
        return values

    unsatisfied = rows.numbers(literals < 0)
    codes = 2 * ((sizes << MOST_BITS) + unsatisfied) + hard
    weights = np.where(hard, soft.sum() + 1, soft).astype(np.int64)
    return _weighted(n, Rows(np.abs(literals) - 1, sizes), codes, pattern,
                     _numbers("weights", weights), options, constrained=bool(hard.any()))


def qubo(matrix, *, minimise=False, offset=0, **options):
    """Maximise or minimise ``x @ matrix @ x + offset`` over bits x (QUBO).

    Parameters
    ----------
    matrix : array_like or SciPy sparse matrix, shape (n, n), or dict
        Numbers. Entries (i, j) and (j, i) belong to the same pair of bits and are added. A
        dictionary ``{(i, j): number}`` has the entries that are there; n is one more than the
        largest i or j.
    minimise : bool
        Whether a small value is good; the fitness is then minus the value.
    offset : float
        A number that is added to the value.
    **options
        Further arguments of `PseudoBoolean`.

    Returns
    -------
    PseudoBoolean
        The problem.

    Raises
    ------
    TypeError, ValueError
        If `matrix` is not a square matrix of numbers, or holds no number other than 0, or if
        `minimise` is not True or False.

    Examples
    --------
    >>> p = qubo([[5, -6], [-6, 3]], minimise=True)
    >>> p.value([1, 1]), p.fitness([1, 1]), p.local_search([0, 0]).fitness
    (-4.0, 4, 0)
    """
    try:
        if isinstance(matrix, Mapping):
            places = np.array([*matrix]).T.astype(int, casting="safe")
            side = int(places.max()) + 1
            matrix = sparse.coo_array(([*matrix.values()], places), shape=(side, side))
        matrix = sparse.coo_array(checks.ordered("matrix", matrix))
    except (TypeError, ValueError):
        raise TypeError("matrix must be a square array of numbers, or a dictionary {(i, j): number}"
                        f" with integers i and j from 0, not {reprlib.repr(matrix)}") from None
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"matrix must be square, not of shape {matrix.shape}")
    sign = -1 if checks.flag("minimise", minimise) else 1
    used = matrix.data != 0
    bits = np.column_stack(matrix.coords)[used]
    pairs = bits[:, 0] != bits[:, 1]
    members = bits[np.column_stack((np.ones(len(bits), bool), pairs))]
    return _weighted(matrix.shape[0], Rows(members, 1 + pairs), pairs + 0,
                     [[0, 1], [0, 0, 0, 1], [1, 1]].__getitem__,
                     _numbers("matrix", matrix.data[used]) * sign, options,
                     sign * checks.real("offset", offset), unit=sign)


def ising(n, edges, couplings=None, *, fields=None, offset=0, **options):
    """Minimise the energy of an Ising spin glass.

    A bit x stands for the spin s = 1 - 2 x. The energy, which `PseudoBoolean.value` returns, is
    the offset minus the sum of J s_i s_j over all edges and of h s over all spins.

    Parameters
    ----------
    n : int
        Number of spins.
    edges : array_like of int, shape (m, 2), or dict
        Pairs of different spins. A dictionary ``{(i, j): J}`` holds the couplings, too. The
        energies of D-Wave's tools and of OpenJij have the other sign: their couplings are -J.
    couplings : array_like of shape (m,), optional
        The numbers J; by default 1.
    fields : array_like of shape (n,), optional
        The numbers h. D-Wave's and OpenJij's are -h.
    offset : float
        A number that is added to the energy.
    **options
        Further arguments of `PseudoBoolean`.

    Returns
    -------
    PseudoBoolean
        The problem.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above.

    Examples
    --------
    >>> p = ising(3, [(0, 1), (1, 2), (2, 0)], couplings=[1, 1, -1])
    >>> p.value([0, 0, 0]), p.fitness([0, 0, 0])
    (-1.0, 1)
    """
    edges, couplings = checks.paired("edges", edges, "couplings", couplings)
    edges = Rows.read("edges", edges)
    couplings = np.ones(len(edges.sizes)) if couplings is None else np.asarray(couplings)
    if couplings.shape != edges.sizes.shape or (edges.sizes != 2).any():
        raise ValueError("edges must be pairs of spins, and couplings one number for each")
    n, pairs = size(n), edges.values.reshape(-1, 2)
    for i, _ in flaws(pairs, 0, n - 1):
        raise ValueError(f"edges[{i}] = {tuple(pairs[i].tolist())} must be two different spins "
                         f"of 0 to {n - 1}")
    if fields is not None:
        fields = checks.ordered("fields", fields)
        if np.shape(fields) != (n,):
            raise ValueError(f"fields must be {n} numbers, one for each spin")
        edges = Rows(np.append(pairs, np.arange(n)), np.append(edges.sizes, np.ones(n, int)))
        couplings = np.append(couplings, fields)
    return _weighted(n, edges, 2 - edges.sizes, [[1, -1, -1, 1], [1, -1], [1, 1]].__getitem__,
                     _numbers("couplings", couplings), options, -checks.real("offset", offset),
                     unit=-1)


def nk(n, k, *, neighbours="random", seed=0, **options):
    """Draw an NK landscape: the mean of n functions, each of a bit and k others [1]_.

    The values of the functions are uniform in [0, 1).

    Parameters
    ----------
    n, k : int
        The number of bits, and of other bits in each function, at most 19.
    neighbours : {"random", "adjacent"}
        The other bits: drawn uniformly, or those that follow, with the first behind the last.
    seed : int, sequence of int, or numpy.random.SeedSequence
        Decides about the landscape.
    **options
        Further arguments of `PseudoBoolean`.

    Returns
    -------
    PseudoBoolean
        The problem.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described above.

    References
    ----------
    .. [1] S. Kauffman and E. Weinberger. The NK model of rugged fitness landscapes and its
       application to maturation of the immune response. Journal of Theoretical Biology 141, 1989.

    Examples
    --------
    >>> p = nk(20, 4, seed=1)
    >>> p, round(p.value([0] * 20), 3)
    (PseudoBoolean('nk-20-4', n=20, functions=20), 0.476)
    """
    n = size(n)
    k = checks.integer("k", k, minimum=0, maximum=min(n, MOST_BITS) - 1)
    memory.check(n * (24 << k + 1), f"an NK landscape of n = {n} and k = {k}")
    rng = np.random.default_rng(checks.seed("seed", seed))
    if checks.choice("neighbours", neighbours, ("random", "adjacent")) == "random":
        steps = np.array([rng.choice(n - 1, k, replace=False) for _ in range(n)]).reshape(n, k)
    else:
        steps = np.tile(np.arange(k), (n, 1))
    others = (np.arange(n)[:, None] + 1 + steps) % n
    return PseudoBoolean(n, np.column_stack((np.arange(n), others)), rng.random((n, 2 << k)),
                         **{"unit": 1 / n, "instance_name": f"nk-{n}-{k}"} | options)


def random_sat(n, m, k=3, *, seed=0, **options):
    """Draw a MAX-SAT problem: m clauses, each of k different variables with random signs.

    The other arguments and the errors are those of `nk`.

    Examples
    --------
    >>> random_sat(20, 84, seed=1)
    PseudoBoolean('sat-20-84-3', n=20, functions=84)
    """
    n, m = size(n), checks.integer("m", m, minimum=1)
    k = checks.integer("k", k, minimum=1, maximum=min(n, MOST_BITS))
    memory.check(64 * m * k, f"{m} clauses")
    rng = np.random.default_rng(checks.seed("seed", seed))
    variables = rng.integers(1, n + 1, (m, k))
    while (again := (np.diff(np.sort(variables)) == 0).any(axis=1)).any():
        variables[again] = rng.integers(1, n + 1, (int(again.sum()), k))
    return max_sat(variables * rng.choice([-1, 1], (m, k)), n=n,
                   **{"instance_name": f"sat-{n}-{m}-{k}"} | options)


def spin_glass(side, *, seed=0, **options):
    """Draw an Ising spin glass on a square torus whose couplings are -1 or 1.

    The other arguments and the errors are those of `nk`.

    Examples
    --------
    >>> spin_glass(10, seed=1)
    PseudoBoolean('torus-10', n=100, functions=200)
    """
    side = checks.integer("side", side, minimum=3)
    spins = np.arange(size(side * side)).reshape(side, side)
    rng = np.random.default_rng(checks.seed("seed", seed))
    edges = np.concatenate([np.column_stack((spins.ravel(), np.roll(spins, -1, axis).ravel()))
                            for axis in (0, 1)])
    return ising(side * side, edges, rng.choice([-1, 1], len(edges)),
                 **{"instance_name": f"torus-{side}"} | options)


def random_qubo(n, density, *, seed=0, **options):
    """Draw a QUBO: entries from -100 to 100, each pair of bits having one with a probability.

    `density` is this probability, from 0 to 1; every single bit has an entry. The other arguments
    and the errors are those of `nk`.

    Examples
    --------
    >>> random_qubo(50, 0.1, seed=1)
    PseudoBoolean('qubo-50-0.1', n=50, functions=157)
    """
    n, density = size(n), checks.real("density", density, minimum=0, maximum=1)
    memory.check(64 * n * n, f"a QUBO of {n} bits")
    rng = np.random.default_rng(checks.seed("seed", seed))
    chosen = np.triu(rng.random((n, n)) < density, 1) | np.eye(n, dtype=bool)
    return qubo(chosen * rng.integers(-100, 101, (n, n)),
                **{"instance_name": f"qubo-{n}-{density:g}"} | options)


# Those that an experiment can draw.
GENERATORS = {make.__name__: make for make in (nk, random_sat, spin_glass, random_qubo)}


def _numbers(name, values):
    """Return weights as int64 or float64, or raise an error that names one that is not allowed."""
    if values.dtype.kind not in "iuf":
        raise TypeError(f"{name} must hold numbers, not {reprlib.repr(values.tolist())}")
    if not len(values):
        raise ValueError(f"{name} must hold a number other than 0")
    kind, largest = (float, 900) if values.dtype.kind == "f" else (np.int64, 40)
    for value in values[~(np.abs(values.astype(float)) < 2.0**largest)][:1].tolist():
        raise ValueError(f"{name} must hold finite numbers below 2**{largest} in size, not {value}")
    return values.astype(kind)


def _weighted(n, subsets, codes, pattern, weights, options, offset=0, **own):
    """Make a sum of functions, each a pattern, told by a code, times a weight; and of an offset.

    Functions of the same code and weight share a table; the offset, that of bit 0 and code 2.
    `own` are options that nobody may give.
    """
    for name in options.keys() & own.keys():
        raise TypeError(f"{name} must not be given: it follows from the other arguments")
    if offset:
        subsets = Rows(np.append(subsets.values, 0), np.append(subsets.sizes, 1))
        codes, weights = np.append(codes, 2), np.append(weights, offset)
    weights, weight = np.unique(weights, return_inverse=True)
    codes, code = np.unique(codes, return_inverse=True)
    tables, first, which = np.unique(code * len(weights) + weight, return_index=True,
                                     return_inverse=True)
    lengths = 1 << subsets.sizes[first]
    memory.check(100 * int(lengths.sum()), f"tables for {len(tables)} different functions")
    code, weight = np.divmod(tables, len(weights))      # in ascending order of codes
    values = [np.outer(weights[weight[code == i]], pattern(one)).ravel()
              for i, one in enumerate(codes.tolist())]
    return PseudoBoolean(n, subsets, Rows(np.concatenate(values), lengths), which, **options | own)
