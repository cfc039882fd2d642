"""A trained network: read weights from a file, compute logits in NumPy, and decode a solution.

An earlier version of memlab trained the networks that it ships.
"""

import json
from dataclasses import dataclass, field

import numpy as np
from threadpoolctl import ThreadpoolController

from ...graphs.graph import Graph
from ...problems import PROBLEMS
from ...support import checks
from ...support.files import read_arrays
from ...support.names import DATASETS, GRAPH_PROBLEMS
from ...support.paths import data
from ..baselines import greedy_kernels
from . import layers

NETWORKS = tuple(layers.BLOCKS)
TRIES = 300         # number of vertices after which the published decoder stops
_DIGITS = 9         # further digits of a logit depend on the order in which a machine adds
_LIBRARIES = ThreadpoolController()      # finding the libraries takes milliseconds
VARIANTS = ("published", "normed", "repaired")


@dataclass(frozen=True, eq=False)
class Network:
    """A trained network for one problem and dataset; calling it with a graph returns the logits.

    Attributes
    ----------
    network : {"gin", "gt", "mlp", "deepsets"}
        The architecture.
    problem : {"mis", "maxcut"}
        The problem.
    dataset : str
        The dataset of its training graphs.
    variant : {"published", "normed", "repaired"}
        "published": GraphBench's published loss and decoder. "normed": the same with a
        normalisation before the last layer. "repaired": the repaired loss and decoder, with this
        normalisation.
    weights : dict of ndarray
        The trained weights.
    mean, deviation : ndarray of float64, shape (3,)
        Means and standard deviations of the features over the training graphs.
    about : dict
        The origin of the weights: seed, steps, versions, and the course of the training.

    Examples
    --------
    >>> import memlab as ml
    >>> graph, = ml.datasets.generate("ba_small")
    >>> network = load("gin", "mis", "ba_small")
    >>> network(graph).shape == (graph.n,)
    True
    >>> ml.MaxIndependentSet(graph).is_feasible(network.decode(graph))
    True
    """

    network: str
    problem: str
    dataset: str
    variant: str
    weights: dict = field(repr=False)
    mean: np.ndarray = field(repr=False)
    deviation: np.ndarray = field(repr=False)
    about: dict = field(repr=False, default_factory=dict)

    def __call__(self, graph):
        """Compute the logit of each vertex: float64 (n,).

        Raises
        ------
        TypeError, ValueError
            If `graph` is not a Graph, or has no edges: its vertices then all have the same
            features.
        """
        checks.instance("graph", graph, Graph)
        if graph.m == 0:
            raise ValueError(f"graph must have edges for a network to go by, but {graph!r} has "
                             "none: any of its vertices is like any other")
        inputs = (layers.features(graph) - self.mean) / self.deviation
        weights = {name: value.astype(float) for name, value in self.weights.items()}
        # these matrices are so small that threads would cost several times more than they save
        with _LIBRARIES.limit(limits=1, user_api="blas"):
            return layers.logits(self.network, weights, self.variant != "published", inputs,
                                 layers.matrix(self.network, graph))

    def decode(self, graph, logits=None):
        """Compute a solution for a graph.

        Parameters
        ----------
        graph : Graph
            The graph.
        logits : ndarray of float64, shape (n,), optional
            By default what the network computes.

        Returns
        -------
        ndarray of uint8, shape (n,)
            An independent set, or the vertices on one side of the cut.

        Notes
        -----
        For independent sets, "published" and "normed" try the first 300 vertices by decreasing
        probability, with ties broken by number; the probability is a float32, which is 1 for all
        logits above 17. "repaired" tries all vertices by decreasing logit. For cuts, the vertices
        with positive logits are on one side.

        Examples
        --------
        >>> import memlab as ml
        >>> network = ml.neural.load("gin", "mis", "er_small")
        >>> network.decode(ml.Graph.from_edges(3, [(0, 1), (1, 2)]), np.array([0.5, -1.0, 2.0]))
        array([1, 0, 1], dtype=uint8)
        """
        logits = self(graph) if logits is None else logits
        if not PROBLEMS[self.problem].are_sets:
            return (logits > 0).astype(np.uint8)
        repaired = self.variant == "repaired"
        keys = np.round(logits, _DIGITS) if repaired else probabilities(logits)
        solution = np.zeros(graph.n, np.uint8)
        greedy_kernels.select(graph.indptr, graph.indices, np.argsort(-keys, kind="stable"),
                              graph.n if repaired else TRIES, solution)
        return solution


def probabilities(logits):
    """Return the sigmoid of logits, in float32: ndarray (n,)."""
    return 1 / (1 + np.exp(-np.maximum(logits, -80).astype(np.float32)))


def threshold(graph):
    """Return the beta below which all-ones is a strict local minimum of the published loss.

    Parameters
    ----------
    graph : Graph
        The graph.

    Returns
    -------
    float
        (n - 1) / (largest degree) - 1.

    Notes
    -----
    A network gives each vertex a probability p. Let A be the adjacency matrix, E = p'Ap (a sum over
    ordered adjacent pairs), and N the same sum over ordered non-adjacent pairs. GraphBench's loss
    of an independent set is n (beta E - N), with beta = 1; the repaired loss is E / 2 - sum p,
    divided by n. For cuts GraphBench's loss is s'As with s = 2p - 1; the repaired one is the same
    divided by twice the number of edges.

    For the published loss of sets, p = 1 everywhere is a strict local minimum in [0, 1]^n if and
    only if each degree is below (n - 1) / (1 + beta). Proof: at this point the derivative with
    respect to p_i is 2 n ((1 + beta) d_i - (n - 1)), where d_i is the degree. If all derivatives
    are negative, the loss increases in every direction into the cube. If one is not negative,
    lowering p_i alone changes the loss linearly and does not increase it.

    Examples
    --------
    >>> import memlab as ml
    >>> graph, = ml.datasets.generate("er_small")
    >>> round(threshold(graph), 2)
    3.7
    """
    return float((graph.n - 1) / graph.degrees.max() - 1) if graph.m else np.inf


def load(network, problem, dataset, variant="repaired"):
    """Load a network that comes with memlab.

    Parameters
    ----------
    network : {"gin", "gt", "mlp", "deepsets"}
        The architecture.
    problem : {"mis", "maxcut"}
        The problem.
    dataset : str
        One of `memlab.support.names.DATASETS`.
    variant : {"published", "normed", "repaired"}
        The loss and decoder, as in `Network`; "normed" only for independent sets of small graphs.

    Returns
    -------
    Network
        The trained network.

    Raises
    ------
    TypeError, ValueError
        If a name is unknown.
    FileNotFoundError
        If there is no such network.

    Examples
    --------
    >>> import memlab as ml
    >>> network = ml.neural.load("mlp", "maxcut", "ba_small", variant="published")
    >>> network.network, network.dataset, network.variant
    ('mlp', 'ba_small', 'published')
    """
    names = {"network": checks.choice("network", network, NETWORKS),
             "problem": checks.choice("problem", problem, GRAPH_PROBLEMS),
             "dataset": checks.choice("dataset", dataset, DATASETS),
             "variant": checks.choice("variant", variant, VARIANTS)}
    path = data("networks") / f"{'-'.join(names.values())}.npz"
    if not path.is_file():
        raise FileNotFoundError(f"memlab has no network {path.stem}: there is no {path}")
    arrays = read_arrays(path)
    return Network(**names, about=json.loads(str(arrays.pop("head")))["about"],
                   mean=arrays.pop("mean"), deviation=arrays.pop("deviation"),
                   weights={name.removeprefix("weights."): value
                            for name, value in arrays.items()})
