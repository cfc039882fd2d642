"""Walks of the (1+1) EA on DeceptiveLeadingBlocks as tables: bit by bit, and how far they are."""

import numpy as np
import pandas as pd

COURSE = ["mode", "iterations", "level", "damaged", "accepted", "local_search_steps"]


def picture(walks):
    """The parents of walks, bit by bit.

    Parameters
    ----------
    walks : list of Walk

    Returns
    -------
    DataFrame
        A row per walk and bit: mode, position, block, bit and state. A zero that local search turns
        into a one whenever the fitness is judged is "damaged", all other bits of solved blocks are
        "full"; the rest are "critical" or "random", as their blocks are.

    Examples
    --------
    >>> from memlab.theory.walk import Walk
    >>> picture([Walk("lamarckian", n=4, k=2, seed=3)])
             mode  position  block  bit     state
    0  lamarckian         0      0    0  critical
    1  lamarckian         1      0    0  critical
    2  lamarckian         2      1    1    random
    3  lamarckian         3      1    0    random
    """
    return pd.concat([_bits(walk) for walk in walks], ignore_index=True)


def _bits(walk):
    bits, block = walk.bits, np.arange(walk.n) // walk.k
    solved = np.where(bits == 1, "full", "damaged")
    state = np.select([block < walk.level, block == walk.level], [solved, "critical"], "random")
    return pd.DataFrame({"mode": walk.mode, "position": np.arange(walk.n), "block": block,
                         "bit": bits, "state": state})


def table(walks):
    """How far walks are, and how long they take in expectation.

    Returns
    -------
    DataFrame
        mode, iterations, level, damaged, accepted, local_search_steps, expected_iterations, done.
    """
    columns = {column: [getattr(walk, column) for walk in walks] for column in COURSE}
    return pd.DataFrame(columns).assign(expected_iterations=[walk.expected for walk in walks],
                                        done=[walk.done for walk in walks])
