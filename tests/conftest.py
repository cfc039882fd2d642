"""Fixtures and settings that all tests share."""

import importlib.util
import os
from pathlib import Path

import pytest
from hypothesis import settings

import memlab as ml

# the same examples on every machine and in every run; time is no criterion
settings.register_profile("memlab", derandomize=True, deadline=None, database=None)
settings.load_profile("memlab")
# of docstrings, which cannot be marked themselves
LONG_EXAMPLES = ("memlab.paper.profiles.Profile.compute",)
# optional packages, and the functions whose examples need them
NEEDED = {"ioh": ("from_ioh", "to_ioh"), "dimod": ("from_bqm", "to_bqm"), "pysat": ("from_wcnf",),
          "igraph": ("from_igraph",), "rustworkx": ("from_rustworkx",),
          "networkit": ("from_networkit",), "pymoo": ("pymoo_ga",), "pygad": ("pygad_ga",),
          "deap": ("deap_mu_plus_lambda",), "nevergrad": ("nevergrad_one_plus_one",),
          "inspyred": ("inspyred_ga",)}
# hold results that come with memlab, and sentences about them, against the runs; see .ci/since
SHIPPED = ("test_results.py", "test_statements.py", "test_map.py", "test_literature.py")


@pytest.hookimpl(tryfirst=True)      # before the slow ones are left out
def pytest_collection_modifyitems(items):
    """Chapters are slow, and slow files come first: no process is left with one at the end."""
    for item in items:
        if item.path.suffix == ".ipynb" or item.name in LONG_EXAMPLES:
            item.add_marker("slow")
        for package, functions in NEEDED.items():
            if item.name.endswith(functions) and not importlib.util.find_spec(package):
                item.add_marker(pytest.mark.skip(f"{package} is not installed"))
        if item.path.name in SHIPPED and "slow" in item.keywords:
            item.add_marker("shipped")
    slow = {item.path for item in items if "slow" in item.keywords}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(scope="session")
def instances():
    """The folder of well-known public instances, which are not ours to publish.

    Looked for where MEMLAB_INSTANCES says, else beside the checkout. With
    MEMLAB_REQUIRE_INSTANCES=1 its absence is a failure, not a skip.
    """
    beside = Path(__file__).resolve().parents[2] / "shared" / "instances"
    folder = Path(os.environ.get("MEMLAB_INSTANCES", beside))
    if not (folder / "best_known.csv").is_file():
        if os.environ.get("MEMLAB_REQUIRE_INSTANCES") == "1":
            pytest.fail(f"the instances are required, and are not in {folder}")
        pytest.skip(f"the public instances are not in {folder}; MEMLAB_INSTANCES says where")
    return folder


@pytest.fixture
def read(tmp_path):
    """Write bytes or text to a file of the given name, and read it as a graph."""
    def write_and_read(name, content, **options):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return ml.read_graph(path, **options)
    return write_and_read
