"""``python3 -m memlab compare FILE...``: the four modes on graphs from files."""

import argparse

from ..support.names import GRAPH_PROBLEMS
from ..support.paths import PROGRAM


def main(argv):
    """Print the table."""
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} compare",
        description="Run the four modes, at the paper's universal configurations, on files of "
                    "graphs or pseudo-Boolean problems, and set the best of their runs beside the "
                    "best known values of public instances.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--problem", choices=(*GRAPH_PROBLEMS, "pseudo-boolean"), required=True)
    parser.add_argument("--complement", action="store_true",
                        help="look for cliques: independent sets of each graph's complement")
    parser.add_argument("--local-search", default="repair", metavar="NAME",
                        help="of independent sets: repair (default, the paper's), augment or swap")
    parser.add_argument("--budget", type=int, default=40_000, metavar="N",
                        help="evaluations of a run (default: 40000)")
    parser.add_argument("--repetitions", type=int, default=3, metavar="N",
                        help="runs of each mode (default: 3)")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--format", metavar="NAME", help="of the files, if no suffix tells it")
    parser.add_argument("--base", type=int, metavar="N", help="number of the first vertex: 0 or 1")
    parser.add_argument("--relabel", action="store_true", default=None,
                        help="of an edge list, count only the vertices that occur")
    parser.add_argument("--solution", metavar="FILE", help="write the best solution here")
    options = vars(parser.parse_args(argv))
    from ..report import instances

    frame = instances.table(instances.runs(**options))
    print(frame.astype(object).where(frame.notna(), "unknown").to_string(
        float_format="{:.10g}".format))
