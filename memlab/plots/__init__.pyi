"""The public names and where they are, for type checkers, editors and `memlab.support.lazy`."""

from . import palette as palette
from . import theory as theory
from .curves import convergence as convergence
from .curves import diversity as diversity
from .curves import effort as effort
from .curves import phenotype_distance as phenotype_distance
from .experiments import courses as courses
from .experiments import effects as effects
from .experiments import intervals as intervals
from .experiments import scores as scores
from .graphs import graph as graph
from .graphs import layout as layout
from .learning import landscape as landscape
from .learning import population as population
from .maps import sensitivity as sensitivity
from .palette import MODES as MODES
from .style import to_svg as to_svg
