"""Archive finished results in a small folder: runs, tables, and all that runs them again::

    folder/
      README.md            what it is, and the command that runs it again
      provenance.json      the command, versions, commit, machine, numbers of runs, hours they took
      ro-crate-metadata.json     the same for data repositories, as RO-Crate 1.1
      locked.txt           exact versions with which memlab was tested
      grid/ evaluation/ ...      a store for each part of a study, or:
      manifest.json shards/      the store of an experiment, and its report and charts beside it
      experiment/          the experiment's file, and all files and modules that it names
      tables/*.csv         the tidy frames, scores.md and scores.svg for people
      SHA256SUMS           of all these files: `sha256sum -c SHA256SUMS` tells what has changed

`memlab.study.load` reads the stores like any others; ``data/results`` has such folders. An archive
may come from anywhere: `check` executes nothing in it, `again` its modules only.
"""

import contextlib
import fnmatch
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import quote

import numpy as np
import pandas as pd

from .. import paths, plots
from ..analysis import comparison, statistics
from ..files import complete, replacing
from ..paper import claims, configurations, contrasts, differences, tables
from ..paper.profiles import PROFILES
from ..paths import RESULTS
from ..study.execute import run
from ..study.experiment import read_plan
from ..study.store import Store
from . import experiment
from . import tables as display
from .html import TEMPLATES

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


def ship(stores, folder, command, file=None, without=()):
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
    file : path-like, optional
        The experiment's file.
    without : sequence of (str, str)
        Patterns of files to leave out, such as "*.mis", and where these come from.

    Returns
    -------
    int
        Total size of the files in bytes.

    Raises
    ------
    ValueError
        If the folder holds other files, a store is not finished, or a file of the experiment has
        changed or is named by an absolute path.

    Examples
    --------
    >>> import tempfile
    >>> from memlab import study
    >>> store = study.load(RESULTS / "gurobi")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = ship({"": store}, Path(folder, "copy"), "python3 -m memlab study gurobi.toml")
    ...     check(Path(folder, "copy"))
    ...     print(*sorted(path.name for path in Path(folder, "copy").glob("[!.]*")))
    README.md SHA256SUMS charts locked.txt manifest.json provenance.json report.html
    ro-crate-metadata.json shards tables
    """
    folder = Path(folder).absolute()
    with complete(folder, *MARK) as made:
        for part, store in stores.items():
            if not store.finished().all():
                raise ValueError(f"stores must be finished, but the {part} in {store.folder} is "
                                 "not")
        left_out = {}
        for part, store in stores.items():
            left_out |= _copy(store, made, part, file, without)
        _write_results(_stores(made), made, command)
        shutil.copyfile(paths.PACKAGE / "commands" / "locked.txt", made / "locked.txt")
        about = _provenance(stores, command) | {"left_out": left_out, "commit": _commit()}
        (made / "provenance.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
        about["title"] = " and ".join(store.plan.title or part for part, store in stores.items())
        about["files"] = [{"id": quote(path.relative_to(made).as_posix()), "name": path.name,
                           "size": path.stat().st_size}
                          for path in sorted(made.rglob("[!.]*")) if path.is_file()]
        for name, template in (("README.md", "archive.md.j2"),
                               ("ro-crate-metadata.json", "crate.json.j2")):
            text = TEMPLATES.get_template(template).render(about)
            (made / name).write_text(text, encoding="utf-8")
        seal(made)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def check_names(plan):
    """Refuse a plan whose files an archive cannot hold, since they have absolute paths."""
    for name in plan.file_names():
        if os.path.isabs(name):
            raise ValueError(f"files must be named relative to the experiment's file, not {name}: "
                             "in an archive they are elsewhere")


def _copy(store, made, part, file, without):
    """Copy a store and its plan's files; return the sums and the origins of files left out."""
    plan, left_out = store.plan, {}
    check_names(plan)
    names = {os.path.abspath(path) for path in plan.paths()}
    home = Path(plan.folder).resolve()
    if file is not None:
        if read_plan(file, plan.seed) != plan:
            raise ValueError(f"{file} has changed since the experiment was read")
        names.add(str(home / Path(file).name))
    root = os.path.commonpath([home, *names])
    for name in sorted(names):
        inside = Path(part, "experiment", os.path.relpath(name, root))
        origins = [origin for pattern, origin in without if fnmatch.fnmatch(inside, f"*/{pattern}")]
        if origins:
            sha256 = hashlib.sha256(Path(name).read_bytes()).hexdigest()
            left_out[inside.as_posix()] = {"sha256": sha256, "origin": origins[0]}
        else:
            (made / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(name, made / inside)
    place = {"files": Path("experiment", os.path.relpath(home, root)).as_posix()} if names else {}
    store.copy(made / part, **place)
    return left_out


def check(folder):
    """Compare the files of an archive with their sums, and its tables with those of its runs.

    Parameters
    ----------
    folder : path-like
        The archive.

    Raises
    ------
    ValueError
        If it is no archive, or if files are not what they were; the message names these.

    Examples
    --------
    >>> check(RESULTS / "gurobi")
    """
    folder = Path(folder)
    about = _about(folder)
    text = (folder / "SHA256SUMS").read_text("utf-8")
    listed = {name: digest for digest, _, name in (line.partition("  ")
                                                   for line in text.splitlines())}
    listed |= {name: entry["sha256"] for name, entry in about.get("left_out", {}).items()
               if (folder / name).exists()}
    wrong = {name for name, _ in listed.items() ^ _sums(folder).items()}
    wrong |= {path.name for path in folder.rglob("*") if path.is_symlink()}
    if not wrong:
        with tempfile.TemporaryDirectory() as scratch:
            _write_results(_stores(folder), Path(scratch), about["command"])
            wrong = {f"tables/{path.name}" for path in folder.glob("tables/*.csv")
                     if not _alike(path, Path(scratch, "tables", path.name))}
    if wrong:
        raise ValueError(f"archive {folder} is not as it was made: {', '.join(sorted(wrong))}")


def _alike(path, other):
    """Whether two tables are the same, but for the last digits of numbers."""
    if path.read_bytes() == other.read_bytes():
        return True
    with contextlib.suppress(AssertionError):
        pd.testing.assert_frame_equal(pd.read_csv(path), pd.read_csv(other), rtol=1e-6)
        return True
    return False


def again(folder, out, workers=None):
    """Run what is in an archive once more, in another folder, and compare it with the archive.

    Parameters
    ----------
    folder : path-like
        The archive, which is checked first. Modules in it are executed.
    out : path-like
        A folder for the new runs, which goes on where it stopped.
    workers : int, optional
        Processes; one per core by default.

    Returns
    -------
    DataFrame
        A row per problem, source of graphs and method: runs, same (how many came out the same, bit
        for bit, but for their time) and out_of_time (how many of the others are of solvers that ran
        out of time). It is kept as ``again.csv`` in `out`.

    Raises
    ------
    ValueError
        As for `check`, or if `out` is in the archive.
    FileNotFoundError
        If a file is missing that the archive must not hold; the message says where it comes from.
    """
    folder, out, cells = Path(folder), Path(out), []
    if out.resolve().is_relative_to(folder.resolve()):
        raise ValueError(f"out must not be in the archive, but {out} is")
    check(folder)
    for name, entry in _about(folder).get("left_out", {}).items():
        if not (folder / name).exists():
            raise FileNotFoundError(f"{folder / name} is not part of the archive: put it there; it "
                                    f"comes from {entry['origin']}, SHA-256 {entry['sha256']}")
    for part, store in _stores(folder).items():
        cells.append(_compared(store, run(store.plan, out / part, workers=workers)))
    cells = pd.concat(cells, ignore_index=True)
    with replacing(out / "again.csv", "w") as file:
        cells.to_csv(file, index=False)
    return cells


def _compared(store, other):
    """Compare the runs of two stores of a plan, cell by cell; see `again`."""
    one, two = (each.rows().drop(columns=["seconds", "merged_from"], errors="ignore").set_index(
        "run").map(lambda value: value.tobytes() if isinstance(value, np.ndarray) else value)
        for each in (store, other))
    same = ((one == two) | (one.isna() & two.isna())).all(axis=1)
    out_of_time = ~same & (one["proved"].eq(False) | two["proved"].eq(False))
    runs = comparison.named(store.runs()).set_index("run")
    runs = runs.assign(runs=1, same=same.astype(int), out_of_time=out_of_time.astype(int))
    cells = runs.groupby(["problem", "dataset", "method"], sort=False)
    return cells[["runs", "same", "out_of_time"]].sum().reset_index()


def _about(folder):
    """Return what an archive says of itself: dict."""
    with contextlib.suppress(OSError, ValueError):
        about = json.loads((folder / MARK[0]).read_text("utf-8"))
        if about["format"] == _FORMAT:
            return about
    raise ValueError(f"folder must be an archive that --ship made, but {folder} is none")


def _stores(folder):
    """Return the stores in an archive, by part: dict of Store."""
    found = [*folder.glob("manifest.json"), *sorted(folder.glob("*/manifest.json"))]
    return {str(path.parent.relative_to(folder)).strip("."): Store.load(path.parent)
            for path in found}


def _write_results(stores, folder, command):
    """Write the tables of a study, or the report of an experiment with its tables and charts."""
    if "" in stores:
        experiment.write(stores[""], folder, command)
    else:
        _write_tables(stores, folder / "tables")


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
    sums = sorted(_sums(folder).items())
    with replacing(Path(folder) / "SHA256SUMS", "w") as file:
        file.writelines(f"{digest}  {name}\n" for name, digest in sums)


def _sums(folder):
    """Return the SHA-256 of each file that is sealed, by name."""
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in Path(folder).rglob("*")
            if path.is_file() and path.name != "README.md" and path != Path(folder, "SHA256SUMS")
            and "__pycache__" not in path.parts}


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


def _commit():
    """Return the commit of this clone, and whether files differ from it; None without one."""
    if not (paths.ROOT / "pyproject.toml").exists():
        return None
    with contextlib.suppress(OSError):      # no git
        words = "describe --always --dirty --abbrev=40 --exclude=*".split()
        done = subprocess.run(["git", "-C", paths.ROOT, *words], capture_output=True, text=True)
        return done.stdout.strip() or None
