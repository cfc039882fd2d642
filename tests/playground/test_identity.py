"""The kernels do in a browser, byte for byte, what they do on this machine.

Only that finds what compilers do wrong: one version of LLVM has a mistake on exactly our kernels.
"""

import numpy as np
import pytest
from playing import SEED, SETTINGS, differences, native

import memlab as ml
from memlab import theory
from memlab.analysis import named
from memlab.evolution.modes import MODES
from memlab.kernels.rng import seed_state
from memlab.playground import build, needle
from memlab.playground.build import kind, manifest, race_arguments
from memlab.problems import PROBLEMS, DeceptiveLeadingBlocks
from memlab.theory import bitwise, functions

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("page", ["with_own", "rebuilt"],
                                                        indirect=True, scope="module")]

def graph_of(entry, own_graphs):
    """The graph that the page has under a name."""
    for file in own_graphs:
        if file.name == entry["name"]:
            return ml.read_graph(file)
    if entry["name"] in named.EXAMPLES:
        return named.from_example(entry["name"]).graph
    if one := [one for one in build.GRAPHS if one.get("name") == entry["name"] and "edges" in one]:
        return build.graph(one[0])[2].graph
    family, _, index = entry["name"].rpartition("-")
    return ml.datasets.graph(family, "test", 0, int(index))


def test_every_race_is_memlabs_own(page, own_graphs):
    """The first and the last graph of every kind of instance, in all modes."""
    kinds, mistakes = {}, []
    for index, entry in enumerate(page.graphs()):
        for name in entry["problems"]:
            problem = PROBLEMS[name](graph_of(entry, own_graphs))
            own = kind(manifest(lambda: race_arguments(problem), {}, len))      # noqa: B023
            kinds.setdefault((name, own), []).append((index, entry, problem))
    for (name, _), found in kinds.items():
        for index, entry, problem in (found[0], *found[1:][-1:]):
            page.race(index, name, list(MODES), SEED, SETTINGS, lb_probability=0.3)
            for place, mode in enumerate(MODES):
                state = page.state("race", place)
                arguments = native(problem, mode, 0.3 if MODES[mode].inherits is None else None,
                                   len(state["ledger.seen"]) // 8)
                wrong = differences(state, arguments)
                mistakes += [(entry["name"], name, mode, wrong)] if wrong else []
    assert mistakes == []
    assert len(kinds) == 6      # sets and cuts on rows of two kinds, cuts on lists, with weights


@pytest.mark.parametrize(("n", "values"), [
    (36, None), (12, None), (24, functions.jump(24, 3)), (60, functions.hurdle(60, 4)),
    (12, [40, 45, 40, 45, 40, 20, 10, 20, 30, 20, 10, 0, 100])])
def test_every_walk_is_memlabs_own(page, n, values):
    k, values = (3 if n == 36 else 2), values if values is None else list(map(int, values))
    shown = page.call("startWalk", n=str(n), k=str(k), seed=str(SEED), values=values)
    for until in (10, 1_000, 4_000):
        for _ in range(20):
            shown = page.call("goWalk", until=until)
    for place, (mode, now) in enumerate(shown.items()):
        state, learns = page.state("walk", place), MODES[mode].learns
        if values is None:
            problem, own, goal = DeceptiveLeadingBlocks(n, k), build.walk_arguments(n), n
        else:
            problem, own, goal = ml.Unitation(values), build.hill_arguments(n), max(values)
        walk = bitwise.begun(problem.layout, seed_state(SEED))
        own |= {"instance": problem.instance, "walk": walk, "rules": bitwise.Rules(
            goal, learns, learns and values is None, MODES[mode].inherits)}
        counts = np.zeros(2, np.int64)
        for every in (1, 4_000):
            bitwise.record(**own | {"every": every})
            counts += own["frame"][0, 2:]
        iterations, fitness = walk.clock[:2]
        assert (now["iterations"], now["fitness"], now["accepted"], now["steps"], now["done"]) == (
            iterations, fitness, *counts, fitness == goal)
        bits = problem.unpack(walk.genomes)
        assert (bytes(now["bits"]), bytes(now["learned"])) == (bits[0].tobytes(), bits[3].tobytes())
        assert problem.fitness(bits[3]) == fitness or (learns and iterations == 0)
        for name in ("genomes", "rng", "clock"):
            assert state[f"walk.{name}"] == getattr(walk, name).tobytes(), (mode, name)
    if values is None:
        assert shown["baldwinian"]["done"]
        assert not shown["darwinian"]["done"] or n == 12


def test_expected_times_are_memlabs_own(page):
    """Of all functions that the page offers, and of some without any shape; to 1e-9 each."""
    facts = page.tab.evaluate("app.facts.walks")
    numbers, wrong = np.random.default_rng(5), {}
    offered = {(name, n, k): values for n, walks in facts.items()
               for name, widths in walks["values"].items() for k, values in widths.items()}
    some = {("random", size, i): numbers.integers(0, most, size).tolist()
            for i, (size, most) in enumerate(6 * [(2, 100), (13, 4), (13, 100), (25, 9), (61, 99)])}
    assert len(offered) == 7 * 4 * 3
    for key, values in (offered | some).items():
        for mode in ("darwinian", "baldwinian", "lamarckian"):
            there = page.tab.evaluate("([values, mode]) => expectedChildren(values, "
                                      "app.facts.modes[mode])", [values, mode])
            here = theory.unitation(values, mode)
            if abs(there - here) > 1e-9 * here:
                wrong[key, mode] = there, here
    assert wrong == {}


def test_the_needle_is_memlabs_own(page):
    rows = [side["rows"] for side in page.call("startNeedle", population=300, trials=500,
                                               seed=str(SEED))]
    for more, side in zip(rows, page.call("goNeedle", generations=29), strict=True):
        more += side["rows"]
    modes = [MODES[mode] for mode in page.tab.evaluate("Object.keys(app.facts.texts.learners)")]
    assert len(modes) == len(rows) == 3
    for place, mode in enumerate(modes):
        trials = 500 * mode.learns
        state, rng, counts = page.state("needle", place), seed_state(SEED), []
        arguments = build.needle_arguments(300)
        needle.found(arguments["alleles"], rng)
        for _ in range(30):
            needle.live(arguments["alleles"], trials, arguments["wasted"], arguments["wheel"],
                        rng)
            counts.append([*np.bincount(arguments["alleles"].ravel(), minlength=3),
                           (arguments["wasted"] >= 0).sum()])
            if mode.inherits:
                arguments["alleles"][arguments["wasted"] >= 0] = needle.RIGHT
            needle.mate(arguments["alleles"], arguments["offspring"], arguments["wheel"], rng)
        np.testing.assert_array_equal(rows[place], counts)
        arguments["rng"] = rng
        assert differences(state, arguments) == []


@pytest.mark.parametrize("seed", [0, 2**32 - 1, 2**32, 10**39])
def test_seeds_are_numpys(page, seed):
    source = (build.PAGE / "seeds.js").read_text("utf-8")
    made = page.tab.evaluate(f"(() => {{ {source}\nreturn seedState('{seed}').map(String); }})()")
    assert list(map(int, made)) == seed_state(seed).tolist()
