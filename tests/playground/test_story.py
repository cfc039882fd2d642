"""The first minute: a puzzle by hand, a guess, a verdict, a sample, and what is shared."""

import csv
import hashlib
import io
import tomllib

import numpy as np
import pytest
from playing import settled

import memlab as ml
from memlab.analysis import named
from memlab.evolution.modes import MODES
from memlab.explorer.settings import CONTROLS
from memlab.playground import build
from memlab.study.tuned import preset

pytestmark = pytest.mark.slow

TEXTS = tomllib.loads((build.PAGE / "texts.toml").read_text("utf-8"))
SETTINGS = {"mu": 250, "lambda_": 50, "crossover_rate": 0.9, "budget": 40_000}
# QR codes of so many letters: their sums, when the codes had been read back by ISO/IEC 18004
CODES = {1: "80041b6bf204", 154: "a6577091c734", 230: "2fc6360b36cb", 231: "61304231f3e5",
         858: "8215dd34ce23"}
KARATE = "graph=karate&problem=maxcut&mu=10&lambda=10&budget=310"


class Loose:
    """A tab that is not the shared page's, for `settled`."""

    def __init__(self, tab):
        self.tab = tab


def words(page, place):
    return page.tab.locator(place).inner_text()


def small_map():
    entry = next(one for one in build.GRAPHS if one.get("name") == "map")
    return ml.MaxIndependentSet(ml.Graph.from_edges(len(entry["spots"]), entry["edges"]))


def test_the_page_opens_with_a_puzzle_that_learning_repairs(page):
    """Dots are chosen by click and by key; learning is the study's own, a step at a time."""
    page.open("")
    assert "never two that are joined" in words(page, "#tour")
    dots, told = page.tab.locator("#stage g[role=checkbox]"), page.tab.locator("#told")
    assert dots.count() == 24 and not page.tab.locator("#panel").is_visible()
    dots.nth(0).click()
    settled(page, lambda: told.inner_text().startswith("1 dot, and no two are joined"))
    for dot in (1, 6, 7, 10):
        dots.nth(dot).focus()
        page.tab.keyboard.press("Space")
    settled(page, lambda: "7 pink lines join two" in told.inner_text())
    assert dots.nth(10).get_attribute("aria-checked") == "true"
    page.tab.locator("#learn").click()
    settled(page, lambda: "the rings" in told.inner_text())
    learned, problem = page.tab.evaluate("[...puzzle.learned]"), small_map()
    assert problem.fitness(learned) == sum(learned) > 0
    assert set(np.flatnonzero(learned)) < {0, 1, 6, 7, 10}
    assert page.tab.locator("#stage g.dropped").count() == 5 - sum(learned)
    assert page.tab.evaluate("puzzle.steps") == 5 - sum(learned)
    best = ml.optima.solve(problem, 5)
    assert best.proved and page.graphs()[[graph["name"] for graph in page.graphs()].index(
        "map")]["problems"]["mis"]["optimum"] == best.value
    page.tab.evaluate(f"puzzle.choose(Uint8Array.from({list(map(int, best.solution))}))")
    settled(page, lambda: "the best there is. Nobody" in told.inner_text())


def test_who_guesses_gets_a_verdict_and_the_because(page):
    page.open("tour=2")
    assert page.tab.locator(".heirs svg.map-picture").count() == 6
    page.tab.locator("#guess-lamarckian").click()
    settled(page, lambda: "finished" in words(page, "#status"), seconds=90)
    settled(page, lambda: page.tab.locator("#verdict").is_visible())
    verdict, problem = words(page, "#verdict"), ml.MaxIndependentSet(
        named.from_dataset("er_small").graph)
    best = {mode: ml.evolve(problem, mode, seed=1, **SETTINGS).best_fitness
            for mode in ("baldwinian", "lamarckian")}
    assert (f"Baldwinian {best['baldwinian']}, Lamarckian {best['lamarckian']}: "
            "Baldwinian wins.") in verdict
    assert "It came out differently. Baldwin is ahead of Lamarck in this race." in verdict
    assert page.tab.locator("#verdict canvas").count() == 2
    assert page.tab.evaluate("document.activeElement.id") == "play"      # space goes on, no page
    page.tab.keyboard.press("n")
    settled(page, lambda: words(page, "#tour .count") == "4 / 10")
    page.tab.keyboard.press("PageUp")
    settled(page, lambda: words(page, "#tour .count") == "3 / 10")


def test_thirty_seeds_are_memlabs_and_lb_is_level_with_baldwin(page):
    """The page's own defaults, on all cores: every run is what memlab computes."""
    page.open("view=sample")
    page.tab.locator("#play").click()
    settled(page, lambda: words(page, "#status") == "30 of 30 seeds, finished", seconds=300)
    rows = list(csv.DictReader(io.StringIO(page.tab.evaluate("sample.table()"))))
    problem = ml.MaxIndependentSet(named.from_dataset("er_small").graph)
    best, steps = ({mode: [int(next(row[name] for row in rows if (row["mode"], row["seed"]) == (
        mode, str(seed)))) for seed in range(1, 31)]
        for mode in ("darwinian", "baldwinian", "lamarckian", "lb")} for name in ("best", "steps"))
    for mode in best:
        given = {"lb_probability": TEXTS["settings"]["lb"]["value"]} if mode == "lb" else {}
        runs = [ml.evolve(problem, mode, seed=seed, **SETTINGS, **given) for seed in range(1, 31)]
        assert best[mode] == [run.best_fitness for run in runs]
        assert steps[mode] == [run.local_search_steps for run in runs]
    mean = {mode: np.mean(values) for mode, values in best.items()}
    assert mean["baldwinian"] - mean["lb"] < 1 < 4 < mean["lb"] - mean["lamarckian"]
    assert "Baldwinian 35.4" in words(page, "#finding")
    assert "Lamarckian 30 times" in words(page, "#finding")


def test_lb_is_everywhere_the_papers():
    value = TEXTS["settings"]["lb"]["value"]
    assert value == CONTROLS["lb_probability"]["value"]
    assert value == preset("best", ["lb"], "mis", "er_small")["lb"]["lb_probability"]


def test_results_of_a_class_are_joined(page):
    """Those of other seeds are added, by hand or by pasting; those of other settings are not."""
    page.open(f"view=sample&seed=5&seeds=2&modes=baldwinian,lamarckian&{KARATE}")
    page.tab.locator("#play").click()
    settled(page, lambda: words(page, "#status") == "2 of 2 seeds, finished")
    table = page.tab.evaluate("sample.table()")
    header, *rows = table.splitlines()
    assert len(rows) == 4 and len(list(csv.DictReader(io.StringIO(table)))) == 4
    others = [row.replace(",5,", ",500,") for row in rows if ",5," in row]
    strange = rows[0].replace("mu=10", "mu=11")
    page.tab.locator("#join").fill("\n".join([header, *others, strange, "nonsense"]))
    page.tab.locator("#add-table").click()
    said = words(page, "#message")
    assert said.startswith("2 rows added; 1 row left out, because the settings were others; 1 row")
    settled(page, lambda: words(page, "#finding").startswith("Means of 3 seeds"))
    more = [row.replace(",500,", ",501,") for row in others]
    page.tab.evaluate(PASTE, "\n".join([header, *more]))
    settled(page, lambda: words(page, "#finding").startswith("Means of 4 seeds"))
    page.tab.locator("#set-seed").fill("6")
    page.tab.locator("#set-seed").press("Enter")
    settled(page, lambda: words(page, "#status") == "1 of 2 seeds")      # 6 is there already


PASTE = """text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}"""


def joined(page, rows):
    """What the page says of pasted results: rows of (seed, mode, best, steps)."""
    settings = page.tab.evaluate("sample.settings")
    page.tab.evaluate("text => join(text)", "\n".join(
        ["settings,seed,mode,best,steps", *(",".join([settings, *map(str, row)]) for row in rows)]))
    return words(page, "#message")


@pytest.mark.parametrize("link, least, most, steps, mode", [
    ("graph=karate", -78, 20, 34, "baldwinian"), ("graph=karate&depth=3", -78, 20, 3, "baldwinian"),
    ("graph=karate&problem=maxcut", 0, 61, 78, "baldwinian"),
    ("graph=er-40-0.3-1", -780, 40, 0, "darwinian")])
def test_results_that_no_run_can_have_are_refused_and_named(page, link, least, most, steps, mode):
    """At most the optimum or all dots, at least all conflicts; a dot dropped or an edge gained a
    step."""
    page.open(f"view=sample&{link}&mu=10&lambda=10&budget=310&modes=darwinian,baldwinian")
    name, steps = MODES[mode].label, 310 * steps
    assert joined(page, [(1, mode, least, 0), (2, mode, most, steps)]) == "2 rows added"
    for best in (least - 1, most + 1, "NaN", "=1+1", "", "0x10", 0.5, 1e30, "9" * 400):
        assert joined(page, [(3, mode, best, 0)]) == (
            f"0 rows added; 1 row left out as impossible. {name}, seed 3: best must be a whole "
            f"number from {least:,} to {most:,}, not “{str(best)[:20]}”")
    for wrong in (-1, steps + 1, "Infinity", "many"):
        assert joined(page, [(3, mode, most, wrong)]).endswith(
            f"{name}, seed 3: steps must be a whole number from 0 to {steps:,}, not “{wrong}”")
    assert page.tab.evaluate("[...sample.results.keys()]") == ["1", "2"]


def test_no_cell_of_an_exported_table_is_a_formula(page):
    """Also where a file is called like one."""
    page.open("view=sample&seeds=2&mu=5&lambda=5&budget=100&modes=baldwinian")
    page.tab.evaluate("name => receive([new File(['p edge 2 1\\ne 1 2\\n'], name)])",
                      "=1+1|'a' \",b.mis")
    settled(page, lambda: words(page, "#reading") != "")
    page.tab.locator("#play").click()
    settled(page, lambda: words(page, "#status") == "2 of 2 seeds, finished")
    rows = list(csv.reader(io.StringIO(page.tab.evaluate("sample.table()"))))
    assert len(rows) == 3 and {len(row) for row in rows} == {5}
    assert all(content[0] not in "=+-@" for row in rows for content in row)
    texts = ["=1+1", "+1", "-a", "@x", "\t=1", "a,b", 'a"b', "a"]
    cells = page.tab.evaluate("texts => texts.map(cell)", texts)
    assert next(csv.reader([",".join(cells)])) == ["'" + text for text in texts[:5]] + texts[5:]
    assert page.tab.evaluate("cell(-5)") == "-5"


def test_a_link_is_shared_as_text_and_as_a_code(page):
    page.open("view=race&seed=77&mu=20")
    page.tab.locator("#tell").click()
    link = page.tab.locator("#link").input_value()
    assert link == f"{page.address}#view=race&graph=er_small-0&seed=77&mu=20"
    assert page.tab.locator("canvas.code").is_visible()
    for size, digest in CODES.items():
        dark = np.array(page.tab.evaluate("text => qrCode(text)", "x" * size), np.uint8)
        assert hashlib.sha256(dark.tobytes()).hexdigest().startswith(digest), size
    assert page.tab.evaluate("qrCode('x'.repeat(859))") is None
    page.tab.keyboard.press("Escape")
    page.tab.locator("#dice").click()
    settled(page, lambda: "seed=77" not in page.tab.evaluate("location.hash"))
    page.tab.locator("#reset").click()
    settled(page, lambda: page.tab.evaluate("location.hash") == "#view=race&graph=er_small-0")


def test_a_phone_shows_the_scene_with_the_words(page, width=390, height=844):
    """By touch: nothing is wider than the screen, and what a step points at is above its words."""
    context = page.tab.context.browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True,
        device_scale_factor=2)
    tab = context.new_page()
    try:
        tab.goto(page.address)
        tab.wait_for_selector("body[data-ready]")
        phone = Loose(tab)
        shown = "document.documentElement.scrollWidth"
        tab.locator("#stage g[role=checkbox]").nth(4).tap()
        settled(phone, lambda: tab.locator("#told").inner_text().startswith("1 dot"))
        panel = tab.locator("#tour").bounding_box()
        picture = tab.locator("#stage .map-picture").bounding_box()
        assert picture["y"] >= 0 and picture["y"] + 0.9 * picture["height"] <= panel["y"]
        for step in range(1, 11):
            tab.evaluate(f"visit({step})")
            tab.wait_for_timeout(400)
            assert tab.evaluate(shown) <= width, step
        for view in TEXTS["views"]:
            tab.evaluate(f"enterView('{view}')")
            tab.wait_for_timeout(300)
            assert tab.evaluate(shown) <= width, view
    finally:
        context.close()
