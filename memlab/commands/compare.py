"""``python3 -m memlab compare FILE...``: the four modes on graphs from files."""

import argparse
from pathlib import Path

from ..support.names import GRAPH_PROBLEMS
from ..support.paths import PROGRAM


def main(argv):
    """Print the table."""
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
    parser.add_argument("--format", metavar="NAME", help="of the files, if no suffix tells it")
    parser.add_argument("--base", type=int, metavar="N", help="number of the first vertex: 0 or 1")
    parser.add_argument("--relabel", action="store_true", default=None,
                        help="of an edge list, count only the vertices that occur")
    parser.add_argument("--solution", metavar="FILE", help="write the best solution here")
    options = vars(parser.parse_args(argv))
    solution = options.pop("solution")
    if solution and (Path(solution).is_dir() or not Path(solution).absolute().parent.is_dir()):
        raise ValueError(f"--solution must be a file in a folder that exists, not {solution}")
    from ..problems import solutions
    from ..report import instances

    problem = solution and instances.problem_of(**options)
    runs = instances.runs(**options)
    frame = instances.table(runs)
    print(frame.astype(object).where(frame.notna(), "unknown").to_string(
        float_format="{:.10g}".format))
    if solution:
        best = solutions.solution_of(problem, runs["solution"][runs["best_fitness"].idxmax()])
        solutions.write_solution(solution, problem, best, problem=options["problem"],
                                 of="complement " * options["complement"] + options["files"][0])
