"""``python3 -m memlab train``: train the networks that come with memlab again, or others."""

import argparse
import itertools
from pathlib import Path

from ..names import DATASETS, GRAPH_PROBLEMS
from ..paths import runs


def main(argv):
    """Train each network with several seeds, and keep the best."""
    arguments = _parse(argv)
    from tqdm import tqdm

    from ..checks import choice, integer
    from ..neural import NETWORKS, VARIANTS, training
    from ..study import provenance

    variants = [choice("variant", name, VARIANTS) for name in arguments.variant or VARIANTS]
    networks = [choice("network", name, NETWORKS) for name in arguments.network or NETWORKS]
    wanted = itertools.product(arguments.dataset, arguments.problem, variants, networks)
    tasks = {(network, problem, dataset, variant):
             integer("steps", arguments.steps or training.steps_on(dataset), minimum=1)
             for dataset, problem, variant, network in wanted}
    seeds = range(integer("seeds", arguments.seeds, minimum=1))
    training.libraries()
    with tqdm(total=sum(tasks.values()) * len(seeds), unit=" steps") as bar:
        for names, steps in tasks.items():
            trained = [training.train(*names, steps, seed, arguments.out, bar.update)
                       for seed in seeds]
            network = training.best(trained)
            network.about["versions"] = provenance.versions()
            network.save(arguments.out / network.file_name)


def _parse(argv):
    parser = argparse.ArgumentParser(
        prog="python3 -m memlab train", description="Train networks for independent sets and cuts "
        "with several seeds, and keep the one that is best on validation graphs. Needs jax and "
        "optax: pip install jax optax. What is done is kept: the same command goes on after an "
        "interruption.")
    for name, choices in (("dataset", DATASETS), ("problem", GRAPH_PROBLEMS)):
        parser.add_argument(f"--{name}", choices=choices, nargs="+", default=choices)
    for name in "variant", "network":
        parser.add_argument(f"--{name}", nargs="+", help="default: all")
    parser.add_argument("--steps", type=int, metavar="N",
                        help="of a training (default: 1000; 200 on large graphs)")
    parser.add_argument("--seeds", type=int, default=3, metavar="N",
                        help="trainings of a network (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=runs("networks"), metavar="DIR",
                        help="folder for the weights (default: runs/networks)")
    return parser.parse_args(argv)
