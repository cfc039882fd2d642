"""A button that looks for the optimum, so that a race has something to be measured by."""

import ipywidgets as W

from ... import optima
from ...problems import PROBLEMS
from ..widgets.live import aside

SECONDS = 30.0


class Optimum:
    """Solve the chosen problem beside everything else, and remember what is found.

    Parameters
    ----------
    choose : callable
        ``choose()`` gives the name of the problem and the `Source` of the graph, which remembers.
    found : callable
        ``found()``, when there is something to show.
    message : Message
        Where the result is said, and errors.

    Attributes
    ----------
    button : ipywidgets.Button
    """

    def __init__(self, choose, found, message):
        self._choose, self._found, self._message = choose, found, message
        self.button = W.Button(icon="bullseye", layout={"width": "auto"}, tooltip="Look for the "
                               f"optimum and a proof, for about {SECONDS:.0f} seconds at most")
        self.button.on_click(lambda _: self.seek())
        self._wait(False)

    def _wait(self, busy):
        self.button.disabled = busy
        self.button.description = "Looking for it …" if busy else "Find the optimum"

    def seek(self):
        """Begin to look."""
        with self._message.attempt() as attempt:
            name, source = self._choose()
        if not attempt.succeeded:
            return

        def solve():
            return optima.solve(PROBLEMS[name](source.graph), seconds=SECONDS)

        def solved(result, error):
            self._wait(False)
            if error is not None:
                self._message.say(error)
                return
            (source.optimum if result.proved else source.best_known)[name] = result.value
            self._message.note(in_words(result))
            self._found()

        self._wait(True)
        aside(solve, solved)


def in_words(result):
    """What a `memlab.optima.Optimum` says.

    Examples
    --------
    >>> from memlab.explorer import graphs
    >>> graph = graphs.from_example("petersen").graph
    >>> in_words(optima.solve(PROBLEMS["maxcut"](graph)))
    'The optimum is 12, which is proved.'
    """
    if result.proved:
        return f"The optimum is {result.value:,}, which is proved."
    return (f"The best that was found is {result.value:,}; "
            f"it is proved that nothing exceeds {result.upper_bound:,}.")
