"""The words everything shares, in the paper's order, and how people read them."""

GRAPH_PROBLEMS = ("mis", "maxcut")      # the two of the paper's experiments
DATASETS = ("er_small", "er_large", "ba_small", "ba_large", "rb_small", "rb_large")
SPLITS = ("train", "validation", "test")
MODES = ("darwinian", "baldwinian", "lamarckian", "lb")

LABELS = {
    "mis": "MIS",
    "maxcut": "Max-Cut",
    "dlb": "DLB",
    **{name: f"{name[:2].upper()} {name[3:]}" for name in DATASETS},
    **{name: name.capitalize() for name in MODES},
    "lb": "LB",
}


def label(name):
    """How a person reads `name`; what has no label of its own is shown as it is.

    Examples
    --------
    >>> label("er_small"), label("GIN")
    ('ER small', 'GIN')
    """
    return LABELS.get(name, name)
