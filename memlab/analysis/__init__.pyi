"""The public names and where they are, for type checkers, editors and `memlab.support.lazy`."""

from . import comparison as comparison
from . import currencies as currencies
from . import statistics as statistics
from .ioh import export_ioh as export_ioh
