"""A run of Algorithm 1: modes, configuration, arrays, stepping, result, saving; and trials."""
