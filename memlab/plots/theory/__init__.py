"""Charts of the theory of DeceptiveLeadingBlocks: tidy frame in, Altair chart out."""

from .comparison import comparison, write_back
from .debt import debt, debt_rates
from .growth import exponents, flattened, growth
from .mechanism import mechanism
from .walk import bits, progress

__all__ = ["mechanism", "growth", "flattened", "exponents", "debt", "debt_rates",
           "write_back", "comparison", "bits", "progress"]
