"""The rule by which claims are judged, on cells of known numbers."""

import numpy as np
import pandas as pd
import pytest

from memlab.paper.claims.verdicts import Estimate, row, sampled

ABOVE_0 = np.nextafter(0.0, 1.0)


def cells(*estimates, sem=0.1, **about):
    return [Estimate(value, sem, 100, least=0.0, **about) for value in estimates]


@pytest.mark.parametrize(("estimates", "options", "expected"), [
    ((1, 1, 1, 1), {}, ("confirmed", 4, 4, 4)),
    ((1, 1, 1, 0.1), {}, ("confirmed more weakly", 4, 3, 4)),
    ((1, 1, 1, -1), {}, ("true mostly, false somewhere", 3, 3, 3)),
    ((1, 1, 0.1, -1), {}, ("true mostly, false somewhere", 3, 2, 3)),
    ((1, 1, 1, -1), {"share": 0.75}, ("confirmed", 3, 3, 3)),
    ((1, 1, -1, -1), {}, ("contradicted", 2, 2, 2)),
    ((1, 1, -1, -1), {"share": 0.25}, ("confirmed", 2, 2, 2)),
    ((0.1, 0.1, 0.1, 0.1), {}, ("cannot be judged", 4, 0, 4)),
    ((0.1, 0.1, 0.1, -1), {}, ("contradicted", 3, 0, 3)),
    ((1, -0.1, -0.1, -0.1), {}, ("cannot be judged", 1, 1, 4)),
    ((1, 1, 1, -1), {"itself": "It does."}, ("contradicts itself", 3, 3, 3)),
    ((1, 1, 1, 1), {"itself": "It does."}, ("confirmed", 4, 4, 4)),
])
def test_the_verdict_follows_from_the_cells(estimates, options, expected):
    found = row(cells(*estimates), **options)
    assert (found["verdict"], found["computed"], found["low"], found["high"]) == expected


def test_the_papers_numbers_come_before_ours():
    found = row(cells(1, 1), cells(-0.5, -0.5))
    assert (found["verdict"], found["paper"]) == ("contradicts itself", 0)
    found = row(cells(1, 1), cells(0.5, 0.5))
    assert (found["verdict"], found["paper"]) == ("confirmed", 2)


def test_a_range_has_two_ends():
    cell = Estimate(2.0, 0.1, 11, least=1.5, most=2.5)      # Student's t: 2.23 standard errors
    assert [row([cell._replace(value=value)])["verdict"] for value in (2.0, 2.4, 1.4, 3.0)] == [
        "confirmed", "cannot be judged", "cannot be judged", "contradicted"]


def test_one_graph_says_nothing_and_equal_graphs_do_not_say_all():
    assert row([sampled(pd.Series([5.0]), 3, least=0.0)])["verdict"] == "cannot be judged"
    cell = sampled(pd.Series([0.0] * 4), 3, least=1e-9)
    assert cell.sem == 1 / 12 and row([cell])["verdict"] == "cannot be judged"
