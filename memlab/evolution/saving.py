"""The file that holds an unfinished run: NumPy arrays and a JSON header, nothing pickled."""

import contextlib
import hashlib
import json

import numpy as np

from ..kernels import engine
from ..kernels.ledger import rehash
from ..problems import PROBLEMS
from ..support import checks
from ..support.files import read_arrays, replacing
from ..support.names import renamed
from .configuration import Configuration
from .state import make_state, with_room

# Raise it with every change after which a saved run would continue differently.
_FORMAT = "memlab run 6"


def write_run(path, run):
    """Write a run to a file (.npz), which appears under its name when it is complete.

    Slots have a meaning in this process only, so parents are written by rank.

    Parameters
    ----------
    path : str or path-like
    run : Evolution

    Raises
    ------
    TypeError
        If the problem is a `CustomProblem`: its functions are code, which the file cannot hold.
    """
    population, ledger, trace = run.state.population, run.state.ledger, run.state.trace
    head = {"format": _FORMAT, "problem": type(run.problem).__name__,
            "configuration": run.configuration.to_dict(), "budget": run.budget,
            "target": run.problem.target_fitness(run.target), "trace": trace.wanted,
            "seconds": run.seconds, "generation": run.generation, "steps": run.local_search_steps,
            "evaluations": run.evaluations, "adapted": [ledger.lambda_[0]]}
    problem = {f"problem.{name}": array for name, array in run.problem.to_arrays().items()}
    arrays = {"head": np.array(json.dumps(head)), **problem,
              "state.genomes": population.genomes[run.state.parents],
              "state.phenotypes": population.phenotypes[run.state.parents],
              "state.champion": ledger.champion, "state.rng": population.rng,
              "state.seen": np.sort(ledger.seen[ledger.seen > 0]),
              "state.improvements": ledger.improvements[:ledger.improved[0]]}
    for name, column in _traced(trace).items():
        arrays[f"state.trace_{name}"] = column[:run.generation + 1]
    write_arrays(path, arrays)


def read_run(path):
    """Read what `write_run` wrote.

    The digest in the file refuses what is damaged. Who forges a digest deceives only himself; what
    is checked besides is what the kernels need in order not to crash.

    Parameters
    ----------
    path : str or path-like

    Returns
    -------
    tuple
        The attributes of an `Evolution`: problem, configuration, budget, target, state, seconds.

    Raises
    ------
    OSError
        If the file cannot be opened.
    ValueError
        If the file is not a complete run of this version of the format.
    """
    with sealed_arrays(path, _FORMAT) as (head, arrays):
        kinds = {kind.__name__: kind for kind in PROBLEMS.values()}
        problem = kinds[head["problem"]].from_arrays(
            {name.removeprefix("problem."): array for name, array in arrays.items()})
        configuration = Configuration(**renamed(head["configuration"]))
        if head["target"] is not None:      # a fitness in the file
            head["target"] = problem.value_of(head["target"])
        state = _state(problem, configuration, head, arrays)
        seconds = checks.real("seconds", head["seconds"], minimum=0)
    return problem, configuration, head["budget"], head["target"], state, seconds


def _state(problem, configuration, head, arrays):
    """Return the state of a saved run; what follows from the parents is computed again."""
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
    # older files do not have what follows: nothing adapted
    most, fewest = configuration.lambda_, configuration.fewest
    lambda_, *_ = head.get("adapted", [most])
    ledger.lambda_[0] = checks.real("lambda_", lambda_, minimum=fewest, maximum=most)
    ledger.evaluations[0] = checks.integer(
        "evaluations", head.get("evaluations", configuration.mu + most * generation), minimum=1)
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
