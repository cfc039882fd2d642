"""A small plan, and a folder that experiment files ask for."""

import pytest
from asking import METIS, MODULES

from memlab.study import Block, Configuration, Plan


@pytest.fixture
def plan():
    """Two problems x two datasets x three configurations x two graphs x two repetitions."""
    configurations = [Configuration("darwinian", 10, 10, 0.5),
                      Configuration("baldwinian", 10, 10, 0.5),
                      Configuration("lb", 10, 50, 1.0, 0.3)]
    block = Block(["mis", "maxcut"], ["er_small", "ba_small"], configurations)
    return Plan("small", [block], split="test", graphs=2, repetitions=2, budget=300,
                traced_graphs=1)


@pytest.fixture
def folder(tmp_path):
    """Graph files, good and bad, and modules, good and bad."""
    for name, content in MODULES.items():
        (tmp_path / name).write_text(content)
    (tmp_path / "below").mkdir()
    for name in ("a", "b", "below/a", "below/c"):
        (tmp_path / f"{name}.graph").write_text(METIS)
    (tmp_path / "broken.mis").write_text("p edge 3 2\ne 1 9\n")
    (tmp_path / "notes.xyz").write_text("no graph\n")
    (tmp_path / "weighted.txt").write_text("3 2\n1 2 5\n2 3 -1\n")
    return tmp_path
