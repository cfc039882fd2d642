"""``python3 -m memlab bench``: memlab against a plain implementation, cell by cell.

The plain one is ``tests/reference.py``: sparse matrix products and straightforward jitted loops, as
the paper's appendix describes its own code. Both run the paper's selected configurations on the
same graph. The plain one keeps no trace, so memlab is timed without; what a trace costs is timed
besides. ``helpers/timing.py`` does the measuring.

With ``--custom`` it is a user's problem against a built-in one of equal work: blocks written as a
`CustomProblem` in ``helpers/user_problems.py`` against `DeceptiveLeadingBlocks`.
"""

import argparse
import json
import sys
from pathlib import Path

from memlab.study import provenance
from memlab.support.files import replacing
from memlab.support.names import DATASETS

sys.path += [str(Path(__file__).parent), str(Path(__file__).parent / "helpers")]
import timing

QUICK_DATASETS = ("er_small", "ba_large")
CUSTOM_BUDGET = 200_000


def main(argv):
    """Run the benchmark as the command line says; returns the exit status."""
    arguments = _parse(argv)
    if arguments.custom:
        frame = timing.measure_custom(CUSTOM_BUDGET // (10 if arguments.quick else 1),
                                      arguments.repeats)
        print(frame.round(3).to_string(index=False))
    else:
        frame = timing.measure(QUICK_DATASETS if arguments.quick else DATASETS,
                               4_000 if arguments.quick else 40_000, arguments.repeats)
        print(timing.table(frame))
    if arguments.out is not None:
        write(frame, arguments.out, arguments)
    return 0


def write(frame, folder, arguments):
    """``bench.csv`` and, beside it, what it was measured with (``provenance.json``).

    Of ``--custom``, ``custom.csv`` and ``custom_provenance.json``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kind = "custom" * arguments.custom
    options = f" --{kind}" * bool(kind) + " --quick" * arguments.quick
    made = {"command": f"python3 -m memlab bench{options} --repeats {arguments.repeats}",
            "versions": provenance.versions(), "machine": provenance.machine()}
    with replacing(folder / f"{kind or 'bench'}.csv", "w") as file:
        frame.to_csv(file, index=False, float_format="%.6g")
    with replacing(folder / (f"{kind}_" * bool(kind) + "provenance.json"), "w") as file:
        json.dump(made, file, indent=1)


def _parse(argv):
    parser = argparse.ArgumentParser(
        prog="python3 -m memlab bench", description="Time memlab against a plain implementation "
        "at the paper's selected configurations, one thread, processor time.")
    parser.add_argument("--quick", action="store_true",
                        help=f"only {' and '.join(QUICK_DATASETS)}, with a tenth of the budget")
    parser.add_argument("--custom", action="store_true",
                        help="time a user's problem against a built-in one of equal work instead")
    parser.add_argument("--repeats", type=int, default=3, metavar="N",
                        help="runs of which the fastest counts (default: 3)")
    parser.add_argument("--out", type=Path, metavar="DIR",
                        help="folder for bench.csv and provenance.json")
    arguments = parser.parse_args(argv)
    if arguments.repeats < 1:
        parser.error("--repeats must be at least 1")
    return arguments


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
