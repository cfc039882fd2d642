"""Executed notebooks as pages to read, by nbconvert: charts are SVG, formulae MathML.

Code, checks and solutions are folded. A page asks nobody for anything, and its
Content-Security-Policy allows no script but the search: it looks the same wherever it is opened.
"""

import base64
import functools
import hashlib
import json
import re
from typing import NamedTuple

import nbformat
from bs4 import BeautifulSoup, SoupStrainer
from latex2mathml.converter import convert
from markupsafe import Markup
from nbconvert.exporters import TemplateExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from ..support import paths
from ..support.files import replacing
from ..support.names import LABELS
from .tables import TEMPLATES

_LEFT_OUT = {"parameters", "injected-parameters", "imports"}      # tags of cells
_WIDGET = "application/vnd.jupyter.widget-view+json"
_CELL = re.compile(r"(<t[hd][^>]*>)([^<]+)(?=</t[hd]>)")
_TITLE = re.compile(r"(?s)<h1.*?</h1>")


class Page(NamedTuple):
    """An executed notebook as HTML: its name, its title, how it begins, and all of it.

    Examples
    --------
    >>> Page("01_problems", "1 · The problems", Markup("<p>Two.</p>")).title
    '1 · The problems'
    """

    name: str
    title: str
    begins: str = ""
    body: str = ""
    sections: tuple = ()      # addresses and headings
    texts: tuple = ()      # addresses, headings and passages


def write(path, title, opening=None, chapters=(), missing=()):
    """Make the page of an executed notebook, and pages of chapters in a folder beside it.

    Parameters
    ----------
    path : Path
        The page ``NAME.html``; the chapters go to ``NAME/``. Old ones are replaced.
    title : str
    opening : Path, optional
        The notebook of the page itself.
    chapters : sequence of Path, optional
        Notebooks, in order; the page lists them, and searches them.
    missing : sequence of str, optional
        The names of the chapters that a study still lacks.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> cells = [nbformat.v4.new_markdown_cell("# 1 · A chapter")]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "1.ipynb")
    ...     nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    ...     write(Path(folder, "report.html"), "A study", chapters=[path])
    ...     "1 · A chapter" in Path(folder, "report.html").read_text()
    True
    """
    pages, first = [*map(_page, chapters)], _page(opening) if opening else Page("", "")
    if pages or missing:
        _write_chapters(path, pages)
        _write_report(path, title, first, pages, missing)
    else:
        _render(path, "page.html.j2", title, first.body, first.sections)


def _write_chapters(path, pages):
    """Write the pages in the folder beside the report, each with links to all others."""
    for page in pages:
        contents = [(f"../{path.name}", "← The report")]
        for other in pages:
            contents.append((f"{other.name}.html", other.title))
            contents += page.sections if other is page else []
        _render(path.with_suffix("") / f"{page.name}.html", "page.html.j2", page.title, page.body,
                contents)


def _write_report(path, title, first, pages, missing):
    """Write the page that opens a study, with the list and the search of its chapters."""
    addresses = {page.name: f"{path.stem}/{page.name}.html" for page in pages}
    script = TEMPLATES.get_template("notebook/search.js").render()
    texts = [[addresses[page.name] + mark, f"{page.title}: {heading}".removesuffix(": "), text]
             for page in pages for mark, heading, text in page.texts]
    _render(path, "report.html.j2", title, first.body,
            [*first.sections, *((addresses[page.name], page.title) for page in pages)],
            pages=pages, addresses=addresses, script=Markup(script),
            digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
            texts=Markup(json.dumps(texts, ensure_ascii=False).replace("</", r"<\/")),
            missing=missing)


def _render(path, template, title, body, contents, **values):
    """Write a page; what is not `Markup` is escaped in it."""
    text = TEMPLATES.get_template(f"notebook/{template}").render(
        title=title, body=Markup(body), contents=contents, **values)
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, "w") as file:
        file.write(text)


def _page(executed):
    """An executed notebook as a `Page`."""
    body, _ = _exporter().from_notebook_node(read(executed))
    prose = BeautifulSoup(body, "html.parser", parse_only=SoupStrainer(["h1", "h2", "p", "li"]))
    place, sections, texts = ("", ""), [], []
    for tag in prose.find_all(recursive=False):
        text = tag.get_text(" ", strip=True).removesuffix(" ¶")
        if tag.name == "h2":
            place = f"#{tag.get('id', '')}", text
            sections.append(place)
        else:
            texts.append((*place, text))
    (*_, title), *texts = texts or [("", "", executed.stem)]
    begins = str(prose.p or "")
    if texts and texts[0][-1][-1:] not in ".?!":      # what a list or a formula goes on with
        begins = begins.rpartition(". ")[0] + ".</p>"
    return Page(executed.stem, title, Markup(begins), _TITLE.sub("", body, count=1), sections,
                texts)


def read(path):
    """Read an executed notebook without parameters, marked imports, live widgets and warnings.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> cells = [nbformat.v4.new_code_cell("seed = 0", metadata={"tags": ["parameters"]}),
    ...          nbformat.v4.new_markdown_cell("# 1 · A chapter")]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     nbformat.write(nbformat.v4.new_notebook(cells=cells), Path(folder, "1.ipynb"))
    ...     [cell.source for cell in read(Path(folder, "1.ipynb")).cells]
    ['# 1 · A chapter']
    """
    notebook = nbformat.read(path, 4)
    notebook.cells = [cell for cell in notebook.cells
                      if not _LEFT_OUT & {*cell.metadata.get("tags", ())}]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if _is_on_paper(output)]
    return notebook


def _is_on_paper(output):
    """Whether an output is more than a live widget or a warning; data that is shown is changed."""
    data = output.get("data", {})
    widget = data.pop(_WIDGET, None)
    if "text/html" in data:
        data["text/html"] = for_people(data["text/html"])
    return output.get("name") != "stderr" and (widget is None or set(data) > {"text/plain"})


def for_people(html):
    """Return tables as HTML with labels for names.

    Examples
    --------
    >>> for_people("<table><tr><th>lb</th><td>NaN</td><td><b>x</b></td></tr></table>")
    '<table><tr><th>LB</th><td>–</td><td><b>x</b></td></tr></table>'
    """
    def written(found):
        text = "–" if found[2] in ("NaN", "None", "nan") else found[2].replace("_", " ")
        return found[1] + LABELS.get(found[2], text)

    return _CELL.sub(written, html)


class _Renderer(IPythonRenderer):
    """Formulae as MathML, which browsers draw without scripts."""

    def inline_math(self, body):
        return convert(body)

    def block_math(self, body):
        return convert(body, display="block")

    multiline_math = block_math

    def latex_environment(self, name, body):
        return self.block_math(rf"\begin{{{name}}}{body}\end{{{name}}}")


@functools.cache
def _exporter():
    markdown = MarkdownWithMath(renderer=_Renderer(
        escape=False, embed_images=True, path=str(paths.NOTEBOOKS)))
    return TemplateExporter(
        template_name="notebook", file_extension=".html",
        extra_template_basedirs=[str(paths.PACKAGE / "report" / "templates")],
        default_preprocessors=[],
        filters={"markdown2html": markdown.render})
