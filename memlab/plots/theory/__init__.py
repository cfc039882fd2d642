"""Charts of the theory of DeceptiveLeadingBlocks: tidy frame in, Altair chart out.

The documentation of `memlab.plots` holds for these charts too, except that panels stand for block
lengths or rates, if there are several.
"""

from .debt import debt, debt_rates
from .growth import comparison, flattened, growth

__all__ = ["growth", "flattened", "debt", "debt_rates", "comparison"]
