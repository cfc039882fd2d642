"""One page to read from top to bottom, without anything from the internet.

It holds executed notebooks, or the report of an experiment (`memlab.report.experiment`). Charts are
SVG, formulae MathML, code is folded away. The page forbids itself scripts and requests
(its Content-Security-Policy), so that it looks the same wherever it is opened.
"""

import datetime
import functools
import shutil

from markupsafe import Markup

from ..study.progress import duration
from ..support.files import replacing
from ..support.names import label
from ..support.paths import NOTEBOOKS, data
from . import chapters
from .html import TEMPLATES, image


def write(path, title, facts, opening, notebooks, status=None):
    """Make the page, and put the playground beside it.

    Parameters
    ----------
    path : Path
        Where it goes; an old one is replaced.
    title : str
    facts : dict of str
        What to say at the end about the study: names and values.
    opening : str
        HTML of what comes before the chapters, such as `opening` gives it.
    notebooks : list of Path
        Executed notebooks, in order.
    status : (str, dict of str), optional
        Of a study that is not complete: "under way" or "stopped", and the state of each part and
        chapter. While it is under way, the page reloads itself.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import nbformat
    >>> cells = [nbformat.v4.new_markdown_cell("# 1 · A chapter")]
    >>> notebook = nbformat.v4.new_notebook(cells=cells)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "1.ipynb")
    ...     nbformat.write(notebook, path)
    ...     write(Path(folder, "report.html"), "A study", {"Runs": "12"}, "<p>None.</p>", [path])
    ...     "1 · A chapter" in Path(folder, "report.html").read_text()
    True
    """
    sections = [("in-brief", "In brief", Markup(f"<h1>In brief</h1>\n{opening}"))] * bool(opening)
    sections += [_section(executed, executed.stat().st_mtime_ns) for executed in notebooks]
    names = [executed.stem for executed in notebooks]
    sections = [(anchor, name, chapters.with_links(body, "#{}", names))
                for anchor, name, body in sections]
    playground = data("playground") / "playground.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(playground, path.with_name(playground.name))
    render(path, "page.html.j2", title, facts, contents=sections, playground=playground.name,
           status=status, now=f"{datetime.datetime.now():%H:%M:%S}")


@functools.cache
def _section(executed, _changed):
    """An executed notebook as a section: id, name and body."""
    cells = chapters.readable(executed, _chart).cells
    body = TEMPLATES.get_template("chapter.html.j2").render(
        cells=cells, markdown=_markdown(), image=image)
    return executed.stem, cells[0].source.partition("\n")[0].lstrip("# "), Markup(body)


def _chart(name, data):
    return image(data["image/svg+xml"], data["text/plain"])


def render(path, template, title, facts, **values):
    """Make a page from a template; what is not `Markup` is escaped in it.

    Parameters
    ----------
    path, title, facts
        As for `write`.
    template : str
        Name of a file in ``templates``.
    **values
        What the template needs besides, such as `contents`: id, name and body of each section.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "page.html")
    ...     render(path, "page.html.j2", "A < B", {}, contents=[])
    ...     "<title>A &lt; B</title>" in path.read_text()
    True
    """
    page = TEMPLATES.get_template(template).render(title=title, facts=facts, **values)
    with replacing(path, "w") as file:
        file.write(page)


def opening(comparison):
    """What a reader in a hurry wants: a figure, the answers, and the paper's Table 1 beside ours.

    Parameters
    ----------
    comparison : DataFrame
        As `memlab.paper.tables.compare_scores` gives it.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> from memlab.report import archive
    >>> from memlab.paper import profile, tables
    >>> stores = profile("quick").load(archive.shipped("quick"), ["evaluation"])
    >>> comparison = tables.compare_scores(stores["evaluation"].runs())
    >>> "Of 48 cells of the paper" in opening(comparison)
    True
    """
    from .. import plots
    from ..paper import published
    from . import tables as display

    figures = {problem: image(plots.to_svg(plots.scores(found)),
                              "Scores of the four modes, ours and the paper's, as in the table")
               for problem, found in comparison.groupby("problem", sort=False)}
    return TEMPLATES.get_template("opening.html.j2").render(
        verdicts=verdicts(comparison), figures=figures, comparison=comparison, label=label,
        table=display.scores(comparison, published.read("scores"))._repr_html_())


def verdicts(comparison):
    """How many cells of Table 1 came out how, as a sentence.

    Examples
    --------
    >>> from memlab.report import archive
    >>> from memlab.paper import profile, tables
    >>> stores = profile("quick").load(archive.shipped("quick"), ["evaluation"])
    >>> comparison = tables.compare_scores(stores["evaluation"].runs())
    >>> verdicts(comparison).partition(",")[0]
    "Of 48 cells of the paper's Table 1"
    """
    from ..paper import agreement

    total, counts = len(comparison), agreement.counts(comparison)
    if counts["not comparable"]:
        return (f"These {total} cells of the paper's Table 1 were run with another budget than the "
                "paper's and cannot be compared with it.")
    return (f"Of {total} cells of the paper's Table 1, {counts['equivalent']} are equivalent to "
            f"the paper's within 1 %, {counts['differs']} differ at the 99 % level "
            f"({counts['differs within']} of them by less than 1 %), and {counts['undecided']} are "
            "undecided: too few graphs to say.")


def facts(profile, stores, command):
    """What the report says at its end about where its numbers come from.

    Parameters
    ----------
    profile : Profile
    stores : list of Store
        Those that are finished.
    command : str
        That makes the report.

    Returns
    -------
    dict of str

    Examples
    --------
    >>> from memlab.report import archive
    >>> from memlab.paper import profile
    >>> quick = profile("quick")
    >>> stores = quick.load(archive.shipped("quick"), ["evaluation"])
    >>> list(facts(quick, list(stores.values()), "python3 -m memlab study"))
    ['Profile', 'Runs', 'Begun', 'Machine', 'Versions', 'Command']
    """
    if not stores:
        return {"Profile": f"{profile.name}: {profile.purpose}", "Command": command}
    runs = ", ".join(f"{len(store.plan):,} in the {store.plan.name} (plan {store.plan.fingerprint})"
                     for store in stores)
    seconds = sum(map(_seconds, stores))
    begun = {"Runs": f"{runs}; {duration(seconds)} of one core", **origin(stores[0].manifest)}
    return {"Profile": f"{profile.name}: {profile.purpose}", **begun, "Command": command}


@functools.cache
def _seconds(store):      # the report of a study under way is written many times
    return store.runs()["seconds"].sum()


def origin(manifest):
    """When, on what and with what the results of a store were computed: a dict of str.

    Examples
    --------
    >>> from memlab.report import archive
    >>> from memlab.study import Store
    >>> list(origin(Store.load(archive.shipped("quick") / "evaluation").manifest))
    ['Begun', 'Machine', 'Versions']
    """
    made = datetime.datetime.fromisoformat(manifest["created"])
    return {
        "Begun": f"{made:%d %B %Y}",
        "Machine": "{processor}, {cores} cores, {system}".format_map(manifest["machine"]),
        "Versions": "memlab {memlab} (code {memlab_source}), Python {python}, NumPy {numpy}, "
                    "Numba {numba}".format_map(manifest["versions"]),
    }


@functools.cache
def _markdown():
    """nbconvert's Markdown, with formulae as MathML, which browsers draw without scripts."""
    from latex2mathml.converter import convert
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    class Renderer(IPythonRenderer):
        def inline_math(self, body):
            return convert(body)

        def block_math(self, body):
            return convert(body, display="block")

        multiline_math = block_math

        def image(self, text, url, title=None):      # the page is one file
            return image((NOTEBOOKS / url).read_text("utf-8"), text)

        def latex_environment(self, name, body):
            return convert(rf"\begin{{{name}}}{body}\end{{{name}}}", display="block")

    return MarkdownWithMath(renderer=Renderer(escape=False)).render
