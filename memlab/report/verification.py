"""Whether an archive is as it was made: its files, the tables of its runs, and the runs again.

An archive may come from anywhere: `check` executes nothing in it, `again` its modules only.
"""

import tempfile
from pathlib import Path

import pandas as pd

from ..study.execute import run
from ..support import paths
from ..support.names import OLD_NAMES
from .archive import stores_of, sums, write_tables


def check(folder):
    """Compare the files of an archive with their sums, and its tables with its runs.

    Numbers of tables may differ in their seventh digit. The report and its charts are compared
    with their sums only: ``report.ipynb`` makes them again. Nothing of the archive is executed.

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
    >>> check(paths.RESULTS / "gurobi")
    the files in ... are as they were made, and its tables follow from its runs
    """
    folder = Path(folder)
    lines = (folder / "SHA256SUMS").read_text("utf-8").splitlines()
    there = {f"{digest}  {name}" for name, digest in sums(folder).items()}
    links = {f"a link: {path}" for path in folder.rglob("*") if path.is_symlink()}
    if wrong := sorted(links | there.symmetric_difference(lines)):
        raise ValueError(f"archive {folder} is not as it was made. These files are missing, new or "
                         "different:\n" + "\n".join(wrong))
    with tempfile.TemporaryDirectory() as scratch:
        try:
            write_tables(stores_of(folder), Path(scratch))
        except Exception as error:      # of whatever somebody has made up
            raise ValueError(f"archive {folder} is damaged: {type(error).__name__}: "
                             f"{error}") from error
        for path in sorted(folder.glob("tables/*.csv")):
            try:
                archived, made = _table(path), _table(Path(scratch, path.relative_to(folder)))
                if path.name == "claims.csv":      # earlier versions judged more of them
                    archived, made = (
                        one.loc[one["claim"].isin(other["claim"]), ["claim", "verdict"]]
                        .sort_values("claim", ignore_index=True)
                        for one, other in ((archived, made), (made, archived)))
                # of another processor, and of an earlier version, which lacked some columns
                pd.testing.assert_frame_equal(archived, made[[*archived]], rtol=1e-6)
            except (AssertionError, LookupError, OSError, ValueError) as error:
                raise ValueError(f"{path} does not follow from the runs: "
                                 + str(error).rpartition("\n")[2]) from None
    print(f"the files in {folder} are as they were made, and its tables follow from its runs")


def _table(path):
    """Return a table; own methods may have settings of the old names."""
    return pd.read_csv(path).rename(columns=OLD_NAMES).replace(regex=OLD_NAMES)


def again(folder, out=None, workers=None):
    """Run what is in an archive once more, in another folder, and compare it with the archive.

    All results must be the same, but for times. Solvers that ran out of time may find something
    else, if the values that they found and the bounds that they proved do not contradict.

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
        If `out` is in the archive.
    memlab.study.StoreError
        If the archive lacks runs, or if a run came out differently.

    Examples
    --------
    >>> from memlab.report.archive import ship
    >>> from memlab.study import Block, Method, Plan
    >>> block = Block(["mis"], ["er_small"], [Method("restarts")])
    >>> plan = Plan("starts", [block], graphs=2, budget=100)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made, copy, out = (Path(folder, name) for name in ("made", "copy", "out"))
    ...     _ = ship({"": run(plan, made, progress=False)}, copy, "python3 starts.py")
    ...     again(copy, out, workers=1)
    2 of 2 runs of 'starts' are the same, but for their times, and ...
    """
    folder = Path(folder)
    out = Path(out or paths.runs(f"{folder.resolve().name}-again"))
    if out.resolve().is_relative_to(folder.resolve()):
        raise ValueError(f"out must not be in the archive, but {out} is")
    for part, store in stores_of(folder).items():
        if own := sorted({name for name in store.plan.files() if name.endswith(".py")}):
            print(f"Code of the archive is executed: {', '.join(own)}", flush=True)
        store.compared([run(store.plan, out / part, workers=workers).folder])
        print(f"{len(store.plan)} of {len(store.plan)} runs of {store.plan.name!r} are the same, "
              "but for their times, and for what solvers find before theirs is up")
