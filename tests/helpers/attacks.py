"""Attacks with damaged input: what mutates it, and processes in which nothing that dies is lost.

An attack is a module with a function ``case(rng, folder)``. It makes one damaged input, gives it to
memlab, and returns "refused" if that raised a documented error, or "sound" after checking that what
came out is sound; it raises AssertionError if it is not. Any other exception is a fault, as is a
process that dies, hangs, or takes more memory than it should. MEMLAB_ATTACKS=100000 sets the number
of cases by hand.
"""

import importlib.util
import os
import re
import resource
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from pathlib import Path

import numpy as np
from processes import FOLDERS

from memlab.support import memory

MEMORY = 4 * 2**30      # bytes that a process may take beyond what it takes after its first imports
SECONDS = 120           # for one case
NUMBERS = ("0", "1", "-1", "2", "7", "255", "65536", "2147483647", "2147483648", "4294967296",
           "999999999", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "0.5",
           "1e9", "nan", "inf", "1" * 40, "7" * 5000, "[" * 3000)


# ---------------------------------------------------------------------------------- damaged content

def damaged_text(rng, content, others=()):
    """Bytes of a text, with one to four mistakes in its words, lines and letters."""
    for _ in range(rng.integers(1, 5)):
        words = [match.span() for match in re.finditer(rb"-?\d+", content)]
        lines = content.splitlines(keepends=True)
        kind = rng.integers(5)
        if kind == 0 and words:
            start, stop = words[rng.integers(len(words))]
            number = str(rng.choice(NUMBERS)).encode()
            if stop - start < 100 and rng.random() < 0.5:
                number = str(int(content[start:stop]) + int(rng.integers(-2, 3))).encode()
            content = content[:start] + number + content[stop:]
        elif kind == 1 and lines:
            i, j = rng.integers(len(lines), size=2)
            change = rng.integers(3)
            if change == 0:
                del lines[i]
            elif change == 1:
                lines.insert(i, lines[j])
            else:
                lines[i], lines[j] = lines[j], lines[i]
            content = b"".join(lines)
        elif kind == 2 and others:
            other = others[rng.integers(len(others))]
            place, begin = rng.integers(len(content) + 1), rng.integers(len(other) + 1)
            content = content[:place] + other[begin:begin + rng.integers(1, 60)] + content[place:]
        else:
            content = damaged_bytes(rng, content, 1)
    return content


def damaged_bytes(rng, content, most=3):
    """Bytes with up to so many of them changed, left out, repeated or put in."""
    content = bytearray(content)
    for _ in range(rng.integers(1, most + 1)):
        place = int(rng.integers(len(content) + 1))
        kind = rng.integers(6)
        if kind < 3 and place < len(content):
            content[place] ^= 1 << int(rng.integers(8))
        elif kind == 3:
            content[place:place] = rng.bytes(int(rng.integers(1, 5)))
        elif kind == 4:
            del content[place:place + int(rng.integers(1, 20))]
        elif rng.random() < 0.3:
            del content[place:]
        else:
            content[place:place] = content[place:place + int(rng.integers(1, 20))]
    return bytes(content)


def damaged_array(rng, array):
    """An array with other values, another shape, or another type."""
    array, kind = np.array(array), rng.integers(6)
    if kind < 3 and array.size and array.dtype.kind in "iufb":
        flat = array.reshape(-1)
        few = rng.integers(array.size, size=rng.integers(1, 4))
        if kind == 0 and array.dtype.kind in "iu":
            bounds = np.iinfo(array.dtype)
            flat[few] = rng.choice(np.array([bounds.min, bounds.max, 0, 1, bounds.max // 2],
                                            array.dtype), len(few))
        elif kind == 1:
            flat[few] = np.roll(flat, 1)[few]
        else:
            with np.errstate(all="ignore"):
                flat[few] += np.array(1, array.dtype)
        return array
    if kind == 3:
        return array.reshape(-1)[:rng.integers(array.size + 1)]
    if kind == 4:
        return np.concatenate((array.reshape(-1), array.reshape(-1)[:rng.integers(1, 5)]))
    others = (lambda: array.reshape(1, *array.shape), lambda: array.astype("U"),
              lambda: array.astype(array.dtype.newbyteorder()), lambda: np.array([]),
              lambda: np.atleast_1d(array).T[::-1], lambda: array.astype(object).astype("U4"))
    return others[rng.integers(6)]()


# ------------------------------------------------------------------------------------------- attack

def survived(path, tries, seed=0):
    """Attack with the cases 0..tries-1 of a module; returns how many there were of each outcome.

    Parameters
    ----------
    path : str
        The module's.
    tries : int
        For the tests that run always.
    seed : int

    Returns
    -------
    outcomes : Counter
        "refused", "sound", "wrong", "undocumented", "crash", "hang".
    faults : list of str
        What happened in the first cases that are neither refused nor sound.
    """
    tries = int(os.environ.get("MEMLAB_ATTACKS", tries))
    outcomes, faults, done = Counter(), [], 0
    while done < tries:
        program = f"import attacks; attacks.attack({str(path)!r}, {seed}, {done}, {tries})"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, FOLDERS))}
        with tempfile.TemporaryFile("w+") as errors, subprocess.Popen(
                [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=errors, text=True,
                env=environment) as process:
            for line in process.stdout:
                outcome, _, fault = line.rstrip("\n").partition(" ")
                outcomes[outcome] += 1
                if fault:
                    faults.append(f"case {done}: {outcome}: {fault}")
                done += 1
            process.wait()
            if done < tries:
                errors.seek(0)
                outcome = "hang" if process.returncode == -14 else "crash"      # SIGALRM
                outcomes[outcome] += 1
                faults.append(f"case {done}: {outcome}: status {process.returncode}: "
                              f"{errors.read()[-500:]}")
                done += 1
    print(f"{Path(path).stem}: {tries} cases: {dict(outcomes)}", *faults[:20], sep="\n")
    return outcomes, faults


def attack(path, seed, first, tries):
    """The cases from `first` on, in this process: a line each."""
    import signal

    specification = importlib.util.spec_from_file_location("attacking", path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    warnings.simplefilter("ignore")
    memory.available = lambda: MEMORY      # which memlab cannot know: it asks the machine
    now = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, now + MEMORY))
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, tries):
            signal.alarm(SECONDS)
            try:
                line = module.case(np.random.default_rng([seed, number]), Path(folder))
            except AssertionError as error:
                line = f"wrong {_short(error)}"
            except Exception as error:
                line = f"undocumented {_short(error)}"
            print(line, flush=True)


def _short(error):
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno})".replace(
        "\n", " ")[:300]
