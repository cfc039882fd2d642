"""Tables of any runs: statistics, comparisons, currencies; what races and pictures begin with."""
