"""Genomes of several named parts.

References
----------
.. [1] J. Gower. A general coefficient of similarity and some of its properties. Biometrics 27(4),
   1971.
"""

import numpy as np

from .space import Space


class Parts(dict):
    """A genome of named parts; it cannot be changed. ``dict(x)`` and ``x | {...}`` are new ones."""

    def _refuse(self, *_, **__):
        raise TypeError("a genome must not be changed: change a copy, dict(x)")

    __setitem__ = __delitem__ = __ior__ = update = pop = popitem = clear = setdefault = _refuse

    def __reduce__(self):
        return Parts, (dict(self),)


class Mixed(Space):
    """Genomes of named parts, each of a space of its own: dictionaries that cannot be changed.

    Crossover crosses all parts; each mutates with probability 1 / parts. Neighbours differ in one
    part.

    Parameters
    ----------
    **parts : Space, or callable
        The spaces by name. A function named "random", "cross", "mutate" or "neighbours" replaces
        the operator of this name, as for `Space`.

    Examples
    --------
    >>> import memlab as ml
    >>> space = ml.spaces.Mixed(on=ml.spaces.Bits(4), rate=ml.spaces.Reals(0, 1))
    >>> problem = ml.FunctionProblem(space, lambda x: x["on"].sum() + x["rate"][0])
    >>> ml.evolve(problem, "lamarckian", mu=5, lambda_=5, budget=500).best_value
    5.0
    """

    trusted = True

    def __init__(self, **parts):
        self.parts = {name: part for name, part in parts.items() if isinstance(part, Space)}
        super().__init__(**{name: parts[name] for name in parts.keys() - self.parts})
        if not self.parts:
            raise TypeError("Mixed must have spaces as its parts, such as Mixed(on=Bits(4))")
        self.trusted = self.trusted and all(part.trusted for part in self.parts.values())

    def random(self, rng):
        """Return a random genome of each part."""
        return Parts({name: part.random(rng) for name, part in self.parts.items()})

    def cross(self, x, y, rng):
        """Return a genome all of whose parts are crossed."""
        return Parts({name: part.cross(x[name], y[name], rng) for name, part in self.parts.items()})

    def mutate(self, x, rng):
        """Return a genome each of whose parts has mutated with probability 1 / parts."""
        return Parts({
            name: part.mutate(x[name], rng) if rng.random() < 1 / len(self.parts) else x[name]
            for name, part in self.parts.items()})

    def neighbours(self, x, rng):
        """Yield the genomes that differ in one part by one step there, in random order."""
        left = {name: iter(part.neighbours(x[name], rng)) for name, part in self.parts.items()}
        while left:
            name = list(left)[rng.integers(len(left))]
            if (y := next(left[name], None)) is None:
                del left[name]
            else:
                yield Parts(x | {name: y})

    def checked(self, name, x):
        """Return a genome with checked parts, or raise an error that says what is wrong."""
        if not isinstance(x, dict) or x.keys() != self.parts.keys():
            raise TypeError(f"{name} must be a dictionary of {', '.join(self.parts)}, not {x!r}")
        return Parts({part: space.checked(f"{name}[{part!r}]", x[part])
                      for part, space in self.parts.items()})

    def key(self, x):
        """Return bytes that are equal for equal genomes."""
        return b"|".join(part.key(x[name]) for name, part in self.parts.items())

    def distance(self, x, y):
        """Return the mean over parts of their distance, per place there (after Gower [1]_)."""
        return float(np.mean([part.distance(x[name], y[name]) / getattr(part, "n", 1)
                              for name, part in self.parts.items()]))

    def __repr__(self):
        return f"Mixed({', '.join(f'{name}={part!r}' for name, part in self.parts.items())})"
