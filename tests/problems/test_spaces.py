"""Spaces of genomes: their operators keep to them, and do what their names say."""

import itertools
import pickle

import numpy as np
import pytest
from significance import ERROR_RATE, binomial, fits, same_distribution

import memlab as ml
from memlab.problems.spaces.mixed import Parts

spaces = ml.spaces
SPACES = {
    "bits": spaces.Bits(17),
    "integers": spaces.Integers(-3, 9, 6),
    "categories": spaces.Integers([0, 0, 5], [3, 1, 5], ordered=False),
    "reals": spaces.Reals([-1, 0], [1, 10]),
    "orders": spaces.Permutation(9),
    "tours": spaces.Permutation(9, cyclic=True),
    "insertions": spaces.Permutation(9, "insert"),
    "swaps": spaces.Permutation(9, "swap"),
    "mixed": spaces.Mixed(a=spaces.Bits(4), b=spaces.Reals(0, 1, 2), c=spaces.Permutation(5)),
}
every = pytest.mark.parametrize("space", SPACES.values(), ids=SPACES)
RNG = np.random.default_rng(1)


def is_frozen(x):
    """Whether neither a genome nor its parts can be written."""
    return (all(map(is_frozen, x.values())) if isinstance(x, Parts) else not x.flags.writeable)


@every
def test_operators_stay_in_the_space_and_change_nothing(space):
    for _ in range(100):
        x, y = space.random(RNG), space.random(RNG)
        keys = space.key(x), space.key(y)
        near = list(itertools.islice(space.neighbours(x, RNG), 5))
        made = [x, y, space.cross(x, y, RNG), space.mutate(x, RNG), *near,
                *space.breed([x, y], [y, x], np.array([True, False]), RNG)]
        assert [space.key(space.checked("x", z)) for z in made] == list(map(space.key, made))
        assert keys == (space.key(x), space.key(y))
        assert all(map(is_frozen, made))
        assert space.distance(x, x) == 0 <= space.distance(x, y)
        assert np.isclose(space.distance(x, y), space.distance(y, x))
        assert space is SPACES["tours"] or keys[0] not in map(space.key, near)


@every
def test_spaces_are_pickled_and_shown(space):
    again = pickle.loads(pickle.dumps(space))
    assert repr(again) == repr(space)
    x = space.random(np.random.default_rng(2))
    assert space.key(again.random(np.random.default_rng(2))) == space.key(x)
    assert type(pickle.loads(pickle.dumps(x))) is type(x)


@pytest.mark.parametrize("rows", [1, 3, 7000])
def test_blocks_of_rows_make_no_difference_to_the_shape(rows):
    space = SPACES["bits"]
    parents = [space.random(RNG) for _ in range(rows)]
    born = space.breed(parents, parents, np.zeros(rows, bool), RNG)
    assert len(born) == rows and all(x.base is None and is_frozen(x) for x in born)


def test_each_bit_flips_with_probability_one_nth():
    space = spaces.Bits(50)
    x = space.random(RNG)
    flips = np.array([space.distance(x, y) for y in space.breed(
        [x] * 20_000, [x] * 20_000, np.zeros(20_000, bool), RNG)])
    assert binomial(flips.sum(), 50 * 20_000, 1 / 50) > ERROR_RATE
    assert binomial((flips == 0).sum(), 20_000, (1 - 1 / 50) ** 50) > ERROR_RATE


def test_uniform_crossover_takes_each_place_from_either_parent():
    space = spaces.Bits(40)
    zeros, ones = np.zeros(40, np.uint8), np.ones(40, np.uint8)
    taken = np.array([space.cross(zeros, ones, RNG) for _ in range(5000)])
    assert binomial(taken.sum(), taken.size, 0.5) > ERROR_RATE
    assert abs(np.corrcoef(taken[:, 0], taken[:, 1])[0, 1]) < 0.06


def test_order_crossover_keeps_a_segment_and_the_order_of_the_rest():
    """Davis's example: a segment of x stays, the rest follows it as in y, from its end on."""
    class Fixed:
        def integers(self, *_):
            return np.array([3, 6])
    x, y = np.arange(9), np.array([8, 2, 6, 7, 1, 5, 4, 0, 3])
    child = spaces.Permutation(9).cross(x, y, Fixed())
    assert child[3:6].tolist() == [3, 4, 5]
    assert np.concatenate((child[6:], child[:3])).tolist() == [0, 8, 2, 6, 7, 1]


@pytest.mark.parametrize(("move", "i", "j", "expected"), [
    ("reverse", 1, 3, [0, 3, 2, 1, 4]), ("reverse", 3, 1, [0, 3, 2, 1, 4]),
    ("insert", 1, 3, [0, 2, 3, 1, 4]), ("insert", 3, 1, [0, 3, 1, 2, 4]),
    ("swap", 1, 3, [0, 3, 2, 1, 4])])
def test_a_move(move, i, j, expected):
    class Fixed:
        def __init__(self):
            self.draws = [i, j - (j > i)]

        def poisson(self):
            return 0

        def integers(self, *_):
            return self.draws.pop(0)
    assert spaces.Permutation(5, move).mutate(np.arange(5), Fixed()).tolist() == expected


@pytest.mark.parametrize(("name", "count"), [
    ("bits", 17), ("orders", 36), ("swaps", 36), ("insertions", 64), ("categories", 4)])
def test_neighbours_are_all_there_once(name, count):
    space = SPACES[name]
    x = space.random(RNG)
    keys = list(map(space.key, space.neighbours(x, RNG)))
    assert len(keys) == len(set(keys)) == count


def test_steps_of_integers_have_the_double_geometric_distribution():
    space = spaces.Integers(-1000, 1000, 1, step=2.0)
    x = np.zeros(1, int)
    moves = np.array([space.mutate(x, RNG)[0] for _ in range(4000)])
    p = 1 / 3
    chances = np.array([p / (2 - p) * (1 - p) ** abs(k) for k in range(-60, 61)])
    chances[[59, 61]] += chances[60] / 2
    chances[60] = 0
    counts = np.bincount(moves + 60, minlength=121)
    assert fits(counts, chances / chances.sum()) > ERROR_RATE


@pytest.mark.parametrize("space", [
    spaces.Integers(-2**60, 2**60, 2, step=2**53), spaces.Integers(-2**60, 2**60, 2, ordered=False),
    spaces.Reals(-1e300, 1e300, 2, alpha=1e6, sigma=1e6, first=1e6)])
def test_the_largest_settings_lead_to_genomes(space):
    x = space.random(RNG)
    for _ in range(300):
        y = space.mutate(space.cross(x, space.random(RNG), RNG), RNG)
        x = space.checked("y", y)
        if isinstance(space, spaces.Reals):
            space.checked("neighbour", next(space.neighbours(x, RNG)))


def test_a_long_step_of_integers_leads_up_as_often_as_down():
    space = spaces.Integers(-1000, 1000, 1, step=2**53)
    up = sum(space.mutate(np.zeros(1, int), RNG)[0] == 1000 for _ in range(2000))
    assert binomial(up, 2000, 0.5) > ERROR_RATE


def test_blx_reaches_beyond_its_parents_by_half_their_distance():
    space = spaces.Reals(-10, 10, 1)
    children = np.array([space.cross(np.array([1.0]), np.array([2.0]), RNG)[0]
                         for _ in range(3000)])
    assert same_distribution(children, RNG.uniform(0.5, 2.5, 3000)) > ERROR_RATE
    assert 0.5 <= children.min() < 0.52 and 2.48 < children.max() <= 2.5


def test_compass_search_ends_where_its_last_step_finds_nothing():
    space = spaces.Reals(-5, 5, 3, last=1e-4)
    problem = ml.FunctionProblem(space, lambda x: ((x - 1) ** 2).sum(), minimise=True)
    run = ml.evolve(problem, "baldwinian", mu=1, lambda_=1, budget=2, count="offspring",
                    initial="learned")
    assert np.abs(run.best_solution - 1).max() < 10 * 1e-4


def test_tours_have_no_beginning_and_no_direction():
    space = SPACES["tours"]
    for _ in range(100):
        x = space.random(RNG)
        y = np.roll(x[::RNG.choice((-1, 1))], RNG.integers(9))
        assert space.key(x) == space.key(y) and space.distance(x, y) == 0
        assert {space.distance(x, z) for z in space.neighbours(x, RNG)} <= {0, 2}


def test_own_operators_take_the_place_of_ours():
    def cross(x, y, rng):
        return np.concatenate((x[:4], y[4:]))

    space = spaces.Bits(8, cross=cross, mutate=lambda x, rng: x, random=lambda rng: [1] * 8,
                        neighbours=lambda x, rng: iter([np.ones(8, int)]))
    zeros, ones = np.zeros(8, np.uint8), np.ones(8, np.uint8)
    child, = space.breed([zeros], [ones], np.array([True]), RNG)
    assert child.tolist() == [0] * 4 + [1] * 4 and child.dtype == np.uint8 and is_frozen(child)
    problem = ml.FunctionProblem(space, np.sum)
    for mode in ("darwinian", "baldwinian", "lamarckian"):
        assert ml.evolve(problem, mode, mu=3, lambda_=3, budget=30).best_value == 8
    tours = spaces.Permutation(5, mutate=lambda x, rng: x[::-1])
    assert ml.evolve(ml.FunctionProblem(tours, lambda x: x[0]), "lamarckian", mu=3, lambda_=3,
                     budget=50).calls == 50
    steps = spaces.Reals(0, 1, 2, neighbours=lambda x, rng: iter([x / 2]))
    assert ml.evolve(ml.FunctionProblem(steps, np.sum, minimise=True), "lamarckian", mu=3,
                     lambda_=3, budget=500).best_value < 1e-9


@pytest.mark.parametrize(("make", "error", "words"), [
    (lambda: spaces.Bits(0), ValueError, "n must be an integer of at least 1, not 0"),
    (lambda: spaces.Bits(2.5), TypeError, "n must be an integer of at least 1, not 2.5"),
    (lambda: spaces.Bits(3, crossover=np.sum), TypeError, "unexpected argument 'crossover'"),
    (lambda: spaces.Bits(3, cross=7), TypeError, "cross must be a function, not 7"),
    (lambda: spaces.Integers(0.5, 3), ValueError, "low must be a finite number"),
    (lambda: spaces.Integers(4, 3), ValueError, "low must be at most high"),
    (lambda: spaces.Integers([0, 0], 3, 3), ValueError, "low must be .* or n = 3 of them"),
    (lambda: spaces.Integers(0, 3, step=0), ValueError, "step must be a finite number above 0"),
    (lambda: spaces.Integers(0, 3, ordered=1), TypeError, "ordered must be True or False"),
    (lambda: spaces.Reals(0, np.inf), ValueError, "high must be a finite number"),
    (lambda: spaces.Reals(0, np.nan), ValueError, "high must be a finite number"),
    (lambda: spaces.Reals(0, 1, first=1e-6), ValueError, "first must be .* from 1e-05 to 1000000"),
    (lambda: spaces.Reals(-1e301, 0), ValueError, r"low must be .* of at most 1e\+300 in size"),
    (lambda: spaces.Reals(0, 1, sigma=1e308), ValueError, "sigma must be .* of at most 1000000"),
    (lambda: spaces.Reals(0, 1, alpha=1e308), ValueError, "alpha must be .* 1000000"),
    (lambda: spaces.Integers(-2**63, 2**63), ValueError, "low must be .* of at most 1.153e"),
    (lambda: spaces.Integers(0, 2**61), ValueError, "high must be .* of at most 1.153e"),
    (lambda: spaces.Integers(0, 3, step=1e30), ValueError, "step must be .* of at most 9007"),
    (lambda: spaces.Bits(10**12), ValueError, "a genome of 1000000000000 numbers needs about"),
    (lambda: spaces.Permutation(10**12), ValueError, "a genome of .* needs about"),
    (lambda: spaces.Permutation(1), ValueError, "n must be an integer of at least 2, not 1"),
    (lambda: spaces.Permutation(5, "flip"), ValueError, "move must be one of 'reverse'"),
    (lambda: spaces.Mixed(), TypeError, "Mixed must have spaces"),
    (lambda: spaces.Mixed(a=spaces.Bits(3), b=7), TypeError, "unexpected argument 'b'"),
])
def test_bad_arguments_are_refused_by_name(make, error, words):
    with pytest.raises(error, match=words):
        make()


@pytest.mark.parametrize(("name", "wrong"), [
    ("bits", [0, 1]), ("bits", [2] * 17), ("bits", [0.0] * 17), ("bits", "0" * 17),
    ("bits", [[0], [1, 0]]), ("integers", [0, 0, 0, 0, 0, 10]), ("integers", None),
    ("categories", [0, 0, 4]), ("reals", [0, np.nan]), ("reals", [0, 11]), ("reals", {0: 1}),
    ("orders", [0] * 9), ("orders", range(1, 10)), ("orders", np.arange(9.0))])
def test_what_is_not_a_genome_is_refused_by_name(name, wrong):
    with pytest.raises(ValueError, match="offspring must"):
        SPACES[name].checked("offspring", wrong)


def test_what_is_not_a_mixed_genome_is_refused_by_the_name_of_the_part():
    x = dict(SPACES["mixed"].random(RNG))
    with pytest.raises(TypeError, match="x must be a dictionary of a, b, c"):
        SPACES["mixed"].checked("x", {"a": 1})
    with pytest.raises(ValueError, match=r"x\['b'\] must be 2 numbers"):
        SPACES["mixed"].checked("x", x | {"b": [0, 2]})
    with pytest.raises(TypeError, match="a genome must not be changed"):
        SPACES["mixed"].random(RNG)["a"] = 3
