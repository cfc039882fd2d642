"""A trained network as a method of experiments."""

import functools

from ...support.checks import choice
from ...support.names import DATASETS
from .network import NETWORKS, VARIANTS, load

_load = functools.lru_cache(load)      # a worker needs the same network for many graphs


def construct(problem, architecture="gin", variant="repaired", trained_on=None, dataset=None):
    """Decode the output of a network to a solution.

    Parameters
    ----------
    problem : MaxIndependentSet or MaxCut
        The problem.
    architecture, variant : str
        The network and its variant, as for `load`.
    trained_on : str, optional
        The dataset on which it was trained; by default `dataset`.
    dataset : str, optional
        The dataset of the graph.

    Returns
    -------
    ndarray of uint8, shape (n,)
        The solution.

    Raises
    ------
    ValueError
        If neither `trained_on` nor `dataset` is given.

    Examples
    --------
    >>> import memlab as ml
    >>> graph, = ml.datasets.generate("ba_small")
    >>> problem = ml.MaxIndependentSet(graph)
    >>> problem.is_feasible(construct(problem, dataset="ba_small"))
    True
    """
    if not (trained_on or dataset):
        raise ValueError(f"trained_on must be a dataset, for graphs of none, not {trained_on!r}")
    return _load(architecture, problem.name, trained_on or dataset, variant).decode(problem.graph)


def check(architecture, variant, trained_on):
    """Refuse settings of `construct` for which there is no network, and return nothing to change.

    Parameters
    ----------
    architecture, variant : str
    trained_on : str or None
        As for `construct`.

    Returns
    -------
    dict
        An empty one.

    Raises
    ------
    TypeError, ValueError
        If a name is unknown.
    """
    choice("architecture", architecture, NETWORKS)
    choice("variant", variant, VARIANTS)
    if trained_on is not None:
        choice("trained_on", trained_on, DATASETS)
    return {}
