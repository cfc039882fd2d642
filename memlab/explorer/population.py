"""The individuals of an evolution: what they are, and what local search makes of them."""

from typing import NamedTuple

import numpy as np

from ..checks import choice


class Population(NamedTuple):
    """The parents of an evolution, fittest first.

    Attributes
    ----------
    mode : str
    genomes : ndarray of uint8, shape (mu, n)
    phenotypes : ndarray of uint8, shape (mu, n)
        What local search makes of them; what fitness is judged by except in Darwinian evolution.
    fitness : ndarray of int64, shape (mu,)
    """

    mode: str
    genomes: np.ndarray
    phenotypes: np.ndarray
    fitness: np.ndarray

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

    def columns(self, order="share"):
        """In what order to show the vertices.

        Parameters
        ----------
        order : {"share", "number"}
            "share": those first that most phenotypes have; ties by number.

        Returns
        -------
        ndarray of int64, shape (n,)
        """
        if choice("order", order, ("share", "number")) == "number":
            return np.arange(self.genomes.shape[1])
        return np.argsort(-self.phenotypes.sum(axis=0, dtype=np.int64), kind="stable")
