"""A JupyterLab that the browser tests share, with a page for each file of tests.

Without Chromium these tests are skipped, or fail where MEMLAB_REQUIRE_BROWSER=1 demands them. They
leave screenshots of every view, and what was measured, in runs/screenshots, or where
MEMLAB_SCREENSHOTS says.
"""

import pytest
from exploring import lab, opened_notebook

from memlab.commands import explore
from memlab.support.paths import NOTEBOOKS


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """JupyterLab: its folder of notebooks, and its address."""
    with lab(tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="module")
def page(server):
    """The explorer alone, as `python3 -m memlab explore` opens it, waiting for its first click."""
    with opened_notebook(*server, "explorer.ipynb", explore.notebook("Explorer('race')")) as page:
        yield page


@pytest.fixture(scope="module")
def chapter(server):
    """Chapter 2, all cells run, and the explorer waiting for its first click."""
    name = "02_evolution_modes.ipynb"
    text = (NOTEBOOKS / name).read_text("utf-8")
    with opened_notebook(*server, name, text) as page:
        yield page


@pytest.fixture(autouse=True)
def nothing_leaves_the_machine_and_nothing_goes_wrong(request):
    page, = (request.getfixturevalue(name) for name in ("page", "chapter")
             if name in request.fixturenames)
    yield
    assert page.outside == []
    assert page.errors == []
