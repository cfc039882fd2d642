"""Hinton and Nowlan's experiment on the screen: the same courses as `theory.hinton_nowlan`."""

import pandas as pd

import memlab as ml
from memlab.explorer.views.needle import MODES, NeedleView

FAST = 10**12
SMALL = {"learners": 100, "trials": 200, "generations": 12, "seed": 3, "speed": FAST}


def test_it_is_the_experiment_of_the_theory_in_three_versions():
    view = NeedleView(SMALL)
    view.runner.run()
    assert view.runner.state == "finished"
    courses = view.runner.job.course()
    for mode, trials, inherited in (("darwinian", 0, False), ("baldwinian", 200, False),
                                    ("lamarckian", 200, True)):
        expected = ml.theory.hinton_nowlan(100, trials=trials, generations=12, seed=3,
                                           inherited=inherited)
        mine = courses[courses["mode"] == mode].drop(columns="mode").reset_index(drop=True)
        pd.testing.assert_frame_equal(mine, expected)


def test_its_code_gives_its_data():
    view = NeedleView(SMALL)
    view.runner.step()
    names = {}
    code, data, _ = view.runner.job.export()
    exec(code, names)
    together = pd.concat(names["courses"], names=["mode"]).reset_index(0).reset_index(drop=True)
    pd.testing.assert_frame_equal(together, data.reset_index(drop=True))
    assert len(data) == 2 * len(MODES)


def test_what_is_drawn_is_the_course_and_the_genes_of_those_who_live():
    view = NeedleView(SMALL)
    view.runner.run()
    course = view.runner.job.course()
    shown = pd.DataFrame(view._charts.rows["baldwinian"])
    right = shown[shown["allele"] == "right"].sort_values("generation")["share"].tolist()
    assert right == course[course["mode"] == "baldwinian"]["right"].tolist()
    assert shown.loc[shown["last"], "generation"].unique().tolist() == [11]
    rows, columns = view._maps.shape
    assert (rows, columns, len(view._maps.bits)) == (20, 100, 3)
    ones = [sum(bin(byte).count("1") for byte in bits[:len(bits) // 2])
            for bits in view._maps.bits]
    last = course[course["generation"] == 11].set_index("mode")["right"]
    assert [one / 2000 for one in ones] == last[list(MODES)].tolist()
