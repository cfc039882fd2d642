"""Damaged experiment files: an ExperimentError with the file's name, or a plan that is sound."""

import itertools
import json
import warnings

import asking
import attacks
import pytest

import memlab as ml
from memlab.study import ExperimentError, read_plan
from memlab.study.plan import Plan
from memlab.support.paths import data

OWN = [
    asking.text("budget = 300\nrepetitions = 2\nseed = 5\ntarget = 40\ntraced_graphs = 1\n"),
    asking.files('files = ["*.metis", "path.graph"]\nname = "mine"'),
    asking.files('dataset = ["ba_small", "er_large"]\nsplit = "test"\ncount = 3'),
    asking.problem("own:make", "weight = [1, 2]"),
    asking.problem("mis", 'local_search = ["repair", "swap"]'),
    asking.problem("dlb", "n = 30\nk = [2, 3]"),
    asking.method('mode = ["lb", "lamarckian"]\nmu = [10, 20]\nlambda_ = 5\nlb_probability = 0.5'),
    asking.method('mode = "baldwinian"\nparameters = "published universal"'),
    asking.method('method = "optimum"\nsolver = "highs"\nseconds = 2'),
]
SHIPPED = [path.read_text("utf-8") for path in sorted(data("experiments").rglob("*.toml"))]
CONTENTS = [text.encode() for text in OWN + SHIPPED]


@pytest.mark.slow
def test_no_damaged_experiment_does_harm():
    outcomes, faults = attacks.survived(__file__, 300)
    assert faults == []
    assert min(outcomes["refused"], outcomes["sound"]) > 0


def case(rng, folder):
    (folder / "own.py").write_text(asking.MODULES["own.py"])
    for name in ("path.graph", "other.metis"):
        (folder / name).write_text(asking.METIS)
    path = folder / "asked.toml"
    path.write_bytes(attacks.damaged_text(rng, CONTENTS[rng.integers(len(CONTENTS))], CONTENTS))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ml.graphs.graph.GraphNote)
            plan = read_plan(path)
    except ExperimentError as error:
        assert str(path) in str(error)
        return "refused"
    again = Plan.from_dict(json.loads(json.dumps(plan.to_dict())), folder=plan.folder)
    assert again == plan and again.fingerprint == plan.fingerprint
    assert 1 <= len(plan) <= 10**8
    if plan.repetitions < 10**4:
        for task in itertools.islice(plan.tasks(), 3):
            assert str(task) and task.budget == plan.budget >= 1
    return "sound"
