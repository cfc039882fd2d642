"""The theorem cards: what they say, and that they would notice a law that is wrong."""

import tomllib
from math import comb, e, exp, factorial
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

from memlab import theory
from memlab.theory import theorems

CARDS = tomllib.loads(Path(theorems.__file__).with_name("cards.toml").read_text("utf-8"))["cards"]
pytestmark = pytest.mark.slow      # all cards are computed


@pytest.fixture(scope="module")
def table():
    return theory.cards().set_index("title")


def test_there_are_enough_and_each_names_its_source(table):
    assert table.index.is_unique
    assert (table.status == "published").sum() >= 8
    assert (table.status == "new").sum() >= 3
    ours = table.source == "this laboratory"
    assert (ours == (table.status == "new")).all()
    assert (table.statement.str.len() > 10).all()


def test_verdicts(table):
    """Those that do not simply hold are known by name."""
    odd = table[~table.verdict.str.startswith("holds") | table.verdict.str.contains("instead")]
    assert odd.index.tolist() == [
        "Plateau, Darwinian, k = 2: the best mutation rate, times n",
        "Hurdle, Lamarckian, w = 2, best improvement: evaluations"]


def test_values_are_those_of_the_exact_functions(table):
    row = table.loc["DeceptiveLeadingBlocks, Baldwinian, k = 4, depth n^1/2"]
    assert row["values"] == tuple(theory.expected_runtime("baldwinian", n, 4, learning_depth=d)
                                  for n, d in ((100, 10), (400, 20), (1600, 40)))
    row = table.loc["Hurdle, Lamarckian, w = 3, first improvement: evaluations"]
    chain = theory.UnitationChain(theory.functions.hurdle(50, 3), "lamarckian", search="first")
    assert row["values"][0] == chain.mean + 50 * chain.scans


@pytest.mark.parametrize("mode", ["darwinian", "lamarckian", "baldwinian"])
def test_constants_of_the_papers_theorem(table, mode):
    """Extrapolated ones equal the closed forms that were derived in another way."""
    row = table.loc[f"DeceptiveLeadingBlocks, {mode.capitalize()}, k = 3"]
    law = theory.growth(mode, 3)
    assert row.power == law.power and row.constant == pytest.approx(law.constant, rel=1e-4)


def fubini(k, p):
    return theory.fubini_polynomial(k - 1, (1 - p) / (e - 1 + p))


def test_stated_constants_are_those_of_the_formulas(table):
    def hurdle(w):
        return (e / sum(1 / factorial(t) for t in range(1, w + 1))
                * sum(1 / np.prod(np.arange(i * w - 1.0, i * w + w - 1)) for i in range(1, 9999)))

    expected = {
        "DeceptiveLeadingBlocks, LB with p = 0.5, k = 4":
            theory.growth("lb", 4, lb_probability=0.5).constant,
        "OneMax, Darwinian": e, "Jump, Darwinian, k = 3": e,
        "Jump, Darwinian, k = 3, mutation rate k/n": (e / 3)**3,
        "Plateau, Darwinian, k = 2": 1 / (2 * (1 + 1 / 2) / e),
        "Plateau, Darwinian, k = 2: the best mutation rate, times n": 2 / e,
        "Hurdle, Baldwinian, w = 3": hurdle(3), "Hurdle, Baldwinian, w = 4": hurdle(4),
        "Jump, Baldwinian, k = 3": e / (e - 1),
        "Cliff, Baldwinian, d = 4": factorial(2) * e / (e - 1),
        "Cliff, Lamarckian, d = 4": e / comb(4, 2), "Jump, Lamarckian, k = 3": e / 3,
        "Jump, LB with p = 0.893, k = 3": (e - 1 + 0.893) / (0.893 * 3 * fubini(3, 0.893)),
        "Jump, LB with p = 0.3, k = 5": (e - 1 + 0.3) / (0.3 * 5 * fubini(5, 0.3)),
        "DeceptiveLeadingBlocks, Baldwinian, k = 2: the best mutation rate, times n":
            3 * brentq(lambda x: x * exp(x) - 2 * (exp(x) - 1), 1, 2),
    }
    for title, constant in expected.items():
        assert table.stated[title] == pytest.approx(constant, rel=1e-4), title
    shallow = quad(lambda x: x * exp(x) / (2 + 3 * x), 0, 1)[0] * 5 / 24
    assert table.constant["DeceptiveLeadingBlocks, Baldwinian, k = 2, depth 1"] == pytest.approx(
        shallow, rel=1e-3)


def test_twomax_takes_half_of_n_to_the_n(table):
    """Half of all runs reach all zeros, and then have to flip all n bits at once."""
    row = table.loc["TwoMax, Darwinian"]
    assert row["values"][1:] == pytest.approx([n**n / 2 for n in row["sizes"][1:]], rel=1e-13)
    assert row.constant == pytest.approx(1 / 2, rel=1e-13)
    card = next(card for card in CARDS if card["title"] == "TwoMax, Darwinian")
    assert theorems._row({**card, "base": [1.1, 1]})["verdict"].startswith("not seen")


def test_a_wrong_law_is_noticed():
    card = next(card for card in CARDS if card["title"] == "Hurdle, Baldwinian, w = 3")
    assert theorems._row(card)["verdict"].endswith("0.0804 as stated")
    wrong = theorems._row({**card, "power": 2.9})["verdict"]
    assert wrong == "not seen up to n = 960, where the exponent is 3.00"
    assert "instead of 0.09" in theorems._row({**card, "constant": 0.09})["verdict"]
    late = {**card, "function": "hurdle({n}, 5)", "power": 5, "constant": 0.000248}
    assert theorems._row(late)["verdict"].startswith("holds from n = 240")


def test_darwinian_evolution_on_hurdle_has_its_constant(table):
    """e times the sum of 1 / C(iw, w): from iw zeros, w of them have to flip."""
    constant = e * sum(1 / comb(3 * i, 3) for i in range(1, 9999))
    assert table.constant["Hurdle, Darwinian, w = 3"] == pytest.approx(constant, rel=1e-3)
