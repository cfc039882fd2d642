"""The explorer: how learning and evolution work together, in JupyterLab."""

from html import escape

import ipywidgets as W

from .. import plots
from . import landscape, settings
from .texts import TEXTS
from .views.landscape import LandscapeView
from .views.needle import NeedleView
from .views.race import RaceView
from .views.walk import WalkView
from .widgets.layout import build, classed, row
from .widgets.messages import Message
from .widgets.pictures import Door, Vega

VIEWS = TEXTS["views"]
_MAKE = {"needle": NeedleView, "walk": WalkView, "landscape": LandscapeView}      # else a RaceView


class Explorer:
    """Race the modes, look inside a population, watch a walk, see learning change a landscape.

    It shows itself as the last value of a notebook's cell; without a kernel behind it, as in an
    executed copy of the notebook, there is a figure in its place. Two are seen side by side with
    ``ipywidgets.HBox([one.box, other.box])``.

    Parameters
    ----------
    view : {"needle", "race", "inside", "beside", "walk", "landscape"}
        Where to begin; "beside" shows a race and the inside of a population together.
    **given
        Whatever can be set on the screen, there or in another view:

        problem, dataset, index, path, complement
            What is raced: "mis" or "maxcut"; a family, "karate", "petersen", "house", "tutte" or
            "file"; which graph of the family; where the file is; whether its complement is meant.
        modes, preset, mu, lambda_, crossover_rate, lb_probability, budget, seed, repeats
            How: the modes, with the "best" or "universal" parameters of the paper or with the
            "same" for all, which is the default if there are any; 1 to 20 seeds.
        learning_rate, learning_depth
            How often offspring learn, and at most how many steps: 1, 3, 10, 30, 100 or 10**9.
        x, axis, speed
            Against "evaluations", "local_search_steps" or "seconds"; "log" or "linear"; how much
            a second.
        population, rows, individual
            Inside: whose population, "living" or the best one's "ancestors", and who.
        k, blocks, seed, speed
            Of the walk.
        kind, example, size, steps, trials
            Of the landscape: "block", "needle", "mis" or "maxcut".
        trials, learners, generations, seed, speed
            Of Hinton and Nowlan's experiment.

    Raises
    ------
    TypeError, ValueError
        If an argument is none of these.

    Examples
    --------
    >>> explorer = Explorer(view="race", problem="mis", dataset="er_small", mu=10, lambda_=10,
    ...                     crossover_rate=0.9, seed=3, repeats=10)
    >>> explorer.code()
    "Explorer('race', preset='same', mu=10, lambda_=10, seed=3)"
    """

    def __init__(self, view="needle", **given):
        self._first = view, settings.check(view, given)
        self._views, self._upload, self._brought = {}, None, b""
        self._door = Door()
        self._door.on_msg(self._on_message)
        self.box = classed("explorer", W.VBox([self._door]))
        self.box.add_class("memlab")

    def _on_message(self, _, said, buffers):
        """The browser is there, or brings a file, in pieces; in none if it is too large."""
        self.open()
        if "file" in said:
            upload, begin = said.get("upload"), said.get("begin", 0)
            if begin == 0:      # of two at once, the one that is begun last counts
                self._upload, self._brought = upload, b""
            if (upload, begin) == (self._upload, len(self._brought)):
                self._brought += b"".join(buffers)
                if len(self._brought) == said.get("size", 0) and "race" in self._views:
                    content = self._brought if buffers else None
                    self._views["race"].controls.take(said["file"], content)

    def open(self):
        """Build what is seen; a browser that shows the explorer does this."""
        if len(self.box.children) > 1:
            return
        titles = {story["title"]: place for place, story in enumerate(TEXTS["stories"])}
        top = build("explorer", story={"options": {"choose one": -1} | titles, "value": -1})
        self.story, following, copy, program, data, self.preset = top.values()
        self._stage, self._told, self.message = W.VBox(), W.HTML(), Message()
        self.view = classed("views", W.ToggleButtons(
            value=self._first[0], options={title: name for name, title in VIEWS.items()}))
        self.view.observe(lambda change: self._turn(change["new"]), "value")
        copy.on_click(lambda _: self._door.send({"copy": self.code()}))
        program.on_click(lambda _: self._save("py"))
        data.on_click(lambda _: self._save("csv"))
        self.preset.observe(self._on_preset, "value")
        self.story.observe(self._on_story, "value")
        following.on_click(lambda _: self._next())
        self.box.children = [self._door, Vega(), self.view, row(*top.values()), self.message,
                             self._told, self._stage]
        self._turn(self._first[0])

    def _turn(self, name):
        """Show a view, which is built when it is first seen."""
        home = name if name in _MAKE else "race"
        if home not in self._views:
            given = self._first[1]
            self._views[home] = _MAKE[home](given) if name in _MAKE else RaceView(given, name)
            for control in self._views[home].valued.values():
                control.observe(lambda _: self._write(), "value")
        elif home == "race":
            self._views["race"].turn(name)
        self._view = self._views[home]
        self._stage.children = [self._view.box]
        self._write()

    def set(self, view, **given):
        """Show a view with these settings, and everything else as it is without any.

        Raises
        ------
        TypeError, ValueError
            As from the constructor.
        """
        self._first = view, settings.check(view, given)
        if len(self.box.children) > 1:
            old, self._views = self._views, {}
            self._turn(view)
            self.view.value = view
            for closed in old.values():
                closed.close()

    def settings(self):
        """The view and what is set in it: tuple of str and dict."""
        if len(self.box.children) == 1:
            return self._first
        return self.view.value, self._view.settings()

    def code(self):
        """Python that opens the explorer as it is."""
        return settings.write(*self.settings())

    def _save(self, suffix):
        """Have the browser save what the view gives: "py", the code, or "csv", the data."""
        with self.message.attempt():
            code, data, name = self._view.give()
            text = code if suffix == "py" else data.to_csv(index=False)
            self._door.send({"save": f"{name}.{suffix}", "text": text})

    def _write(self):
        """Keep the preset what it says."""
        self._written = self.code()
        self.preset.value = self._written

    def _on_preset(self, change):
        if change["new"] == self._written:
            return
        with self.message.attempt() as attempt:
            view, given = settings.read(change["new"])
            self.set(view, **given)
            self.story.value = -1      # that is another one
        if not attempt.succeeded:
            self.preset.value = self._written

    def _next(self):
        self.story.value = (self.story.value + 1) % len(TEXTS["stories"])

    def _on_story(self, change):
        if change["new"] < 0:
            self._told.value = ""
            return
        story = TEXTS["stories"][change["new"]]
        self.set(story["view"], **story.get("set", {}))
        self._told.value = (
            f'<div class="memlab-story"><p>{escape(story["caption"])}</p>'
            f'<p><b>First guess:</b> {escape(story["question"])}</p>'
            f'<details><summary>What to look at</summary>{escape(story["look"])}</details></div>')

    def _ipython_display_(self):
        from IPython.display import display

        figure = plots.landscape(
            landscape.needle(), "undecided", xlabel="undecided genes, all others being right",
            title="The explorer: run this cell, and it is alive", after="expected after guessing",
            subtitle="a picture of its first view: learning makes a hill of a needle in a haystack")
        # Hidden by the style of what is alive, and all there is without a kernel.
        display({"image/svg+xml": plots.to_svg(figure),
                 "text/plain": "The explorer is alive in JupyterLab: python3 -m memlab explore"},
                raw=True)
        display(self.box)
