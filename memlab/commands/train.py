"""``python3 -m memlab train``: train the networks that come with memlab again, or others."""

import argparse
import itertools
import sys

from ..names import DATASETS, GRAPH_PROBLEMS
from ..neural import NETWORKS, VARIANTS, training
from ..paths import runs
from ..study import provenance
from ..study.progress import Progress
from . import at_least, directory


def main(argv):
    """Train as the command line says; returns the exit status: 0, 1 or, if interrupted, 130."""
    arguments = _parse(argv)
    wanted = itertools.product(arguments.dataset, arguments.problem, arguments.variant,
                               arguments.network)
    tasks = {(network, problem, dataset, variant): arguments.steps or training.steps_on(dataset)
             for dataset, problem, variant, network in wanted}
    try:
        training.libraries()
        with Progress("training", len(tasks) * arguments.seeds, 0,
                      sum(tasks.values()) * arguments.seeds) as progress:
            for names, steps in tasks.items():
                found = []
                for seed in range(arguments.seeds):
                    found.append(training.train(*names, steps, seed, arguments.out,
                                                lambda steps: progress.advance(0, steps)))
                    progress.advance(1, 0)
                chosen = training.best(found)
                chosen.about["versions"] = provenance.versions()
                chosen.save(arguments.out / chosen.file_name)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on where it stopped", file=sys.stderr)
        return 130
    except (ImportError, OSError, ValueError) as error:
        print(f"memlab train: {error}", file=sys.stderr)
        return 1
    return 0


def _parse(argv):
    parser = argparse.ArgumentParser(
        prog="python3 -m memlab train", description="Train networks for independent sets and cuts "
        "with several seeds, and keep the one that is best on validation graphs. Needs jax and "
        "optax: pip install jax optax. What is done is kept: the same command goes on after an "
        "interruption.")
    for name, choices in (("dataset", DATASETS), ("problem", GRAPH_PROBLEMS),
                          ("variant", tuple(VARIANTS)), ("network", NETWORKS)):
        parser.add_argument(f"--{name}", choices=choices, nargs="+", default=choices)
    parser.add_argument("--steps", type=at_least(1), metavar="N",
                        help="of a training (default: 1000; 200 on large graphs)")
    parser.add_argument("--seeds", type=at_least(1), metavar="N", default=training.SEEDS,
                        help="trainings of a network (default: %(default)s)")
    parser.add_argument("--out", type=directory, default=runs("networks"), metavar="DIR",
                        help="folder for the weights (default: runs/networks)")
    return parser.parse_args(argv)
