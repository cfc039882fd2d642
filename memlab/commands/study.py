"""``python3 -m memlab study``: run the paper's study, or an experiment of your own, and report."""

import argparse
from pathlib import Path

from ..study import experiment_file


def main(argv):
    """Run what the arguments say."""
    arguments = _parse(argv)
    if arguments.file is not None:
        experiment_file.read(arguments.file)      # most mistakes are said before anything heavy
    from ..report import study

    study.run(**vars(arguments))


def shared():
    """Return a parser of the options that say which study is run, for other parsers to include."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--profile", choices=("smoke", "quick", "laptop", "paper"),
                        default="quick", help="how much of the paper's study to run: seconds, "
                        "minutes (default), about two hours, or days on two cores")
    parser.add_argument("--workers", type=int, metavar="N",
                        help="processes (default: one per core)")
    parser.add_argument("--seed", type=int, metavar="S",
                        help="seed of all graphs and runs (default: 0, or that of FILE)")
    return parser


def _parse(argv):
    parser = argparse.ArgumentParser(
        prog="python3 -m memlab study", parents=[shared()],
        description="Run the paper's study, or the experiment in FILE, and write a report. What "
                    "is finished is kept: the same command goes on after an interruption.")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE",
                        help="an experiment (TOML); without one, the paper's study is run")
    parser.add_argument("--out", type=Path, metavar="DIR",
                        help="folder for results (default: runs/PROFILE or runs/NAME)")
    parser.add_argument("--dask", metavar="ADDRESS",
                        help="compute on the Dask cluster with this scheduler, such as "
                             "tcp://127.0.0.1:8786, instead of on this machine")
    parser.add_argument("--estimate", action="store_true",
                        help="say what it would cost, and do nothing")
    parser.add_argument("--ship", type=Path, metavar="DIR",
                        help="afterwards put runs, tables and provenance into this folder, small "
                             "enough to hand on")
    parser.add_argument("--ioh", type=Path, metavar="DIR", dest="ioh_folder",
                        help="afterwards write the traced runs for IOHprofiler into this folder")
    return parser.parse_args(argv)
