"""Controls as explorer.toml has them, and how they are laid out, beside what they change."""

import ipywidgets as W

from ..settings import TEXTS


def build(group, values=None):
    """Make the controls of a group of explorer.toml.

    Parameters
    ----------
    group : str
    values : dict, optional
        Initial values, by the names of controls; those of other groups are left out.

    Returns
    -------
    dict of str to ipywidgets.Widget

    Examples
    --------
    >>> build("race", {"seed": 7})["seed"].value
    7
    """
    made = {}
    for name, given in TEXTS["controls"][group].items():
        traits = {"layout": {"width": "auto"}, **given}
        if name in (values or {}):
            traits["value"] = values[name]
        made[name] = getattr(W, traits.pop("widget"))(**traits)
    return made


def row(*widgets):
    """Widgets beside each other, as far as there is room."""
    return classed("row", W.HBox(widgets))


def info(text):
    """Return the explanation of a view as HTML, open until it is folded."""
    return (f'<details open class="memlab-info"><summary>What is this?</summary><p>{text}</p>'
            "</details>")


def classed(name, widget):
    """The widget, with a class of the style sheet."""
    widget.add_class(f"memlab-{name}")
    return widget


def close(widget):
    """Close a widget with all that it holds: its children, layouts and styles."""
    for held in [getattr(widget, name) for name in widget.keys]:
        for one in held if isinstance(held, list | tuple) else [held]:
            if isinstance(one, W.Widget):
                close(one)
    widget.close()


def show_only(counting):
    """Hide the controls without an effect at the moment, given a dict of control to bool."""
    for control, counts in counting.items():
        control.layout.display = None if counts else "none"
