"""Fitness landscapes before and after learning, with a slider for how much is learned."""

from ... import plots
from ...names import GRAPH_PROBLEMS
from ...problems import PROBLEMS
from .. import graphs, landscape
from ..texts import TEXTS
from ..widgets.layout import classed, info, show_only
from ..widgets.pictures import Charts
from .view import View

KINDS = TEXTS["landscapes"]


def compute(kind, amount, size=4, graph="petersen"):
    """Compute a landscape as a frame.

    Parameters
    ----------
    kind : str
        A key of `KINDS`.
    amount : int
        The amount of learning: local-search steps, or trials for the needle.
    size : int
        Size of the deceptive block.
    graph : str
        An example of at most `landscape.MOST_BITS` vertices.

    Returns
    -------
    DataFrame
        Columns before and after, and the position of the solution on the line.
    """
    if kind == "needle":
        return landscape.needle(amount)
    if kind == "block":
        return landscape.deceptive_block(size, amount)
    return landscape.of_graph(PROBLEMS[kind](graphs.from_example(graph).graph), amount)


def draw(frame, kind):
    """Draw the frame of `compute`: altair.Chart."""
    return plots.landscape(frame, KINDS[kind]["column"], xlabel=KINDS[kind]["xlabel"],
                           after=KINDS[kind].get("after", "after local search"),
                           title="Fitness as it is, and as learning makes it")


class LandscapeView(View):
    """The controls for a landscape and the amount of learning, and the picture.

    Attributes
    ----------
    kind, graph, size, steps, trials : ipywidgets.Widget
    """

    def __init__(self, settings=None):
        super().__init__()
        self._build("landscape", settings, self._show)
        self.kind, self.graph, self.size, self.steps, self.trials = self.named.values()
        self._charts = classed("wide", Charts())
        self._lay_out(list(self.named.values()), self.message, self._charts)
        self._show()

    @property
    def _arguments(self):
        kind = self.kind.value
        amount = self.trials.value if kind == "needle" else self.steps.value
        return {"kind": kind, "amount": amount, "size": self.size.value, "graph": self.graph.value}

    def _show(self):
        kind = self.kind.value
        show_only({self.trials: kind == "needle", self.steps: kind != "needle",
                   self.size: kind == "block", self.graph: kind in GRAPH_PROBLEMS})
        self._info.value = info(KINDS[kind]["info"])
        with self.message.attempt():
            self._charts.show({"landscape": draw(compute(**self._arguments), kind)}, height=300)

    def give(self):
        """Return the code, the data, and the name of the files."""
        given = ", ".join(f"{name}={value!r}" for name, value in self._arguments.items())
        code = ("from memlab.explorer.views import landscape\n\n"
                f"frame = landscape.compute({given})\n"
                f"landscape.draw(frame, {self.kind.value!r})\n")
        return code, compute(**self._arguments), f"landscape_{self.kind.value}"
