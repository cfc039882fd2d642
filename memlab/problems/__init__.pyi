"""The public names and where they are, for type checkers, editors and `memlab.support.lazy`."""

from .custom import CustomProblem as CustomProblem
from .function import FunctionProblem as FunctionProblem
from .function.life import BudgetSpent as BudgetSpent
from .function.searches import minimiser as minimiser
from .independent_set import LOCAL_SEARCHES as LOCAL_SEARCHES
from .independent_set import MaxIndependentSet as MaxIndependentSet
from .max_cut import MaxCut as MaxCut
from .pseudo_boolean import PseudoBoolean as PseudoBoolean
from .pseudo_boolean.makers import GENERATORS as GENERATORS
from .pseudo_boolean.makers import ising as ising
from .pseudo_boolean.makers import max_sat as max_sat
from .pseudo_boolean.makers import nk as nk
from .pseudo_boolean.makers import qubo as qubo
from .pseudo_boolean.makers import random_qubo as random_qubo
from .pseudo_boolean.makers import random_sat as random_sat
from .pseudo_boolean.makers import spin_glass as spin_glass
from .pseudo_boolean.readers import read_problem as read_problem
from .pseudo_boolean.readers import write_problem as write_problem
from .registry import PROBLEMS as PROBLEMS
from .registry import one_of as one_of
from .solutions import read_solution as read_solution
from .solutions import solution_of as solution_of
from .solutions import write_solution as write_solution
from .unitation import DeceptiveLeadingBlocks as DeceptiveLeadingBlocks
from .unitation import LeadingOnes as LeadingOnes
from .unitation import Unitation as Unitation
