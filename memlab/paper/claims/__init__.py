"""Judge the claims of the paper: by a study's runs, by the paper's tables, or exactly.

``data/claims.toml`` lists them, from the abstract to the appendix, in memlab's words. Many claims
have the same form ("this mode is above that one on all datasets"). A form is a function, and a
claim names it with its parameters. The function returns cells, from which
`memlab.paper.claims.verdicts` derives the verdict by one rule. What can be read off the paper's
plan, the marks in its tables and the steps of its proofs is no claim here, but a fact in
``tests/paper/test_printed.py``.
"""

import contextlib
import functools
import tomllib

import pandas as pd

from ...support.paths import data
from . import forms
from .evidence import PAPER, Evidence, Missing
from .verdicts import CONFIRMED, CONTRADICTED, ITSELF, MOSTLY, UNJUDGED, VERDICTS, WEAKLY, row

__all__ = ["COLUMNS", "CONFIRMED", "CONTRADICTED", "ITSELF", "MOSTLY", "UNJUDGED", "VERDICTS",
           "WEAKLY", "index", "judge"]

COLUMNS = ["claim", "section", "computed", "low", "high", "verdict", "chapter", "topic", "of",
           "paper", "note"]


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
        - note: its interpretation;
        - judge: name of the function that judges it; parameters: a dict;
        - share: the share of cells for which the claim is said to hold;
        - itself: where the paper says otherwise in words;
        - reason: why nothing can judge it.

    Examples
    --------
    >>> len(index()) > 50
    True
    """
    topics = tomllib.loads(data("claims.toml").read_text(encoding="utf-8"))
    names = ["claim", "section", "chapter", "note", "judge", "share", "itself", "reason"]
    return pd.DataFrame([
        {"topic": topic} | {name: claim.pop(name, None) for name in names} | {"parameters": claim}
        for topic, claims in topics.items() for claim in claims], dtype=object)


def judge(study, shipped=None):
    """Judge every claim, and return its number and verdict.

    Parameters
    ----------
    study : dict of Store
        By part: evaluation, universality, timing. Claims without their runs are not judged.
    shipped : dict of Store, optional
        Another study, which judges what this one lacks the runs for.

    Returns
    -------
    DataFrame
        A row per claim:

        - claim, section;
        - computed: in how many cells it is true;
        - low, high: the ends of its 95 % interval, simultaneous over the cells;
        - verdict, chapter, topic;
        - of: the number of cells;
        - paper: the same as computed, by the paper's own tables;
        - note: how it is read, and why.

    Examples
    --------
    >>> found = judge({}).query("claim == 'Baldwinian evolution is the most expensive mode.'")
    >>> found[["paper", "verdict"]].values.tolist()      # without runs
    [[36.0, 'cannot be judged']]
    """
    evidence = Evidence(study, Evidence(shipped).table if shipped else None)
    return pd.DataFrame([_judged(claim, evidence) for claim in index().to_dict("records")])[COLUMNS]


def _judged(claim, evidence):
    """Return the row of one claim."""
    cells, theirs, reason = [], [], claim["reason"]
    if reason is None:
        form = functools.partial(getattr(forms, claim["judge"]), **claim["parameters"])
        try:
            cells = list(form(evidence))
            reason = "" if cells else "the study has none of these datasets"
        except Missing as missing:
            reason = str(missing)
        if claim["judge"] != "exponents":      # of which the paper prints no numbers
            with contextlib.suppress(Missing):
                theirs = list(form(PAPER))
    judgement = row(cells, theirs, claim["share"] or 1.0, claim["itself"])
    notes = [claim["note"], claim["itself"] if judgement["verdict"] == ITSELF else None,
             reason or judgement["reason"]]
    return claim | judgement | {"note": "; ".join(filter(None, notes)) or "read as it stands"}
