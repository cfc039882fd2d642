"""A package of its own: a dependency may bring another ``tests``, which processes would find."""
