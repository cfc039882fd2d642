"""``python3 -m memlab study``: run the paper's study, or an experiment of your own, and report."""

import argparse
from pathlib import Path

from ..study import experiment_file
from ..support.paths import PROGRAM


def main(argv):
    """Run what the arguments say."""
    options = vars(_parse(argv))
    redo, file = options.pop("redo"), options["file"]
    if redo:
        from ..report import verification

        verification.check(file)
        if redo == "again":
            verification.again(file, options["out"], options["workers"])
        return
    if file is not None:
        experiment_file.read(file, options["profile"])      # most mistakes are said at once
    from ..report import study

    if file is not None:
        study.run_file(**options)
    else:
        del options["file"], options["part"], options["merge"], options["beside"]
        study.run(**options | {"profile": options["profile"] or "quick"})


def shared():
    """Return a parser of the options that say which study is run, for other parsers to include."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--profile", choices=("smoke", "quick", "laptop", "paper"),
                        help="size of the paper's study: it takes seconds, minutes (quick, the "
                             "default), an hour, or days on two cores; or a size that FILE has")
    parser.add_argument("--workers", type=int, metavar="N",
                        help="processes (default: one per core)")
    parser.add_argument("--seed", type=int, metavar="S",
                        help="seed of all graphs and runs (default: 0, or that of FILE)")
    return parser


def _parse(argv):
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} study", parents=[shared()],
        description="Run the paper's study, or the experiment in FILE, and write a report. What "
                    "is finished is kept: the same command goes on after an interruption.")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE",
                        help="an experiment (TOML), or an archive; else the paper's study is run")
    parser.add_argument("--out", type=Path, metavar="DIR",
                        help="folder for results (default: runs/PROFILE or runs/NAME)")
    parser.add_argument("--margin", type=float, metavar="M",
                        help="instead of --profile: as many graphs as decide whether scores are "
                             "within M %% of the paper's")
    parser.add_argument("--dask", metavar="ADDRESS",
                        help="of the scheduler of a Dask cluster, which computes then")
    parser.add_argument("--merge", type=Path, nargs="+", metavar="DIR", default=[],
                        help="first take over runs of FILE from other folders")
    parser.add_argument("--beside", nargs="+", metavar="PATH", default=[],
                        help="in the report, compare with others' runs (IOHprofiler, Parquet)")
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--estimate", action="store_true", help="only say what it would cost")
    one.add_argument("--ship", type=Path, metavar="DIR",
                     help="make an archive of runs, tables and provenance, to hand on")
    one.add_argument("--again", action="store_const", const="again", dest="redo",
                     help="run an archive once more, and compare")
    one.add_argument("--check", action="store_const", const="check", dest="redo",
                     help="compare an archive's files with their sums, and tables with runs")
    one.add_argument("--part", type=_part, metavar="K/N", default=(1, 1),
                     help="compute the Kth of N parts of FILE's runs, beside other parts")
    arguments = parser.parse_args(argv)
    if arguments.margin is not None:
        if arguments.profile:
            parser.error("--margin stands instead of --profile")
        arguments.profile = f"margin-{arguments.margin:g}"
    del arguments.margin
    if arguments.file is None and (arguments.redo or arguments.merge or arguments.beside
                                   or arguments.part != (1, 1)):
        parser.error("--again, --beside, --check, --part and --merge need FILE")
    return arguments


def _part(text):
    """Read K/N."""
    number, parts = text.split("/")
    return int(number), int(parts)
