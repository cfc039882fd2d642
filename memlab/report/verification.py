"""Whether an archive is as it was made: its files, the tables of its runs, and the runs again.

An archive may come from anywhere: `check` executes nothing in it, `again` its modules only.
"""

import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

from ..analysis import comparison
from ..analysis.csv_tables import read_csv
from ..evolution.run import WrongSolutionError, confirm
from ..problems.solutions import solution_of
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
    return read_csv(path).rename(columns=OLD_NAMES).replace(regex=OLD_NAMES)


def again(folder, out=None, workers=None):
    """Run what is in an archive once more, in another folder, and compare it with the archive.

    It prints a row per problem, source of graphs and method: how many runs came out the same, bit
    for bit, but for their time, and how many of the others are of solvers that ran out of time. Of
    these others it prints both values.

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
    >>> from memlab.report.archive import ship
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
    for part, store in stores_of(folder).items():
        if own := sorted({name for name in store.plan.files() if name.endswith(".py")}):
            print(f"Code of the archive is executed: {', '.join(own)}", flush=True)
        compared.append(_compared(store, run(store.plan, out / part, workers=workers)))
    runs = pd.concat(compared, ignore_index=True)
    cells = runs.groupby(["problem", "dataset", "method"], sort=False)[
        ["runs", "same", "out_of_time"]].sum().reset_index()
    others = runs.loc[runs["same"] == 0, ["problem", "dataset", "graph", "method", "archived",
                                          "again", "out_of_time"]]
    total, same, out_of_time = runs[["runs", "same", "out_of_time"]].sum()
    print(cells.to_string(index=False), *[others.to_string(index=False)] * (len(others) > 0),
          f"{same} of {total} runs are the same, bit for bit, but for their times; {out_of_time} "
          "others are of solvers that ran out of time", sep="\n")
    if same + out_of_time < total:
        raise ValueError(f"{total - same - out_of_time} runs came out differently; see {out}")


def _compared(store, other):
    """Compare the runs of two stores of a plan: a row per run; see `again`."""
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
    runs, then = (comparison.named(one.runs()).set_index("run") for one in (store, other))
    return runs.assign(runs=1, same=same.astype(int), out_of_time=out_of_time.astype(int),
                       archived=runs["best_fitness"], again=then["best_fitness"])


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
