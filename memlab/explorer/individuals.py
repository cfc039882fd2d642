"""The individuals of a population as they are looked at, before and after learning."""

from typing import NamedTuple

import numpy as np


class Individuals(NamedTuple):
    """The parents of an evolution, fittest first.

    Attributes
    ----------
    mode : str
    genomes : ndarray of uint8, shape (mu, n)
        The genomes as they are inherited.
    phenotypes : ndarray of uint8, shape (mu, n)
        The results of local search, which determine fitness except in Darwinian evolution.
    fitness : ndarray of int64, shape (mu,)
    """

    mode: str
    genomes: np.ndarray
    phenotypes: np.ndarray
    fitness: np.ndarray

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

    def columns(self):
        """The vertices, sorted by decreasing frequency in phenotypes, then number: int64 (n,)."""
        return np.argsort(-self.phenotypes.sum(axis=0, dtype=np.int64), kind="stable")
