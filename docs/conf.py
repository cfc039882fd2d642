"""Sphinx's configuration of the book: nothing is fetched, when it is built or when it is read."""

import importlib
import inspect
import json
import pkgutil
import re
from pathlib import Path

from docutils import nodes
from latex2mathml.converter import convert

import memlab

project = "memlab"
author = "memlab contributors"
project_copyright = "memlab contributors, MIT licence"
version = release = memlab.__version__
extensions = ["myst_nb", "numpydoc", "sphinx.ext.autodoc", "sphinx.ext.autosummary"]

# chapters and pages
nb_execution_mode = "off"
nb_merge_streams = True
nb_code_prompt_show = nb_code_prompt_hide = "Code"
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 3
html_math_renderer = "mathml"

# the reference
default_role = "autolink"
autosummary_ignore_module_all = False      # a module offers what its __all__ lists
templates_path = ["templates"]
autodoc_typehints = "none"
numpydoc_show_class_members = False

# how it looks
html_theme = "pydata_sphinx_theme"
html_title = "memlab"
html_context = {"default_mode": "auto"}      # dark or light, as the reader's system is
html_static_path = ["static"]
html_css_files = ["book.css"]
html_js_files = ["search.js"]
html_copy_source = html_show_sourcelink = False
html_show_search_summary = False      # which a browser cannot load from disk
html_sidebars = {"index": [], "playground": []}
html_theme_options = {
    "collapse_navigation": True,
    "logo": {"text": "memlab"},
    "navbar_end": ["theme-switcher"],
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}

_OFFERED = set()
for found in pkgutil.iter_modules(memlab.__path__, "memlab."):
    # modules that load names lazily list public ones only, and autosummary looks for __all__ there
    vars(importlib.import_module(found.name)).pop("__dir__", None)
vars(memlab).pop("__dir__", None)
for found in (memlab.bridges, memlab.spaces):
    vars(found).pop("__dir__", None)
# older Sphinx takes an empty __all__ for none
_ROOM = [found.name for found in pkgutil.iter_modules(memlab.report.__path__)]
autosummary_context = {"closed": [name for name in _ROOM if getattr(
    importlib.import_module(f"memlab.report.{name}"), "__all__", None) == []]}


def _mathml(display):
    """Formulae as MathML, which browsers draw without scripts."""
    def visit(translator, node):
        translator.body.append(convert(node.astext(), display=display))
        raise nodes.SkipNode

    return visit, None


def _is_documented(app, what, name, member, skip, options):
    """Leave out what a named tuple or a dataclass says of its fields.

    A class that two modules offer has its page where it is offered first, at the top.
    """
    if name in memlab.__all__ and inspect.isclass(member):
        if name in _OFFERED:
            return True
        _OFFERED.add(name)
    return True if type(member).__name__ in ("_tuplegetter", "member_descriptor") else None


def _with_references(app, what, name, member, options, lines):
    """Where a docstring cites what its module lists, the list comes with it.

    A constant has no docstring; what Sphinx takes for one is that of its type.
    """
    if what == "module":
        text = "\n".join(lines).partition("\nReferences\n")[0]
        lines[:] = [*re.sub(r"\s*\[\d+\]_", "", text).splitlines(), ""]
        return
    if what == "data":
        lines.clear()
    cited = re.findall(r"\[(\d+)\]_", "\n".join(lines))
    module = inspect.getmodule(member)
    if not cited or module is None or "References" in lines:
        return
    _, _, listed = (inspect.getdoc(module) or "").partition("\nReferences\n----------\n")
    entries = re.split(r"^(?=\.\. \[)", listed, flags=re.MULTILINE)
    chosen = [entry for entry in entries if entry[4:].partition("]")[0] in cited]
    lines += ["", "References", "----------", *"".join(chosen).splitlines(), ""]


def _write_texts(app, error):
    """Write what the search shows of each page as a script, which browsers load from disk too."""
    texts = []
    for name in sorted(app.env.found_docs):
        prose = app.env.get_doctree(name).findall(nodes.paragraph)
        text = " ".join(" ".join(node.astext().split()) for node in prose)
        texts.append([f"{name}.html", app.env.titles[name].astext(), text])
    script = f"const texts = {json.dumps(texts, ensure_ascii=False)};"
    Path(app.outdir, "_static", "texts.js").write_text(script, "utf-8")


def setup(app):
    app.add_html_math_renderer("mathml", _mathml("inline"), _mathml("block"))
    app.connect("autodoc-skip-member", _is_documented)
    app.connect("autodoc-process-docstring", _with_references, priority=100)     # before numpydoc
    app.connect("build-finished", _write_texts)
