"""Chapter 2 in JupyterLab: run from top to bottom, saved, and left by its kernel."""

import json

import pytest
from exploring import button, changes, numbers, state

pytestmark = pytest.mark.slow


def test_the_explorer_waits_at_the_end_of_the_chapter(chapter):
    state(chapter, "ready")
    assert list(numbers(chapter, "best_fitness")) == ["darwinian", "baldwinian", "lamarckian", "lb"]


def test_a_notebook_that_was_run_is_light_when_it_is_saved(chapter):
    chapter.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    saved = json.loads(chapter.notebook.read_text("utf-8"))
    assert sum(bool(cell.get("outputs")) for cell in saved["cells"]) > 10
    assert chapter.notebook.stat().st_size < 1_000_000


def test_without_its_kernel_the_explorer_says_so(chapter):
    """The last test of this page: its kernel is gone afterwards."""
    button(chapter, "Run").click()
    assert changes(chapter, lambda: numbers(chapter, "evaluations"))
    chapter.evaluate("window.jupyterapp.shell.currentWidget.context.sessionContext.session.kernel"
                  ".restart()")
    chapter.locator(".memlab.jupyter-widgets-disconnected").first.wait_for()
    said = chapter.locator(".memlab").first.evaluate(
        "part => getComputedStyle(part, '::before').content")
    assert "kernel has gone" in said
    assert not chapter.locator(".memlab-status").first.is_visible()
    chapter.errors.clear()      # JupyterLab complains of what its kernel no longer knows
