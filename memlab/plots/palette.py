"""Every colour, dash pattern and point shape of the charts and of the explorer.

All of them are readable on light and on dark pages. The explorer's style sheet and scripts use them
too: `PROPERTIES` become custom properties of CSS, such as ``--memlab-ink`` for "ink".
"""

from typing import NamedTuple

from ..evolution.modes import MODES, PAPER_MODES

BLUE, GREEN, RED, ORANGE = (MODES[name].colour for name in PAPER_MODES)
SOLID, DASHED, DASH_DOTTED, DOTTED = (MODES[name].dash for name in PAPER_MODES)
STROKE = "M0,-1L0,1"      # the point shape of a vertical line, which marks the paper's values
PAPERS = {"size": 260, "strokeWidth": 2.5, "opacity": 1}

INK = "#7b7b7b"      # one grey for all text, with equal contrast on white and on near-black
FAINT = "#80808040"
EDGE = "#80808066"
FRAME = "#80808080"
BLACK, WHITE = "#202020", "#ffffff"      # on bright and on dark fillings, on any page


class Style(NamedTuple):
    """The style of a line: its label, colour, dash pattern and point shape.

    Examples
    --------
    >>> MODES["lb"].label
    'LB'
    """

    label: str
    colour: str
    dash: tuple[int, ...]
    shape: str


# Families of methods that are not modes: distinguishable, also from modes, by colour-blind people.
FAMILIES = ("#b07aa1", "#a6761d", "#56b4e9", "#e8a0c0")
VARIANTS = ([1, 0], [6, 3], [2, 2], [7, 3, 1, 3], [12, 3], [1, 4])      # dashes, within a family


# Vertices and edges of a graph with a solution on it.
CHOSEN, OTHER, CONFLICT, UNDECIDED = ORANGE, BLUE, RED, "#9aa5b1"

# Blocks of DeceptiveLeadingBlocks and their bits, by their states.
STATES = {"full": BLUE, "damaged": ORANGE, "critical": RED, "random": "#80808033"}

# Vertices in the explorer, next to curves: none of these is the colour of a mode.
VERTICES = {"chosen": "#8f6bc0", "other": "#667380", "conflict": "#d1249c"}

# Fitness, from the lowest to the highest.
SCHEME = "viridis"

PROPERTIES = {"ink": INK, "faint": FAINT, "accent": BLUE, "alert": RED,
              "chosen": CHOSEN, "other": OTHER, "conflict": CONFLICT}
