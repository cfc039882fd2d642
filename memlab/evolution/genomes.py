"""Genomes of any kind in arrays, as files hold them: nothing is pickled."""

import json

import numpy as np

from ..problems.spaces.mixed import Parts


def stacked(genomes):
    """Return genomes as one array, if they are arrays of one shape, else as they are: a list.

    Examples
    --------
    >>> stacked([np.zeros(2), np.ones(2)]).shape, stacked(["ab", "c"])
    ((2, 2), ['ab', 'c'])
    """
    first = genomes[0]
    are_arrays = isinstance(first, np.ndarray) and all(
        isinstance(one, np.ndarray) and (one.shape, one.dtype) == (first.shape, first.dtype)
        for one in genomes)
    return np.array(genomes) if are_arrays else genomes


def packed(name, genomes):
    """Return genomes as arrays by name: parts of dictionaries one by one, other objects as JSON.

    Raises
    ------
    TypeError
        If they are nothing of this kind.

    Examples
    --------
    >>> arrays = packed("genomes", [Parts(on=np.zeros(2), how="ab")])
    >>> list(arrays), unpacked("genomes", arrays)
    (['genomes.on', 'genomes.how'], [{'on': array([0., 0.]), 'how': 'ab'}])
    """
    if all(isinstance(one, Parts) for one in genomes):
        return {key: array for part in genomes[0] for key, array in packed(
            f"{name}.{part}", [one[part] for one in genomes]).items()}
    together = stacked(genomes)
    if isinstance(together, np.ndarray):
        return {name: together}
    try:
        text = json.dumps(genomes)
    except TypeError:
        text = "null"
    if json.loads(text) != genomes:
        raise TypeError("genomes that can be saved are arrays, parts of a Mixed space and what "
                        f"JSON holds, not {genomes[0]!r}")
    return {name: np.array(text)}


def unpacked(name, arrays):
    """Return the genomes that `packed` made arrays of: a list."""
    if name in arrays:
        array = arrays[name]
        return json.loads(str(array)) if array.dtype.kind == "U" else list(array)
    keys = [key for key in arrays if key.startswith(f"{name}.")]
    parts = dict.fromkeys(key.removeprefix(f"{name}.").partition(".")[0] for key in keys)
    columns = [unpacked(f"{name}.{part}", arrays) for part in parts]
    return [Parts(zip(parts, values, strict=True)) for values in zip(*columns, strict=True)]
