"""A view that the playground's page draws, with the page's own player and controls."""

import contextlib
import functools
import string
import urllib.parse

from ..settings import TEXTS, checked, controls
from ..widgets.layout import classed, close
from ..widgets.pictures import Page


class PageView:
    """A view of the page in ``data/playground``, opened by the address that holds its settings.

    Parameters
    ----------
    settings : dict
        Where to begin.
    name : {"needle", "walk", "landscape", "map"}
    changed : callable
        ``changed()`` is called after a control of the page has changed.
    """

    def __init__(self, settings, name, changed):
        self.file = name      # of what is taken along
        link = urllib.parse.urlencode({"view": name} | settings)
        self.box = classed("body", Page(link=link))
        self.box.observe(lambda _: changed(), "link")
        self.close = functools.partial(close, self.box)

    def settings(self):
        """Return the settings by name."""
        link, given = dict(urllib.parse.parse_qsl(self.box.link)), {}
        for name, control in controls(self.file).items():
            given[name] = usual = control["value"]
            with contextlib.suppress(KeyError, ValueError):      # the page allows more
                given[name] = checked(name, type(usual)(link[name]), control)
        return given

    def program(self):
        """Return Python code that computes what is shown."""
        return string.Template(TEXTS["programs"][self.file]).substitute(self.settings()).lstrip()

    def data(self):
        """Return what that code computes: DataFrame."""
        names = {}
        exec(self.program(), names)
        return names["frame"]
