"""Two explorers side by side: two settings, both alive."""

import browsing
import pytest
from exploring import SHOTS, opened_notebook

from memlab.commands import explore

pytestmark = pytest.mark.slow

CODE = """import ipywidgets
one, other = (Explorer('race', dataset='karate', budget=2000, mu=mu, lambda_=10, repeats=2,
                       speed=10**12) for mu in (5, 50))
ipywidgets.HBox([one.box, other.box])"""


@pytest.fixture(scope="module")
def page(server):
    with opened_notebook(*server, "two.ipynb", explore.notebook(CODE)) as page:
        yield page


def test_two_explorers_race_side_by_side(page):
    page.set_viewport_size({"width": 1920, "height": 1080})
    both = page.locator(".memlab.memlab-explorer")
    ready = page.locator(".memlab [data-state=ready]:visible")
    ready.nth(1).wait_for()
    for i in range(2):
        both.nth(i).locator(".widget-play button").first.click()
    finished = page.locator(".memlab [data-state=finished]:visible")
    finished.nth(1).wait_for()
    page.wait_for_function(browsing.IDLE)
    boxes = [both.nth(i).bounding_box() for i in range(2)]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"] + 1
    assert boxes[1]["x"] + boxes[1]["width"] <= 1920
    told = [both.nth(i).locator("tr[data-mode=baldwinian] [data-column=configuration]").inner_text()
            for i in range(2)]
    assert [one.split("+")[0] for one in told] == ["5", "50"]
    assert all(both.nth(i).locator(".memlab-chart canvas").count() == 4 for i in range(2))
    page.wait_for_timeout(500)
    page.screenshot(path=SHOTS / "two.png")
