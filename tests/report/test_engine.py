"""papermill executes notebooks, once, by an engine that runs them in this process."""

import os
import re
import subprocess
import sys

import nbformat
import papermill
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell
from pretending import notebook
from processes import FOLDERS

from memlab.paper.profiles import profile
from memlab.report import engine
from memlab.support.paths import NOTEBOOKS, PACKAGE
from memlab.support.pool import Pool


def test_nothing_but_papermill_executes_notebooks():
    """memlab's engine, which papermill calls, alone knows a kernel."""
    executors = re.compile(r"nbclient|InProcessKernelManager|ExecutePreprocessor|KernelManager|"
                           r"run_cell|client\.execute\(|papermill\.execute")
    found = {path.name: sorted({*executors.findall(path.read_text("utf-8"))})
             for path in PACKAGE.rglob("*.py") if executors.search(path.read_text("utf-8"))}
    assert found == {"engine.py": ["papermill.execute"],
                     "in_process.py": ["InProcessKernelManager", "client.execute("]}


@pytest.mark.parametrize("name", ["a.ipynb", "{a} b.ipynb"])
def test_an_executed_notebook_carries_the_metadata_of_papermill(name, tmp_path):
    path, target = notebook(tmp_path / name, new_code_cell("seed")), tmp_path / "{done}" / name
    engine.execute(path, target, {"seed": 3})
    made = nbformat.read(target, 4)
    about = made.metadata.papermill
    assert about.version == papermill.__version__ and about.parameters == {"seed": 3}
    assert (about.input_path, about.output_path) == (name, name)      # and no place
    assert {cell.metadata.papermill.status for cell in made.cells} == {"completed"}
    assert str(tmp_path) not in target.read_text("utf-8")


def test_a_notebook_is_run_once_and_again_when_something_changes(tmp_path, monkeypatch):
    path = notebook(tmp_path / "a.ipynb", new_code_cell("print(profile, out)"))
    target = tmp_path / "done" / "a.ipynb"
    assert engine.execute(path, target, {"profile": "quick"})
    text = target.read_text()
    assert "quick None" in text
    assert not engine.execute(path, target, {"profile": "quick"})
    assert target.read_text() == text
    assert engine.execute(path, target, {"profile": "smoke"})
    assert "smoke None" in target.read_text()
    monkeypatch.setattr(engine, "source_fingerprint", lambda: "another")
    assert engine.execute(path, target, {"profile": "smoke"})


def tables(path):
    """Texts of all cells of all tables that an executed notebook shows."""
    found = [BeautifulSoup(output.data["text/html"], "html.parser").select("table")
             for cell in nbformat.read(path, 4).cells for output in cell.get("outputs", ())
             if "text/html" in output.get("data", {})]
    return [[cell.get_text() for cell in table.select("th, td")]
            for each in found for table in each]


@pytest.mark.slow
def test_a_loop_of_plain_papermill_shows_the_tables_of_a_study(tmp_path):
    """papermill's own engine, in another folder: the chapters that compute."""
    profile("smoke").compute(tmp_path / "study", workers=1, progress=False)
    path = os.pathsep.join(map(str, FOLDERS))
    for name in ("04_grid_search", "05_evaluation"):
        done = subprocess.run(
            [sys.executable, "-m", "papermill", NOTEBOOKS / f"{name}.ipynb", f"{name}.ipynb",
             "-p", "profile", "smoke", "-p", "out", tmp_path / "loop"],
            cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})
        assert done.returncode == 0, done.stderr
        with Pool(1) as pool:
            pool.submit(engine.execute, NOTEBOOKS / f"{name}.ipynb",
                        tmp_path / "executed" / f"{name}.ipynb",
                        {"profile": "smoke", "out": str(tmp_path / "study")}).result()
        pairs = [*zip(*(tables(folder / f"{name}.ipynb") for folder in (
            tmp_path, tmp_path / "executed")), strict=True)]
        assert len(pairs) >= 4 and all(ours == theirs for ours, theirs in pairs)
    assert {path.name for path in (tmp_path / "loop").iterdir()} == {
        "grid", "evaluation", "universality", "timing"}


@pytest.mark.slow
def test_chapters_run_for_any_margin(tmp_path):
    """Those that judge, and the one that a margin gives another size than the default does."""
    profile("margin-5").compute(tmp_path / "study", workers=1, progress=False)
    for name in ("00_in_brief", "03_dlb_theory", "06_results"):
        with Pool(1) as pool:
            pool.submit(engine.execute, NOTEBOOKS / f"{name}.ipynb", tmp_path / f"{name}.ipynb",
                        {"profile": "margin-5", "out": str(tmp_path / "study")}).result()
        assert "margin-5" in (tmp_path / f"{name}.ipynb").read_text("utf-8")


def test_no_code_in_the_folder_of_results_is_run(tmp_path):
    """Where a chapter works: IPython, started on its own, looks there for modules."""
    sprung = tmp_path / "sprung"
    for name in ("ipykernel_launcher", "memlab", "networkx", "tqdm"):
        (tmp_path / f"{name}.py").write_text(f"open({str(sprung)!r}, 'a').close()")
    path = notebook(tmp_path / "a.ipynb",
                    new_code_cell("import memlab, networkx, tqdm\nprint('done')"))
    with Pool(1) as pool:
        pool.submit(engine.execute, path, tmp_path / "b.ipynb", {}).result()
    assert "done" in (tmp_path / "b.ipynb").read_text() and not sprung.exists()


def test_a_notebook_takes_the_parameters_that_it_has(tmp_path):
    path = notebook(tmp_path / "a.ipynb", new_code_cell("print(profile, 'speed' in globals())"))
    engine.execute(path, tmp_path / "b.ipynb", {"profile": "smoke", "speed": 3})
    assert "smoke False" in (tmp_path / "b.ipynb").read_text()


def test_a_failing_cell_is_named_and_its_evidence_kept(tmp_path):
    path = notebook(tmp_path / "a.ipynb", new_code_cell("print('so far')"),
                 new_code_cell("1 / 0"), new_code_cell("print('never')"))
    target = tmp_path / "b.ipynb"
    for _ in range(2):      # a failed copy is not taken for a finished one
        with pytest.raises(engine.NotebookError, match=r"a\.ipynb failed in cell.*ZeroDivision"):
            engine.execute(path, target, {})
    text = target.read_text()
    assert "so far" in text
    assert "ZeroDivisionError" in text


def test_cells_show_what_they_print_and_return_in_order(tmp_path):
    path = notebook(tmp_path / "a.ipynb", new_code_cell("print('a'); print('b')\ndisplay(1)\n"
                                                        "print('c')\n2"), new_code_cell("seed = 3"))
    engine.execute(path, tmp_path / "b.ipynb", {"seed": 4})
    parameters, given, first, second = nbformat.read(tmp_path / "b.ipynb", 4).cells[1:]
    assert given.source.endswith("\nseed = 4\n") and second.outputs == []
    assert [cell.execution_count for cell in (parameters, given, first, second)] == [1, 2, 3, 4]
    assert [output.get("text") or output.data["text/plain"] for output in first.outputs] == [
        "a\nb\n", "1", "c\n", "2"]


def test_a_notebook_knows_nothing_of_the_one_before(tmp_path):
    first = notebook(tmp_path / "a.ipynb", new_code_cell(
        "import tempfile\nscratch = tempfile.TemporaryDirectory()\nprint(scratch.name)"))
    second = notebook(tmp_path / "b.ipynb", new_code_cell("print('scratch' in globals())"))
    here = os.getcwd()
    for path in first, second:
        engine.execute(path, tmp_path / "done" / path.name, {})
    cells = [nbformat.read(tmp_path / "done" / path.name, 4).cells[-1] for path in (first, second)]
    assert not os.path.exists(cells[0].outputs[0].text.strip())
    assert cells[1].outputs[0].text == "False\n"
    assert os.getcwd() == here
