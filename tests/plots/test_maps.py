"""The map of leads says what its frame says, also to those who do not tell its colours apart."""

import pandas as pd
from drawn import compiled, rows, texts

from memlab.plots.maps import lead_map
from memlab.plots.palette import MODES

FRAME = pd.DataFrame({"graph_n": [50, 1600, 50, 1600], "graph_p": [0.1, 0.1, 0.9, 0.9],
                      "difference": [0.5, 12.0, -0.25, -3.0], "low": [-1, 11, -1, -4],
                      "high": [2, 13, 0.5, -2], "p_holm": [0.9, 1e-6, 1.0, 0.01],
                      "step_cost": [0, 0, 0, 0.1], "seconds": 1.0})


def test_who_leads_is_a_shape_and_a_certain_lead_is_large():
    drawn = {row["difference"]: row for row in rows(lead_map(FRAME))}
    assert {lead: row["leader"] for lead, row in drawn.items()} == {
        0.5: "Baldwinian", 12.0: "Baldwinian", -0.25: "Lamarckian", -3.0: "Lamarckian"}
    assert [lead for lead, row in drawn.items() if row["certain"]] == [12.0, -3.0]
    assert "seconds" not in drawn[0.5]


def test_the_map_is_compiled_and_has_a_map_per_price_and_both_colours():
    chart = lead_map(FRAME, unit="vertices")
    text = str(compiled(chart))
    assert MODES["baldwinian"].colour in text and MODES["lamarckian"].colour in text
    drawn = texts(chart)
    assert {"n", "p", "50", "1600", "0.9", "vertices", "0", "0.1"} <= set(drawn)
