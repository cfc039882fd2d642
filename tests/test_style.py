"""The house style, as far as a machine can check it."""

import ast
import io
import json
import re
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

import memlab

ROOT = Path(memlab.__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def test_ruff_has_nothing_to_say():
    done = subprocess.run([sys.executable, "-m", "ruff", "check", "--no-cache", "--output-format",
                           "concise", "."], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks_are_committed_without_outputs(path):
    notebook = json.loads(path.read_text("utf-8"))
    for cell in notebook["cells"]:
        assert not cell.get("outputs"), "".join(cell["source"])
        assert cell.get("execution_count") is None, "".join(cell["source"])
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert "widgets" not in notebook["metadata"]


# Habits of prose that make a native reader stumble: each as a regular expression, and what to write
# instead.
HABITS = {
    r"\bnobody cheats\b": "name the condition",
    r"\bsmaller than most dots\b": "say which quantity is small",
    r"\bkeeping it to oneself\b": "name what is not inherited",
    r"\bany one of these if there are several\b": "say how ties are broken",
    r"\bthat is never guessed\b": "say what is required",
    r"\bwhat is left is other\b": "name the remaining cases",
    r"\bwhat (?:\w+ ){1,4}(?:is|are) the fitness of\b": "name the phenotype",
    r"\bin vain\b": "without improvement, or: without success",
    r"\bby heart\b": "in the genome",
    r"\bat most (?:for )?so (?:far|many|much|often)\b": "at most `most` steps",
    r"\b(?:up to|for) so (?:far|many|much)\b": "name the limit",
    r"\bso (?:many|much) [\w ]{0,20}at most\b": "at most `most` steps",
    r"\bwhoever\b": "name the person or the caller",
    r"\bmind that\b": "note that, or nothing",
    r"\bof which one knows\b": "use the active voice",
    r"\bas (?:is )?said above\b": "as described above",
    r"\b(?:lest|nought|of late)\b": "archaic",
    r"(?<!there )\bis no (?:bool|graph|integer|multiple|string)\b": "is not a",
    r"\bgoes without saying\b": "leave it out",
    r"\bone's own\b": "your own, or name the owner",
    r"\bwithout a word\b": "without a message",
    r"\ba ball of wool\b": "no pictures where a fact will do",
    r"\bcounts of the wild\b": "no pictures where a fact will do",
    r"\bto be had\b|\bcannot be had\b": "is available, or: is impossible",
    r"\bin the memory there is\b": "in the available memory",
    r"\b(?:rows?|columns?|cells?|bits?|weights?|numbers?|entry|one) an? "
    r"(?:row|column|graph|edge|vertex|key|mode|bit|individual|generation|run)\b": "per",
}


def habits_in(text):
    """The habits in a text, as (words found, advice)."""
    text = re.sub(r"[\s#]+", " ", text)
    return [(found[0], advice) for pattern, advice in HABITS.items()
            for found in re.finditer(pattern, text, re.IGNORECASE)]


def prose_of(path):
    """Pairs of a place and its prose: docstrings and runs of comments, or cells of Markdown."""
    source = path.read_text("utf-8")
    if path.suffix == ".md":
        yield path.name, source
    elif path.suffix == ".ipynb":
        for number, cell in enumerate(json.loads(source)["cells"]):
            if cell["cell_type"] == "markdown":
                yield f"cell {number}", "".join(cell["source"])
    else:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                yield getattr(node, "name", "module"), ast.get_docstring(node) or ""
        lines = {}      # comments on consecutive lines are read together
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                row = token.start[0]
                lines[row] = lines.pop(row - 1, "") + " " + token.string
        yield from ((f"line {row}", text) for row, text in lines.items())


PROSE = [*sorted(ROOT.glob("*.md")), ROOT / "data" / "README.md", *NOTEBOOKS,
         *sorted((ROOT / "data").rglob("*.py")), *sorted((ROOT / "memlab").rglob("*.py")),
         *sorted((ROOT / "memlab").rglob("*.md"))]


@pytest.mark.parametrize("path", PROSE, ids=lambda path: str(path.relative_to(ROOT)))
def test_prose_has_none_of_the_habits(path):
    found = [f"{place}: {words!r}: {advice}" for place, text in prose_of(path)
             for words, advice in habits_in(text)]
    assert not found, "\n".join(found)


def test_codespell_has_nothing_to_say():
    paths = ["memlab", "notebooks", "tests", "docs", *ROOT.glob("*.md"),
             *ROOT.glob("data/*.md"),
             *ROOT.glob("data/**/*.toml")]
    done = subprocess.run([sys.executable, "-m", "codespell_lib", *map(str, paths)], cwd=ROOT,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr
