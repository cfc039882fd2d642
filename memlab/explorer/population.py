"""The individuals of an evolution: what they are, and what local search makes of them."""

from typing import NamedTuple

import numpy as np

from ..checks import choice, integer
from ..kernels import engine
from ..kernels.rng import seed_state

ORDERS = {"share": "most frequent first", "number": "by number"}


class Individual(NamedTuple):
    """One individual before and after learning.

    Attributes
    ----------
    genome, learned : ndarray of uint8, shape (n,)
    raw, fitness : int
        Fitness of `genome` and of `learned`.
    changed : int
        Bits in which the two differ.
    """

    genome: np.ndarray
    learned: np.ndarray
    raw: int
    fitness: int
    changed: int


class Population(NamedTuple):
    """The parents of an evolution, fittest first.

    Attributes
    ----------
    mode : str
    genomes : ndarray of uint8, shape (mu, n)
    learned : ndarray of uint8, shape (mu, n)
        What local search makes of them; what fitness is judged by except in Darwinian evolution.
    fitness : ndarray of int64, shape (mu,)
    """

    mode: str
    genomes: np.ndarray
    learned: np.ndarray
    fitness: np.ndarray

    @classmethod
    def of(cls, evolution):
        """The population of a `memlab.Evolution`.

        Individuals whose phenotype is their genome, such as all Darwinian and all initial ones, get
        a local search here for the show; the evolution is left as it is.
        """
        genomes, learned = evolution.population, evolution.phenotypes
        raw = (genomes == learned).all(axis=1)
        learned[raw] = _learn(evolution.problem, genomes[raw])
        return cls(evolution.configuration.mode, genomes, learned, evolution.fitness)

    def columns(self, order="share"):
        """In what order to show the vertices.

        Parameters
        ----------
        order : {"share", "number"}
            "share": those first that most learned solutions have; ties by number.

        Returns
        -------
        ndarray of int64, shape (n,)
        """
        if choice("order", order, ORDERS) == "number":
            return np.arange(self.genomes.shape[1])
        return np.argsort(-self.learned.sum(axis=0, dtype=np.int64), kind="stable")

    def individual(self, rank, problem):
        """The individual on place `rank`, 0 being the fittest.

        Raises
        ------
        ValueError
            If there is none.
        """
        rank = integer("rank", rank, minimum=0, maximum=len(self.genomes) - 1)
        genome, learned = self.genomes[rank], self.learned[rank]
        return Individual(genome, learned, problem.fitness(genome), problem.fitness(learned),
                          int((genome != learned).sum()))


def _learn(problem, solutions):
    """What local search makes of solutions, uint8 (k, n); ties as seed 0 decides them."""
    genomes, memory, state = problem.pack(solutions), problem.memory(1), seed_state(0)
    for row in range(len(genomes)):
        engine.improve(problem.instance, memory, genomes[row:row + 1], state)
    return problem.unpack(genomes)
