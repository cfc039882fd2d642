"""The public names and where they are, for type checkers, editors and `memlab.support.lazy`."""

from .mixed import Mixed as Mixed
from .permutation import Permutation as Permutation
from .space import Space as Space
from .vectors import Bits as Bits
from .vectors import Integers as Integers
from .vectors import Reals as Reals
