"""Charts of the theory of DeceptiveLeadingBlocks: tidy frame in, Altair chart out.

What the documentation of `memlab.plots` says of all charts is true of these too, but for panels:
here they are of block lengths or rates, where there is more than one.
"""

from .debt import debt, debt_rates
from .growth import comparison, exponents, flattened, growth, lb_evolution
from .mechanism import mechanism
from .walk import bits, progress

__all__ = ["mechanism", "growth", "flattened", "exponents", "debt", "debt_rates",
           "lb_evolution", "comparison", "bits", "progress"]
