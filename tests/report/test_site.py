"""The report of a study and the book, in a browser: a few chapters are executed, all are there."""

import functools
import os
import re
import shutil
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlparse

import browsing
import nbformat
import pytest
from bs4 import BeautifulSoup
from offered import public

from memlab.paper import profile
from memlab.report import archive, engine, exporter
from memlab.report import site as build
from memlab.report.chapters import BRIEF, CHAPTERS, executed, source
from memlab.support.pool import Pool

pytestmark = pytest.mark.slow

NAMES = sorted({*CHAPTERS} - {BRIEF})
RUN = [BRIEF, "02_evolution_modes", "06_results", "09_where_each_mode_wins"]
SCREENSHOTS = Path(os.environ.get("MEMLAB_SCREENSHOTS", "runs/screenshots")).absolute()


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """A folder with a report and its chapters, and the book."""
    out = tmp_path_factory.mktemp("study")
    paths = {name: executed(out, name) for name in CHAPTERS}
    with Pool(2) as pool:
        running = [pool.submit(engine.execute, source(name), paths[name], {"seed": 1})
                   for name in RUN]
        assert all(one.result() for one in running)
    for name in {*NAMES}.difference(RUN):
        shutil.copy(source(name), paths[name])
    exporter.write(out / "report.html", "memlab: the study", paths[BRIEF],
                   [paths[name] for name in NAMES])
    build.write(out / "book", [*paths.values()],
                profile("quick").load(archive.shipped("quick")))
    return out


@pytest.fixture(scope="module")
def site(study):
    return study / "book"


@pytest.fixture(scope="module")
def tab(site):
    """A page of a browser that sees nothing but the site, and to which nothing may go wrong."""
    browsing.required("Chromium", browsing.CHROMIUM)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    with browsing.browse(site.as_uri()) as page:
        yield page
        assert page.outside + page.errors == []


@functools.cache
def soup(path):
    return BeautifulSoup(path.read_text("utf-8"), "html.parser")


def test_the_report_is_short_and_its_chapters_are_whole(study):
    report, maths = soup(study / "report.html"), 0
    assert report.select_one("#on") and len(str(report)) < 1_000_000
    for name in NAMES:
        page = soup(study / "report" / f"{name}.html")
        title = nbformat.read(source(name), 4).cells[0].source.splitlines()[0]
        assert page.h1.text == title.lstrip("# ") and page.h1.text in report.text
        folded = [summary.text for summary in page.select("details > summary")]
        assert folded.count("solution") >= 3 and folded.count("check") >= 5
        assert all(not pre.text.startswith("# Solution") or len(pre.find_parents("details")) == 2
                   for pre in page.select("pre"))
        for tag in page.select("pre, style, code"):
            tag.decompose()
        assert "$" not in page.text
        maths += len(page.select("math"))
    assert maths > 30


@pytest.mark.parametrize("width", [390, 1280])
def test_a_report_has_few_screens(study, width):
    browsing.required("Chromium", browsing.CHROMIUM)
    with browsing.browse(study.as_uri(), width, 800) as tab:
        tab.goto((study / "report.html").as_uri())
        size = tab.evaluate("[document.documentElement.scrollWidth, document.body.scrollHeight]")
        assert size[0] <= width and size[1] <= 25 * 800


def test_links_and_pictures_are_there_and_nothing_is_loaded_from_elsewhere(site):
    pages = {path: soup(path) for path in site.rglob("*.html") if path.parent.name != "_static"}
    assert len(pages) > 200
    marks = {path: {tag["id"] for tag in page.select("[id]")} for path, page in pages.items()}
    for path, page in pages.items():
        for tag in page.select("[src], link[href]"):
            target = tag.get("src") or tag["href"]
            assert not urlparse(target).netloc, f"{path.name} loads {target}"
        for tag in page.select("[src], [href]"):
            target, mark = urldefrag((tag.get("src") or tag["href"]).partition("?")[0])
            if urlparse(target).scheme:
                continue
            file = (path.parent / unquote(target)).resolve() if target else path
            assert file.is_file(), f"{path.name}: {target}"
            if mark and file in marks:
                assert unquote(mark) in marks[file], f"{path.name}: {target}#{mark}"


def test_every_public_name_has_a_page_that_explains_it(site):
    for module, names in public().items():
        listed = soup(site / "reference" / f"{module}.html").text
        for name in names:
            page = soup(site / "reference" / f"{module}.{name}.html").text
            assert name in page and name in listed


@pytest.mark.parametrize("name", RUN[1:])
def test_a_chapter_is_complete_and_its_folds_say_what_is_in_them(study, name):
    page = soup(study / "book" / "chapters" / f"{name}.html")
    assert executed(study, name).stat().st_size < 2_000_000
    cells = nbformat.read(executed(study, name), 4).cells
    prompts = [tag.text.split()[0] for tag in page.select("details.hide > summary")]
    for tag, prompt in (("check", "Check"), ("solution", "Solution")):
        tagged = sum(tag in cell.metadata.get("tags", ()) for cell in cells)
        assert prompts.count(prompt) == tagged
    headings = sum(len(re.findall(r"^## ", cell.source, re.M)) for cell in cells
                   if cell.cell_type == "markdown")
    assert len(page.select("article h2")) == headings
    assert "$" not in "".join(tag.text for tag in page.select("article p"))
    charts = sum("image/svg+xml" in output.get("data", {})
                 for cell in cells for output in cell.get("outputs", ()))
    assert len(page.select("img[alt^='Chart: ']")) == charts >= 3


def test_search_knows_where_the_baldwin_effect_is_and_shows_the_place(site, tab):
    tab.goto(f"{(site / 'search.html').as_uri()}?q=Baldwin effect")
    found = tab.locator("#search-results ul.search li")
    found.nth(3).wait_for()
    first = found.locator("a").evaluate_all("all => all.slice(0, 2).map(a => a.href)")
    assert {Path(address).stem for address in first} == {"02_evolution_modes", "playground"}
    assert "Baldwin effect" in found.first.locator("p").inner_text()


def test_the_playground_runs_inside_the_book(site, tab):
    tab.goto((site / "index.html").as_uri())
    frame = tab.frame_locator("iframe.race")
    frame.locator("body[data-ready]").wait_for()
    assert "The race" in frame.locator("#tour").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_readable_on_a_phone_and_in_the_dark(site, tab, scheme):
    tab.set_viewport_size({"width": 360, "height": 740})
    tab.emulate_media(color_scheme=scheme)
    for path in ("index", "chapters/02_evolution_modes", "results/index", "results/claims",
                 "howto/own_graph", "reference/memlab.evolve", "playground"):
        tab.goto((site / f"{path}.html").as_uri())
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360, path
        assert tab.evaluate("document.documentElement.dataset.theme") == scheme
        tab.screenshot(path=SCREENSHOTS / f"phone-{scheme}-{Path(path).name}.png")
