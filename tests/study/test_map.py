"""Where each mode wins, and why: experiments whose heads say what was expected."""

import re
import tomllib

import nbformat
import pandas as pd
import pytest

from memlab import plots
from memlab.support.paths import ROOT, data

FOLDER = data("experiments") / "map"
FILES = sorted(FOLDER.glob("*.toml"))
CHAPTER = ROOT / "notebooks" / "09_where_each_mode_wins.ipynb"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_says_what_is_expected_and_what_is_fresh_and_is_short(path):
    text = path.read_text("utf-8")
    head = re.match(r"(#.*\n)+", text)[0]
    words = re.sub(r"\n# *", " ", head)
    assert "Expected, written before the runs:" in words and "Fresh graphs: only this file" in words
    numbers = re.findall(r"^# (\d)\.", head, re.M)
    assert len(numbers) >= 3 and numbers == [*"1234567"][:len(numbers)]
    assert re.search(r"5 %|95 %", words)      # how certain a lead has to be
    assert text.count("\n") <= 70 and max(map(len, text.splitlines())) <= 100


def test_graphs_are_fresh():
    """No other experiment of memlab has one of the seeds from which these graphs are drawn."""
    seeds = [tomllib.loads(path.read_text("utf-8")).get("seed", 0)
             for path in data("experiments").rglob("*.toml")]
    ours = [tomllib.loads(path.read_text("utf-8"))["seed"] for path in FILES]
    assert {seed: seeds.count(seed) for seed in ours} == {
        **dict.fromkeys(ours, 1), 327: 2}      # two judge the same advice


def test_every_experiment_says_what_came_out():
    """A row for each prediction at the head of a file, and nothing else."""
    rows = pd.read_csv(data("experiments") / "predictions.csv")
    assert set(rows["verdict"]) == {"confirmed", "refuted", "not shown"}
    counts = rows[rows["number"] > 0].groupby("experiment").size()
    for path in [data("experiments") / "inheritance.toml", *FILES]:
        expected = len(re.findall(r"^# \d\. ", path.read_text("utf-8"), re.M))
        if (data("results") / path.stem).is_dir():
            assert counts[path.stem] == expected, path.stem


@pytest.mark.slow
def test_the_picture_of_the_map_is_what_the_chapter_draws():
    """To make it again, write what `plots.to_svg` returns under this name."""
    cells, names = {cell.id: cell.source for cell in nbformat.read(CHAPTER, 4).cells}, {}
    drawn = cells["map-01"].replace("\nlead_map(", "\nchart = lead_map(")
    exec("\n".join([*(cells[name] for name in ("cell-02", "cell-04", "cell-05")), drawn]), names)
    picture = CHAPTER.parent / "images" / "where_each_mode_wins.svg"
    # A renderer counts the gradients that it has drawn, in this process for other tests too.
    drawn, shown = (re.sub(r"gradient_\d+", "gradient", svg)
                    for svg in (plots.to_svg(names["chart"]), picture.read_text("utf-8")))
    assert drawn == shown
