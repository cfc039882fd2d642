"""The public names and where they are."""

from .blocks import Block as Block
from .execute import FailedRunsError as FailedRunsError
from .execute import StaleStoreError as StaleStoreError
from .execute import run as run
from .experiment import ExperimentError as ExperimentError
from .experiment import combinations as combinations
from .experiment import read_plan as read_plan
from .imported import import_runs as import_runs
from .manifests import ForeignPlanError as ForeignPlanError
from .manifests import StoreError as StoreError
from .methods import METHODS as METHODS
from .methods import Method as Method
from .plan import Configuration as Configuration
from .plan import Plan as Plan
from .problems import ProblemSpec as ProblemSpec
from .sources import Dataset as Dataset
from .sources import Files as Files
from .store import Store as Store
from .store import load as load
from .tasks import run_seed as run_seed
