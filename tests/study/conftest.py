"""A small plan."""

import pytest

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
