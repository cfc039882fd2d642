"""The views without a browser: controls, pictures, tables, files and exports."""

import dataclasses
import re
import tomllib

import IPython.display
import numpy as np
import pandas as pd
import pytest
from drawn import compiled

import memlab as ml
from memlab.analysis import landscape, named
from memlab.evolution.modes import MODES
from memlab.explorer import Explorer
from memlab.explorer.individuals import Individuals
from memlab.explorer.settings import OF_THE_PAGE, controls
from memlab.explorer.views.inside import drawing
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
    view.controls.dataset.value = "file"
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


def test_controls_begin_the_race_anew(race):
    race.runner.step()
    race.controls.lambda_.value = 7
    assert race.runner.state == "ready"
    race.runner.step()
    assert race.runner.job.evaluations == 57


def test_presets_are_the_papers_and_for_other_graphs_those_over_all(race):
    race.controls.preset.value = "best"
    assert race.message.value == "" and "10+10, 0" in race._table.value
    race.controls.dataset.value = "ba_small"
    assert "500+" in race._table.value or "250+" in race._table.value
    assert race.controls.mu.layout.display == "none"


def test_no_mode_at_all_is_said_in_words(race):
    for box in race.controls.modes.values():
        box.value = False
    assert race.runner.state == "failed"
    assert "choose at least one mode" in race.message.value


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


def test_a_file_comes_in_pieces_and_the_last_one_counts(tmp_path):
    ml.write_graph(named.from_example("tutte").graph, tmp_path / "mine.mis")
    content = (tmp_path / "mine.mis").read_bytes()
    explorer = Explorer("race", dataset="file")
    explorer.open()
    for begin in (0, 100, 200, 0, *range(0, len(content), 100)):      # twice given up in between
        said = {"file": "mine.mis", "size": len(content), "begin": begin}
        assert "46 vertices" not in explorer._views["race"].message.value
        explorer._on_message(None, said, [memoryview(content[begin:begin + 100])])
    assert "mine.mis: 46 vertices, 69 edges" in explorer._views["race"].message.value
    explorer._on_message(None, {"file": "huge.mis"}, [])
    assert "huge.mis is too large to be sent" in explorer._views["race"].message.value
    assert explorer._views["race"].runner.state == "failed"


@pytest.mark.parametrize(("order", "counts"), [
    ("aabb", "b"), ("abab", "b"), ("abba", "b"), ("baab", "a"), ("abb", "b"), ("aba", None),
    ("a1a0a1", "a"), ("a0a0a1", "a"), ("a0a1a1", "a"), ("a1", None), ("a0a2", None),
    ("a0b1a1", "a")])
def test_pieces_of_two_files_are_never_mixed(order, counts):
    """Both have the same name and size; a piece may come twice, too late, or not at all."""
    edges = {"a": b"e 1 2\ne 1 3\ne 2 3\ne 3 4\n", "b": b"e 1 2\ne 1 4\ne 2 3\ne 3 4\n"}
    contents = {upload: b"p edge 4 4\n" + lines for upload, lines in edges.items()}
    explorer = Explorer("race", dataset="file")
    explorer.open()
    controls, sent = explorer._views["race"].controls, {"a": 0, "b": 0}
    for upload, place in re.findall(r"([ab])(\d?)", order):
        begin = 20 * int(place or sent[upload])
        sent[upload] += 1
        said = {"file": "mine.mis", "size": len(contents[upload]), "upload": upload,
                "begin": begin}
        explorer._on_message(None, said, [memoryview(contents[upload][begin:begin + 20])])
    if counts is None:
        assert controls._uploaded is None
    else:
        graph = controls.source.graph
        assert graph.edges.tolist() == ml.Graph.from_edges(4, [
            (int(u) - 1, int(v) - 1) for _, u, v in map(bytes.split, edges[counts].splitlines())
        ]).edges.tolist()


def test_a_file_that_comes_after_its_view_was_closed_is_left_alone():
    explorer = Explorer("race", dataset="file")
    explorer.open()
    explorer.set("walk")
    explorer._on_message(None, {"file": "a.mis", "size": 3, "upload": 1, "begin": 0}, [b"abc"])
    explorer._on_message(None, {"file": "huge.mis"}, [])
    assert explorer.view.value == "walk"


def test_weights_of_a_file_count(race):
    upload(race, "heavy.gset", b"3 3\n1 2 5\n2 3 5\n1 3 1\n")
    race.controls.problem.value = "maxcut"
    race.runner.run()
    best = race.runner.job.evolutions["lb"].result().best_fitness
    assert best == 10
    race.turn("inside")
    assert race.inside.network.captions[1].startswith("after local search: a cut of weight ")


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


def test_more_phenotypes_than_genomes_are_explained(race):
    race.runner.run()
    race.turn("inside")
    one = Individuals.of(race.runner.job.evolutions["baldwinian"])
    same = one.genomes[[0, 0, 0]]
    race.inside.show(one._replace(genomes=same, phenotypes=np.eye(3, 34, dtype=np.uint8)),
                     drawing(race.runner.job.start.source.graph))
    assert race.inside.maps.captions == [
        "Baldwinian genomes, 1 different",
        "after local search, 3 different: where steps are equally good, a coin decides"]


def test_the_run_before_stays_beside_the_next(race):
    race.runner.run()
    first = race.runner.job.table()
    race.controls.mu.value = 10
    race.runner.run()
    assert cells(race, "before") == first["best_fitness"].tolist()
    assert cells(race, "configuration")[:2] == ["10+50, 0.9 (before: 50+50, 0.9)"] * 2
    pale = [layer for layer in race._charts.specs[0]["layer"]
            if layer["mark"].get("type") == "line" and "data" in layer]
    assert len(pale) == 1 and pale[0]["encoding"]["opacity"] == {"value": 0.35}
    race.controls.modes["lb"].value = False
    race.controls.mu.value = 12
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


def test_a_public_file_is_known_and_its_complement_has_the_cliques(instances):
    given = {"path": str(instances / "dimacs" / "C125.9.clq"), "repeats": 1, "budget": 600,
             "speed": FAST}
    view = RaceView({"dataset": "file", **given})
    plain = view.runner.job.problem.graph
    assert "grey" not in str(view._charts.specs[0]["title"]), "it asks for cliques, not for sets"
    view.controls.complement.value = True
    race = view.runner.job
    assert race.problem.graph == plain.complement()
    assert "grey: the optimum, 34" in str(view._charts.specs[0]["title"])
    view.runner.run()
    clique = np.flatnonzero(race.evolutions["lb"].result().best_solution)
    joined = plain.to_scipy()[clique][:, clique].sum()
    assert len(clique) > 20 and joined == len(clique) * (len(clique) - 1)
    assert taken(view)[0]["graph"] == plain.complement()
    view.controls.problem.value = "maxcut"
    assert view.runner.job.problem.graph == plain, "cuts are of the file itself"
    known = RaceView({"dataset": "file", "problem": "maxcut", **given,
                      "path": str(instances / "gset" / "G14.txt")})
    assert "grey: the best known value, 3,064" in str(known._charts.specs[0]["title"])


@pytest.mark.parametrize(("name", "text", "rivals"), [
    ("own.cnf", "p cnf 4 3\n1 -2 0\n2 3 -4 0\n4 0\n", [(0, 1), (1, 2), (1, 3), (2, 3)]),
    ("own.QUBO", "p qubo 0 3 2 1\n0 0 -0.25\n2 2 3\n0 1 1\n", [(0, 1)]),
    ("own.sg", "3 2\n1 2 1\n2 3 -1\n", [(0, 1), (1, 2)])])
def test_a_sum_of_functions_races_as_a_graph_does(race, tmp_path, name, text, rivals):
    (tmp_path / name).write_text(text)
    upload(race, name, text.encode())
    controls = race.controls
    for hidden in (controls.problem, controls.complement):
        assert hidden.layout.display == "none"
    controls.path.value = str(tmp_path / name)
    race.turn("beside")
    race.runner.run()
    problem = ml.read_problem(tmp_path / name)
    assert race._start.source.graph == ml.Graph.from_edges(problem.n, rivals)
    for mode, evolution in race.runner.job.evolutions.items():
        own = ml.evolve(problem, mode, budget=300, **race._start.configurations[mode])
        assert evolution.result().best_fitness == own.best_fitness
        assert np.array_equal(evolution.result().best_solution, own.best_solution)
    best = race._race.evolutions["lamarckian"].result()
    race.inside.mode.value = "lamarckian"
    caption = race.inside.network.captions[-1]
    assert f"a value of {problem.value(best.best_solution):g};" in caption
    names, _ = taken(race)
    assert names["problem"].fitness(best.best_solution) == best.best_fitness
    assert race.file == "race_pseudo-boolean"
    controls.dataset.value = "karate"
    assert controls.problem.layout.display != "none"
    upload(race, f"broken-{name}", text.encode()[:-3])
    assert f"broken-{name}" in race.message.value and str(tmp_path) not in race.message.value


def test_energies_are_drawn_as_they_are_stated(race, tmp_path):
    text = b"p qubo 0 3 2 1\n0 0 -0.25\n2 2 3\n0 1 1\n"
    race.controls.repeats.value = 3
    upload(race, "own.qubo", text)
    race.runner.run()
    rows = race._charts.rows["best_fitness"]
    assert {row["mode"] for row in rows} == {mode.label for mode in MODES.values()}
    assert all(row["low"] == row["best_fitness"] == row["high"] == -0.25 for row in rows)
    drawn = str(race._charts.specs[0])
    assert "value (lower is better)" in drawn and "datum.low" not in drawn
    assert cells(race, "best_fitness") == ["−0.25"] * len(MODES)


def test_to_choose_a_file_is_no_mistake_until_it_cannot_be_read(race):
    race.controls.dataset.value = "file"
    assert race.runner.state == "waiting" and "alert" not in race.message.value
    upload(race, "mine.txt", b"1 2\n2 3\n")      # a list of edges, in a file of Gset's suffix
    assert "alert" in race.message.value and ".edges, .edgelist or .el" in race.message.value


def test_axes_hold_the_whole_race_before_it_begins(race):
    start = race.controls.start()
    charts = race_charts(start)
    assert len(charts) == 4
    for chart in charts.values():
        assert compiled(chart)
        assert '"domain": [50, 300]' in chart.to_json(indent=None)
    assert "grey: the optimum, 20" in str(charts["best_fitness"].to_dict()["title"])


def test_a_race_of_a_single_mode_has_the_charts_that_say_something():
    for mode, number in {"darwinian": 3, "lamarckian": 3, "baldwinian": 4, "lb": 4}.items():
        view = RaceView({"modes": (mode,)})
        view.runner.step()
        assert view.message.value == ""
        assert len(view._charts.specs) == len(view._charts.rows) == number


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


@pytest.mark.parametrize("view", ["needle", "race", "inside", "beside", "walk", "landscape",
                                  "map"])
def test_the_explorer_opens_where_it_is_told(view):
    explorer = Explorer(view, problem="maxcut", dataset="ba_small")
    assert len(explorer.box.children) == 1, "nothing is built before there is a browser"
    explorer.open()
    assert explorer.view.value == view
    for name in ("walk", "landscape", "map", "inside", "beside", "needle", "race"):
        explorer.view.value = name
        assert len(explorer._stage.children) == 1
    explorer.open()
    assert explorer.view.value == "race"


def test_on_paper_there_is_a_figure_and_then_the_widget(monkeypatch):
    shown = []
    monkeypatch.setattr(IPython.display, "display", lambda what, **_: shown.append(what))
    explorer = Explorer("race")
    explorer._ipython_display_()
    still, box = shown
    picture = still["image/svg+xml"]
    assert picture.startswith("<svg") and "is alive in JupyterLab" in picture
    assert len(picture) < 200_000
    assert box is explorer.box


@pytest.mark.parametrize(("arguments", "words"), [
    ({"view": "mirror"}, "view must be"), ({"problem": "tsp"}, "problem must be"),
    ({"dataset": "er_huge"}, "dataset must be"), ({"mu": 0}, "mu must be an integer from 1"),
    ({"crossover_rate": 1.5}, "crossover_rate must be"), ({"modes": ["darwin"]}, "modes must be"),
    ({"repeats": 21}, "repeats must be"), ({"view": "race", "speed": 3}, "speed must be one of")])
def test_an_explorer_of_something_else_is_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        Explorer(**arguments)
