"""The explorer without a browser: every control, what it plays, shows, and says of mistakes."""

import functools
import itertools
import time

import ipywidgets as W
import numpy as np
import pandas as pd
import pytest
import vl_convert
from altair.utils import schemapi
from drawn import compiled
from ipywidgets.widgets import widget as widgets

import memlab as ml
from memlab.analysis import named
from memlab.evolution.modes import MODES
from memlab.explorer import Explorer
from memlab.explorer.race import Race, columns, learned_by, race_charts


@pytest.fixture(autouse=True, scope="module")
def _fast():
    """What takes most of the time: other tests check charts."""
    with pytest.MonkeyPatch.context() as patch, schemapi.debug_mode(False):
        bundle = functools.cache(vl_convert.javascript_bundle)
        patch.setattr(vl_convert, "javascript_bundle", bundle)
        yield


def opened(view="race", **given):
    """An explorer as a browser shows it: of 300 evaluations on the karate club."""
    usual = {"dataset": "karate", "budget": 300, "speed": 10**12, "preset": "same", "repeats": 1}
    explorer = Explorer(view, **usual | given)
    explorer._door._handle_custom_msg({"browser": True}, [])
    return explorer


def play(explorer, ticks=1000):
    """As the browser does it: the number counts up as long as it plays."""
    explorer.play.playing = True
    for _ in range(ticks):
        if explorer.play.playing:
            explorer.play.value += 1


def parts(widget, kind):
    """The widgets of a kind in a widget, in their order."""
    found = [widget] if isinstance(widget, kind) else []
    for child in getattr(widget, "children", ()):
        found += parts(child, kind)
    return found


def moves(control):
    """What can be done with a control: functions of the control."""
    if isinstance(control, W.Dropdown | W.ToggleButtons):
        values, trait = range(len(control.options)), "index"
    elif isinstance(control, W.Checkbox):
        values, trait = [not control.value], "value"
    elif isinstance(control, W.Text):
        values, trait = ["", "nowhere.mis"], "value"
    elif isinstance(control, W.Play):
        values, trait = [5, 0], "value"
    else:
        values, trait = [control.min, control.max], "value"
    return [lambda one, value=value: setattr(one, trait, value) for value in values]


def test_every_control_does_something_from_the_start(monkeypatch):
    """One after the other, with everything that it allows, from the state of a newcomer."""
    monkeypatch.setattr("memlab.explorer.explorer.race_charts", lambda *_: {})      # are slow
    explorer = opened("inside")
    line = explorer.code()
    controls = [one for one in parts(explorer.box, W.ValueWidget) if not isinstance(one, W.HTML)]
    for control in controls:
        for move in moves(control):
            move(control)
            assert "should not have happened" not in explorer.message.value, control
        explorer.preset.value = line
        assert explorer.code() == explorer.preset.value == line
    assert {type(one) for one in controls} >= {
        W.Play, W.Dropdown, W.Text, W.ToggleButtons, W.Checkbox, W.IntSlider,
        W.FloatSlider, W.BoundedIntText}


def test_a_race_is_played_to_its_end_and_begun_anew():
    explorer = opened()
    assert explorer.state == "ready" and explorer.race.evaluations == 50
    play(explorer)
    assert explorer.state == "finished" and not explorer.play.playing
    for mode, evolution in explorer.race.evolutions.items():
        assert evolution.evaluations == 300
        assert f'data-mode="{mode}"' in explorer._table.value
    shown = [row for row in explorer._charts.rows["best_fitness"] if row["mode"] == "LB"]
    assert shown[-1]["evaluations"] == 300
    assert shown[-1]["best_fitness"] == explorer.race.evolutions["lb"].result().best_fitness
    diversity = pd.DataFrame(explorer._charts.rows["diversity"])
    thin = diversity[diversity["of"] == "phenotypes"].groupby("mode")["diversity"].last()
    last = explorer.race.trace().groupby("mode").last()["phenotype_diversity"]
    assert thin.to_dict() == {mode.label: last[name] for name, mode in MODES.items()
                              if mode.learns and mode.inherits != 1}
    explorer.play.value = 0      # as its button to stop does
    assert explorer.state == "ready" and explorer.race.evaluations == 50


def test_what_plays_goes_on_with_another_race():
    explorer = opened(budget=100_000, speed=500)
    play(explorer, 3)
    first = explorer.race
    explorer.controls.named["mu"].value = 10
    assert explorer.race is not first and explorer.race.evaluations == 10
    play(explorer, 10)
    assert explorer.race.evaluations > 10 and explorer.play.playing
    assert first.evaluations < 1_000, "the old race has ended"


@pytest.mark.parametrize("lambda_", [1, 50])
def test_so_many_evaluations_a_second_however_large_a_generation(lambda_, monkeypatch):
    monkeypatch.setattr(time, "perf_counter", lambda: 0.0)
    explorer = opened(budget=100_000, speed=500, mu=50, lambda_=lambda_, modes=["lamarckian"])
    play(explorer, 100)      # 5 s
    assert explorer.race.evaluations == pytest.approx(50 + 2_500, abs=2 * lambda_ + 25)


def test_inside_shows_the_population_and_what_it_learns():
    explorer = opened()
    play(explorer)
    explorer.view.value = "inside"
    maps, evolution = explorer._maps, explorer.race.evolutions["baldwinian"]
    rows, shown = maps.shape
    order = columns(learned_by(evolution))
    for side, seen in zip(maps.bits, (evolution.population, evolution.phenotypes), strict=True):
        bits = np.unpackbits(np.frombuffer(side, np.uint8).reshape(rows, -1), axis=1)
        assert (bits[:, :shown] == seen[:, order]).all()
    mode = explorer.controls.named["population"]
    mode.value = "lamarckian"
    assert "Lamarckian" in maps.captions[0] and maps.bits[0] == maps.bits[1]
    mode.value = "darwinian"
    assert len(maps.bits) == len(maps.captions) == 1, "they learn nothing"


def test_a_large_graph_is_looked_into_in_part(tmp_path):
    ring = [(i, (i + 1) % 5_000) for i in range(5_000)]
    ml.write_graph(ml.Graph.from_edges(5_000, ring), tmp_path / "ring.npz")
    explorer = opened("inside", path=str(tmp_path / "ring.npz"), mu=5, lambda_=5, dataset="file")
    assert "4,000 of 5,000 columns" in explorer._maps.captions[0]


TOURS = ml.FunctionProblem(ml.spaces.Permutation(8), lambda x: abs(np.diff(x)).sum(), minimise=True)


def test_a_function_is_raced_and_its_genomes_are_rows():
    explorer = opened("inside", problem=TOURS, mu=5, lambda_=5)
    play(explorer)
    race = explorer.race
    assert {e.calls for e in race.evolutions.values()} == {300} and explorer.state == "finished"
    genomes = race.evolutions["baldwinian"].population
    shades = np.frombuffer(explorer._maps.bits[0], np.uint8).reshape(genomes.shape)
    assert (shades == np.rint(255 * (genomes / 7))).all() and explorer._maps.depth == 8
    explorer.view.value = "race"
    best = race.evolutions["darwinian"].result().best_value
    assert f'data-column="best_fitness">{best:g}<' in explorer._table.value
    assert "calls of the function" in str(explorer._charts.specs)
    assert explorer.controls.named["dataset"].layout.display == "none"


def test_genomes_that_are_no_arrays_are_raced_and_not_shown():
    mixed = ml.spaces.Mixed(on=ml.spaces.Bits(4), rate=ml.spaces.Reals(0, 1))
    explorer = opened("race", problem=ml.FunctionProblem(mixed, lambda x: x["rate"][0]))
    play(explorer)
    assert explorer.state == "finished"
    explorer.view.value = "inside"
    assert "not arrays" in explorer._maps.captions[0]


def test_presets_are_the_papers_and_for_other_graphs_those_over_all():
    explorer = opened()
    explorer.controls.named["preset"].value = "best"
    assert explorer.message.value == "" and "10+10, 0" in explorer._table.value
    explorer.controls.named["dataset"].value = "ba_small"
    assert "500+" in explorer._table.value or "250+" in explorer._table.value
    explorer.controls.named["mu"].value = 20      # now the parameters are the same for all
    assert explorer.controls["preset"] == "same"
    assert {e.configuration.mu for e in explorer.race.evolutions.values()} == {20}


def test_a_file_is_read_as_it_is_now_and_its_errors_are_said(tmp_path):
    path = tmp_path / "mine.edges"
    path.write_text("0 1\n1 2\n")
    explorer = opened(path=str(path), dataset="file")
    assert "3 vertices, 2 edges" in explorer.message.value and "note" in explorer.message.value
    path.write_text("0 1\n1 2\n2 3\n")
    explorer.play.value = 0
    assert "4 vertices, 3 edges" in explorer.message.value and explorer.race.problem.n == 4
    path.write_text("0 1\n1 x\n")
    explorer.play.value = 0
    assert "alert" in explorer.message.value and f"{path}:2" in explorer.message.value
    assert explorer.state == "failed" and explorer.race is None
    play(explorer, 3)
    path.unlink()
    explorer.play.value = 0
    assert str(path) in explorer.message.value and explorer.state == "failed"
    explorer.controls.named["path"].value = " "
    assert "path must say where the file is" in explorer.message.value


def test_how_a_file_is_read_can_be_said(tmp_path):
    for name in ("five.edges", "five"):
        (tmp_path / name).write_text("1 2\n2 3\n3 4\n4 5\n5 1\n")

    def shown(name, **how):
        return opened(path=str(tmp_path / name), dataset="file", **how)

    assert "6 vertices" in shown("five.edges").message.value
    for how in ({"base": 1}, {"relabel": True}):
        assert "5 vertices, 5 edges" in shown("five.edges", **how).message.value
    assert "five: read as edgelist" in shown("five").message.value
    (tmp_path / "five").write_text("no graph\n")
    refused = shown("five")
    assert "format" in refused.message.value and refused.state == "failed"
    (tmp_path / "five").write_text("1 2\n2 3\n3 4\n4 5\n5 1\n")
    for name, value in {"format": "edgelist", "base": 1}.items():
        refused.controls.named[name].value = value
    assert "five: 5 vertices" in refused.message.value


def test_a_best_known_value_is_not_called_an_optimum(instances):
    known = opened(path=str(instances / "gset" / "G14.txt"), dataset="file", problem="maxcut")
    assert "grey: the best known value, 3,064" in str(known._charts.specs[0]["title"])
    race = Race("mis", named.from_example("karate"), {"lb": {"mu": 50, "lb_probability": 0.5}}, 300)
    charts = race_charts(race)
    assert len(charts) == 4
    for chart in charts.values():
        assert compiled(chart)
        assert '"domain": [50, 300]' in chart.to_json(indent=None), "the whole race"
    assert "grey: the optimum, 20" in str(charts["best_fitness"].to_dict()["title"])


def test_what_goes_wrong_in_a_callback_is_said(monkeypatch):
    explorer = opened()
    monkeypatch.setattr(Race, "advance", lambda *_: 1 / 0)
    play(explorer, 1)
    assert "ZeroDivisionError" in explorer.message.value


def test_what_is_set_anew_leaves_no_widget():
    explorer = opened()
    shown = len(widgets._instances)
    for view, seed in itertools.product(("race", "inside"), range(2)):
        explorer.set(view, seed=seed, dataset="house")
    assert len(widgets._instances) == shown


def test_on_paper_there_is_a_sentence_and_else_the_widget():
    explorer = Explorer("race")
    assert len(explorer.box.children) == 1, "nothing is built before there is a browser"
    shown = explorer._repr_mimebundle_()
    assert "is alive in JupyterLab" in shown.pop("text/plain")
    assert {*shown} == {"application/vnd.jupyter.widget-view+json"}
