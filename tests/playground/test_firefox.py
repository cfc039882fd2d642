"""The page in Firefox: the first minute, and runs that are memlab's, byte for byte."""

import base64

import firefox
import numpy as np
import pytest
from browsing import required
from playing import SAID, SEED, SETTINGS, differences, native

import memlab as ml
from memlab.analysis import named

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tab(shipped):
    required("Firefox", firefox.FIREFOX)
    with firefox.browse() as tab:
        tab.address = shipped.as_uri()
        yield tab
        asked = {url.partition("#")[0] for url in tab.requests
                 if not url.startswith(("blob:", "data:", "about:"))}
        assert asked <= {tab.address} and tab.errors == []


def opened(tab, fragment):
    tab.goto("about:blank")
    tab.goto(f"{tab.address}#{fragment}")
    tab.wait("document.body.dataset.ready === 'yes'")


def test_the_first_minute(tab):
    opened(tab, "")
    tab.click("g[role=checkbox]:nth-of-type(1)")
    tab.click("g[role=checkbox]:nth-of-type(2)")
    tab.wait("find('told').innerText.includes('1 pink line joins two')")
    tab.click("#learn")
    tab.wait("find('told').innerText.includes('Learning dropped 1')")
    tab.click("#tour-on")
    tab.wait("app.values.tour === 2 && app.ready")
    tab.click("#guess-baldwinian")
    tab.wait("race.now?.done && !find('verdict').hidden")
    verdict = tab.evaluate("find('verdict').innerText")
    assert "Baldwinian wins" in verdict and "That was right" in verdict
    tab.press("n")
    tab.wait("app.values.tour === 4")


def test_runs_are_byte_identical(tab, mode="lb"):
    opened(tab, "view=race")
    place = [graph["name"] for graph in tab.evaluate("app.facts.graphs")].index("er_small-0")
    given = {"graph": place, "problem": "mis", "modes": [mode], "mu": SETTINGS["mu"],
             "lambda": SETTINGS["lambda_"], "crossover": SETTINGS["crossover_rate"],
             "budget": SETTINGS["budget"], "lb": 0.15, "coin": "whole", "seed": str(SEED)}
    tab.evaluate(f"call('wholeRace', {given})")
    found = tab.evaluate(f"({SAID})({{ of: 'race', index: 0 }})")
    state = {name: base64.b64decode(text) for name, text in found.items()}
    problem = ml.MaxIndependentSet(named.from_dataset("er_small").graph)
    table = len(np.frombuffer(state["ledger.seen"], np.uint64))
    mine = native(problem, mode, 0.15, table)
    assert not differences(state, mine)
