"""The chapters of the study, and where they are."""

from ..support.paths import NOTEBOOKS

BRIEF = "00_in_brief"      # what the report begins with
CHAPTERS = (
    BRIEF, "01_problems", "02_evolution_modes", "03_dlb_theory", "04_grid_search", "05_evaluation",
    "06_results", "07_claims", "08_from_coin_flip_to_optimum", "09_where_each_mode_wins",
    "10_price_of_learning", "11_your_own_experiment", "12_theorem_cards", "13_does_it_carry_over")


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
