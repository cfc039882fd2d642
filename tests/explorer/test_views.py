"""The views without a browser: controls, pictures, tables, files and exports."""

import dataclasses
import re
import tomllib

import numpy as np
import pandas as pd
import pytest
from drawn import compiled

import memlab as ml
from memlab.analysis import landscape, named
from memlab.evolution.modes import MODES
from memlab.explorer import Explorer
from memlab.explorer.race import Individuals
from memlab.explorer.settings import OF_THE_PAGE, controls
from memlab.explorer.views.race import RaceView, race_charts
from memlab.playground import build, plane

pytestmark = pytest.mark.slow

FAST = 10**12


@pytest.fixture
def race():
    """A race of 300 evaluations on the karate club, ready to run."""
    return RaceView({"dataset": "karate", "budget": 300, "speed": FAST, "preset": "same",
                     "repeats": 1})


def upload(view, name, content):
    view.controls.named["dataset"].value = "file"
    view.controls.take(name, content)


def cells(view, column):
    """What a column of the view's table says, from top to bottom."""
    return re.findall(rf'<td data-column="{column}">(.*?)</td>', view._table.value)


def taken(view):
    """The names that the program defines which can be taken along, and the data."""
    names = {}
    exec(view.program(), names)
    return names, view.data()


def test_a_race_is_run_to_its_end_and_shown(race):
    race.runner.run()
    assert race.runner.state == "finished"
    for mode, evolution in race.runner.job.evolutions.items():
        assert evolution.evaluations == 300
        assert f'data-mode="{mode}"' in race._table.value
    assert all(race._charts.rows.values())
    drawn = [row for row in race._charts.rows["best_fitness"] if row["mode"] == "LB"]
    assert drawn[-1]["evaluations"] == 300
    best = race.runner.job.evolutions["lb"].result().best_fitness
    assert drawn[-1]["best_fitness"] == best
    diversity = pd.DataFrame(race._charts.rows["diversity"])
    thin = diversity[diversity["of"] == "phenotypes"].groupby("mode")["diversity"].last()
    last = race.runner.job.trace().groupby("mode").last()["phenotype_diversity"]
    assert thin.to_dict() == {mode.label: last[name] for name, mode in MODES.items()
                              if mode.learns and mode.inherits != 1}
    assert "thin: of phenotypes" in str(race._charts.specs[1]["title"])
    assert "reserve" in race._table.value and "%" in race._table.value


def test_a_race_can_be_taken_away(race):
    race.runner.step()
    names, data = taken(race)
    for (mode, _), evolution in names["race"].items():
        mine = data[data["mode"] == mode].drop(columns=["mode", "seed"]).reset_index(drop=True)
        pd.testing.assert_frame_equal(mine, evolution.result().trace, check_dtype=False)
        assert evolution.generation == 1


def test_presets_are_the_papers_and_for_other_graphs_those_over_all(race):
    race.controls.named["preset"].value = "best"
    assert race.message.value == "" and "10+10, 0" in race._table.value
    race.controls.named["dataset"].value = "ba_small"
    assert "500+" in race._table.value or "250+" in race._table.value
    assert race.controls.named["mu"].layout.display == "none"


def test_a_file_is_read_raced_and_its_errors_said(race, tmp_path, monkeypatch):
    upload(race, "broken.mis", b"p edge 3 2\ne 1 2\ne 2 7\n")
    assert "broken.mis:3: (2, 7) names a vertex outside 1..3" in race.message.value
    ml.write_graph(named.from_example("tutte").graph, tmp_path / "mine.mis")
    upload(race, "mine.mis", (tmp_path / "mine.mis").read_bytes())
    assert "46 vertices, 69 edges" in race.message.value and "note" in race.message.value
    race.runner.run()
    assert race.runner.job.problem.n == 46
    monkeypatch.chdir(tmp_path)
    assert taken(race)[0]["graph"] == named.from_example("tutte").graph


def test_a_file_is_sent_by_the_browser_unless_it_is_too_large(tmp_path):
    ml.write_graph(named.from_example("tutte").graph, tmp_path / "mine.mis")
    content = (tmp_path / "mine.mis").read_bytes()
    explorer = Explorer("race", dataset="file")
    explorer._on_message(None, {"browser": True}, [])
    explorer._on_message(None, {"file": "mine.mis"}, [memoryview(content)])
    assert "mine.mis: 46 vertices, 69 edges" in explorer._views["race"].message.value
    explorer._on_message(None, {"file": "huge.mis"}, [])
    assert "huge.mis is too large to be sent" in explorer._views["race"].message.value
    assert explorer._views["race"].runner.state == "failed"
    explorer.set("walk")      # whose view has no files
    explorer._on_message(None, {"file": "huge.mis"}, [])
    assert explorer.view.value == "walk"


def test_inside_shows_the_population_and_one_of_it(race):
    race.runner.run()
    race.turn("inside")
    inside, evolution = race.inside, race.runner.job.evolutions["baldwinian"]
    assert inside.mode.value == "baldwinian"
    rows, columns = inside.maps.shape
    bits = np.unpackbits(np.frombuffer(inside.maps.bits[0], np.uint8).reshape(rows, -1), axis=1)
    order = Individuals.of(evolution).columns()
    assert (bits[:, :columns] == evolution.population[:, order]).all()
    inside.maps.chosen = 4
    assert inside.individual.value == 4
    assert inside.network.solutions[0] == evolution.population[3].tobytes()
    genome, problem = evolution.population[3], evolution.problem
    conflicts = -problem.fitness(genome)
    assert conflicts > 0
    assert inside.network.captions[0] == f"individual 4: {conflicts} conflicts"
    changed = (genome != evolution.phenotypes[3]).sum()
    assert inside.network.captions[1] == (f"after local search: {evolution.fitness[3]} vertices; "
                                          f"{changed} bits changed")
    inside.individual.value = 9
    assert inside.maps.chosen == 9
    inside.mode.value = "lamarckian"
    assert "Lamarckian" in inside.maps.captions[0]
    assert inside.network.captions[1].endswith("; 0 bits changed")
    inside.mode.value = "darwinian"
    assert len(inside.maps.bits) == len(inside.network.solutions) == 1, "they learn nothing"


def test_the_run_before_stays_beside_the_next(race):
    race.runner.run()
    first = race.runner.job.table()
    race.controls.named["mu"].value = 10
    race.runner.run()
    assert cells(race, "before") == first["best_fitness"].tolist()
    assert cells(race, "configuration")[:2] == ["10+50, 0.9 (before: 50+50, 0.9)"] * 2
    pale = [layer for layer in race._charts.specs[0]["layer"]
            if layer["mark"].get("type") == "line" and "data" in layer]
    assert len(pale) == 1 and pale[0]["encoding"]["opacity"] == {"value": 0.35}
    race.controls.modes["lb"].value = False
    race.controls.named["mu"].value = 12
    race.runner.run()
    race.controls.modes["lb"].value = True
    rows = dict(zip(MODES, zip(cells(race, "configuration"), cells(race, "before"), strict=True),
                    strict=True))
    assert rows.pop("lb") == ("12+50, 0.9, p=0.15", "–"), "no run of LB came before"
    assert {configuration for configuration, _ in rows.values()} == {"12+50, 0.9"}


def test_a_best_known_value_is_not_called_an_optimum(race):
    source = named.from_file("mine.edges", b"0 1\n1 2\n")
    start = dataclasses.replace(race.controls.start(), source=source)
    for name, remembered in (("best known value", source.best_known),
                             ("optimum", source.optimum)):
        remembered["mis"] = 2
        title = str(race_charts(start)["best_fitness"].to_dict()["title"])
        assert f"grey: the {name}, 2" in title


def test_a_public_file_is_known(instances):
    known = RaceView({"dataset": "file", "problem": "maxcut", "repeats": 1, "budget": 600,
                      "path": str(instances / "gset" / "G14.txt")})
    assert "grey: the best known value, 3,064" in str(known._charts.specs[0]["title"])


def test_to_choose_a_file_is_no_mistake_until_it_cannot_be_read(race):
    race.controls.named["dataset"].value = "file"
    assert race.runner.state == "waiting" and "alert" not in race.message.value
    upload(race, "mine.txt", b"1 2\n2 3\n")      # a list of edges, in a file of Gset's suffix
    assert "alert" in race.message.value and "mine.txt" in race.message.value


def test_axes_hold_the_whole_race_before_it_begins(race):
    start = race.controls.start()
    charts = race_charts(start)
    assert len(charts) == 4
    for chart in charts.values():
        assert compiled(chart)
        assert '"domain": [50, 300]' in chart.to_json(indent=None)
    assert "grey: the optimum, 20" in str(charts["best_fitness"].to_dict()["title"])


@pytest.mark.parametrize(("name", "given", "column", "last"), [
    ("needle", {"population": 100, "trials": 30, "seed": 4}, "right", lambda:
     ml.theory.hinton_nowlan(100, trials=30, seed=4)["right"].iloc[-1]),
    ("walk", {"n": 12, "k": 2, "seed": 4}, "iteration", lambda:
     ml.theory.trajectory("baldwinian", 12, 2, seed=4).frame["iteration"].iloc[-1]),
    ("walk", {"function": "jump", "n": 24}, "expected_children", lambda:
     ml.theory.unitation(ml.theory.functions.jump(24, 3), "baldwinian")),
    ("walk", {"function": "drawn", "n": 12, "values": "0 30 10 40"}, "expected_children", lambda:
     ml.theory.unitation([0, 8, 15, 23, 30, 25, 20, 15, 10, 18, 25, 33, 40], "baldwinian")),
    ("landscape", {"kind": "maxcut"}, "after", lambda:
     landscape.of_graph(ml.MaxCut(named.from_example("petersen").graph))["after"].iloc[-1]),
    ("map", {"problem": "maxcut", "price": "1"}, "difference", lambda: pytest.approx(
        plane.found()["leads"]["maxcut"]["1"]["lead"][-1], abs=0.0051))])
def test_what_the_page_shows_can_be_taken_away(name, given, column, last):
    explorer = Explorer(name, **given)
    explorer.open()
    data = explorer._views[name].data()
    if "mode" in data:
        data = data[data["mode"] == "baldwinian"]
    assert data[column].iloc[-1] == last()


def test_what_is_set_on_the_page_is_set_here():
    explorer = Explorer("walk", k=4)
    explorer.open()
    page = explorer._views["walk"].box
    assert page.link == "view=walk&k=4"
    page.link = "view=walk&graph=er_small-0&n=12&k=2&speed=5"
    assert explorer.preset.value == "Explorer('walk', n=12, k=2, speed=5)"
    sent = []
    page.send = lambda content, buffers: sent.append(buffers)
    page._handle_custom_msg({}, [])
    assert sent[0][0].startswith(b"<!doctype html>")


def test_the_page_has_every_setting_with_the_same_values():
    texts = tomllib.loads((build.PAGE / "texts.toml").read_text("utf-8"))
    for view in OF_THE_PAGE:
        assert view in texts["views"]
        for name, control in controls(view).items():
            theirs = texts["settings"][name]
            assert str(control["value"]) == str(theirs.get("value", next(iter(
                theirs.get("options", {"": None}))))), name
            if name == "n":
                assert tuple(control["options"].values()) == build.WALKS
            elif name == "price":
                assert [*control["options"]] == [f"{price:g}" for price in plane.found()["prices"]]
            elif "options" in control:      # sums of functions are not on the map
                assert set(theirs["options"]) - set(control["options"]) <= {"functions"}
                assert set(control["options"]) <= set(theirs["options"])
            elif "pattern" in control:
                assert theirs["drawing"]
            elif name != "seed":
                assert (control["min"], control["max"]) == (theirs["least"], theirs["most"])


def test_on_paper_there_is_a_sentence_and_else_the_widget():
    explorer = Explorer("race")
    assert len(explorer.box.children) == 1, "nothing is built before there is a browser"
    shown = explorer._repr_mimebundle_()
    assert "is alive in JupyterLab" in shown.pop("text/plain")
    assert {*shown} == {"application/vnd.jupyter.widget-view+json"}


@pytest.mark.parametrize(("arguments", "words"), [
    ({"view": "mirror"}, "view must be"), ({"dataset": "er_huge"}, "dataset must be"),
    ({"mu": 0}, "mu must be an integer from 1"), ({"modes": ["darwin"]}, "modes must be"),
    ({"crossover_rate": 1.5}, "crossover_rate must be"), ({"speed": 3}, "speed must be one of")])
def test_an_explorer_of_something_else_is_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        Explorer(**{"view": "race"} | arguments)
