"""An executed notebook as a chapter of the site: charts to touch, checks and solutions folded."""

import json
from html import escape

from nbformat import NotebookNode

PROMPTS = {"check": "Check", "solution": "Solution"}      # on what is folded
VEGALITE = "application/vnd.vegalite.v5+json"
CHART = """<figure class="chart"><img loading="lazy" alt="{alt}" src="{source}">
<script type="application/json">{spec}</script></figure>"""


def page(notebook, name, pictures):
    """What the site shows of a notebook.

    Parameters
    ----------
    notebook : NotebookNode
        Executed.
    name : str
        Of its file.
    pictures : Path
        Folder for its charts as SVG: what is seen where scripts are off, and before they run.

    Returns
    -------
    NotebookNode
        Without parameters, and without what only the machine that ran it knows.
    """
    cells = []
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        if "parameters" in tags or "injected-parameters" in tags:
            continue
        cell.metadata = _folding(tags)
        for number, output in enumerate(cell.get("outputs", ())):
            _draw(output, f"{name}-{cell.id}-{number}.svg", pictures)
        cells.append(cell)
    metadata = {"kernelspec": notebook.metadata["kernelspec"]}
    return NotebookNode(notebook | {"cells": cells, "metadata": metadata})


def _folding(tags):
    """Metadata that fold a cell, where it is a check or a solution."""
    for tag, prompt in PROMPTS.items():
        if tag in tags:
            look = {"code_prompt_show": prompt, "code_prompt_hide": prompt}
            return NotebookNode(tags=["hide-cell"], mystnb=look)
    return NotebookNode(tags=["hide-input"])


def _draw(output, file, pictures):
    """Make HTML of an output that is a chart: its picture, and its description for `charts.js`."""
    data = output.get("data", {})
    if VEGALITE not in data:
        return
    pictures.mkdir(exist_ok=True)
    (pictures / file).write_text(data["image/svg+xml"], "utf-8")
    spec = json.dumps(data[VEGALITE], separators=(",", ":")).replace("</", r"<\/")
    output["data"] = {"text/html": CHART.format(
        alt=escape(data["text/plain"]), source=f"../_static/charts/{file}", spec=spec)}
