"""Tables for people: every number at its place, in HTML and in text."""

import re

import pandas as pd
import pytest

from memlab.study import display, published, tables


@pytest.fixture
def comparison():
    rows = []
    for mode, mean, verdict in (("baldwinian", 33.111, "agrees"), ("lamarckian", 30.4, "differs")):
        rows.append({"problem": "mis", "dataset": "er_small", "mode": mode, "mean": mean,
                     "sem": 0.25, "published_mean": 33.0, "published_std": 0.3,
                     "verdict": verdict})
    rows.append({**rows[0], "problem": "maxcut", "mean": 2900.04, "sem": float("nan"),
                 "verdict": "cannot tell"})
    return pd.DataFrame(rows)


def text_of(html):
    return re.sub(r"\s+", " ", re.sub(r"<style>.*?</style>|<[^>]+>", " ", html, flags=re.DOTALL))


def test_scores_show_ours_and_the_papers(comparison):
    table = display.scores(comparison, baselines=published.scores())
    text = text_of(table._repr_html_())
    assert "Baldwinian 33.11 ± 0.25 33.00 ± 0.30 =" in text
    assert "Lamarckian 30.40 ± 0.25 33.00 ± 0.30 ≠" in text
    assert "2900.0 33.0 ± 0.3 ?" in text
    assert "Solver 33.60 ± 1.43" in text
    assert "ER large" not in text
    assert "<b>33.11</b>" in table.html
    assert "<b>30.40</b>" not in table.html


def test_scores_in_text_stand_in_columns(comparison):
    lines = str(display.scores(comparison)).splitlines()
    assert [line.split() for line in lines] == [
        ["ER", "small"], ["MIS", "Baldwinian", "33.11", "="], ["MIS", "Lamarckian", "30.40", "≠"],
        ["Max-Cut", "Baldwinian", "2900.0", "?"]]
    assert len({len(line) for line in lines}) == 1


def test_any_quantity_side_by_side():
    frame = published.runtime().rename(columns={"mean": "published_mean"}).assign(mean=1234.5)
    table = display.side_by_side(frame, digits=2)
    assert "1,234.50 13.49" in text_of(table.html)
    assert "1,234.50 (13.49)" in table.text


def test_configurations_are_short():
    best = published.best_configurations().assign(mean=1.0)
    for name in tables.PARAMETERS:
        best[f"published_{name}"] = best[name]
    table = display.configurations(best)
    assert "250/250/1.0 p=0.15 250/250/1.0 p=0.15" in text_of(table.html)
    assert "50/250/1.0 (50/250/1.0)" in table.text


def test_unknown_types_are_escaped(comparison):
    baselines = pd.DataFrame({"problem": ["mis"], "dataset": ["er_small"], "type": ["<script>"],
                              "mean": [1.0], "std": [0.0]})
    html = display.scores(comparison, baselines).html
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
