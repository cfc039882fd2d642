"""The exact runtimes against the chain on all 2**n bit strings, closed forms and known limits."""

import numpy as np
import pytest
import reference_dlb

from memlab import theory
from memlab.evolution.modes import MODES
from memlab.theory.blocks import fresh_steps, fundamental_matrix, mutation_matrix
from memlab.theory.constants import QUANTITIES

# The modes of the paper's theorem; LB goes beyond it.
THEOREM = ("darwinian", "lamarckian", "baldwinian")


@pytest.mark.parametrize("strict", [False, True], ids=["weak", "strict"])
@pytest.mark.parametrize(("n", "k"), [(2, 2), (8, 2), (3, 3), (9, 3), (8, 4), (10, 5), (6, 6)])
@pytest.mark.parametrize(("mode", "probability"), [
    *((mode, None) for mode in THEOREM), ("lb", 0.05), ("lb", 0.5), ("lb", 0.95)])
def test_equals_the_chain_on_all_bit_strings(mode, probability, n, k, strict):
    options = {"lb_probability": probability, "strict": strict}
    mean, variance, steps = reference_dlb.exact(mode, n, k, **options)
    assert theory.expected_runtime(mode, n, k, **options) == pytest.approx(mean, rel=1e-9)
    moments = theory.runtime_moments(mode, n, k, **options)
    assert moments == pytest.approx((mean, variance), rel=1e-9)
    assert moments.std**2 == pytest.approx(variance, rel=1e-9)
    if mode != "lb":
        assert theory.expected_local_search_steps(mode, n, k, **options) == pytest.approx(
            steps, rel=1e-9)


@pytest.mark.parametrize("n", [2, 12, 200, 10**6])
def test_closed_forms(n):
    ratio = np.expm1(-n * np.log1p(-1 / n))
    assert theory.expected_runtime("darwinian", n, 2) == pytest.approx(n**2 * (n - 1) / 4 * ratio)
    lamarckian = n**2 * (n**2 - 1) / (4 * (2 * n - 1)) * np.expm1(-n / 2 * np.log1p(-1 / n**2))
    assert theory.expected_runtime("lamarckian", n, 2) == pytest.approx(lamarckian)


@pytest.mark.parametrize("options", [{}, {"strict": True}, {"lb_probability": 0.2}],
                         ids=["baldwinian", "strict", "lb"])
@pytest.mark.parametrize(("n", "k"), [(26, 2), (400, 4)])
def test_truncating_the_spectrum_costs_nothing(n, k, options, monkeypatch):
    """The degrees that are kept, or ten more: the same numbers."""
    mode = "lb" if "lb_probability" in options else "baldwinian"

    def values():
        steps = 0 if mode == "lb" else theory.expected_local_search_steps(mode, n, k, **options)
        return (*theory.runtime_moments(mode, n, k, **options), steps)

    short = values()
    monkeypatch.setattr("memlab.theory.lb._HIGHEST_DEGREE", 30)
    assert short == pytest.approx(values(), rel=1e-12)


def test_lb_lies_between_its_two_limits():
    """Always written back is Lamarckian, never is Baldwinian; in between, monotonically between."""
    n, k, function = 120, 3, theory.expected_runtime
    never, always = function("baldwinian", n, k), function("lamarckian", n, k)
    assert function("lb", n, k, lb_probability=1e-13) == pytest.approx(never, rel=1e-9)
    assert function("lb", n, k, lb_probability=1 - 1e-13) == pytest.approx(always, rel=1e-9)
    times = [theory.expected_runtime("lb", n, k, lb_probability=p) for p in np.linspace(0.01, 0.99)]
    assert (np.diff(times) > 0).all()


@pytest.mark.parametrize(("probability", "mode"), [(0, "baldwinian"), (1.0, "lamarckian")])
def test_the_ends_of_lb_are_the_two_modes(probability, mode):
    """Not nearly: the same numbers."""
    for function in (theory.expected_runtime, theory.runtime_moments, theory.level_profile,
                     theory.expected_local_search_steps, theory.expected_evaluations):
        end, there = function("lb", 60, 3, lb_probability=probability), function(mode, 60, 3)
        assert np.array_equal(end, there)
    for quantity in QUANTITIES:
        end = theory.growth("lb", 3, quantity, lb_probability=probability)
        assert end == theory.growth(mode, 3, quantity)


@pytest.mark.parametrize("mode", THEOREM)
@pytest.mark.parametrize(("n", "k"), [(4, 4), (12, 2), (300, 5)])
def test_profile_adds_up_to_the_totals(mode, n, k):
    profile = theory.level_profile(mode, n, k)
    assert list(profile.level) == list(range(n // k))
    mean = theory.runtime_moments(mode, n, k).mean
    assert profile.iterations.sum() == pytest.approx(mean, rel=1e-11)
    steps = theory.expected_local_search_steps(mode, n, k)
    first = fresh_steps(n, k)[0] if mode != "darwinian" else 0.0
    assert profile.local_search_steps.sum() + first == pytest.approx(steps, rel=1e-11)
    assert (profile.accepted <= profile.iterations * (1 + 1e-12)).all()
    assert np.ptp(profile.accepted) < 1e-12 * profile.accepted[0]


def test_conventions_of_counting_evaluations():
    n, k = 60, 3
    for mode in MODES:
        options = {"lb_probability": 0 if mode == "lb" else None}
        individuals = theory.expected_runtime(mode, n, k, **options) + 1
        steps = theory.expected_local_search_steps(mode, n, k, **options)
        futile = 0 if mode == "darwinian" else n * individuals
        assert [theory.expected_evaluations(mode, n, k, convention=convention, **options)
                for convention in ("free", "steps", "scans")] == pytest.approx(
            [individuals, individuals + n * steps, individuals + n * steps + futile])


@pytest.mark.parametrize("mode", THEOREM)
def test_large_sizes_stay_accurate(mode):
    """With millions of bits, nothing is left but the asymptotic law and its correction O(1/n)."""
    for k in (2, 4):
        law = theory.growth(mode, k)
        for n in (k * 10**5, k * 2 * 10**6):
            ratio = theory.expected_runtime(mode, n, k) / law(n)
            assert abs(ratio - 1) < 4 / n


def test_large_blocks_stay_accurate():
    """A chain that leaves its plateau after 2**k steps: no digits may be lost to subtraction."""
    assert theory.expected_runtime("baldwinian", 60 * 10**4, 60) == pytest.approx(
        theory.growth("baldwinian", 60)(60 * 10**4), rel=1e-3)


def test_states_are_reduced_without_subtraction():
    moves, exits = np.array([[0, 1.0, 0], [1.0, 0, 1e-30], [0, 1.0, 0]]), np.array([0, 0, 1e-30])
    visits = fundamental_matrix(moves, exits)
    # From the first state: balance of flows gives each state's visits by hand.
    assert visits[0] == pytest.approx([2e30 + 1e60, 1e60 + 1e30, 1e30], rel=1e-14)
    few = np.array([[0, 0.2, 0.1], [0.3, 0, 0.2], [0.1, 0.1, 0]])
    leave = np.array([0.1, 0.2, 0.3])
    inverse = np.linalg.inv(np.diag(leave + few.sum(1)) - few)
    for _ in range(2):      # its arguments are left alone
        assert fundamental_matrix(few, leave) == pytest.approx(inverse, rel=1e-12)
    both = fundamental_matrix(np.stack([few, few.T]), np.stack([leave, leave]))
    assert both[0] == pytest.approx(inverse, rel=1e-12)
    assert both[1] == pytest.approx(fundamental_matrix(few.T, leave), rel=1e-12)


@pytest.mark.skipif(np.finfo(np.longdouble).eps > 1e-18, reason="no numbers have more digits here")
def test_entries_for_300_states_are_as_accurate_as_said():
    """Against the elimination of one state after another in 18 digits, with rates of 1e-30 to 1."""
    random = np.random.default_rng(0)
    moves, exits = 10.0 ** random.uniform(-30, 0, (300, 300)), 10.0 ** random.uniform(-30, 0, 300)
    left, out = moves.astype(np.longdouble), exits.astype(np.longdouble)
    inverse = np.eye(300, dtype=np.longdouble)
    leave = np.empty(300, np.longdouble)
    for state in range(300):
        rest = slice(state + 1, None)
        leave[state] = out[state] + left[state, rest].sum()
        share = left[rest, state] / leave[state]
        left[rest, rest] += np.outer(share, left[state, rest])
        out[rest] += share * out[state]
        inverse[rest] += np.outer(share, inverse[state])
    for state in reversed(range(300)):
        inverse[state] += left[state, state + 1:] @ inverse[state + 1:]
        inverse[state] /= leave[state]
    assert abs(fundamental_matrix(moves, exits) / inverse - 1).max() < 1e-14


def test_mutation_of_a_block():
    """By hand, for n = k = 2: from one 1, equally likely flips."""
    assert mutation_matrix(2, 2) == pytest.approx(np.array([[1, 2, 1], [1, 2, 1], [1, 2, 1]]) / 4)
    assert mutation_matrix(1000, 7).sum(axis=1) == pytest.approx(np.ones(8), rel=1e-14)


@pytest.mark.parametrize(("arguments", "error", "message"), [
    (("neutral", 60, 3), ValueError, "mode must be one of 'darwinian', 'baldwinian', 'lamarckian'"),
    (("darwinian", 61, 3), ValueError, "n must be a multiple of k=3, not 61"),
    (("darwinian", 60.0, 3), TypeError, "n must be an integer"),
    (("darwinian", 60, 1), ValueError, "k must be an integer from 2 to 200, not 1"),
    (("darwinian", 2 * 10**7, 2), ValueError, "n must be an integer from 2 to 10000000"),
    (("lb", 60, 3), ValueError, "lb_probability must be given in mode 'lb'"),
    (("darwinian", 10**6, 100), ValueError, "too large for float64"),
])
def test_bad_arguments_are_named(arguments, error, message):
    for function in (theory.expected_runtime, theory.runtime_moments,
                     theory.expected_evaluations, theory.level_profile):
        with pytest.raises(error, match=message):
            function(*arguments)


def test_bad_options_are_named():
    with pytest.raises(TypeError, match="strict must be True or False, not 1"):
        theory.expected_runtime("darwinian", 60, 3, strict=1)
    with pytest.raises(ValueError, match="convention must be one of 'free', 'steps', 'scans'"):
        theory.expected_evaluations("darwinian", 60, 3, convention="b")
    with pytest.raises(ValueError, match="lb_probability must be None in mode 'darwinian', not 0"):
        theory.expected_runtime("darwinian", 60, 3, lb_probability=0.5)
    with pytest.raises(ValueError, match=r"mode must inherit .* 0 or 1 for this, not 0\.5"):
        theory.level_profile("lb", 60, 3, lb_probability=0.5)
