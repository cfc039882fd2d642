"""A picture of a landscape shows every solution once."""

import pandas as pd
from drawn import compiled, rows, texts

from memlab import plots


def test_a_landscape_has_a_point_per_solution_and_stage():
    frame = pd.DataFrame({"ones": [0, 1, 2], "before": [1, 0, 3], "after": [1, 3, 3]})
    chart = plots.landscape(frame, "ones", title="One block", xlabel="ones in the block")
    assert compiled(chart)
    shown = {(row["ones"], row["stage"]): row["fitness"] for row in rows(chart)}
    assert shown == {(0, "as it is"): 1, (1, "as it is"): 0, (2, "as it is"): 3,
                     (0, "after local search"): 1, (1, "after local search"): 3,
                     (2, "after local search"): 3}
    assert {"One block", "ones in the block", "as it is"} <= set(texts(chart))
