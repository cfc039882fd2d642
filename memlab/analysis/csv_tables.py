"""Tables as CSV files, in which no text is a formula for spreadsheets."""

import re

import pandas as pd

# what a spreadsheet may take for a formula, but no number
_FORMULA = re.compile(r"'*[=@\t\r\n]|'+[+-]|[+-](?!(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\Z)", re.IGNORECASE)


def csv_text(frame, **options):
    """Return a frame as CSV in which no text is a formula for spreadsheets: str.

    Names of files, graphs and methods come from anywhere. Where one could be a formula, an
    apostrophe stands before it, which `read_csv` removes.

    Parameters
    ----------
    frame : DataFrame
        Its index is left out.
    **options
        As for `DataFrame.to_csv`.

    Examples
    --------
    >>> print(csv_text(pd.DataFrame({"graph": ["=1+2", "a"], "best_fitness": [-1.5, 2]})))
    graph,best_fitness
    '=1+2,-1.5
    a,2.0
    <BLANKLINE>
    """
    safe = _texts(frame, lambda text: f"'{text}" if _FORMULA.match(text) else text)
    # a return is in quotation marks only if lines end so
    return safe.to_csv(index=False, lineterminator="\r\n", **options).replace("\r\n", "\n")


def read_csv(path):
    """Read the table that `csv_text` wrote: DataFrame."""
    return _texts(pd.read_csv(path), lambda text: (
        text[1:] if text.startswith("'") and _FORMULA.match(text[1:]) else text))


def _texts(frame, change):
    """Return the frame with all its texts changed, those of its head included."""
    def changed(value):
        return change(value) if isinstance(value, str) else value

    frame = frame.rename(columns=changed)
    for place, (_, column) in enumerate(frame.items()):
        # others stay as they are: a list would give numbers another type
        if column.dtype.kind == "O" and (values := [*map(changed, column)]) != [*column]:
            frame.isetitem(place, values)
    return frame
