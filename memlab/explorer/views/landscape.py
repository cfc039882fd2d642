"""Fitness landscapes before and after learning, with a slider for how much is learned."""

import ipywidgets as W

from ... import plots
from ...names import GRAPH_PROBLEMS
from ...problems import PROBLEMS
from .. import graphs, landscape
from ..widgets.export import Export
from ..widgets.messages import Message
from ..widgets.pictures import Charts
from .layout import SLIDER, body, choices, lead, show_only

_GRAPHS = ("house", "petersen")
KINDS = {
    "block": "a deceptive block",
    "needle": "a needle in a haystack",
    "deceptive": "a fully deceptive function",
    "mis": "independent sets of a graph",
    "maxcut": "cuts of a graph",
}
_LEADS = {
    "block": "One block of DeceptiveLeadingBlocks. Every one costs fitness, until all bits are "
             "one. Learning lifts the last step before the goal, and levels the way to it.",
    "needle": "Twenty genes; only if all are right is there any reward. Genes may be left "
              "undecided, to be guessed in every trial of a lifetime. Learning turns the needle "
              "into a hill that evolution can climb (Hinton and Nowlan 1987).",
    "deceptive": "Four bits whose good strings all point to 0000, away from the optimum 1111. "
                 "Learning makes the optimum's neighbours as good as itself (Whitley, Gordon and "
                 "Mathias 1994).",
    "mis": "All sets of vertices of a small graph, a flip from one to the next. Conflicts dig "
           "valleys; the repair fills them.",
    "maxcut": "All ways to cut a small graph, a flip from one to the next. The ascent lifts each "
              "to its local optimum.",
}


def compute(kind, amount, size=4, graph="petersen"):
    """A landscape as a frame.

    Parameters
    ----------
    kind : str
        A key of `KINDS`.
    amount : int
        How much is learned: local-search steps, or trials for the needle.
    size : int
        Of the deceptive block.
    graph : str
        An example of at most `landscape.MOST_BITS` vertices.

    Returns
    -------
    DataFrame
        Columns before and after, and where on the line the solution is.
    """
    if kind == "needle":
        return landscape.needle(amount)
    if kind == "block":
        return landscape.deceptive_block(size, amount)
    if kind == "deceptive":
        return landscape.fully_deceptive(amount)
    return landscape.of_graph(PROBLEMS[kind](graphs.from_example(graph).graph), amount)


def draw(frame, kind):
    """The chart of `compute`'s frame: altair.Chart."""
    column, label = {
        "needle": ("undecided", "undecided genes, all others being right"),
        "block": ("ones", "ones in the block"),
        "deceptive": ("place", "strings of four bits, by their number of ones"),
    }.get(kind, ("place", "all solutions, neighbours in a Gray code"))
    return plots.landscape(frame, column, xlabel=label,
                           title="Fitness as it is, and as learning makes it")


class LandscapeView:
    """Which landscape, how much is learned, and the picture.

    Attributes
    ----------
    box : ipywidgets.Widget
    """

    def __init__(self):
        self.message = Message()
        self.kind = W.Dropdown(description="landscape", options=choices(KINDS), **SLIDER)
        self.steps = W.IntSlider(4, 0, 12, description="search steps", **SLIDER)
        self.trials = W.IntSlider(1000, 0, 1000, 10, description="trials", **SLIDER)
        self.size = W.IntSlider(6, 2, landscape.MOST_BITS, description="bits", **SLIDER)
        self.graph = W.Dropdown(description="graph", value="petersen", **SLIDER, options=[
            (graphs.EXAMPLES[name].title, name) for name in _GRAPHS])
        self._lead, self._charts = W.HTML(), Charts(least_width=420)
        for control in (self.kind, self.steps, self.trials, self.size, self.graph):
            control.observe(lambda _: self._show(), "value")
        self._export = Export(self._give, self.message)
        self.box = body([self.kind, self.graph, self.size, self.steps, self.trials],
                        self.message, self._lead, self._charts, self._export.box)
        self._show()

    @property
    def _arguments(self):
        kind = self.kind.value
        amount = self.trials.value if kind == "needle" else self.steps.value
        return {"kind": kind, "amount": amount, "size": self.size.value, "graph": self.graph.value}

    def _show(self):
        kind = self.kind.value
        self._export.clear()
        show_only({self.trials: kind == "needle", self.steps: kind != "needle",
                   self.size: kind == "block", self.graph: kind in GRAPH_PROBLEMS})
        self._lead.value = lead(_LEADS[kind])
        with self.message.attempt():
            self._charts.show({"landscape": draw(compute(**self._arguments), kind)}, height=300)

    def _give(self):
        given = ", ".join(f"{name}={value!r}" for name, value in self._arguments.items())
        code = ("from memlab.explorer.views import landscape\n\n"
                f"frame = landscape.compute({given})\n"
                f"landscape.draw(frame, {self.kind.value!r})\n")
        return code, compute(**self._arguments), f"landscape_{self.kind.value}.csv"
