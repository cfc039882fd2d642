"""The file of an experiment as plain data, and errors that name the place.

Nothing heavy is imported here: most mistakes in a file are said at once.
"""

import contextlib
import re
import tomllib

from ..support.checks import choice, known

PROFILES = ("smoke", "quick", "laptop", "paper")      # the sizes of the paper's study
PLAN = ("name", "title", "budget", "repetitions", "seed", "traced_graphs", "target",
        "one_at_a_time", "solutions", "keep_states")
_TABLES = ("graphs", "instances", "problems", "methods")


class ExperimentError(ValueError):
    """A file is not a valid experiment: the message says where, what is wrong and what is allowed.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "mine.toml")
    ...     _ = file.write_text("budget = 0")
    ...     read(file)
    Traceback (most recent call last):
    memlab.study.experiment_file.ExperimentError: ...
    """


def read(path, profile=None):
    """Read an experiment's file, and check its keys and its name.

    Parameters
    ----------
    path : Path
        The file.
    profile : str, optional
        A size of the experiment: its table replaces the entries of the same name.

    Returns
    -------
    dict
        The entries, with a name.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ExperimentError
        If it is not such a file.
    """
    text = path.read_bytes()
    with naming(path):
        content = tomllib.loads(text.decode("utf-8-sig"))
        known(content, (*PLAN, *_TABLES, "profiles"))
        profiles = content.pop("profiles", {})
        known(profiles, PROFILES)
        if profile is not None:
            content |= profiles[choice("profile", profile, tuple(profiles))]
        for name in _TABLES:
            tables = content.get(name, [])
            if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
                raise TypeError(f"{name} must be tables, each begun by [[{name}]], not {tables!r}")
            if not tables and name in ("problems", "methods"):
                raise ValueError(f"table [[{name}]] is missing")
        name = content.setdefault("name", path.stem)      # also the name of a folder
        if not isinstance(name, str) or not re.fullmatch(r"\w[\w .-]*", name):
            raise ValueError(f"name must be letters, digits, and any of ' ._-', not {name!r}")
        if name in PROFILES:
            raise ValueError(f"name must not be {name!r}: the study has its results in that folder")
    return content


@contextlib.contextmanager
def naming(path, table=""):
    """Turn errors inside the block into an `ExperimentError` that names the file and the table."""
    try:
        yield
    except (ValueError, TypeError, OSError, ImportError, SyntaxError, RecursionError) as error:
        raise ExperimentError(f"{path}: {table}{error}") from error
