"""Settings that had other names: the old ones work and say so, and what is older is read."""

import json
import warnings

import numpy as np
import pytest
from asking import method, read

import memlab as ml
from memlab.evolution import saving
from memlab.study import Block, Configuration, Plan, combinations, methods, read_plan
from memlab.support.names import OLD_NAMES
from memlab.support.paths import RESULTS, data

BLOCKS = ml.DeceptiveLeadingBlocks(12, 3)
OLD = {"mutation_rate": 2.0, "learning_rate": 0.5}
NEW = {"expected_flips": 2.0, "learning_probability": 0.5}
DOORS = {
    "evolve": lambda **dials: ml.evolve(BLOCKS, "baldwinian", 5, 5, budget=50,
                                        **dials).best_fitness,
    "Evolution": lambda **dials: ml.Evolution(BLOCKS, "lamarckian", 5, 5, **dials).configuration,
    "Configuration": lambda **dials: Configuration("baldwinian", **dials),
    "combinations": lambda **dials: combinations(mode=["darwinian", "baldwinian"], **dials),
    "unitation": lambda **dials: ml.theory.unitation([0, 1, 3, 2], "baldwinian", **dials),
}
FACTORS = 'mode = ["darwinian", "lamarckian"]\nmu = 5\nlambda_ = 5\n'
OLDER = FACTORS + ('learning_rate = [0.5, 1]\nmutation_rate = [1, 2]\n'
                   'name = "{mode} {mutation_rate} ')
NEWER = FACTORS + ('learning_probability = [0.5, 1]\nexpected_flips = [1, 2]\n'
                   'name = "{mode} {expected_flips} ')


@pytest.mark.parametrize("door", DOORS)
def test_an_old_name_means_what_the_new_one_does_and_says_what_that_is(door):
    with pytest.warns(FutureWarning) as told:
        old = DOORS[door](**OLD)
    assert old == DOORS[door](**NEW)
    said = {str(one.message).partition(".")[0] for one in told}
    assert said == {"mutation_rate is now called expected_flips, the expected number of flips of "
                    "the whole genome, not a rate per bit",
                    "learning_rate is now called learning_probability"}
    assert {one.filename for one in told} == {__file__}
    for name, new in OLD_NAMES.items():
        with pytest.raises(TypeError, match=f"{name} must not be given beside {new}"):
            DOORS[door](**{name: OLD[name], new: OLD[name]})


def test_what_has_only_new_names_says_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for door in DOORS.values():
            door(**NEW)


def test_an_experiment_with_old_names_is_the_same_experiment(tmp_path):
    with pytest.warns(FutureWarning, match="expected number of flips"):
        old = read(tmp_path, method(OLDER + '{learning_rate}"'))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        new = read(tmp_path, method(NEWER + '{learning_probability}"'))
    assert old == new and old.fingerprint == new.fingerprint
    assert [block.names for block in old.blocks] == [block.names for block in new.blocks]
    assert {"expected_flips", "learning_probability"} < {*old.frame()}
    with pytest.raises(ml.study.ExperimentError, match="number 1: mutation_rate must not be given"):
        read(tmp_path, method(FACTORS + "mutation_rate = 2\nexpected_flips = 2"))


def test_settings_of_own_methods_keep_their_names(tmp_path):
    """A method may have a learning rate, as PBIL has."""
    (tmp_path / "mine.py").write_text("def pbil(trial, learning_rate, mutation_rate=0.02): pass\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plan = read(tmp_path, method(
            'method = "mine:pbil"\nlearning_rate = [0.1, 0.2]\nname = "PBIL {learning_rate}"'))
    assert plan.blocks[0].names == ("PBIL 0.1", "PBIL 0.2")
    assert plan.frame()[["learning_rate", "mutation_rate"]].values.tolist() == [[0.1, 0.02],
                                                                              [0.2, 0.02]]
    again = Plan.from_dict(plan.to_dict(), folder=plan.folder)
    assert again == plan


@pytest.mark.parametrize("name", ["dials", "heavy_tailed", "crossover_onemax"])
def test_shipped_results_come_out_under_the_new_names_and_say_nothing(name):
    manifest = json.loads((RESULTS / name / "manifest.json").read_text("utf-8"))
    assert any(old in json.dumps(manifest["plan"]) for old in OLD_NAMES)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        store = ml.study.load(RESULTS / name)
        columns = {*store.runs()}
        file, = data("experiments").rglob(f"{name}.toml")
        assert read_plan(file) == store.plan
    assert {*OLD_NAMES.values()} & columns and not {*OLD_NAMES} & columns
    assert store.plan.fingerprint == manifest["plan_fingerprint"]


def test_a_run_saved_under_old_names_goes_on(tmp_path):
    e = ml.Evolution(BLOCKS, "baldwinian", 5, 5, budget=200, **NEW)
    e.step(3)
    e.save(tmp_path / "new.npz")
    with np.load(tmp_path / "new.npz") as file:
        arrays = dict(file)
    head = json.loads(str(arrays["head"]))
    for old, new in OLD_NAMES.items():
        head["configuration"][old] = head["configuration"].pop(new)
    arrays["head"] = np.array(json.dumps(head))
    del arrays["digest"]
    np.savez(tmp_path / "old.npz", **arrays, digest=saving._digest(arrays))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        old = ml.Evolution.load(tmp_path / "old.npz")
    assert old.configuration == e.configuration and old.configuration.expected_flips == 2
    assert old.run().trace.equals(e.run().trace)


def test_a_store_is_written_in_names_that_every_version_reads():
    """The names in a manifest, and with them the fingerprints of plans, never change."""
    settings = Configuration("baldwinian", 5, 5, **NEW)
    assert methods.to_dict(settings).items() >= OLD.items()
    assert methods.from_dict(methods.to_dict(settings)) == settings
    plan = Plan("mine", [Block(["mis"], ["er_small"], [settings])])
    assert plan.fingerprint == "bbb7bd8122a696cb"
