"""Settings: every control of explorer.toml is one, is said in code, and comes back from it."""

import nbformat
import pytest
from suites import shortened

from memlab.commands import explore
from memlab.evolution.modes import MODES
from memlab.explorer import Explorer, settings
from memlab.explorer.settings import OF_THE_PAGE, TEXTS


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
        return usual[:-1] if "pattern" in control else "some.mis"
    return control["max"] if usual != control["max"] else control["min"]


@pytest.mark.parametrize("view", TEXTS["views"])
def test_what_is_set_is_written_and_read_back(view):
    everything = {name: other(control) for name, control in settings.controls(view).items()}
    line = settings.write(view, everything)
    assert settings.read(line) == (view, everything)
    assert settings.check(view, everything) == everything
    usual = {name: control["value"] for name, control in settings.controls(view).items()}
    assert settings.write(view, usual) == f"Explorer({view!r})"


@pytest.mark.parametrize("view", shortened(TEXTS["views"], ["race"]))
def test_the_screen_shows_what_was_set(view):
    given = {"race": {"dataset": "petersen", "problem": "maxcut", "seed": 4, "repeats": 2,
                      "preset": "universal", "budget": 600, "modes": ("lb",),
                      "x": "local_search_steps"},
             "needle": {"trials": 30, "seed": 4}, "walk": {"k": 2, "n": 60},
             "landscape": {"kind": "mis", "speed": 2}, "map": {"problem": "maxcut", "price": "1"}}
    given = given.get(view, given["race"])
    explorer = Explorer(view, **given)
    before = explorer.code()
    explorer.open()
    assert explorer.code() == before == explorer.preset.value
    assert dict(given, **explorer.settings()[1]) == explorer.settings()[1] | given
    other_view = "walk" if view != "walk" else "needle"
    explorer.preset.value = f"Explorer({other_view!r})"
    assert explorer.view.value == other_view, explorer.message.value
    explorer.preset.value = before
    assert explorer.code() == before


def test_a_control_that_is_moved_changes_the_line():
    explorer = Explorer("race", repeats=1, budget=300)
    explorer.open()
    explorer._views["race"].controls.modes["lb"].value = False
    assert f"modes={tuple(name for name in MODES if name != 'lb')}" in explorer.preset.value


def test_a_line_that_says_nothing_of_the_kind_is_refused_and_the_old_one_stays():
    explorer = Explorer("walk", k=4)
    explorer.open()
    for line, words in (
            ("Explorer('race', mu=0)", "mu must be"), ("Explorer(race)", "must be like"),
            ("Explorer('race', mu=__import__('os'))", "must be like"), ("", "must be like"),
            ("Explorer('walk', values='0 1\"; import os')", "values must be like"),
            ("Explorer('tsp')", "view must be"), ("Explorer('walk', nu=3)", "be among function"),
            ("Explorer('race', ties='parents')", "must be among modes, ")):
        explorer.preset.value = line
        assert words in explorer.message.value, line
        assert explorer.preset.value == "Explorer('walk', k=4)", line


def test_parameters_mean_the_same_for_all_and_a_path_means_a_file():
    assert settings.check("race", {"mu": 9}) == {"mu": 9, "preset": "same"}
    assert settings.check("race", {"mu": 9, "preset": "best"})["preset"] == "best"
    with pytest.warns(FutureWarning, match="learning_rate is now called learning_probability"):
        assert settings.check("race", {"learning_rate": 0.5}) == {"learning_probability": 0.5}
    assert settings.check("race", {"path": "a.mis"}) == {"path": "a.mis", "dataset": "file"}


@pytest.mark.slow
@pytest.mark.parametrize("place", range(len(TEXTS["stories"])))
def test_every_story_can_be_told(place):
    explorer = Explorer("landscape")
    explorer.open()
    explorer.story.value = place
    story = TEXTS["stories"][place]
    assert explorer.view.value == story["view"]
    assert all(word in explorer._told.value for word in ("First guess", "What to look at"))
    assert explorer.settings()[1] == explorer.settings()[1] | story.get("set", {})
    if story["view"] not in OF_THE_PAGE:
        assert explorer._views["race"].runner.state == "ready"


@pytest.mark.slow
def test_what_was_seen_before_a_story_is_closed():
    explorer = Explorer("walk")
    explorer.open()
    old = explorer._views["walk"]
    explorer.story.value = 0
    assert old.box.comm is None
    explorer.preset.value = "Explorer('walk', k=4)"
    assert explorer._told.value == "" and explorer.code() == "Explorer('walk', k=4)"
    explorer.story.value = 0
    explorer.view.value = "landscape"      # the story is over, too
    assert explorer._told.value == "" and explorer.story.value == -1


def test_the_explorer_alone_is_a_sound_notebook():
    notebook = nbformat.reads(explore.notebook("Explorer('walk')"), as_version=4)
    nbformat.validate(notebook)
    assert [cell.cell_type for cell in notebook.cells] == ["markdown", "code"]
