"""The chapters of the study, and what they read."""

from typing import NamedTuple

from ..support.paths import NOTEBOOKS


class Chapter(NamedTuple):
    """A chapter of the study: seconds that it takes, and the parts of the study that it reads.

    Seconds are about those of one core of the machine of `memlab.study.costs`.

    Examples
    --------
    >>> CHAPTERS["04_grid_search"].reads
    ('grid',)
    """

    seconds: float
    reads: tuple = ()


_PAPER = ("grid", "evaluation", "replication", "universality", "timing")
BRIEF = "00_in_brief"      # what the report begins with
CHAPTERS = {
    BRIEF: Chapter(4, _PAPER),
    "01_problems": Chapter(7),
    "02_evolution_modes": Chapter(8),
    "03_dlb_theory": Chapter(14),
    "04_grid_search": Chapter(7, ("grid",)),
    "05_evaluation": Chapter(7, _PAPER),
    "06_results": Chapter(13, _PAPER),
    "07_claims": Chapter(18, _PAPER),
    "08_from_coin_flip_to_optimum": Chapter(11),
    "09_where_each_mode_wins": Chapter(28),
    "10_price_of_learning": Chapter(15),
    "11_your_own_experiment": Chapter(46),
    "12_theorem_cards": Chapter(12),
    "13_does_it_carry_over": Chapter(25),
}


def executed(folder, name):
    """Path of the executed copy of a notebook in a study's folder.

    Examples
    --------
    >>> from pathlib import Path
    >>> executed(Path("runs", "quick"), "01_problems").as_posix()
    'runs/quick/notebooks/01_problems.ipynb'
    """
    return folder / "notebooks" / f"{name}.ipynb"


def source(name):
    """Path of a notebook in the clone of memlab.

    Raises
    ------
    FileNotFoundError
        If there is none: notebooks are not part of the installed package.

    Examples
    --------
    >>> source("02_evolution_modes").name
    '02_evolution_modes.ipynb'
    """
    path = NOTEBOOKS / f"{name}.ipynb"
    if not path.is_file():
        raise FileNotFoundError(f"notebook {path} is missing: the study needs a clone of memlab")
    return path
