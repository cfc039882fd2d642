"""An archive runs again without anything else of the experiment; what is wrong in it is noticed."""

import json
import re
import shutil
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from studying import EXPERIMENTS, assert_same
from suites import shortened

import memlab as ml
from memlab import commands
from memlab.report import archive, verification
from memlab.study import Store, shards

GENERATED = """
title = "Drawn & \\"quoted\\""
budget = 200
repetitions = 2
[[graphs]]
dataset = "er_small"
[[instances]]
generate = "nk"
n = 20
k = 2
[[problems]]
problem = ["mis", "pseudo-boolean"]
[[methods]]
mode = "lb"
mu = 5
lambda = 5
lb_probability = 0.3
"""
# A module in a folder beside that of its graphs, with a helper and a file that an option names
DISTANT = {
    "graphs/a.edges": "0 1\n1 2\n2 3\n", "one/tables/weights.csv": "3,1",
    "one/helper.py": "FACTOR = 2\n",
    "one/mine.py": "import helper\n\ndef climb(trial, weights):\n"
                   "    share = float(open(weights).read().split(',')[0]) / 6\n"
                   "    while trial.left:\n"
                   "        trial.evaluate(trial.rng.random(trial.n) < share * helper.FACTOR)\n",
    "one/distant.toml": 'budget = 50\n[[graphs]]\nfiles = "../graphs/*.edges"\n[[problems]]\n'
                        'problem = "mis"\n[[methods]]\nmethod = "mine:climb"\n'
                        'weights = "tables/weights.csv"\n'}


def study(*arguments):
    return commands.start("study", *map(str, arguments))


def shipped(name, folder):
    """The archive of an experiment, all other files of which are gone."""
    place = folder / "place"
    shutil.copytree(EXPERIMENTS, place)
    (place / "generated.toml").write_text(GENERATED)
    for path, text in DISTANT.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_text(text)
    file = next(place.rglob(f"{name}.toml"))
    with pytest.MonkeyPatch.context() as patch:
        if name != "files":      # one report is enough
            patch.setattr(archive.experiment, "write", lambda store, made, _: archive.write_tables(
                {"": store}, Path(made)))
        store = ml.study.run(ml.study.read_plan(file), folder / "out", workers=1, progress=False)
        archive.ship({"": store}, folder / name, f"python3 -m memlab study {file.name}", file)
    shutil.rmtree(place)
    return folder / name


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """An archive of graphs from files; not to be changed."""
    return shipped("files", tmp_path_factory.mktemp("files"))


@pytest.fixture
def copy(kept, tmp_path):
    shutil.copytree(kept, tmp_path / "copy")
    return tmp_path / "copy"


@pytest.fixture(scope="module")
def distant(tmp_path_factory):
    """An archive with a module, its helper and its data; not to be changed."""
    return shipped("distant", tmp_path_factory.mktemp("distant"))


def contents(folder):
    """What is in a folder: bytes by path."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(capsys, *arguments):
    """What is said of an archive that is refused."""
    capsys.readouterr()
    assert study(*arguments) == 1
    return capsys.readouterr().err


def change_manifest(folder, change):
    """Change the manifest of an archive as somebody would who wants it to be believed."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    change(manifest)
    path.write_text(json.dumps(manifest))
    archive.seal(folder)


@pytest.mark.parametrize("name", shortened(
    ["distant", "own", "blocks", "generated", "tours"], ["distant"]))
def test_an_archive_runs_again_in_an_empty_folder(name, tmp_path, capsys, monkeypatch, distant):
    folder = distant if name == "distant" else shipped(name, tmp_path)
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    assert study(folder, "--check") == 0
    capsys.readouterr()
    before = contents(folder)
    assert study(folder, "--again", "--out", "redo", "--workers", "1") == 0
    first, then, said = Store.load(folder), Store.load("redo"), capsys.readouterr().out
    assert f"{len(first.plan)} of {len(first.plan)} runs of" in said and "are the same" in said
    assert name != "distant" or "Code of the archive is executed: mine.py" in said
    assert_same(then, first)
    assert contents(folder) == before


@pytest.mark.slow
def test_what_an_archive_holds(kept):
    names = {path.relative_to(kept).as_posix() for path in kept.rglob("*")}
    assert {"README.md", "locked.txt", "report.html", "provenance.json", "SHA256SUMS",
            "experiment/files.toml", "experiment/instances/wheel.mis", "tables/means.csv",
            "charts/means.svg", "manifest.json"} <= names
    assert "memlab study FOLDER --again" in (kept / "README.md").read_text("utf-8")
    about = json.loads((kept / "provenance.json").read_text("utf-8"))
    assert about["command"] == "python3 -m memlab study files.toml"
    assert re.fullmatch(r"[0-9a-f]{40}(-dirty)?", about["commit"] or "0" * 40)
    assert str(kept.parent).encode() not in b"".join(contents(kept).values())


@pytest.mark.slow
def test_damage_is_found_and_named(copy, capsys):
    name = "experiment/instances/wheel.mis"
    content = (copy / name).read_bytes()
    (copy / name).write_bytes(content[:-1])
    for option in ("--check", "--again"):
        assert name in refused(capsys, copy, option)
    (copy / name).unlink()
    assert name in refused(capsys, copy, "--check")
    (copy / name).write_bytes(content)
    assert study(copy, "--check") == 0
    (copy / "experiment" / "new.py").write_text("1 / 0")
    assert "experiment/new.py" in refused(capsys, copy, "--check")


@pytest.mark.slow
def test_a_table_that_does_not_follow_from_the_runs_is_found(copy, capsys):
    table = pd.read_csv(copy / "tables" / "means.csv")
    table["mean"] += 1
    table.to_csv(copy / "tables" / "means.csv", index=False)
    archive.seal(copy)
    assert "means.csv does not follow from the runs" in refused(capsys, copy, "--check")


@pytest.mark.slow
def test_a_run_that_comes_out_differently_is_named(copy, tmp_path, capsys):
    """A result that somebody improved in the shard, and sealed."""
    path, = copy.glob("shards/*.parquet")
    table = pq.read_table(path)
    best = table["best_fitness"].to_pylist()
    best[0] += 1
    table = table.set_column(table.column_names.index("best_fitness"),
                             table.schema.field("best_fitness"), [best])
    pq.write_table(table, path, write_page_checksum=True)
    archive.seal(copy)
    assert "does not follow from the runs" in refused(capsys, copy, "--check")
    without_results(copy)
    said = refused(capsys, copy, "--again", "--out", tmp_path / "redo", "--workers", 1)
    assert f"run 0 of the plan has different results (best_fitness): {best[0]} and" in said
    assert f" and {best[0] - 1}; another memlab" in said


def without_results(folder):
    """Remove the tables, with which runs could not agree, and seal the rest."""
    for path in folder.glob("tables/*.csv"):
        path.unlink()
    archive.seal(folder)


def test_a_run_of_evolution_is_not_out_of_time(kept, copy, tmp_path, capsys, monkeypatch):
    """Nobody proves anything of it: what is not proved may differ only if it is a solver's."""
    path, = copy.glob("shards/*.parquet")
    rows = pq.read_table(path).to_pylist()
    for row in rows[:4]:
        row |= {"best_fitness": row["best_fitness"] + 3, "upper_bound": 10**6, "proved": False}
    pq.write_table(pa.Table.from_pylist(rows, schema=shards.SCHEMA).replace_schema_metadata(
        pq.read_schema(path).metadata), path, write_page_checksum=True)
    without_results(copy)
    (tmp_path / "redo").mkdir()
    monkeypatch.setattr(verification, "run", lambda *_, **__: Store.load(kept))
    said = refused(capsys, copy, "--again", "--out", tmp_path / "redo")
    assert "run 0 of the plan has different results (best_fitness)" in said


def test_an_archive_that_lacks_runs_verifies_nothing(copy, capsys):
    next(copy.glob("shards/*.parquet")).unlink()
    without_results(copy)
    for option in ("--check", "--again"):
        assert "must hold all runs of its plans, but lacks " in refused(capsys, copy, option)


@pytest.mark.parametrize(("name", "content"), [
    ("manifest.json", None), ("manifest.json", "[]"), ("tables/means.csv", ""),
    ("tables/new.csv", "a\n1\n")])
def test_damage_that_is_sealed_is_told_in_a_sentence(name, content, copy, capsys):
    (copy / name).unlink(missing_ok=True)
    if content is not None:
        (copy / name).write_text(content, "utf-8")
    archive.seal(copy)
    said = refused(capsys, copy, "--check")
    assert "Traceback" not in said and (name in said or "is damaged: " in said)


@pytest.mark.parametrize(("column", "value"), [("run", 2**62), ("best_fitness", None)])
def test_runs_that_somebody_made_up_are_told_in_a_sentence(column, value, copy, capsys):
    path, = copy.glob("shards/*.parquet")
    rows = pq.read_table(path).to_pylist()
    rows[0][column] = value
    schema = pa.schema([field.with_nullable(True) for field in shards.SCHEMA])
    pq.write_table(pa.Table.from_pylist(rows, schema=schema).replace_schema_metadata(
        pq.read_schema(path).metadata), path, write_page_checksum=True)
    archive.seal(copy)
    assert str(copy) in refused(capsys, copy, "--check")


def test_no_link_leads_out_of_an_archive(distant, tmp_path):
    """Also of a helper, which the plan does not name."""
    copy = shutil.copytree(distant, tmp_path / "distant")
    helper = next(copy.rglob("helper.py"))
    shutil.move(helper, tmp_path / "helper.py")
    helper.symlink_to(tmp_path / "helper.py")
    with pytest.raises(ml.study.StoreError, match=r"must be in its folder, but .*helper\.py"):
        ml.study.load(copy)


@pytest.mark.slow
@pytest.mark.parametrize("name, says_where", [
    ("../../secret.mis", True), ("{}/secret.mis", False), ("instances/../../../secret.mis", False)])
def test_no_file_outside_an_archive_is_read(name, says_where, copy, tmp_path, capsys):
    (tmp_path / "secret.mis").write_text("p edge 3 2\ne 1 2\ne 2 3\n")
    name = name.format(tmp_path)

    def change(manifest):
        manifest["plan"]["blocks"][0]["datasets"][0]["files"][0][0] = name
        if not says_where:      # one of an earlier version
            del manifest["files"]
    change_manifest(copy, change)
    for option in ("--check", "--again"):
        assert "its files must be in its folder" in refused(capsys, copy, option)


@pytest.mark.slow
def test_an_archive_cannot_say_that_its_files_are_elsewhere(copy, tmp_path, capsys):
    shutil.copytree(copy / "experiment", tmp_path / "elsewhere")
    change_manifest(copy, lambda manifest: manifest.update(files="../elsewhere"))
    assert "its files must be in its folder" in refused(capsys, copy, "--again")
    shutil.rmtree(copy / "experiment" / "instances")
    (copy / "experiment" / "instances").symlink_to(tmp_path / "elsewhere" / "instances")
    change_manifest(copy, lambda manifest: manifest.update(files="experiment"))
    assert "a link: " in refused(capsys, copy, "--again")
    with pytest.raises(ValueError, match="its files must be in its folder"):
        ml.study.load(copy)


@pytest.mark.parametrize("module", ["x./../../../evil", "/evil", "../evil"])
def test_no_module_outside_an_archive_is_executed(module, distant, tmp_path, capsys):
    copy = shutil.copytree(distant, tmp_path / "distant")
    (tmp_path / "evil.py").write_text(f"open({str(tmp_path / 'trap')!r}, 'w')")

    def change(manifest):
        manifest["plan"]["blocks"][0]["configurations"][0]["method"] = f"{module}:climb"
    change_manifest(copy, change)
    refused(capsys, copy, "--again", "--out", tmp_path / "redo")
    with pytest.raises((ValueError, ml.study.FailedRunsError)):      # though no run is in it
        ml.study.run(Store.load(copy, complete=False).plan, tmp_path / "redo", workers=1,
                     progress=False)
    assert not (tmp_path / "trap").exists()


@pytest.mark.slow
def test_checking_executes_nothing(distant, tmp_path, capsys):
    copy = shutil.copytree(distant, tmp_path / "distant")
    module = next(copy.rglob("mine.py"))
    module.write_text(f"open({str(tmp_path / 'trap')!r}, 'w')\n" + module.read_text())
    archive.seal(copy)
    assert study(copy, "--check") == 0
    assert not (tmp_path / "trap").exists()
    refused(capsys, copy, "--again", "--out", tmp_path / "redo")      # it has changed


@pytest.mark.slow
def test_the_new_runs_do_not_go_into_the_archive(kept, capsys):
    assert "must not be in the archive" in refused(capsys, kept, "--again", "--out", kept / "x")


@pytest.mark.parametrize("option", ["--again", "--check"])
def test_what_is_no_archive_is_refused(option, tmp_path, capsys):
    assert "SHA256SUMS" in refused(capsys, tmp_path, option)
    with pytest.raises(SystemExit):
        study(option)


def test_files_with_absolute_paths_are_refused_before_any_work(tmp_path, capsys):
    (tmp_path / "a.edges").write_text("0 1\n1 2\n")
    (tmp_path / "mine.toml").write_text(
        f'[[graphs]]\nfiles = "{tmp_path}/a.edges"\n[[problems]]\nproblem = "mis"\n'
        '[[methods]]\nmethod = "random"\n')
    said = refused(capsys, tmp_path / "mine.toml", "--out", tmp_path / "out", "--ship",
                   tmp_path / "ship")
    assert "files must be named relative to the experiment's file" in said
    assert not (tmp_path / "out").exists()


def test_an_experiment_that_changes_meanwhile_is_not_shipped(tmp_path):
    (tmp_path / "a.edges").write_text("0 1\n1 2\n")
    file = tmp_path / "mine.toml"
    file.write_text('budget = 9\n[[graphs]]\nfiles = "a.edges"\n[[problems]]\nproblem = "mis"\n'
                    '[[methods]]\nmethod = "random"\n')
    store = ml.study.run(ml.study.read_plan(file), tmp_path / "out", workers=1, progress=False)
    file.write_text(file.read_text().replace("9", "8"))
    with pytest.raises(ValueError, match="has changed since the experiment was read"):
        archive.ship({"": store}, tmp_path / "ship", "the command", file)
    (tmp_path / "a.edges").write_text("0 1\n")
    with pytest.raises(ValueError, match=r"a\.edges has changed since"):
        archive.ship({"": store}, tmp_path / "ship", "the command")
    assert not (tmp_path / "ship").exists()


def without_units_and_files(folder):
    """Make an archive one of an earlier version, whose manifest does not say where its files are.
    """
    path, = folder.glob("shards/*.parquet")
    pq.write_table(pq.read_table(path).drop_columns("fitness_unit"), path, write_page_checksum=True)
    change_manifest(folder, lambda manifest: manifest.pop("files"))


def test_no_code_is_run_of_an_archive_that_does_not_say_where_it_is(tmp_path, capsys, monkeypatch):
    (tmp_path / "one.py").write_text(
        "import memlab as ml\n\ndef make(n=2):\n    open('trap', 'a').close()\n"
        "    return ml.problems.qubo([[-0.5, 0.25], [0, -1.25]], minimise=True)\n")
    (tmp_path / "one.toml").write_text('budget = 9\n[[problems]]\nproblem = "one:make"\n'
                                       '[[methods]]\nmethod = "random"\n')
    monkeypatch.chdir(tmp_path)
    assert study("one.toml", "--out", "out", "--ship", "copy", "--workers", 1) == 0
    shutil.copy("one.py", "copy")
    without_units_and_files(tmp_path / "copy")
    without_results(tmp_path / "copy")
    (tmp_path / "trap").unlink()
    monkeypatch.chdir("copy")
    with pytest.warns(UserWarning, match="runs no code of the reader"):
        assert ml.study.load(".").runs()["value"].isna().all()
        study(tmp_path / "copy", "--check")
    assert not [*tmp_path.rglob("trap")]
