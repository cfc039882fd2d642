"""The contents of files that an experiment names: a change of them is noticed."""

import hashlib
from pathlib import Path


def unchanged(folder, name, before):
    """Return the path of a file in a folder, after checking its fingerprint.

    Raises
    ------
    FileNotFoundError
        If it is missing.
    ValueError
        If it has changed.
    """
    path = Path(folder, name)
    if not path.is_file():
        raise FileNotFoundError(f"file {name} is missing in {Path(folder).absolute()}: it must be "
                                "in the folder of the experiment, which its plan has to know")
    if content(path) != before:
        raise ValueError(f"file {name} has changed since the experiment was read")
    return path


def content(*files):
    """Return the fingerprint of one or several files: str."""
    sums = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]
    return (sums[0] if len(sums) == 1 else hashlib.sha256("".join(sums).encode()).hexdigest())[:16]
