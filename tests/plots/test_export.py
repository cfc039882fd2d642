"""Charts are saved by Altair as what the file's name says, with all that this needs."""

import re

import altair as alt
import numpy as np
import pandas as pd
import pytest

from memlab import plots
from memlab.plots import palette


@pytest.fixture
def chart():
    return plots.diversity(pd.DataFrame({"mode": ["lb", "lb"], "evaluations": [1, 9],
                                         "diversity": [2, 1]}), title="A chart")


@pytest.mark.parametrize(("name", "begins"), [
    ("a.svg", b"<svg"), ("a.pdf", b"%PDF"), ("a.png", b"\x89PNG\r\n\x1a\n")])
def test_a_chart_is_saved_by_its_suffix(tmp_path, chart, name, begins):
    chart.save(tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(begins)


def size(path):
    """Width of a saved figure in millimetres, and the sizes of its type in points."""
    content = path.read_text("latin-1")
    if path.suffix == ".pdf":
        return float(re.search(r"/MediaBox \[0 0 ([\d.]+)", content)[1]) / 72 * 25.4, None
    width, whole = (float(re.search(rf' {name}="(?:0 0 )?([\d.]+)', content)[1])
                    for name in ("width", "viewBox"))
    return width / 72 * 25.4, [float(size) * width / whole for size in re.findall(
        r'font-size="([\d.]+)px"', content)]


@pytest.mark.parametrize(("width", "millimetres"), [("column", 84), ("page", 174), ("lncs", 122),
                                                    (95.5, 95.5)])
def test_a_figure_has_its_width_and_type_that_can_be_read(tmp_path, chart, width, millimetres):
    for name in ("a.pdf", "a.svg", "a.png"):
        plots.save(chart, tmp_path / name, width)
    assert size(tmp_path / "a.pdf")[0] == pytest.approx(millimetres, abs=0.02)
    wide, types = size(tmp_path / "a.svg")
    assert wide == pytest.approx(millimetres, abs=0.02)
    assert all(7.5 < points < 9.5 for points in types) and types
    drawn = (tmp_path / "a.svg").read_text()
    assert "A chart" not in drawn and palette.INK not in drawn
    # without a unit, programs take a number for pixels, of which an inch has 96
    assert re.match(r'<svg[^>]* width="[\d.]+pt" height="[\d.]+pt"', drawn)
    assert "/FontFile" in (tmp_path / "a.pdf").read_text("latin-1")
    dots = int.from_bytes((tmp_path / "a.png").read_bytes()[16:20])
    assert dots == pytest.approx(millimetres / 25.4 * 600, rel=0.01)


@pytest.mark.parametrize(("name", "width", "says"), [
    ("a.eps", None, "the suffix of path must be one of '.pdf', '.svg', '.png', not '.eps'"),
    ("a.pdf", "wide", "width must be one of 'column', 'page', 'lncs', not 'wide'"),
    ("a.pdf", -3, "width must be a finite number above 0, not -3"),
    ("a.pdf", 20, "width must leave 60 points to each panel, but here it leaves .*: choose fewer")])
def test_what_cannot_be_drawn_says_why(tmp_path, chart, name, width, says):
    with pytest.raises((TypeError, ValueError), match=says):
        plots.save(chart, tmp_path / name, width)
    assert not (tmp_path / name).exists()


POINTS = pd.DataFrame({"a": [1, 2, 3], "b": [3, 4, 5], "c": ["x", "y", "x"]})
MARKS = alt.Chart(POINTS).mark_point().encode(x="a:Q", y="b:Q")
CURVES = pd.DataFrame({"problem": "mis", "dataset": "er_small", "evaluations": [10, 100] * 4,
                       "mode": np.repeat(["darwinian", "baldwinian", "lamarckian", "lb"], 2),
                       "best_fitness": [20, 30] * 4})


@pytest.mark.parametrize("drawn", [
    MARKS, MARKS.facet("c:N"), MARKS.encode(column="c:N"), MARKS.properties(width=alt.Step(30)),
    MARKS | MARKS, plots.convergence(CURVES)],
    ids=["one", "facet", "column", "step", "two", "below a wide legend"])
@pytest.mark.parametrize("width", ["column", "page"])
def test_every_kind_of_chart_gets_the_width(tmp_path, drawn, width):
    plots.save(drawn, tmp_path / "a.svg", width)
    assert size(tmp_path / "a.svg")[0] == pytest.approx(plots.export.WIDTHS[width], abs=0.02)
