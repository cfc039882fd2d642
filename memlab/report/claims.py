"""The paper's claims with their verdicts, as a person reads them."""

import pandas as pd

COLUMNS = ["section", "claim", "came out", "95 % interval", "seen from", "paper", "verdict",
           "chapter"]


def readable(judged):
    """The judged claims as text.

    Parameters
    ----------
    judged : DataFrame
        As `memlab.paper.claims.judge` gives it.

    Returns
    -------
    DataFrame
        section, claim; came out: "5 of 6" cells in which it is true, or a number with its unit;
        95 % interval: of that number, empty if it is exact; seen from: the smallest difference that
        would have been seen; paper: what the paper's own tables give; verdict; chapter.

    Examples
    --------
    >>> from memlab.paper import claims
    >>> table = readable(claims.judge({})).set_index("claim")
    >>> table["came out"]["The grid has 252 configurations."]
    '252 configurations'
    """
    return pd.DataFrame([_texts(row) for row in judged.to_dict("records")], judged.index, COLUMNS)


def _texts(row):
    counted = row["unit"] == "cells"
    of = f" of {row['of']}" if counted else f" {row['unit']}"
    sampled = pd.notna(row["detectable"])
    return (row["section"], row["claim"], _number(row["computed"], of),
            f"{_number(row['low'])} to {_number(row['high'])}" if sampled else "",
            _number(row["detectable"], " %" if counted else f" {row['unit']}", ".2g"),
            _number(row["paper"]), row["verdict"], row["chapter"])


def _number(value, unit="", form=",.4g"):
    if pd.isna(value):
        return ""
    return (f"{value:,.0f}" if value == round(value) else f"{value:{form}}") + unit
