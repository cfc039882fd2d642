"""The public names, the list of dependencies, the commands, and what CI makes of a report."""

import ast
import importlib.util
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

import memlab
from memlab import __main__ as commands
from memlab.commands import setup as bootstrap

ROOT = Path(memlab.__file__).resolve().parent.parent
STDLIB_ONLY = ["__init__.py", "__main__.py", "support/__init__.py", "support/lazy.py",
               "support/paths.py", "commands/__init__.py", "commands/setup.py"]


def python(*arguments, cwd=ROOT):
    return subprocess.run([sys.executable, *arguments], cwd=cwd, capture_output=True, text=True)


# The public names

def test_the_public_names_are_the_documented_ones():
    assert sorted(memlab.__all__) == sorted("""
        Graph read_graph write_graph read_problem write_problem datasets problems
        MaxIndependentSet MaxCut DeceptiveLeadingBlocks LeadingOnes Unitation PBO PseudoBoolean
        CustomProblem FunctionProblem spaces bridges
        evolve Evolution Run run Trial BudgetSpent advise theory study analysis plots
        paper optima baselines report explorer __version__""".split())
    assert set(memlab.__all__) <= set(dir(memlab))


@pytest.mark.parametrize("name", memlab.__all__)
def test_every_public_name_resolves(name):
    found = getattr(memlab, name)
    assert found is getattr(memlab, name)
    assert getattr(found, "__name__", name).rpartition(".")[2] == name


def test_type_checkers_see_every_public_name():
    tree = ast.parse(Path(memlab.__file__).with_suffix(".pyi").read_text("utf-8"))
    imported = {alias.asname for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
                for alias in node.names if node.level == 1 and alias.asname == alias.name}
    assert imported == set(memlab.__all__) - {"__version__"}


def test_importing_memlab_imports_the_standard_library_only():
    program = ("import sys; before = set(sys.modules); import memlab, memlab.__main__\n"
               "print(*{name.partition('.')[0] for name in set(sys.modules) - before})")
    done = python("-c", program)
    assert set(done.stdout.split()) - sys.stdlib_module_names == {"memlab"}, done.stderr


@pytest.mark.parametrize("name", STDLIB_ONLY)
def test_an_old_python_can_read_the_files_that_refuse_it(name):
    ast.parse((ROOT / "memlab" / name).read_text("utf-8"), feature_version=(3, 7))


# The list of dependencies

def needed():
    return bootstrap.requirements()


def test_environment_yml_and_pyproject_list_the_same():
    """In conda's names and spelling, with PyPI's name behind where it is another."""
    text = (ROOT / "environment.yml").read_text("utf-8")
    requires = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "requires-python"]
    entries = re.findall(r"^ +- ([\w.-]+) ([<>=!~]\S+)(?: *# PyPI: (\S+))?$", text, re.M)
    assert [(pypi or name) + version for name, version, pypi in entries] == [
        f"python{requires}", *needed()]
    python_entry, *others, pip, from_pypi = yaml.safe_load(text)["dependencies"]
    assert pip == "pip"
    *from_pypi, itself = from_pypi["pip"]
    assert len([python_entry, *others, *from_pypi]) == len(entries)
    assert itself == "-e ."      # conda runs pip in the folder of the file


def test_this_environment_has_what_is_needed():
    assert bootstrap.satisfies(needed())
    assert not bootstrap.satisfies([*needed(), "memlab-has-no-such-requirement"])
    assert not bootstrap.satisfies(["numpy<1"])


def pins(text):
    """Of a file of exact versions: those of each package, and those that memlab itself asks for."""
    found, direct, name = {}, set(), None
    for line in text.splitlines():
        if entry := re.match(r"([\w.-]+)==(\S+)", line):
            name = entry[1]
            found.setdefault(name, []).append(entry[2])
        if name and "memlab (pyproject.toml)" in line:
            direct.add(name)
    return found, direct


@pytest.mark.parametrize("path", ["locked.txt", ".ci/lowest.txt"])
def test_the_files_of_exact_versions_fit_the_list(path):
    """If not: .ci/lock renews them."""
    listed = [Requirement(one) for one in needed()]
    text = (ROOT / path).read_text("utf-8")
    found, direct = pins(text)
    assert direct == {one.name for one in listed}
    assert [f"{one.name}=={version}" for one in listed for version in found[one.name]
            if version not in one.specifier] == []
    assert text.splitlines()[1] == "#    .ci/lock" and os.access(ROOT / ".ci" / "lock", os.X_OK)


def test_the_lock_has_hashes_and_names_no_place():
    text = bootstrap.LOCKED.read_text("utf-8")
    assert not re.search(r"://|--(?:extra-)?index-url|--find-links|\s@\s", text)
    entries = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert len(entries) > 150
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry) for entry in entries)


# The commands

def test_help_names_every_command_and_unknown_ones_are_refused():
    done = python("-m", "memlab", "--help")
    assert done.returncode == 0
    assert all(f"    {name} " in done.stdout for name in commands.COMMANDS)
    for wrong in [], ["benchmarks"]:
        done = python("-m", "memlab", *wrong)
        assert done.returncode == 2
        assert done.stderr.startswith("usage: python3 -m memlab")


def test_what_follows_a_command_is_handed_on_untouched():
    assert commands.parse(["test", "-k", "a", "--help"]) == (False, "test", ["-k", "a", "--help"])
    assert commands.parse(["--locked", "lab", "--locked"]) == (True, "lab", ["--locked"])
    assert commands.arguments("test", ["-x"])[:2] == ["-m", "pytest"]
    assert commands.arguments("test", ["--all", "-x"])[-3:] == ["-m", "", "-x"]
    for name in commands.COMMANDS:
        assert "--some=thing" in commands.arguments(name, ["--some=thing"])


def test_every_chapter_runs_with_its_own_parameters():
    notebooks = sorted((ROOT / "notebooks").glob("*.ipynb"))
    assert notebooks
    _, *options = commands.arguments("test", ["--all"])
    assert "--nbval-lax" in options      # and not in pyproject.toml: it is stronger than --nbval
    collect = ["-m", "pytest", "--collect-only", "-q", "-m", "", "-p", "no:cacheprovider"]
    done = python(*collect, "--nbval-lax", *notebooks)
    for notebook in notebooks:
        assert f"notebooks/{notebook.name}::Cell 0" in done.stdout, done.stdout + done.stderr


# The files of the project

def test_no_file_names_a_place_that_only_one_machine_has():
    hosts = [".".join(parts) for parts in [("pypi", "org"), ("pythonhosted", "org"),
                                           ("anaconda", "org"), ("anaconda", "com")]]
    wrong = re.compile("|".join([*map(re.escape, hosts), r"(?<![\w.$}])/(?:root|home|Users)/\w+/"]))
    folders = ["notebooks", "memlab", "data", "tests", ".ci"]
    files = [*ROOT.glob("*"), *(path for folder in folders for path in (ROOT / folder).rglob("*"))]
    texts = [path for path in files if path.is_file() and path.parent.name != "__pycache__"
             and path.suffix not in {".parquet", ".npz", ".png"}]
    assert len(texts) > 50
    assert [f"{path}: {line}" for path in texts
            for line in path.read_text("utf-8", errors="replace").splitlines()
            if wrong.search(line)] == []


# CI's check of the report

@pytest.fixture(scope="module")
def check_report():
    spec = importlib.util.spec_from_file_location("check_report", ROOT / ".ci" / "check_report.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REPORT = """
import pytest

def test_needs_torch():
    pytest.importorskip("torch_of_another_name")

@pytest.mark.parametrize("case", [1])
def test_skips(case):
    pytest.skip("not today")

@pytest.mark.parametrize("case", [])
def test_has_no_cases(case):
    pass

@pytest.mark.xfail
def test_is_expected_to_fail():
    assert False
"""


@pytest.mark.slow
def test_what_did_not_run_is_found(check_report, tmp_path):
    (tmp_path / "test_it.py").write_text(REPORT)
    xml = tmp_path / "report.xml"
    python("-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={xml}", "test_it.py",
           cwd=tmp_path)
    lines = check_report.problems(xml)
    for line, words in zip(lines, ("test_skips[1]: not today", "empty parameter set",
                                   "test_is_expected_to_fail"), strict=True):
        assert words in line
    assert check_report.problems(xml, "not today", "empty", "") == []
    xml.write_text("<testsuites/>")
    assert check_report.problems(xml) == ["no test ran"]


@pytest.mark.slow
def test_the_first_example_of_the_readme_runs_as_it_stands(tmp_path):
    """Without a file that only its author has."""
    example = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)[1]
    assert example.startswith("import memlab as ml")
    done = python("-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{example}", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    value, bound, proved = done.stdout.splitlines()[-1].split()
    assert value == bound and proved == "True"


@pytest.mark.slow
def test_the_second_example_of_the_readme_runs_as_it_stands(tmp_path):
    example = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)[1]
    assert len(example.strip().splitlines()) <= 15
    done = python("-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{example}", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [line[:2] for line in lines] == [
        [mode, "5000"] for mode in ("darwinian", "baldwinian", "lamarckian")]
    assert all(3 < float(length) < 12 for *_, length in lines)
