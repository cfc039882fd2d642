"""Graphs as arrays by name, for npz files."""

import ast
import contextlib

import numpy as np

from .graph import Graph


def from_graph(graph):
    """Return edges, name, and weights and labels if there are any: dict of ndarray.

    Raises
    ------
    ValueError
        If labels are anything but numbers, texts or tuples of these.
    """
    arrays, labels = {"edges": graph.edges, "name": np.array(graph.name)}, graph.labels
    if graph.is_weighted:
        arrays["weights"] = graph.edge_weights
    if isinstance(labels, range):      # its first number is enough
        arrays["labels"] = np.array(labels[:1])
    elif labels:      # as Python writes them
        arrays["literals"] = np.array([*map(repr, labels)])
        with contextlib.suppress(ValueError):
            if _literals(arrays["literals"]) == [*labels]:
                return arrays
        raise ValueError("labels must be numbers, texts, or tuples of these to be kept in a file, "
                         f"unlike those of {graph!r}")
    return arrays


def to_graph(n, arrays, name=""):
    """Return the graph of n vertices that `from_graph` described."""
    labels = arrays["labels"].tolist() if "labels" in arrays else None
    if "literals" in arrays:
        labels = _literals(arrays["literals"])
    if labels and len(labels) < n:      # the first number of a range
        labels = range(labels[0], labels[0] + n)
    return Graph.from_edges(n, arrays["edges"], weights=arrays.get("weights"),
                            name=str(arrays.get("name", name)), labels=labels)


def _literals(texts):
    """Return what the texts say in Python."""
    try:
        return [ast.literal_eval(text) for text in texts.tolist()]
    except SyntaxError as error:
        raise ValueError(f"labels must be literals: {error}") from None
