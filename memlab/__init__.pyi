"""The public names and where they are, for type checkers, editors and `memlab.lazy`."""

from . import baselines as baselines
from . import explorer as explorer
from . import neural as neural
from . import optima as optima
from . import plots as plots
from . import problems as problems
from . import report as report
from . import study as study
from . import theory as theory
from .analysis.advice import advise as advise
from .evolution import Evolution as Evolution
from .evolution import evolve as evolve
from .graphs import datasets as datasets
from .graphs.formats import read_graph as read_graph
from .graphs.formats import write_graph as write_graph
from .graphs.graph import Graph as Graph
from .problems.custom import CustomProblem as CustomProblem
from .problems.deceptive_blocks import DeceptiveLeadingBlocks as DeceptiveLeadingBlocks
from .problems.independent_set import MaxIndependentSet as MaxIndependentSet
from .problems.max_cut import MaxCut as MaxCut
from .problems.pseudo_boolean import PseudoBoolean as PseudoBoolean
from .problems.pseudo_boolean.readers import read_problem as read_problem
from .problems.unitation import Unitation as Unitation
from .result import Run as Run
from .trial import BudgetSpent as BudgetSpent
from .trial import Trial as Trial
from .trial import run as run

__version__: str
