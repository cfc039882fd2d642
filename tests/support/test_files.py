"""Files are replaced when they are complete, or not at all."""

import csv
import os
import stat

import pandas as pd
import pytest

from memlab.support.files import csv_text, read_csv, replacing
from memlab.support.paths import PACKAGE


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


FORMULAS = ["=1+2", "+cmd|' /C calc'!A0", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "-", "'=1", "''-2"]
PLAIN = ["a", "-1.5e3", "+7", "'quoted'", "a=b", "x-y", ""]


def test_no_cell_of_a_table_is_a_formula(tmp_path):
    frame = pd.DataFrame({"=graph": FORMULAS + PLAIN, "value": [-1.5] * 16, "whole": [-3] * 16})
    text = csv_text(frame)
    (tmp_path / "table.csv").write_text(text, encoding="utf-8", newline="")
    with open(tmp_path / "table.csv", newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    assert head == ["'=graph", "value", "whole"]
    assert [row[0] for row in rows] == [f"'{text}" for text in FORMULAS] + PLAIN
    assert all(row[1:] == ["-1.5", "-3"] for row in rows)
    again = read_csv(tmp_path / "table.csv")
    assert again["=graph"].fillna("").tolist() == FORMULAS + PLAIN
    pd.testing.assert_frame_equal(again[["value", "whole"]], frame[["value", "whole"]])


def test_a_table_without_formulas_is_pandas_own():
    frame = pd.DataFrame({"name": ["a", None], "mixed": [1, None], "int": pd.array([1, None],
                          "Int64"), "object": pd.Series([1, None], dtype=object)})
    assert csv_text(frame) == frame.to_csv(index=False)


def test_all_tables_are_written_by_one_function():
    """But for the numbers that IOHprofiler reads."""
    found = {path.name for path in PACKAGE.rglob("*.py") if ".to_csv(" in path.read_text("utf-8")}
    assert found == {"files.py", "ioh.py"}
