"""The playground in a browser: its runs taken on from here, and their states as arrays."""

import base64
import time

import numpy as np

import memlab as ml
from memlab.evolution.state import make_state
from memlab.kernels import engine
from memlab.kernels.rng import seed_state
from memlab.playground.build import leaves

SETTINGS = {"mu": 60, "lambda_": 40, "crossover_rate": 0.8, "budget": 4_000}
SEED = 2**40 + 7
SAID = """async given => Object.fromEntries(Object.entries(await call("state", given)).map(
    ([name, bytes]) => {
        let text = "";
        for (let i = 0; i < bytes.length; i += 8192)
            text += String.fromCharCode(...bytes.subarray(i, i + 8192));
        return [name, btoa(text)];
    }))"""


class Page:
    """A tab with the playground.

    Attributes
    ----------
    tab : playwright's Page
        Of `browsing.browse`, which keeps errors and requests.
    """

    def __init__(self, tab, address):
        self.tab, self.address = tab, address
        self.open("")

    def open(self, fragment):
        """Load the page anew."""
        self.tab.goto("about:blank")
        self.tab.goto(f"{self.address}#{fragment}")
        self.tab.wait_for_selector("body[data-ready]")

    def call(self, name, **given):
        """What the worker answers."""
        return self.tab.evaluate("([name, given]) => call(name, given)", [name, given])

    def graphs(self):
        """The graphs of the page: a list of dict."""
        return self.tab.evaluate("app.facts.graphs")

    def race(self, graph, problem, modes, seed, settings, lb_probability, coin="whole"):
        """Race to the end; `settings` are those of `memlab.evolve`."""
        names = {"lambda_": "lambda", "crossover_rate": "crossover"}
        given = {names.get(name, name): value for name, value in settings.items()}
        self.call("startRace", graph=graph, problem=problem, modes=modes, seed=str(seed),
                  lb=lb_probability, coin=coin, **given)
        while not self.call("goRace", evaluations=settings["budget"])["done"]:
            pass

    def state(self, of, index):
        """Every array of a run: dict of bytes."""
        found = self.tab.evaluate(SAID, {"of": of, "index": index})
        return {name: base64.b64decode(text) for name, text in found.items()}


def status(page):
    """The number that the player shows, or 0."""
    return int("".join(filter(str.isdigit, page.tab.locator("#status").inner_text())) or 0)


def settled(page, condition, seconds=30):
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        page.tab.wait_for_timeout(50)


def differences(state, arguments):
    """Names of the arrays that differ, in any byte, between a state of the page and memlab's."""
    mine = {name: item.tobytes() for name, item in leaves(arguments).items()
            if isinstance(item, np.ndarray)}
    assert list(mine) == list(state)
    return [name for name in mine if mine[name] != state[name]]


def native(problem, mode, lb_probability, table, settings=SETTINGS):
    """A run of memlab's to its end: the arguments of its kernels, with a table of that size, and
    one of improvements such as the page's."""
    run = ml.Evolution(problem, mode, lb_probability=lb_probability, seed=SEED, **settings)
    state = make_state(problem, run.configuration, run.budget, rng=seed_state(SEED))
    improvements = np.zeros((run.budget + run.configuration.lambda_, 3), np.int64)
    run.state = state._replace(ledger=state.ledger._replace(
        seen=np.zeros(table, np.uint64), improvements=improvements))
    engine.start(*run.state[:-2], False, 0, run.state.algorithm.mu)
    engine.settle(*run.state[2:], 0, run.state.algorithm.mu)
    engine.advance(*run.state, 10**9, run.state.at_once)
    usual = ml.evolve(problem, mode, lb_probability=lb_probability, seed=SEED, **settings)
    assert run.result().best_fitness == usual.best_fitness
    assert run.result().unique_best == usual.unique_best
    assert run.result().local_search_steps == usual.local_search_steps
    return run.state._asdict() | {"given": False, "until": 0}
