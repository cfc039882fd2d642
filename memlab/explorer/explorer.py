"""The explorer of learning and evolution for JupyterLab."""

import time
from html import escape

import ipywidgets as W

from ..problems.function import FunctionProblem
from . import settings
from .controls import Controls, build, classed, row, show_only
from .race import bit_maps, by_mode, race_charts, texts
from .settings import FILE, TEXTS
from .widgets.pictures import Charts, Door, Maps, Vega

_PIECE = 1 / 20      # seconds of work between two pictures


class Explorer:
    """Interactive views of a race between modes, and of its populations.

    A notebook displays it as the last value of a cell. Without a kernel, as in an executed copy of
    the notebook, a sentence takes its place. ``ipywidgets.HBox([one.box, other.box])`` shows two
    explorers side by side.

    Parameters
    ----------
    view : {"race", "inside"}
        The initial view: the courses of all modes, or the inside of a population.
    **given
        Initial values of the controls:

        problem, dataset, index, path, format, base, relabel
            The problem of a race, "mis" or "maxcut", or a FunctionProblem, which needs none of the
            rest; its graph: a family, "karate", "petersen", "house", "tutte" or "file"; the index
            of the graph in the family; the path of the file; how to read it, as for
            `memlab.read_graph`, where "" stands for what is usual.
        modes, preset, mu, ``lambda_``, crossover_rate, lb_probability, budget, seed, repeats
            The modes of a race, with the paper's "best" or "universal" parameters or with the
            "same" parameters for all, which is the default if any are given; 1 to 20 seeds.
        x, speed
            The horizontal axis, "evaluations" or "local_search_steps"; the speed per second.
        population
            Inside: the mode of the population.

    Attributes
    ----------
    box : ipywidgets.Widget
    race : Race or None
        What is shown, as soon as a browser shows it: ``explorer.race.trace()`` is its course.

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

    def __init__(self, view="race", **given):
        own = given.get("problem")
        self._function = given.pop("problem") if isinstance(own, FunctionProblem) else None
        self._view, self._given = view, settings.check(view, given)
        self._door, self.controls, self.race = Door(), None, None
        self._door.on_msg(lambda *_: self.open())
        self.box = classed("explorer", W.VBox([self._door]))
        self.box.add_class("memlab")

    def open(self):
        """Build the display; a browser that shows the explorer calls this."""
        if self.controls is not None:
            return
        self.controls, top = Controls(self._changed, self._function), build("explorer")
        self.view, self.preset, self.play = top.values()
        self.view.observe(lambda _: self._turn(), "value")
        self.preset.observe(self._on_preset, "value")
        self.play.observe(self._on_play, "value")
        self.message, self._status, self._info, self._table = (W.HTML() for _ in range(4))
        self._charts, self._maps = Charts(), Maps()
        beside = dict(self.controls.named)
        speed, population = map(beside.pop, ("speed", "population"))
        self._inside = W.VBox([row(population), self._maps])
        self._results = W.VBox([self._table, self._charts, self._inside])
        keys = classed("keys", row(self.play, speed, self._status))
        stage = W.VBox([self._info, keys, self.message, self._results])
        self.box.children = [
            self._door, Vega(), row(self.view, self.preset), classed("body", W.Box([
                classed("controls", W.VBox([*beside.values()])), classed("stage", stage)]))]
        self.set(self._view, **self._given)

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
        self._view, self._given = view, settings.check(view, given)
        if self.controls is not None:
            self.race = None
            self.controls.fill(self._given)
            self.view.value = view
            self._turn()
            self._reset()

    def code(self):
        """Return Python code that opens the explorer in its present state.

        Returns
        -------
        str
            An expression, without a FunctionProblem.
        """
        given = self._given if self.controls is None else self.controls.values()
        return settings.write(self._view, given)

    def _turn(self):
        """Show the view that is chosen."""
        self._view = self.view.value
        self._info.value = ('<details open class="memlab-info"><summary>What is this?</summary>'
                            f"<p>{TEXTS[self._view]['info']}</p></details>")
        show_only({self._charts: self._view == "race", self._inside: self._view == "inside"})
        self._show()
        self._write()

    def _write(self):
        """Keep the preset consistent with the settings."""
        self._written = self.preset.value = self.code()

    def _on_preset(self, change):
        def follow():
            view, given = settings.read(change["new"])
            self.set(view, **given)
        if change["new"] != self.code():
            self._attempt(follow)
            self.preset.value = self._written

    def _changed(self, name):
        """Begin another race after the change of a control, or show the same one differently."""
        if name in ("x", "population"):
            self._show(anew=True)
        elif name != "speed":
            self._reset()
        self._write()

    def _say(self, text, kind="note", role="status"):
        """Show something to know, or a mistake."""
        self.message.value = text and (f'<div class="memlab-message memlab-{kind}" role="{role}">'
                                       f"{escape(text)}</div>")

    def _attempt(self, function):
        """Call a function, and show the exception that it raises: a traceback nobody would see."""
        try:
            function()
        except (ValueError, TypeError, OSError, ImportError) as error:
            self._say(str(error), "mistake", "alert")
        except Exception as error:
            self._say(f"This should not have happened: {error!r}", "mistake", "alert")

    def _set(self, state):
        self.state = state
        self._status.value = (f'<span class="memlab-status" role="status" data-state="{state}">'
                              f"{TEXTS['states'][state]}</span>")

    def _reset(self):
        """Make a new race from the controls; what plays goes on with it."""
        def begin():
            self.race = self.controls.race()
            self._due = self.race.evaluations
            if self.controls["dataset"] == FILE:
                self._say(self.race.source.told)
            self._set("ready")
            self._show(anew=True)
        self.race, self.play.value = None, 1
        self._say("")
        self._set("preparing")
        self._attempt(begin)
        show_only({self._results: self.race is not None})
        if self.race is None:
            self.play.playing = False
            self._set("failed")

    def _on_play(self, change):
        """Go on, as long as it plays; its button to stop returns to 0, and the race begins anew."""
        if change["new"] == 0:
            self._reset()
        elif change["new"] > 1:
            self._attempt(self._work)

    def _work(self):
        """Work for a moment at the wanted speed; what would take much longer is left out."""
        if self.race is not None:
            piece, done = self.controls["speed"] * _PIECE, self.race.evaluations
            self._due = min(self._due, done + piece) + piece
            self.race.advance(self._due, time.perf_counter() + _PIECE)
            self._show()

    @property
    def _x(self):
        """The horizontal axis: what the budget counts, or steps."""
        x = self.controls["x"]
        return self.race.cost if x == "evaluations" else x

    def _show(self, anew=False):
        """Show the race as it is, perhaps in charts that are made anew."""
        if self.race is None:
            return
        if anew:
            self._charts.show(race_charts(self.race, self._x))
        self._table.value = by_mode(self.race.table(), texts(self.race)["columns"])
        if self._view == "inside":
            self._maps.show(*bit_maps(self.race, self.controls["population"]))
        else:
            self._charts.draw(self.race.curves(points=60), self._x, self.race.problem.name)
        if self.race.done:
            self.play.playing = False
            self._set("finished")

    def _repr_mimebundle_(self, **_):
        text = "The explorer is alive in JupyterLab: python3 -m memlab explore"
        return self.box._repr_mimebundle_() | {"text/plain": text}
