"""The explorer on screens of any size, light and dark, for any reader, and how fluid it is."""

import json
import os
from pathlib import Path

import browsing
import pytest
from exploring import (
    SHOTS,
    button,
    changes,
    frames_per_second,
    numbers,
    opened,
    shoot,
)

from memlab.explorer.settings import VIEWS

pytestmark = pytest.mark.slow

AXE = os.environ.get("MEMLAB_AXE")


def test_every_control_can_be_reached_with_the_tabulator(page):
    opened(page, "Explorer('race', preset='same', repeats=1)")
    page.locator(".memlab button:visible").first.focus()
    reached = set()
    for _ in range(60):
        reached.add(page.evaluate("""() => {
            const it = document.activeElement;
            const box = it.matches('button') ? it : it.closest('.jupyter-widgets') ?? it;
            return box.innerText.trim().split('\\n')[0] || it.title;
        }"""))
        page.keyboard.press("Tab")
    assert {"Race", "Inside the population", "Run, or pause", "Begin anew", "problem",
            "graph", "number", "λ offspring", "crossover", "budget", "seed", "repeats", "against",
            "preset", "Darwinian", "LB"} <= reached


def test_nothing_serious_is_wrong_for_those_who_do_not_see(page):
    if AXE is None:
        pytest.skip("MEMLAB_AXE does not say where axe.min.js is")
    page.evaluate(Path(AXE).read_text("utf-8"))
    for view in VIEWS:
        opened(page, f"Explorer('{view}')")
        found = page.evaluate("""async () => (await axe.run(document.querySelector('.memlab')))
            .violations.filter(one => ['serious', 'critical'].includes(one.impact))
            .map(one => [one.id, one.nodes.map(node => node.html.slice(0, 120))])""")
        assert found == []


@pytest.mark.parametrize(("theme", "size"), [("light", (1366, 768)), ("dark", (1920, 1080)),
                                             ("light", (800, 900))])
def test_every_view_fits_the_window(page, theme, size):
    browsing.set_theme(page, f"JupyterLab {theme.capitalize()}")
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for view in VIEWS:
        opened(page, f"Explorer('{view}')")
        for told in page.locator(".memlab-info[open] > summary:visible").all():
            told.click()
        button(page, "Run").click()      # numbers are wider than none
        page.wait_for_timeout(500)
        button(page, "Run").click()
        box = page.locator(".memlab").bounding_box()
        wider = page.locator(".memlab :visible").evaluate_all("""(parts, right) => parts.filter(
            part => part.getBoundingClientRect().right > right + 1
                    && !part.closest('.memlab-scroll')
            ).map(part => part.outerHTML.slice(0, 90))""", box["x"] + box["width"])
        assert wider == []
        shoot(page, f"{view}_{size[0]}_{theme}")
        if size[0] > 1300:
            page.locator(".memlab-views").evaluate("part => part.scrollIntoView()")
            cut = page.locator(".memlab-scroll:visible").evaluate_all(
                "parts => Math.max(0, ...parts.map(part => part.scrollWidth - part.clientWidth))")
            lowest = page.locator(".memlab canvas:visible").evaluate_all(
                "all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))")
            assert cut <= 1 and lowest <= size[1], view


def test_a_large_race_stays_fluid(page):
    """250 + 250 on a graph of ER large is drawn and answers while it runs; how fast is kept."""
    opened(page, "Explorer('race', dataset='er_large', budget=10_000_000, preset='same', mu=250, "
           f"lambda_=250, repeats=1, speed={10**12})")
    button(page, "Run").click()
    assert changes(page, lambda: numbers(page, "evaluations"))
    measured = {"race_frames_per_second": frames_per_second(page, ".memlab-charts")}
    button(page, "Inside the population").click()
    page.locator(".memlab-maps[data-frame]").wait_for()
    measured["inside_frames_per_second"] = frames_per_second(page, ".memlab-maps")
    button(page, "Run").click()
    page.wait_for_timeout(1_000)
    paused = numbers(page, "evaluations")
    page.wait_for_timeout(500)
    assert numbers(page, "evaluations") == paused
    (SHOTS / "measured.json").write_text(json.dumps(measured, indent=1))
    assert min(measured.values()) > 0
