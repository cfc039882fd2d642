"""The public names and where they are, for type checkers, editors and `memlab.support.lazy`."""

from . import agreement as agreement
from . import claims as claims
from . import configurations as configurations
from . import contrasts as contrasts
from . import dataset_means as dataset_means
from . import differences as differences
from . import published as published
from . import tables as tables
from .profiles import PAPER as PAPER
from .profiles import PROFILES as PROFILES
from .profiles import Profile as Profile
from .profiles import profile as profile
