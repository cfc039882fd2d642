"""No shipped number changes unseen: everything in data/ is sealed, and what follows from the runs
is made from them again."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from suites import shortened

from memlab import plots
from memlab.paper import tables
from memlab.report import archive
from memlab.report import tables as display
from memlab.study import Store
from memlab.support.paths import ROOT

DATA = ROOT / "data"
TOOL = ["sha256sum"] if shutil.which("sha256sum") else ["shasum", "-a", "256"]
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def broken(folder):
    """What is not as it was sealed: files that changed or are missing, as the standard tool says;
    and new ones."""
    done = subprocess.run([*TOOL, "-c", "SHA256SUMS"], cwd=folder, capture_output=True, text=True,
                          env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}, check=False)
    sealed = re.findall(r"^[0-9a-f]{64}  (.*)$", Path(folder, "SHA256SUMS").read_text(), re.M)
    there = {path.relative_to(folder).as_posix() for path in Path(folder).rglob("*")
             if path.is_file() and path.name != "README.md"
             and "__pycache__" not in path.parts} - {"SHA256SUMS"}
    return {*re.findall(r"^(.*): FAILED", done.stdout, re.M), *there ^ set(sealed)}


def tells_the_truth(manifest):
    """Dates, versions, machine and hours of a store, beside its runs and provenance."""
    store = Store.load(manifest.parent)
    whole = (manifest.parent / "provenance.json").exists()
    folder, part = (store.folder, "") if whole else (store.folder.parent, store.folder.name)
    about = json.loads((folder / "provenance.json").read_text("utf-8"))["parts"]
    made, = archive._provenance({part: store}, "")["parts"].items()
    return about[made[0]] == made[1]


def shows_the_scores(path):
    return path.read_text("utf-8") == display.scores(scores(path)).markdown


def draws_the_scores(path):
    return alike(path.read_text("utf-8"), plots.to_svg(plots.scores(scores(path))))


def scores(path):
    return tables.compare_scores(Store.load(path.parents[1] / "evaluation").runs())


CHECKS = {
    "results/**/manifest.json": tells_the_truth,
    "results/*/tables/scores.md": shows_the_scores,
    "results/*/tables/scores.svg": draws_the_scores,
}


def contradictions(data, only=None):
    """Files of data/, all or one of them, that do not follow from what they are made of."""
    return {path.relative_to(data).as_posix() for pattern, check in CHECKS.items()
            for path in data.glob(pattern) if only in (None, path) and not check(path)}


def alike(one, other):
    """Whether two drawings differ in nothing but the last digits of their numbers."""
    numbers = [np.array(NUMBER.findall(drawing), float) for drawing in (one, other)]
    return NUMBER.sub("#", one) == NUMBER.sub("#", other) and np.allclose(*numbers, rtol=1e-9,
                                                                          atol=1e-6)


def test_everything_in_data_is_as_it_was_sealed():
    """If that is meant: data/README.md says how to seal it anew."""
    assert broken(DATA) == set()
    for path in DATA.rglob("*/SHA256SUMS"):
        assert broken(path.parent) == set(), path


@pytest.mark.slow
def test_what_can_be_made_from_the_runs_again_is_what_was_shipped():
    assert contradictions(DATA) == set()
    assert len([path for pattern in CHECKS for path in DATA.glob(pattern)]) > 25


# An example of each kind of change, on a copy

def add_one(path):
    """To the best fitness of a run, in a shard that is written as memlab writes them."""
    table = pq.read_table(path)
    place = table.column_names.index("best_fitness")
    values = table["best_fitness"].to_numpy().copy()
    values[1_000] += 1
    column = pd.Series(values).astype(str(table["best_fitness"].type))
    pq.write_table(table.set_column(place, table.schema.field(place), [column.to_numpy()]), path)


def replaced(old, new):
    def change(path):
        text = path.read_text("utf-8")
        assert text.count(old) >= 1
        path.write_text(text.replace(old, new, 1), "utf-8")
    return change


EXAMPLES = {
    "a run of the grid": ("results/laptop/grid/shards/*.parquet", add_one),
    "a date": ("results/laptop/grid/manifest.json", replaced('"created": "2026-11-2',
                                                             '"created": "2026-11-1')),
    "a point in a chart": ("results/laptop/tables/scores.svg", replaced("mean: 33.05",
                                                                        "mean: 33.94")),
    "a cell of a table": ("results/laptop/tables/scores.md", replaced("26.25", "26.26")),
    "a claim": ("claims.toml", replaced("Baldwinian", "Lamarckian")),
}
# What is not made from anything else: only the seal speaks for it, and the runs that other tests
# compute again.
SEAL_ALONE = {"a run of the grid", "a claim"}


@pytest.mark.parametrize("example", shortened(EXAMPLES, [*EXAMPLES][:2]))
def test_a_change_breaks_the_seal_and_contradicts_what_it_follows_from(example, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(DATA, data)
    pattern, change = EXAMPLES[example]
    path, = data.glob(pattern)
    name = path.relative_to(data).as_posix()
    change(path)
    assert broken(data) == {name}
    archive.seal(data)      # as somebody would who knows of the seal
    assert broken(data) == set()
    if example not in SEAL_ALONE:
        assert contradictions(data, path) == {name}


def test_the_command_that_renews_the_seal_changes_nothing_where_nothing_changed(tmp_path):
    readme = (DATA / "README.md").read_text("utf-8")
    line, = re.findall(r'^    \.venv/bin/python -c "(.*)"$', readme, re.M)
    shutil.copytree(DATA, tmp_path / "data")
    before = {path: path.read_bytes() for path in tmp_path.rglob("SHA256SUMS")}
    for path in before:
        path.write_text("")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        exec(line)
    assert len(before) > 10 and {path: path.read_bytes() for path in before} == before
