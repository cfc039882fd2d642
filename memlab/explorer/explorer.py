"""The explorer of learning and evolution for JupyterLab."""

import functools
from html import escape

import ipywidgets as W

from ..support.files import csv_text
from . import settings
from .settings import OF_THE_PAGE, TEXTS
from .views.page import PageView
from .views.race import RaceView
from .widgets.layout import Message, build, classed, row
from .widgets.pictures import Door, Vega


class Explorer:
    """Interactive views of races between modes, populations, walks and fitness landscapes.

    A notebook displays it as the last value of a cell. Without a kernel, as in an executed copy of
    the notebook, a sentence takes its place. ``ipywidgets.HBox([one.box, other.box])`` shows two
    explorers side by side.

    Parameters
    ----------
    view : {"needle", "race", "inside", "beside", "walk", "landscape", "map"}
        The initial view; "beside" shows a race and the inside of a population together.
    **given
        Initial values of the view's controls:

        problem, dataset, index, path, format, base, relabel
            The problem of a race, "mis" or "maxcut"; its graph: a family, "karate", "petersen",
            "house", "tutte" or "file"; the index of the graph in the family; the path of the file;
            how to read it, as for `memlab.read_graph`, where "" stands for what is usual.
        modes, preset, mu, ``lambda_``, crossover_rate, lb_probability, budget, seed, repeats
            The modes of a race, with the paper's "best" or "universal" parameters or with the
            "same" parameters for all, which is the default if any are given; 1 to 20 seeds.
        learning_probability, learning_depth
            The share of offspring that learn, and their maximum number of steps: 1, 3, 10, 30, 100
            or 10**9.
        x, axis, speed
            The horizontal axis, "evaluations" or "local_search_steps"; its scale, "log" or
            "linear"; the speed per second.
        population, individual
            Inside: the mode of the population; the individual.
        n, k, seed, speed
            Settings of the walk: 12, 24, 36 or 60 bits in blocks of 2, 3 or 4; speeds from 1 to 5.
        kind, speed
            Settings of the landscape: "block", "needle", "mis" or "maxcut".
        trials, population, seed, speed
            Settings of Hinton and Nowlan's experiment.
        problem, price
            Of the map of random graphs: "mis" or "maxcut", and what a step of learning costs, "0",
            "0.1" or "1" evaluations.

    Raises
    ------
    TypeError, ValueError
        If an argument is not one of these, or has a value that is not allowed.

    Examples
    --------
    >>> explorer = Explorer(view="race", problem="mis", dataset="er_small", mu=10, lambda_=10,
    ...                     crossover_rate=0.9, seed=3, repeats=10)
    >>> explorer.code()
    "Explorer('race', preset='same', mu=10, lambda_=10, seed=3)"
    """

    def __init__(self, view="needle", **given):
        self._name, self._given, self._views = view, settings.check(view, given), {}
        self._door = Door()
        self._door.on_msg(self._on_message)
        self.box = classed("explorer", W.VBox([self._door]))
        self.box.add_class("memlab")

    def _on_message(self, _, content, buffers):
        """Handle a message: the browser is ready, or sends a file, without content if too large."""
        self.open()
        if "file" in content and "race" in self._views:
            brought = b"".join(buffers) if buffers else None
            self._views["race"].controls.take(content["file"], brought)

    def open(self):
        """Build the display; a browser that shows the explorer calls this."""
        if len(self.box.children) > 1:
            return
        top = build("explorer")
        self.story, self.preset = top["story"], top["preset"]
        titles = [story["title"] for story in TEXTS["stories"]]
        self.story.options = [("choose one", -1), *zip(titles, range(len(titles)), strict=True)]
        self.story.value = -1
        self._stage, self._told, self.message = W.VBox(), W.HTML(), Message()
        self.view = classed("views", W.ToggleButtons(
            value=self._name,
            options=[*zip(TEXTS["views"].values(), TEXTS["views"], strict=True)]))

        def said(function):      # else ipywidgets hides its errors
            return functools.partial(self.message.attempt, function)
        self.view.observe(said(lambda change: self._turn(change["new"])), "value")
        top["copy"].on_click(said(lambda _: self._door.send({"copy": self.code()})))
        top["program"].on_click(said(lambda _: self._save("py")))
        top["data"].on_click(said(lambda _: self._save("csv")))
        top["next"].on_click(said(lambda _: self._next()))
        self.preset.observe(self._on_preset, "value")
        self.story.observe(said(self._on_story), "value")
        self.box.children = [self._door, Vega(), self.view, row(*top.values()), self.message,
                             self._told, self._stage]
        self._turn(self._name)

    def _turn(self, name):
        """Show a view, which is built on first use; the story of another one is over."""
        told = self.story.value
        if told >= 0 and TEXTS["stories"][told]["view"] != name:
            self.story.value = -1
        home, kind = (name, PageView) if name in OF_THE_PAGE else ("race", RaceView)
        if home not in self._views:
            given = self._given if name == self._name else {}
            self._views[home] = kind(given, name, self._write)
        elif home == "race":
            self._views["race"].turn(name)
        self._name, self._view = name, self._views[home]
        self._stage.children = [self._view.box]
        self._write()

    def set(self, view, **given):
        """Show a view with some settings, and defaults for all others.

        Parameters
        ----------
        view : str
            As for the constructor.
        **given
            As for the constructor.

        Raises
        ------
        TypeError, ValueError
            As from the constructor.
        """
        self._given, self._name = settings.check(view, given), view
        if len(self.box.children) > 1:
            old, self._views = self._views, {}
            self._turn(view)
            self.view.value = view
            for closed in old.values():
                closed.close()

    def settings(self):
        """Return the view and its settings.

        Returns
        -------
        view : str
            Name of the view.
        given : dict
            Values of its controls.
        """
        if len(self.box.children) == 1:
            return self._name, self._given
        return self._name, self._view.settings()

    def code(self):
        """Return Python code that opens the explorer in its present state.

        Returns
        -------
        str
            An expression.
        """
        return settings.write(*self.settings())

    def _save(self, suffix):
        """Let the browser save the view's code ("py") or data ("csv")."""
        view = self._view
        text = view.program() if suffix == "py" else csv_text(view.data())
        self._door.send({"save": f"{view.file}.{suffix}", "text": text})

    def _write(self):
        """Keep the preset consistent with the settings."""
        self._written = self.code()
        self.preset.value = self._written

    def _on_preset(self, change):
        if change["new"] == self._written:
            return

        def follow():
            view, given = settings.read(change["new"])
            self.set(view, **given)
            self.story.value = -1      # that is another one
        if self.message.attempt(follow) is not None:
            self.preset.value = self._written

    def _next(self):
        self.story.value = (self.story.value + 1) % len(TEXTS["stories"])

    def _on_story(self, change):
        if change["new"] < 0:
            self._told.value = ""
            return
        story = TEXTS["stories"][change["new"]]      # told first: to set it up may take a while
        self._told.value = (
            f'<div class="memlab-story"><p>{escape(story["caption"])}</p>'
            f'<p><b>First guess:</b> {escape(story["question"])}</p>'
            f'<details><summary>What to look at</summary>{escape(story["look"])}</details></div>')
        self.set(story["view"], **story.get("set", {}))

    def _repr_mimebundle_(self, **_):
        text = "The explorer is alive in JupyterLab: python3 -m memlab explore"
        return self.box._repr_mimebundle_() | {"text/plain": text}
