"""Tables of any runs: statistics, comparisons of methods, currencies."""
