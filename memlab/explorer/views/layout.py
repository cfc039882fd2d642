"""How a view is laid out: its controls beside what they change."""

import ipywidgets as W

WIDE = {"layout": {"width": "auto"}}
SLIDER = {**WIDE, "style": {"description_width": "initial"}}


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


def choices(names):
    """A list's options, of the titles of names."""
    return [(title, name) for name, title in names.items()]


def seed():
    """The control of a seed."""
    return W.BoundedIntText(0, min=0, max=2**31, description="seed", **WIDE)


def speed(names, value):
    """The control of a speed, by its name."""
    return W.Dropdown(options=list(names), value=value, layout={"width": "210px"}, tooltip="speed")


def show_only(counting):
    """Hide the controls that have no say at the moment: a dict of control to whether it has."""
    for control, counts in counting.items():
        control.layout.display = None if counts else "none"
