"""What a `PlainEvolution` does at the end of a sitting, and of its budget."""

import json

import numpy as np

from ..problems.function import FunctionProblem
from ..problems.function.life import Life
from ..support import checks
from .configuration import Configuration
from .run import Callback
from .saving import sealed_arrays, write_arrays

_FORMAT = "memlab plain run 1"      # raise it if a saved run would continue differently
_COUNTS = ("budget", "target", "seconds", "generation", "evaluations", "calls",
           "local_search_steps")


class PlainContinued:
    """The part of `memlab.evolution.plain.PlainEvolution` that saves, loads and extends it."""

    def save(self, path, problem=False):
        """Write the whole state to a file (.npz), from which `load` continues the same run.

        Parameters
        ----------
        path : str or path-like
            An existing file is replaced once the new one is complete.
        problem : bool
            No file holds a `FunctionProblem`; `load` is given it.

        Raises
        ------
        TypeError
            If JSON cannot hold a genome. What it makes of one, an array as a list, is given to the
            space's `checked` when it is read.
        """
        head = {"format": _FORMAT, "configuration": self.configuration.to_dict(),
                "before": self._before, "told": self.callback.told,
                **self._packed(self._rng.bit_generator.state)}
        write_arrays(path, {"head": np.array(json.dumps(head, default=np.ndarray.tolist))})

    def extend(self, budget=None, target=None):
        """Go on with another budget or target, bit for bit as if the run had begun with them.

        A generation that the budget cut short is lived again. The rest is as for
        `memlab.Evolution.extend`.

        Parameters
        ----------
        budget : int, optional
            At least what was spent so far; by default as before.
        target : int or float, optional
            As for a new run: without it, there is none from now on.

        Raises
        ------
        ValueError
            If the budget is too small, or ended amid an initial population that learned.
        """
        spent = self.calls if self.configuration.count == "calls" else self.evaluations
        budget = checks.integer("budget", self.budget if budget is None else budget, minimum=spent)
        target = None if target is None else checks.real("target", target)
        if not self.generation and (self._spent or self.evaluations < self.configuration.mu):
            raise ValueError("the budget ended amid the initial population: begin a new run")
        self._unpack(self._before or self._packed(self._rng.bit_generator.state))
        self.budget, self.target = budget, target

    def _packed(self, random):
        """Return all of the run but its problem and settings, with a state of its generator: dict.
        """
        return {"random": random, "spent": self._spent, "best": self._best,
                "champion": self._champion, "met": [key.hex() for key in sorted(self._met)],
                "rows": self._rows and [*self._rows],
                "parents": [(life.genome, life.solution, life.score, life.birth)
                            for life in self._parents],
                **{name: getattr(self, name) for name in _COUNTS}}

    def _unpack(self, packed):
        """Make this the run that was `_packed`."""
        for name in _COUNTS:
            setattr(self, name, packed[name])
        self._spent, self._rows, self._before = packed["spent"], packed["rows"], None
        self._met = set(map(bytes.fromhex, packed["met"]))
        self._rng = np.random.default_rng()
        self._rng.bit_generator.state = packed["random"]
        solutions, self._parents = self.problem.solutions, []
        self._champion = solutions.checked("a solution", packed["champion"])
        self._best = _score(packed["best"])
        for genome, solution, score, birth in packed["parents"]:
            life = Life(self.problem.space.checked("a genome", genome),
                        solutions.checked("a solution", solution), _score(score))
            life.birth = birth
            self._parents.append(life)

    @classmethod
    def load(cls, path, problem, executor=None, callback=None):
        """Load a run that `save` wrote.

        Parameters
        ----------
        path : str or path-like
        problem : FunctionProblem
            The same as that of the run: a file does not hold functions.
        executor, callback
            As for a new one.

        Returns
        -------
        PlainEvolution

        Raises
        ------
        OSError
            If the file cannot be opened.
        ValueError
            If the file is not a complete run, or the function gives its best solution another
            value.
        """
        self, problem = cls.__new__(cls), checks.instance("problem", problem, FunctionProblem)
        with sealed_arrays(path, _FORMAT) as (head, _):
            self.problem, self.configuration = problem, Configuration(**head["configuration"])
            self._unpack(head)
            self._before = head.get("before")      # files of earlier versions lack it
            if self._best != (best := problem.score(self._champion)):
                raise ValueError(f"the best solution has the value {head['best']} there, and "
                                 f"{best} by the function")
            callback = Callback(callback, head.get("told", ()))
        self._join(executor, callback)
        return self


def _score(written):
    """Return a score as it was before JSON made a list of a pair."""
    return tuple(written) if isinstance(written, list) else written
