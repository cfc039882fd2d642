"""The lineage of the best individual, back to the initial population."""

import time
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from .. import memory
from ..evolution import Evolution
from ..state import with_births


@dataclass(frozen=True, eq=False, slots=True)
class Ancestor:
    """An individual that was selected, and its origin.

    Attributes
    ----------
    born : int
        The generation in which it was born.
    fitness : int
        Its fitness.
    parents : tuple of Ancestor
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

    The engine writes down how each offspring comes about; the run itself is the same as without.

    Attributes
    ----------
    living : dict of int to Ancestor
        The parents, by the slots in which they are.

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
        self.state = with_births(self.state)
        population = self.state.population
        memory.check(self.budget * (32 * population.genomes.shape[1] + 500),
                     "to remember all ancestors")
        self.living = {slot: self._ancestor(slot, (), population.genomes, population.genomes)
                       for slot in self.state.parents.tolist()}

    def _ancestor(self, slot, parents, crossed, mutated):
        population = self.state.population
        return Ancestor(self.generation, int(population.fitness[slot]), parents, np.array(
            [rows[slot] for rows in (crossed, mutated, population.genomes, population.phenotypes)]))

    def _born(self, slot):
        births = self.state.population.births
        parents = tuple(self.living[parent] for parent in births.parents[slot].tolist())
        return self._ancestor(slot, parents, births.crossed, births.mutated)

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
            born = set(self.state.population.order[self.configuration.mu:].tolist())
            super().step()
            self.living = {slot: self._born(slot) if slot in born else self.living[slot]
                           for slot in self.state.parents.tolist()}

    def line(self):
        """Return the best individual, its nearest parent, and so on back to the start: a list."""
        line = [self.living[int(self.state.parents[0])]]
        while line[-1].parents:
            line.append(line[-1].nearest)
        return line


class Individuals(NamedTuple):
    """The parents of an evolution, fittest first; or a line of ancestors, the latest first.

    Attributes
    ----------
    mode : str
    genomes : ndarray of uint8, shape (mu, n)
        The genomes as they are inherited; those of ancestors as they were at birth.
    phenotypes : ndarray of uint8, shape (mu, n)
        The results of local search, which determine fitness except in Darwinian evolution.
    fitness : ndarray of int64, shape (mu,)
    parents : ndarray of uint8, shape (mu, n), or None
        For ancestors, the genome that the nearest parent passed on.
    tales : tuple of str
        For ancestors, the origin of each in words.
    """

    mode: str
    genomes: np.ndarray
    phenotypes: np.ndarray
    fitness: np.ndarray
    parents: np.ndarray | None = None
    tales: tuple = ()

    @classmethod
    def of(cls, evolution):
        """Return the population of a `memlab.Evolution`.

        For individuals whose phenotype is their genome, such as all Darwinian and all initial ones,
        a local search with seed 0 is run for display only; the evolution is not changed.
        """
        genomes, phenotypes = evolution.population, evolution.phenotypes
        for rank in np.flatnonzero((genomes == phenotypes).all(axis=1)):
            phenotypes[rank] = evolution.problem.local_search(genomes[rank]).solution
        return cls(evolution.configuration.mode, genomes, phenotypes, evolution.fitness)

    @classmethod
    def line(cls, recorded):
        """Return the best individual of a `Recorded` and its ancestors."""
        line = recorded.line()
        bits = recorded.problem.unpack(np.concatenate([one.bits for one in line]))
        crossed, mutated, inherited, learned = bits.reshape(len(line), 4, -1).swapaxes(0, 1)
        nearest = np.concatenate([inherited[1:], crossed[-1:]])      # of the first: nobody
        tales = tuple(
            f"born in generation {one.born}; bits of the other parent: {np.sum(came != parent):,}, "
            f"flipped: {np.sum(came != born):,}" if one.parents else "one of the first"
            for one, came, born, parent in zip(line, crossed, mutated, nearest, strict=True))
        return cls(recorded.configuration.mode, mutated, learned,
                   np.array([one.fitness for one in line]), nearest, tales)

    def columns(self):
        """The vertices, sorted by decreasing frequency in phenotypes, then number: int64 (n,)."""
        return np.argsort(-self.phenotypes.sum(axis=0, dtype=np.int64), kind="stable")
