"""Archive finished results in a small folder: runs, tables, and all that runs them again::

    folder/
      README.md            what it is, and the command that runs it again
      provenance.json      the command, versions, commit, machine, numbers of runs, hours they took
      locked.txt           exact versions with which memlab was tested
      grid/ evaluation/ ...      a store for each part of a study, or:
      manifest.json shards/      the store of an experiment, and its report and charts beside it
      experiment/          the experiment's file, and all files and modules that it names
      tables/*.csv         the tidy frames, scores.md and scores.svg for people
      SHA256SUMS           of all these files: `sha256sum -c SHA256SUMS` tells what has changed

`memlab.study.load` reads the stores like any others; ``data/results`` has such folders. An archive
may come from anywhere; `memlab.report.verification` checks it, and runs it again.
"""

import functools
import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path

from .. import plots
from ..analysis import statistics
from ..analysis.csv_tables import csv_text
from ..paper import claims, configurations, contrasts, profiles, tables
from ..study.experiment import read_plan
from ..study.manifests import StoreError
from ..study.store import Store
from ..support import paths
from ..support.files import complete, replacing
from . import experiment
from . import tables as display

__all__ = ["all_tables", "results", "seal", "ship", "shipped"]      # the rest is for verification
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
    >>> study.load(shipped("laptop") / "grid").plan.name
    'grid'
    """
    for profile in (name, *reversed(profiles.PROFILES)):
        folder = paths.RESULTS / profile
        if (folder / "provenance.json").exists():
            return folder
    raise FileNotFoundError(f"no results came with this memlab: {paths.RESULTS} "
                            "holds none. A clone has them; python3 -m memlab study makes new ones")


def results(profile, out=None):
    """Return the folder of the results that a chapter shows, and print which results these are.

    What was computed is shown. If nothing was, the results that come with memlab are.

    Parameters
    ----------
    profile : str
        The profile of the study, see `memlab.paper.profile`.
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
    This is the profile quick: the paper's configurations, on as many graphs of a cell as ...
    'quick'
    """
    size, folder = profiles.profile(profile), Path(out or paths.runs(profile))
    if out and (folder / "evaluation" / "manifest.json").is_file():
        plan = size.plan("evaluation")
        found = Store.load(folder / "evaluation", complete=False).plan
        if (len(found), found.budget) != (len(plan), plan.budget):
            raise ValueError(f"profile must be that of the results in {folder}, not {profile!r}")
    if out or any((folder / part / "manifest.json").is_file() for part in size.parts):
        print(f"This is the profile {profile}: {size.purpose}.")
        return folder
    folder = shipped(profile)
    print(f"Nothing has been computed in runs/{profile}. Shown are results that come with memlab, "
          f"of the profile {folder.name}: {profiles.profile(folder.name).purpose}.")
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
    >>> store = study.load(paths.RESULTS / "gurobi")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = ship({"": store}, Path(folder, "copy"), "python3 -m memlab study gurobi.toml")
    ...     print(*sorted(path.name for path in Path(folder, "copy").glob("[!.]*")))
    README.md SHA256SUMS charts locked.txt manifest.json provenance.json report.html
    report.ipynb shards tables
    """
    folder = Path(folder).absolute()
    with complete(folder, *MARK) as made:
        for part, store in stores.items():
            if not store.finished().all():
                raise ValueError(f"stores must be finished, but not so: {part} in {store.folder}")
        for part, store in stores.items():
            _copy(store, made / part, file, profile)
        copies = stores_of(made)
        if "" in copies:
            experiment.write(copies[""], made, command)
        else:
            write_tables(copies, made)
        shutil.copyfile(paths.LOCKED, made / "locked.txt")
        about = _provenance(stores, command) | {"commit": _commit()}
        (made / "provenance.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
        title = " and ".join(store.plan.title or part or store.plan.name
                             for part, store in stores.items())
        text = display.TEMPLATES.get_template("archive.md.j2").render(about, title=title)
        (made / "README.md").write_text(text, encoding="utf-8")
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


def stores_of(folder):
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


def write_tables(stores, folder):
    """Write the tables of a study or of an experiment."""
    if store := stores.get(""):
        experiment.keep(folder, **experiment.tables(*experiment.frames(store), store.plan))
        return
    (folder / "tables").mkdir()
    for name, frame in all_tables(stores).items():
        text = csv_text(frame, float_format="%.6g")
        (folder / f"tables/{name}.csv").write_text(text, encoding="utf-8", newline="\n")
    scores = tables.compare_scores(stores["evaluation"].runs())
    (folder / "tables/scores.md").write_text(display.scores(scores).markdown, "utf-8")
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
    lines = sorted(sums(folder).items())
    with replacing(Path(folder) / "SHA256SUMS", "w") as file:
        file.writelines(f"{digest}  {name}\n" for name, digest in lines)


def sums(folder):
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
    >>> stores = {"evaluation": study.load(shipped("quick") / "evaluation")}
    >>> len(all_tables(stores)["scores"])      # doctest: +SKIP
    48
    """
    runs = {part: store.runs() for part, store in stores.items()}
    runs["shared"] = tables.shared(runs["evaluation"])
    cost = functools.partial(tables.universality_cost, runs["evaluation"])
    made = {name: make(runs[part]) for name, part, make in (
        ("scores", "evaluation", tables.compare_scores),
        ("contrasts", "evaluation", contrasts.contrasts),
        ("unique_solutions", "evaluation", tables.compare_unique_solutions),
        ("pairwise_tests", "shared", statistics.pairwise_tests),
        ("success_rates", "shared", statistics.success_rates),
        ("best_configurations", "grid", configurations.best_configurations),
        ("universal_configurations", "grid", configurations.universal_configurations),
        ("replication", "replication", tables.compare_scores),
        ("replication_contrasts", "replication", contrasts.contrasts),
        ("runtime", "timing", tables.compare_runtime),
        ("universality_cost", "universality", cost)) if part in runs}
    return made | {"claims": claims.judge(stores)}


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
