"""Every view of the page in a browser, as a person uses it: by hand, by key, by link."""

import numpy as np
import pytest
from playing import settled, status

import memlab as ml
from memlab.analysis import named

pytestmark = pytest.mark.slow

VIEWS = ("race", "inside", "walk", "needle", "landscape")      # that play; others: test_story.py
PIXELS = "[...document.querySelectorAll('#stage canvas')].map(canvas => canvas.toDataURL()).join()"


# What a newcomer can press, and how a hand or a key does it; details are opened before.
PRESSABLE = """async () => {
    await last;
    document.querySelectorAll("details").forEach(one => one.open = true);
    window.pressable = [...document.querySelectorAll("button, summary, input, select, textarea, "
        + "canvas, .map, [role=checkbox]")].filter(
        one => one.getClientRects().length && !one.disabled);
    return pressable.map(one => one.id || one.getAttribute("class") || one.textContent);
}"""
PRESS = """async i => {
    const one = pressable[i], bubbles = true;
    const happens = name => one.dispatchEvent(new Event(name, { bubbles }));
    const state = () => JSON.stringify([app.values, document.body.innerHTML,
        [...document.querySelectorAll("input, select")].map(one => [one.value, one.checked])]);
    await last;
    const before = state();
    if (one.matches("select")) one.selectedIndex = (one.selectedIndex + 1) % one.length;
    else if (one.type === "range") one.stepUp();
    else if (one.type === "text") one.value = "10";
    if (one.matches("select, [type=range], [type=text]")) happens("input"), happens("change");
    else {
        const { left, top, width, height } = one.getBoundingClientRect();
        const at = { bubbles, cancelable: true, pointerId: 1, clientX: left + width / 3,
                     clientY: top + height / 3 };
        for (const name of ["pointerdown", "pointermove", "pointerup"])
            one.dispatchEvent(new PointerEvent(name, at));
        one.dispatchEvent(new MouseEvent("click", at));
    }
    await new Promise(done => setTimeout(done, 50));
    await Promise.race([last, new Promise(done => setTimeout(done, 5000))]);
    await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
    return [state() !== before, find("message").hidden ? "" : find("message").textContent];
}"""
# buttons that change nothing where nothing has been done yet, and two that open a window
IDLE = {"again", "reset", "clear", "own", "save-table"}


@pytest.mark.parametrize("link", ["", "view=map", "view=walk", "view=inside"])
def test_every_button_can_be_the_first_that_is_pressed(page, link):
    """As a newcomer finds it: each does something, and none goes wrong."""
    page.open(link)
    names, chosen = page.tab.evaluate(PRESSABLE), page.tab.evaluate("app.values.view")
    assert {"take", "tell", "tab-race"} <= set(names)
    places = [name for name in names if name.startswith("place-")]      # of the map: many alike
    for i, name in enumerate(names):
        if name in set(places) - set(places[::50]):
            continue
        page.open(link)
        assert page.tab.evaluate(PRESSABLE) == names
        changed, said = page.tab.evaluate(PRESS, i)
        assert page.tab.errors == [] and "went wrong" not in said, name
        is_button = page.tab.evaluate("i => pressable[i].matches('button, select')", i)
        assert changed or not is_button or name in IDLE | {f"tab-{chosen}"} | (
            set() if link else {"take"}), name


def drawn(page):
    """Pictures drawn so far."""
    return page.tab.evaluate("Number(document.body.dataset.frames)")


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_plays_pauses_steps_and_begins_anew(page, view):
    page.open(f"view={view}")
    play = page.tab.locator("#play")
    settled(page, lambda: page.tab.locator("#status").inner_text() != "")
    begin, picture = status(page), page.tab.evaluate(PIXELS)
    play.click()
    settled(page, lambda: status(page) > begin)
    if "Pause" in play.inner_text():
        play.click()
    page.tab.wait_for_timeout(300)
    paused, seen = status(page), page.tab.evaluate(PIXELS)
    assert seen != picture
    page.tab.wait_for_timeout(300)
    assert (status(page), page.tab.evaluate(PIXELS)) == (paused, seen)
    page.tab.locator("#again").click()
    settled(page, lambda: status(page) == begin)
    settled(page, lambda: page.tab.evaluate(PIXELS) == picture)
    page.tab.locator("#step").click()
    settled(page, lambda: status(page) > begin)


def test_a_link_holds_all_settings(page):
    page.open("view=race&graph=karate&problem=maxcut&modes=lb,baldwinian&mu=20&lambda=30&seed=77"
              "&crossover=0.25&lb=0.75&budget=620&speed=5")
    page.tab.locator("#play").click()
    settled(page, lambda: status(page) == 620)
    problem = ml.MaxCut(named.from_example("karate").graph)
    for mode, given in {"baldwinian": {}, "lb": {"lb_probability": 0.75}}.items():
        run = ml.evolve(problem, mode, mu=20, lambda_=30, crossover_rate=0.25, budget=620, seed=77,
                        **given)
        shown = page.tab.locator(f"#card-{mode} .score b").inner_text()
        assert int(shown) == run.best_fitness
    assert page.tab.locator("#card-darwinian canvas.graph").count() == 0
    page.tab.locator("#set-seed").fill("78")
    page.tab.locator("#set-seed").press("Enter")
    assert "seed=78" in page.tab.evaluate("location.hash")
    assert "crossover=0.25" in page.tab.evaluate("location.hash")


@pytest.mark.parametrize("link, said", [
    ("view=race&mu=abc", "Parents μ must be a whole number from 1 to 1,000, not “abc”"),
    ("view=dance", "View must be one of start, race, inside, sample, walk, needle, landscape, map, "
                   "not “dance”"),
    ("view=race&graph=<b>x</b>", "Graph must be one of"),
    ("view=race&colour=red", "there is nothing called “colour” to set"),
    ("view=race&mu=500&lambda=500&budget=100", "evaluations must be at least μ + λ"),
    ("view=race&constructor=5&__proto__=1", "there is nothing called “__proto__” to set"),
    ("&".join(f"unknown{i}=1" for i in range(60)), "“unknown2” to set; and 57 more"),
])
def test_a_nonsensical_link_says_so_and_still_works(page, link, said):
    page.open(link)
    assert said in page.tab.locator("#message").inner_text()
    page.tab.locator("#step").click()
    settled(page, lambda: status(page) > 0)


def test_a_slider_reaches_from_baldwin_to_lamarck(page):
    """By keys, and bit by bit, the card of LB is what memlab computes; its ends are those modes."""
    page.open("view=race&graph=karate&problem=maxcut&modes=baldwinian,lamarckian,lb&mu=10&lambda=10"
              "&crossover=0.5&budget=310&speed=5&coin=each")
    slider, problem = page.tab.locator("#set-lb"), ml.MaxCut(named.from_example("karate").graph)
    assert slider.get_attribute("type") == "range"
    label = page.tab.locator("label.slider")
    assert label.inner_text().split() == ["LB:", "Baldwin", "Lamarck", "15", "%"]
    for key, probability in {"ArrowRight": 0.16, "Home": 0.0, "End": 1.0}.items():
        slider.press(key)
        settled(page, lambda: f"lb={probability:g}&" in  # noqa: B023
                page.tab.evaluate("`${location.hash}&`"))
        words = f"{100 * probability:.0f} % of what LB learns is inherited"
        assert slider.get_attribute("aria-valuetext") == words
        assert page.tab.evaluate("document.activeElement.id") == "set-lb"
        page.tab.locator("#play").click()
        settled(page, lambda: status(page) == 310)
        settled(page, lambda: "finished" in page.tab.locator("#status").inner_text())
        run = ml.evolve(problem, "lb", lb_probability=probability, inherits="each", mu=10,
                        lambda_=10, crossover_rate=0.5, budget=310, seed=1)
        course = page.tab.evaluate("race.curves")
        assert course["lb"]["best"] == run.trace["best_fitness"].tolist()
        assert np.allclose(course["lb"]["genomes"], run.trace["diversity"])
        if probability in (0, 1):
            pure = "lamarckian" if probability else "baldwinian"
            assert course["lb"] == course[pure] != course["baldwinian" if probability
                                                             else "lamarckian"]
        slider.focus()
    page.tab.locator("#tab-inside").click()
    settled(page, lambda: page.tab.locator("#set-mode").count() == 1)
    assert slider.is_disabled()      # of the mode that is looked into, nothing is left open
    page.tab.locator("#set-mode").select_option("lb")
    settled(page, slider.is_enabled)


def test_every_control_has_a_name_and_is_reached_with_the_tabulator(page):
    for view in VIEWS:
        page.open(f"view={view}")
        settled(page, lambda: drawn(page))      # pictures are described when they are drawn
        page.tab.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
        nameless = page.tab.locator("button, input, select, canvas, .map").evaluate_all(
            """all => all.filter(one => one.getClientRects().length && !one.innerText?.trim()
                && !one.labels?.length && !one.ariaLabel && one.ariaHidden !== "true"
                && !one.closest(".map[aria-label]")).map(one => one.outerHTML)""")
        assert nameless == []
        wanted = page.tab.locator("button:visible, input:visible, select:visible").count()
        page.tab.locator("#take").evaluate("one => one.focus()")
        reached = set()
        for _ in range(wanted + 8):
            reached.add(page.tab.evaluate("document.activeElement.id || "
                                          "document.activeElement.closest('[id]')?.id"))
            page.tab.keyboard.press("Tab")
        assert {"take", "play", "step", "again", "speed", "tab-race",
                "set-kind" if view == "landscape" else "set-seed"} <= reached
