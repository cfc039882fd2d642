"""The discrete (1+1) evolutionary algorithm of nevergrad."""

from ...support.extras import need


def nevergrad_one_plus_one(trial):
    """Run nevergrad's ``DiscreteOnePlusOne``: the (1+1) EA whose offspring is never a copy.

    Each bit flips with probability 1/n, again and again until one has. The offspring replaces its
    parent if it is at least as good.

    What had to be set, and what nevergrad 1.0.12 does otherwise:

    - the archive of evaluated strings is emptied after each of them, or one that was evaluated once
      counts as 70.7 worse than its value, and one that was met twice without fluctuation as its
      value: old parents stay, where values differ by less, and at equal values however large they
      are;
    - the first string is drawn at random, by a suggestion, or it is all zeros;
    - bits are a ``TransitionChoice``, since the mutation of other parameters is another.

    Parameters
    ----------
    trial : Trial
        The run.

    Raises
    ------
    ImportError
        If nevergrad is not installed.

    Examples
    --------
    >>> import memlab as ml
    >>> ml.run(ml.DeceptiveLeadingBlocks(4, 2), nevergrad_one_plus_one, budget=25).evaluations
    25
    """
    nevergrad = need("nevergrad_one_plus_one", "nevergrad", "libraries")
    bits = nevergrad.p.TransitionChoice([0, 1], repetitions=trial.n)
    optimizer = nevergrad.optimizers.DiscreteOnePlusOne(bits, budget=trial.left)
    optimizer.pruning = lambda archive: type(archive)()
    optimizer.suggest(tuple(trial.rng.integers(0, 2, trial.n).tolist()))
    optimizer.minimize(lambda x: -float(trial.evaluate(x)))
