"""The environment of ``python3 -m memlab`` in a clone: found, or made. Standard library only.

A command runs

- in the running Python, if that is a conda or virtual environment that has all that is needed;
- else in ``.venv`` beside pyproject.toml, which is made on first use, and again when the making
  was cut off or when the list there, the Python behind it or the folder has changed; a study
  installs what it needs, and the first other command adds the rest;
- with ``--locked``, in a ``.venv`` of exactly the files that ``locked.txt`` lists, by their hashes,
  which is then used without ``--locked`` too.

Debian's Python refuses ``pip install`` and has no ensurepip; so ``.venv`` is made without pip and
filled from outside.
"""

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from ..support.paths import LOCKED, ROOT, prepend

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "memlab.stamp"  # marks .venv as memlab's own, and says what it was made from
_NOT_FOR_A_STUDY = "jupyterlab"      # a third of all packages come with it


def find_python(locked=False, study=False):
    """Return the Python to run commands in, after making ``.venv`` if need be.

    A Python that does not know the clone gets it into PYTHONPATH. Whatever stands in the way ends
    the process with a message. With `study`, what a study needs is enough.
    """
    everything, needed = requirements(), requirements(study and not locked)
    isolated = sys.prefix != sys.base_prefix or Path(sys.prefix, "conda-meta").is_dir()
    if isolated and not locked and satisfies(needed):
        prepend("PYTHONPATH", ROOT)
        return sys.executable
    try:
        if not is_ready(locked, needed, everything):
            say(f"{VENV} is missing or no longer fits: setting it up, or waiting for who does")
            with open(ROOT / ".venv.lock", "w") as file:
                import fcntl  # which Windows, to be refused, does not have

                with contextlib.suppress(OSError):      # some network file systems have no locks
                    fcntl.flock(file, fcntl.LOCK_EX)
                # another first use may have made it meanwhile
                if not is_ready(locked, needed, everything):
                    make(needed, locked)
    except OSError as error:
        fail(f"{VENV} could not be set up: {error}")
    return str(PYTHON)


def requirements(study=False):
    """Return what a clone, or a study, needs by pyproject.toml, without the extras that few need.
    """
    import tomllib  # which older Pythons, to be refused, do not have

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    names = ("notebooks", "exact") if study else ("notebooks", "book", "cluster", "test")
    needed = sum((extras[name] for name in names), project["dependencies"])
    return [one for one in needed if not (study and one.startswith(_NOT_FOR_A_STUDY))]


def satisfies(needed):
    """Whether this Python has all that is `needed`, in fitting versions."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        from packaging.requirements import Requirement  # comes with altair, which is needed
        return all(one.specifier.contains(version(one.name), prereleases=True)
                   for one in map(Requirement, needed))
    except (ImportError, PackageNotFoundError):
        return False


def is_ready(locked, *lists):
    """Whether ``.venv`` is complete, and made from one of the lists."""
    return PYTHON.exists() and STAMP.exists() and STAMP.read_text("utf-8") in {
        fingerprint(needed, exactly) for needed in lists for exactly in (True, locked)}


def fingerprint(needed, locked):
    """What a finished ``.venv`` depends on: place, Python, requirements, exact versions if any."""
    facts = [str(ROOT), os.path.realpath(PYTHON), *needed, LOCKED.read_text("utf-8") * locked]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()


def make(needed, locked):
    """Make ``.venv``, from nothing or that of a study; a cut-off attempt leaves it "unfinished"."""
    import venv

    # A link leads to an environment that something else may be using.
    if VENV.is_symlink() or (VENV.exists() and any(VENV.iterdir()) and not STAMP.exists()):
        fail(f"{VENV} is not of memlab's making: move it away, or activate it, which is enough "
             "without --locked if nothing is missing in it")
    pip = [sys._base_executable, "-P", "-m", "pip"]      # an environment's own may be missing
    if subprocess.run([*pip, "--version"], capture_output=True).returncode:
        fail("pip was not found (Debian, Ubuntu: apt install python3-pip)")
    VENV.mkdir(exist_ok=True)
    more = not locked and is_ready(False, requirements(study=True))
    STAMP.write_text("unfinished", "utf-8")
    if not more:
        for folder in VENV.glob("*/"):
            shutil.rmtree(folder, ignore_errors=True)
        venv.EnvBuilder(symlinks=True).create(VENV)
    say(f"installing {len(needed)} packages, and what they need, for Python "
        f"{sys.version.split()[0]}")
    exactly = ["--require-hashes", "--no-deps", "--only-binary=:all:", f"--requirement={LOCKED}"]
    if subprocess.run([*pip, "--python", str(PYTHON), "--disable-pip-version-check", "install",
                       # Python compiles what it imports, where it may keep that
                       *["--no-compile"] * (not sys.dont_write_bytecode), "--quiet",
                       *(exactly if locked else needed)]).returncode:
        fail("pip could not install the packages (its message is above). The first use needs the "
             "internet, or a package index that pip is configured for; later uses need neither")
    site_packages, = VENV.glob("lib/python*/site-packages")
    # a line of code, since Python reads a plain path in the locale's encoding
    (site_packages / "memlab.pth").write_text(
        f"import os, sys; sys.path.append(os.fsdecode({os.fsencode(ROOT)}))\n", "ascii")
    STAMP.write_text(fingerprint(needed, locked), "utf-8")


def jupyterlab(folder):
    """Return the arguments with which Python runs JupyterLab in a folder, for this machine only.

    JupyterLab refuses root, as whom containers run, unless it is told otherwise.
    """
    return ["-m", "jupyterlab", f"--ServerApp.root_dir={folder}", "--ServerApp.ip=127.0.0.1",
            *["--allow-root"] * (os.geteuid() == 0)]


def say(message):
    print(f"memlab: {message}", file=sys.stderr, flush=True)


def fail(message):
    sys.exit(f"memlab: {message}")
