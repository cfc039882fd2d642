"""Published statements, an experiment each: the files, and the verdicts of chapter 11."""

import re

import nbformat
import pytest

import memlab as ml
from memlab.analysis import comparison, statistics
from memlab.support.paths import RESULTS, ROOT, data

FOLDER = data("experiments") / "literature"
FILES = sorted(FOLDER.glob("*.toml"))
SHIPPED = [path.stem for path in FILES if (RESULTS / path.stem).is_dir()]
CHAPTER = ROOT / "notebooks" / "11_your_own_experiment.ipynb"


# What confirms and what refutes a statement: the rules at the head of each file, as functions of
# the runs, which return whether it is confirmed and whether it is refuted

def times(runs, *by):
    """Mean evaluations by name; a run that missed its target has spent its budget."""
    return runs.groupby([*by, "name"])["evaluations"].mean()


def paired(runs, *names):
    """Paired tests of these methods over graphs, both ways, by first and second."""
    chosen = comparison.named(runs[runs["name"].isin(names)])
    frame = statistics.both_ways(statistics.method_tests(chosen, by="name", unit=("graph",)))
    return frame.set_index(["first", "second"]).sort_index()


def ahead(tests, first, second):
    """By cell, whether the first method is significantly ahead of the second."""
    rows = tests.loc[(first, second)]
    return (rows["difference"] > 0) & (rows["p_holm"] < 0.05)


def heavy_tailed(runs):
    mean, faster, slower, near, far = times(runs, "values"), [], [], [], []
    for m, values in ((3, "jump(21, 3)"), (4, "jump(20, 4)")):
        rates = {rate: mean[values, f"rate {rate:.1f}/n"] for rate in (1, 2, 3, 4, 6)}
        factors = [rates[rate] / rates[1] for rate in (2, 3, 4) if rate <= m]
        loss = mean[values, "power law"] / rates[m]
        faster.append(max(factors) < 1 and rates[m] <= 1.1 * min(rates.values()))
        slower.append(max(factors) > 1)
        near.append(loss <= m**2)
        far.append(loss > m**2)
    return all(faster) and all(near), any(slower) or any(far)


def success_rule_onemax(runs):
    reached = runs["best_fitness"] >= 100
    small = runs["success_rate"] <= 0.5
    fast = (reached & (runs["evaluations"] <= 12_500))[small].all()
    slow = not reached[runs["success_rate"] >= 18].any()
    return fast and slow, not (fast and slow)


def success_rule_cliff(runs):
    mean = times(runs)
    rules = mean.index.str.startswith("s =")
    slowest, fixed = mean[rules].max(), mean[~rules].min()
    return slowest <= fixed / 10, slowest > fixed


def umda_dlb(runs):
    mean, reached = times(runs), (runs["best_fitness"] == 100).groupby(runs["name"]).mean()
    large = ["UMDA 1000", "UMDA 2000"]
    sooner = mean[large] < mean["(1+1) EA"]
    confirmed = (reached[large] == 1).all() and sooner.all()
    return confirmed and reached["UMDA 100, drifting"] <= 0.5, not sooner.any()


def crossover_onemax(runs):
    mean = times(runs)
    ours = mean[mean.index.str.startswith("greedy")]
    plain = mean[mean.index.str.startswith("(1+1)")]
    best, factor = float(re.search(r"[\d.]+(?=/n)", ours.idxmin())[0]), plain.min() / ours.min()
    confirmed = 1.3 <= best <= 1.9 and plain.idxmin() == "(1+1) EA, 1.0/n" and factor >= 1.8
    return confirmed, best <= 1 or factor < 1.4


def lambda_lambda(runs):
    spent = {name: frame["evaluations"] for name, frame in runs.groupby("name")}
    rule = spent.pop("one-fifth rule")
    gaps = [(other.mean() - rule.mean(), (other.sem()**2 + rule.sem()**2) ** 0.5)
            for other in spent.values()]
    return (all(gap > 1.96 * error for gap, error in gaps),
            any(gap < -1.96 * error for gap, error in gaps))


def partial_lamarckism(runs):
    pair = paired(runs, "share 0.0", "share 1.0")
    baldwin, lamarck = (ahead(pair, f"share {one}", f"share {1 - one}").any() for one in (0.0, 1.0))
    return baldwin and lamarck, baldwin != lamarck


def five_percent(runs):
    three = paired(runs, "replaced 0.0", "replaced 0.05", "replaced 1.0")
    others = ("replaced 0.0", "replaced 1.0")
    better = all((three.loc[("replaced 0.05", other)]["difference"] > 0).all() for other in others)
    clearly = all(ahead(three, "replaced 0.05", other).sum() > 3 for other in others)
    return better and clearly, any(ahead(three, other, "replaced 0.05").sum() > 3
                                   for other in others)


def crossover_points(runs):
    three = paired(runs, "uniform", "two-point", "none")
    cell = ["problem", "dataset"]
    level = runs[runs["name"] == "none"].groupby(cell)["best_fitness"].mean()
    gap = three.loc[("uniform", "none")].set_index(cell)["difference"]
    alike = (gap.abs() <= 0.005 * level.reindex(gap.index).abs()).sum() > 6
    return (ahead(three, "two-point", "uniform").sum() > 6 and alike,
            ahead(three, "uniform", "two-point").sum() > 6)


def distant_parents(runs):
    mean = times(runs)
    ratios = [mean[f"mu = {mu}, distant {share}"] / mean[f"mu = {mu}, uniform"]
              for mu in (10, 20) for share in (0.5, 1.0)]
    best = [min(ratios[:2]), min(ratios[2:])]
    return max(best) <= 0.5, min(best) > 1


RULES = {rule.__name__: rule for rule in (
    crossover_onemax, crossover_points, distant_parents, five_percent, heavy_tailed,
    lambda_lambda, partial_lamarckism, success_rule_cliff, success_rule_onemax, umda_dlb)}


def verdict(name, runs):
    confirmed, refuted = RULES[name](runs)
    assert not (confirmed and refuted)
    return "confirmed" if confirmed else "refuted" if refuted else "undecided"


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES[::3], ids=lambda path: path.stem)
def test_an_experiment_runs_in_its_small_size(path, tmp_path):
    plan, whole = ml.study.read_plan(path, profile="smoke"), ml.study.read_plan(path)
    assert plan.frame()["name"].unique().tolist() == whole.frame()["name"].unique().tolist()
    runs = ml.study.run(plan, tmp_path, workers=1, progress=False).runs()
    assert len(runs) == len(plan) < len(whole)
    assert (runs["evaluations"] <= plan.budget).all() and (runs["evaluations"] > 0).all()
    if plan.target is not None:
        # nothing exceeds the optimum, and who has not reached it has spent nearly everything
        assert (runs["best_fitness"] <= plan.target).all()
        left = plan.budget - runs["evaluations"][runs["best_fitness"] < plan.target]
        assert (left <= 0.5 * plan.budget).all()


@pytest.mark.parametrize("name", SHIPPED)
def test_the_chapter_says_what_the_runs_say(name):
    """By the rules that were written down before the runs."""
    source = "\n".join(cell.source for cell in nbformat.read(CHAPTER, 4).cells)
    row, = re.findall(rf"^\| `{name}` .*$", source, re.M)
    runs = ml.study.load(RESULTS / name).runs()
    assert f"**{verdict(name, runs)}**" in row
