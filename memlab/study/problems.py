"""The problems of experiments: one of `memlab.problems.PROBLEMS`, or a user-defined one.

A user-defined problem is a function that makes a problem from a `Graph`, see `own`.
"""

import inspect
from dataclasses import dataclass

import numpy as np

from ..graphs.graph import Graph
from ..problems import PROBLEMS
from ..support.checks import choice
from . import own
from .methods import SETTINGS

# Columns of the tables of runs, whose names an option must not have.
TAKEN = own.TAKEN | set(SETTINGS)


@dataclass(frozen=True)
class ProblemSpec(own.Specification):
    """A problem and its options, each a possible factor.

    Parameters
    ----------
    name, options, content, data
        As for any `memlab.study.own.Specification`: "mis", "maxcut", "dlb", "leadingones",
        "pbo", "unitation" or "module:function", and keyword arguments of the problem's class or
        function; others have their defaults.
    alone : bool
        Whether a user-defined problem is an instance itself: its function takes no graph. That is
        found out by `read`: it has no arguments, or the first one can be given by name only, has a
        default value (other than None), or is one of the options.

    Raises
    ------
    ValueError, TypeError
        If the name is unknown, or the problem does not allow an option.

    Examples
    --------
    >>> ProblemSpec("mis").columns
    {'problem': 'mis', 'local_search': 'repair'}
    """

    alone: bool = False

    taken = frozenset(TAKEN)

    def __post_init__(self):
        super().__post_init__()
        if not self.is_own:
            choice("problem, if not your 'module:function',", self.name, tuple(PROBLEMS))
            kind = PROBLEMS[self.name]
            self.check_options(kind)
            # which checks their values
            self.problem(kind(*kind.example) if kind.is_data else Graph.from_edges(1, []))
        # without defaults, so that equal problems are written alike
        options = dict(self.options).items() - self._defaults.items()
        object.__setattr__(self, "options", tuple(sorted(options)))

    def check_options(self, make):
        """Check the options as usual, and give no graph to a function that asks for none."""
        first, *_ = *inspect.signature(make).parameters.values(), None
        if self.is_own and (first is None or first.name in dict(self.options)
                            or first.kind > first.VAR_POSITIONAL
                            or not (first.default is first.empty or first.default is None)):
            object.__setattr__(self, "alone", True)
        super().check_options(make)

    @property
    def needs_graph(self):
        """Whether the problem is defined on a graph, or is one of those that a source holds."""
        if self.is_own:
            return not self.alone
        return PROBLEMS[self.name].needs_graph or PROBLEMS[self.name].is_data

    @property
    def has_unit(self):
        """Whether fitness may be in another unit than the values of its instances: bool."""
        return self.is_own or PROBLEMS[self.name].is_data

    def fitting(self, sources):
        """Return those of some sources, or datasets by their names, whose instances it takes: list.

        What only problems of the reader's own can take is all that they get.
        """
        kind = "own" if self.is_own else "problem" if PROBLEMS[self.name].is_data else "graph"
        fitting = [one for one in sources if getattr(one, "holds", "graph") == kind]
        return fitting or list(sources) * self.is_own

    @property
    def columns(self):
        """The problem and its options, including defaults, as columns of a table: dict."""
        return {"problem": self.name, **self._defaults, **dict(self.options)}

    @property
    def _defaults(self):
        return {} if self.is_own else self.defaults(PROBLEMS[self.name])

    def parameters(self, make):
        """Return the parameters of a class or function after the graph, which comes first: dict."""
        parameters = dict(inspect.signature(make).parameters)
        if getattr(make, "is_data", False):
            return {name: parameters[name] for name in make.options}
        return dict(list(parameters.items())[self.needs_graph:])

    def problem(self, graph, folder=""):
        """Make the problem on a graph.

        Parameters
        ----------
        graph : Graph or None
            The graph, if the problem needs one.
        folder : path-like
            The folder of the module of a user-defined problem.

        Returns
        -------
        Problem
            The problem.
        """
        if self.is_own:
            make = self.function(folder)
            return make(*[graph][:self.needs_graph], **self.arguments(folder))
        kind, options = PROBLEMS[self.name], dict(self.options)
        if kind.is_data:
            return kind.from_arrays(graph.to_arrays() | {
                name: np.array(value) for name, value in options.items()})
        return kind(*[graph][:self.needs_graph], **options)

    def to_dict(self):
        """Return the specification as plain data.

        Returns
        -------
        str or dict
            The name alone, if all options have their defaults.
        """
        details = self.details() | ({"alone": True} if self.alone else {})
        return {"problem": self.name, **details} if details else self.name


def from_dict(data):
    """Return the specification that `ProblemSpec.to_dict` wrote."""
    options = {"problem": data} if isinstance(data, str) else dict(data)
    known = {name: options.pop(name) for name in ("content", "data", "alone") if name in options}
    return ProblemSpec(options.pop("problem", None), options, **known)
