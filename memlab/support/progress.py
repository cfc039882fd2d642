"""How far something long is: a bar in a terminal or a notebook, and plain lines elsewhere."""

import multiprocessing
import sys

BAR = "{desc} {percentage:3.0f}% |{bar}| {elapsed} gone, {remaining} left"
LINE = "{desc}, {remaining} left\n"
_SECONDS = 4      # within which nothing is shown


def pace():
    """Return the style of a line, and the seconds between two lines: a dict for tqdm."""
    drawn = sys.stderr.isatty() or "ipykernel" in sys.modules
    return {"bar_format": BAR if drawn else LINE, "mininterval": 0.1 if drawn else 30}


def timed_line(counted, total):
    """Return a line of tqdm's for one run, with the time left; a worker process shows none.

    Parameters
    ----------
    counted : str
        What is counted.
    total : int
        How many there will be.
    """
    from tqdm.auto import tqdm

    style = pace()
    style["bar_format"] = style["bar_format"].replace(
        "{desc}", f"{{n:,}} of {{total:,}} {counted}")
    return tqdm(total=total, delay=_SECONDS, miniters=0, leave=False,
                disable=multiprocessing.parent_process() is not None, **style)
