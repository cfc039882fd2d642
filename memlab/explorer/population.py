"""The individuals of an evolution: what they are, and what local search makes of them."""

from typing import NamedTuple

import numpy as np


class Population(NamedTuple):
    """The parents of an evolution, fittest first; or a line of ancestors, the latest first.

    Attributes
    ----------
    mode : str
    genomes : ndarray of uint8, shape (mu, n)
        As they are inherited; those of ancestors as they were born.
    phenotypes : ndarray of uint8, shape (mu, n)
        What local search makes of them; what fitness is judged by except in Darwinian evolution.
    fitness : ndarray of int64, shape (mu,)
    parents : ndarray of uint8, shape (mu, n), or None
        Of ancestors: what the nearest parent of each passed on.
    tales : tuple of str
        Of ancestors: how each came to be.
    """

    mode: str
    genomes: np.ndarray
    phenotypes: np.ndarray
    fitness: np.ndarray
    parents: np.ndarray | None = None
    tales: tuple = ()

    @classmethod
    def of(cls, evolution):
        """The population of a `memlab.Evolution`.

        Individuals whose phenotype is their genome, such as all Darwinian and all initial ones, get
        a local search here for the show, whose ties fall as seed 0 decides; the evolution is left
        as it is.
        """
        genomes, phenotypes = evolution.population, evolution.phenotypes
        for rank in np.flatnonzero((genomes == phenotypes).all(axis=1)):
            phenotypes[rank] = evolution.problem.local_search(genomes[rank]).solution
        return cls(evolution.configuration.mode, genomes, phenotypes, evolution.fitness)

    @classmethod
    def line(cls, recorded):
        """The best individual of a `memlab.lineage.Recorded`, and those it descends from."""
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
        """The vertices, those first that most phenotypes have, ties by number: int64 (n,)."""
        return np.argsort(-self.phenotypes.sum(axis=0, dtype=np.int64), kind="stable")
