"""A finished study as a small folder: complete, readable as a study, never half, never over other
people's files."""

import hashlib
import json
from pathlib import Path

import pandas as pd
import pytest
from suites import shortened

from memlab.paper import profile
from memlab.report import archive
from memlab.report.archive import shipped


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """The smoke study, finished."""
    out = tmp_path_factory.mktemp("study")
    profile("smoke").compute(out, workers=1, progress=False)
    return out


def files(folder):
    return {path.relative_to(folder): path.read_bytes()
            for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_an_archive_is_read_as_the_study_is(study, tmp_path):
    size = archive.ship(profile("smoke").load(study), tmp_path / "a" / "b", "the command")
    made = files(tmp_path / "a" / "b")
    assert size == sum(map(len, made.values()))
    sums = made.pop(Path("SHA256SUMS")).decode()
    assert b"--again" in made.pop(Path("README.md"))      # people may add to it
    assert sorted(sums.splitlines()) == sorted(
        f"{hashlib.sha256(content).hexdigest()}  {path}" for path, content in made.items())
    assert list((tmp_path / "a").iterdir()) == [tmp_path / "a" / "b"]      # no scratch left
    copies = profile("smoke").load(tmp_path / "a" / "b")
    for part, store in profile("smoke").load(study).items():
        pd.testing.assert_frame_equal(copies[part].runs(), store.runs())
        pd.testing.assert_frame_equal(copies[part].traces(), store.traces())
    about = json.loads((tmp_path / "a" / "b" / "provenance.json").read_text("utf-8"))
    assert about["command"] == "the command"
    runs = {part: values["runs"] for part, values in about["parts"].items()}
    assert runs == {"grid": 128, "evaluation": 64, "universality": 64, "timing": 32}
    scores = pd.read_csv(tmp_path / "a" / "b" / "tables" / "scores.csv")
    assert len(scores) == 16
    assert str(study) not in "".join(text.decode("utf-8", "replace") for text in made.values())


@pytest.mark.slow
def test_an_archive_replaces_an_earlier_one_and_can_be_shipped_again(study, tmp_path):
    archive.ship(profile("smoke").load(study), tmp_path / "new", "the command")
    first = files(tmp_path / "new")
    (tmp_path / "new" / "old.txt").write_text("of an earlier version")
    archive.ship(profile("smoke").load(tmp_path / "new"), tmp_path / "new", "the command")
    assert files(tmp_path / "new") == first


@pytest.mark.slow
@pytest.mark.parametrize("provenance", shortened(
    [None, "{}", "no JSON", '{"format": "another"}'], ["{}"]))
def test_a_folder_of_something_else_is_refused_and_left_alone(study, tmp_path, provenance):
    (tmp_path / "thesis.tex").write_text("years of work")
    if provenance is not None:
        (tmp_path / "provenance.json").write_text(provenance)
    before = files(tmp_path)
    with pytest.raises(ValueError, match="earlier one of its kind, not "):
        archive.ship(profile("smoke").load(study), tmp_path, "the command")
    assert files(tmp_path) == before


@pytest.mark.slow
def test_a_failure_leaves_the_earlier_archive(study, tmp_path, monkeypatch):
    archive.ship(profile("smoke").load(study), tmp_path / "new", "the command")
    before = files(tmp_path)

    def full(*_):
        raise OSError("No space left on device")
    monkeypatch.setattr(archive.plots, "to_svg", full)
    with pytest.raises(OSError, match="No space left"):
        archive.ship(profile("smoke").load(study), tmp_path / "new", "another command")
    assert files(tmp_path) == before


def test_results_that_came_with_memlab_are_found(tmp_path, monkeypatch):
    assert (shipped("quick") / "provenance.json").is_file()
    monkeypatch.setattr(archive.paths, "RESULTS", tmp_path / "data" / "results")
    with pytest.raises(FileNotFoundError, match="no results came with this memlab"):
        shipped()
    folder = tmp_path / "data" / "results" / "quick"
    folder.mkdir(parents=True)
    (folder / "provenance.json").write_text("{}")
    assert shipped("laptop") == shipped("quick") == folder


def test_what_was_computed_is_shown_and_anything_else_is_said(study, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(archive.paths, "runs", lambda name: tmp_path / name)
    with pytest.raises(ValueError, match="profile must be one of .* not 'huge'"):
        archive.results("huge")
    assert archive.results("quick") == shipped("quick")
    assert archive.results("smoke") == shipped("laptop")
    first, second = capsys.readouterr().out.splitlines()
    assert "computed in runs/quick. Shown are results that come with memlab, of the profile quick" \
        in first and "runs/smoke" in second and "of the profile laptop" in second
    (tmp_path / "smoke").symlink_to(study)
    for out in None, study:
        assert archive.results("smoke", out).samefile(study)
        assert capsys.readouterr().out.startswith("This is the profile smoke: everything once")
    for name, other in (("quick", study), ("smoke", shipped("quick"))):
        with pytest.raises(ValueError, match=f"profile must be that of .*{other}, not '{name}'"):
            archive.results(name, other)
