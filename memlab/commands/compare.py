"""``python3 -m memlab compare FILE...``: the four modes on graphs from files."""

import argparse
import sys

from ..names import GRAPH_PROBLEMS
from ..paths import PROGRAM


def main(argv):
    """Print the table, and advice about the question where another one is better known."""
    arguments = _parse(argv)
    from ..report import instances

    frame = instances.table(instances.runs(
        arguments.files, arguments.problem, arguments.complement, arguments.local_search,
        arguments.budget, arguments.repetitions, arguments.seed))
    if arguments.out is not None:
        frame.to_csv(arguments.out, lineterminator="\n")
    for row in frame.itertuples():
        for sentence in instances.advice(row.Index, row.problem, row.vertices, row.edges):
            print(sentence, file=sys.stderr)
    print(frame.astype(object).where(frame.notna(), "unknown").to_string())


def _parse(argv):
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} compare",
        description="Run the four modes, at the paper's universal configurations, on graphs from "
                    "files (DIMACS, METIS, Gset, edge list, npz) or pseudo-Boolean problems (CNF, "
                    "WCNF, QUBO, spin glasses, npz), and set the best of their runs beside the "
                    "best known values of public instances.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--problem", choices=(*GRAPH_PROBLEMS, "pseudo-boolean"),
                        required=True)
    parser.add_argument("--complement", action="store_true",
                        help="take the complement of each graph: its independent sets are the "
                             "cliques that DIMACS .clq files ask for")
    parser.add_argument("--local-search", default="repair", metavar="NAME",
                        help="of independent sets: repair (default, the paper's), augment or swap")
    parser.add_argument("--budget", type=int, default=40_000, metavar="N",
                        help="evaluations of a run (default: 40000)")
    parser.add_argument("--repetitions", type=int, default=3, metavar="N",
                        help="runs of each mode (default: 3)")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--out", metavar="FILE.csv", help="write the table here too")
    return parser.parse_args(argv)
