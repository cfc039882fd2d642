"""The public names and where they are, for type checkers, editors and `memlab.support.lazy`."""

from .logged import from_ioh as from_ioh
from .logged import to_ioh as to_ioh
from .networks import from_igraph as from_igraph
from .networks import from_networkit as from_networkit
from .networks import from_rustworkx as from_rustworkx
from .sums import from_bqm as from_bqm
from .sums import from_wcnf as from_wcnf
from .sums import to_bqm as to_bqm
