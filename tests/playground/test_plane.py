"""The map of the page: its numbers are those of the shipped runs, and its races memlab's own."""


import pytest
from playing import settled

import memlab as ml
from memlab.graphs import random_graphs

pytestmark = pytest.mark.slow

FOCUSED = "document.activeElement.id"
GRAPH = "new URLSearchParams(location.hash.slice(1)).get('graph')"


def found(page):
    return page.tab.locator("#found").inner_text()


def test_a_place_is_pointed_at_by_mouse_and_by_key(page):
    page.open("view=map&problem=mis&price=0.1")
    settled(page, lambda: "330 dots" in found(page))
    facts = page.tab.evaluate("app.facts.plane")
    column, row = facts["n"].index(1600), facts["p"].index(0.01)
    page.tab.locator(f"#place-{column}-{row}").hover()
    shown, at = facts["leads"]["mis"]["0.1"], column * 12 + row
    settled(page, lambda: "1,600 dots" in found(page))
    low, high = (f"{-shown['lead'][at] + sign * shown['half'][at]:.1f}" for sign in (-1, 1))
    assert f"Lamarck is ahead by {-shown['lead'][at]:.1f} dots" in found(page)
    assert f"{low} to {high}" in found(page)
    page.tab.mouse.move(2, 2)
    settled(page, lambda: "330 dots" in found(page))
    first = page.tab.locator("[role=gridcell][tabindex='0']")
    assert first.count() == 1
    first.focus()
    for key in ("ArrowRight", "ArrowUp", "ArrowUp", "ArrowLeft"):
        page.tab.keyboard.press(key)
    assert page.tab.evaluate(GRAPH) == "er-330-0.25-1" and "p = 0.25" in found(page)
    for _ in range(15):      # not past the edge
        page.tab.keyboard.press("ArrowUp")
    assert page.tab.evaluate(GRAPH) == "er-330-0.9-1"
    assert page.tab.evaluate(FOCUSED) == "place-6-11"
    page.tab.locator("#set-problem").select_option("maxcut")
    settled(page, lambda: "lines" in found(page))
    assert "problem=maxcut" in page.tab.evaluate("location.hash")


@pytest.mark.parametrize(("problem", "price"), [("mis", 0.1)])
def test_all_modes_race_there_as_memlab_does(page, problem, price):
    """On the graph that memlab draws, each in the configuration that was the best there."""
    page.open(f"view=map&graph=er-95-0.1-5&problem={problem}&price={price}&budget=2000&speed=5")
    page.tab.locator("[role=gridcell][tabindex='0']").focus()
    page.tab.keyboard.press("Enter")
    settled(page, lambda: page.tab.evaluate("race.now?.done && race.curves.lb.x.length > 1"))
    graph = random_graphs.er(95, 0.1, seed=5)
    shown = page.tab.evaluate("[...app.graphs['er-95-0.1-5'].edges]")
    assert shown == graph.edges.ravel().tolist()
    setups = page.tab.evaluate("setupsOf(app.values)")
    make = {"mis": ml.MaxIndependentSet, "maxcut": ml.MaxCut}[problem]
    for mode, setup in setups.items():
        run = ml.evolve(make(graph), mode, mu=setup["mu"], lambda_=setup["lambda"], budget=2000,
                        crossover_rate=setup["crossover"], lb_probability=setup.get("lb"), seed=1,
                        step_cost=price)
        course = page.tab.evaluate(f"race.curves.{mode}")
        assert course["best"] == run.trace["best_fitness"].tolist(), mode
        assert course["x"] == run.trace["evaluations"].tolist(), mode
        assert course["steps"][-1] == run.local_search_steps
        card = page.tab.locator(f"#card-{mode}").inner_text()
        assert f"{setup['mu']} parents, {setup['lambda']} offspring" in card
    page.tab.locator("#another").click()
    settled(page, lambda: page.tab.evaluate(GRAPH) == "er-95-0.1-6")
    page.tab.locator("#to-map").click()
    settled(page, lambda: "95 dots" in found(page))


@pytest.mark.parametrize("name", ["er-2001-0.1-1", "er-50-1.5-1"])
def test_a_graph_that_cannot_be_drawn_is_refused(page, name):
    page.open(f"view=race&graph={name}")
    assert "Graph must be one of" in page.tab.locator("#message").inner_text()
