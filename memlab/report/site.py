"""The book as a web site, made with Sphinx. It opens from disk and asks nobody for anything.

Sphinx makes HTML of a folder with the pages in ``docs/``, executed chapters, results, and a page
for every public name. A warning of Sphinx is an error.
"""

import shutil
import subprocess
import sys

import nbformat

from ..paper import claims
from ..support import paths
from ..support.files import complete
from .claims import readable
from .exporter import read

__all__ = []      # nobody calls it but `python3 -m memlab book`
SOURCE = paths.ROOT / "docs"
PROMPTS = {"check": "Check", "solution": "Solution"}      # on what is folded
CHART = "application/vnd.vegalite.v5+json"
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
MARK = ".memlab-book", "made by python3 -m memlab book\n"      # for `files.check_replaceable`


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
    RuntimeError
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
    (static / "charts").mkdir()
    for path in notebooks:
        _write_chapter(path, source / "chapters" / path.name, static / "charts")
    readable(claims.judge(stores)).to_html(source / "results" / "claims.html", index=False,
                                           border=0)


def _write_chapter(path, target, pictures):
    """A notebook for Sphinx: code, checks and solutions folded; charts as pictures, for pages too.
    """
    notebook = read(path)
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL})
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", ())
        prompt = next((PROMPTS[tag] for tag in tags if tag in PROMPTS), None)
        shown = {}
        for number, output in enumerate(cell.get("outputs", ())):
            if output.get("data", {}).pop(CHART, None):      # Sphinx knows no such outputs
                name = f"{path.stem}-{cell.id}-{number}.svg"
                (pictures / name).write_text(output.data["image/svg+xml"], "utf-8")
                shown = {"image": {"alt": output.data["text/plain"]}}
        folded = {f"code_prompt_{state}": prompt for state in ("show", "hide") if prompt}
        cell.metadata = nbformat.from_dict({
            "tags": ["hide-cell" if prompt else "hide-input"], "mystnb": shown | folded})
    nbformat.write(notebook, target)


def run_sphinx(source, made, cache):
    """Make HTML of a source folder, in a process of its own; raise an error at any warning."""
    paths.prepend("PYTHONPATH", paths.ROOT)      # the reference is that of this very memlab
    command = [sys.executable, "-P", "-m", "sphinx", "-b", "html", "-d", cache, "-q", "--no-color",
               "--fail-on-warning", "--keep-going", source, made]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"the book has faults:\n{done.stderr}")
