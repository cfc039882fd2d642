"""Chapter 2 in JupyterLab, in a browser, as a person would use it.

Without Chromium these tests are skipped, or fail where MEMLAB_REQUIRE_BROWSER=1 demands them. They
leave screenshots of every view, and what was measured, in runs/screenshots, or where
MEMLAB_SCREENSHOTS says.
"""

import json
import os
from pathlib import Path

import browsing
import pandas as pd
import pytest
from exploring import (
    button,
    changes,
    configured,
    control,
    frames_per_second,
    milliseconds,
    nudge,
    numbers,
    pixels,
    press,
    set_number,
    set_slider,
    state,
)

import memlab as ml

STOPPED = "document.querySelector('.memlab [data-state=stopped]')"
SHOTS = Path(os.environ.get("MEMLAB_SCREENSHOTS", browsing.ROOT / "runs" / "screenshots"))


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """Chapter 2, all cells run, and the explorer waiting for its first click."""
    if browsing.CHROMIUM is None:
        message = "no Chromium on this machine (Debian: apt-get install chromium)"
        if os.environ.get("MEMLAB_REQUIRE_BROWSER") == "1":
            pytest.fail(message)
        pytest.skip(message)
    SHOTS.mkdir(parents=True, exist_ok=True)
    folder = tmp_path_factory.mktemp("lab")
    with browsing.serve(folder) as address, browsing.browse(address) as page:
        page.notebook = folder / "notebooks" / "02_evolution_modes.ipynb"
        browsing.open_notebook(page, address, page.notebook.name)
        browsing.run_all(page)
        state(page, "ready")
        yield page


@pytest.fixture(autouse=True)
def nothing_leaves_the_machine_and_nothing_goes_wrong(page):
    yield
    assert page.outside == []
    assert page.errors == []


def shoot(page, name):
    page.locator(".memlab").screenshot(path=SHOTS / f"{name}.png")


def test_four_modes_race_pause_step_and_stop(page):
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
        button(page, "Stop").click()
        state(page, "stopped")
    stopped = numbers(page, "evaluations")
    page.wait_for_timeout(400)
    assert numbers(page, "evaluations") == stopped
    shoot(page, "race")


def test_a_slider_begins_the_race_anew(page):
    slider = control(page, "λ offspring")
    slider.focus()
    page.keyboard.press("ArrowRight")
    configured(page, "50 + 51")
    assert set(numbers(page, "evaluations").values()) == {"50"}
    button(page, "Step").click()
    page.wait_for_function("() => document.querySelector('.memlab [data-column=evaluations]')"
                           ".innerText === '101'")


def test_what_is_seen_can_be_taken_away(page, tmp_path):
    button(page, "Code and data").click()
    code = page.locator(".memlab .memlab-code:visible").inner_text()
    with page.expect_download() as download:
        page.locator(".memlab .memlab-link:visible").click()
    download.value.save_as(tmp_path / "race.csv")
    data = pd.read_csv(tmp_path / "race.csv")
    names = {}
    exec(code, names)
    for mode, evolution in names["race"].items():
        mine = data[data["mode"] == mode].drop(columns="mode").reset_index(drop=True)
        pd.testing.assert_frame_equal(mine, evolution.result().trace, check_dtype=False)


def test_a_graph_of_ones_own_and_a_broken_one(page, tmp_path):
    ml.write_graph(ml.datasets.graph("ba_small", "test"), tmp_path / "mine.mis")
    (tmp_path / "broken.mis").write_text("p edge 3 2\ne 1 2\ne 2 7\n")
    control(page, "graph").select_option("a file of mine")

    def upload(name):
        with page.expect_file_chooser() as chooser:
            button(page, "Open a graph file").click()
        chooser.value.set_files(tmp_path / name)

    upload("broken.mis")
    alert = page.locator(".memlab [role=alert]:visible")
    alert.wait_for()
    assert alert.inner_text() == "broken.mis:3: (2, 7) names a vertex outside 1..3"
    assert "Traceback" not in page.locator(".memlab").inner_text()
    page.screenshot(path=SHOTS / "broken_file.png")

    upload("mine.mis")
    page.locator(".memlab [role=status]", has_text="202 vertices, 400 edges").wait_for()
    assert alert.count() == 0
    state(page, "ready")
    assert changes(page, lambda: numbers(page, "best_fitness"),
                   lambda: button(page, "Run").click())
    button(page, "Stop").click()
    state(page, "stopped")
    assert changes(page, lambda: pixels(page), lambda: button(page, "Find the optimum").click())
    page.locator(".memlab [role=status]", has_text="The optimum is").wait_for()


def test_inside_the_population_a_click_and_a_key_choose_an_individual(page):
    control(page, "graph").select_option("ER small, generated")
    button(page, "Inside the population").click()
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
                   lambda: control(page, "population").select_option("Lamarckian"))
    control(page, "population").select_option("Baldwinian")
    page.wait_for_timeout(300)
    shoot(page, "inside")


def test_the_walk_walks_event_by_event_and_fast(page):
    button(page, "DLB walk").click()
    state(page, "ready")
    assert set(numbers(page, "iterations").values()) == {"0"}
    assert changes(page, lambda: pixels(page), lambda: button(page, "Step").click())
    page.locator(".memlab select:visible").select_option("1,000 iterations a second")
    button(page, "Run").click()
    page.wait_for_function("() => Number(document.querySelector('.memlab tr[data-mode=baldwinian] "
                           "[data-column=level]:not(:empty)').innerText) === 12", timeout=30_000)
    button(page, "Stop").click()
    state(page, "stopped")
    assert int(numbers(page, "damaged")["baldwinian"]) > 0
    assert numbers(page, "expected_iterations")["darwinian"] == "682780"
    shoot(page, "walk")


def test_learning_changes_the_landscape(page):
    button(page, "Landscape").click()
    page.wait_for_timeout(800)
    for kind in ("a needle in a haystack", "independent sets of a graph", "a deceptive block"):
        assert changes(page, lambda: pixels(page),
                       lambda kind=kind: control(page, "landscape").select_option(kind))
    slider = control(page, "search steps")
    slider.focus()
    for _ in range(4):
        assert changes(page, lambda: pixels(page), lambda: page.keyboard.press("ArrowLeft"))
    shoot(page, "landscape")


def test_every_control_can_be_reached_with_the_tabulator(page):
    button(page, "Race").click()
    control(page, "λ offspring").wait_for()
    page.locator(".memlab button:visible").first.focus()
    reached = set()
    for _ in range(45):
        reached.add(page.evaluate("""() => {
            const it = document.activeElement;
            const box = it.matches('button') ? it : it.closest('.jupyter-widgets') ?? it;
            return box.innerText.trim().split('\\n')[0];
        }"""))
        page.keyboard.press("Tab")
    assert {"Race", "Landscape", "Run", "Step", "Stop", "Reset", "Code and data", "problem",
            "graph", "number", "λ offspring", "crossover", "budget", "seed",
            "Darwinian", "LB"} <= reached


def test_a_large_race_stays_fluid(page):
    """250 + 250 on a graph of ER large is drawn and answers while it runs; how fast is kept."""
    button(page, "Race").click()
    control(page, "graph").select_option("ER large, generated")
    set_slider(page, "μ parents", 250)
    set_slider(page, "λ offspring", 250)
    set_number(page, "budget", 10_000_000)
    page.locator(".memlab select[title=speed]").select_option("as fast as it goes")
    configured(page, "250 + 250")
    button(page, "Run").click()
    state(page, "running")
    assert changes(page, lambda: numbers(page, "evaluations"))
    measured = {"race_frames_per_second": frames_per_second(page, ".memlab-charts")}
    button(page, "Inside the population").click()
    page.locator(".memlab-maps[data-frame]").wait_for()
    measured["inside_frames_per_second"] = frames_per_second(page, ".memlab-maps")
    control(page, "individual").press("Home")
    shown = "document.querySelector('.memlab-network figcaption').innerText"
    measured["slider_milliseconds"] = [
        milliseconds(page, nudge("individual"), f"{shown}.startsWith('individual {row}:')")
        for row in range(2, 12)]
    state(page, "running")
    measured["stop_milliseconds"] = milliseconds(page, press("Stop"), STOPPED)
    (SHOTS / "measured.json").write_text(json.dumps(measured, indent=1))
    assert min(measured["race_frames_per_second"], measured["inside_frames_per_second"]) > 0


def test_a_notebook_that_was_run_is_light_when_it_is_saved(page):
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    saved = json.loads(page.notebook.read_text("utf-8"))
    assert sum(bool(cell.get("outputs")) for cell in saved["cells"]) > 10
    assert page.notebook.stat().st_size < 1_000_000


def test_the_papers_parameters_are_raced_to_the_end(page):
    control(page, "graph").select_option("ER small, generated")
    presets = page.locator(".memlab select[title='which configurations']")
    presets.select_option("the paper's best for this dataset")
    control(page, "μ parents").wait_for(state="hidden")
    set_number(page, "budget", 40_000)
    state(page, "ready")
    button(page, "Run").click()
    state(page, "finished")
    assert set(numbers(page, "evaluations").values()) == {"40000"}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1200, 800])
def test_every_view_fits_the_window(page, width, dark):
    theme = "dark" if dark else "light"
    browsing.set_theme(page, f"JupyterLab {theme.capitalize()}")
    page.set_viewport_size({"width": width, "height": 1500})
    for name in ("Race", "Inside the population", "DLB walk", "Landscape"):
        button(page, name).click()
        page.wait_for_timeout(500)
        box = page.locator(".memlab").bounding_box()
        wider = page.locator(".memlab :visible").evaluate_all("""(parts, right) => parts.filter(
            part => part.getBoundingClientRect().right > right + 1
                    && !part.closest('.memlab-scroll') && !part.closest('.memlab-code')
            ).map(part => part.outerHTML.slice(0, 90))""", box["x"] + box["width"])
        assert wider == []
        shoot(page, f"{name.split()[0].lower()}_{width}_{theme}")
