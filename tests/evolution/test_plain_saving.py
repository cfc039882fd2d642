"""The plain engine: runs that are saved, interrupted or extended are as if they had not been."""

import json
import threading

import numpy as np
import pytest
from plain_runs import SPACES, every_mode, every_space, problem_of, same, settings, total

import memlab as ml

spaces = ml.spaces


@every_space
@every_mode
def test_stepping_saving_and_loading_make_no_difference(space, mode, tmp_path):
    problem = problem_of(space, feasible=lambda x: total(x) > 3)
    whole = ml.evolve(problem, **settings(mode))
    e = ml.Evolution(problem, **settings(mode))
    for steps in (1, 2):
        e.save(tmp_path / "run")
        loaded = ml.Evolution.load(tmp_path / "run", problem)
        assert same(loaded.result(), e.result()) and loaded.seconds == e.seconds
        assert list(map(space.key, loaded.population)) == list(map(space.key, e.population))
        loaded.step(steps)
        e = loaded
    assert e.done or e.generation == 3
    assert same(e.run(), whole)
    e.save(tmp_path / "run")
    assert same(ml.Evolution.load(tmp_path / "run", problem).run(), whole)


def test_a_damaged_file_and_another_problem_are_refused(tmp_path):
    e = ml.Evolution(problem_of(SPACES["bits"]), **settings("lb"))
    e.save(tmp_path / "run")
    for problem, words in ((problem_of(SPACES["bits"], lambda x: 5), "by the function"),
                           (problem_of(SPACES["tours"]), "must be 8 numbers")):
        with pytest.raises(ValueError, match=words):
            ml.Evolution.load(tmp_path / "run", problem)
    with pytest.raises(ValueError, match="its format is not"):
        ml.Evolution.load(tmp_path / "run")
    with pytest.raises(TypeError, match="problem must be a Problem"):
        ml.Evolution.load(tmp_path / "run", ml.MaxCut)
    content = bytearray((tmp_path / "run").read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / "run").write_bytes(content)
    with pytest.raises(ValueError, match="is not a run saved by Evolution.save"):
        ml.Evolution.load(tmp_path / "run", problem_of(SPACES["bits"]))


def test_genomes_that_json_cannot_hold_are_not_saved(tmp_path):
    class Objects(spaces.Space):
        def random(self, rng):
            return frozenset(rng.integers(0, 9, 3).tolist())

        def cross(self, x, y, rng):
            return x | y

        def mutate(self, x, rng):
            return x

    e = ml.Evolution(problem_of(Objects(), len), "darwinian", mu=3, lambda_=3, budget=30)
    with pytest.raises(TypeError, match="frozenset"):
        e.save(tmp_path / "run")
    assert e.run().best_value == len(e.population[0])


def test_an_interrupted_generation_is_lived_again(tmp_path):
    """An exception, as Ctrl-C, leaves the run as it was before the generation."""
    fail = threading.Event()

    def fragile(x):
        if fail.is_set():
            raise KeyboardInterrupt
        return total(x)

    problem = problem_of(SPACES["bits"], fragile)
    whole = ml.evolve(problem, **settings("lb"))
    e = ml.Evolution(problem, **settings("lb"))
    e.step()
    fail.set()
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            e.step()
    fail.clear()
    e.save(tmp_path / "run")
    assert same(ml.Evolution.load(tmp_path / "run", problem).run(), whole)
    assert same(e.run(), whole)


def test_a_saved_run_holds_no_code(tmp_path):
    e = ml.Evolution(problem_of(SPACES["mixed"]), **settings("lb"))
    e.save(tmp_path / "run")
    with np.load(tmp_path / "run", allow_pickle=False) as file:
        assert set(file.files) == {"head", "digest"}
        assert json.loads(str(file["head"]))["configuration"]["mode"] == "lb"


@every_space
@every_mode
@pytest.mark.parametrize("count", ["calls", "offspring"])
def test_an_extended_run_is_one_that_was_longer_from_the_beginning(space, mode, count, tmp_path):
    """Also where the budget has cut a generation or a life short, and from a file."""
    problem, path = problem_of(space), tmp_path / "run"
    whole = ml.evolve(problem, **settings(mode, count=count))
    e = ml.Evolution(problem, **settings(mode, count=count, budget=5, executor=None))
    for budget in (6, 31, 32, 140):
        e.extend(budget)
        assert e.run().calls >= budget or count == "offspring"
        e.save(path)
        e = ml.Evolution.load(path, problem)
    e.extend(333)
    assert same(e.run(), whole)
    e = ml.Evolution(problem, **settings(mode, count=count, target=whole.best_value / 2))
    assert e.run().evaluations < whole.evaluations
    e.extend()
    assert same(e.run(), whole) and e.target is None


def test_a_plain_run_is_not_extended_to_less_than_it_has_spent():
    problem = problem_of(SPACES["bits"])
    e = ml.Evolution(problem, **settings("baldwinian", initial="learned", budget=20))
    with pytest.raises(ValueError, match="amid the initial population: begin a new run"):
        e.extend(300)
    e = ml.Evolution(problem, **settings("baldwinian"))
    for budget in (4, 10**30):
        with pytest.raises(ValueError, match=f"budget must be .* from 5 to 10+, not {budget}"):
            e.extend(budget)
