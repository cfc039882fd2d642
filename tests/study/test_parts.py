"""An experiment in parts, for the job array of a cluster: together they are the whole."""

import functools

import pytest
from pretending import assert_complete, log_and_pretend, pretend
from studying import EXPERIMENTS, assert_same

import memlab as ml
from memlab.commands import start
from memlab.study import Store, StoreError, execute


@pytest.fixture(autouse=True)
def nothing_to_compile(monkeypatch):
    monkeypatch.setattr(execute, "_small", lambda tasks: [])


def run(plan, folder, part=(1, 1), compute=pretend):
    return ml.study.run(plan, folder, workers=1, progress=False, compute=compute, part=part)


def content(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("parts", [5, 12])
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
        assert len(list(store.folder.glob("shards/*.parquet"))) == 1
    assert_complete(run(plan, tmp_path / "all", (1, 1), functools.partial(log_and_pretend, log)),
                    plan)
    assert len(log.read_text().split()) == int((len(plan)) / 3)


def test_results_that_contradict_each_other_are_refused(plan, tmp_path):
    run(plan, tmp_path / "all")
    run(plan, tmp_path / "forged", (1, 4), lambda task: {
        **pretend(task), "best_fitness": 10**6, "upper_bound": 10**7, "proved": False})
    run(plan, tmp_path / "honest", (2, 4))
    before = content(tmp_path / "all")
    with pytest.raises(StoreError, match=r"run 0 of the plan has .*: \d+ and 1000000;"):
        Store.load(tmp_path / "all").merge([tmp_path / "honest", tmp_path / "forged"])
    assert content(tmp_path / "all") == before
    with pytest.raises(FileNotFoundError):
        Store.load(tmp_path / "all").merge([tmp_path / "nowhere"])


def test_a_part_that_is_none_is_refused(plan, tmp_path):
    for part in ((3, 2), (0, 2), (1, 0), (1,)):
        with pytest.raises(ValueError, match="part|unpack"):
            run(plan, tmp_path / "store", part)


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


def test_temporary_files_of_killed_runs_are_not_read(plan, tmp_path):
    for name in ("shards/.0000001-0123456789abcdef.parquet.0123456789abcdef",
                 ".manifest.json.0123456789abcdef"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("half")
    assert run(plan, tmp_path).finished().all()


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
