#!/usr/bin/env bash
# altair 6.3.0, vl-convert-python 1.9.0, pandas 3.0.6, Python 3.11.
#
# Expected: on a logarithmic axis a gap of 0 (the optimum was found) has no place, so it is left out
# or runs off the lower edge. Seen: it is drawn at the upper edge, where the largest gap is, even if
# the domain is given. Without a domain all points are drawn there, in one line (0 is the upper
# edge, 300 the lower one):
#
#   log: gap 100 at 0, gap 10 at 0, gap 1 at 0, gap 0 at 0,
#   log, domain from 0.1 to 100: gap 100 at 0, gap 10 at 100, gap 1 at 200, gap 0 at 0,
#   symlog: gap 100 at 0, gap 10 at 144, gap 1 at 255, gap 0 at 300,
#
# Why: the logarithm of 0 has no place on the scale, the place becomes nan, and a mark whose place
# is nan is drawn at 0, which is the top in a picture. A domain that is read from the data begins
# with 0, so every place becomes nan. Known: vega/vega-lite 3911.
# What to do: leave zeros out or replace them by a value below the smallest gap, or use a symlog
# scale.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet altair==6.3.0 vl-convert-python==1.9.0 \
    pandas==3.0.6 numpy==2.4.6
cat >"$folder/seen.py" <<'PYTHON'
import re

import altair
import pandas as pd
import vl_convert

frame = pd.DataFrame({"evaluations": [1, 2, 3, 4], "gap": [100.0, 10.0, 1.0, 0.0]})
scales = {"log": altair.Scale(type="log"),
          "log, domain from 0.1 to 100": altair.Scale(type="log", domain=[0.1, 100]),
          "symlog": altair.Scale(type="symlog")}
for name, scale in scales.items():
    chart = altair.Chart(frame, height=300).mark_point().encode(
        x="evaluations:Q", y=altair.Y("gap:Q", scale=scale))
    drawn = vl_convert.vegalite_to_svg(chart.to_dict())
    places = re.findall(r'gap: (\d+)"[^>]*translate\([^,]*,([^)]*)\)', drawn)
    print(f"{name}:", *(f"gap {gap} at {float(place):.0f}," for gap, place in places))
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/seen.py" | tee "$folder/seen.txt"
# the lines above in this head are what must come out
sed -n 's/^#   //p' "$0" | diff - "$folder/seen.txt"
