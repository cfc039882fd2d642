"""Charts are saved by Altair as what the file's name says, with all that this needs."""

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


def test_a_saved_chart_has_memlabs_look(tmp_path, chart):
    chart.save(tmp_path / "a.svg")
    assert palette.INK in (tmp_path / "a.svg").read_text()


def test_the_scale_is_heeded(chart):
    # width and height stand in the first chunk of a PNG
    small, large = (int.from_bytes(plots.to_png(chart, scale)[16:20]) for scale in (1, 3))
    assert large == pytest.approx(3 * small, abs=3)
