"""DeceptiveLeadingBlocks: the problem, and the kernels of its fitness and local search."""
