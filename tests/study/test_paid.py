"""Which mode is best when the budget pays for learning: what was predicted, and what came out."""

import re

import nbformat
import pandas as pd
import pytest

import memlab as ml
from memlab.analysis.leads import leads
from memlab.support.paths import RESULTS, ROOT, data

PATH = data("experiments") / "paid.toml"
LEARNING = "baldwinian", "lamarckian"
SMALL, LARGE = (["er_small", "ba_small", "rb_small"], ["er_large", "ba_large", "rb_large"])


def table(runs, modes=LEARNING):
    """Leads of one mode over another, with the level of fitness; Holm by problem and price.

    Darwinian runs pay for no steps: they are the same at each price.
    """
    unpaid = runs[runs["mode"] == "darwinian"]
    runs = pd.concat([runs, *(unpaid.assign(step_cost=price) for price in (0.2, 1))])
    runs = runs[runs["mode"].isin(modes)]
    frame = pd.concat([leads(one, 10, modes)
                       for _, one in runs.groupby(["problem", "step_cost"], sort=False)])
    sure = frame["p_holm"] < 0.05
    frame = frame.assign(first_ahead=sure & (frame["difference"] > 0),
                         second_ahead=sure & (frame["difference"] < 0),
                         lead=frame["difference"])
    level = runs.groupby(["problem", "dataset"])["best_fitness"].mean().rename("level")
    return frame.join(level, on=["problem", "dataset"]).set_index(
        ["problem", "step_cost", "dataset"]).sort_index()


def verdicts(runs):
    """By number, whether all of a prediction came out. Written before the runs, like the head."""
    frame = table(runs)
    darwin = table(runs, ("lamarckian", "darwinian"))
    some, dear = frame.loc["mis", 0.2], frame.loc["mis", 1]
    cuts = frame.loc["maxcut", 1]
    return {
        1: (some.loc["ba_large", "second_ahead"] and some.loc["ba_large", "lead"] < -10
            and (some.loc[SMALL, "lead"].abs() <= 1.5).all()),
        2: (not dear["first_ahead"].any()
            and dear.loc[["er_large", "ba_large"], "second_ahead"].all()),
        3: darwin.loc[(slice(None), [0.2, 1]), "first_ahead"].all(),
        4: (cuts.loc[LARGE, "second_ahead"].all() and not cuts["first_ahead"].any()
            and (cuts["lead"].abs() <= 0.02 * cuts["level"]).all()),
    }


@pytest.fixture(scope="module")
def runs():
    return ml.study.load(RESULTS / "paid").runs()


def test_the_head_says_what_is_expected_and_the_chapter_what_came_out(runs):
    head = PATH.read_text("utf-8").partition("\ntitle")[0]
    assert "Expected, written before the runs:" in head
    found = verdicts(runs)
    assert {int(number) for number in re.findall(r"^# (\d)\.", head, re.M)} == set(found)
    assert found == {1: False, 2: True, 3: False, 4: False}
    said = re.findall(r"^\| (\d) \|.*\*\*([\w ]+)\*\*", prose(), re.M)
    assert {int(number): verdict == "confirmed" for number, verdict in said} == found


def prose():
    """The markdown of chapter 10."""
    notebook = nbformat.read(ROOT / "notebooks" / "10_price_of_learning.ipynb", 4)
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
