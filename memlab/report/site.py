"""The book as a web site, made with Sphinx. It opens from disk and asks nobody for anything.

Sphinx makes HTML of a folder with the pages in ``docs/``, executed chapters, results, and a page
for every public name. A warning of Sphinx is an error.
"""

import json
import shutil
import subprocess
import sys

import nbformat
import vl_convert
from markupsafe import Markup

from ..paper import claims
from ..support import paths
from ..support.files import complete
from .chapters import CHAPTERS
from .claims import readable
from .exporter import ForPeople, with_links

__all__ = []      # nobody calls it but `python3 -m memlab book`
SOURCE = paths.ROOT / "docs"
PROMPTS = {"check": "Check", "solution": "Solution"}      # on what is folded
FIGURE = Markup("""<figure class="chart"><img loading="lazy" alt="{}" src="../_static/charts/{}">
<script type="application/json">{}</script></figure>""")
CHART = "application/vnd.vegalite.v5+json"
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
MARK = ".memlab-book", "made by python3 -m memlab book\n"      # for `files.check_replaceable`


class BookError(RuntimeError):
    """Sphinx had something to complain about."""


def write(folder, notebooks, stores):
    """Build the site.

    Parameters
    ----------
    folder : Path
        Where it goes; an earlier site is replaced when the new one is complete.
    notebooks : list of Path
        The executed chapters, in order.
    stores : dict of Store
        The paper's parts of the study that the page of claims is about.

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
        _gather(source, notebooks, stores)
        run_sphinx(source, made, made.with_name("cache"))
        (made / MARK[0]).write_text(MARK[1], "utf-8")
    return folder / "index.html"


def _gather(source, notebooks, stores):
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
    (static / "charts").mkdir()
    for path in notebooks:
        _write_chapter(path, source / "chapters" / path.name, static / "charts")
    readable(claims.judge(stores)).to_html(source / "results" / "claims.html", index=False,
                                           border=0)


def _write_chapter(path, target, pictures):
    """A notebook for Sphinx: code, checks and solutions folded, charts to touch.

    Charts are SVG until the site's script runs, and where there are no scripts.
    """
    notebook, _ = ForPeople().preprocess(nbformat.read(path, 4), {})
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL})
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = with_links(cell.source, "{}.html", CHAPTERS)
        for number, output in enumerate(cell.get("outputs", ())):
            if CHART in output.get("data", {}):
                name = f"{path.stem}-{cell.id}-{number}.svg"
                (pictures / name).write_text(output.data["image/svg+xml"], "utf-8")
                drawn = json.dumps(output.data[CHART], separators=(",", ":")).replace("</", r"<\/")
                output.data = nbformat.from_dict({"text/html": FIGURE.format(
                    output.data["text/plain"], name, Markup(drawn))})
        tags = cell.metadata.get("tags", ())
        prompt = next((PROMPTS[tag] for tag in tags if tag in PROMPTS), None)
        cell.metadata = nbformat.from_dict({"tags": ["hide-cell" if prompt else "hide-input"]})
        if prompt:
            cell.metadata.mystnb = {"code_prompt_show": prompt, "code_prompt_hide": prompt}
    nbformat.write(notebook, target)


def run_sphinx(source, made, cache):
    """Make HTML of a source folder, in a process of its own; raise `BookError` at any warning."""
    paths.prepend("PYTHONPATH", paths.ROOT)      # the reference is that of this very memlab
    command = [sys.executable, "-P", "-m", "sphinx", "-b", "html", "-d", cache, "-q", "--no-color",
               "--fail-on-warning", "--keep-going", source, made]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise BookError(f"the book has faults:\n{done.stderr}")
