"""Networks as in Table 1 of the paper, retrained with GraphBench's published loss and decoder.

>>> import memlab as ml
>>> graph, = ml.datasets.generate("ba_small")
>>> network = ml.neural.load("gin", "mis", "ba_small", variant="repaired")
>>> int(network.decode(graph).sum()) <= graph.n
True
"""

from .network import NETWORKS, VARIANTS, Network, load, threshold

__all__ = ["NETWORKS", "VARIANTS", "Network", "load", "threshold"]
