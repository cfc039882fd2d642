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
from ..study.problems import ProblemSpec
from ..study.sources import Files

_ADVICE = {"clique": "cliques: --complement asks for them",
           "mis": "independent sets: without --complement they are asked for",
           "maxcut": "cuts: --problem maxcut asks for them"}


def main(argv):
    """Run the command; returns the exit status: 0, or 1 if a file could not be used."""
    arguments = _parse(argv)
    try:
        plan = plan_of(arguments)
        with tempfile.TemporaryDirectory() as folder:
            frame = table(run(plan, Path(folder) / "runs").runs())
        if arguments.out is not None:
            frame.to_csv(arguments.out, lineterminator="\n")
    except (ValueError, OSError, FailedRunsError) as error:
        print(f"memlab compare: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    for about in frame[["problem", "vertices", "edges"]].itertuples():
        _advise(*about)
    print(frame.astype(object).where(frame.notna(), "unknown").to_string())
    return 0


def plan_of(arguments):
    """The experiment that the command's arguments describe: a `Plan`."""
    if arguments.complement and arguments.problem != "mis":
        raise ValueError("complement must be False for problem 'maxcut': cuts of the complement "
                         "are not cuts of the graph")
    options = {"local_search": arguments.local_search} if arguments.problem == "mis" else {}
    source = Files.find(arguments.files, Path.cwd(), arguments.complement)
    block = Block([ProblemSpec(arguments.problem, options)], [source], universal())
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
        Index instance; problem ("mis", "clique" or "maxcut"), vertices, edges (of the graph in the
        file); the best of each mode's runs; best_known, status ("optimal" or "best known") and
        source, missing if nothing is known of an instance of this name and size.
    """
    rows = []
    for graph, of_graph in runs.groupby("graph", sort=False):
        problem, vertices, edges = asked = question(of_graph.iloc[0])
        best = of_graph.groupby("mode", sort=False)["best_fitness"].max().rename(label)
        known = dict.fromkeys(("best_known", "status", "source")) | best_known(graph, *asked)
        rows.append({"instance": graph, "problem": problem, "vertices": vertices, "edges": edges,
                     **best, **known})
    return pd.DataFrame(rows).astype({"best_known": "Int64"}).set_index("instance")


def _advise(instance, problem, vertices, edges):
    """Say so if an instance is known for another question than the one asked."""
    if best_known(instance, problem, vertices, edges):
        return
    for other, advice in _ADVICE.items():
        if best_known(instance, other, vertices, edges):
            print(f"{instance} is known for its {advice}", file=sys.stderr)


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
