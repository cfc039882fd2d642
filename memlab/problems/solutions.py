"""Solutions by the names of their vertices, or as literals, and in files."""

from pathlib import Path

import numpy as np

from ..support.files import replacing


def texts(problem, x):
    """Return the names in a solution, see `Problem.names_of`, as lines of a file: list of str.

    A name that would not be such a line is quoted as in Python.
    """
    return [text if text and text.isprintable() and text.strip("# ") == text else ascii(text)
            for text in map(str, problem.names_of(x))]


def solution_of(problem, lines):
    """Return the solution with these names.

    Parameters
    ----------
    problem : Problem
        The problem.
    lines : list of str
        The lines of a file, or an entry of `memlab.study.Store.solutions`.

    Returns
    -------
    ndarray of uint8, shape (n,)
        The solution, feasible or not.

    Raises
    ------
    ValueError
        If a line names no vertex, or one that is named before, or if a literal is missing.

    Examples
    --------
    >>> import memlab as ml
    >>> path = ml.Graph.from_edges(3, [(0, 1), (1, 2)], labels=["a", "b", "c"])
    >>> solution_of(ml.MaxIndependentSet(path), ["a", "c"])
    array([1, 0, 1], dtype=uint8)
    """
    names = {text: (i, bit) for bit in (0, 1)
             for i, text in enumerate(texts(problem, np.full(problem.n, bit)))}
    if len(names) % problem.n:
        raise ValueError(f"labels of {problem!r} must differ as texts")
    if unknown := set(lines) - names.keys():
        raise ValueError(f"{min(unknown)!r} names nothing in {problem!r}")
    x, places = np.zeros(problem.n, np.uint8), dict(names[line] for line in lines)
    if len(places) < len(lines) or len(lines) < problem.n < len(names):
        raise ValueError("a vertex must not be named twice, and a bit must be named once")
    for i, bit in places.items():
        x[i] = bit
    return x


def write_solution(path, problem, x, /, **about):
    """Write a solution to a file, which replaces an existing one.

    Parameters
    ----------
    path : str or path-like
        The file. It has a name a line, behind lines that begin with ``#`` and say the value.
    problem : Problem
        The problem.
    x : array_like of 0 and 1, shape (n,)
        The solution.
    **about
        What the head says beside the value.

    Raises
    ------
    TypeError, ValueError
        If it is no solution of the problem.

    Examples
    --------
    >>> import tempfile
    >>> import memlab as ml
    >>> path = ml.MaxIndependentSet(ml.Graph.from_edges(3, [(0, 1), (1, 2)]))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_solution(f"{folder}/path.txt", path, [1, 0, 1], problem="mis")
    ...     print(Path(folder, "path.txt").read_text(), end="")
    # problem mis
    # value 2
    0
    2
    """
    about["value"] = problem.value_of(problem.recount(problem.check(x)))
    lines = texts(problem, x)
    solution_of(problem, lines)      # which says if labels are alike as texts
    with replacing(path, "w") as file:
        file.writelines(f"# {key} {value}\n" for key, value in about.items())
        file.writelines(f"{text}\n" for text in lines)


def read_solution(path, problem):
    """Read a solution from a file, as `write_solution` writes it.

    Parameters
    ----------
    path : str or path-like
        The file.
    problem : Problem
        The problem.

    Returns
    -------
    ndarray of uint8, shape (n,)
        The solution, feasible or not.

    Raises
    ------
    OSError, ValueError
        If the file cannot be read, and as from `solution_of`.

    Examples
    --------
    >>> import tempfile
    >>> import memlab as ml
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "cut.txt").write_text("# by hand\\n1\\n")
    ...     read_solution(f"{folder}/cut.txt", ml.MaxCut(ml.Graph.from_edges(3, [(0, 1), (1, 2)])))
    array([0, 1, 0], dtype=uint8)
    """
    try:
        lines = map(str.strip, Path(path).read_text("utf-8").splitlines())
        return solution_of(problem, [line for line in lines if line and line[0] != "#"])
    except ValueError as error:
        raise ValueError(f"{path} is not a solution of {problem!r}: {error}") from None
