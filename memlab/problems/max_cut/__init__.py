"""Maximum Cut: the problem, and the kernels of its fitness and local search."""
