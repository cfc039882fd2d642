"""The charts: tidy frame in, Altair chart out.

Importing this module makes Altair draw without the internet, in JupyterLab and in saved pages, and
gives its charts a look that can be read on light and on dark pages; whoever has chosen another
renderer or theme before keeps it. Modes look the same in every chart: `MODES` is the one table of
their colours, dashes and shapes. The charts of the runtime theory are in `theory`.
"""

from . import theory
from .comparisons import differences, losses
from .curves import convergence, diversity, ecdf, effort, phenotype_distance
from .experiments import courses, effects, intervals
from .export import save
from .graphs import graph, layout
from .landscapes import adjacency, landscape, smoothing
from .populations import population
from .ranks import ranks
from .scores import scores
from .sensitivity import sensitivity
from .style import MODES, to_png, to_svg

__all__ = ["MODES", "adjacency", "convergence", "courses", "differences", "diversity", "ecdf", "effects",
           "effort", "graph", "intervals", "landscape", "layout", "losses",
           "phenotype_distance", "population", "ranks", "save", "scores", "sensitivity",
           "smoothing", "theory", "to_png", "to_svg"]
