"""Judge the claims of the paper: by a study's runs, by the paper's tables, or exactly.

``data/claims.toml`` lists them, from the abstract to the appendix, in memlab's words. Many claims
have the same form ("this mode is above that one on all datasets"). A form is a function, and a
claim names it with its parameters. The function returns cells, from which
`memlab.paper.claims.verdicts` derives the verdict by one rule.
"""

import contextlib
import functools
import tomllib

import pandas as pd

from ...support.paths import data
from . import comparisons, exact, paper
from .evidence import Evidence, Missing, Paper
from .verdicts import CONFIRMED, CONTRADICTED, ITSELF, MOSTLY, UNJUDGED, VERDICTS, WEAKLY, row

__all__ = ["COLUMNS", "CONFIRMED", "CONTRADICTED", "ITSELF", "MOSTLY", "UNJUDGED", "VERDICTS",
           "WEAKLY", "index", "judge"]

COLUMNS = ["claim", "section", "computed", "low", "high", "detectable", "verdict", "chapter",
           "topic", "unit", "of", "paper", "note"]


@functools.cache
def index():
    """Return the paper's claims.

    Returns
    -------
    DataFrame
        A row for each claim:

        - topic; claim: in memlab's words;
        - section: of the paper, "Abstract", or a letter in the appendix;
        - chapter: of memlab's notebooks that shows it;
        - note: its interpretation; unit: of its number;
        - judge: name of the function that judges it; parameters: a dict;
        - share: the share of cells for which the claim is said to hold;
        - show: "least" or "most" of several cells, if one is shown;
        - itself: where the paper says otherwise in words;
        - reason: why nothing can judge it.

    Examples
    --------
    >>> len(index()) > 50
    True
    """
    topics = tomllib.loads(data("claims.toml").read_text(encoding="utf-8"))
    names = ["claim", "section", "chapter", "note", "unit", "judge", "share", "show", "itself",
             "reason"]
    return pd.DataFrame([
        {"topic": topic} | {name: claim.pop(name, None) for name in names} | {"parameters": claim}
        for topic, claims in topics.items() for claim in claims], dtype=object)


def judge(study):
    """Judge every claim, and return its number and verdict.

    Parameters
    ----------
    study : dict
        By part (grid, evaluation, universality, timing): a `Store`, or a frame of runs as
        returned by `Store.runs`; with frames, "traces" too. Claims without their runs are not
        judged.

    Returns
    -------
    DataFrame
        A row per claim:

        - claim, section;
        - computed: in how many cells it is true, or one value;
        - low, high: the ends of its 95 % interval, simultaneous over the cells;
        - detectable: the smallest difference that would have been seen, in per cent (in the median
          cell), or of one value in its unit; NaN if nothing is sampled;
        - verdict, chapter, topic, unit;
        - of: the number of cells;
        - paper: the same as computed, by the paper's own tables;
        - note: how it is read, and why.

    Examples
    --------
    >>> table = judge({})
    >>> float(table.set_index("claim")["computed"]["The grid has 252 configurations."])
    252.0
    """
    evidence = Evidence(study)
    return pd.DataFrame([_judged(claim, evidence) for claim in index().to_dict("records")])[COLUMNS]


def _judged(claim, evidence):
    """Return the row of one claim."""
    cells, theirs, reason = [], [], claim["reason"]
    if reason is None:
        module = next(room for room in (comparisons, paper, exact) if hasattr(room, claim["judge"]))
        form = functools.partial(getattr(module, claim["judge"]), **claim["parameters"])
        try:
            cells = list(form(evidence))
            reason = "" if cells else "the study has none of these datasets"
        except Missing as missing:
            reason = str(missing)
        if module is not exact:
            with contextlib.suppress(Missing):
                theirs = list(form(Paper()))
    judgement = row(cells, theirs, claim["share"] or 1.0, claim["show"], claim["itself"])
    notes = [claim["note"], claim["itself"] if judgement["verdict"] == ITSELF else None,
             reason or judgement["reason"]]
    return claim | judgement | {
        "unit": claim["unit"] or "cells",
        "note": "; ".join(filter(None, notes)) or "read as it stands"}
