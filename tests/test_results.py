"""The results that come with memlab are what memlab computes."""

import json
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from memlab.study import Plan, run, tables

QUICK = Path(__file__).parents[1] / "data" / "results" / "quick"
CELLS = [("mis", "ba_small", "lamarckian"), ("mis", "er_small", "darwinian"),
         ("maxcut", "er_large", "darwinian"), ("maxcut", "rb_small", "lb")]


@pytest.mark.parametrize("cell", CELLS)
def test_cells_of_the_quick_study_come_out_again(cell, tmp_path):
    plan = Plan.from_dict(json.loads((QUICK / "manifest.json").read_text())["plan"])
    block, = (replace(block, configurations=[one])
              for block in plan.blocks for one in block.configurations
              if (*block.problems, *block.datasets, one.mode) == cell)
    store = run(replace(plan, blocks=[block]), tmp_path / "store", workers=1, progress=False)
    now, = tables.compare_scores(store.runs()).to_dict("records")
    shipped = pd.read_csv(QUICK / "scores.csv").set_index(tables.CELL).loc[cell]
    for name in ("graphs", "repetitions", "plain_mean", "std", "mean", "sem", "z"):
        assert now[name] == pytest.approx(shipped[name], rel=1e-5), name
    assert now["verdict"] == shipped["verdict"]
