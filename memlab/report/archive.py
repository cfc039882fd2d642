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

import hashlib
import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

from .. import plots
from ..analysis import comparison, statistics
from ..evolution.run import WrongSolutionError, confirm
from ..paper import claims, configurations, contrasts, differences, tables
from ..paper.profiles import PROFILES
from ..problems.solutions import solution_of
from ..study import provenance
from ..study.execute import run
from ..study.experiment import read_plan
from ..study.store import Store, StoreError
from ..support import paths
from ..support.checks import choice
from ..support.files import complete, csv_text, read_csv, replacing
from ..support.names import OLD_NAMES
from ..support.paths import RESULTS
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


def results(profile, out=None):
    """Return the folder of the results that a chapter shows, and print which results these are.

    What was computed is shown. If nothing was, the results that come with memlab are.

    Parameters
    ----------
    profile : {"smoke", "quick", "laptop", "paper"}
        The profile of the study.
    out : str or path-like, optional
        The folder of the study; by default that in which `python3 -m memlab study` computes it.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    ValueError
        If there is no such profile, or `out` has the results of another.
    FileNotFoundError
        If nothing was computed, and no results came with memlab.

    Examples
    --------
    >>> results("quick", "runs/quick").name
    This is the profile quick: the whole grid on one graph per dataset, the evaluation on four.
    'quick'
    """
    choice("profile", profile, tuple(PROFILES))
    folder = Path(out or paths.runs(profile))
    if out and (folder / "evaluation" / "manifest.json").is_file():
        plan = PROFILES[profile].plan("evaluation")
        found = Store.load(folder / "evaluation", complete=False).plan
        if (found.graphs, found.budget) != (plan.graphs, plan.budget):
            raise ValueError(f"profile must be that of the results in {folder}, not {profile!r}")
    if out or any((folder / part / "manifest.json").is_file() for part in PROFILES[profile].parts):
        print(f"This is the profile {profile}: {PROFILES[profile].purpose}.")
        return folder
    folder = shipped(profile)
    print(f"Nothing has been computed in runs/{profile}. Shown are results that come with memlab, "
          f"of the profile {folder.name}: {PROFILES[folder.name].purpose}.")
    return folder


def ship(stores, folder, command, file=None, profile=None):
    """Write an archive of results to a folder, or replace an earlier archive in it.

    Parameters
    ----------
    stores : dict of Store
        The stores of a study, as returned by `memlab.paper.Profile.compute`; or the store of an
        experiment under the name "".
    folder : str or path-like
        The folder.
    command : str
        The command that makes the results again.
    file : path-like, optional
        The experiment's file.
    profile : str, optional
        Its size, if it is not that of the file.

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
    ...     print(*sorted(path.name for path in Path(folder, "copy").glob("[!.]*")))
    README.md SHA256SUMS charts locked.txt manifest.json provenance.json report.html
    report.ipynb ro-crate-metadata.json shards tables
    """
    folder = Path(folder).absolute()
    with complete(folder, *MARK) as made:
        for part, store in stores.items():
            if not store.finished().all():
                raise ValueError(f"stores must be finished, but not so: {part} in {store.folder}")
        for part, store in stores.items():
            _copy(store, made / part, file, profile)
        copies = _stores(made)
        if "" in copies:
            experiment.write(copies[""], made, command)
        else:
            _write_tables(copies, made)
        shutil.copyfile(paths.LOCKED, made / "locked.txt")
        about = _provenance(stores, command) | {"commit": _commit(), "report_by": _code()}
        (made / "provenance.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
        about["title"] = " and ".join(store.plan.title or part or store.plan.name
                                      for part, store in stores.items())
        about |= {"made": made, "paths": sorted(filter(Path.is_file, made.rglob("[!.]*")))}
        for name, template in (("README.md", "archive.md.j2"),
                               ("ro-crate-metadata.json", "crate.json.j2")):
            text = TEMPLATES.get_template(template).render(about)
            (made / name).write_text(text, encoding="utf-8")
        seal(made)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _copy(store, made, file, profile):
    """Copy a store and its plan's files, which keep their places beside each other."""
    plan, home = store.plan, Path(store.plan.folder).resolve()
    names = {os.path.abspath(path) for path in plan.paths()}
    if file is not None:
        if read_plan(file, plan.seed, profile=profile) != plan:
            raise ValueError(f"{file} has changed since the experiment was read")
        names.add(str(home / Path(file).name))
    root = os.path.commonpath([home, *names])
    for name in names:
        copy = made / "experiment" / os.path.relpath(name, root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(name, copy)
    store.copy(made, files=Path("experiment", os.path.relpath(home, root)).as_posix())


def check(folder):
    """Compare the files of an archive with their sums, and its tables and report with its runs.

    Numbers of tables may differ in their seventh digit. The report is compared word by word, if
    the same code of memlab wrote it; charts are not. Nothing of the archive is executed.

    Parameters
    ----------
    folder : path-like
        The archive.

    Raises
    ------
    FileNotFoundError
        If it is no archive.
    ValueError
        If files are not what they were; the message names these.

    Examples
    --------
    >>> check(RESULTS / "gurobi")
    the files in ... are as they were made, and its tables follow from its runs...
    """
    folder = Path(folder)
    lines = (folder / "SHA256SUMS").read_text("utf-8").splitlines()
    there = {f"{digest}  {name}" for name, digest in _sums(folder).items()}
    links = {f"a link: {path}" for path in folder.rglob("*") if path.is_symlink()}
    if wrong := sorted(links | there.symmetric_difference(lines)):
        raise ValueError(f"archive {folder} is not as it was made. These files are missing, new or "
                         "different:\n" + "\n".join(wrong))
    with tempfile.TemporaryDirectory() as scratch:
        try:
            about = json.loads((folder / MARK[0]).read_text("utf-8"))
            stores, is_ours = _stores(folder), about.get("report_by") == _code()
            if "" in stores and is_ours:
                experiment.write(stores[""], scratch, about["command"])
            else:
                _write_tables(stores, Path(scratch))
        except Exception as error:      # of whatever somebody has made up
            raise ValueError(f"archive {folder} is damaged: {type(error).__name__}: "
                             f"{error}") from error
        pages = [*folder.glob("report.html")]
        for path in sorted([*folder.glob("tables/*.csv"), *pages * is_ours]):
            try:
                archived, made = _content(path), _content(Path(scratch, path.relative_to(folder)))
                if path.name == "claims.csv":      # earlier versions judged more of them
                    archived, made = (
                        one.loc[one["claim"].isin(other["claim"]), ["claim", "verdict"]]
                        .sort_values("claim", ignore_index=True)
                        for one, other in ((archived, made), (made, archived)))
                if path.suffix == ".csv":
                    # of another processor, and of an earlier version, which lacked some columns
                    pd.testing.assert_frame_equal(archived, made[[*archived]], rtol=1e-6)
                elif archived != made:
                    pairs = enumerate(itertools.zip_longest(archived, made, fillvalue=""))
                    i, (word, wanted) = next(pair for pair in pairs if len({*pair[1]}) > 1)
                    raise ValueError(f"word {i} is {word!r:.99}, and should be {wanted!r:.99}")
            except (AssertionError, LookupError, OSError, ValueError) as error:
                raise ValueError(f"{path} does not follow from the runs: "
                                 + str(error).rpartition("\n")[2]) from None
    other = "; its report was written by other code, and is not compared"
    print(f"the files in {folder} are as they were made, and its tables follow from its runs"
          + (other if pages and not is_ours else ""))


def _code():
    """Return a fingerprint of the code that writes reports: str."""
    code = provenance.source_fingerprint(kinds=(".py", ".j2")).encode()
    notebook = (paths.NOTEBOOKS / "experiment.ipynb").read_bytes()
    return hashlib.sha256(code + notebook).hexdigest()[:16]


def _content(path):
    """Return a table, or the words of a page that are in no tag: DataFrame or list of str."""
    if path.suffix == ".csv":      # own methods may have settings of the old names
        return read_csv(path).rename(columns=OLD_NAMES).replace(regex=OLD_NAMES)
    return re.sub(r"<[!/A-Za-z][^>]*>", " ", path.read_text("utf-8")).split()


def again(folder, out=None, workers=None):
    """Run what is in an archive once more, in another folder, and compare it with the archive.

    It prints, and keeps as ``again.csv`` in the folder, a row per problem, source of graphs and
    method: how many runs came out the same, bit for bit, but for their time, and how many of the
    others are of solvers that ran out of time. Of these others it prints both values, and keeps
    them as ``different.csv``.

    Parameters
    ----------
    folder : path-like
        The archive, after `check`. Modules in it are executed.
    out : path-like, optional
        A folder for the new runs, which goes on where it stopped; ``runs/NAME-again`` by default.
    workers : int, optional
        Processes; one per core by default.

    Raises
    ------
    ValueError
        If `out` is in the archive, if the archive lacks runs, or if a run came out differently.

    Examples
    --------
    >>> from memlab.study import Block, Method, Plan
    >>> block = Block(["mis"], ["er_small"], [Method("restarts")])
    >>> plan = Plan("starts", [block], graphs=2, budget=100)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made, copy, out = (Path(folder, name) for name in ("made", "copy", "out"))
    ...     _ = ship({"": run(plan, made, progress=False)}, copy, "python3 starts.py")
    ...     again(copy, out, workers=1)
    problem  dataset    method  runs  same  out_of_time
        mis er_small  restarts     2     2            0
    2 of 2 runs are the same, bit for bit, but for their times; 0 others are of solvers ...
    """
    folder, compared = Path(folder), []
    out = Path(out or paths.runs(f"{folder.resolve().name}-again"))
    if out.resolve().is_relative_to(folder.resolve()):
        raise ValueError(f"out must not be in the archive, but {out} is")
    for part, store in _stores(folder).items():
        if own := sorted({name for name in store.plan.files() if name.endswith(".py")}):
            print(f"Code of the archive is executed: {', '.join(own)}", flush=True)
        compared.append(_compared(store, run(store.plan, out / part, workers=workers)))
    cells, others = (pd.concat(frames, ignore_index=True)
                     for frames in zip(*compared, strict=True))
    for name, frame in (("again", cells), ("different", others)):
        with replacing(out / f"{name}.csv", "w") as file:
            file.write(csv_text(frame))
    total, same, out_of_time = cells[["runs", "same", "out_of_time"]].sum()
    print(cells.to_string(index=False), *[others.to_string(index=False)] * (len(others) > 0),
          f"{same} of {total} runs are the same, bit for bit, but for their times; {out_of_time} "
          "others are of solvers that ran out of time", sep="\n")
    if same + out_of_time < total:
        raise ValueError(f"{total - same - out_of_time} runs came out differently; see {out}")


def _compared(store, other):
    """Compare the runs of two stores of a plan: by cells, and those that differ; see `again`."""
    both = pd.concat([store.rows(), other.rows()]).set_index("run").map(
        lambda value: value.tobytes() if isinstance(value, np.ndarray) else value)
    # archives of earlier versions lack the last
    both = both.drop(columns=["seconds", "fitness_unit"], errors="ignore")
    both["solution"] = both["solution"].where(both["proved"].isna())      # a solver may have others
    each = both.groupby("run")
    honest = ~both.index.unique().sort_values().isin(_unconfirmed(store))
    same = honest & (each.nunique(dropna=False).max(axis=1) == 1)
    possible = honest & (each["best_fitness"].max() <= each["upper_bound"].min())
    out_of_time = ~same & possible & store.plan.solved & both["proved"].eq(False).groupby(
        "run").any()
    runs = comparison.named(store.runs()).set_index("run").assign(
        runs=1, same=same.astype(int), out_of_time=out_of_time.astype(int),
        again=comparison.named(other.runs()).set_index("run")["best_fitness"])
    cells = runs.groupby(["problem", "dataset", "method"], sort=False)
    others = runs[runs["same"] == 0].reset_index().rename(columns={"best_fitness": "archived"})
    return cells[["runs", "same", "out_of_time"]].sum().reset_index(), others[
        ["run", "problem", "dataset", "graph", "method", "archived", "again", "out_of_time"]]


def _unconfirmed(store):
    """Return the runs of solvers whose solution does not have the value of the run: list of int."""
    rows, wrong = store.rows().dropna(subset=["proved", "solution"]).set_index("run"), []
    for task in store.plan.tasks():
        if task.run in rows.index:
            graph = task.source.graph(task.graph, task.graph_seed, task.folder)
            problem, row = task.problem.problem(graph, task.folder), rows.loc[task.run]
            try:
                x = solution_of(problem, row["solution"].splitlines())
                confirm(problem, x, row["best_fitness"])
            except (ValueError, WrongSolutionError):
                wrong.append(task.run)
    return wrong


def _stores(folder):
    """Return the stores in an archive, by part: dict of Store."""
    found = [*folder.glob("manifest.json"), *sorted(folder.glob("*/manifest.json"))]
    # an archive that does not say where its files are has none elsewhere either
    stores = {str(path.parent.relative_to(folder)).strip("."): Store(
        path.parent, {"files": ""} | Store.load(path.parent, complete=False).manifest)
        for path in found}
    missing = sum(int((~store.finished()).sum()) for store in stores.values())
    if missing or not stores:
        raise StoreError(f"archive {folder} must hold all runs of its plans, but lacks "
                         f"{missing or 'its manifest.json'}")
    return stores


def _write_tables(stores, folder):
    """Write the tables of a study or of an experiment."""
    if "" in stores:
        experiment.keep(folder, **experiment.tables(*experiment.frames(stores[""])))
        return
    (folder / "tables").mkdir()
    for name, frame in all_tables(stores).items():
        text = csv_text(frame, float_format="%.6g")
        (folder / f"tables/{name}.csv").write_text(text, encoding="utf-8", newline="\n")
    scores = tables.compare_scores(stores["evaluation"].runs())
    (folder / "tables/scores.md").write_text(display.scores(scores).markdown + "\n", "utf-8")
    (folder / "tables/scores.svg").write_text(plots.to_svg(plots.scores(scores)), "utf-8")


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
        As returned by `memlab.paper.Profile.compute`.

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


def _provenance(stores, command):
    return {"format": _FORMAT, "command": command, "parts": {part or store.plan.name: {
        "runs": len(store.plan), "run_hours": round(store.runs()["seconds"].sum() / 3_600, 3),
        **{name: store.manifest[name] for name in ("created", "versions", "machine")}}
        for part, store in stores.items()}}


def _commit():
    """Return the commit of this clone, and whether files differ from it; None without one."""
    words = "git describe --always --dirty --abbrev=40 --exclude=*".split()
    if not (paths.ROOT / ".git").exists() or not shutil.which("git"):
        return None
    return subprocess.run(words, cwd=paths.ROOT, capture_output=True, text=True).stdout.strip()
