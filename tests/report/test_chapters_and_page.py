"""Notebooks are run once, checked, and end in a page that needs nothing from anywhere."""

import re

import pandas as pd
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output
from pretending import notebook

from memlab.paper import published, tables
from memlab.paper.profiles import PAPER, profile
from memlab.report import archive, html
from memlab.report import chapters as notebooks
from memlab.report import page as report
from memlab.support.names import label

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>'


def test_what_chapters_read_are_parts_of_the_study():
    assert all(set(chapter.reads) <= set(PAPER) for chapter in notebooks.CHAPTERS.values())


def test_a_missing_notebook_is_missing_from_the_clone():
    with pytest.raises(FileNotFoundError, match=r"99_none\.ipynb is missing: .*clone"):
        notebooks.source("99_none")


def test_a_page_of_a_study_under_way_says_so_and_reloads_itself(tmp_path):
    path = tmp_path / "report.html"
    pages = {}
    for state in ("under way", "stopped", None):
        status = state and (state, {"grid": "finished", "06_results": "under way"})
        report.write(path, "A study", {"Command": "study"}, "", [], status)
        pages[state] = path.read_text("utf-8")
    assert '<meta http-equiv="refresh"' in pages["under way"]
    assert '<meta http-equiv="refresh"' not in pages["stopped"] + pages[None]
    assert "<tr><th>06_results</th><td>under way</td></tr>" in pages["under way"]
    assert "The study stopped at" in pages["stopped"]
    assert "under way" not in pages[None]
    assert not any("In brief" in text for text in pages.values())


@pytest.fixture
def page(tmp_path):
    """The report of a notebook that has one of everything."""
    chart = new_output("display_data", {"image/svg+xml": SVG, "text/plain": "Chart: Best fitness",
                                        "application/vnd.vegalite.v5+json": {"$schema": "x"}})
    frame = new_output("execute_result", {"text/html": "<table class='dataframe'></table>",
                                          "text/plain": "plain"}, execution_count=1)
    path = notebook(tmp_path / "01_all.ipynb",
                 new_markdown_cell("## Sums\nLet $x_i \\ge 1$ and\n\n$$\\sum_{i=1}^n x_i < n$$"),
                 new_markdown_cell("**bold** and <b>raw</b>"),
                 new_markdown_cell("In chapter 1 and chapters 1 to 9, `chapter 1` too; chapter 2."
                                   "\n\n![A walk](images/mechanism.svg)"),
                 new_code_cell("chart = 1", outputs=[chart]),
                 new_code_cell("frame", outputs=[frame]), new_code_cell("silent = True"))
    report.write(tmp_path / "report.html", "A & B", {"Made": "<today>"}, "<p>opening</p>",
                 [path])
    return (tmp_path / "report.html").read_text()


def test_the_page_opens_before_its_chapters(page):
    assert page.index("<p>opening</p>") < page.index('<section id="01_all">')


@pytest.mark.parametrize(("cells", "said"), [
    (["equivalent", "equivalent", "differs"], "2 are equivalent to the paper's within 1 %, 1 "
     "differ at the 99 % level (0 of them by less than 1 %), and 0 are undecided"),
    (["undecided"] * 3, "0 differ at the 99 % level (0 of them by less than 1 %), and 3 are und"),
    (["not comparable"] * 3, "with another budget"),
])
def test_verdicts_are_counted_in_words(cells, said):
    assert said in report.verdicts(pd.DataFrame({
        "verdict": cells, "percent_low": -3.0, "percent_high": 0.5, "p_holm": 0.5}))


def test_the_opening_shows_our_cells_and_the_papers():
    scores = published.read("scores").query("mode == 'lb' and dataset == 'er_small'")
    ours = scores.rename(columns={"mean": "published_mean", "std": "published_std"})
    ours = ours.assign(mean=[32.5, 2911.0], sem=0.25, low=31.9, high=33.1, verdict="equivalent",
                       percent_low=-0.9, percent_high=0.9, p_holm=1.0)
    html = report.opening(ours)
    for text in ("32.50", "0.25", "32.79 ± 0.40", "2911.0", "2910.4 ± 0.5", "data:image/svg+xml",
                 "= where the two are equivalent within 1 %", "? where these graphs cannot decide"):
        assert text in html


def test_the_answers_come_after_a_picture_and_before_the_numbers_origin(tmp_path):
    """Of the shipped study: who has the highest means is counted again from its scores."""
    scores = profile("laptop").load(archive.shipped("laptop"), ["evaluation"])["evaluation"]
    ours = tables.compare_scores(scores.runs())
    html = report.opening(ours)
    first = html.partition("<li>")[0]
    assert first.count("<img") == 1 and html.count("<li>") == 5
    for _, found in ours.groupby("problem"):
        means = found.pivot(index="dataset", columns="mode", values="mean")
        mode, count = means.idxmax(axis=1).value_counts().head(1).to_dict().popitem()
        assert f"{label(mode)} evolution has the highest mean on {count} of 6 datasets" in html
        share = 100 - 100 * (means["darwinian"] / means.max(axis=1)).mean()
        assert f"{share:.1f} % below the best" in html
    report.write(tmp_path / "report.html", "A", {"Runs": "(plan 1234)"}, html, [])
    page = (tmp_path / "report.html").read_text("utf-8")
    assert page.index("<ol") < page.index("plan 1234")


def test_frames_become_tables_for_people(tmp_path):
    rows = pd.DataFrame({"best_fitness": [35.0, 36.0], "share": [0.25, None], "mode": ["lb", "x"],
                         "evaluations": [40_000, 1_000.0], "genome": ["00101", "11101"]},
                        index=["lamarckian", "er_small"])
    shown = html.for_people({"text/html": rows.to_html(), "text/plain": "(array([[1, 0],\n       "
                             "[0, 1]]), np.int64(3))\nName: a, dtype: object"})
    lines = [[cell.text for cell in row.select("th, td")]
             for row in BeautifulSoup(shown["text/html"], "html.parser").select("tr")]
    assert lines == [["", "best fitness", "share", "mode", "evaluations", "genome"],
                     ["Lamarckian", "35", "0.25", "LB", "40,000", "00101"],
                     ["ER small", "36", "–", "x", "1,000", "11101"]]
    assert shown["text/plain"] == "([[1, 0],\n [0, 1]], 3)"


def test_a_table_without_rows_is_a_sentence():
    for empty in (pd.DataFrame({"mode": []}).to_html(), pd.DataFrame({"a": []}).style.to_html()):
        shown = html.for_people({"text/html": empty})
        assert shown["text/html"] == "<p>There is nothing to list.</p>"


def test_the_page_needs_nothing_from_the_internet(page):
    assert "<script" not in page
    assert "default-src 'none'" in page
    assert not re.search(r"(src|href)=[\"']?(https?:)?//", page)
    assert not re.search(r"@import|url\(", page)
    assert not re.search(r'<img[^>]*src="(?!data:)', page)
    assert 'alt="A walk"' in page


def test_references_to_chapters_of_the_page_are_links(page):
    found = BeautifulSoup(page, "html.parser").select("main p a[href='#01_all']")
    assert [link.text for link in found] == ["chapter 1", "1", "chapter 1"]
    assert "chapter 2" in page and "#02_" not in page


def test_the_page_holds_what_the_notebook_holds(page):
    assert "A &amp; B" in page
    assert "&lt;today&gt;" in page
    assert "<math" in page
    assert 'display="block"' in page
    assert "$" not in re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    assert "data:image/svg+xml;base64," in page
    assert "vegalite" not in page
    assert "class='dataframe'" in page
    assert 'alt="Chart: Best fitness"' in page
    assert "<strong>bold</strong>" in page
    assert "<b>raw</b>" in page
    assert '<a href="#01_all">Title</a>' in page
    assert page.count("<summary>code</summary>") == 3


def test_the_page_leaves_parameters_out(page):
    assert "profile" not in page.partition("<main>")[2]
