"""Charts name what they lack."""

import pandas as pd
import pytest

from memlab import plots


def test_a_missing_column_or_an_unknown_mode_is_named():
    with pytest.raises(ValueError, match="lacks .*diversity"):
        plots.diversity(pd.DataFrame({"mode": ["lb"], "evaluations": [0.0]}))
    with pytest.raises(ValueError, match="not 'memetic'"):
        plots.diversity(pd.DataFrame({"mode": ["memetic"], "evaluations": [1], "diversity": [0.0]}))
