"""Names that all modules share, in the paper's order, and their labels for people."""

from .modes import MODES

GRAPH_PROBLEMS = ("mis", "maxcut")      # the two of the paper's experiments
DATASETS = ("er_small", "er_large", "ba_small", "ba_large", "rb_small", "rb_large")
SPLITS = ("train", "validation", "test")

# methods and other problems add theirs when they are imported
LABELS = {
    "mis": "MIS",
    "maxcut": "Max-Cut",
    "dlb": "DLB",
    **{name: f"{name[:2].upper()} {name[3:]}" for name in DATASETS},
    **{name: mode.label for name, mode in MODES.items()},
}


def label(name):
    """Return the label that people read for `name`; a name without a label is its own.

    Examples
    --------
    >>> label("er_small"), label("GIN")
    ('ER small', 'GIN')
    """
    return LABELS.get(name, name)
