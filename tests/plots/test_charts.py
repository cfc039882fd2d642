"""Each chart says what its frame says, and is one that JupyterLab's Vega-Lite 5 can draw."""

import numpy as np
import pandas as pd
import pytest
from drawn import compiled, rows, texts

import memlab as ml
from memlab import plots
from memlab.evolution.modes import MODES
from memlab.paper import profile
from memlab.support.names import DATASETS, GRAPH_PROBLEMS

APART = [mode.label for mode in MODES.values() if mode.learns and mode.inherits != 1]


@pytest.fixture
def courses():
    """A course of every mode on every dataset."""
    evaluations = np.array([10, 100, 1_000, 10_000])
    frames = [pd.DataFrame({"problem": p, "dataset": d, "mode": m, "evaluations": evaluations,
                            "best_fitness": [-5, 10, 20 + i, 30], "diversity": [90, 60, 20, i],
                            "phenotype_distance": [0, 50, 40, i], "share": [0, 0.2, 0.4, 0.5]})
              for p in GRAPH_PROBLEMS for d in DATASETS for i, m in enumerate(MODES)]
    return pd.concat(frames).sample(frac=1, random_state=0)


def test_convergence_has_a_panel_per_dataset_in_the_papers_order(courses):
    chart = plots.convergence(courses)
    assert compiled(chart)
    drawn = texts(chart)
    panels = [text for text in drawn if text.startswith(("MIS, ", "Max-Cut, "))]
    assert panels[:2] == ["MIS, ER small", "MIS, ER large"]
    assert panels[-1] == "Max-Cut, RB large"
    assert len(panels) == 12
    assert {"Darwinian", "Baldwinian", "Lamarckian", "LB"} <= set(drawn)
    assert {"vertices in the set", "edges cut", "fitness evaluations"} <= set(drawn)


def test_convergence_leaves_infeasible_stretches_of_sets_out(courses):
    for problem, least, points in (("mis", 10, 3), ("maxcut", -5, 4)):
        chart = plots.convergence(courses[courses["problem"] == problem])
        values = [row["best_fitness"] for row in rows(chart)]
        assert min(values) == least
        assert len(values) == 6 * len(MODES) * points


def test_lines_have_the_modes_colours_and_dashes(courses):
    for chart in (plots.convergence(courses), plots.diversity(courses)):
        text = str(compiled(chart))
        for mode in plots.MODES.values():
            assert mode.colour in text
            assert str(list(mode.dash)) in text


def test_the_phenotype_distance_is_drawn_where_there_is_one(courses):
    chart = plots.phenotype_distance(courses)
    assert compiled(chart)
    drawn = texts(chart)
    assert {"Baldwinian", "LB", "Hamming distance (bits)"} <= set(drawn)
    assert not {"Darwinian", "Lamarckian"} & set(drawn)
    assert len(rows(chart)) == 12 * len(APART) * 4


def test_the_diversity_of_phenotypes_is_a_thin_line_where_they_are_not_the_genomes(courses):
    courses["phenotype_diversity"] = courses["diversity"] / 4
    chart = plots.diversity(courses)
    assert compiled(chart) and {"genomes", "phenotypes"} <= set(texts(chart))
    shown = pd.DataFrame(rows(chart))
    assert shown.groupby("of").size().to_dict() == {
        "genomes": 12 * len(MODES) * 4, "phenotypes": 12 * len(APART) * 4}
    thin = shown[shown["of"] == "phenotypes"]
    assert set(thin["mode"]) == set(APART) >= {"Baldwinian", "LB"}
    assert thin["diversity"].max() == 90 / 4
    svg = plots.to_svg(chart)
    assert svg.count('stroke-width="2.2"') >= 12 * 4 and svg.count('stroke-width="0.9"') >= 12 * 2


def test_scores_show_ours_with_interval_and_the_papers():
    frame = pd.DataFrame([{"problem": "mis", "dataset": d, "mode": m, "mean": 30.0 + i,
                           "low": 29.0, "high": 36.0, "published_mean": 31.5}
                          for d in DATASETS[:2] for i, m in enumerate(MODES)])
    chart = plots.scores(frame)
    assert compiled(chart)
    assert {"MIS, ER small", "MIS, ER large", "paper"} <= set(texts(chart))
    shown = rows(chart)
    assert {row["mean"] for row in shown} == {30.0 + i for i in range(len(MODES))}
    assert {row["published_mean"] for row in shown} == {31.5}
    svg = plots.to_svg(chart)
    assert all(svg.count(mode.colour) >= 6 for mode in plots.MODES.values())
    assert "published_low" not in rows(chart)[0]


def test_the_papers_own_uncertainty_is_shaded():
    frame = pd.DataFrame({"mode": ["lb"], "mean": [30.0], "low": [29.5], "high": [30.5],
                          "published_mean": [31.0], "published_sem": [0.5]})
    chart = plots.scores(frame)
    assert compiled(chart)
    assert any(text.startswith("shaded: ") for text in texts(chart))
    row, = {(row["published_low"], row["published_high"]) for row in rows(chart)}
    assert row == pytest.approx((31.0 - 0.98, 31.0 + 0.98))


def test_sensitivity_maps_every_configuration_and_marks_the_best_of_each_mode():
    frame = pd.DataFrame([vars(c) for c in profile("paper").plan("grid").blocks[0].configurations])
    frame["loss_percent"] = np.random.default_rng(0).permutation(len(frame)) / 10.0 + 0.1
    best = [3, 40, 100, 200]
    frame.loc[best, "loss_percent"] = 0.0
    chart = plots.sensitivity(frame)
    assert compiled(chart)
    shown = pd.DataFrame(rows(chart))
    assert len(shown) == 252
    assert list(shown.index[shown["best"]]) == best
    drawn = texts(chart)
    names = [t for t in drawn if t.startswith(("Darw", "Bald", "Lam", "LB"))]
    assert names == ["Darwinian", "Baldwinian", "Lamarckian", "LB, p = 0.15", "LB, p = 0.3",
                     "LB, p = 0.5", "LB, p = 0.9"]


@pytest.fixture
def square():
    """A square 0-1-2-3 with the diagonal 0-2."""
    return ml.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])


def test_a_graph_is_drawn_with_its_conflicts(square):
    chart = plots.graph(square, [1, 0, 1, 0], title="One conflict")
    assert compiled(chart)
    shown = rows(chart)
    assert sum(row["marked"] for row in shown if "marked" in row) == 1
    assert [row["chosen"] for row in shown if "vertex" in row] == [True, False, True, False]
    assert texts(chart) == ["One conflict"]


def test_a_cut_is_drawn_with_the_edges_that_it_cuts(square):
    shown = rows(plots.graph(square, np.array([1, 0, 1, 0], np.uint8), kind="maxcut"))
    assert sum(row["marked"] for row in shown if "marked" in row) == 4


def test_the_layout_is_the_same_each_time(square):
    assert np.array_equal(plots.layout(square), plots.layout(square))
    assert plots.layout(square).shape == (4, 2)
    edgeless = ml.Graph.from_edges(3, [])
    assert compiled(plots.graph(edgeless, [1, 1, 1]))


def test_a_long_title_of_a_small_chart_has_two_lines():
    """Browsers whose fonts are wide would cut it; in words it stays one line."""
    frame = pd.DataFrame({"algorithm": ["LB", "LB"], "n": [12, 24], "mean": [9.0, 80.0]})
    long = "Does a better local search make up for a smaller population?"
    chart = plots.theory.comparison(frame, title=long)
    assert chart.to_dict()["title"]["text"] == [long[:-12], long[-11:]]
    assert chart._repr_mimebundle_()["text/plain"] == f"Chart: {long}"
