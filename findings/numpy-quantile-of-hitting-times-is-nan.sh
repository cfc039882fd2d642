#!/usr/bin/env bash
# pandas 3.0.6, numpy 2.4.6, Python 3.11.
#
# Expected: the hitting times 1, 2 and infinity (a run that failed) have the median 2, and the
# quantile 0.5 is the median. Seen: it is nan in NumPy, in Series.quantile and in the 50% of
# describe(); Series.median, a groupby and a quantile a little above are right. A quantile between
# two infinite values is nan, too:
#
#   times [1, 2, inf]
#     median: 2.0 2.0
#     quantile 0.5: nan nan described nan
#     by groups: 2.0
#     quantiles 0.25, 0.51, 0.75: [1.5, inf, nan]
#     without interpolation: 2.0
#   times [1, 2, 3, 4, inf]
#     median: 3.0 3.0
#     quantile 0.5: 3.0 3.0 described 3.0
#     by groups: 3.0
#     quantiles 0.25, 0.51, 0.75: [2.0, 3.04, nan]
#     without interpolation: 3.0
#   times [1, 2, inf, inf, inf]
#     median: inf inf
#     quantile 0.5: nan nan described nan
#     by groups: inf
#     quantiles 0.25, 0.51, 0.75: [nan, nan, nan]
#     without interpolation: inf
#
# Why: NumPy interpolates between the value at the place and its neighbour, and also if the place is
# a whole number: 2 + (inf - 2) * 0 is nan; between two infinite values inf - inf is nan. pandas'
# groupby has code of its own. Known: numpy/numpy 12282 and 21091.
# What to do: method="inverted_cdf" in NumPy, interpolation="lower" or "higher" in pandas, which do
# not interpolate; or a number in place of infinity, such as the budget times ten (PAR10).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pandas==3.0.6 numpy==2.4.6
cat >"$folder/seen.py" <<'PYTHON'
import numpy as np
import pandas as pd

for times in ([1, 2, np.inf], [1, 2, 3, 4, np.inf], [1, 2, np.inf, np.inf, np.inf]):
    frame = pd.DataFrame({"time": times, "method": "a"})
    print("times", times)
    print("  median:", np.median(times), frame.time.median())
    print("  quantile 0.5:", np.quantile(times, 0.5), frame.time.quantile(0.5),
          "described", frame.time.describe()["50%"])
    print("  by groups:", frame.groupby("method").time.quantile(0.5).item())
    quartiles = [float(np.quantile(times, share)) for share in (0.25, 0.51, 0.75)]
    print("  quantiles 0.25, 0.51, 0.75:", quartiles)
    print("  without interpolation:", np.quantile(times, 0.5, method="inverted_cdf"))
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/seen.py" | tee "$folder/seen.txt"
# the lines above in this head are what must come out
sed -n 's/^#   //p' "$0" | diff - "$folder/seen.txt"
