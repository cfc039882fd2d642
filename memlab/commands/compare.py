"""``python3 -m memlab compare FILE...``: the four modes on the user's own graphs."""

import argparse
import sys

from ..beyond.instances import best_known, compare
from ..graphs.formats import read_graph
from ..names import GRAPH_PROBLEMS, label
from ..problems import LOCAL_SEARCHES


def main(argv):
    """Run the command; returns the exit status: 0, or 1 if a file could not be used."""
    arguments = _parse(argv)
    try:
        graphs = [read_graph(path) for path in arguments.files]
        for graph in graphs:
            _warn(graph, arguments)
        frame = compare(graphs, arguments.problem, arguments.complement, arguments.local_search,
                        arguments.budget, arguments.repetitions, arguments.seed)
        if arguments.out is not None:
            frame.to_csv(arguments.out, index=False, lineterminator="\n")
    except (ValueError, OSError) as error:
        print(f"memlab compare: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    print(table(frame))
    return 0


def table(frame):
    """The frame as text: instances down, modes across, best known values at the right."""
    keys = ["instance", "problem", "vertices", "edges"]
    frame = frame.assign(known=[f"{value:.0f} ({status})" if value == value else "unknown"
                                for value, status in zip(frame["best_known"].astype(float),
                                                         frame["status"], strict=True)])
    wide = frame.pivot_table(index=[*keys, "known"], columns="mode", values="best", aggfunc="max",
                             sort=False)
    wide = wide.rename(columns=label).rename_axis(columns=None).reset_index()
    wide["best known"] = wide.pop("known")
    return wide.to_string(index=False)


def _warn(graph, arguments):
    """Say so if an instance is known for another question than the one asked."""
    asked = "clique" if arguments.complement else arguments.problem
    for other, advice in (("clique", "--complement asks for them"),
                          ("mis", "without --complement they are asked for"),
                          ("maxcut", "--problem maxcut asks for them")):
        if other != asked and not best_known(graph.name, asked, graph.n, graph.m) and best_known(
                graph.name, other, graph.n, graph.m):
            name = {"clique": "cliques", "mis": "independent sets", "maxcut": "cuts"}[other]
            print(f"{graph.name} is known for its {name}: {advice}", file=sys.stderr)


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
