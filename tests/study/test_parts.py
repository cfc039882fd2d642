"""An experiment in parts, for the job array of a cluster: together they are the whole."""

import functools
import os
import re
import subprocess
import sys

import pytest
from pretending import assert_complete, log_and_pretend, pretend
from processes import FOLDERS
from studying import EXPERIMENTS, assert_same

import memlab as ml
from memlab.commands import start
from memlab.study import Store, StoreError, execute
from memlab.support.files import replacing
from memlab.support.paths import ROOT

PYTHON = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, FOLDERS))}


@pytest.fixture(autouse=True)
def nothing_to_compile(monkeypatch):
    monkeypatch.setattr(execute, "_small", lambda tasks: [])


def run(plan, folder, part=(1, 1), compute=pretend):
    return ml.study.run(plan, folder, workers=1, progress=False, compute=compute, part=part)


def content(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("parts", [2, 5, 12])
def test_parts_have_every_run_once_and_all_methods_alike(plan, tmp_path, parts):
    done = []
    for number in range(1, parts + 1):
        store = run(plan, tmp_path / str(number), (number, parts))
        done.append(set(store.rows()["run"]))
        assert abs(len(done[-1]) - len(plan) / parts) < 1
        # also of 12 parts, which are a multiple of the period of the methods
        assert store.runs()["mode"].nunique() > 1
    assert sorted(run for part in done for run in part) == list(range(len(plan)))


def test_parts_share_a_folder_and_the_whole_finds_them(plan, tmp_path):
    log = tmp_path / "log"
    log.touch()
    for number in (3, 1, 2):
        store = run(plan, tmp_path / "store", (number, 3), functools.partial(log_and_pretend, log))
    assert_complete(store, plan)
    assert len(log.read_text().split()) == len(plan)
    run(plan, tmp_path / "store", compute=None)      # nothing is left


def test_folders_are_merged_and_what_is_missing_is_computed(plan, tmp_path):
    for number in (1, 3):
        run(plan, tmp_path / str(number), (number, 3))
    store, log = Store.open(tmp_path / "all", plan), tmp_path / "log"
    log.touch()
    for _ in range(2):      # a second time changes nothing
        store.merge([tmp_path / "1", tmp_path / "3"])
        assert len(list(store.folder.glob("shards/*.parquet"))) == sum(
            len(list(tmp_path.glob(f"{number}/shards/*.parquet"))) for number in (1, 3))
    assert_complete(run(plan, tmp_path / "all", (1, 1), functools.partial(log_and_pretend, log)),
                    plan)
    assert len(log.read_text().split()) == int((len(plan)) / 3)


def test_results_that_contradict_each_other_are_refused(plan, tmp_path):
    run(plan, tmp_path / "all")
    run(plan, tmp_path / "forged", (1, 4),
        lambda task: {**pretend(task), "best_fitness": 10**6})
    run(plan, tmp_path / "honest", (2, 4))
    before = content(tmp_path / "all")
    with pytest.raises(StoreError) as error:
        Store.load(tmp_path / "all").merge([tmp_path / "honest", tmp_path / "forged"])
    assert f"nothing was merged, since {tmp_path / 'forged'} does not agree" in str(error.value)
    assert re.search(r"run 0 of the plan has different results .*: \d+ and 1000000;",
                     str(error.value))
    assert content(tmp_path / "all") == before
    store = Store.open(tmp_path / "new", plan)      # the two contradict each other
    run(plan, tmp_path / "true", (1, 4))
    with pytest.raises(StoreError, match="different results"):
        store.merge([tmp_path / "forged", tmp_path / "true"])
    assert not store.finished().any()


def test_only_a_solver_can_run_out_of_time(plan, tmp_path):
    """Runs of evolution that are said not to be proved are compared like all others."""
    run(plan, tmp_path / "all")
    run(plan, tmp_path / "forged", (1, 4), lambda task: {
        **pretend(task), "best_fitness": 10**6, "upper_bound": 10**7, "proved": False})
    with pytest.raises(StoreError, match="different results"):
        Store.load(tmp_path / "all").merge([tmp_path / "forged"])


@pytest.mark.parametrize("number", [-1, 10**6])
def test_runs_outside_the_plan_are_refused(plan, tmp_path, number):
    store = run(plan, tmp_path / "all")
    forged = Store.open(tmp_path / "forged", plan)
    forged.add([{**pretend(next(plan.tasks())), "run": number}])
    before = content(tmp_path / "all")
    with pytest.raises(StoreError, match=rf"forged.* has run {number}, but the runs of the plan"):
        store.merge([tmp_path / "forged"])
    assert content(tmp_path / "all") == before
    with pytest.raises(StoreError, match=f"has run {number}, but"):
        run(plan, tmp_path / "forged")


def test_temporary_files_of_killed_runs_go_and_those_of_others_stay(plan, tmp_path):
    left = [tmp_path / name for name in (
        "shards/.0000001-0123456789abcdef.parquet.0123456789abcdef",
        ".manifest.json.0123456789abcdef", "tables/.means.csv.0123456789abcdef")]
    others = [tmp_path / name for name in (".lock-1-of-2", ".hidden", "tables/means.csv",
                                           ".means.csv.0123")]
    for path in (*left, *others):
        path.parent.mkdir(exist_ok=True)
        path.write_text("half")
    with replacing(tmp_path / "shards/alive.parquet") as file:
        run(plan, tmp_path)
        file.write(b"whole")
    assert not any(path.exists() for path in left)
    assert all(path.exists() for path in others)
    assert (tmp_path / "shards/alive.parquet").read_bytes() == b"whole"


@pytest.mark.parametrize(("part", "error", "words"), [
    ((3, 2), ValueError, "part of 2 must be an integer from 1 to 2, not 3"),
    ((0, 2), ValueError, "part of 2 must be"), ((1, 0), ValueError, "number of parts must be"),
    ((1.5, 2), TypeError, "part of 2 must be"), ((1, True), TypeError, "number of parts must be"),
    ("12", TypeError, "part must be two"), ((1,), TypeError, "part must be two"),
    (3, TypeError, "part must be two")])
def test_a_part_that_is_none_is_refused_in_python(plan, tmp_path, part, error, words):
    with pytest.raises(error, match=words):
        run(plan, tmp_path / "store", part)
    assert not (tmp_path / "store").exists()


@pytest.mark.slow
def test_the_command_computes_a_part_and_merges(tmp_path, capsys):
    file = str(EXPERIMENTS / "blocks.toml")
    for number in ("1", "2"):
        assert start("study", file, "--part", f"{number}/2", "--workers", "1",
                     "--out", str(tmp_path / number)) == 0
        assert f"Part {number} of 2 is done" in capsys.readouterr().out
        assert not (tmp_path / number / "report.html").exists()
    assert start("study", file, "--workers", "1", "--out", str(tmp_path / "all"), "--merge",
                 str(tmp_path / "1"), str(tmp_path / "2")) == 0
    plan = ml.study.read_plan(file)
    assert f"{len(plan)} done" in capsys.readouterr().out
    assert_same(Store.load(tmp_path / "all"), ml.study.run(plan, tmp_path / "whole", workers=1,
                                                           progress=False))


@pytest.mark.slow
def test_the_job_array_of_the_page_on_clusters_computes_an_experiment(tmp_path):
    """Its script, run as SLURM would, job by job, and twice the first."""
    page = (ROOT / "docs/howto/cluster.md").read_text("utf-8")
    script, = re.findall(r"```bash\n(#!/bin/bash\n#SBATCH[^`]*--part[^`]*)```", page)
    assert "#SBATCH --array=1-40" in script and '_ID/40"' in script
    script = re.sub(r"^(source|conda) .*\n", "", script, flags=re.MULTILINE)
    script = script.replace("memlab study my.toml", f"{sys.executable} -P -c 'import sys; from "
                            "memlab.commands import start; sys.exit(start(\"study\", "
                            f"*sys.argv[1:]))' {EXPERIMENTS / 'blocks.toml'}")
    (tmp_path / "array.sh").write_text(script.replace('_ID/40"', '_ID/3"'))
    for number in (1, 2, 3, 1):
        subprocess.run(["bash", "array.sh"], cwd=tmp_path, check=True, timeout=240, env={
            **PYTHON, "SLURM_ARRAY_TASK_ID": str(number), "SLURM_CPUS_PER_TASK": "1"})
    assert Store.load(tmp_path / "results").finished().all()
