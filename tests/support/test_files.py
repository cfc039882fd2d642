"""Files are replaced when they are complete, or not at all."""

import os
import stat

import pytest

from memlab.support.files import replacing


def test_a_complete_file_takes_its_place(tmp_path):
    path = tmp_path / "answer.txt"
    for text in ("first\n", "second: Erdős\n"):
        with replacing(path, "w") as file:
            file.write(text)
        assert path.read_bytes() == text.encode()
    with replacing(str(path)) as file:
        file.write(b"\x00\r\n")
    assert path.read_bytes() == b"\x00\r\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_whatever_fails_leaves_things_as_they_were(tmp_path, error):
    path = tmp_path / "answer.txt"
    for before in ([], [path]):
        if before:
            path.write_text("old")
        with pytest.raises(error), replacing(path, "w") as file:
            file.write("half")
            raise error
        assert list(tmp_path.iterdir()) == before
    assert path.read_text() == "old"


def test_permissions_are_those_of_any_new_file(tmp_path):
    """A temporary file is private by itself; others have to be able to read results."""
    (tmp_path / "plain").touch()
    with replacing(tmp_path / "replaced"):
        pass
    modes = {stat.S_IMODE(os.stat(path).st_mode) for path in tmp_path.iterdir()}
    assert len(modes) == 1
