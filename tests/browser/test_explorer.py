"""The explorer in JupyterLab, in a browser, as a person would use it."""

import json

import pandas as pd
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


def test_next_tells_a_newcomer_the_first_story(page):
    story = control(page, "story")
    assert story.evaluate("list => list.selectedOptions[0].label").startswith("choose")
    shoot(page, "newcomer")
    button(page, "Next").click()
    page.locator(".memlab-story", has_text="First guess").wait_for()
    assert story.evaluate("list => list.selectedOptions[0].label").startswith("1.")


def test_four_modes_race_pause_and_step(page):
    assert page.locator(".memlab button:visible").first.inner_text() == "Hinton and Nowlan"
    state(page, "ready")
    opened(page, "Explorer('race', preset='same', repeats=1)")
    assert set(numbers(page, "evaluations").values()) == {"50"}
    assert len(pixels(page)) == 4
    assert changes(page, lambda: pixels(page), lambda: button(page, "Run").click())
    assert changes(page, lambda: numbers(page, "evaluations"))
    assert list(numbers(page, "best_fitness")) == ["darwinian", "baldwinian", "lamarckian", "lb"]

    button(page, "Pause").click()
    state(page, "paused")
    paused, seen = numbers(page, "evaluations"), pixels(page)
    page.wait_for_timeout(400)
    assert (numbers(page, "evaluations"), pixels(page)) == (paused, seen)

    assert changes(page, lambda: numbers(page, "evaluations"), lambda: button(page, "Step").click())
    stepped = numbers(page, "evaluations")
    assert all(int(stepped[mode]) - int(paused[mode]) == 50 for mode in paused)

    for _ in range(3):
        button(page, "Run").click()
        state(page, "running")
        assert changes(page, lambda: numbers(page, "evaluations"))
        button(page, "Pause").click()
        state(page, "paused")
    halted = numbers(page, "evaluations")
    page.wait_for_timeout(400)
    assert numbers(page, "evaluations") == halted
    shoot(page, "race")


def test_a_slider_begins_the_race_anew(page):
    slider = control(page, "λ offspring")
    slider.focus()
    page.keyboard.press("ArrowRight")
    configured(page, "50+51")
    assert set(numbers(page, "evaluations").values()) == {"50"}
    button(page, "Step").click()
    page.wait_for_function("() => document.querySelector('.memlab [data-column=evaluations]')"
                           ".innerText === '101'")
    set_slider(page, "crossover", "50%")
    configured(page, "50+51, 0.5")


def test_what_is_seen_can_be_taken_away(page, tmp_path):
    for name in ("Program", "Data"):
        with page.expect_download() as download:
            button(page, name).click()
        download.value.save_as(tmp_path / download.value.suggested_filename)
    data = pd.read_csv(tmp_path / "race.csv")
    names = {}
    exec((tmp_path / "race.py").read_text("utf-8"), names)
    for (mode, _), evolution in names["race"].items():
        mine = data[data["mode"] == mode].drop(columns=["mode", "seed"]).reset_index(drop=True)
        pd.testing.assert_frame_equal(mine, evolution.result().trace, check_dtype=False)


def test_a_graph_of_ones_own_and_a_broken_one(page, tmp_path):
    """What is named is what races: where a file cannot be read, nothing does."""
    ml.write_graph(ml.datasets.graph("ba_small", "test"), tmp_path / "mine.mis")
    (tmp_path / "broken.mis").write_text("p edge 3 2\ne 1 2\ne 2 7\n")
    (tmp_path / "eleven.mis").write_text(100_000 * f"c {'remark ' * 8}\n" + "p edge 3 1\ne 1 2\n")
    with open(tmp_path / "large.mis", "wb") as file:
        file.truncate(8_000_001)
    alert = page.locator(".memlab [role=alert]:visible")
    assert button(page, "Run").is_enabled()
    control(page, "graph").select_option("a file of mine")
    page.locator(".memlab [role=status]", has_text="open a file").wait_for()
    assert alert.count() == 0
    assert not button(page, "Run").is_enabled()
    assert page.locator(".memlab tr[data-mode]:visible").count() == 0

    def upload(name):
        with page.expect_file_chooser() as chooser:
            button(page, "Open a file").click()
        chooser.value.set_files(tmp_path / name)

    upload("mine.mis")
    page.locator(".memlab [role=status]", has_text="mine.mis: 202 vertices, 400 edges").wait_for()
    assert alert.count() == 0
    state(page, "ready")
    assert changes(page, lambda: numbers(page, "best_fitness"),
                   lambda: button(page, "Run").click())
    button(page, "Pause").click()
    state(page, "paused")

    upload("broken.mis")
    alert.wait_for()
    assert alert.inner_text() == "broken.mis:3: (2, 7) names a vertex outside 1..3"
    assert "Traceback" not in page.locator(".memlab").inner_text()
    state(page, "failed")
    assert not button(page, "Run").is_enabled()
    assert page.locator(".memlab tr[data-mode]:visible").count() == 0
    page.screenshot(path=SHOTS / "broken_file.png")

    assert (tmp_path / "eleven.mis").stat().st_size > 5_000_000
    upload("eleven.mis")
    page.locator(".memlab [role=status]", has_text="eleven.mis: 3 vertices, 1 edges").wait_for()
    state(page, "ready")
    upload("large.mis")
    page.locator(".memlab [role=alert]", has_text="large.mis is too large to be sent").wait_for()
    assert not button(page, "Run").is_enabled()
    set_number(page, "its path", str(tmp_path / "mine.mis"))
    state(page, "ready")


def test_inside_the_population_a_click_and_a_key_choose_an_individual(page):
    opened(page, "Explorer('inside', preset='same', repeats=1)")
    button(page, "Run").click()
    state(page, "running")
    page.wait_for_timeout(1500)
    button(page, "Pause").click()
    state(page, "paused")
    maps = page.locator(".memlab-maps")
    canvas = maps.locator("canvas").first
    half = {"x": 40, "y": canvas.bounding_box()["height"] / 2}
    assert changes(page, lambda: pixels(page), lambda: canvas.click(position=half))
    page.locator(".memlab-maps[aria-label*='Individual 26 of 50 is chosen']").wait_for()
    page.locator(".memlab-network figcaption", has_text="individual 26: ").wait_for()
    assert changes(page, lambda: pixels(page), lambda: maps.press("ArrowDown"))
    page.locator(".memlab-maps[aria-label*='Individual 27 of 50']").wait_for()
    assert changes(page, lambda: pixels(page),
                   lambda: chosen(page, "population of which").select_option("Lamarckian"))
    chosen(page, "population of which").select_option("Baldwinian")
    page.wait_for_timeout(300)
    shoot(page, "inside")


@pytest.mark.parametrize(("line", "kind", "settings"), [
    ("Explorer('walk')", None, "Explorer('walk', speed=5)"),
    ("Explorer('needle', trials=500)", None, "Explorer('needle', trials=500, speed=5)"),
    ("Explorer('landscape')", "mis", "Explorer('landscape', kind='mis', speed=5)")])
def test_a_view_of_the_page_plays_and_its_settings_are_the_explorers(page, line, kind, settings):
    opened(page, line)
    frame = page.frame_locator(".memlab-page")
    status = frame.locator("#status")
    assert not frame.locator("header").is_visible() and not frame.locator("footer").is_visible()
    assert changes(page, status.inner_text, frame.locator("#step").click)
    frame.locator("#speed").fill("5")
    if kind:
        frame.locator("#set-kind").select_option(kind)
    page.wait_for_function("line => [...document.querySelectorAll('.memlab input')]"
                           ".some(input => input.value === line)", arg=settings)
    assert changes(page, status.inner_text, frame.locator("#play").click)
    page.wait_for_timeout(1500)
    shoot(page, line.split("'")[1])


def test_the_first_race_shows_what_the_chapter_says(page):
    """The paper's best parameters and ten seeds, at eight frames a second or more while it is fast.

    How many there were is kept; a machine that is busy has fewer.
    """
    opened(page, f"Explorer('race', speed={10**12})")
    button(page, "Run").click()
    state(page, "running")
    measured = {"ten_seeds_frames_per_second": frames_per_second(page, ".memlab-charts", 3)}
    (SHOTS / "measured_repeats.json").write_text(json.dumps(measured))
    state(page, "finished")
    assert set(numbers(page, "evaluations").values()) == {"40000"}
    assert numbers(page, "against_lamarckian")["baldwinian"] == "10:0"
    assert numbers(page, "range")["baldwinian"] == "34 – 36"
    shoot(page, "race_of_ten")


def test_what_is_finished_stays_until_reset_and_then_as_a_ghost(page):
    opened(page, "Explorer('race', dataset='karate', budget=2000, mu=10, repeats=2, "
           f"speed={10**12})")
    button(page, "Run").dblclick()
    state(page, "finished")
    assert not button(page, "Run").is_enabled() and not button(page, "Step").is_enabled()
    ended = numbers(page, "best_fitness")
    seen = pixels(page)
    set_slider(page, "μ parents", 11)
    configured(page, "11+50")
    assert numbers(page, "before") == ended
    page.wait_for_timeout(300)
    shoot(page, "ghost")
    assert pixels(page) != seen


def test_conflicts_are_called_so(page):
    opened(page, "Explorer('race', repeats=1)")
    assert numbers(page, "best_fitness")["darwinian"].endswith(" conflicts")


def test_a_state_is_a_line_of_code_that_brings_it_back(page):
    opened(page, "Explorer('race', dataset='karate', repeats=3, seed=7)")
    set_number(page, "budget", "1e3")
    line = "Explorer('race', dataset='karate', budget=1000, seed=7, repeats=3)"
    page.wait_for_function("line => [...document.querySelectorAll('.memlab input')]"
                           ".some(input => input.value === line)", arg=line)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Copy as code").click()
    page.wait_for_function("async line => await navigator.clipboard.readText() === line", arg=line)
    opened(page, "Explorer('walk', k=4)")
    opened(page, line)
    assert control(page, "seed").input_value() == "7"
    control(page, "preset").fill("Explorer('race', mu=0)")
    control(page, "preset").press("Enter")
    page.locator(".memlab [role=alert]:visible", has_text="mu must be an integer from 1").wait_for()
    assert control(page, "seed").input_value() == "7"


def test_the_tour_leads_through_the_stories(page):
    opened(page, "Explorer('landscape')")
    told = page.locator(".memlab-story")
    seen = []
    for _ in range(6):
        button(page, "Next").click()
        page.wait_for_function("seen => { const now = document.querySelector('.memlab-story')"
                               "?.innerText; return now && !seen.includes(now); }", arg=seen)
        seen.append(told.inner_text())
        assert "First guess" in seen[-1]
        state(page, "ready")
    control(page, "story").select_option("2. A small graph, inside and out")
    page.locator(".memlab-maps:visible").wait_for()
    page.locator(".memlab-charts:visible canvas").first.wait_for()
    shoot(page, "story")


def test_a_large_graph_can_be_looked_into(page, tmp_path):
    ring = [(i, (i + 1) % 100_000) for i in range(100_000)]
    ml.write_graph(ml.Graph.from_edges(100_000, ring), tmp_path / "ring.npz")
    opened(page, f"Explorer('inside', path='{tmp_path}/ring.npz', mu=5, lambda_=5, repeats=1)")
    page.locator(".memlab-maps figcaption", has_text="4,000 of 100,000 vertices").wait_for()
    page.locator(".memlab-network figcaption", has_text="here 300 of its 100,000").wait_for()
    filled = page.locator(".memlab-maps canvas").first.evaluate("""canvas => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return data.filter((_, i) => i % 4 === 3).reduce((sum, alpha) => sum + alpha / 255, 0)
               / canvas.width / canvas.height; }""")
    assert 0.2 < filled < 0.95
    shoot(page, "large")
