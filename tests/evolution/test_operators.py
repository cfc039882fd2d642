"""The operators of Algorithm 1, and inheritance bit by bit: whole runs of every problem and mode.

Distributions are compared with those of the plain implementation: a correct program fails a
comparison at 5 sigma, p < 6e-7. The operations themselves are held against exact distributions in
``kernels/test_variation.py``, and runs against exact runtimes in ``theory/test_unitation.py``.
"""

import json

import cases
import numpy as np
import pytest
from reference_operators import adapted
from reference_operators import evolve as plain_evolve
from significance import ERROR_RATE, binomial, same_distribution
from suites import shortened
from test_dials import ALL, PROBLEMS, both
from test_saving import change

import memlab as ml
from memlab.evolution.configuration import Configuration

FIVE_SIGMA = 6e-7
OPERATORS = {
    "each": {"inherits": "each"},
    "many flips": {"expected_flips": 4.0},
    "few flips": {"expected_flips": 0.2},
    "one point": {"crossover": "one-point"},
    "two points": {"crossover": "two-point"},
    "comma": {"survivors": "comma"},
    "tournament": {"parents": "tournament", "tournament_size": 4},
    "distant": {"parents": "distant", "distant_probability": 0.9},
    "success": {"lambda_rule": "success"},
    "everything": {
        "inherits": "each", "expected_flips": 2.0, "crossover": "two-point",
        "survivors": "comma", "parents": "distant", "lambda_rule": "success",
        "update_strength": 1.3, "success_rate": 2.0},
}
MEASURES = ("best_fitness", "mean_fitness", "diversity", "local_search_steps")
SHORT = {"mu": 5, "lambda_": 8, "budget": 37}       # four generations
OURS, THEIRS = 80, 25
MODES = pytest.mark.parametrize("mode", cases.MODES)


def operators(name, mode):
    """The settings of a name, without those that mean nothing in a mode."""
    return {key: value for key, value in OPERATORS[name].items()
            if key != "inherits" or mode == "lb"}


def measured(run):
    return [run.unique_best, run.evaluations, *(run.trace[name].iloc[-1] for name in MEASURES)]


def ours(problem, mode, seeds, **others):
    return np.transpose([measured(ml.evolve(problem, **cases.settings(
        mode, **SHORT | {"seed": seed} | others))) for seed in range(seeds)])


# ---------------------------------------------------------------------- against the slow version


# Operators know nothing of problems.
@pytest.mark.parametrize("case", shortened(["maxcut, rows", "swap, lists"], ["maxcut, rows"]))
@MODES
def test_runs_have_the_references_distribution(case, mode):
    problem, plain = both(case)
    for name in OPERATORS:
        if given := operators(name, mode):
            theirs = []
            for seed in range(THEIRS):
                run = plain_evolve(plain, **cases.settings(mode, **SHORT, seed=seed), **given)
                theirs.append([run["unique_best"], run["evaluations"],
                               *(run[measure] for measure in MEASURES)])
            for one, other in zip(ours(problem, mode, OURS, **given), np.transpose(theirs),
                                  strict=True):
                assert same_distribution(one, other) > FIVE_SIGMA, name


# -------------------------------------------------------------------------------- bit for bit


@PROBLEMS
@pytest.mark.parametrize("probability, mode", [(0, "baldwinian"), (1, "lamarckian")])
def test_inheriting_each_change_has_both_ends_bit_for_bit(case, probability, mode):
    problem, _ = both(case)
    one = ml.Evolution(problem, inherits="each", **cases.settings("lb") | {
        "lb_probability": probability})
    other = ml.Evolution(problem, **cases.settings(mode))
    for e in (one, other):
        e.run()
    assert np.array_equal(one.population, other.population)
    assert np.array_equal(one.state.population.rng, other.state.population.rng)
    assert one.trace.equals(other.trace) and one.local_search_steps > 0


# Every way to go on in every problem, and every operator in one.
WAYS = [(case, "everything") for case in ALL] + [("maxcut, rows", name) for name in OPERATORS]
WAY = pytest.mark.parametrize(("case", "operator"), shortened(
    WAYS, [way for way in WAYS if way[0] in cases.COMMON]))


@WAY
def test_steps_and_files_do_not_change_a_run(case, operator, tmp_path, monkeypatch):
    problem, _ = both(case)
    cases.loads_alike(case, monkeypatch)
    settings = {**cases.settings("lb", lambda_=14), **OPERATORS[operator]}
    whole, e = ml.evolve(problem, **settings), ml.Evolution(problem, **settings)
    while not e.done:
        e.step(7)
        if case != "custom":
            e.save(tmp_path / "run.npz")
            e = ml.Evolution.load(tmp_path / "run.npz")
    assert cases.same_run(whole, e.result())
    without = ml.evolve(problem, **settings, trace=False)
    assert (without.best_fitness, without.evaluations) == (whole.best_fitness, whole.evaluations)


def test_a_file_of_before_there_were_operators(tmp_path):
    """It lacks what nobody needs where nothing adapts, and is the same run."""
    e = ml.Evolution(cases.problem("maxcut, rows"), **cases.settings("lb"))
    e.step(5)
    e.save(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz") as file:
        head = json.loads(str(file["head"]))
        assert not {"state.trace_lambda_", "state.trace_rate"} & {*file.files}
    del head["evaluations"], head["adapted"]
    change(tmp_path / "run.npz", head=np.array(json.dumps(head)), state__champion=None)
    assert cases.same_run(ml.Evolution.load(tmp_path / "run.npz").run(), e.run())


# ------------------------------------------------------------------------------- what they promise


@WAY
@MODES
def test_what_is_traced_and_kept_is_right(case, operator, mode):
    """Fitness is that of the phenotype, the best solution is the best, all is counted."""
    problem, plain = both(case)
    e = ml.Evolution(problem, **cases.settings(mode, mu=6, lambda_=10, budget=150),
                     **operators(operator, mode))
    best = e.fitness[0]
    while not e.done:
        e.step()
        assert e.fitness.tolist() == plain.fitness(e.phenotypes).tolist()
        best = max(best, e.fitness[0])
        last = e.trace.iloc[-1]
        assert (last["best_fitness"], last["evaluations"]) == (best, e.evaluations)
        assert last["mean_fitness"] == pytest.approx(e.fitness.mean(), rel=1e-12)
        apart = (e.population[:, None] != e.population).sum() / 30
        assert last["diversity"] == pytest.approx(apart, rel=1e-12)
        distance = (e.population != e.phenotypes).sum(axis=1).mean()
        assert last["phenotype_distance"] == pytest.approx(distance, rel=1e-12)
    run = e.result()
    assert run.best_fitness == best == plain.fitness(run.best_solution)
    assert run.evaluations <= 150


@PROBLEMS
def test_each_bit_that_was_learned_is_inherited_with_the_probability(case, probability=0.2):
    """Before they learn, all offspring are copies of their only parent."""
    problem, _ = both(case)
    settings = cases.settings("lb", mu=1, lambda_=400, budget=401, crossover_rate=0)
    e = ml.Evolution(problem, inherits="each", expected_flips=0,      # and it has much to learn
                     initial=np.arange(problem.n)[None] % 3 < 2,
                     **settings | {"lb_probability": probability})
    born, before = e.state.population.order[1:].copy(), np.tile(e.population, (400, 1))
    e.step()
    slots = e.state.population
    genomes, phenotypes = (problem.unpack(rows[born]) for rows in (slots.genomes, slots.phenotypes))
    learned = before != phenotypes
    assert (genomes == before)[~learned].all()
    inherited = (genomes == phenotypes)[learned]
    assert binomial(inherited.sum(), len(inherited), probability) > ERROR_RATE / len(ALL)
    # not by individuals: bits of one are independent of each other
    pairs = [(genomes[i] == phenotypes[i])[learned[i]][:2] for i in range(400)]
    together = [pair.all() for pair in pairs if len(pair) == 2]
    assert binomial(sum(together), len(together), probability**2) > ERROR_RATE / len(ALL)


@MODES
@pytest.mark.parametrize("survivors", ["plus", "comma"])
def test_the_number_of_offspring_follows_the_rule(mode, survivors):
    """Of one parent, whose fitness is the mean: every step of the course is determined by it."""
    problem = cases.problem("maxcut, rows")
    for F, s in (1.5, 1.0), (1.1, 4.0), (7.0, 0.3):
        run = ml.evolve(problem, **cases.settings(mode, mu=1, lambda_=20, budget=500),
                        survivors=survivors, lambda_rule="success", update_strength=F,
                        success_rate=s)
        trace, expected = run.trace, 1.0
        assert trace["lambda_"].iloc[0] == 1.0
        rises = np.diff(trace["mean_fitness"]) > 0
        assert trace["evaluations"].iloc[0] == 1
        for i, success in enumerate(rises):
            born = trace["evaluations"].iloc[i + 1] - trace["evaluations"].iloc[i]
            assert born == int(expected + 0.5)
            expected = adapted(expected, success, 1, 20, F, s)
            assert trace["lambda_"].iloc[i + 1] == pytest.approx(expected, rel=1e-12)
        assert run.evaluations + int(expected + 0.5) > 500 >= run.evaluations


def test_without_mutation_offspring_are_copies_and_with_n_flips_the_opposite():
    problem, settings = ml.Unitation(np.arange(31)), {"mode": "darwinian", "crossover_rate": 0}
    for flips, ends in ((0, {4, 9}), (5e-324, {4, 9}), (31 - 1, {4, 9, 30 - 4, 30 - 9})):
        genomes = np.arange(30) < np.array([[4], [9]])
        e = ml.Evolution(problem, **settings, mu=2, lambda_=40, budget=42, initial=genomes,
                         expected_flips=flips)
        e.step()
        assert {*problem.unpack(e.state.population.genomes).sum(axis=1).tolist()} == ends


def test_a_configuration_keeps_only_what_is_used():
    assert [*Configuration("lamarckian", ties="random", expected_flips=1.0).to_dict()] == [
        "mode", "mu", "lambda_", "crossover_rate", "lb_probability"]
    given = operators("everything", "lb") | {"lambda_": 300, "lb_probability": 0.5}
    configuration = Configuration("lb", **given)
    assert Configuration(**configuration.to_dict()) == configuration
    assert given.items() <= configuration.to_dict().items()
