"""Plant small faults in memlab, one at a time, and count which tests notice them.

    python tests/plant_faults.py --count 100 --seed 0 --out runs/faults.csv

Not a test, and not run by any: 100 faults take hours. In a copy of this clone each fault is
written into one place of the code: a changed comparison, a dropped term, a number that is off by
one, two arguments swapped, a copy forgotten. The short tests nearest to it run first, then all
short ones (``python3 -m memlab test``), then the slow ones too (``--all``); the first that fails
notices it, and no later ones are needed. Faults are drawn by the seed from all places in the rooms
below, the same number from each. Those listed in EQUIVALENT change nothing that anybody could see,
and others are drawn in their place. What is known stays in the CSV, and the same command goes on
after a stop: first with the nearest tests of all faults, then with all short tests of those that
are left, then with all.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pandas as pd

from memlab.kernels.jit import cache_folder

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ["tests/evolution/test_evolution.py", "tests/test_determinism.py",
          "tests/test_against_reference.py"]
# For each room, its files and the tests nearest to them.
ROOMS = {
    "kernels": (["kernels"], ["tests/kernels", *ENGINE, "tests/evolution/test_operators.py"]),
    "problems": (["problems"], ["tests/problems", "tests/evolution/test_dials.py",
                               "tests/support/test_memory.py", *ENGINE]),
    "theory": (["theory"], ["tests/theory"]),
    "evolution": (["evolution"], ["tests/evolution", "tests/support/test_memory.py", *ENGINE]),
    "study": (["study"], ["tests/study", "tests/commands/test_study.py",
                         "tests/explorer/test_race.py"]),
    "statistics": (["analysis"], ["tests/analysis", "tests/report/test_experiment.py"]),
    "optima": (["solvers/optima", "solvers/highs.py"], ["tests/solvers/optima"]),
}
STAGES = {"near": [], "short": [], "all": ["-m", ""]}
# The wording and the layout of the code are no behaviour.
LEFT_OUT = ["--ignore=tests/test_style.py", "--ignore=tests/test_house.py"]
COMPARISONS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
               ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
SYMMETRIC = {"min", "max", "minimum", "maximum", "array_equal", "add", "and_", "or_", "mul",
             "fmin", "fmax", "high_product"}
# What changes nothing: the file, a piece of the line, the fault, and why nobody can see it.
EQUIVALENT = {
    ("analysis/statistics.py", "np.round(np.asarray(difference", "9 -> 10"): (
        "rounding errors are far below both"),
    ("solvers/optima/cuts.py", "least_seconds(self.n) <= seconds", "<"): (
        "two times are never equal"),
    ("kernels/rng.py", "uniform(rng) < probability", "<="): "it matters once in 2**53 draws",
    ("evolution/saving.py", "ledger.seen > 0", "0 -> 1"): "one fingerprint of 2**64 is 1",
    ("solvers/optima/external.py", ".copy()", "-> graph"): (
        "needs the extra kamis, which CI has not"),
    ("solvers/optima/semidefinite.py", "if length > 0", ">="): (
        "a vertex without edges is in no sum"),
    ("solvers/optima/mis_cover.py", "<= LARGE", "< LARGE"): (
        "from which size on it samples is a choice"),
    ("solvers/optima/sets.py", "self.n <= mis_cover.LARGE", "<"): "so it is here",
    ("solvers/optima/sets.py", "self.n <= _MOST_BRANCHED", "<"): (
        "up to which size it branches is a choice"),
    ("solvers/optima/sets.py", "numbers[mis_proof.WORK] < most", "<="): (
        "they are hardly ever equal"),
    ("solvers/optima/cut_reduction.py", "max(0, 50", "0 -> 1"): (
        "the weights of cuts are below 2**40"),
    ("problems/pseudo_boolean/makers.py", "< 2.0**largest", "<="): (
        "which numbers are huge is a choice"),
    ("problems/max_cut/walk.py", "parent < 0 or distance", "<="): (
        "offspring of the first genome are counted anew, with the same result"),
    ("study/execute.py", 'Progress("compiling"', "0 -> 1"): (
        "the bar stays at 0 %; a test notices the other 0 of this line"),
    ("evolution/trial.py", "[None].copy()", "-> genomes"): (
        "the copy lets go of the others, which nobody changes"),
    ("study/execute.py", 'Configuration("lb", 2, 2', "2 -> 3"): (
        "how small a task is that only compiles is a choice"),
    ("solvers/optima/cut_reduction.py", "> self._largest_scale", ">="): (
        "up to which scale it reduces is a choice"),
}
# Seconds: tests that then still run have noticed that something never ends.
LIMITS = {"near": 1_200, "short": 2_400, "all": 7_200}


def faults(path):
    """Yield all small faults of a file: the node's place, the new text, the kind."""
    tree = ast.parse(path.read_text("utf-8"))
    inside = [node for function in ast.walk(tree)
              if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
              for statement in function.body for node in ast.walk(statement)]
    silent = {id(part) for node in inside if isinstance(node, (ast.Raise, ast.JoinedStr))
              for part in ast.walk(node)}      # the wording of a message is no fault
    for node in dict.fromkeys(inside):
        if id(node) in silent:
            continue
        match node:
            case ast.Compare(left, [op], [right]) if type(op) in COMPARISONS:
                yield node, ast.Compare(left, [COMPARISONS[type(op)]()], [right]), "comparison"
            case ast.BinOp(left, ast.Add() | ast.Sub(), _):
                yield node, left, "dropped term"
            case ast.Constant(int(value)) if not isinstance(value, bool) and 0 <= value < 100:
                yield node, ast.Constant(value + 1), "off by one"
            case ast.Call(function, [first, second, *rest], keywords) if not (
                    isinstance(first, ast.Starred) or isinstance(second, ast.Starred)
                    or ast.unparse(function).rpartition(".")[2] in SYMMETRIC):
                yield node, ast.Call(function, [second, first, *rest], keywords), "swapped"
            case ast.Call(ast.Attribute(value, "copy"), [], []):
                yield node, value, "forgotten copy"


def drawn(count, seed):
    """Return `count` faults, the same number of each room: room, path, node, old, new, name, kind.
    """
    chosen = []
    share, more = divmod(count, len(ROOMS))
    for index, (room, (places, _)) in enumerate(ROOMS.items()):
        files = [path for place in places for path in sorted(
            (ROOT / "memlab" / place).rglob("*.py") if not place.endswith(".py")
            else [ROOT / "memlab" / place])]
        kinds = {}      # each in a random order, which does not depend on any other
        for path in files:
            source = path.read_text("utf-8")
            for node, new, kind in faults(path):
                old, new = ast.get_source_segment(source, node), ast.unparse(new)
                name = (f"{path.relative_to(ROOT)}:{node.lineno}:{node.col_offset}: "
                        f"{' '.join(old.split())} -> {new}")
                if old != new and not is_equivalent(name, source.splitlines()[node.lineno - 1]):
                    kinds.setdefault(kind, []).append((room, path, node, old, f"({new})", name))
        for drawn_first in kinds.values():
            drawn_first.sort(key=lambda fault: random.Random(f"{seed} {fault[-1]}").random())
        for number in range(share + (index < more)):      # all kinds in turn
            kind = sorted(kinds)[number % len(kinds)]
            chosen.append((*kinds[kind].pop(0), kind))
            kinds = {key: places for key, places in kinds.items() if places}
    # those tried first are a sample of all
    return sorted(chosen, key=lambda fault: random.Random(f"{seed} {fault[5]}").random())


def is_equivalent(name, line):
    """Whether EQUIVALENT lists a fault in a line."""
    return any(f"memlab/{file}:" in name and piece in line and change in name
               for file, piece, change in EQUIVALENT)


def planted(copy, path, node, old, new):
    """Write the fault into the copy of the clone; return the file and its text before."""
    file = copy / path.relative_to(ROOT)
    before = file.read_text("utf-8")
    lines = before.encode().splitlines(keepends=True)
    begin = sum(map(len, lines[:node.lineno - 1])) + node.col_offset
    end = begin + len(old.encode())
    assert before.encode()[begin:end].decode() == old
    file.write_bytes(before.encode()[:begin] + new.encode() + before.encode()[end:])
    return file, before


def notices(copy, stage, room, file, workers):
    """Return the first test of a stage that fails; an empty text if none does."""
    where = [*ROOMS[room][1], str(file)] if stage == "near" else []
    report = copy / "noticed.txt"
    command = [sys.executable, "-P", "-m", "pytest", "-x", "-q", "--no-header", "--tb=no",
               "-p", "no:cacheprovider", f"--basetemp={copy.parent / 'scratch'}",
               "-n", str(workers), "--dist=loadfile", "--max-worker-restart=0",
               *LEFT_OUT, *STAGES[stage], *where]
    environment = {"PYTHONPATH": str(copy), "XDG_CACHE_HOME": str(copy.parent / "cache"),
                   "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        with report.open("w") as output:
            code = subprocess.run(command, cwd=copy, stdout=output, stderr=output,
                                  timeout=LIMITS[stage], env=os.environ | environment).returncode
    except subprocess.TimeoutExpired:
        return "never ends"
    if not code:
        return ""
    failed = [line for line in report.read_text("utf-8", "replace").splitlines()
              if line.startswith(("FAILED", "ERROR"))]
    return failed[0] if failed else f"pytest's exit status {code}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=ROOT / "runs" / "faults.csv")
    parser.add_argument("--rooms", nargs="+", choices=ROOMS, default=[*ROOMS],
                        help="try those of the faults that are in these rooms")
    parser.add_argument("--list", action="store_true", help="only say which faults were drawn")
    asked = parser.parse_args()
    chosen = [fault for fault in drawn(asked.count, asked.seed) if fault[0] in asked.rooms]
    if asked.list:
        print(*(f"{fault[6]:14} {fault[5]}" for fault in chosen), sep="\n")
        return
    rows = pd.read_csv(asked.out, keep_default_na=False).to_dict("records") if (
        asked.out.exists()) else []
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        copy, kept = Path(folder, "memlab"), Path(folder, "cache", "memlab", cache_folder().name)
        shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(
            ".git", ".venv", "runs", "__pycache__"))
        if cache_folder().exists():
            shutil.copytree(cache_folder(), kept)
        for stage in STAGES:
            for room, path, node, old, new, name, kind in chosen:
                before = [row for row in rows if row["fault"] == name]
                if any(row["by"] or row["stage"] == stage for row in before):
                    continue
                file, text = planted(copy, path, node, old, new)
                begin = time.monotonic()
                by = notices(copy, stage, room, path.relative_to(ROOT), asked.workers)
                file.write_text(text, "utf-8")
                for other in kept.parent.glob("*"):      # kernels of the faulty code
                    if other != kept:
                        shutil.rmtree(other) if other.is_dir() else other.unlink()
                rows.append({"room": room, "kind": kind, "fault": name, "stage": stage, "by": by,
                             "seconds": round(time.monotonic() - begin)})
                print(f"{stage:5} {by or 'NOT NOTICED'}   {name}", flush=True)
                pd.DataFrame(rows).to_csv(asked.out, index=False)
    last = pd.DataFrame([row for row in rows if row["fault"] in {fault[5] for fault in chosen}])
    last = last.drop_duplicates("fault", keep="last")
    last.loc[last["by"] == "", "stage"] = "none"
    print(last.groupby("room")["stage"].value_counts().unstack(fill_value=0))
    print(last.groupby("kind")["stage"].value_counts().unstack(fill_value=0))


if __name__ == "__main__":
    main()
