"""The book of a small study with another seed: chapters, report, and the site in a browser."""

import os
import re
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlparse

import browsing
import nbformat
import pytest
from bs4 import BeautifulSoup
from offered import public

from memlab.commands import start
from memlab.report.chapters import BRIEF, CHAPTERS
from memlab.support.paths import NOTEBOOKS

pytestmark = pytest.mark.slow

NAMES = sorted(path.stem for path in NOTEBOOKS.glob("[01][0-9]_*.ipynb")
               if path.stem in CHAPTERS and path.stem != BRIEF)
SCREENSHOTS = Path(os.environ.get("MEMLAB_SCREENSHOTS", "runs/screenshots")).absolute()

of_the_study = pytest.mark.parametrize("name", CHAPTERS)
every = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """A smoke study and its book, made by the command from an empty working directory."""
    out = tmp_path_factory.mktemp("study")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(elsewhere)
        status = start("book", "--profile", "smoke", "--seed", "1", "--study", str(out))
    assert status == 0
    assert list(elsewhere.iterdir()) == []
    return out


@pytest.fixture(scope="module")
def site(study):
    return study / "book"


@pytest.fixture(scope="module")
def tab(site):
    """A page of a browser that sees nothing but the site."""
    if not browsing.CHROMIUM:
        message = "Chromium is not on this machine (Debian: apt-get install chromium)"
        (pytest.fail if os.environ.get("MEMLAB_REQUIRE_BROWSER") == "1" else pytest.skip)(message)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    with browsing.browse(site.as_uri()) as page:
        yield page


@pytest.fixture(autouse=True)
def nothing_leaves_the_disk_and_nothing_goes_wrong(request):
    page = request.getfixturevalue("tab") if "tab" in request.fixturenames else None
    yield
    if page:
        found = page.outside + page.errors
        page.outside.clear()
        page.errors.clear()
        assert found == []


def soup(path):
    return BeautifulSoup(path.read_text("utf-8"), "html.parser")


@every
def test_every_chart_of_a_chapter_is_drawn(study, name):
    notebook = nbformat.read(study / "notebooks" / f"{name}.ipynb", 4)
    charts = 0
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        texts = [output.get("text", "") for output in cell.outputs]
        assert not any("Traceback" in text for text in texts), cell.source
        last = cell.source.strip().splitlines()[-1] if cell.source.strip() else ""
        draws = re.search(r"^((ml\.)?plots|alt)\.", cell.source, re.MULTILINE)
        if draws and not last.startswith("assert"):
            kinds = {kind for output in cell.outputs for kind in output.get("data", {})}
            assert {"image/svg+xml", "application/vnd.vegalite.v5+json"} <= kinds, cell.source
            charts += 1
    assert charts >= (2 if name == "07_claims" else 3)      # its results are tables
    assert "widgets" not in notebook.metadata


@every
def test_an_executed_chapter_is_light(study, name):
    most = 2_000_000 if name.startswith("09") else 1_000_000      # two chapters
    assert (study / "notebooks" / f"{name}.ipynb").stat().st_size < most


def test_the_report_is_short_and_its_chapters_are_whole(study):
    report, maths = soup(study / "report.html"), 0
    assert report.select_one("#on") and len(str(report)) < 1_000_000
    for name in NAMES:
        page = soup(study / "report" / f"{name}.html")
        title = nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4).cells[0].source.splitlines()[0]
        assert page.h1.text == title.lstrip("# ") and page.h1.text in report.text
        folded = [summary.text for summary in page.select("details > summary")]
        assert folded.count("solution") >= 3 and folded.count("check") >= 5
        assert all(not pre.text.startswith("# Solution") or len(pre.find_parents("details")) == 2
                   for pre in page.select("pre"))
        for pre in page.select("pre, style, code"):
            pre.decompose()
        assert "$" not in page.text
        maths += len(page.select("math"))
    assert maths > 30


@pytest.mark.parametrize("width", [390, 1280])
def test_a_report_has_few_screens(study, width):
    if not browsing.CHROMIUM:
        pytest.skip("Chromium is not on this machine")
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


@every
def test_a_chapter_is_complete_and_its_folds_say_what_is_in_them(site, name):
    page = soup(site / "chapters" / f"{name}.html")
    cells = nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4).cells
    prompts = [tag.text.split()[0] for tag in page.select("details.hide > summary")]
    for tag, prompt in (("check", "Check"), ("solution", "Solution")):
        tagged = sum(tag in cell.metadata.get("tags", ()) for cell in cells)
        assert prompts.count(prompt) == tagged
    headings = sum(cell.source.count("\n## ") + cell.source.startswith("## ") for cell in cells
                   if cell.cell_type == "markdown")
    assert len(page.select("article h2")) == headings
    assert "$" not in "".join(tag.text for tag in page.select("article p"))


@every
def test_a_chapter_in_a_browser_draws_its_charts(site, tab, name):
    tab.goto((site / "chapters" / f"{name}.html").as_uri())
    charts = tab.locator("figure.chart:not(details figure)")
    for place in range(charts.count()):
        charts.nth(place).scroll_into_view_if_needed()
        charts.nth(place).locator("svg.marks").wait_for()
    assert charts.count() >= (2 if name == "07_claims" else 3)
    charts.first.scroll_into_view_if_needed()
    tab.screenshot(path=SCREENSHOTS / f"book-{name}.png")


def test_a_chart_shows_numbers_where_one_points(site, tab):
    tab.goto((site / "chapters" / "06_results.html").as_uri())
    chart = tab.locator("figure.chart").first
    chart.scroll_into_view_if_needed()
    chart.locator("svg.marks").wait_for()
    mark = chart.locator(".mark-symbol path[d]").first
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tooltip = tab.locator("#vg-tooltip-element.visible")
    tooltip.wait_for()
    assert re.search(r"\d", tooltip.inner_text())


def test_search_works_from_disk(site, tab):
    tab.goto(f"{(site / 'search.html').as_uri()}?q=crossover")
    found = tab.locator("#search-results ul.search li a")
    found.nth(3).wait_for()      # they appear one by one
    found.first.click()
    tab.wait_for_load_state()
    assert "crossover" in tab.locator("article").inner_text().lower()


def test_search_knows_where_the_baldwin_effect_is_and_shows_the_place(site, tab):
    tab.goto(f"{(site / 'search.html').as_uri()}?q=Baldwin effect")
    found = tab.locator("#search-results ul.search li")
    found.nth(3).wait_for()
    first = found.locator("a").evaluate_all("all => all.slice(0, 2).map(a => a.href)")
    assert {Path(address).stem for address in first} == {"02_evolution_modes", "playground"}
    assert "Baldwin effect" in found.first.locator("p").inner_text()


@pytest.mark.parametrize("width", [390, 800, 1280])
def test_charts_are_as_wide_as_the_page_and_whole(site, tab, width):
    tab.set_viewport_size({"width": width, "height": 900})
    try:
        tab.goto((site / "chapters" / "06_results.html").as_uri())
        for chart in tab.locator("figure.chart:not(details figure)").all():
            chart.scroll_into_view_if_needed()
            chart.locator("svg.marks").wait_for()
            inner, outer = chart.locator("svg.marks").bounding_box(), chart.bounding_box()
            assert inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
    finally:
        tab.set_viewport_size({"width": 1200, "height": 1000})


def test_the_landing_page_races(site, tab):
    tab.goto((site / "index.html").as_uri())
    frame = tab.frame_locator("iframe.race")
    frame.locator("body[data-ready]").wait_for()
    assert "The race" in frame.locator("#tour").inner_text()


def test_the_playground_runs_inside_the_book(site, tab):
    tab.goto((site / "playground.html").as_uri())
    frame = tab.frame_locator("iframe.playground")
    frame.locator("body[data-ready]").wait_for()
    before = frame.locator("body").inner_text()
    frame.get_by_role("button", name="Choose at random").click()
    tab.wait_for_timeout(1_000)
    assert frame.locator("body").inner_text() != before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_readable_on_a_phone_and_in_the_dark(site, tab, scheme):
    tab.set_viewport_size({"width": 360, "height": 740})
    tab.emulate_media(color_scheme=scheme)
    try:
        for path in ("index", "chapters/02_evolution_modes", "results/index", "results/claims",
                     "howto/own_graph", "reference/memlab.evolve", "playground"):
            tab.goto((site / f"{path}.html").as_uri())
            assert tab.evaluate("document.documentElement.scrollWidth") <= 360, path
            assert tab.evaluate("document.documentElement.dataset.theme") == scheme
            tab.screenshot(path=SCREENSHOTS / f"phone-{scheme}-{Path(path).name}.png")
    finally:
        tab.set_viewport_size({"width": 1200, "height": 1000})
        tab.emulate_media(color_scheme="light")


def test_charts_are_pictures_where_scripts_are_off(site, tab):
    context = tab.context.browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "chapters" / "02_evolution_modes.html").as_uri())
    pictures = page.locator("figure.chart img")
    pictures.first.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('figure.chart img').naturalWidth > 100")
    assert pictures.count() >= 3
    context.close()
