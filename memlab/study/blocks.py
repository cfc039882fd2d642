"""A block of a plan: all combinations of some problems, sources of graphs and methods."""

from dataclasses import dataclass, field

from ..support.checks import choice, ordered
from ..support.names import DATASETS
from . import methods, own, problems, sources


@dataclass(frozen=True)
class Block:
    """All combinations of problems, sources of graphs and methods.

    Parameters
    ----------
    problems : sequence of str or ProblemSpec
        A name stands for the problem with its default options.
    datasets : sequence of str or source
        A name stands for the plan's graphs of a generated dataset.
    configurations : sequence of Configuration or Method
        The methods.
    names : sequence of str
        What reports call each method; without a name, or for an empty one, that is made of its
        settings. The fingerprint of a plan does not depend on names.

    Examples
    --------
    >>> from memlab.study import Configuration, Plan
    >>> block = Block(["mis", "maxcut"], ["er_small"], [Configuration("lamarckian", 10, 10, 0.0)])
    >>> len(Plan("both", [block], graphs=5))
    10
    """

    problems: tuple
    datasets: tuple
    configurations: tuple
    names: tuple = field(default=(), compare=False)

    def __post_init__(self):
        specs = [problems.ProblemSpec(problem) if isinstance(problem, str) else problem
                 for problem in ordered("problems", self.problems)]
        for name, values in (("problems", specs), ("datasets", self.datasets),
                             ("configurations", self.configurations)):
            if not values:
                raise ValueError(f"{name} of a block must not be empty")
            object.__setattr__(self, name, tuple(ordered(name, values)))
        object.__setattr__(self, "names", tuple(self.names) if any(self.names) else ())
        for name in self.names:
            if name and self.names.count(name) > 1:
                raise ValueError(f"name {name!r} must not be that of two methods: let it contain "
                                 "what tells them apart, in braces, such as {mu} or {mode}")
        for source in self.datasets:
            if not isinstance(source, sources.Source):
                choice("dataset", source, DATASETS)
        for settings in self.configurations:
            for problem in dict.fromkeys(specs):
                methods.check_fits(settings, problem.name)
                for key in problem.columns.keys() & methods.columns(settings).keys():
                    raise ValueError(f"key {key!r} must not be one of problem {problem.name!r} and "
                                     f"of method {methods.name_of(settings)!r}")

    def to_dict(self):
        """Return the block as plain data.

        Returns
        -------
        dict
            As `from_dict` takes it.
        """
        return {
            "problems": [problem.to_dict() for problem in self.problems],
            "datasets": [source if isinstance(source, str) else source.to_dict()
                         for source in self.datasets],
            "configurations": [methods.to_dict(settings) for settings in self.configurations]}

    @classmethod
    def from_dict(cls, data, names=()):
        """Return the block that `to_dict` wrote.

        Parameters
        ----------
        data : dict
            The block as plain data.
        names : sequence of str
            The names of its methods.
        """
        return cls([problems.from_dict(problem) for problem in data["problems"]],
                   [source if isinstance(source, str) else own.Drawn(**source["drawn"])
                    if "drawn" in source else sources.from_dict(source)
                    for source in data["datasets"]],
                   [methods.from_dict(settings) for settings in data["configurations"]], names)
