"""Walks of the (1+1) EA on DeceptiveLeadingBlocks as tables: their bits and their progress."""

import numpy as np
import pandas as pd

COURSE = ["mode", "iterations", "level", "damaged", "accepted", "local_search_steps"]


def picture(walks):
    """Return the parents of walks bit by bit.

    Parameters
    ----------
    walks : list of Walk

    Returns
    -------
    DataFrame
        A row per walk and bit: mode, position, block, bit and state. A zero in a solved block,
        which local search turns into a one at every evaluation, is "damaged"; all other bits of
        solved blocks are "full"; the rest are "critical" or "random", like their blocks.

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
    """Return the progress of walks and their expected durations.

    Returns
    -------
    DataFrame
        mode, iterations, level, damaged, accepted, local_search_steps, expected_iterations, done.
    """
    columns = {column: [getattr(walk, column) for walk in walks] for column in COURSE}
    return pd.DataFrame(columns).assign(expected_iterations=[walk.expected for walk in walks],
                                        done=[walk.done for walk in walks])
