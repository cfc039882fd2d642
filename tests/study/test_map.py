"""Where each mode wins, and why: eight experiments, whose heads say what was expected."""

import re
import tomllib

import nbformat
import pytest

from memlab import plots
from memlab.support.paths import ROOT, data

FOLDER = data("experiments") / "map"
FILES = sorted(FOLDER.glob("*.toml"))
CHAPTER = ROOT / "notebooks" / "09_where_each_mode_wins.ipynb"
PAGE = ROOT / "docs" / "results" / "where_each_mode_wins.md"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_says_what_is_expected_and_what_is_fresh_and_is_short(path):
    text = path.read_text("utf-8")
    head = re.match(r"(#.*\n)+", text)[0]
    words = re.sub(r"\n# *", " ", head)
    assert "Expected, written before the runs:" in words and "Fresh graphs: only this file" in words
    numbers = re.findall(r"^# (\d)\.", head, re.M)
    assert len(numbers) >= 3 and numbers == [*"12345"][:len(numbers)]
    assert re.search(r"5 %|95 %", words)      # how certain a lead has to be
    assert text.count("\n") <= 40 and max(map(len, text.splitlines())) <= 100


def test_graphs_are_fresh():
    """No other experiment of memlab has one of the seeds from which these graphs are drawn."""
    seeds = [tomllib.loads(path.read_text("utf-8")).get("seed", 0)
             for path in data("experiments").rglob("*.toml")]
    ours = [tomllib.loads(path.read_text("utf-8"))["seed"] for path in FILES]
    assert len(FILES) == 8 and {seed: seeds.count(seed) for seed in ours} == {
        **dict.fromkeys(ours, 1), 327: 2}      # two judge the same advice


def test_the_chapter_counts_what_came_out():
    source = "\n".join(cell.source for cell in nbformat.read(CHAPTER, 4).cells)
    counts = [len(re.findall(rf"^\| `(?!inheritance).*\*\*{verdict}\*\*", source, re.M))
              for verdict in ("confirmed", "refuted")]
    assert counts == [20, 15] and "Fifteen of 35 were wrong in some part" in source
    assert len(re.findall(r"^\| `inheritance` .*\*\*refuted\*\*", source, re.M)) == 3


@pytest.mark.slow
def test_the_picture_of_the_map_is_what_the_chapter_draws():
    """To make it again, write what `plots.to_svg` returns under this name."""
    cells, names = {cell.id: cell.source for cell in nbformat.read(CHAPTER, 4).cells}, {}
    drawn = cells["map-01"].replace("\nlead_map(", "\nchart = lead_map(")
    exec(cells["cell-02"] + "\n" + drawn, names)
    picture = CHAPTER.parent / "images" / "where_each_mode_wins.svg"
    # A renderer counts the gradients that it has drawn, in this process for other tests too.
    drawn, shown = (re.sub(r"gradient_\d+", "gradient", svg)
                    for svg in (plots.to_svg(names["chart"]), picture.read_text("utf-8")))
    assert drawn == shown
