"""The public names and where they are, for type checkers, editors and `memlab.support.lazy`."""

from ..problems.unitation import functions as functions
from .blocks import mutation_matrix as mutation_matrix
from .constants import Growth as Growth
from .constants import fubini_polynomial as fubini_polynomial
from .constants import growth as growth
from .constants import hitting_times as hitting_times
from .exact import Moments as Moments
from .exact import expected_evaluations as expected_evaluations
from .exact import expected_local_search_steps as expected_local_search_steps
from .exact import expected_runtime as expected_runtime
from .exact import level_profile as level_profile
from .exact import runtime_moments as runtime_moments
from .exact import tabulate as tabulate
from .ones import leading_ones as leading_ones
from .ones import unitation as unitation
from .simulation import Trajectory as Trajectory
from .simulation import simulate as simulate
from .simulation import trajectory as trajectory
