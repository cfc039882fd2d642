"""Charts of the theory of DeceptiveLeadingBlocks: tidy frame in, Altair chart out.

What the documentation of `memlab.plots` says of all charts is true of these too, but for panels:
here they are of block lengths or rates, where there is more than one.
"""

from .debt import debt, debt_rates
from .growth import comparison, flattened, growth
from .walk import bits, progress

__all__ = ["growth", "flattened", "debt", "debt_rates", "comparison", "bits", "progress"]
