"""Lineages: the same run as without them, and every birth as Algorithm 1 has it."""

import itertools

import pytest

import memlab as ml
from memlab import memory
from memlab.analysis import named
from memlab.analysis.lineage import Individuals, Recorded
from memlab.names import GRAPH_PROBLEMS
from memlab.problems import PROBLEMS

MODES = ["darwinian", "baldwinian", "lamarckian", "lb"]


def settings(mode, **more):
    return {"mu": 8, "lambda_": 12, "crossover_rate": 0.6, "budget": 2_000, "seed": 4,
            "lb_probability": 0.4 if mode == "lb" else None} | more


def problem(name="mis"):
    return PROBLEMS[name](named.from_example("karate").graph)


def bits(p, individual):
    return p.unpack(individual.bits)


@pytest.mark.parametrize("name", GRAPH_PROBLEMS)
@pytest.mark.parametrize("mode, dials", [*((mode, {}) for mode in MODES), *(
    (mode, {"learning_rate": 0.6, "learning_depth": 4}) for mode in list(MODES)[1:])])
def test_it_is_the_run_without_a_record(mode, dials, name):
    plain = ml.Evolution(problem(name), mode, **settings(mode, **dials))
    recorded = Recorded(problem(name), mode, **settings(mode, **dials))
    for generation in (1, 30, 150):
        plain.step(generation - plain.generation)
        assert recorded.follow(generation)
        assert (recorded.population == plain.population).all()
        assert (recorded.phenotypes == plain.phenotypes).all()
        assert (recorded.fitness == plain.fitness).all()
    assert recorded.run().best_fitness == plain.run().best_fitness
    assert recorded.follow(10**9) is False, "there are not so many"


@pytest.mark.parametrize("name", GRAPH_PROBLEMS)
@pytest.mark.parametrize("mode", MODES)
def test_every_birth_is_as_the_algorithm_has_it(mode, name):
    p = problem(name)
    run = Recorded(p, mode, **settings(mode))
    lived, crossings, flips, written = [], 0, 0, set()
    for _ in range(60):
        lived.append({genome.tobytes() for genome in run.population})
        run.step()
    family, todo = {}, list(run.living.values())
    while todo:
        one = todo.pop()
        if id(one) not in family:
            family[id(one)] = one
            todo += one.parents
    born = [one for one in family.values() if one.parents]
    assert len(born) > 60
    for one in born:
        crossed, mutated, inherited, learned = bits(p, one)
        first, second = (bits(p, parent)[2] for parent in one.parents)
        assert all(parent.born < one.born and bits(p, parent)[2].tobytes() in lived[one.born - 1]
                   for parent in one.parents)
        assert ((crossed == first) | (crossed == second)).all()
        crossings += (crossed != first).any() and (crossed != second).any()
        flips += (crossed != mutated).sum()
        expected = {"darwinian": [mutated], "baldwinian": [mutated], "lamarckian": [learned],
                    "lb": [mutated, learned]}[mode]
        assert any((inherited == genome).all() for genome in expected)
        written.add((inherited == learned).all())
        assert p.fitness(learned) == one.fitness
        assert (learned == mutated).all() or mode != "darwinian"
    assert crossings > 0 and flips > 0
    assert written == {"baldwinian": {False}, "lb": {False, True}}.get(mode, {True})


def test_the_line_leads_from_the_best_to_the_beginning_by_the_nearest_parent():
    p = problem()
    run = Recorded(p, "baldwinian", **settings("baldwinian"))
    run.follow(100)
    line = run.line()
    assert (bits(p, line[0])[2] == run.population[0]).all()
    assert line[0].fitness == run.fitness[0]
    assert line[-1].born == 0 and line[-1].parents == ()
    for child, parent in itertools.pairwise(line):
        assert any(parent is one for one in child.parents)
        crossed = bits(p, child)[0]
        apart = [(crossed != bits(p, one)[2]).sum() for one in child.parents]
        assert (crossed != bits(p, parent)[2]).sum() == min(apart)


def test_what_is_shown_of_it_is_what_is_told():
    p = problem()
    run = Recorded(p, "lamarckian", **settings("lamarckian"))
    run.follow(100)
    line, shown = run.line(), Individuals.line(run)
    assert shown.mode == "lamarckian" and len(shown.genomes) == len(shown.tales) == len(line) > 3
    for i, one in enumerate(line[:-1]):
        crossed, mutated, _, learned = bits(p, one)
        parent = bits(p, line[i + 1])[2]
        assert (shown.genomes[i] == mutated).all() and (shown.phenotypes[i] == learned).all()
        assert (shown.parents[i] == parent).all()
        assert shown.tales[i] == (
            f"born in generation {one.born}; "
            f"bits of the other parent: {(crossed != parent).sum()}, "
            f"flipped: {(crossed != mutated).sum()}")
    assert shown.tales[-1] == "one of the first"
    assert (shown.parents[-1] == shown.genomes[-1]).all()


def test_more_ancestors_than_there_is_memory_for_are_refused(monkeypatch):
    monkeypatch.setattr(memory, "available", lambda: 10**8)
    with pytest.raises(ValueError, match="to remember all ancestors needs about"):
        Recorded(problem(), "darwinian", budget=1_000_000)
