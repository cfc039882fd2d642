"""The public names and where they are, for type checkers, editors and `memlab.support.lazy`."""

from . import analysis as analysis
from . import explorer as explorer
from . import paper as paper
from . import plots as plots
from . import problems as problems
from . import report as report
from . import study as study
from . import theory as theory
from .analysis.advice import advise as advise
from .evolution.evolution import Evolution as Evolution
from .evolution.evolve import evolve as evolve
from .evolution.run import Run as Run
from .evolution.trial import Trial as Trial
from .evolution.trial import run as run
from .graphs import datasets as datasets
from .graphs.formats import read_graph as read_graph
from .graphs.formats import write_graph as write_graph
from .graphs.graph import Graph as Graph
from .problems import bridges as bridges
from .problems import spaces as spaces
from .problems.custom import CustomProblem as CustomProblem
from .problems.function import FunctionProblem as FunctionProblem
from .problems.function.life import BudgetSpent as BudgetSpent
from .problems.independent_set import MaxIndependentSet as MaxIndependentSet
from .problems.max_cut import MaxCut as MaxCut
from .problems.pseudo_boolean import PseudoBoolean as PseudoBoolean
from .problems.pseudo_boolean.pbo import PBO as PBO
from .problems.pseudo_boolean.readers import read_problem as read_problem
from .problems.pseudo_boolean.readers import write_problem as write_problem
from .problems.unitation import DeceptiveLeadingBlocks as DeceptiveLeadingBlocks
from .problems.unitation import LeadingOnes as LeadingOnes
from .problems.unitation import Unitation as Unitation
from .solvers import baselines as baselines
from .solvers import optima as optima

__version__: str
