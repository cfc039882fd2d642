"""Names that all modules share, in the paper's order, and their labels for people."""

import functools
import warnings

GRAPH_PROBLEMS = ("mis", "maxcut")      # the two of the paper's experiments
DATASETS = ("er_small", "er_large", "ba_small", "ba_large", "rb_small", "rb_large")
SPLITS = ("train", "validation", "test")
# Settings that had other names, in all that memlab wrote before: nothing else knows them.
OLD_NAMES = {"mutation_rate": "expected_flips", "learning_rate": "learning_probability"}

# modes, methods and other problems add theirs when they are imported
LABELS = {
    "mis": "MIS",
    "maxcut": "Max-Cut",
    "dlb": "DLB",
    **{name: f"{name[:2].upper()} {name[3:]}" for name in DATASETS},
}


def label(name):
    """Return the label that people read for `name`; a name without a label is its own.

    Examples
    --------
    >>> label("er_small"), label("GIN")
    ('ER small', 'GIN')
    """
    return LABELS.get(name, name)


def renamed(settings, warn=False):
    """Return settings, or columns, with the present names in place of old ones: a dict.

    Parameters
    ----------
    settings : dict
    warn : bool
        Whether the caller's caller is told of an old name: not where memlab reads what it wrote.

    Raises
    ------
    TypeError
        If a setting is given by both of its names.

    Examples
    --------
    >>> renamed({"mu": 5, "mutation_rate": 2.0})
    {'mu': 5, 'expected_flips': 2.0}
    """
    for old in OLD_NAMES.keys() & settings.keys():
        new = OLD_NAMES[old]
        if new in settings:
            raise TypeError(f"{old} must not be given beside {new}, which is its new name")
        if warn:
            told = ", the expected number of flips of the whole genome, not a rate per bit"
            warnings.warn(f"{old} is now called {new}{told * (new == 'expected_flips')}. The next "
                          "version will not know the old name", FutureWarning, stacklevel=3)
    return {OLD_NAMES.get(name, name): value for name, value in settings.items()}


def takes_old_names(function):
    """Let a function take its keyword arguments by their old names too, with a warning."""
    @functools.wraps(function)
    def call(*arguments, **settings):
        return function(*arguments, **renamed(settings, warn=True))
    return call
