"""``python3 -m memlab beyond``: compute what goes beyond the paper, keep it, and read it again.

    folder/
      search.parquet cut.parquet factors.parquet      a row for each run
      references.csv                                  a row for each reference value
      gaps.csv solver.csv local_search.csv tests.csv effects.csv winners.csv      the tables
      manifest.json                                   profile, seed, command, versions, machine

A part that is finished is kept: the same command goes on with the next one.
"""

import argparse
import importlib.util
import json
import sys
import time
from pathlib import Path

import pandas as pd

from ..checks import choice, integer
from ..files import replacing
from ..paths import ROOT
from ..study import provenance
from ..study.pool import Pool
from ..study.progress import Progress, duration
from . import tables
from .compute import compute_reference, compute_run
from .experiments import EXTRAS, PARTS, SIZES, Run, Task, runs, tasks

FOLDER = ROOT / "data" / "results" / "beyond"
_TABLES = ("gaps", "solver", "local_search", "tests", "effects", "winners")


class Results:
    """Finished results in a folder, and their tables.

    Parameters
    ----------
    folder : str or path-like

    Raises
    ------
    FileNotFoundError
        If they are not there, or not complete.

    Attributes
    ----------
    manifest : dict
    search, cut, factors : DataFrame
        A row for each run: the columns of `Run`, best_fitness, unique_best, evaluations,
        local_search_steps, seconds, verified (the solution's value, counted edge by edge).
    references : DataFrame
        The columns of `Task`, vertices, edges, value, upper_bound, proved, found_by, bound_by,
        taken (seconds).
    """

    def __init__(self, folder):
        self.folder = Path(folder)
        if not (self.folder / "manifest.json").is_file():
            raise FileNotFoundError(f"{self.folder} holds no finished results of "
                                    "'python3 -m memlab beyond'")
        self.manifest = json.loads((self.folder / "manifest.json").read_text(encoding="utf-8"))
        self.search, self.cut, self.factors = (
            pd.read_parquet(self.folder / f"{part}.parquet") for part in PARTS)
        self.references = pd.read_csv(self.folder / "references.csv")

    def gaps(self, local_search="repair"):
        """`tables.gaps` of the modes to proved optima, with the paper's local search."""
        chosen = self.search[self.search["local_search"] == local_search]
        return tables.gaps(pd.concat([chosen, self.cut]), self.references)

    def solver(self):
        """`tables.solver`: the published solver row beside the best known values."""
        return tables.solver(self.references)

    def local_search(self):
        """`tables.local_search`: modes x local searches against the best known values."""
        return tables.local_search(self.search, self.references)

    def tests(self):
        """`tables.search_tests`: paired tests of the local searches."""
        return tables.search_tests(self.search)

    def effects(self):
        """`tables.effects`: the main effects of the factors."""
        return tables.effects(self.factors)

    def winners(self):
        """`tables.winners`: which mode is best at each combination of the factors."""
        return tables.winners(self.factors)


def shipped():
    """The results that came with memlab: `Results`.

    Raises
    ------
    FileNotFoundError
        If there are none: they come with a clone, not with the installed package.
    """
    return Results(FOLDER)


def run(profile, folder, workers=None, seed=0, progress=True):
    """Compute what is missing in a folder; see the module for its files.

    Parameters
    ----------
    profile : {"smoke", "quick", "laptop", "paper"}
    folder : str or path-like
    workers : int, optional
        Processes, at least 1; by default one per core.
    seed : int
        Of all graphs and runs.
    progress : bool
        Whether to show how far it is.

    Returns
    -------
    Results

    Raises
    ------
    TypeError, ValueError
        If an argument is not as said above, or the folder holds the results of another profile or
        seed.
    """
    choice("profile", profile, tuple(SIZES))
    workers = provenance.cores() if workers is None else integer("workers", workers, minimum=1)
    seed = integer("seed", seed, minimum=0)
    folder = Path(folder).absolute()
    _refuse_other(folder, profile, seed)
    folder.mkdir(parents=True, exist_ok=True)
    extras = [name for name, module in EXTRAS.items() if importlib.util.find_spec(module)]
    plans = {"references": (compute_reference, tasks(profile, seed, extras)),
             **{part: (compute_run, runs(part, profile, seed)) for part in PARTS}}
    missing = [part for part in plans if not _finished(folder, part, plans[part][1])]
    if missing or not (folder / "manifest.json").is_file():
        (folder / "manifest.json").unlink(missing_ok=True)
        with Pool(workers) as pool:
            for part in missing:
                _write(folder, part, _compute(part, pool, *plans[part], progress))
        _finish(folder, profile, seed)
    return Results(folder)


def _refuse_other(folder, profile, seed):
    manifest = folder / "manifest.json"
    if manifest.is_file():
        made = json.loads(manifest.read_text(encoding="utf-8"))
        if (made["profile"], made["seed"]) != (profile, seed):
            raise ValueError(f"folder must be another one: {folder} holds the results of profile "
                             f"{made['profile']!r} and seed {made['seed']}, not {profile!r} and "
                             f"{seed}")


def _compute(part, pool, function, items, progress):
    """The rows of all items, in their order."""
    rows = []
    with Progress(part, len(items), 0, float(len(items)), progress) as bar:
        for row in pool.map(function, items, chunksize=1 if part == "references" else 4):
            rows.append(row)
            bar.advance(1, 1.0)
    return pd.DataFrame(rows)


def _path(folder, part):
    return folder / (f"{part}.csv" if part == "references" else f"{part}.parquet")


def _write(folder, part, frame):
    with replacing(_path(folder, part)) as file:
        if part == "references":
            frame.to_csv(file, index=False, lineterminator="\n")
        else:
            frame.to_parquet(file, index=False, compression="zstd")


def _finished(folder, part, items):
    """Whether the folder holds the results of exactly these items."""
    path = _path(folder, part)
    if not path.is_file():
        return False
    fields = list((Task if part == "references" else Run)._fields)
    frame = pd.read_csv(path) if part == "references" else pd.read_parquet(path)
    wanted = pd.DataFrame(items, columns=fields)
    return len(frame) == len(wanted) and frame[fields].astype(wanted.dtypes).equals(wanted)


def _finish(folder, profile, seed):
    """Write the manifest, without which a folder is not finished, and the tables."""
    made = {"profile": profile, "seed": seed,
            "command": f"python3 -m memlab beyond --profile {profile}"
            + (f" --seed {seed}" if seed else ""),
            "versions": provenance.versions(), "machine": provenance.machine()}
    with replacing(folder / "manifest.json", "w") as file:
        json.dump(made, file, indent=1)
    results = Results(folder)
    for name in _TABLES:
        with replacing(folder / f"{name}.csv", "w") as file:
            getattr(results, name)().to_csv(file, index=False, float_format="%.6g",
                                            lineterminator="\n")


def main(argv):
    """Run the command; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python3 -m memlab beyond",
        description="Gaps to proved optima, local searches for independent sets, and the factors "
                    "that the paper holds fixed. A part that is finished is kept.")
    parser.add_argument("--profile", choices=SIZES, default="quick",
                        help="how much to run (default: quick)")
    parser.add_argument("--out", type=Path, metavar="DIR",
                        help="folder for results (default: runs/PROFILE/beyond)")
    parser.add_argument("--workers", type=int, default=provenance.cores(), metavar="N",
                        help="processes (default: all %(default)s cores)")
    parser.add_argument("--seed", type=int, default=0, metavar="S",
                        help="seed of all graphs and runs (default: 0)")
    arguments = parser.parse_args(argv)
    out = arguments.out or ROOT / "runs" / arguments.profile / "beyond"
    begin = time.monotonic()
    try:
        results = run(arguments.profile, out, arguments.workers, arguments.seed)
    except (ValueError, OSError) as error:
        print(f"memlab beyond: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; the same command goes on with the part under way", file=sys.stderr)
        return 130
    print(results.gaps().to_string(index=False, float_format="%.2f"))
    print(f"\nDone in {duration(time.monotonic() - begin)}; results in {out}")
    return 0
