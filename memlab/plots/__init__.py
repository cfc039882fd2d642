"""The charts: tidy frame in, Altair chart out.

The following holds for all charts, and is not repeated for each of them:

- A function takes a tidy frame, with one row per observation, and does not change it. Its
  documentation lists the columns that the frame needs. If the frame also has the columns problem
  and dataset, there is a panel for each of their combinations, in the paper's order, unless stated
  otherwise.
- Columns named low and high are the ends of an interval. The column mode holds names such as
  "baldwinian"; only the modes that occur are drawn and appear in the legend.
- ``title`` and ``subtitle`` are str; the default title says what the chart shows.
- The result is an `altair.Chart`. A notebook displays it, its method ``save`` writes SVG, PDF or
  PNG, and Altair can modify it further. If there is a single panel, the chart's attribute ``data``
  is the frame that it draws.
- A line of more than 1,000 points keeps its ends and a point in each 500th of the width.
- A `ValueError` is raised if a column is missing, or if a mode or state is unknown.

Importing this module makes Altair draw without internet access, in JupyterLab and in saved pages,
and frames of any number of rows, and sets a theme that is readable on light and on dark pages. A
renderer, theme or data transformer that was selected before is kept. Modes look the same in every
chart: `MODES` is the single table of their colours, dashes and shapes, and `memlab.plots.palette`
has all other colours. The charts of the runtime theory are in `memlab.plots.theory`.

>>> import pandas as pd
>>> import memlab as ml
>>> frame = pd.DataFrame({"mode": ["lb", "lb"], "evaluations": [10, 100], "best_fitness": [20, 31]})
>>> chart = ml.plots.convergence(frame, title="A short run")
"""

from ..support import lazy
from . import style  # noqa: F401 - it selects the renderer and the theme

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
