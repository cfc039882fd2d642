"""The explorer on a machine that has compiled nothing yet: it says so, and answers meanwhile."""

import pytest
from exploring import button, changes, control, lab, numbers, opened, opened_notebook, shoot

from memlab.commands import explore

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The explorer alone, with an empty cache of kernels."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        with (lab(tmp_path_factory.mktemp("lab")) as server,
              opened_notebook(*server, "explorer.ipynb",
                              explore.notebook("Explorer('needle')")) as page):
            yield page


def test_it_answers_while_the_first_race_is_compiled(page):
    opened(page, "Explorer('race', problem='maxcut')", None)
    preparing = page.locator(".memlab [data-state=preparing]:visible")
    preparing.wait_for()
    assert "compiles" in preparing.inner_text()
    shoot(page, "first_use")
    button(page, "Run").click()      # as soon as it is prepared
    assert changes(page, control(page, "preset").input_value,
                   lambda: control(page, "axis").select_option("linear"))
    assert preparing.count() == 1, "it answered, but not meanwhile"
    assert changes(page, lambda: numbers(page, "evaluations"))
