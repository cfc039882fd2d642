"""Every button is pressed, and every control moved, where a newcomer finds it."""

import functools
import itertools
import os

import ipywidgets as W
import pytest
import vl_convert
from altair.utils import schemapi
from ipywidgets.widgets import widget as widgets
from suites import shortened

import memlab as ml
from memlab.explorer import Explorer
from memlab.explorer.settings import OF_THE_PAGE, TEXTS

VIEWS = list(TEXTS["views"])


@pytest.fixture(autouse=True)
def _heard(monkeypatch):
    """What goes wrong in a callback is raised, and not only logged; races are short."""
    def call(self, *args, **given):
        for callback in self.callbacks:
            callback(*args, **given)

    monkeypatch.setattr(widgets.CallbackDispatcher, "__call__", call)
    for name, value in {"budget": 600, "speed": 10**12}.items():
        monkeypatch.setitem(TEXTS["controls"]["race"][name], "value", value)


@pytest.fixture(autouse=True, scope="module")
def _fast():
    """What takes most of the time: other tests check charts."""
    with pytest.MonkeyPatch.context() as patch, schemapi.debug_mode(False):
        bundle = functools.cache(vl_convert.javascript_bundle)
        patch.setattr(vl_convert, "javascript_bundle", bundle)
        yield


def opened(view):
    explorer = Explorer(view)
    explorer.open()
    return explorer


def parts(widget, kind):
    """The widgets of a kind in a widget, in their order."""
    found = [widget] if isinstance(widget, kind) else []
    for child in getattr(widget, "children", ()):
        found += parts(child, kind)
    return found


def press(explorer, name):
    button, = (one for one in parts(explorer.box, W.Button) if one.description == name)
    button.click()


def moves(control):
    """What can be done with a control: functions of the control."""
    if isinstance(control, W.Button):
        return [lambda button: button.click()]
    if isinstance(control, W.Dropdown | W.ToggleButtons):
        values, trait = range(len(control.options)), "index"
    elif isinstance(control, W.Checkbox):
        values, trait = [not control.value], "value"
    elif isinstance(control, W.Text):
        values, trait = ["", "nowhere.mis"], "value"
    else:
        values, trait = [control.min, control.max], "value"
    return [lambda one, value=value: setattr(one, trait, value) for value in values]


@pytest.mark.parametrize("view", shortened(VIEWS, ["needle"]))
def test_every_button_and_control_does_something_from_the_start(view):
    """Each in an explorer that has just been opened, and with everything that it allows."""
    kinds, number, names = (W.Button, W.ValueWidget), 1, set()
    for place in itertools.count():
        if place == number:
            break
        explorer = opened(view)
        controls = [one for one in parts(explorer.box, kinds) if not isinstance(one, W.HTML)]
        number, control = len(controls), controls[place]
        names.add(control.description if isinstance(control, W.Button) else type(control))
        for move in moves(control):
            move(control)
            said = "".join(message.value for message in parts(explorer.box, W.HTML))
            assert "should not have happened" not in said, (control, said)
    assert names >= {"Next", "Copy as code", "Program", "Data", W.Dropdown, W.Text, W.ToggleButtons}
    assert view in OF_THE_PAGE or names >= {"Run", "Step", "Reset", "Open a file", W.Checkbox,
                                            W.IntSlider, W.FloatSlider, W.BoundedIntText}


def test_what_goes_wrong_in_a_callback_is_said(monkeypatch):
    explorer = opened("walk")
    monkeypatch.setattr(Explorer, "set", lambda *_, **__: 1 / 0)
    monkeypatch.setattr(Explorer, "code", lambda _: 1 / 0)
    for act in (lambda: press(explorer, "Next"), lambda: press(explorer, "Copy as code"),
                lambda: setattr(explorer.story, "value", 1),
                lambda: setattr(explorer.view, "value", "landscape")):
        explorer.message.value = ""
        act()
        assert "ZeroDivisionError" in explorer.message.value


def test_what_is_shown_no_more_leaves_no_widget():
    explorer = opened("walk")
    explorer.set("race", dataset="house")
    shown = len(widgets._instances)
    for view, given in (("race", {"dataset": "house", "seed": 3}), ("inside", {}), ("walk", {}),
                        ("walk", {"k": 4}), ("race", {"dataset": "house"})):
        explorer.set(view, **given)
    assert len(widgets._instances) == shown


def test_of_a_file_that_has_changed_what_it_holds_now_is_raced(tmp_path):
    path = tmp_path / "mine.edges"
    path.write_text("0 1\n1 2\n")
    explorer = opened("race")
    explorer.set("race", path=str(path), repeats=1)
    controls, message = (getattr(explorer._views["race"], name) for name in ("controls", "message"))
    first = controls._source()
    assert "3 vertices, 2 edges" in message.value
    controls.named["seed"].value = 1
    assert controls._source() is first, "it is not read again without a reason"
    path.write_text("0 1\n1 2\n2 3\n")
    press(explorer, "Reset")
    assert "4 vertices, 3 edges" in message.value and controls._source().graph.n == 4
    was = path.stat()
    path.write_text("0 1\n1 2\n2 0\n")      # of the same size, and with the same time
    os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
    press(explorer, "Reset")
    assert "3 vertices, 3 edges" in message.value
    path.unlink()
    press(explorer, "Reset")
    assert "alert" in message.value and str(path) in message.value
    assert explorer._views["race"].runner.state == "failed"


@pytest.mark.parametrize("brought", [False, True])
def test_how_a_file_is_read_can_be_said(brought, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    content = b"1 2\n2 3\n3 4\n4 5\n5 1\n"
    for name in ("five.edges", "five"):
        (tmp_path / name).write_bytes(content)

    def shown(name, **how):
        explorer = Explorer("race", dataset="file", repeats=1, **how)
        explorer.open()
        view = explorer._views["race"]
        if brought:
            view.controls.take(name, content)
        else:
            view.controls.named["path"].value = name
        return view

    def made(view):
        names = {}
        exec(view.program(), names)
        return names["graph"]

    assert "6 vertices" in shown("five.edges").message.value
    for how in ({"base": 1}, {"relabel": True}):
        view = shown("five.edges", **how)
        assert "5 vertices, 5 edges" in view.message.value and made(view).n == 5
    refused = shown("five")
    assert "format" in refused.message.value and refused.runner.state == "failed"
    for name, value in {"format": "edgelist", "base": 1}.items():
        refused.controls.named[name].value = value
    assert "five: 5 vertices" in refused.message.value
    assert made(refused) == ml.read_graph("five", "edgelist", base=1)
