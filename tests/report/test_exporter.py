"""Executed notebooks become pages that need nothing from anywhere."""

import re

import browsing
import nbformat
import pandas as pd
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from pretending import notebook

from memlab.report import exporter

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>'
EVIL = pd.DataFrame({"a": ["<b>1</b>", "2"]}).to_html(escape=False)      # a reader's own table


@pytest.fixture
def chapter(tmp_path):
    """A notebook that has one of everything."""
    chart = new_output("display_data", {"image/svg+xml": SVG, "text/plain": "Chart: Best fitness",
                                        "application/vnd.vegalite.v5+json": {"$schema": "x"}})
    frame = new_output("execute_result", {"text/html": EVIL, "text/plain": "plain"})
    widget = new_output("display_data", {exporter._WIDGET: {}, "text/plain": "Explorer()"})
    warning = new_output("stream", name="stderr", text="Warning: there/cell.py")
    return notebook(
        tmp_path / "01_all.ipynb",
        new_markdown_cell("## Sums\nLet $x_i \\ge 1$ and\n\n$$\\sum_{i=1}^n x_i < n$$"),
        new_markdown_cell("![A walk](images/mechanism.svg)"),
        new_code_cell("chart = 1 < 2", outputs=[chart, widget, warning]),
        new_code_cell("frame", outputs=[frame]),
        new_code_cell("assert True", metadata={"tags": ["check"]}),
        new_code_cell("1 + 1", metadata={"tags": ["solution"]}))


@pytest.fixture
def made(chapter, tmp_path):
    """A report of a chapter without an opening, and the chapter's page."""
    exporter.write(tmp_path / "report.html", "A & B", chapters=[chapter])
    return [BeautifulSoup((tmp_path / name).read_text("utf-8"), "html.parser")
            for name in ("report.html", "report/01_all.html")]


def test_a_page_holds_what_the_notebook_holds(made):
    _, page = made
    assert page.h1.text == "Title" and page.select_one("h2#Sums")
    assert len(page.select("math")) == 2 and "$" not in page.main.text
    pictures = {image["alt"]: image["src"] for image in page.select("img")}
    assert set(pictures) == {"A walk", "Chart: Best fitness"}
    assert all(source.startswith("data:image/svg+xml;base64,") for source in pictures.values())
    assert [tag.text for tag in page.select("summary")] == [
        "Contents", "code", "code", "check", "solution", "code"]
    assert "chart = 1 < 2" in page.text and "<b>1</b>" in str(page.table)
    for absent in ("profile", "Explorer", "there/cell.py", "vegalite"):
        assert absent not in str(page.main)


def test_pages_load_nothing_and_run_no_script_but_the_search(made):
    for page, scripts in zip(made, (2, 0), strict=True):
        allowed = page.select_one("[http-equiv=Content-Security-Policy]")["content"]
        assert allowed.startswith("default-src 'none'") and "unsafe-inline" not in (
            allowed.partition("script-src")[2])
        assert len(page.select("script")) == scripts
        assert not page.select("link, [src^=http]") and not re.search(r"@import|url\(", str(page))


@pytest.mark.skipif(not browsing.CHROMIUM, reason="Chromium is not on this machine")
def test_the_search_finds_passages_of_chapters(made, tmp_path):
    with browsing.browse(tmp_path.as_uri()) as tab:
        tab.goto((tmp_path / "report.html").as_uri())
        tab.get_by_role("searchbox").fill("LET and")
        found = tab.locator(".search li a")
        assert found.count() == 1 and found.inner_text() == "Title: Sums"
        found.click()
        tab.wait_for_url("**/report/01_all.html#Sums")
        assert tab.errors == [] and tab.outside == []


def test_the_report_of_a_study_under_way_says_what_is_missing(made, tmp_path):
    exporter.write(tmp_path / "report.html", "A study", missing=["grid", "06_results"])
    page = BeautifulSoup((tmp_path / "report.html").read_text("utf-8"), "html.parser")
    assert "Still missing are grid, 06_results." in page.header.text
    assert "missing" not in made[0].header.text


def test_a_notebook_alone_is_its_page(chapter, tmp_path):
    exporter.write(tmp_path / "page.html", "<Alone>", chapter)
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "<h1>&lt;Alone&gt;</h1>" in page and 'href="#Sums"' in page
    assert not (tmp_path / "page").exists()


def test_a_notebook_that_has_lost_its_headings_is_shown(tmp_path):
    path = tmp_path / "1.ipynb"
    nbformat.write(new_notebook(cells=[new_markdown_cell("Only this.")]), path)
    exporter.write(tmp_path / "page.html", "Alone", path)
    assert "Only this." in (tmp_path / "page.html").read_text("utf-8")


def test_frames_become_tables_for_people():
    rows = pd.DataFrame({"best_fitness": [35.5, 36], "share": [0.25, None], "mode": ["lb", "x"]},
                        index=["lamarckian", "er_small"])
    lines = [[cell.text for cell in row.select("th, td")] for row in BeautifulSoup(
        exporter.for_people(rows.to_html()), "html.parser").select("tr")]
    assert lines == [["", "best fitness", "share", "mode"],
                     ["Lamarckian", "35.5", "0.25", "LB"], ["ER small", "36.0", "–", "x"]]
