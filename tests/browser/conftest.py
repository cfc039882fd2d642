"""Pages of JupyterLab that the browser tests share, one for each file of tests.

Without Chromium these tests are skipped, or fail where MEMLAB_REQUIRE_BROWSER=1 demands them. They
leave screenshots of every view, and what was measured, in runs/screenshots, or where
MEMLAB_SCREENSHOTS says.
"""

import pytest
from exploring import opened_notebook

from memlab.commands import explore


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The explorer alone, as `python3 -m memlab explore` opens it, waiting for its first click."""
    alone = tmp_path_factory.mktemp("alone")
    (alone / "explorer.ipynb").write_text(explore.notebook("Explorer('needle')"), "utf-8")
    folder = tmp_path_factory.mktemp("lab")
    with opened_notebook(folder, "explorer.ipynb", notebooks=alone) as page:
        yield page


@pytest.fixture(scope="module")
def chapter(tmp_path_factory):
    """Chapter 2, all cells run, and the explorer waiting for its first click."""
    with opened_notebook(tmp_path_factory.mktemp("lab"), "02_evolution_modes.ipynb") as page:
        yield page


@pytest.fixture(autouse=True)
def nothing_leaves_the_machine_and_nothing_goes_wrong(request):
    page, = (request.getfixturevalue(name) for name in ("page", "chapter")
             if name in request.fixturenames)
    yield
    assert page.outside == []
    assert page.errors == []
