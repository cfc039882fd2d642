"""Tables as CSV files, in which no text is a formula for spreadsheets."""

import re

# what a spreadsheet may take for a formula, but no number
_FORMULA = re.compile(r"'*[=@\t\r\n]|'+[+-]|[+-](?!(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\Z)", re.IGNORECASE)


def csv_text(frame, **options):
    """Return a frame as CSV in which no text is a formula for spreadsheets: str.

    Names of files, graphs and methods come from anywhere. Where one could be a formula, an
    apostrophe stands before it.

    Parameters
    ----------
    frame : DataFrame
        Its index is left out.
    **options
        As for `DataFrame.to_csv`.

    Examples
    --------
    >>> import pandas as pd
    >>> print(csv_text(pd.DataFrame({"graph": ["=1+2", "a"], "best_fitness": [-1.5, 2]})))
    graph,best_fitness
    '=1+2,-1.5
    a,2.0
    <BLANKLINE>
    """
    def safe(value):
        return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value

    frame = frame.rename(columns=safe)
    for place, (_, column) in enumerate(frame.items()):
        # others stay as they are: a list would give numbers another type
        if column.dtype.kind == "O" and (values := [*map(safe, column)]) != [*column]:
            frame.isetitem(place, values)
    # a return is in quotation marks only if lines end so
    return frame.to_csv(index=False, lineterminator="\r\n", **options).replace("\r\n", "\n")
