"""The lineage of the best individual, back to the initial population."""

import time
from dataclasses import dataclass, field

import numpy as np

from . import memory
from .evolution import Evolution
from .kernels import engine, rng, variation


@dataclass(frozen=True, eq=False, slots=True)
class Individual:
    """A selected individual and its origin.

    Attributes
    ----------
    born : int
        The generation in which it was born.
    fitness : int
        Its fitness.
    parents : tuple of Individual
        Both parents, the same one twice if there is only one; empty in the initial population.
    bits : ndarray of uint64, shape (4, words)
        Its packed genome after crossover, after mutation, and as it is inherited; and its
        phenotype after local search.
    """

    born: int
    fitness: int
    parents: tuple = field(repr=False)      # it would contain all ancestors
    bits: np.ndarray

    @property
    def nearest(self):
        """The parent that differs in fewer bits from the genome before mutation."""
        apart = [np.bitwise_count(self.bits[0] ^ parent.bits[2]).sum() for parent in self.parents]
        return self.parents[int(np.argmin(apart))]


class Recorded(Evolution):
    """An evolution that records every individual's ancestry; arguments as for `memlab.Evolution`.

    The run itself is the same as without the record, but takes about twice as long.

    Raises
    ------
    TypeError, ValueError
        As from `memlab.Evolution`; also if the ancestors might not fit in the available memory.

    Examples
    --------
    >>> import memlab as ml
    >>> problem = ml.MaxCut(ml.datasets.generate("ba_small")[0])
    >>> run = Recorded(problem, "lamarckian", mu=5, lambda_=5, budget=1000)
    >>> run.follow(40)
    True
    >>> line = run.line()
    >>> line[0].fitness == int(run.fitness[0]), line[-1].born, line[-1].parents
    (True, 0, ())
    """

    def __init__(self, problem, mode, **given):
        super().__init__(problem, mode, trace=False, **given)
        words = self.state.population.genomes.shape[1]
        memory.check(self.budget * (32 * words + 500), "to remember all ancestors")
        genomes = self.state.population.genomes
        self._living = {slot: self._individual(slot, (), genomes[slot], genomes[slot])
                        for slot in self.state.parents.tolist()}

    def _individual(self, slot, parents, crossed, mutated):
        population = self.state.population
        return Individual(self.generation, int(population.fitness[slot]), parents,
                          np.array([crossed, mutated, population.genomes[slot],
                                    population.phenotypes[slot]]))

    def follow(self, generation, until=float("inf")):
        """Advance to a generation, and return whether it was reached.

        Stops when `time.perf_counter` reaches `until`.
        """
        while self.generation < generation and not self.done and time.perf_counter() < until:
            self.step()
        return self.generation >= generation

    def step(self, generations=1):
        """Advance by some generations, as `memlab.Evolution.step` does."""
        for _ in range(generations):
            self._step()

    def _step(self):
        state = self.state.population.rng
        before = state.copy()
        born = dict(self._births())
        state[:] = before      # the engine repeats the same draws and does all of its bookkeeping
        super().step()
        parents = self._living
        self._living = {}
        for slot in self.state.parents.tolist():
            if slot in born:
                both, crossed, mutated = born[slot]
                self._living[slot] = self._individual(
                    slot, tuple(parents[one] for one in both), crossed, mutated)
            else:
                self._living[slot] = parents[slot]

    def _births(self):
        """Make the offspring that `engine.advance` is about to make, in free slots.

        For each, yield its slot, its parents' slots, and its genome before and after mutation.
        """
        _, _, layout, algorithm, population, *_ = self.state
        genomes, state, mu = population.genomes, population.rng, algorithm.mu
        order = population.order.tolist()
        for child in order[mu:mu + algorithm.lambda_]:
            first = second = nearer = order[rng.below(state, mu)]
            distance, genomes[child] = 0, genomes[first]
            if rng.happens(state, algorithm.crossover_rate):
                second = order[rng.below(state, mu)]
                nearer, distance = variation.cross(genomes, first, second, child, state)
            crossed = genomes[child].copy()
            distance += variation.mutate(layout, genomes, child, population.flipped, state)
            mutated = genomes[child].copy()
            engine.judge(self.state.instance, self.state.workspace, algorithm, population, child,
                         nearer, distance)
            yield child, ((first, second), crossed, mutated)

    def line(self):
        """Return the best individual, its nearest parent, and so on back to the start: a list."""
        line = [self._living[int(self.state.parents[0])]]
        while line[-1].parents:
            line.append(line[-1].nearest)
        return line
