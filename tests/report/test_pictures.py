"""The pictures of the README and the site show the software as it is."""

import json

import pictures
import pytest


@pytest.mark.parametrize("group", [group for group, sources in pictures.SOURCES.items()
                                   if all(folder.exists() for folder, _ in sources)])
def test_pictures_are_not_older_than_what_they_show(group):
    record = json.loads(pictures.RECORD.read_text("utf-8"))
    assert record[group] == pictures.digest(group), (
        f"make them anew: .venv/bin/python tests/pictures.py {group}, and seal data/ if it changed")


@pytest.mark.parametrize("name", ["moving.png", "moving-dark.png"])
def test_the_moving_picture_moves_and_is_small(name):
    picture = (pictures.IMAGES / name).read_bytes()
    assert picture.startswith(b"\x89PNG") and picture.count(b"fcTL") == pictures.FRAMES
    assert len(picture) < 1_000_000
