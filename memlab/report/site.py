"""The book as a web site, made with Sphinx. It opens from disk and asks nobody for anything.

Sphinx makes HTML of a folder with the pages in ``source/``, executed chapters, results, and a page
for every public name. A warning of Sphinx is an error.
"""

import json
import shutil
import subprocess
import sys

import nbformat
import vl_convert
from markupsafe import Markup

from ..paper import claims, tables
from ..support import paths
from ..support.files import complete
from . import chapters, page, reference
from .claims import readable

SOURCE = paths.ROOT / "docs"
PROMPTS = {"check": "Check", "solution": "Solution"}      # on what is folded
CHART = Markup("""<figure class="chart"><img loading="lazy" alt="{}" src="../_static/charts/{}">
<script type="application/json">{}</script></figure>""")
MARK = ".memlab-book", "made by python3 -m memlab book\n"      # for `files.check_replaceable`


class BookError(RuntimeError):
    """Sphinx had something to complain about."""


def write(folder, notebooks, profile, stores):
    """Build the site.

    Parameters
    ----------
    folder : Path
        Where it goes; an earlier site is replaced when the new one is complete.
    notebooks : list of Path
        The executed chapters, in order.
    profile : Profile
        Of the study that the pages of results are about.
    stores : dict of Store
        The paper's parts of it.

    Returns
    -------
    Path
        The page to open.

    Raises
    ------
    BookError
        If Sphinx warns of anything, such as a reference that leads nowhere.
    ValueError
        If the folder holds something that is no such site.
    """
    with complete(folder, *MARK) as made:
        source = made.with_name("source")
        _gather(source, notebooks, profile, stores)
        run_sphinx(source, made, made.with_name("cache"))
        (made / MARK[0]).write_text(MARK[1], "utf-8")
    return folder / "index.html"


def _gather(source, notebooks, profile, stores):
    """Fill the source folder."""
    shutil.copytree(SOURCE, source)
    static = source / "static"
    shutil.copytree(paths.NOTEBOOKS / "images", source / "chapters" / "images")
    playground = paths.data("playground")
    for name in ("playground.html", "playground.png"):
        shutil.copyfile(playground / name, static / name)
    for name, page_name in (("CITATION.cff", "CITATION.cff"), ("CHANGELOG.md", "changelog.md")):
        shutil.copyfile(paths.ROOT / name, source / "about" / page_name)
    vega = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    (static / "vega.js").write_text(f"(() => {{{vega}}})();", "utf-8")
    for path in notebooks:
        _write_chapter(path, source / "chapters" / path.name, static / "charts")
    _write_results(source / "results", profile, stores)
    reference.write(source / "reference")


def _write_chapter(path, target, pictures):
    """A notebook for Sphinx: code, checks and solutions folded, charts to touch.

    Charts are SVG until the site's script runs, and where there are no scripts.
    """
    def draw(name, data):
        pictures.mkdir(exist_ok=True)
        (pictures / f"{name}.svg").write_text(data["image/svg+xml"], "utf-8")
        specification = json.dumps(data[chapters.CHART], separators=(",", ":"))
        return CHART.format(data["text/plain"], f"{name}.svg",
                            Markup(specification.replace("</", r"<\/")))

    notebook = chapters.readable(path, draw)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = chapters.with_links(cell.source, "{}.html")
        prompt = next((PROMPTS[tag] for tag in cell.metadata.tags if tag in PROMPTS), None)
        cell.metadata.tags = ["hide-cell" if prompt else "hide-input"]
        if prompt:
            cell.metadata.mystnb = {"code_prompt_show": prompt, "code_prompt_hide": prompt}
    nbformat.write(notebook, target)


def _write_results(folder, profile, stores):
    """The paper's Table 1 beside ours, and all claims, as HTML that the pages include."""
    comparison = tables.compare_scores(stores["evaluation"].runs())
    source = f"<p>Results of the profile <code>{profile.name}</code>: {profile.purpose}.</p>\n"
    (folder / "opening.html").write_text(source + chapters.with_links(
        page.opening(comparison), "../chapters/{}.html"), "utf-8")
    texts = readable(claims.judge(stores))
    texts.to_html(folder / "claims.html", index=False, border=0)


def run_sphinx(source, made, cache):
    """Make HTML of a source folder, in a process of its own; raise `BookError` at any warning."""
    paths.prepend("PYTHONPATH", paths.ROOT)      # the reference is that of this very memlab
    command = [sys.executable, "-P", "-m", "sphinx", "-b", "html", "-d", cache, "-q", "--no-color",
               "--fail-on-warning", "--keep-going", source, made]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise BookError(f"the book has faults:\n{done.stderr}")
