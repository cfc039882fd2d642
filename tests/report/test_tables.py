"""Tables for people: every number at its place, in HTML, Markdown and text."""

import re

import pandas as pd
import pytest

from memlab.paper import published, tables
from memlab.report import tables as display


@pytest.fixture
def comparison():
    rows = []
    verdicts = (("baldwinian", 33.111, "equivalent"), ("lamarckian", 30.4, "differs"))
    for mode, mean, verdict in verdicts:
        rows.append({"problem": "mis", "dataset": "er_small", "mode": mode, "mean": mean,
                     "sem": 0.25, "published_mean": 33.0, "published_std": 0.3,
                     "verdict": verdict})
    rows.append({**rows[0], "problem": "maxcut", "mean": 2900.04, "sem": float("nan"),
                 "verdict": "undecided"})
    return pd.DataFrame(rows)


def text_of(html):
    return re.sub(r"\s+", " ", re.sub(r"<style>.*?</style>|<[^>]+>", " ", html, flags=re.DOTALL))


def test_scores_show_ours_and_the_papers(comparison):
    table = display.scores(comparison, baselines=published.read("scores"))
    text = text_of(table._repr_html_())
    assert "Baldwinian 33.11 ± 0.25 33.00 ± 0.30 =" in text
    assert "Lamarckian 30.40 ± 0.25 33.00 ± 0.30 ≠" in text
    assert "2900.0 33.0 ± 0.3 ?" in text
    assert "Solver 33.60 ± 1.43" in text
    assert "ER large" not in text
    assert "<b>33.11</b>" in table._repr_html_()
    assert "<b>30.40</b>" not in table._repr_html_()


def test_scores_in_markdown(comparison):
    lines = display.scores(comparison, published.read("scores")).markdown.splitlines()
    assert lines[:2] == ["|  |  | ER small |", "| --- | --- | ---: |"]
    assert "|  | Baldwinian | **33.11** ± 0.25<br>33.00 ± 0.30 = |" in lines
    assert "|  | Baldwinian | **2900.0**<br>33.0 ± 0.3 ? |" in lines
    assert "| MIS | GIN | 25.42 ± 0.41 |" in lines
    assert len(lines) == 2 + 7 + 6


def test_any_quantity_side_by_side():
    frame = published.read("runtime_seconds").rename(columns={"mean": "published_mean"})
    frame = frame.assign(mean=1234.5)
    table = display.side_by_side(frame, digits=2)
    assert "1,234.50 13.49" in text_of(table._repr_html_())
    assert "1,234.50 (13.49)" in str(table)


def test_uncertainties_and_verdicts_are_shown_where_there_are_any():
    frame = published.read("runtime_seconds").rename(columns={"mean": "published_mean"}).assign(
        mean=1.5, sem=[0.25] * 47 + [float("nan")], verdict="differs")
    table = display.side_by_side(frame, error="sem", published_error="std", digits=2)
    text = text_of(table._repr_html_())
    assert "1.50 ± 0.25 13.49 ± 0.43 ≠" in text
    assert text.count("1.50 ± 0.25") == 47


@pytest.fixture
def best():
    """The paper's selection as if it were ours, but for one cell."""
    best = published.read("best_parameters").assign(verdict="same")
    for name in tables.PARAMETERS:
        best[f"published_{name}"] = best[name]
    best.loc[0, ["mu", "verdict"]] = 10, "as good"
    return best


def test_configurations_are_short(best):
    table = display.configurations(best)
    assert "250/250/1.0 p=0.15 250/250/1.0 p=0.15 =" in text_of(table._repr_html_())
    assert "10/50/1.0 250/50/1.0 ≈" in text_of(table._repr_html_())
    assert "50/250/1.0 (50/250/1.0)" in str(table)


def test_unknown_types_are_escaped(comparison):
    baselines = pd.DataFrame({"problem": ["mis"], "dataset": ["er_small"], "mode": ["<script>"],
                              "mean": [1.0], "std": [0.0]})
    html = display.scores(comparison, baselines)._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
