"""The how-to pages: every example runs, and every public name of the reference has one."""

import doctest
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
import tomllib

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell
from offered import public
from suites import shortened

from memlab.report import site as build
from memlab.support.paths import NOTEBOOKS

PAGES = sorted(build.SOURCE.rglob("*.md"))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"(?:#|c) ([\w.]+)\n")     # the first line of a file that a page shows
NEEDED = {"libraries": ["pymoo"], "features": ["sklearn"]}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

every = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)


@pytest.mark.parametrize("path", shortened(PAGES, PAGES[:2]), ids=lambda path: path.stem)
def test_the_examples_of_a_page_run(path, tmp_path, monkeypatch):
    text = path.read_text("utf-8")
    for library in NEEDED.get(path.stem, ()):
        pytest.importorskip(library, reason=f"{library}, which a page needs, is optional")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for _, content in BLOCK.findall(text):
        if named := NAMED.match(content):
            (tmp_path / named[1]).write_text(content, "utf-8")
    failed, tried = doctest.testfile(str(path), module_relative=False, optionflags=FLAGS)
    for name in "cover", "features":
        sys.modules.pop(name, None)
    assert not failed
    assert tried == text.count("\n>>> ")


@every
def test_data_and_programs_on_a_page_are_valid(path, tmp_path):
    for kind, content in BLOCK.findall(path.read_text("utf-8")):
        if kind == "toml":
            tomllib.loads(content)
        if kind == "python" and ">>>" not in content:
            compile(content, path.name, "exec")


def test_every_public_function_and_class_has_an_example():
    lacking = []
    for module, names in public().items():
        for name in names:
            member = getattr(pkgutil.resolve_name(module), name)
            if isinstance(member, type) and issubclass(member, Exception):
                continue
            if callable(member) and ">>>" not in (member.__doc__ or ""):
                lacking.append(f"{module}.{name}")
    assert not lacking


@pytest.mark.slow
def test_chapters_are_handed_out_without_solutions_by_the_command_of_the_page(tmp_path):
    text = (build.SOURCE / "howto" / "teaching.md").read_text("utf-8")
    command, = re.findall(r"^\.venv/bin/jupyter nbconvert (.*?) notebooks/", text,
                          re.MULTILINE | re.DOTALL)
    source = NOTEBOOKS / "01_problems.ipynb"
    subprocess.run([sys.executable, "-m", "nbconvert", *shlex.split(command.replace("\\\n", " ")),
                    str(source)], cwd=tmp_path, check=True, capture_output=True)
    tags = [[tag for cell in nbformat.read(path, 4).cells for tag in cell.metadata.get("tags", ())]
            for path in (source, tmp_path / "handout" / source.name)]
    assert "solution" in tags[0]
    assert [tag for tag in tags[0] if tag != "solution"] == tags[1]


@pytest.mark.slow
def test_a_fault_in_a_page_is_an_error(tmp_path):
    notebook = nbformat.v4.new_notebook(cells=[new_markdown_cell("# 1 · [Nowhere](nowhere.md)")],
                                        metadata={"kernelspec": {"name": "python3",
                                                                  "display_name": "Python 3"}})
    (tmp_path / "source" / "chapters").mkdir(parents=True)
    (tmp_path / "source" / "static").mkdir()
    shutil.copyfile(build.SOURCE / "conf.py", tmp_path / "source" / "conf.py")
    nbformat.write(notebook, tmp_path / "source" / "chapters" / "1.ipynb")
    (tmp_path / "source" / "index.md").write_text("# A\n```{toctree}\nchapters/1\n```\n", "utf-8")
    with pytest.raises(RuntimeError, match="nowhere"):
        build.run_sphinx(tmp_path / "source", tmp_path / "made", tmp_path / "cache")


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine", "utf-8")
    with pytest.raises(ValueError, match="earlier one of its kind"):
        build.write(tmp_path, [], {})
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
