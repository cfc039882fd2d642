"""Tables of any runs: statistics, comparisons, currencies; and what races and pictures start from."""
