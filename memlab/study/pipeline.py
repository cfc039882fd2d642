"""The study from beginning to end: its parts, in the order of running.

- grid: every configuration on the training graphs;
- evaluation: the selected configurations on the test graphs;
- replication: the configurations that the paper selected, on the same test graphs, where the own
  grid search may have selected others: what it differs in from the paper is not the selection;
- universality: one configuration per mode for everything, on the same test graphs;
- timing: the evaluation's runs on a few graphs again, one at a time.
"""

import dataclasses
from pathlib import Path

from . import configurations as selection
from . import published
from .execute import run
from .profiles import evaluation_plan, grid_plan, profile, timing_plan, universality_plan
from .store import Store

PARTS = ("grid", "evaluation", "replication", "universality", "timing")


def selected(size, grid=None):
    """What the evaluation runs: the configuration of every cell, and the universal ones.

    Parameters
    ----------
    size : Profile
    grid : DataFrame, optional
        Runs of its grid search. Without them the paper's configurations are given, which is right
        for profiles that evaluate these, and near enough to estimate what the others cost.

    Returns
    -------
    tuple of DataFrame
        As `evaluation_plan` and `universality_plan` want them.
    """
    if grid is None or size.selection == "published":
        return published.best_configurations(), published.universal_configurations()
    return selection.best_configurations(grid), selection.universal_configurations(grid)


def plans(name, seed=0, grid=None):
    """The plans of a profile: a dict with names of `PARTS` as keys, in the order of running.

    Profiles that evaluate the paper's configurations have no replication: it would be the same.

    Parameters
    ----------
    name : {"smoke", "quick", "laptop", "paper"}
    seed : int
    grid : DataFrame, optional
        As for `selected`.

    Examples
    --------
    >>> {part: len(plan) for part, plan in plans("quick").items()}
    {'grid': 3024, 'evaluation': 576, 'universality': 576, 'timing': 144}
    """
    size = profile(name)
    best, universal = selected(size, grid)
    found = {"grid": grid_plan(name, seed), "evaluation": evaluation_plan(name, best, seed)}
    if size.selection == "grid":
        again = evaluation_plan(name, published.best_configurations(), seed)
        found["replication"] = dataclasses.replace(again, name="replication")
    return {**found, "universality": universality_plan(name, universal, seed),
            "timing": timing_plan(name, best, seed)}


def compute(name, out, seed=0, **options):
    """Compute what is missing of a profile's study.

    Parameters
    ----------
    name : {"smoke", "quick", "laptop", "paper"}
    out : Path
        Folder of the study; each part has a store below it.
    seed : int
    **options
        Of `memlab.study.run`: executor, workers, progress. The timing does without an executor
        and with one worker: runs that share a machine slow each other down.

    Returns
    -------
    dict of Store
        With the keys of `plans`.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as out:
    ...     stores = compute("smoke", Path(out), workers=1, progress=False)
    ...     sum(len(store.runs()) for store in stores.values())
    288
    """
    stores = {"grid": run(grid_plan(name, seed), out / "grid", **options)}
    for part, plan in plans(name, seed, stores["grid"].runs()).items():
        if part == "timing":
            options = {**options, "executor": None, "workers": 1}
        if part != "grid":
            stores[part] = run(plan, out / part, **options)
    return stores


def load(name, folder):
    """The finished study of a profile in a folder, to read.

    Parameters
    ----------
    name : {"smoke", "quick", "laptop", "paper"}
    folder : str or path-like

    Returns
    -------
    dict of Store
        As `compute` gives them.

    Raises
    ------
    FileNotFoundError
        If a part is missing.
    ValueError
        If a part is not finished.
    """
    command = f"python3 -m memlab study --profile {name}"
    stores = {}
    for part in plans(name):
        if not (Path(folder) / part / "manifest.json").exists():
            raise FileNotFoundError(f"there is no {part} in {folder}; `{command}` makes it")
        stores[part] = Store.load(Path(folder) / part)
        if not stores[part].finished().all():
            raise ValueError(f"the {part} in {folder} is not finished; `{command}` goes on with it")
    return stores
