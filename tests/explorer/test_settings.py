"""Settings: every control of explorer.toml is one, is said in code, and comes back from it."""

import nbformat
import pytest

from memlab.commands import explore
from memlab.evolution.modes import MODES
from memlab.explorer import Explorer, settings


def other(control):
    """A value that is allowed and is not the usual one."""
    usual = control["value"]
    if "options" in control:
        return next(value for value in control["options"].values() if value != usual)
    if isinstance(usual, tuple):
        return usual[1:3]
    if isinstance(usual, bool):
        return not usual
    if isinstance(usual, str):
        return "some.mis"
    return control["max"] if usual != control["max"] else control["min"]


@pytest.mark.parametrize("view", settings.VIEWS)
def test_what_is_set_is_written_and_read_back(view):
    everything = {name: other(control) for name, control in settings.CONTROLS.items()}
    line = settings.write(view, everything)
    assert settings.read(line) == (view, everything)
    assert settings.check(view, everything) == everything
    usual = {name: control["value"] for name, control in settings.CONTROLS.items()}
    assert settings.write(view, usual) == f"Explorer({view!r})"


def test_the_screen_shows_what_was_set_and_what_is_moved_changes_the_line():
    given = {"dataset": "petersen", "problem": "maxcut", "seed": 4, "repeats": 2,
             "preset": "universal", "budget": 600, "modes": ("lb",), "x": "local_search_steps"}
    explorer = Explorer("inside", **given)
    before = explorer.code()
    explorer.open()
    assert explorer.code() == before == explorer.preset.value
    assert explorer.view.value == "inside" and explorer.controls.values().items() >= given.items()
    explorer.preset.value = "Explorer('race', repeats=1, dataset='house')"
    assert explorer.view.value == "race" and explorer.controls["seed"] == 0
    explorer.controls.modes["lb"].value = False
    assert f"modes={tuple(name for name in MODES if name != 'lb')}" in explorer.preset.value
    explorer.preset.value = before
    assert explorer.code() == before


def test_a_line_that_says_nothing_of_the_kind_is_refused_and_the_old_one_stays():
    explorer = Explorer("race", seed=4, dataset="house", repeats=1)
    explorer.open()
    kept = explorer.code()
    for line, words in (
            ("Explorer('race', mu=0)", "mu must be"), ("Explorer(race)", "must be like"),
            ("Explorer('race', mu=__import__('os'))", "must be like"), ("", "must be like"),
            ("Explorer('walk')", "view must be"), ("Explorer('race', nu=3)", "be among modes")):
        explorer.preset.value = line
        assert words in explorer.message.value, line
        assert explorer.preset.value == kept, line


def test_parameters_mean_the_same_for_all_and_a_path_means_a_file():
    assert settings.check("race", {"mu": 9}) == {"mu": 9, "preset": "same"}
    assert settings.check("race", {"mu": 9, "preset": "best"})["preset"] == "best"
    assert settings.check("race", {"path": "a.mis"}) == {"path": "a.mis", "dataset": "file"}


@pytest.mark.parametrize(("arguments", "words"), [
    ({"view": "mirror"}, "view must be"), ({"dataset": "er_huge"}, "dataset must be"),
    ({"mu": 0}, "mu must be an integer from 1"), ({"modes": ["darwin"]}, "modes must be"),
    ({"crossover_rate": 1.5}, "crossover_rate must be"), ({"speed": 3}, "speed must be one of")])
def test_an_explorer_of_something_else_is_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        Explorer(**{"view": "race"} | arguments)


def test_the_explorer_alone_is_a_sound_notebook():
    notebook = nbformat.reads(explore.notebook("Explorer('inside')"), as_version=4)
    nbformat.validate(notebook)
    assert [cell.cell_type for cell in notebook.cells] == ["markdown", "code"]
