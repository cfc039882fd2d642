"""Which mode is best when the budget pays for learning: what was predicted, and what came out."""

import re

import nbformat
import numpy as np
import pandas as pd
import pytest

import memlab as ml
from memlab.analysis.leads import chosen, leads
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
    said = re.findall(r"^\| (\d) \|.*\*\*(\w+)\*\*", prose(), re.M)
    assert {int(number): verdict == "confirmed" for number, verdict in said} == found


def prose():
    """The markdown of chapter 10."""
    notebook = nbformat.read(ROOT / "notebooks" / "10_price_of_learning.ipynb", 4)
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def test_why_predictions_failed(runs):
    frame, darwin = table(runs), table(runs, ("lamarckian", "darwinian"))
    small = frame.loc["mis", 0.2]["lead"]
    assert "Baldwin leads by 1.55 on ER small" in prose()
    assert small["er_small"] == pytest.approx(1.55)
    assert small[["ba_small", "rb_small"]].abs().max() < 1.5 and round(small["ba_large"]) == -57
    unsure = darwin[~darwin["first_ahead"]].drop(0, level="step_cost")
    assert {(problem, dataset) for problem, _, dataset in unsure.index} == {("maxcut", "rb_small")}
    cuts = frame.loc["maxcut", 1]
    share = (cuts["lead"].abs() / cuts["level"]).round(3)
    assert share["ba_large"] == 0.036 and share.drop("ba_large").max() < 0.02
    dear = chosen(runs[runs["step_cost"] == 1], 10).groupby(["problem", "dataset", "mode"])
    baldwin = dear["best_fitness"].mean()["maxcut", "ba_large", "baldwinian"]
    assert f"it is {-100 * cuts['lead']['ba_large'] / baldwin:.1f} % of Baldwin's cut" in prose()
    assert cuts.loc[LARGE, "second_ahead"].all() and not cuts["first_ahead"].any()


def test_how_often_lamarck_is_ahead_and_where_learning_does_not_pay(runs):
    assert "in eight of twelve at a fifth of an evaluation a step, in ten at a whole one" in prose()
    ahead = table(runs).groupby("step_cost")["second_ahead"].sum()
    assert [ahead[price] for price in (0, 0.2, 1)] == [0, 8, 10]
    assert ("Baldwinian evolution falls behind Darwinian evolution on sets of BA large at both "
            "prices, and of BA small at the higher one.") in prose()
    darwin = table(runs, ("baldwinian", "darwinian"))["second_ahead"]
    assert set(darwin[darwin].index) == {
        ("mis", 0.2, "ba_large"), ("mis", 1, "ba_large"), ("mis", 1, "ba_small")}


def test_the_readme_says_who_is_ahead_when_steps_are_paid(runs):
    frame = table(runs)
    dear = frame.xs(1, level="step_cost")
    assert dear["second_ahead"].sum() == 10 and not dear["first_ahead"].any()
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert ("Lamarckian evolution is then ahead in ten of twelve cases, and Baldwinian evolution "
            "in none") in readme


def test_predictions_can_come_out_and_fail(runs):
    """In worlds where they are true and where they are not, whatever these runs say."""
    flat = verdicts(runs.assign(best_fitness=1000.0))
    assert not any(flat.values())
    noise = np.random.default_rng(1).normal(0, 0.1, len(runs))
    lamarck, darwin = runs["mode"] == "lamarckian", runs["mode"] == "darwinian"
    large = runs["dataset"].isin(LARGE)
    bonus = lamarck * (runs["step_cost"] > 0) * (1 + 11 * large) - 9.0 * darwin
    assert all(verdicts(runs.assign(best_fitness=2000 + bonus + noise)).values())
