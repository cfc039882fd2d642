"""The explorer: four views of how learning and evolution work together, in JupyterLab."""

import ipywidgets as W

from .. import plots
from ..checks import choice
from ..names import DATASETS, GRAPH_PROBLEMS
from . import configurations, graphs
from .race import Race, Start
from .texts import TEXTS
from .views.landscape import LandscapeView
from .views.race import RaceView, race_charts
from .views.walk import WalkView
from .widgets.pictures import Door

VIEWS = TEXTS["views"]


class Explorer:
    """Race the modes, look inside a population, watch a walk, see learning change a landscape.

    It shows itself as the last value of a notebook's cell. Without a browser that could press its
    buttons, as in an executed copy of the notebook, there is a figure in its place.

    Parameters
    ----------
    view : {"race", "inside", "walk", "landscape"}
        Where to begin.
    problem : {"mis", "maxcut"}
    dataset : str
        The family of the first graph.

    Raises
    ------
    TypeError, ValueError
        If an argument is none of these.

    Examples
    --------
    >>> explorer = Explorer("walk")
    """

    def __init__(self, view="race", problem="mis", dataset="er_small"):
        self._first = choice("view", view, VIEWS)
        self._problem = choice("problem", problem, GRAPH_PROBLEMS)
        self._dataset = choice("dataset", dataset, DATASETS)
        self._views = {}
        self._door = Door()
        self._door.on_msg(lambda *_: self.open())
        self.box = W.VBox([self._door])
        self.box.add_class("memlab")

    def open(self):
        """Build what is seen; a browser that shows the explorer does this."""
        if len(self.box.children) > 1:
            return
        self._stage = W.VBox()
        self.view = W.ToggleButtons(value=self._first,
                                    options={title: name for name, title in VIEWS.items()})
        self.view.add_class("memlab-views")
        self.view.observe(lambda change: self._turn(change["new"]), "value")
        self.box.children = [self._door, self.view, self._stage]
        self._turn(self._first)

    def _turn(self, name):
        """Show a view, which is built when it is first seen."""
        home = "race" if name == "inside" else name
        if home not in self._views:
            make = {"race": lambda: RaceView(self._problem, self._dataset), "walk": WalkView,
                    "landscape": LandscapeView}
            self._views[home] = make[home]()
        if home == "race":
            self._views["race"].turn(name)
        self._stage.children = [self._views[home].box]

    def figure(self):
        """What stands in the explorer's place on paper: a short race, altair.Chart."""
        given = configurations.same(plots.MODES, 50, 50, 0.9, 0.5)
        race = Race(Start(self._problem, graphs.from_dataset(self._dataset), given, budget=4_000))
        race.advance(race.start.budget)
        return race_charts(race.curves(), race.start)["best_fitness"]

    def _repr_mimebundle_(self, **_):
        bundle = self.box._repr_mimebundle_()
        bundle = bundle[0] if isinstance(bundle, tuple) else bundle
        still = {"image/svg+xml": plots.to_svg(self.figure()),
                 "text/plain": "The explorer is alive in JupyterLab: python3 -m memlab lab"}
        return {**bundle, **still}
