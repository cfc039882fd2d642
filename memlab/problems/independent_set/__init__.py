"""Maximum Independent Set: the problem, and the kernels of its fitness and local searches."""
