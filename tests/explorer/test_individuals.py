"""Looking at a population: nothing is changed by it, and what is learned is learned."""

from pathlib import Path

import numpy as np
import pytest

import memlab as ml
from memlab.analysis import named
from memlab.evolution.modes import MODES
from memlab.explorer.individuals import Individuals
from memlab.explorer.race import Race, Start
from memlab.problems import PROBLEMS
from memlab.study.tuned import preset
from memlab.support.names import GRAPH_PROBLEMS


def evolution(mode, problem="mis", generations=30):
    probability = 0.3 if MODES[mode].inherits is None else None
    e = ml.Evolution(PROBLEMS[problem](named.from_example("karate").graph), mode, mu=15,
                     lambda_=15, lb_probability=probability, seed=2)
    if generations:
        e.step(generations=generations)
    return e


@pytest.mark.parametrize("generations", [0, 30])
@pytest.mark.parametrize("mode", MODES)
def test_what_is_shown_is_the_population_and_it_goes_on_undisturbed(mode, generations):
    looked_at, left_alone = evolution(mode, generations=generations), evolution(mode, "mis", 40)
    shown = Individuals.of(looked_at)
    assert (shown.genomes == looked_at.population).all()
    assert (shown.fitness == looked_at.fitness).all()
    looked_at.step(generations=40 - generations)
    assert (looked_at.population == left_alone.population).all()


@pytest.mark.parametrize("problem", GRAPH_PROBLEMS)
@pytest.mark.parametrize("mode", MODES)
def test_the_learned_are_local_optima_and_explain_the_fitness(mode, problem):
    e = evolution(mode, problem)
    shown = Individuals.of(e)
    for phenotype, fitness in zip(shown.phenotypes, shown.fitness, strict=True):
        assert e.problem.local_search(phenotype).steps == 0
        if MODES[mode].learns:
            assert e.problem.fitness(phenotype) == fitness


def test_columns_are_a_permutation_led_by_what_most_have_learned():
    shown = Individuals.of(evolution("baldwinian"))
    columns = shown.columns()
    assert sorted(columns) == list(range(34))
    assert (np.diff(shown.phenotypes.sum(axis=0, dtype=int)[columns]) <= 0).all()


def test_the_population_on_the_explorers_page_is_as_it_says():
    """250 different genomes with conflicts, in the end four solutions of 36 vertices among them."""
    given = preset("best", ["baldwinian"], "mis", "er_small")
    race = Race(Start("mis", named.from_dataset("er_small"), given))
    race.advance(10_000)      # as in the picture
    shown = Individuals.of(race.evolutions["baldwinian"])
    assert len(np.unique(shown.genomes, axis=0)) == 250
    assert len(np.unique(shown.phenotypes, axis=0)) == 227
    last = race.evolutions["baldwinian"].trace.iloc[-1]
    assert last["phenotype_diversity"] < 0.2 * last["diversity"]
    race.advance(40_000)
    shown = Individuals.of(race.evolutions["baldwinian"])
    assert len(np.unique(shown.genomes, axis=0)) == len(shown.genomes) == 250
    assert all(race.problem.fitness(genome) < 0 for genome in shown.genomes)
    assert len(np.unique(shown.phenotypes, axis=0)) == 4
    assert set(shown.fitness) == {36}
    page = (Path(ml.__file__).parent / "docs/howto/explorer.md").read_text("utf-8")
    assert "after 10,000 evaluations, 250 different Baldwinian genomes" in page
    assert "lead to 227" in page and "after 40,000 all lead to one of four solutions" in page
