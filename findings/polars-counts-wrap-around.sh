#!/usr/bin/env bash
# polars 2.1.0, pandas 3.0.6, numpy 2.4.6, Python 3.11.
#
# Expected: the number of runs that succeeded with one method minus that of another is a difference,
# negative if the other is better, as in pandas. Seen: it is 4,294,967,293 in place of -3, silently,
# and a mean of such differences is huge:
#
#   wins: [1, 4] UInt32
#   a minus b: [4294967293]
#   wins minus 2: [4294967295, 2]
#   mean of wins minus 2: 2147483648.5
#   diff: [None, 3]
#   sum of booleans minus 2: UInt32 [4294967295, 2]
#   rank minus 2: UInt32 [1, 4294967295, 0]
#   pandas, wins minus 2: [-1, 2]
#
# Why: pl.len(), count(), n_unique() and ranks are UInt32, whose subtraction wraps around, also with
# a literal. So are sums of booleans. diff() alone returns a signed number. Known: pola-rs/polars
# 15415.
# What to do: cast counts before arithmetic: pl.len().cast(pl.Int64).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet polars==2.1.0 pandas==3.0.6 numpy==2.4.6
cat >"$folder/seen.py" <<'PYTHON'
import pandas as pd
import polars as pl

rows = {"method": ["a"] * 5 + ["b"] * 5, "solved": [True] + [False] * 4 + [True] * 4 + [False]}
solved = pl.DataFrame(rows).filter("solved").group_by("method").len("wins").sort("method")
print("wins:", solved["wins"].to_list(), solved["wins"].dtype)
print("a minus b:", (solved["wins"].head(1) - solved["wins"].tail(1)).to_list())
print("wins minus 2:", solved.select(pl.col("wins") - 2)["wins"].to_list())
print("mean of wins minus 2:", solved.select((pl.col("wins") - 2).mean())["wins"].item())
print("diff:", solved["wins"].diff().to_list())
summed = pl.DataFrame(rows).group_by("method").agg(pl.col("solved").sum()).sort("method")
less = summed.select(pl.col("solved") - 2)["solved"]
print("sum of booleans minus 2:", summed["solved"].dtype, less.to_list())
ranks = pl.Series([30, 10, 20]).rank("dense")
print("rank minus 2:", ranks.dtype, (ranks - 2).to_list())
counts = pd.DataFrame(rows).query("solved").groupby("method").size()
print("pandas, wins minus 2:", (counts - 2).tolist())
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/seen.py" | tee "$folder/seen.txt"
# the lines above in this head are what must come out
sed -n 's/^#   //p' "$0" | diff - "$folder/seen.txt"
