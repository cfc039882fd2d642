"""Charts are saved as what the file's name says, whole or not at all."""

import pandas as pd
import pytest

from memlab import plots


@pytest.fixture
def chart():
    return plots.diversity(pd.DataFrame({"mode": ["lb", "lb"], "evaluations": [1, 9],
                                         "diversity": [2, 1]}), title="A chart")


@pytest.mark.parametrize(("name", "begins"), [
    ("a.svg", b"<svg"), ("a.pdf", b"%PDF"), ("a.png", b"\x89PNG\r\n\x1a\n"), ("A.SVG", b"<svg")])
def test_a_chart_is_saved_by_its_suffix(tmp_path, chart, name, begins):
    path = tmp_path / name
    path.write_text("an old one")
    plots.save(chart, path)
    assert path.read_bytes().startswith(begins)
    assert list(tmp_path.iterdir()) == [path]


def test_scale_and_background_are_heeded(tmp_path, chart):
    plots.save(chart, tmp_path / "1.png", scale=1)
    plots.save(chart, tmp_path / "3.png", scale=3)
    # width and height stand in the first chunk of a PNG
    small, large = (int.from_bytes((tmp_path / f"{n}.png").read_bytes()[16:20]) for n in (1, 3))
    assert large == pytest.approx(3 * small, abs=3)
    plots.save(chart, tmp_path / "plain.svg")
    plots.save(chart, tmp_path / "white.svg", background="#fefefe")
    assert "#fefefe" not in (tmp_path / "plain.svg").read_text()
    assert "#fefefe" in (tmp_path / "white.svg").read_text()


def test_another_suffix_is_refused(tmp_path, chart):
    with pytest.raises(ValueError, match=r"must end with \.svg, \.pdf or \.png, not '.*a\.jpg'"):
        plots.save(chart, tmp_path / "a.jpg")
    assert not list(tmp_path.iterdir())
