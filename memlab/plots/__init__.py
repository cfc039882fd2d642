"""The charts: tidy frame in, Altair chart out.

What is true of all of them, and therefore not said of each:

- A function takes a tidy frame, one row an observation, and leaves it as it is. Its documentation
  says which columns the frame needs. Where the frame also has the columns problem and dataset,
  there is a panel for each of their combinations, in the paper's order, unless something else is
  said.
- Columns named low and high are the ends of an interval. The column mode holds names such as
  "baldwinian"; only the modes at hand are drawn and explained.
- `title` and `subtitle` are str; a title that is not given says what the chart shows.
- It returns an `altair.Chart`, which a notebook shows, its own `save` writes as SVG, PDF or PNG,
  and Altair can change further: the frame that a single panel draws is the chart's own attribute
  `data`.
- It raises `ValueError` if a column is missing, or a mode or state is unknown.

Importing this module makes Altair draw without the internet, in JupyterLab and in saved pages, and
gives its charts a look that can be read on light and on dark pages; whoever has chosen another
renderer or theme before keeps it. Modes look the same in every chart: `MODES` is the one table of
their colours, dashes and shapes; `palette` has all other colours. The charts of the runtime theory
are in `theory`.
"""

from . import palette, theory
from .claims import claims
from .comparisons import losses, ranks, scores
from .curves import convergence, diversity, ecdf, effort, phenotype_distance
from .experiments import courses, effects, intervals
from .export import to_png, to_svg
from .generation import generation
from .graphs import graph, layout
from .landscapes import adjacency, landscape, smoothing
from .palette import MODES
from .phases import phases
from .populations import population
from .sensitivity import sensitivity

__all__ = ["MODES", "adjacency", "claims", "convergence", "courses", "diversity", "ecdf",
           "effects", "effort", "generation", "graph", "intervals", "landscape", "layout", "losses",
           "palette", "phases", "phenotype_distance", "population", "ranks", "scores",
           "sensitivity", "smoothing", "theory", "to_png", "to_svg"]
