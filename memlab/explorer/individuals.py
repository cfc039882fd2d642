"""The individuals of an evolution, with their genomes and phenotypes."""

from typing import NamedTuple

import numpy as np


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
        """Return the best individual of a `memlab.lineage.Recorded` and its ancestors."""
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
