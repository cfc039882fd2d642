"""The words everything shares, in the paper's order, and how people read them."""

GRAPH_PROBLEMS = ("mis", "maxcut")      # the two of the paper's experiments
DATASETS = ("er_small", "er_large", "ba_small", "ba_large", "rb_small", "rb_large")
SPLITS = ("train", "validation", "test")
MODES = ("darwinian", "baldwinian", "lamarckian", "lb")

LABELS = {
    "mis": "MIS",
    "maxcut": "Max-Cut",
    "dlb": "DLB",
    "er_small": "ER small",
    "er_large": "ER large",
    "ba_small": "BA small",
    "ba_large": "BA large",
    "rb_small": "RB small",
    "rb_large": "RB large",
    "darwinian": "Darwinian",
    "baldwinian": "Baldwinian",
    "lamarckian": "Lamarckian",
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
