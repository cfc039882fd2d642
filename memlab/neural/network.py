"""A trained network: weights from a file, logits in plain NumPy, a solution decoded from them."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
from threadpoolctl import ThreadpoolController

from .. import checks
from ..files import read_arrays, replacing
from ..graphs.graph import Graph
from ..kernels import greedy
from ..names import DATASETS, GRAPH_PROBLEMS
from ..paths import data
from . import layers

NETWORKS = tuple(layers.BLOCKS)
TRIES = 300         # after which the published decoder stops
_DIGITS = 9         # beyond them a logit depends on the order in which a machine adds up
_FORMAT = "memlab network 1"
_LIBRARIES = ThreadpoolController()      # to look for them takes milliseconds


class Variant(NamedTuple):
    """What a network was trained by, how it is decoded, and whether its last layer is normed."""

    loss: str
    decoder: str
    normed: bool


VARIANTS = {"published": Variant("published", "published", False),
            "normed": Variant("published", "published", True),
            "repaired": Variant("repaired", "repaired", True)}


@dataclass(frozen=True, eq=False)
class Network:
    """A network for one problem and dataset.

    Attributes
    ----------
    network : {"gin", "gt", "mlp", "deepsets"}
    problem : {"mis", "maxcut"}
    dataset : str
        Whose training graphs it has seen.
    variant : {"published", "normed", "repaired"}
        With GraphBench's published loss and decoder; the same with a norm before the last layer;
        with the repaired loss and decoder, and the norm.
    weights : dict of ndarray
    mean, deviation : ndarray of float64, shape (3,)
        Of the features of the training graphs.
    about : dict
        Where the weights come from: seed, steps, versions, and the course of the training.

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

    @property
    def file_name(self):
        """Under which name it is kept: str."""
        return file_name(self.network, self.problem, self.dataset, self.variant)

    def __call__(self, graph):
        """The logit of each vertex: float64 (n,).

        Raises
        ------
        TypeError, ValueError
            If it is no graph, or one without edges, whose vertices no feature tells apart.
        """
        if not isinstance(graph, Graph):
            raise TypeError(f"graph must be a memlab.Graph, not {type(graph).__name__}")
        if graph.m == 0:
            raise ValueError(f"graph must have edges for a network to go by, but {graph!r} has "
                             "none: any of its vertices is like any other")
        inputs = (layers.features(graph) - self.mean) / self.deviation
        weights = {name: value.astype(float) for name, value in self.weights.items()}
        # these matrices are so small that threads would cost several times what they save
        with _LIBRARIES.limit(limits=1, user_api="blas"):
            return layers.logits(self.network, weights, VARIANTS[self.variant].normed, inputs,
                                 layers.matrix(self.network, graph), np.ones(graph.n), np)

    def decode(self, graph, logits=None):
        """The solution: uint8 (n,). An independent set, always; or the vertices of one side.

        Logits that were computed already need not be computed again.
        """
        logits = self(graph) if logits is None else logits
        return decode(self.problem, VARIANTS[self.variant].decoder, graph, logits)

    def save(self, path):
        """Write the network to a file (.npz), which `load` reads."""
        about = {name: getattr(self, name)
                 for name in ("network", "problem", "dataset", "variant", "about")}
        weights = {f"weights.{name}": value for name, value in self.weights.items()}
        with replacing(path) as file:
            np.savez_compressed(file, head=np.array(json.dumps({"format": _FORMAT, **about})),
                                mean=self.mean, deviation=self.deviation, **weights)


def decode(problem, decoder, graph, logits):
    """A solution from logits.

    Parameters
    ----------
    problem : {"mis", "maxcut"}
    decoder : {"published", "repaired"}
        Of independent sets, published: try the first 300 vertices by decreasing probability, which
        is a float32: 1 for all logits above 17; ties by number. Repaired: try all vertices by
        decreasing logit. Of cuts, both: one side are the vertices of positive logits.
    graph : Graph
    logits : ndarray of float64, shape (n,)

    Returns
    -------
    ndarray of uint8, shape (n,)
    """
    if problem == "maxcut":
        return (logits > 0).astype(np.uint8)
    keys = probabilities(logits) if decoder == "published" else np.round(logits, _DIGITS)
    solution = np.zeros(graph.n, np.uint8)
    greedy.select(graph.indptr, graph.indices, np.argsort(-keys, kind="stable"),
                  TRIES if decoder == "published" else graph.n, solution)
    return solution


def probabilities(logits):
    """The sigmoid of logits, in float32: ndarray (n,)."""
    return 1 / (1 + np.exp(-np.maximum(logits, -80).astype(np.float32)))


def load(network, problem, dataset, variant="repaired", folder=None):
    """A network that came with memlab, or one of your own training.

    Parameters
    ----------
    network : {"gin", "gt", "mlp", "deepsets"}
    problem : {"mis", "maxcut"}
    dataset : str
        One of `memlab.names.DATASETS`.
    variant : {"published", "normed", "repaired"}
    folder : str or path-like, optional
        Where ``python3 -m memlab train --out FOLDER`` put it.

    Returns
    -------
    Network

    Raises
    ------
    TypeError, ValueError
        If a name is unknown, or the file damaged, or that of another network.
    FileNotFoundError
        If there is no such file.
    """
    wanted = {"network": checks.choice("network", network, NETWORKS),
              "problem": checks.choice("problem", problem, GRAPH_PROBLEMS),
              "dataset": checks.choice("dataset", dataset, DATASETS),
              "variant": checks.choice("variant", variant, tuple(VARIANTS))}
    path = Path(data("networks") if folder is None else folder) / file_name(**wanted)
    if not path.is_file():
        raise FileNotFoundError(f"there is no network {path}; `python3 -m memlab train` makes it")
    head, arrays = read(path)
    found = {name: head.get(name) for name in wanted}
    if found != wanted:
        raise ValueError(f"{path} must hold the network {file_name(**wanted)}, but by its head it "
                         f"is {file_name(**found)}")
    return Network(**wanted, about=head["about"], mean=arrays["mean"],
                   deviation=arrays["deviation"],
                   weights={name.removeprefix("weights."): value for name, value in arrays.items()
                            if name.startswith("weights.")})


def read(path):
    """The head and the arrays of a file of weights: (dict, dict). Nothing is unpickled.

    Raises
    ------
    ValueError
        If it is no such file, or not a whole one.
    """
    try:
        arrays = read_arrays(path)
        head = json.loads(str(arrays.pop("head")))
        if head["format"] != _FORMAT:
            raise ValueError(f"its format is {head['format']!r}, not {_FORMAT!r}")
        expected = {f"weights.{name}": value.shape
                    for name, value in layers.initial(head["network"], 0).items()}
        shapes = {name: value.shape for name, value in arrays.items()}
        if shapes != {**expected, "mean": (3,), "deviation": (3,)}:
            raise ValueError("its arrays are not those of such a network")
        if not all(value.dtype.kind == "f" and np.isfinite(value).all()
                   for value in arrays.values()) or (arrays["deviation"] <= 0).any():
            raise ValueError("its numbers must be finite, and the deviations above 0")
        return head, arrays
    except Exception as error:
        raise ValueError(f"{path} is not a whole file of a network's weights: "
                         f"{type(error).__name__}: {error}") from None


def file_name(network, problem, dataset, variant):
    """Under which name a network is kept."""
    return f"{network}-{problem}-{dataset}-{variant}.npz"
