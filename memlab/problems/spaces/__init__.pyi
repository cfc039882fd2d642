"""The public names and where they are, for type checkers, editors and `memlab.support.lazy`."""

from .bits import Bits as Bits
from .integers import Integers as Integers
from .mixed import Mixed as Mixed
from .permutation import Permutation as Permutation
from .reals import Reals as Reals
from .space import Space as Space
