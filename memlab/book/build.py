"""Build the site with Sphinx. It opens from disk and asks nobody for anything.

A source folder is put together from executed chapters, the pages in ``pages/``, results, and a page
for every public name; Sphinx makes HTML of it. A warning of Sphinx is an error.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
import vl_convert

from .. import paths
from ..files import check_replaceable
from ..paper import claims, tables
from ..report import page
from ..report.claims import readable
from . import chapter, reference

HERE = Path(__file__).parent
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
    check_replaceable(folder, *MARK)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".book.", dir=folder.parent) as scratch:
        source, made = Path(scratch) / "source", Path(scratch) / "made"
        _gather(source, notebooks, profile, stores)
        run_sphinx(source, made, Path(scratch) / "cache")
        (made / MARK[0]).write_text(MARK[1], "utf-8")
        if folder.exists():
            os.rename(folder, Path(scratch) / "old")
        os.rename(made, folder)
    return folder / "index.html"


def _gather(source, notebooks, profile, stores):
    """Fill the source folder."""
    shutil.copytree(HERE / "pages", source)
    static = source / "static"
    shutil.copytree(HERE / "static", static)
    shutil.copytree(paths.NOTEBOOKS / "images", source / "chapters" / "images")
    playground = paths.data("playground")
    for name in ("playground.html", "playground.png"):
        shutil.copyfile(playground / name, static / name)
    shutil.copyfile(paths.ROOT / "CITATION.cff", source / "about" / "CITATION.cff")
    vega = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    (static / "vega.js").write_text(f"(() => {{{vega}}})();", "utf-8")
    for notebook in notebooks:
        made = chapter.page(nbformat.read(notebook, 4), notebook.stem, static / "charts")
        nbformat.write(made, source / "chapters" / notebook.name)
    _write_results(source / "results", profile, stores)
    reference.write(source / "reference")


def _write_results(folder, profile, stores):
    """The paper's Table 1 beside ours, and all claims, as HTML that the pages include."""
    comparison = tables.compare_scores(stores["evaluation"].runs())
    source = f"<p>Results of the profile <code>{profile.name}</code>: {profile.purpose}.</p>\n"
    (folder / "opening.html").write_text(source + page.opening(comparison), "utf-8")
    texts = readable(claims.judge(stores))
    texts.to_html(folder / "claims.html", index=False, border=0)


def run_sphinx(source, made, cache):
    """Make HTML of a source folder, in a process of its own; raise `BookError` at any warning."""
    shutil.copyfile(HERE / "conf.py", source / "conf.py")
    paths.prepend("PYTHONPATH", paths.ROOT)      # the reference is that of this very memlab
    command = [sys.executable, "-P", "-m", "sphinx", "-b", "html", "-d", cache, "-q", "--no-color",
               "--fail-on-warning", "--keep-going", source, made]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise BookError(f"the book has faults:\n{done.stderr}")
