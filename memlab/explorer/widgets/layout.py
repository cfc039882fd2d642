"""Controls as explorer.toml has them, and how they are laid out, beside what they change."""

import ipywidgets as W

from ..texts import TEXTS


def build(group, **more):
    """The controls of a group of explorer.toml, a dict of widgets by name.

    Parameters
    ----------
    group : str
    **more : dict
        By the name of a control: traits that are not in the file.

    Examples
    --------
    >>> build("walk", seed={"value": 7})["seed"].value
    7
    """
    made = {}
    for name, given in TEXTS["controls"][group].items():
        traits = {"layout": {"width": "auto"}, **given, **more.get(name, {})}
        kind, look = getattr(W, traits.pop("widget")), traits.pop("class", None)
        made[name] = kind(**traits) if look is None else classed(look, kind(**traits))
    return made


def body(controls, *stage):
    """A view of controls, a list of widgets, and the widgets of its stage, one below the other."""
    return classed("body", W.Box([classed("controls", W.VBox(controls)),
                                  classed("stage", W.VBox(stage))]))


def row(*widgets):
    """Widgets beside each other, as far as there is room."""
    return classed("row", W.HBox(widgets))


def lead(text):
    """A view's introduction, as HTML."""
    return f'<p class="memlab-lead">{text}</p>'


def classed(name, widget):
    """The widget, with a class of the style sheet."""
    widget.add_class(f"memlab-{name}")
    return widget


def show_only(counting):
    """Hide the controls that have no say at the moment: a dict of control to whether it has."""
    for control, counts in counting.items():
        control.layout.display = None if counts else "none"
