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


def test_the_readme_says_what_the_results_say():
    readme = (QUICK.parents[2] / "README.md").read_text()
    scores = pd.read_csv(QUICK / "scores.csv")
    for row in scores.itertuples():
        d = 2 if row.problem == "mis" else 1
        cell = (f"{row.mean:.{d}f} ± {row.sem:.{d}f}<br>"
                f"{row.published_mean:.{d}f} ± {row.published_std:.{d}f}")
        assert cell in readme
    assert "All 48 cells agree" in readme and (scores["verdict"] == "agrees").all()
    noticed = (100 * scores["detectable"] / scores["mean"]).round()
    sharp = (scores["problem"] == "maxcut") & scores["dataset"].isin(["er_large", "ba_large"])
    blunt = (scores["problem"] == "mis") & scores["dataset"].str.startswith("rb_")
    assert (noticed[sharp] <= 1).all() and (noticed[blunt] >= 25).all()
    bench = pd.read_csv(QUICK.parent / "bench" / "bench.csv")
    times = bench["reference_seconds"].sum() / bench["memlab_seconds"].sum()
    assert f"{times:.0f} times faster" in readme.replace("\n", " ")
