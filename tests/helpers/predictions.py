"""The predictions at the heads of data/experiments/map, as functions of the runs.

Written before the runs, like the heads. Each function returns, by the number of the prediction,
whether all of it came out.
"""

import functools
import itertools

import numpy as np
import pandas as pd
from scipy import stats

import memlab as ml
from memlab.analysis.frames import ends
from memlab.analysis.leads import chosen, leads
from memlab.analysis.statistics import holm, signed_rank
from memlab.evolution.modes import PAPER_MODES
from memlab.problems import PROBLEMS
from memlab.study.tuned import published
from memlab.support.paths import RESULTS, data

MAP = data("experiments") / "map"
MODES = ("baldwinian", "lamarckian")
SMALL_AND_LARGE = ["er_small", "er_large", "ba_small", "ba_large"]


def at_points(runs, graphs, modes=MODES):
    """Leads with the columns of the graphs and the level of fitness; Holm by problem and price."""
    rivals = runs[runs["mode"].isin([*modes])]
    frame = pd.concat([leads(one, graphs, modes)
                       for _, one in rivals.groupby(["problem", "step_cost"], sort=False)])
    graph = [name for name in runs if name.startswith("graph_") and name not in (
        "graph_index", "graph_seed")]
    about = runs.drop_duplicates("dataset")[["dataset", *graph]]
    level = rivals.groupby(["problem", "dataset"])["best_fitness"].mean().rename("level")
    frame = frame.merge(about, on="dataset").join(level, on=["problem", "dataset"])
    sure = frame["p_holm"] < 0.05
    return frame.assign(first_ahead=sure & (frame["difference"] > 0),
                        second_ahead=sure & (frame["difference"] < 0))


def law_errors(frame, by):
    """Errors (RMS) at values of a column that were left out, relative to the leads' deviation."""
    x, y = np.log(frame["graph_n"].to_numpy()), np.log(frame["graph_p"].to_numpy())
    features = np.column_stack([np.ones(len(x)), x, y, x * x, y * y, x * y])
    lead, guess = frame["difference"].to_numpy(), np.zeros(len(frame))
    for value in frame[by].unique():
        out = (frame[by] == value).to_numpy()
        weights = np.linalg.lstsq(features[~out], lead[~out], rcond=None)[0]
        guess[out] = features[out] @ weights
    return np.sqrt(((lead - guess) ** 2).mean()) / lead.std()


def plane(runs):
    runs = runs.assign(mode=runs["mode"].where(
        runs["lb_probability"].isna(), "lb " + runs["lb_probability"].map("{:g}".format)))
    frame = at_points(runs, 3)
    sets, cuts = frame[frame["problem"] == "mis"], frame[frame["problem"] == "maxcut"]
    free, seconds, dear = (sets[sets["step_cost"] == price] for price in (0, 0.1, 1))
    middle = free.query("240 <= graph_n <= 850 and graph_p <= 0.15")
    row = free[free["graph_n"] == 330].set_index("graph_p")["difference"]
    cut = cuts[cuts["step_cost"] == 0]
    between = False
    whole = runs[(runs["problem"] == "mis") & (runs["step_cost"] == 0)]
    for share in ("lb 0.05", "lb 0.15"):
        ahead = [at_points(whole, 3, (share, mode)).query("graph_n >= 1170").set_index("dataset")[
            "first_ahead"] for mode in MODES]
        between |= bool((ahead[0] & ahead[1]).any())
    return {
        1: (not free["second_ahead"].any() and middle["first_ahead"].mean() > 0.5
            and row[row.index <= 0.025].min() > 3 and row[row.index >= 0.6].max() < 1),
        2: (seconds.query("graph_n <= 450")["first_ahead"].any()
            and seconds.query("graph_n >= 850")["second_ahead"].any()
            and not dear["first_ahead"].any()
            and dear.query("graph_n >= 180 and graph_p <= 0.15")["second_ahead"].mean() > 0.5),
        3: ((cut["difference"].abs() <= 0.005 * cut["level"]).all()
            and cut.query("graph_n >= 1170")["second_ahead"].mean() > 0.5),
        4: between,
        5: all(law_errors(one, by) < 0.5
               for one in (free, seconds, dear) for by in ("graph_n", "graph_p")),
    }


def degree(runs):
    frame = at_points(runs, 6)
    free = frame[frame["step_cost"] == 0]
    sets, cuts = free[free["problem"] == "mis"], free[free["problem"] == "maxcut"]
    line = {model: one["difference"].to_numpy() for model, one in sets.groupby("graph_model")}
    er = line["er"]
    planted = runs.query("problem == 'mis' and step_cost == 0 and graph_model == 'planted'")
    best = chosen(planted, 6)
    reached = best.assign(reached=best["best_fitness"] >= best["graph_size"]).groupby(
        ["graph_size", "mode"])["reached"].mean()
    return {
        1: (np.abs(line["regular"] - er)[1:] <= 3).all(),
        2: (line["ba"][:2] < er[:2] / 2).all() and (np.abs(line["ba"] - er)[3:] <= 3).all(),
        3: (line["geometric"][2:] < er[2:]).all(),
        4: (reached[140] == 1).all() and reached[100, MODES[0]] > reached[100, MODES[1]],
        5: (cuts["difference"].abs() <= 0.01 * cuts["level"]).all(),
    }


def crossover(runs):
    level = runs.pivot_table(index=["problem", "dataset", "mu", "graph"], values="best_fitness",
                             columns=["mode", "crossover_rate"])
    lead = level["baldwinian"] - level["lamarckian"]
    cell = ["problem", "dataset", "mu"]
    means, lamarck = lead.groupby(cell).mean(), level["lamarckian"].groupby(cell).mean()
    change = lead[1.0] - lead[0.0]
    mean = change.groupby(cell).mean()
    sure = pd.Series(holm(change.groupby(cell).apply(
        lambda one: signed_rank(one.to_numpy()))), mean.index) < 0.05

    def places(problem, datasets, *mus):
        return [*itertools.product([problem], datasets, mus)]

    cuts, large = places("maxcut", SMALL_AND_LARGE, 10, 250), places("maxcut", SMALL_AND_LARGE, 250)
    er, rb = places("mis", ["er_small", "er_large"], 250), places("mis", ["rb_large"], 10, 250)
    return {
        1: ((means.loc[cuts, 0.0] > 0).all()
            and (means.loc[places("maxcut", ["er_large"], 10, 250), 0.0] > 30).all()),
        2: ((sure & (mean < 0))[large].all()
            and (means.loc[large, 1.0].abs() <= 0.003 * lamarck.loc[large, 1.0]).all()),
        3: ((sure & (mean > 0))[er].all()
            and lamarck.loc[er[-1], 1.0] < lamarck.loc[er[-1], 0.0]),
        4: (means.loc[rb, 0.0] < 0).all() and (means.loc[rb, 1.0] > 0).all(),
    }


def share(runs):
    key = ["problem", "step_cost", "graph_n", "graph_p"]
    whole = runs[runs.get("inherits", "whole") != "each"]
    each = runs[runs.get("inherits", "whole") == "each"]

    def table(frame, value="best_fitness"):
        return frame.pivot_table(index=[*key, "graph_index"], columns="lb_probability",
                                 values=value)

    level, lines = table(whole), whole[key].drop_duplicates().itertuples(index=False)
    rows = []
    for line in lines:
        values = level.loc[tuple(line)]
        half = len(values) // 2
        best = values.iloc[:half].mean().idxmax()
        rest = values.iloc[half:]
        rows.append([*line, best, *[signed_rank((rest[a] - rest[b]).to_numpy()) if a != b else 1.0
                                    for a, b in ((best, 0), (best, 1), (1, 0))],
                     (rest[best] - rest[0]).mean(), (rest[1] - rest[0]).mean()])
    frame = pd.DataFrame(rows, columns=[*key, "best", "p_0", "p_1", "p_ends", "over_0", "ends"])
    for column in ("p_0", "p_1", "p_ends"):      # over the lines of all problems at a price
        frame[column] = frame.groupby("step_cost")[column].transform(holm)
    sets = frame[frame["problem"] == "mis"]
    free, seconds, dear = (sets[sets["step_cost"] == price] for price in (0, 0.1, 1))

    def ends_ahead(frame):
        return ((frame["p_ends"] < 0.05) & (frame["ends"] > 0)).all()

    mean = level.groupby(key).mean()
    steps = table(whole, "local_search_steps").groupby(key).mean()
    few = [place for place in mean.index if place[:2] == ("mis", 0) and place[2] <= 400]
    cuts = [place for place in mean.index if place[:2] == ("maxcut", 0)]
    bits = table(each)
    tests = [(level.loc[place][one] - bits.loc[place][one]).to_numpy()
             for place in few if place[2] >= 200 for one in (0.1, 0.3)]
    p = holm([signed_rank(test) for test in tests])
    return {
        1: (not ((free["p_0"] < 0.05) & (free["over_0"] > 0) & (free["graph_n"] <= 400)).any()
            and (free[free["graph_n"] == 800]["best"] > 0).all()),
        2: (ends_ahead(seconds[seconds["graph_n"] == 800])
            and ends_ahead(dear[dear["graph_n"] >= 400])),
        3: ((mean.loc[few, 0] - mean.loc[few, 0.01] <= 0.5).all()
            and (steps.loc[few, 0.01] < 0.9 * steps.loc[few, 0]).all()),
        4: all(test.mean() > 0 for test in tests) and (p < 0.05).all(),
        5: (mean.loc[cuts].sub(mean.loc[cuts, 1], axis=0).abs().max(axis=1)
            <= 0.005 * mean.loc[cuts, 1]).all(),
    }


def reserve_of_ones(runs):
    name = runs["mode"].where(runs["method"] == "evolution", np.where(
        runs["inherits"] == 0, "Baldwin", "added " + runs["added"].map("{:g}".format)))
    search = runs["local_search"].where(runs["problem"] == "mis", "cuts")
    level = runs.assign(name=name, search=search).pivot_table(
        index=["search", "dataset", "graph_index"], columns="name", values="best_fitness")
    late = level[level.index.get_level_values("graph_index") >= 10]
    early = level[level.index.get_level_values("graph_index") < 10]
    cell = ["search", "dataset"]
    mean, doses = late.groupby(cell).mean(), ["added 0.01", "added 0.03", "added 0.1", "added 0.2",
                                              "added 0.3", "added 0.5"]
    whole = level.groupby(cell).mean()

    def interval(difference):
        groups = difference.groupby(cell)
        return ends(groups.mean(), groups.sem(), groups.count())

    sets = whole.drop("cuts")
    dose = early.groupby(cell).mean()[doses].idxmax(axis=1)
    places = [dose[place[:2]] for place in late.index]
    dosed = pd.Series([late.loc[place, one] for place, one in zip(late.index, places, strict=True)],
                      late.index)
    behind, _ = interval(dosed - late["Baldwin"])
    er, gap = ("repair", "er_small"), mean["Baldwin"] - mean["added 0"]
    low, high = interval(late["baldwinian"] - late["lamarckian"])
    return {
        0: ((sets["Baldwin"] - sets["baldwinian"]).abs().max() <= 0.5
            and (sets["added 0"] - sets["lamarckian"]).abs().max() <= 0.5),
        1: ((behind["repair"] > -0.5).all()
            and mean.loc[er, dose[er]] - mean.loc[er, "added 0"] >= 1
            and mean.loc[er, "added 0.01"] - mean.loc[er, "added 0"] < gap[er] / 2),
        2: ((low["augment"] > -0.5).all() and (high["augment"] < 0.5).all()
            and mean.loc["augment", doses].sub(mean.loc["augment", "added 0"],
                                               axis=0).max(axis=None) < 0.5),
        3: (((mean["baldwinian"] - mean["lamarckian"]).abs() <= 0.002 * mean["lamarckian"])[
            "cuts"].all() and mean.loc["cuts", doses[2:]].lt(mean.loc["cuts", "added 0"],
                                                             axis=0).all(axis=None)),
    }


def ties_and_sizes(runs):
    level = runs.pivot_table(index=["problem", "mu", "dataset"], columns=["mode", "ties"],
                             values="best_fitness")
    sets, lamarck = level.loc["mis"], level.loc["mis"]["lamarckian"]
    loss = lamarck["random"] - lamarck["parents"]
    cuts = level.loc["maxcut"].drop(1, level="mu")
    return {
        1: ((loss[250] > 0).sum() >= 4
            and (sets["baldwinian"]["random"] - sets["baldwinian"]["parents"])[250].max() <= 1),
        2: all((lamarck["offspring"] > lamarck["random"])[mu].sum() >= 4 for mu in (10, 50, 250)),
        3: (loss[1] > loss[250])[SMALL_AND_LARGE].all(),
        4: all((cuts[mode].sub(cuts[mode]["random"], axis=0).abs().max(axis=1)
                <= 0.005 * cuts[mode]["random"]).all() for mode in MODES),
    }


@functools.cache
def suggestions(path):
    """What `memlab.advise` says of every graph of an experiment, at every price."""
    plan, rows = ml.study.read_plan(path), []
    for _, spec, source in plan.places():
        for index in range(source.count):
            problem = PROBLEMS[spec.name](source.graph(index, plan.seed, plan.folder))
            about = source.columns(index, plan.seed)
            for price in (0, 0.1, 1):
                advice = ml.advise(problem, price)
                rows.append({"problem": spec.name, "dataset": about["dataset"],
                             "graph": about["graph"], "inside": not advice.outside,
                             "announced": advice.gain} | advice.configuration.to_dict()
                            | {"step_cost": price})
    return pd.DataFrame(rows)


def gains(path, runs):
    """What the advice gains, in per cent of the universal Baldwinian configuration's result."""
    unpaid = runs[runs["mode"] == "darwinian"]
    runs = pd.concat([runs, *(unpaid.assign(step_cost=price) for price in (0.1, 1))])
    keys = ["problem", "dataset", "graph", "step_cost"]
    base = runs[(runs["mode"] == "baldwinian") & (runs["mu"] == 250)]
    base = base.groupby(keys)["best_fitness"].mean().rename("base")
    settings = ["mode", "mu", "lambda_", "crossover_rate", "lb_probability"]
    ours = runs.groupby([*keys, *settings], dropna=False)["best_fitness"].mean().reset_index()
    frame = suggestions(path).merge(ours, on=[*keys, *settings], validate="one_to_one").join(
        base, on=keys)
    return frame.assign(gain=100 * (frame["best_fitness"] / frame["base"] - 1))


def advice(runs):
    frame = gains(MAP / "advice.toml", runs)
    place = ["problem", "step_cost"]
    between = frame[frame["dataset"].str.contains("=")]
    groups = between.groupby(place)["gain"]
    mean, error = groups.mean(), groups.sem()
    p = 2 * stats.t.sf(np.abs(mean / error.where(error > 0, 1)), groups.size() - 1)
    sure = pd.Series(holm(p) < 0.05, mean.index)
    off = (between.groupby(place)["announced"].mean() - mean).abs()
    own = frame[~frame["dataset"].str.contains("=")]
    cells = own.groupby(["problem", "dataset", "step_cost"])["gain"].mean()
    return {
        1: (all(sure["mis", price] and mean["mis", price] >= least
                for price, least in ((0.1, 3), (1, 6)))
            and not (sure["mis", 0] and mean["mis", 0] < 0)),
        2: (all(sure["maxcut", price] and mean["maxcut", price] >= 0.3 for price in (0.1, 1))
            and abs(mean["maxcut", 0]) <= 0.2),
        3: (off["mis"] <= 2).all() and (off["maxcut"] <= 0.3).all(),
        4: (own["inside"] == own["dataset"].isin(["er_small", "er_large"])).all(),
        5: (cells >= -1).all() and cells["mis", "ba_large", 1] >= 20,
    }


def against_the_papers_best(runs):
    """What the advice gains over the paper's best mode for a dataset, by graph, in per cent."""
    best = published("scores")
    best = best[best["mode"].isin(PAPER_MODES)].sort_values("mean", ascending=False)
    best = best.drop_duplicates(["problem", "dataset"])[["problem", "dataset", "mode"]]
    keys = ["problem", "dataset", "graph", "step_cost"]
    theirs = runs.merge(best, on=["problem", "dataset", "mode"]).set_index(keys)["best_fitness"]
    ours = gains(MAP / "advice.toml", ml.study.load(RESULTS / "advice").runs())
    frame = ours.join(theirs.rename("theirs"), on=keys, how="inner")
    return frame.assign(gain=100 * (frame["best_fitness"] / frame["theirs"] - 1))


def papers_best(runs):
    frame = against_the_papers_best(runs)
    mean = frame.groupby(["step_cost", "problem", "dataset"])["gain"].mean()
    er = ["er_small", "er_large"]
    outside = ["ba_small", "ba_large", "rb_small", "rb_large"]
    return {
        1: (mean[0].loc[(slice(None), er)].abs() <= 1).all(),
        2: (mean[0].loc[(slice(None), outside)] >= -3).all(),
        3: ((mean[1, "mis"] > 0).all() and (mean[1, "mis"][["er_large", "ba_large"]] >= 5).all()
            and (mean[1, "maxcut"] >= -0.5).all()),
    }


def public_advice(path, runs):
    """Of the public graphs: its file lies beside them."""
    frame = gains(path, runs)
    inside = frame[frame["inside"]]
    mean = inside[inside["step_cost"] > 0].groupby(["problem", "step_cost"])["gain"].mean()
    least = frame.groupby("problem")["gain"].min()
    return {
        1: {*inside["graph"]} == {"C125.9", "C250.9", "brock200_2", "G1", "er_small_1",
                                  "er_large_1"} and inside["graph"].value_counts().eq(6).all(),
        2: (mean > 0).all(),
        3: least["mis"] >= -5 and least["maxcut"] >= -1,
    }, frame


RULES = {rule.__name__: rule
         for rule in (plane, degree, crossover, share, reserve_of_ones, ties_and_sizes, advice,
                      papers_best)}


def verdicts(name, runs):
    """By number, whether a prediction is "confirmed" or "refuted"."""
    return {number: "confirmed" if came_out else "refuted"
            for number, came_out in RULES[name](runs).items()}


