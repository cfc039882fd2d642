"""The notebooks are a book: each can be read from top to bottom, and run from anywhere.

That every cell runs with the defaults is what nbval checks when pytest collects notebooks/; the
tests of the book run all of them once more, with another seed, from another folder.
"""

import ast
import re
import sys
from pathlib import Path

import nbformat
import papermill
import pytest

import memlab
from memlab.paper import profile
from memlab.report import chapters as notebooks
from memlab.report import engine
from memlab.study import Store

FOLDER = Path(memlab.__file__).resolve().parent.parent / "notebooks"
OF_REPORTS = FOLDER / "00_in_brief.ipynb", FOLDER / "experiment.ipynb"
PATHS = sorted({*FOLDER.glob("*.ipynb")}.difference(OF_REPORTS))
STACK = {"memlab", "numpy", "pandas", "scipy", "networkx", "altair", "IPython", "ipywidgets",
         "numba"}
# with any margin, they do what they do with the defaults, which nbval runs
SIZED = {"01_problems", "02_evolution_modes", "11_your_own_experiment"}

every = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def read(path):
    return nbformat.read(path, as_version=4)


def code(path):
    """Sources of the code cells."""
    return [cell.source for cell in read(path).cells if cell.cell_type == "code"]


def has(tag, cell):
    return tag in cell.metadata.get("tags", [])


def test_the_chapters_of_the_study_are_there():
    assert {path.stem for path in (*PATHS, *OF_REPORTS)} >= set(notebooks.CHAPTERS)


@every
def test_a_notebook_is_valid_and_carries_nothing_of_its_author(path):
    notebook = read(path)
    nbformat.validate(notebook)
    assert set(notebook.metadata) <= {"kernelspec", "language_info"}
    assert notebook.metadata["kernelspec"]["name"] == "python3"
    assert all(set(cell.metadata) <= {"tags", "jupyter"} for cell in notebook.cells)


@pytest.mark.parametrize("path", [path for path in PATHS if "\"profile: str" in path.read_text()],
                         ids=lambda path: path.stem)
def test_a_chapter_takes_any_margin_and_refuses_a_profile_that_does_not_exist(path):
    cells = [cell for cell in read(path).cells if cell.cell_type == "code"]
    place = next(i for i, cell in enumerate(cells) if has("parameters", cell))
    names = {}
    for cell in cells[:place + 1]:
        exec(cell.source, names)
    if path.stem in SIZED:
        given = names | {"profile": "margin-5"}, names.copy()
        for each in given:
            exec(cells[place + 1].source, each)
        margin, default = ({name: value for name, value in each.items() if isinstance(value, int)}
                           for each in given)
        assert margin == default
        assert not any(re.search(r"\bprofile\b", cell.source) for cell in cells[place + 2:])
    names["profile"] = "huge"
    with pytest.raises(ValueError, match="profile must be one of .* not 'huge'"):
        exec(cells[place + 1].source, names)


@every
def test_parameters_are_typed_and_said_what_they_are_for(path):
    cells = [cell for cell in read(path).cells if cell.cell_type == "code"]
    tagged = [place for place, cell in enumerate(cells) if has("parameters", cell)]
    assert len(tagged) == 1
    lines = cells[tagged[0]].source.splitlines()
    for line in lines:
        assert re.fullmatch(r"[a-z_]+: \w[\w\[\], ]* = .+  # \S.+", line), line
    known = papermill.inspect_notebook(path)
    assert list(known) == [line.partition(":")[0] for line in lines]
    assert all(parameter["help"] for parameter in known.values())
    derived = ast.parse(cells[tagged[0] + 1].source)
    assert any(isinstance(node, ast.Assign) for node in derived.body)


@every
def test_only_the_stack_is_imported_and_nothing_is_seeded_globally(path):
    for source in code(path):
        for node in ast.walk(ast.parse(source)):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module]
            for name in names:
                assert name.partition(".")[0] in STACK | sys.stdlib_module_names, name
        assert "random.seed(" not in source
        assert not re.search(r"^\s*[%!]", source, re.MULTILINE), "no shell, no magics"


@every
def test_nothing_points_to_one_machine_or_to_the_internet(path):
    for cell in read(path).cells:
        assert not re.search(r"(?<![\w.])/(home|root|tmp|work|usr|mnt|Users)\b", cell.source)
        assert not re.search(r"\b[A-Z]:\\", cell.source)
        if cell.cell_type == "code":
            assert "http" not in cell.source


@every
def test_checks_and_solutions_are_folded_and_nothing_else_is(path):
    for cell in read(path).cells:
        folded = has("check", cell) or has("solution", cell)
        assert folded == cell.metadata.get("jupyter", {}).get("source_hidden", False), cell.source
        if cell.cell_type == "code" and not folded:
            # what a reader sees computes and shows; what holds it to its word is folded
            assert "assert " not in cell.source, cell.source


@every
def test_a_chapter_has_at_most_50_cells_beside_exercises_2_000_words_and_14_lines_in_a_cell(path):
    cells = read(path).cells
    beside = [cell for cell in cells
              if not (cell.source.startswith("**Exercise") or has("solution", cell))]
    prose = [cell.source for cell in cells if cell.cell_type == "markdown"]
    assert len(beside) <= 50 and len(" ".join(prose).split()) <= 2_000
    for source in code(path):
        assert len(source.splitlines()) <= 14, source


@every
def test_exercises_have_solutions_that_run(path):
    cells = read(path).cells
    number = str(int(path.stem[:2]))
    asked = [match[1] for cell in cells if cell.cell_type == "markdown"
             for match in re.finditer(r"^\*\*Exercise ([\d.]+)\*\*", cell.source, re.MULTILINE)]
    assert asked == [f"{number}.{place}" for place in range(1, len(asked) + 1)]
    assert 3 <= len(asked) <= 5
    solved = [cell.source.splitlines()[0] for cell in cells if has("solution", cell)]
    assert solved == [f"# Solution {one}" for one in asked]


@pytest.mark.parametrize("name", notebooks.CHAPTERS)
def test_a_chapter_has_no_parameters_but_those_that_the_study_gives_it(name):
    found = set(papermill.inspect_notebook(notebooks.source(name)))
    sizes = {"largest"}      # for readers; the study leaves them as they are
    assert found - sizes <= {"profile", "out", "workers", "seed"}


@pytest.mark.parametrize("state", ["missing", "unfinished"])
def test_results_without_a_study_name_the_command_that_makes_it(tmp_path, state):
    out = tmp_path / "study"
    if state == "unfinished":
        Store.open(out / "evaluation", profile("quick").plan("evaluation"))
    with pytest.raises(engine.NotebookError, match="python3 -m memlab study --profile quick"):
        engine.execute(notebooks.source("06_results"), tmp_path / "copy.ipynb",
                          {"profile": "quick", "out": str(out)})
