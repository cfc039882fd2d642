"""Show that a room can be deleted: without it, and without its tests, the rest passes.

    python tests/without_a_room.py ROOM [ARGUMENTS OF PYTEST]

ROOM is one of `ROOMS`. In a copy of the clone, the room goes, and with it its tests, its command
and its data; and so do the modules that import it as soon as they are imported themselves, which
must be few. Then the tests run, or those that the arguments name. A test that fails because
something of this is missing belongs to the room, and counts as skipped; any other failure is one.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
# each room: what belongs to it, its tests aside
ROOMS = {
    "solvers/optima": ["memlab/solvers/optima", "memlab/solvers/highs.py"],
    "solvers/rivals": ["memlab/solvers/rivals"],
    "explorer": ["memlab/explorer", "memlab/commands/explore.py"],
    "playground": ["memlab/playground", "memlab/commands/playground.py", "data/playground"],
    "site": ["memlab/report/site.py", "memlab/commands/book.py", "docs"]}
FEW = 6
LEFT_OUT = [f"--ignore=tests/{name}" for name in ("browser", "test_house.py", "test_seals.py",
                                               "test_setup.py")]


def main(room, *arguments):
    """Return pytest's exit status in the copy without the room."""
    if room not in ROOMS:
        sys.exit(f"ROOM must be one of {', '.join(ROOMS)}, not {room}")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        listing = subprocess.run(["git", "ls-files", "-z", "--cached", "--others",
                                  "--exclude-standard"], cwd=ROOT, capture_output=True,
                                 text=True, check=True).stdout
        for name in filter(None, listing.split("\0")):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
        leaning = modules_that_lean_on(list(map(dotted, ROOMS[room])), copy)
        print(f"with {room} go: {', '.join(sorted(leaning)) or 'no other modules'}", flush=True)
        if len(leaning) > FEW:
            sys.exit(f"{room} cannot be deleted: {len(leaning)} other modules lean on it")
        for name in (*ROOMS[room], *leaning, f"tests/{room}"):
            if (copy / name).is_dir():
                shutil.rmtree(copy / name)
            else:
                (copy / name).unlink(missing_ok=True)
        environment = {**os.environ, "WITHOUT_A_ROOM": room,
                       "PYTHONPATH": os.pathsep.join([str(copy), str(copy / "tests")])}
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "without_a_room", "-p", "no:cacheprovider",
             *LEFT_OUT, *(arguments or ["-n", "2", "--dist=loadfile", "tests"])],
            cwd=copy, env=environment).returncode


def dotted(path):
    """Full name of the module or package at a path in the clone."""
    return path.removesuffix(".py").replace("/", ".")


def modules_that_lean_on(rooms, root):
    """Paths of the modules whose import imports one of the rooms, in the end: a set of str."""
    paths = {".".join(path.relative_to(root).with_suffix("").parts): path
             for path in (root / "memlab").rglob("*.py")}
    direct = {module: set(imported_at_once(module, path)) for module, path in paths.items()}
    gone = {module for module in paths
            if f"{module}.".startswith(tuple(f"{room}." for room in rooms))}
    leaning = set(gone)
    while more := {module for module, origins in direct.items() if module not in leaning and any(
            origin in leaning or f"{origin}.__init__" in leaning for origin in origins)}:
        leaning |= more
    return {str(paths[module].relative_to(root)) for module in leaning - gone}


def imported_at_once(module, path):
    """Full names of all that a module imports outside its functions."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            base = module.split(".")[:-node.level] if node.level else []
            origin = ".".join([*base, *filter(None, [node.module])])
            yield origin
            yield from (f"{origin}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def excused(report):
    """Turn a failure for want of the room, here or in a process that was started, into a skip."""
    paths = ROOMS[os.environ["WITHOUT_A_ROOM"]]
    modules = "|".join(re.escape(dotted(path)) for path in paths)
    places = [dotted(path).rpartition(".") for path in paths]
    homes = "|".join(f"'{name}' from '{home}'" for home, _, name in places)
    lacks = "|".join(f"module '{home}' has no attribute '{name}'" for home, _, name in places)
    missing = (rf"No module named \W*({modules})\b|cannot import name ({homes})|({lacks})"
               rf"|(No such file or directory: '|looked for )[^'\n]*/({'|'.join(paths)})\b")
    said = "\n".join([report.longreprtext, report.capstdout, report.capstderr])
    if report.failed and re.search(missing, said):
        report.outcome, report.longrepr = "skipped", (report.nodeid, 0, "the room is missing")
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    return excused((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    return excused((yield))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
