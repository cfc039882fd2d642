"""The paper's claims with their verdicts, as a person reads them."""

import pandas as pd

COLUMNS = ["section", "claim", "came out", "95 % interval", "paper", "verdict", "chapter"]


def readable(judged):
    """The judged claims as text.

    Parameters
    ----------
    judged : DataFrame
        As `memlab.paper.claims.judge` gives it.

    Returns
    -------
    DataFrame
        section, claim; came out: in how many of its cells it is true, "5 of 6"; 95 % interval: of
        that number; paper: the number by the paper's own tables; verdict; chapter.

    Examples
    --------
    >>> from memlab.paper import claims
    >>> table = readable(claims.judge({})).set_index("claim")
    >>> table["came out"]["The Lamarckian (1+1) EA takes Theta(n^k) iterations."]
    '5 of 5'
    """
    came, low, high, theirs = (judged[name].map("{:.0f}".format, na_action="ignore")
                               for name in ("computed", "low", "high", "paper"))
    texts = {"came out": came + " of " + judged["of"].astype(str),
             "95 % interval": low + " to " + high, "paper": theirs}
    return judged.assign(**pd.DataFrame(texts).fillna(""))[COLUMNS]
