"""Charts are saved by Altair as what the file's name says, with all that this needs."""

import pandas as pd
import pytest

from memlab import plots


@pytest.fixture
def chart():
    return plots.diversity(pd.DataFrame({"mode": ["lb", "lb"], "evaluations": [1, 9],
                                         "diversity": [2, 1]}), title="A chart")


@pytest.mark.parametrize(("name", "begins"), [
    ("a.svg", b"<svg"), ("a.pdf", b"%PDF"), ("a.png", b"\x89PNG\r\n\x1a\n")])
def test_a_chart_is_saved_by_its_suffix(tmp_path, chart, name, begins):
    chart.save(tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(begins)
