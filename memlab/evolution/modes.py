"""The modes of evolution: who learns, who inherits what was learned, and how a mode is drawn.

This is the one table of them. A mode of your own is one more entry: everything else reads it here.
"""

from typing import NamedTuple

from ..support.names import LABELS


class Mode(NamedTuple):
    """A mode of evolution.

    Attributes
    ----------
    name, label : str
        What programs and what people call it.
    learns : bool
        Whether local search improves an offspring before it is judged.
    inherits : float or None
        Probability that what an offspring learned replaces its genome. None: the run's
        `lb_probability` gives it.
    colour : str
        The colour of its lines and points.
    dash : tuple of int
        The dash pattern of its lines: lengths of strokes and gaps, in pixels.
    shape : str
        The shape of its points, as Vega names it.

    Examples
    --------
    >>> mode = MODES["lamarckian"]
    >>> mode.label, mode.learns, mode.inherits
    ('Lamarckian', True, 1.0)
    """

    name: str
    label: str
    learns: bool
    inherits: float | None
    colour: str
    dash: tuple[int, ...]
    shape: str

    def inheritance(self, lb_probability=None):
        """Return the probability that what was learned is inherited: float.

        Parameters
        ----------
        lb_probability : float, optional
            Used by a mode that leaves `inherits` open.

        Examples
        --------
        >>> MODES["lb"].inheritance(0.15), MODES["baldwinian"].inheritance()
        (0.15, 0.0)
        """
        return lb_probability if self.inherits is None else self.inherits


# The paper's colours and dashes, in shades that colour-blind people tell apart.
MODES = {mode.name: mode for mode in (
    Mode("darwinian", "Darwinian", False, 0.0, "#2b7bba", (1, 0), "circle"),
    Mode("baldwinian", "Baldwinian", True, 0.0, "#00a375", (6, 3), "square"),
    Mode("lamarckian", "Lamarckian", True, 1.0, "#d1344e", (7, 3, 1, 3), "triangle-up"),
    Mode("lb", "LB", True, None, "#f2a104", (2, 2), "diamond"),
)}
LABELS.update({name: mode.label for name, mode in MODES.items()})
# What the paper ran; memlab may run more.
PAPER_MODES = ("darwinian", "baldwinian", "lamarckian", "lb")
