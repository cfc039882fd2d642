"""One lineage over time: the best individual, and back to the beginning those it descends from."""

import time
from dataclasses import dataclass, field

import numpy as np

from . import memory
from .evolution import Evolution
from .kernels import engine, rng, variation


@dataclass(frozen=True, eq=False, slots=True)
class Individual:
    """Somebody who was selected, and how it came to be.

    Attributes
    ----------
    born : int
        The generation.
    fitness : int
    parents : tuple of Individual
        Both, the same twice if there is only one; nobody in the initial population.
    bits : ndarray of uint64, shape (4, words)
        Packed: as the parents gave it, as mutation left it, as it is inherited, and as local search
        left it.
    """

    born: int
    fitness: int
    parents: tuple = field(repr=False)      # and theirs, and theirs
    bits: np.ndarray

    @property
    def nearest(self):
        """The parent from which fewer bits differ before mutation."""
        apart = [np.bitwise_count(self.bits[0] ^ parent.bits[2]).sum() for parent in self.parents]
        return self.parents[int(np.argmin(apart))]


class Recorded(Evolution):
    """An evolution that knows who descends from whom; arguments as for `memlab.Evolution`.

    It is the same run, and takes about twice as long.

    Raises
    ------
    TypeError, ValueError
        As `memlab.Evolution`; also if all ancestors might not fit in the memory there is.

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
        words = self._population.genomes.shape[1]
        memory.check(self.budget * (32 * words + 500), "to remember all ancestors")
        genomes = self._population.genomes
        self._living = {slot: self._individual(slot, (), genomes[slot], genomes[slot])
                        for slot in self._parents.tolist()}

    def _individual(self, slot, parents, crossed, mutated):
        population = self._population
        return Individual(self.generation, int(population.fitness[slot]), parents,
                          np.array([crossed, mutated, population.genomes[slot],
                                    population.phenotypes[slot]]))

    def follow(self, generation, until=float("inf")):
        """Go on to a generation; returns whether it is reached at that `time.perf_counter`."""
        while self.generation < generation and not self.done and time.perf_counter() < until:
            self.step()
        return self.generation >= generation

    def step(self, generations=1):
        """As `memlab.Evolution`."""
        for _ in range(generations):
            self._step()

    def _step(self):
        state = self._population.rng
        before = state.copy()
        born = dict(self._births())
        state[:] = before      # the engine does the same once more, with all that belongs to it
        super().step()
        parents = self._living
        self._living = {}
        for slot in self._parents.tolist():
            if slot in born:
                both, crossed, mutated = born[slot]
                self._living[slot] = self._individual(
                    slot, tuple(parents[one] for one in both), crossed, mutated)
            else:
                self._living[slot] = parents[slot]

    def _births(self):
        """The offspring as `engine.advance` is about to make them, in slots that are free.

        Of each the slot, its parents' slots, and its genome before and after mutation.
        """
        population, algorithm, layout = self._population, self._algorithm, self._layout
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
            engine.judge(self.problem.instance, self._memory, algorithm, population, child, nearer,
                         distance)
            yield child, ((first, second), crossed, mutated)

    def line(self):
        """The best individual, its nearest parent, and so on back to the beginning: a list."""
        line = [self._living[int(self._parents[0])]]
        while line[-1].parents:
            line.append(line[-1].nearest)
        return line
