"""Searches and proofs that take turns until a proof or the limit ends them."""

import math

from . import program

TURN = 5_000_000                # entries looked at per turn
_ENTRIES_PER_COLUMN = 10_000    # entries that take as long as a column of a node's linear program
_SECONDS_PER_EDGE = 1e-4        # for writing the program for HiGHS
_LEAST_NODES = 200              # fewer prove nothing, and take long


class Portfolio:
    """Searches and proofs on the core that data reduction leaves, reporting to a `Tally`.

    Parameters
    ----------
    tally : Tally
    reduction : SetReduction or CutReduction
    """

    def __init__(self, tally, reduction):
        self.tally, self.reduction = tally, reduction
        self.n = len(reduction.vertices)
        if self.n == 0:
            self.offer([], "data reduction")
            self.limit(0, "data reduction")

    def offer(self, solution, by):
        """Record a solution of the core if it is better than the best known.

        Parameters
        ----------
        solution : array_like of 0 and 1, shape (k,)
            A bit for each of the core's vertices.
        by : str
            The method that found it.
        """
        self.tally.offer(self.reduction.lift(solution), by)

    def limit(self, bound, by):
        """Record an upper bound on the size or weight of the core's solutions.

        Parameters
        ----------
        bound : float
        by : str
            The method that found it.
        """
        self.tally.limit(self.reduction.offset + bound, by)

    @property
    def value(self):
        """The value that a solution of the core must exceed to improve on the best known."""
        return self.tally.value - self.reduction.offset

    def hand_to_highs(self, edges, make, *arguments):
        """Solve a program of the core by HiGHS within the remaining limits, unless all is proved.

        Parameters
        ----------
        edges : int
            Their number.
        make : callable
            Makes the Program of the arguments.
        *arguments : object
        """
        if self.tally.proved or _SECONDS_PER_EDGE * edges >= self.tally.left():
            return
        model = make(*arguments)
        entries = self.tally.most_effort - self.tally.effort
        nodes = entries / (_ENTRIES_PER_COLUMN * len(model.objective))
        if nodes < _LEAST_NODES:
            return
        solution, bound = program.maximise(model, self.tally.left(), float(self.value), nodes)
        if solution is not None:
            self.offer(solution, "HiGHS")
        self.limit(bound, "HiGHS")

    def take_turns(self, parts, share=1.0, turns=math.inf):
        """Run the parts in turn, up to a share of the limits, a number of turns, or a proof.

        Parameters
        ----------
        parts : list of (float, generator)
            Each part with its weight. Effort is divided in proportion to the weights. A part yields
            the number of entries that it looked at in a turn of some hundredths of a second.
        share, turns : float
            The share of the limits, and the maximum number of turns.
        """
        spent = [[0.0, weight, part] for weight, part in parts]
        while spent and turns > 0 and not self.tally.proved and self.tally.left(share) > 0:
            turns -= 1
            turn = min(spent, key=lambda entry: entry[0])
            entries = next(turn[2], None)
            if entries is None:
                spent.remove(turn)
            else:
                turn[0] += entries / turn[1]
                self.tally.effort += entries
