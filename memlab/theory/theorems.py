"""Theorem cards: what is said of runtimes, held against exact values.

The statements are in `cards.toml`, those of the literature and conjectures of our own.
"""

import tomllib
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.optimize import minimize_scalar

from ..problems.unitation.functions import called
from .exact import expected_runtime
from .ones import UnitationChain

_FLAT = 0.05      # a power of n below which a ratio counts as constant
_EQUAL = 0.02     # relative difference below which two constants count as equal


def cards():
    """Hold statements on runtimes against exact values: the theorem cards.

    Returns
    -------
    DataFrame
        One row a statement, with columns

        - title, status ("published" or "new"), statement, source;
        - sizes, values: the n that were computed, and what for them: tuples;
        - power: the power of n that the statement gives, besides logarithms and exponentials;
        - exponent: the one between the two largest sizes;
        - stated, constant: the leading constant of the statement, NaN if it has none, and the one
          of the values, extrapolated to large n;
        - verdict: whether and from which size on the values grow as stated.

    Notes
    -----
    A law holds from the first size on from which the exponents of neighbouring sizes are closer
    than 0.05 to the stated one. The extrapolation assumes a relative correction of order 1/n, or
    1/log n where the law has a logarithm.

    Examples
    --------
    >>> table = cards()
    >>> table.set_index("title").verdict["Hurdle, Baldwinian, w = 3"]
    'holds from n = 60, with the constant 0.0804 as stated'
    """
    file = Path(__file__).with_name("cards.toml")
    return pd.DataFrame([_row(card) for card in tomllib.loads(file.read_text("utf-8"))["cards"]])


def _row(card):
    """Return a card's row of the table."""
    n, power = np.array(card["sizes"], float), card["power"]
    values = np.array([_value(card, size) for size in card["sizes"]])
    base, order = card.get("base", [1, 0])
    growth = np.log(n) ** card.get("log", 0) * (base * n**order) ** n
    ratio = values / growth / n**power
    slopes = np.diff(np.log(ratio)) / np.diff(np.log(n))
    # with a relative correction of order 1/log n or 1/n
    scale = np.log(n) if "log" in card else n
    constant = np.diff(scale * ratio)[-1] / np.diff(scale)[-1]
    stated = card.get("constant", np.nan)
    steep = np.flatnonzero(np.abs(slopes) >= _FLAT)
    if len(steep) and steep[-1] == len(slopes) - 1:
        verdict = f"not seen up to n = {n[-1]:.0f}, where the exponent is {power + slopes[-1]:.2f}"
    else:
        verdict = f"holds from n = {n[steep[-1] + 1 if len(steep) else 0]:.0f}"
        if np.isfinite(stated):
            near = abs(constant / stated - 1) < _EQUAL
            verdict += (f", with the constant {constant:.3g} "
                        + ("as stated" if near else f"instead of {stated:.3g}"))
    return {**{name: card[name] for name in ("title", "status", "statement", "source")},
            "sizes": tuple(card["sizes"]), "values": tuple(values.tolist()), "power": power,
            "exponent": power + slopes[-1], "stated": stated, "constant": constant,
            "verdict": verdict}


def _value(card, n):
    """Return the quantity of a card for strings of n bits."""
    settings = {name: value[0] * n ** value[1] if isinstance(value, list) else value
                for name, value in card["settings"].items()}
    if "learning_depth" in settings:
        settings["learning_depth"] = int(settings["learning_depth"])

    def time(**further):
        if "blocks" in card:
            return expected_runtime(n=n, k=card["blocks"], **settings, **further)
        chain = UnitationChain(called(card["function"].format(n=n)), **settings, **further)
        return chain.mean + (n * chain.scans if card.get("quantity") == "evaluations" else 0)

    if card.get("quantity") == "best mutation rate":
        return minimize_scalar(lambda rate: np.log(time(expected_flips=rate)), bounds=(0.3, 9),
                               method="bounded", options={"xatol": 1e-4}).x
    return time()
