"""The house stands as drawn: import-linter's contracts in pyproject.toml, and who may name what."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import plant_faults

import memlab

ROOT = Path(memlab.__file__).resolve().parent.parent
# of named tuples, and how Jupyter shows a thing: public in spite of it
OPEN = {"_asdict", "_fields", "_make", "_replace", "_repr_html_"}
KERNELS_NEED = {"collections", "heapq", "itertools", "math", "numba", "numpy", "typing"}


def modules():
    """Module names of the package, and their syntax trees."""
    paths = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
             for path in sorted((ROOT / "memlab").rglob("*.py"))}
    return {name: ast.parse(path.read_text("utf-8")) for name, path in paths.items()}


MODULES = modules()
PACKAGES = {name.rpartition(".")[0] for name in MODULES}


def imports(module):
    """Pairs of the syntax node of each import, and the full name of what it is from."""
    for node in ast.walk(MODULES[module]):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".") + ["__init__"] * (module in PACKAGES)
            base = above[:-node.level] if node.level else []
            yield node, ".".join([*base, *filter(None, [node.module])])


def private(name):
    return name.startswith("_") and not name.startswith("__") and name not in OPEN


def defined(tree):
    """All names that a module gives to something: functions, classes, variables, attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.alias) and node.asname:
            yield node.asname


def test_every_import_keeps_the_contracts():
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run([sys.executable, "-c", program, "--no-cache", "--no-logo"], cwd=ROOT,
                          env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"},
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout


def test_no_module_imports_a_private_name_of_another():
    assert [f"{module}:{node.lineno}: from {origin} import {alias.name}" for module in MODULES
            for node, origin in imports(module)
            if isinstance(node, ast.ImportFrom) and origin.startswith("memlab")
            for alias in node.names if private(alias.name)] == []


def test_no_module_touches_a_private_name_of_another():
    """Neither that of a module or class it imports, nor one that only other modules define."""
    own = {module: set(defined(tree)) for module, tree in MODULES.items()}
    everywhere = set().union(*own.values())
    touched = []
    for module, tree in MODULES.items():
        imported = {alias.asname or alias.name for node, origin in imports(module)
                    if isinstance(node, ast.ImportFrom) and origin.startswith("memlab")
                    for alias in node.names}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and private(node.attr):
                foreign = isinstance(node.value, ast.Name) and node.value.id in imported
                if foreign or node.attr in everywhere - own[module]:
                    touched.append(f"{module}:{node.lineno}: {ast.unparse(node)}")
    assert touched == []


def test_files_of_kernels_import_nothing_but_kernels():
    """Machine code is kept under the sums of exactly these files."""
    kernels = {module for module in MODULES if module.startswith("memlab.kernels.")}
    users = {module for module in MODULES for node, origin in imports(module)
             if origin == "memlab.kernels.jit" and isinstance(node, ast.ImportFrom)
             and "kernel" in {alias.name for alias in node.names}}
    assert len(users) > 15
    wrong = []
    for module in users:
        for node, origin in imports(module):
            origins = [origin]
            if origin in PACKAGES and isinstance(node, ast.ImportFrom):
                origins = [f"{origin}.{alias.name}" for alias in node.names]
            wrong += [f"{module}:{node.lineno}: {one}" for one in origins
                      if one.partition(".")[0] not in KERNELS_NEED and one not in kernels | users]
    assert wrong == []


def test_faults_are_planted_in_files_that_exist():
    for places, tests in plant_faults.ROOMS.values():
        assert all((ROOT / "memlab" / place).exists() for place in places)
        assert all((ROOT / test).exists() for test in tests)
    for file, piece, _ in plant_faults.EQUIVALENT:
        assert piece in (ROOT / "memlab" / file).read_text("utf-8")
