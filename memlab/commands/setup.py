"""The environment of ``python3 -m memlab``: found, or made on first use. Standard library only.

A command runs

- in the running Python, if that is a conda or virtual environment that has all that is needed;
- else in ``.venv`` beside pyproject.toml, which is made on first use, and again when the making
  was cut off or when the list there, the Python behind it or the folder has changed;
- with ``--locked``, in a ``.venv`` of exactly the files that ``locked.txt`` lists, by their hashes,
  which is then used without ``--locked`` too.

Debian's Python refuses ``pip install`` and has no ensurepip; so ``.venv`` is made without pip and
filled from outside.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from ..paths import ROOT

LOCK = Path(__file__).with_name("locked.txt")
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
AHEAD = """
import memlab as ml
from memlab.explorer import Explorer
for view in "needle", "walk":
    Explorer(view).open()
graph = ml.datasets.graph("er_small")
for problem in ml.MaxIndependentSet(graph), ml.MaxCut(graph):
    ml.Evolution(problem, "baldwinian", 2, 2).step()
"""      # what the explorer's first views and races need, and so does nearly all else
STAMP = VENV / "memlab.stamp"  # marks .venv as memlab's own, and says what it was made from


def check_python():
    """End with a message where memlab cannot run. Older Pythons must be able to read this file."""
    if sys.version_info < (3, 11):  # noqa: UP036
        fail(f"Python 3.11 or newer is needed; {sys.executable} is {sys.version.split()[0]}")
    if os.name != "posix":
        fail("Linux, macOS or Windows' Subsystem for Linux is needed")


def check_texts(texts):
    """End with a message at a path that could not be written into a report."""
    for text in map(os.fsencode, texts):
        if text.decode("utf-8", "ignore").encode() != text:
            fail(f"paths must be UTF-8, not {text!r}: rename it, or work elsewhere")


def find_python(locked=False):
    """The Python to run commands in; whatever stands in the way ends the process with a message."""
    listing = ROOT / "pyproject.toml"
    if not listing.exists():
        fail(f"the commands need a clone of memlab: there is no {listing}")
    try:
        return environment(requirements(listing.read_text("utf-8")), locked)
    except OSError as error:
        fail(f"{VENV} could not be set up: {error}")
    except KeyboardInterrupt:
        fail("interrupted; the next use begins again")


def requirements(text):
    """What a clone needs by pyproject.toml's text: a list of str; extras for few are left out."""
    import tomllib  # which older Pythons, to be refused, do not have

    project = tomllib.loads(text)["project"]
    extras = project["optional-dependencies"]
    return sum((extras[name] for name in ("notebooks", "book", "cluster", "test")),
               project["dependencies"])


def environment(needed, locked=False):
    """The Python to run in: this one if it will do, else that of ``.venv``, made if need be."""
    inside = VENV.exists() and os.path.samefile(sys.prefix, VENV)
    isolated = sys.prefix != sys.base_prefix or Path(sys.prefix, "conda-meta").is_dir()
    if not locked and isolated and not (inside and STAMP.exists()) and satisfies(needed):
        return sys.executable
    if not is_ready(needed, locked):
        with open(ROOT / ".venv.lock", "w") as file:
            lock(file)
            if not is_ready(needed, locked):  # another first use may have made it meanwhile
                make(needed, locked)
    return str(PYTHON)


def satisfies(needed):
    """Whether this Python has all that is `needed`, in fitting versions."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        from packaging.requirements import Requirement  # comes with pytest, which is needed
        return all(one.specifier.contains(version(one.name), prereleases=True)
                   for one in map(Requirement, needed))
    except (ImportError, PackageNotFoundError):
        return False


def is_ready(needed, locked):
    return STAMP.exists() and STAMP.read_text("utf-8") in {
        fingerprint(needed, True), fingerprint(needed, locked)}


def fingerprint(needed, locked):
    """What a finished ``.venv`` depends on: place, Python, requirements, exact versions if any."""
    try:
        python = subprocess.run([PYTHON, "-I", "-c", "import sys; print(sys.version)"],
                                capture_output=True, text=True).stdout
    except OSError:  # not there yet, or the Python behind it is gone
        python = ""
    facts = [str(ROOT), python, *needed, LOCK.read_text("utf-8") * locked]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()


def lock(file):
    """Wait until no other process sets ``.venv`` up.

    The installers inherit the lock: it is held until they end, even if this process is killed.
    """
    import fcntl

    os.set_inheritable(file.fileno(), True)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("waiting for another process that is setting up .venv")
        fcntl.flock(file, fcntl.LOCK_EX)
    except OSError as error:
        say(f"two first uses at once would collide: this folder cannot be locked ({error})")


def make(needed, locked):
    """Make ``.venv`` from nothing; a cut-off attempt leaves the stamp "unfinished"."""
    import venv

    # A link leads to an environment that something else may be using.
    if VENV.is_symlink() or (VENV.exists() and any(VENV.iterdir()) and not STAMP.exists()):
        fail(f"{VENV} is not of memlab's making: activate it (it is used if it has all that "
             "pyproject.toml lists) or move it away")
    why = "no longer fits or was never finished: making it anew" if STAMP.exists() else "first use"
    say(f"{VENV}: {why}, for Python {sys.version.split()[0]}")
    VENV.mkdir(exist_ok=True)
    STAMP.write_text("unfinished", "utf-8")
    for old in VENV.iterdir():
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(old)
        elif old != STAMP:
            old.unlink()
    venv.EnvBuilder(symlinks=True, with_pip=False).create(VENV)
    install(needed, locked)
    site_packages, = VENV.glob("lib/python*/site-packages")
    (site_packages / "memlab.pth").write_text(f"{ROOT}\n", "utf-8")
    STAMP.write_text(fingerprint(needed, locked), "utf-8")
    say("compiling, which takes a minute at most")
    run([PYTHON, "-c", AHEAD], capture_output=True)      # if it fails, it is compiled then


def install(needed, locked):
    """Install what is `needed` into ``.venv``; if it is locked, what the lock file lists."""
    pip = find_pip()
    if pip is None:
        fail("pip was not found (Debian, Ubuntu: apt install python3-pip)")
    say(f"installing {len(needed)} packages, and what they need")
    exactly = ["--require-hashes", "--no-deps", f"--requirement={LOCK}"]
    if run([*pip, "install", "--quiet", *(exactly if locked else needed)]) != 0:
        fail("pip could not install the packages (its message is above). The first use needs the "
             "internet, or a package index that pip is configured for; later uses need neither")


def find_pip():
    """How to call a pip that installs into ``.venv``; None if there is none."""
    base = getattr(sys, "_base_executable", sys.executable)  # a venv's own pip may be missing
    if run([base, "-m", "pip", "--version"], capture_output=True) == 0:
        return [base, "-m", "pip", "--python", PYTHON, "--disable-pip-version-check"]
    if run([PYTHON, "-m", "ensurepip"], capture_output=True) == 0:
        return [PYTHON, "-m", "pip", "--disable-pip-version-check"]
    return None


def run(command, **options):
    """The exit status of an installer, which inherits the lock."""
    return subprocess.run(list(map(str, command)), close_fds=False, **options).returncode


def say(message):
    print(f"memlab: {message}", file=sys.stderr, flush=True)


def fail(message):
    sys.exit(f"memlab: {message}")
