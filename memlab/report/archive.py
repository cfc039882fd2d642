"""Archive finished results in a small folder: runs, tables, and their provenance::

    folder/
      provenance.json      the command, versions, machine, numbers of runs, hours they took
      grid/ evaluation/ ...      a store for each part of a study, or:
      manifest.json shards/      the store of an experiment, and its report beside it
      tables/*.csv         the tidy frames, scores.md and scores.svg for people
      SHA256SUMS           of all these files: `sha256sum -c SHA256SUMS` tells what has changed

`memlab.study.load` reads the stores like any others; ``data/results`` has such folders.
"""

import hashlib
import json
import os
from pathlib import Path

from .. import plots
from ..analysis import statistics
from ..files import complete, replacing
from ..paper import claims, configurations, contrasts, differences, tables
from ..paper.profiles import PROFILES
from ..paths import RESULTS
from . import experiment
from . import tables as display

_FORMAT = "memlab shipment 1"
MARK = "provenance.json", _FORMAT      # for `files.check_replaceable`


def shipped(name="laptop"):
    """Return a folder of results that memlab ships.

    Parameters
    ----------
    name : {"laptop", "quick", "paper", "smoke"}
        The profile. If its results are not shipped, the largest shipped profile is used.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    FileNotFoundError
        If there are none: they come with a clone, not with the installed package.

    Examples
    --------
    >>> from memlab import study
    >>> study.load(shipped("quick") / "grid").plan.name
    'grid'
    """
    for profile in (name, *reversed(PROFILES)):
        folder = RESULTS / profile
        if (folder / "provenance.json").exists():
            return folder
    raise FileNotFoundError(f"no results came with this memlab: {RESULTS} holds "
                            "none. A clone has them; python3 -m memlab study makes new ones")


def ship(stores, folder, command):
    """Write an archive of results to a folder, or replace an earlier archive in it.

    Parameters
    ----------
    stores : dict of Store
        The stores of a study, as returned by `memlab.study.Profile.compute`; or the store of an
        experiment under the name "".
    folder : str or path-like
        The folder.
    command : str
        The command that makes the results again.

    Returns
    -------
    int
        Total size of the files in bytes.

    Raises
    ------
    ValueError
        If the folder holds other files, or a store is not finished.

    Examples
    --------
    >>> import tempfile
    >>> from memlab import study
    >>> store = study.load(RESULTS / "gurobi")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = ship({"": store}, Path(folder, "copy"), "python3 -m memlab study gurobi.toml")
    ...     sorted(path.name for path in Path(folder, "copy").glob("[!.]*"))
    ['SHA256SUMS', 'manifest.json', 'provenance.json', 'shards', 'tables']
    """
    folder = Path(folder).absolute()
    with complete(folder, *MARK) as made:
        for part, store in stores.items():
            if not store.finished().all():
                raise ValueError(f"stores must be finished, but the {part} in {store.folder} is "
                                 "not")
        for part, store in stores.items():
            copy = store.copy(made / part)
        if "grid" in stores:
            _write_tables(stores, made / "tables")
        else:
            experiment.write(copy, made.with_name("report"), command)
            os.rename(made.with_name("report") / "tables", made / "tables")
        provenance = json.dumps(_provenance(stores, command), indent=1)
        (made / "provenance.json").write_text(provenance + "\n", encoding="utf-8")
        seal(made)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def seal(folder):
    """Write ``SHA256SUMS`` for all files below a folder except READMEs.

    Sealed folders below it are sealed again, too.

    Parameters
    ----------
    folder : str or path-like
        The folder.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "answer.txt").write_text("42")
    ...     seal(folder)
    ...     print(Path(folder, "SHA256SUMS").read_text())
    73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049  answer.txt
    """
    for inner in Path(folder).rglob("*/SHA256SUMS"):
        seal(inner.parent)
    sums = {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in Path(folder).rglob("*")
            if path.is_file() and path.name != "README.md" and path != Path(folder, "SHA256SUMS")
            and "__pycache__" not in path.parts}
    with replacing(Path(folder) / "SHA256SUMS", "w") as file:
        file.writelines(f"{digest}  {name}\n" for name, digest in sorted(sums.items()))


def all_tables(stores):
    """Make every table of a study.

    Parameters
    ----------
    stores : dict of Store
        As returned by `memlab.study.Profile.compute`.

    Returns
    -------
    dict of DataFrame
        Tidy frames by name.

    Examples
    --------
    >>> from memlab import study
    >>> parts = "grid", "evaluation", "universality", "timing"
    >>> stores = {part: study.load(shipped("quick") / part) for part in parts}
    >>> scores = all_tables(stores)["scores"]      # doctest: +SKIP
    >>> len(scores)      # doctest: +SKIP
    108
    """
    grid, evaluation, universality, timing = (
        stores[part].runs() for part in ("grid", "evaluation", "universality", "timing"))
    found = {}
    if "replication" in stores:
        again = stores["replication"].runs()
        found = {"replication": tables.compare_scores(again),
                 "replication_contrasts": contrasts.contrasts(again),
                 "selection": differences.selection(evaluation, again)}
    return found | {
        "scores": tables.with_baselines(tables.compare_scores(evaluation)),
        "contrasts": contrasts.contrasts(evaluation),
        "best_configurations": configurations.best_configurations(grid),
        "universal_configurations": configurations.universal_configurations(grid),
        "unique_solutions": tables.compare_unique_solutions(evaluation),
        "runtime": tables.compare_runtime(timing),
        "universality_cost": tables.universality_cost(evaluation, universality),
        "pairwise_tests": statistics.pairwise_tests(evaluation),
        "success_rates": statistics.success_rates(evaluation),
        "claims": claims.judge(stores),
    }


def _write_tables(stores, folder):
    folder.mkdir()
    for name, frame in all_tables(stores).items():
        frame.to_csv(folder / f"{name}.csv", index=False, float_format="%.6g", lineterminator="\n")
    comparison = tables.compare_scores(stores["evaluation"].runs())
    (folder / "scores.md").write_text(display.scores(comparison).markdown + "\n", encoding="utf-8")
    (folder / "scores.svg").write_text(plots.to_svg(plots.scores(comparison)), encoding="utf-8")


def _provenance(stores, command):
    return {"format": _FORMAT, "command": command, "parts": {part or store.plan.name: {
        "runs": len(store.plan), "run_hours": round(store.runs()["seconds"].sum() / 3_600, 3),
        **{name: store.manifest[name] for name in ("created", "versions", "machine")}}
        for part, store in stores.items()}}
