"""How charts look: modes are told apart by anyone, and charts are drawn without the internet."""

import itertools

import altair as alt
import numpy as np
import pandas as pd
import pytest

from memlab import plots
from memlab.plots import style

# Machado, Oliveira and Fernandes (2009): complete protanopia, deuteranopia, tritanopia
SIGHTS = {
    "normal": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                   [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                   [0.004733, 0.691367, 0.303900]],
}


def linear(colour):
    values = np.array([int(colour[i:i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    """CIE L*a*b* of linear sRGB, white point D65."""
    matrix = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722],
                       [0.0193, 0.1192, 0.9505]])
    x, y, z = np.cbrt(matrix @ np.clip(rgb, 0, 1) / [0.9505, 1.0, 1.089])
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def contrast(a, b):
    """WCAG's contrast ratio of two colours."""
    bright = sorted((linear(c) @ [0.2126, 0.7152, 0.0722] for c in (a, b)), reverse=True)
    return (bright[0] + 0.05) / (bright[1] + 0.05)


@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_are_told_apart_by_colour_blind_people(sight):
    seen = [lab(np.array(SIGHTS[sight]) @ linear(mode.colour)) for mode in plots.MODES.values()]
    # 2.3 is just noticeable, side by side; 15 is another colour
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2)) > 15


def test_modes_differ_without_colour_too():
    for attribute in ("label", "colour", "dash", "shape"):
        assert len({getattr(mode, attribute) for mode in plots.MODES.values()}) == len(plots.MODES)


@pytest.mark.parametrize("page", ["#ffffff", "#111111"])
def test_charts_can_be_read_on_light_and_on_dark_pages(page):
    assert contrast(style.INK, page) > 4
    assert all(contrast(mode.colour, page) > 2 for mode in plots.MODES.values())


def test_importing_draws_without_the_internet():
    chart = plots.convergence(pd.DataFrame({
        "mode": ["lb"], "evaluations": [1], "best_fitness": [2]}), title="A run")
    bundle = chart._repr_mimebundle_()
    assert set(bundle) == {"application/vnd.vegalite.v5+json", "image/svg+xml", "text/plain"}
    assert bundle["application/vnd.vegalite.v5+json"]["$schema"] == style.VEGALITE_5
    assert bundle["image/svg+xml"].startswith("<svg")
    assert bundle["text/plain"] == "Chart: A run"
    assert alt.theme.active == "memlab"


def test_what_has_no_interval_is_drawn_without():
    frame = pd.DataFrame({"mode": ["lb"], "mean": [3.0], "low": [np.nan], "high": [np.nan],
                          "published_mean": [2.0]})
    assert plots.to_svg(plots.scores(frame)).count(plots.MODES["lb"].colour) == 2


@pytest.mark.parametrize("draw", [plots.convergence, plots.diversity, plots.effort,
                                  plots.phenotype_distance, plots.scores,
                                  plots.sensitivity])
def test_a_frame_without_its_columns_is_refused(draw):
    with pytest.raises(ValueError, match="frame must have the columns mode, .* lacks"):
        draw(pd.DataFrame({"mode": ["lb"]}))
