"""One page to read from top to bottom, without anything from the internet.

It holds executed notebooks, or the report of an experiment (`memlab.report.experiment`). Charts are
SVG, formulae MathML, code is folded away. The page forbids itself scripts and requests
(its Content-Security-Policy), so that it looks the same wherever it is opened.
"""

import base64
import datetime
import re
from html import escape

from .. import plots
from ..files import replacing
from ..study import published
from ..study.progress import duration
from . import tables as display

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<header>
<h1>{title}</h1>
{summary}
<nav>
{contents}
</nav>
</header>
<main>
{body}
</main>
</body>
</html>
"""

_STYLE = """
:root { color-scheme: light dark; --page: #ffffff; --ink: #24292f; --quiet: #6b7280;
  --line: #80808040; --box: #80808014; --link: #2b7bba; }
@media (prefers-color-scheme: dark) { :root { --page: #14171a; --ink: #d6d9dd; --quiet: #9aa2ab; } }
body { background: var(--page); color: var(--ink); margin: 0 auto; padding: 2rem 1.5rem 6rem;
  max-width: 66rem; font: 16px/1.6 system-ui, sans-serif; }
h1, h2, h3, h4 { line-height: 1.25; margin: 2.2em 0 0.6em; }
header h1 { margin-top: 0.5em; }
section > h1, section > div:first-child h1 { margin-top: 3em; padding-top: 1em;
  border-top: 1px solid var(--line); }
p, li { max-width: 46rem; }
a { color: var(--link); text-decoration: none; }
.anchor-link { visibility: hidden; }
nav { background: var(--box); padding: 0.8rem 1.2rem; border-radius: 6px; margin-top: 1.5rem; }
nav a { display: block; }
dl { display: grid; grid-template-columns: max-content auto; gap: 0.1rem 1.2rem; }
dt { color: var(--quiet); } dd { margin: 0; }
pre, code { font: 13px/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; margin: 0.4rem 0; }
p code, li code, td code { background: var(--box); padding: 0.1em 0.3em; border-radius: 3px; }
details.code { margin: 0.4rem 0; }
details.code summary { color: var(--quiet); font-size: 12px; cursor: pointer; width: max-content; }
details.code pre { background: var(--box); padding: 0.6rem 0.9rem; border-radius: 6px; }
.output_wrapper { margin: 0.8rem 0 1.4rem; overflow-x: auto; }
img { max-width: 100%; height: auto; }
@media (max-width: 40rem) {
  body { padding: 1rem 0.8rem 4rem; } dl { grid-template-columns: auto; } dt { margin-top: 0.4rem; }
  .output_wrapper img { max-width: none; }
}
dd { overflow-wrap: anywhere; }
table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25em 0.7em; text-align: right; border: none; }
thead th { border-bottom: 1px solid var(--line); }
table.dataframe { border: none; }
.output_stderr { color: var(--quiet); }
blockquote { border-left: 3px solid var(--line); margin-left: 0; padding-left: 1em; }
.k, .kn, .kc, .ow { color: #b5476a; } .s1, .s2, .sa, .si { color: #2e8a5b; }
.c1 { color: var(--quiet); font-style: italic; } .mi, .mf { color: #2b7bba; }
"""

# Code is folded; the cells that only hold parameters are left out; charts say what they are.
_CELLS = """{%- extends 'classic/base.html.j2' -%}
{% block codecell %}
{%- set tags = cell.metadata.get('tags', []) -%}
{%- if 'parameters' not in tags and 'injected-parameters' not in tags -%}
{{ super() }}
{%- endif -%}
{% endblock codecell %}
{% block input_group %}
<details class="code"><summary>code</summary>{{ super() }}</details>
{% endblock input_group %}
{% block output_group %}{% if cell.outputs %}{{ super() }}{% endif %}{% endblock output_group %}
{% block data_svg %}
<img alt="{{ output.data['text/plain'] | escape_html }}"
 src="data:image/svg+xml;base64,{{ output.data['image/svg+xml'] | text_base64 }}">
{% endblock data_svg %}
"""


def write(path, title, facts, opening, notebooks):
    """Make the page.

    Parameters
    ----------
    path : Path
        Where it goes; an old one is replaced.
    title : str
    facts : dict of str
        What to say about the study on top: names and values.
    opening : str
        HTML of what comes before the chapters, such as `opening` gives it.
    notebooks : list of Path
        Executed notebooks, in order.
    """
    exporter = _exporter()
    sections = [("in-brief", "In brief", opening)]
    for notebook in notebooks:
        body, _ = exporter.from_filename(str(notebook))
        heading = re.search(r"<h1[^>]*>(.*?)(<a|</h1>)", body, re.DOTALL)
        name = re.sub(r"<[^>]+>", "", heading.group(1)) if heading else escape(notebook.stem)
        sections.append((notebook.stem, name,
                         f'<section id="{notebook.stem}">\n{body}\n</section>'))
    compose(path, title, facts, sections)


def compose(path, title, facts, sections):
    """Make a page of sections.

    Parameters
    ----------
    path, title, facts
        As for `write`.
    sections : list of (str, str, str)
        Of each the id, the name in the table of contents (HTML), and its HTML.
    """
    rows = "".join(f"<dt>{escape(key)}</dt><dd>{escape(value)}</dd>"
                   for key, value in facts.items())
    page = _PAGE.format(
        title=escape(title), style=_STYLE, summary=f"<dl>{rows}</dl>",
        contents="\n".join(f'<a href="#{anchor}">{name}</a>' for anchor, name, _ in sections),
        body="\n".join(body for *_, body in sections))
    with replacing(path, "w") as file:
        file.write(page)


def image(chart, alt):
    """A chart as HTML that holds the whole picture.

    Parameters
    ----------
    chart : altair.Chart
    alt : str
        What it shows, for those who do not see it.
    """
    figure = base64.b64encode(plots.to_svg(chart).encode()).decode()
    return f'<img alt="{escape(alt)}"\n src="data:image/svg+xml;base64,{figure}">'


def opening(comparison):
    """What a reader in a hurry wants: the paper's Table 1 beside ours, as a table and a figure.

    Parameters
    ----------
    comparison : DataFrame
        As `memlab.study.tables.compare_scores` gives it.

    Returns
    -------
    str
        HTML.
    """
    table = display.scores(comparison, published.scores()).html
    figure = image(plots.scores(comparison),
                   "Scores of the four modes, ours and the paper's, as in the table")
    return f"""<section id="in-brief">
<h1>In brief</h1>
<p>{verdicts(comparison)} Ours is large, ± its standard error; below it in small stands the paper's
mean, ± its standard deviation over seeds, and = where the two agree or ≠ where they differ. Chapter
6 says what this can tell, and goes through the paper's claims.</p>
<div class="output_wrapper">{table}</div>
{figure}
</section>"""


def verdicts(comparison):
    """How many cells of Table 1 came out how, as a sentence."""
    total, counts = len(comparison), comparison["verdict"].value_counts()
    if "not comparable" in counts:
        return (f"These {total} cells of the paper's Table 1 were run with another budget than the "
                "paper's and cannot be compared with it.")
    if "cannot tell" in counts:
        return (f"One graph per dataset cannot tell whether these {total} cells agree with the "
                "paper.")
    return (f"Of {total} cells of the paper's Table 1, {counts.get('agrees', 0)} agree with the "
            f"paper at the 99 % level and {counts.get('differs', 0)} differ.")


def facts(profile, stores, command):
    """What the report says on top about where its numbers come from.

    Parameters
    ----------
    profile : Profile
    stores : list of Store
    command : str
        That makes the report.

    Returns
    -------
    dict of str
    """
    runs = ", ".join(f"{len(store.plan):,} in the {store.plan.name} (plan {store.plan.fingerprint})"
                     for store in stores)
    seconds = sum(store.runs()["seconds"].sum() for store in stores)
    return {
        "Profile": f"{profile.name}: {profile.purpose}",
        "Runs": f"{runs}; {duration(seconds)} of one core",
        **origin(stores[0].manifest),
        "Command": command,
    }


def origin(manifest):
    """When, on what and with what the results of a store were computed: a dict of str."""
    versions, machine = manifest["versions"], manifest["machine"]
    made = datetime.datetime.fromisoformat(manifest["created"])
    return {
        "Begun": f"{made:%d %B %Y}",
        "Machine": f"{machine['processor']}, {machine['cores']} cores, {machine['system']}",
        "Versions": f"memlab {versions['memlab']} (code {versions['memlab_source']}), Python "
                    f"{versions['python']}, NumPy {versions['numpy']}, Numba {versions['numba']}",
    }


def _exporter():
    from nbconvert import HTMLExporter
    from traitlets.config import Config

    config = Config()
    config.NbConvertBase.display_data_priority = [
        "image/svg+xml", "text/html", "image/png", "text/markdown", "text/plain"]
    exporter = HTMLExporter(config=config, template_name="basic",
                            exclude_input_prompt=True, exclude_output_prompt=True)
    exporter.raw_template = _CELLS
    exporter.register_filter("markdown2html", _markdown())
    return exporter


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

        def latex_environment(self, name, body):
            return convert(rf"\begin{{{name}}}{body}\end{{{name}}}", display="block")

    return MarkdownWithMath(renderer=Renderer(escape=False)).render
