"""``python3 -m memlab compare FILE...``: the four modes on graphs from files.

That is a small experiment: the paper's universal configurations, run by the same engine.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import pandas as pd

from ..names import GRAPH_PROBLEMS, label
from ..optima.known import best_known, question
from ..problems import LOCAL_SEARCHES
from ..study.execute import FailedRunsError, run
from ..study.experiment import universal
from ..study.plan import Block, Plan
from ..study.questions import Question
from ..study.sources import Files

_ADVICE = {"clique": ("cliques", "--complement asks for them"),
           "mis": ("independent sets", "without --complement they are asked for"),
           "maxcut": ("cuts", "--problem maxcut asks for them")}


def main(argv):
    """Run the command; returns the exit status: 0, or 1 if a file could not be used."""
    arguments = _parse(argv)
    try:
        plan = plan_of(arguments)
        with tempfile.TemporaryDirectory() as folder:
            runs = run(plan, Path(folder) / "runs").runs()
        frame = table(runs)
        if arguments.out is not None:
            frame.to_csv(arguments.out, index=False, lineterminator="\n")
    except (ValueError, OSError, FailedRunsError) as error:
        print(f"memlab compare: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    for row in frame.drop_duplicates("instance").to_dict("records"):
        _advise(row)
    print(text(frame))
    return 0


def plan_of(arguments):
    """The experiment that the command's arguments describe: a `Plan`."""
    if arguments.complement and arguments.problem != "mis":
        raise ValueError("complement must be False for problem 'maxcut': cuts of the complement "
                         "are not cuts of the graph")
    options = {"local_search": arguments.local_search} if arguments.problem == "mis" else {}
    source = Files.of(arguments.files, Path.cwd(), arguments.complement)
    block = Block([Question(arguments.problem, tuple(options.items()))], [source], universal())
    return Plan("compare", [block], repetitions=arguments.repetitions, budget=arguments.budget,
                seed=arguments.seed, folder=str(Path.cwd()))


def table(runs):
    """What came out, beside what is known of the instances.

    Parameters
    ----------
    runs : DataFrame
        As `Store.runs` gives them.

    Returns
    -------
    DataFrame
        A row for each graph and mode: instance, problem ("mis", "clique" or "maxcut"), vertices,
        edges (of the graph in the file), mode, best and mean of the runs; best_known, status
        ("optimal" or "best known"), gap and source, empty if nothing is known of an instance of
        this name and size.
    """
    rows = []
    for (graph, mode), frame in runs.groupby(["graph", "mode"], sort=False):
        first = frame.iloc[0]
        problem, vertices, edges = question(first)
        known = best_known(graph, problem, vertices, edges)
        best = int(frame["best_fitness"].max())
        rows.append({"instance": graph, "problem": problem, "vertices": vertices, "edges": edges,
                     "mode": mode, "best": best, "mean": frame["best_fitness"].mean(),
                     "best_known": known.get("best_known"), "status": known.get("status"),
                     "gap": known["best_known"] - best if known else None,
                     "source": known.get("source")})
    return pd.DataFrame(rows)


def text(frame):
    """The table as text: instances down, modes across, best known values at the right."""
    keys = ["instance", "problem", "vertices", "edges"]
    frame = frame.assign(known=[f"{value:.0f} ({status})" if value == value else "unknown"
                                for value, status in zip(frame["best_known"].astype(float),
                                                         frame["status"], strict=True)])
    wide = frame.pivot_table(index=[*keys, "known"], columns="mode", values="best", aggfunc="max",
                             sort=False)
    wide = wide.rename(columns=label).rename_axis(columns=None).reset_index()
    wide["best known"] = wide.pop("known")
    return wide.to_string(index=False)


def _advise(row):
    """Say so if an instance is known for another question than the one asked."""
    sizes = row["vertices"], row["edges"]
    for other, (name, advice) in _ADVICE.items():
        if other != row["problem"] and not best_known(row["instance"], row["problem"], *sizes) and (
                best_known(row["instance"], other, *sizes)):
            print(f"{row['instance']} is known for its {name}: {advice}", file=sys.stderr)


def _parse(argv):
    parser = argparse.ArgumentParser(
        prog="python3 -m memlab compare",
        description="Run the four modes, at the paper's universal configurations, on graphs from "
                    "files (DIMACS, METIS, Gset, edge list, npz), and set the best of their runs "
                    "beside the best known values of public instances.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--problem", choices=GRAPH_PROBLEMS, required=True)
    parser.add_argument("--complement", action="store_true",
                        help="take the complement of each graph: its independent sets are the "
                             "cliques that DIMACS .clq files ask for")
    parser.add_argument("--local-search", choices=LOCAL_SEARCHES, default="repair",
                        help="of independent sets (default: the paper's, repair)")
    parser.add_argument("--budget", type=int, default=40_000, metavar="N",
                        help="evaluations of a run (default: 40000)")
    parser.add_argument("--repetitions", type=int, default=3, metavar="N",
                        help="runs of each mode (default: 3)")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--out", metavar="FILE.csv", help="write the table here too")
    return parser.parse_args(argv)
