"""The file that holds an unfinished run: NumPy arrays and a JSON header, nothing pickled."""

import contextlib
import hashlib
import json

import numpy as np

from ..kernels import engine
from ..kernels.ledger import rehash
from ..problems import PROBLEMS
from ..problems.function import FunctionProblem
from ..problems.function.life import Life
from ..support import checks
from ..support.files import read_arrays, replacing
from ..support.names import renamed
from .configuration import LARGEST_BUDGET, Configuration
from .run import Callback
from .state import make_state, with_room

# Raise it with every change after which a saved run would continue differently.
_FORMAT, _PLAIN_FORMAT = "memlab run 6", "memlab plain run 1"
_COUNTS = ("budget", "target", "seconds", "generation", "evaluations", "calls",
           "local_search_steps")      # of a plain run


class Continued:
    """What an `Evolution` does at the end of a sitting, and of its budget."""

    @property
    def trace(self):
        """The course of the run so far, as in `memlab.Run.trace`: DataFrame or None; a copy."""
        return self.result().trace

    def save(self, path, problem=True):
        """Write the whole state to a file (.npz), from which `load` continues the same run.

        If Ctrl-C has struck amid a generation, as it can amid a large one, it is finished first.

        Parameters
        ----------
        path : str or path-like
            An existing file is replaced once the new one is complete.
        problem : bool
            Whether the file holds the problem, too. If not, `load` is given it, as always for a
            `CustomProblem`: its functions are code.

        Examples
        --------
        >>> import tempfile
        >>> from memlab import DeceptiveLeadingBlocks, Evolution
        >>> e = Evolution(DeceptiveLeadingBlocks(n=12, k=3), "lamarckian", mu=5, lambda_=5,
        ...               budget=100)
        >>> e.step(3)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     e.save(f"{folder}/run.npz")
        ...     Evolution.load(f"{folder}/run.npz").run().best_fitness == e.run().best_fitness
        True
        """
        self._finish_generation()
        head, arrays = packed(self)
        head |= {"format": _FORMAT, "target": self.problem.target_fitness(self.target)}
        if checks.flag("problem", problem) and type(self.problem) in PROBLEMS.values():
            held = self.problem.to_arrays()
            arrays |= {f"problem.{name}": array for name, array in held.items()}
        write_arrays(path, {"head": np.array(json.dumps(head)), **arrays})

    def extend(self, budget=None, target=None):
        """Go on with another budget or target, bit for bit as if the run had begun with them.

        That holds unless the run has already gone further than it would have then.

        Parameters
        ----------
        budget : int, optional
            At least the number of evaluations so far; by default as before.
        target : int or float, optional
            As for a new run: without it, there is none from now on.

        Examples
        --------
        >>> from memlab import DeceptiveLeadingBlocks, Evolution
        >>> e = Evolution(DeceptiveLeadingBlocks(n=12, k=3), "lamarckian", mu=5, lambda_=5,
        ...               budget=100)
        >>> e.run().evaluations
        100
        >>> e.extend(budget=200)
        >>> e.run().evaluations
        200
        """
        self._finish_generation()
        budget = self.budget if budget is None else budget
        head, arrays = packed(self)
        head |= {"budget": checks.integer("budget", budget, minimum=self.evaluations),
                 "target": target}
        self.state = unpacked(self.problem, self.configuration, head, arrays)
        self.budget, self.target = head["budget"], target

    def _finish_generation(self):
        if self.state.ledger.born[0]:
            self.step()


def read_run(run, path, problem, callback):
    """Make a new `Evolution` the run in a file; its problem is that of the file, if none is given.

    A damaged file is refused by its digest. A digest can be forged, so what the kernels need in
    order not to crash is checked besides.
    """
    with sealed_arrays(path, _FORMAT) as (head, arrays):
        kinds = {kind.__name__: kind for kind in PROBLEMS.values()}
        held = {name.removeprefix("problem."): array for name, array in arrays.items()
                if name.startswith("problem.")}
        if problem is None:
            if not held:
                raise ValueError(f"problem must be given for this run of {head['problem']!r}, "
                                 "which the file does not hold")
            problem = kinds[head["problem"]].from_arrays(held)
        if head["target"] is not None:      # a fitness in the file
            head["target"] = problem.value_of(head["target"])
        run.problem, run.budget, run.target = problem, head["budget"], head["target"]
        run.configuration = Configuration(**renamed(head["configuration"]))
        run.state = unpacked(problem, run.configuration, head, arrays)
        run.seconds = checks.real("seconds", head["seconds"], minimum=0)
        run.callback = Callback(callback, head.get("told", ()))


def packed(run):
    """Return all of a run but its problem: facts and arrays, a dict each.

    Slots have a meaning in this process only, so parents are written by rank.
    """
    population, ledger, trace = run.state.population, run.state.ledger, run.state.trace
    head = {"problem": type(run.problem).__name__, "target": run.target,
            "configuration": run.configuration.to_dict(), "budget": run.budget,
            "trace": trace.wanted, "seconds": run.seconds, "generation": run.generation,
            "steps": run.local_search_steps, "evaluations": run.evaluations,
            "check": [run.problem.n, int(ledger.best[0])], "adapted": [ledger.lambda_[0]],
            "told": run.callback.told}
    arrays = {"state.genomes": population.genomes[run.state.parents],
              "state.phenotypes": population.phenotypes[run.state.parents],
              "state.champion": ledger.champion, "state.rng": population.rng,
              "state.seen": np.sort(ledger.seen[ledger.seen > 0]),
              "state.improvements": ledger.improvements[:ledger.improved[0]]}
    for name, column in _traced(trace).items():
        arrays[f"state.trace_{name}"] = column[:run.generation + 1]
    return head, arrays


def unpacked(problem, configuration, head, arrays):
    """Return the state of a run that was `packed`; what follows from the parents is made again."""
    seen, most = arrays["state.seen"], configuration.generations(head["budget"])
    generation = checks.integer("generation", head["generation"], minimum=0, maximum=most)
    state = make_state(problem, configuration, head["budget"], head["target"], head["trace"])
    # older files do not have improvements, of which those to come are not all
    improvements = arrays.get("state.improvements", np.zeros((0, 3), np.int64))
    state = with_room(state, len(state.population.order) + len(seen) + len(improvements))
    population, ledger = state.population, state.ledger
    population.rng[:] = arrays["state.rng"]
    population.genomes[state.parents] = genomes = arrays["state.genomes"]
    population.phenotypes[state.parents] = arrays.get("state.phenotypes", genomes)
    ledger.champion[:] = arrays.get("state.champion", population.phenotypes[:1])
    if ((population.genomes | population.phenotypes | ledger.champion)
            & ~problem.layout.valid).any():
        raise ValueError("there are ones where no bit stands")
    rehash(seen.astype(np.uint64), ledger.seen)
    ledger.generation[0], ledger.steps[0] = generation, head["steps"]
    ledger.unique[0], ledger.improved[0] = len(seen), len(improvements)
    ledger.improvements[:len(improvements)] = improvements
    ledger.best[0] = problem.fitness(problem.unpack(ledger.champion)[0])
    check = [problem.n, int(ledger.best[0])]
    if head.get("check", check) != check:
        raise ValueError(f"n, and the fitness of the best solution, were {head['check']}; by the "
                         f"problem that was given they are {check}")
    # older files do not have what follows: nothing adapted
    most, fewest = configuration.lambda_, configuration.fewest
    lambda_, *_ = head.get("adapted", [most])
    ledger.lambda_[0] = checks.real("lambda_", lambda_, minimum=fewest, maximum=most)
    ledger.evaluations[0] = checks.integer(
        "evaluations", head.get("evaluations", configuration.mu + most * generation), minimum=1)
    if generation:      # the last row of a trace is known
        for name, column in _traced(state.trace).items():
            column[:generation + 1] = arrays[f"state.trace_{name}"]
    scored = population._replace(genomes=population.phenotypes)
    remembered = population._replace(      # by the workspace
        phenotypes=population.genomes, fitness=np.zeros_like(population.fitness))
    for part in state.parts():
        for parents in scored, remembered:
            engine.start(*state[:4], parents, True, *part)
        engine.settle(*state[2:], *part)
    if configuration.survivors == "plus" and (
            population.fitness[state.parents[0]] != ledger.best[0]):
        raise ValueError("the best solution is not that of the best survivor")
    return state


class PlainContinued(Continued):
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
        head = {"format": _PLAIN_FORMAT, "configuration": self.configuration.to_dict(),
                "before": self._before, "told": self.callback.told,
                **self.packed(self._rng.bit_generator.state)}
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
        budget = checks.integer("budget", self.budget if budget is None else budget,
                                minimum=spent, maximum=LARGEST_BUDGET)
        target = None if target is None else checks.real("target", target)
        if not self.generation and (self._spent or self.evaluations < self.configuration.mu):
            raise ValueError("the budget ended amid the initial population: begin a new run")
        self._unpack(self._before or self.packed(self._rng.bit_generator.state))
        self.budget, self.target = budget, target

    def packed(self, random):
        """Return all of the run but its problem and settings, with a state of its generator: dict.
        """
        return {"random": random, "spent": self._spent, "best": self._best,
                "champion": self._champion, "met": [key.hex() for key in sorted(self._met)],
                "rows": self._rows and [*self._rows], "improvements": [*self._improvements],
                "parents": [(life.genome, life.solution, life.score, life.birth)
                            for life in self._parents],
                **{name: getattr(self, name) for name in _COUNTS}}

    def _unpack(self, packed):
        """Make this the run that was `packed`."""
        for name in _COUNTS:
            checks.optional(name, packed[name], checks.real)
            setattr(self, name, packed[name])
        self._spent, self._rows, self._before = packed["spent"], packed["rows"], None
        self._improvements = packed.get("improvements", [])
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
        with sealed_arrays(path, _PLAIN_FORMAT) as (head, _):
            self.problem, self.configuration = problem, Configuration(**head["configuration"])
            self._unpack(head)
            self._before = head.get("before")      # files of earlier versions lack it
            if self._best != (best := problem.score(self._champion)):
                raise ValueError(f"the best solution has the value {head['best']} there, and "
                                 f"{best} by the function")
            callback = Callback(callback, head.get("told", ()))
        self.join(executor, callback)
        return self


def _score(written):
    """Return a score as it was before JSON made a list of a pair."""
    return tuple(written) if isinstance(written, list) else written


def write_arrays(path, arrays):
    """Write a dict of arrays to a file, sealed by a digest; "head" of them is JSON."""
    with replacing(path) as file:
        np.savez_compressed(file, **arrays, digest=_digest(arrays))


@contextlib.contextmanager
def sealed_arrays(path, kind):
    """Read the head, of this format, and all arrays of a file; any error says that it is not one.
    """
    with open(path, "rb") as file:
        try:
            arrays = read_arrays(file)
            if arrays.pop("digest") != _digest(arrays):
                raise ValueError("its content is not what was written")
            head = json.loads(str(arrays["head"]))
            if head["format"] != kind:
                raise ValueError(f"its format is not {kind!r}, the one of this version")
            yield head, arrays
        except Exception as error:
            raise ValueError(f"{path} is not a run saved by Evolution.save: "
                             f"{type(error).__name__}: {error}") from None


def _traced(trace):
    """Return the columns of a trace that have more than the last row, which is known: a dict."""
    return {name: column for name, column in trace._asdict().items() if np.size(column) > 1}


def _digest(arrays):
    """Return the SHA-256 digest of all arrays, which differs if any of them does."""
    digest = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        digest.update(f"{name} {array.dtype.str} {array.shape};".encode() + array.tobytes())
    return np.array(digest.hexdigest())
