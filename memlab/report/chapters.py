"""The chapters of the study, and where they are."""

from ..support.paths import NOTEBOOKS

BRIEF = "00_in_brief"      # what the report begins with
# About the seconds of each on one core of the machine of `memlab.study.costs`.
CHAPTERS = {
    BRIEF: 4,
    "01_problems": 7,
    "02_evolution_modes": 8,
    "03_dlb_theory": 14,
    "04_grid_search": 7,
    "05_evaluation": 7,
    "06_results": 13,
    "07_claims": 18,
    "08_from_coin_flip_to_optimum": 11,
    "09_where_each_mode_wins": 28,
    "10_price_of_learning": 15,
    "11_your_own_experiment": 46,
    "12_theorem_cards": 12,
    "13_does_it_carry_over": 25,
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
