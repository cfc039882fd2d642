"""Controls as explorer.toml has them, and how they are laid out, beside what they change."""

import ipywidgets as W

from ..settings import fitting
from ..texts import TEXTS


def build(group, settings=None, **more):
    """The controls of a group of explorer.toml, a dict of widgets by name.

    Parameters
    ----------
    group : str
    settings : dict, optional
        Values, by the names of controls; those of others are left out.
    **more : dict
        By the name of a control: traits that are not in the file.

    Examples
    --------
    >>> build("walk", {"seed": 7})["seed"].value
    7
    """
    made, values = {}, fitting(group, settings or {})
    for name, given in TEXTS["controls"][group].items():
        traits = {"layout": {"width": "auto"}, **given, **more.get(name, {})}
        if name in values:
            traits["value"] = values[name]
        made[name] = getattr(W, traits.pop("widget"))(**traits)
    return made


def row(*widgets):
    """Widgets beside each other, as far as there is room."""
    return classed("row", W.HBox(widgets))


def info(text):
    """Return the explanation of a view as foldable HTML."""
    return (f'<details class="memlab-info"><summary>What is this?</summary><p>{text}</p>'
            "</details>")


def classed(name, widget):
    """The widget, with a class of the style sheet."""
    widget.add_class(f"memlab-{name}")
    return widget


def show_only(counting):
    """Hide the controls without an effect at the moment, given a dict of control to bool."""
    for control, counts in counting.items():
        control.layout.display = None if counts else "none"
