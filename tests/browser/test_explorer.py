"""The explorer in JupyterLab, in a browser, as a person would use it."""

import json

import pytest
from exploring import (
    SHOTS,
    button,
    changes,
    chosen,
    configured,
    control,
    frames_per_second,
    numbers,
    opened,
    pixels,
    set_number,
    set_slider,
    shoot,
    state,
)

import memlab as ml

pytestmark = pytest.mark.slow


def evaluations(page):
    return numbers(page, "evaluations")


def pauses(page):
    """Wait, with what is under way, until nothing changes for a second."""
    for _ in range(10):
        paused, seen = evaluations(page), pixels(page)
        page.wait_for_timeout(1_000)
        if (evaluations(page), pixels(page)) == (paused, seen):
            return
    raise AssertionError("the race goes on")


def test_four_modes_race_and_pause(page):
    state(page, "ready")
    opened(page, "Explorer('race', preset='same', repeats=1)")
    assert set(evaluations(page).values()) == {"50"}
    assert numbers(page, "best_fitness")["darwinian"].endswith(" conflicts")
    assert len(pixels(page)) == 4
    run = button(page, "Run")
    assert changes(page, lambda: pixels(page), run.click)
    for _ in range(3):
        assert changes(page, lambda: evaluations(page))
        run.click()
        pauses(page)
        run.click()
    run.click()
    pauses(page)
    shoot(page, "race")
    assert changes(page, lambda: evaluations(page), button(page, "Begin anew").click)
    assert set(evaluations(page).values()) == {"50"}


def test_a_slider_begins_the_race_anew(page):
    slider = control(page, "λ offspring")
    slider.focus()
    page.keyboard.press("ArrowRight")
    configured(page, "50+51")
    assert set(evaluations(page).values()) == {"50"}
    set_slider(page, "crossover", "50%")
    configured(page, "50+51, 0.5")


def test_a_graph_of_ones_own_and_a_broken_one(page, tmp_path):
    """What is named is what races: where a file cannot be read, nothing does."""
    ml.write_graph(ml.datasets.graph("ba_small", "test"), tmp_path / "mine.mis")
    (tmp_path / "broken.mis").write_text("p edge 3 2\ne 1 2\ne 2 7\n")
    alert = page.locator(".memlab [role=alert]:visible")
    control(page, "graph").select_option("a file of mine")
    state(page, "failed")
    set_number(page, "path", str(tmp_path / "mine.mis"))
    page.locator(".memlab [role=status]", has_text="mine.mis: 202 vertices, 400 edges").wait_for()
    assert alert.count() == 0
    state(page, "ready")
    set_number(page, "path", str(tmp_path / "broken.mis"))
    alert.wait_for()
    assert alert.inner_text().endswith("broken.mis:3: (2, 7) names a vertex outside 1..3")
    state(page, "failed")
    assert page.locator(".memlab tr[data-mode]:visible").count() == 0
    page.screenshot(path=SHOTS / "broken_file.png")


def test_the_population_of_another_mode_is_looked_into(page):
    opened(page, "Explorer('inside', preset='same', repeats=1)")
    button(page, "Run").click()
    page.wait_for_timeout(1500)
    button(page, "Run").click()
    page.wait_for_timeout(400)
    assert changes(page, lambda: pixels(page),
                   lambda: chosen(page, "population of which").select_option("Lamarckian"))
    shoot(page, "inside")


def test_the_first_race_shows_what_the_paper_says(page):
    """The paper's best parameters and ten seeds; how many frames a second there were is kept."""
    opened(page, f"Explorer('race', speed={10**12})")
    button(page, "Run").dblclick()      # which does not pause
    measured = {"ten_seeds_frames_per_second": frames_per_second(page, ".memlab-charts", 3)}
    (SHOTS / "measured_repeats.json").write_text(json.dumps(measured))
    assert measured["ten_seeds_frames_per_second"] > 0
    state(page, "finished")
    assert set(evaluations(page).values()) == {"40000"}
    shoot(page, "race_of_ten")


def test_a_state_is_a_line_of_code_that_brings_it_back(page):
    opened(page, "Explorer('race', dataset='karate', repeats=3, seed=7)")
    set_number(page, "budget", "1e3")
    line = "Explorer('race', dataset='karate', budget=1000, seed=7, repeats=3)"
    page.wait_for_function("line => [...document.querySelectorAll('.memlab input')]"
                           ".some(input => input.value === line)", arg=line)
    opened(page, "Explorer('inside', dataset='house')")
    opened(page, line)
    assert control(page, "seed").input_value() == "7"
    control(page, "preset").fill("Explorer('race', mu=0)")
    control(page, "preset").press("Enter")
    page.locator(".memlab [role=alert]:visible", has_text="mu must be an integer from 1").wait_for()
    assert control(page, "seed").input_value() == "7"
