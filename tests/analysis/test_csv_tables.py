"""Tables as CSV files: no cell is a formula, and everything comes out again."""

import csv

import pandas as pd

from memlab.analysis.csv_tables import csv_text
from memlab.support.paths import PACKAGE

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
    again = pd.read_csv(tmp_path / "table.csv")
    pd.testing.assert_frame_equal(again[["value", "whole"]], frame[["value", "whole"]])


def test_a_table_without_formulas_is_pandas_own():
    frame = pd.DataFrame({"name": ["a", None], "mixed": [1, None], "int": pd.array([1, None],
                          "Int64"), "object": pd.Series([1, None], dtype=object)})
    assert csv_text(frame) == frame.to_csv(index=False)


def test_all_tables_are_written_by_one_function():
    """But for the numbers that IOHprofiler reads."""
    found = {path.name for path in PACKAGE.rglob("*.py") if ".to_csv(" in path.read_text("utf-8")}
    assert found == {"csv_tables.py", "ioh.py"}
