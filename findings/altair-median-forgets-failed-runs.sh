#!/usr/bin/env bash
# altair 6.3.0, vl-convert-python 1.9.0, pandas 3.0.6, Python 3.11.
#
# Expected: a bar with the median of the hitting times 10, 20 and three times infinity (runs that
# failed) is missing, or an error, since the median is infinity. Seen: it is drawn at 15, the median
# of the runs that succeeded, and the mean and the largest value likewise. The method that fails
# most looks fastest; one that always fails has no bar:
#
#   in the frame: {'hopeless': inf, 'risky': inf, 'steady': 20.0}
#   drawn, median: risky 15 steady 20
#   drawn, mean: risky 15 steady 20
#   drawn, max: risky 20 steady 22
#   drawn, count: hopeless 5 risky 5 steady 5
#   drawn, valid: hopeless 0 risky 2 steady 5
#
# Why: Altair writes infinity as null, since JSON has no infinity, and Vega's aggregates pass over
# null. count() counts all rows, valid() the two.
# What to do: compute the statistic in the frame, where it is infinite, or show the expected running
# time; put valid() beside a median.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet altair==6.3.0 vl-convert-python==1.9.0 \
    pandas==3.0.6 numpy==2.4.6
cat >"$folder/seen.py" <<'PYTHON'
import re

import altair
import numpy as np
import pandas as pd
import vl_convert

frame = pd.DataFrame({"method": ["steady"] * 5 + ["risky"] * 5 + ["hopeless"] * 5,
                      "time": [18, 19, 20, 21, 22, 10, 20] + [np.inf] * 8})
print("in the frame:", frame.groupby("method").time.median().to_dict())
for statistic in ("median", "mean", "max", "count", "valid"):
    chart = altair.Chart(frame).mark_bar().encode(x="method:N", y=f"{statistic}(time):Q")
    drawn = vl_convert.vegalite_to_svg(chart.to_dict())
    bars = re.findall(r'aria-label="method: (\w+); [^:]*: ([^"]*)"', drawn)
    print(f"drawn, {statistic}:", *(f"{method} {value}" for method, value in sorted(bars)))
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/seen.py" | tee "$folder/seen.txt"
# the lines above in this head are what must come out
sed -n 's/^#   //p' "$0" | diff - "$folder/seen.txt"
