"""Experiments on problems that are Python functions: any genome, any instance, floats, calls."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

import asking
import numpy as np
import pyarrow.parquet as pq
import pytest
from studying import EXPERIMENTS, assert_same, read

import memlab as ml
from memlab.evolution.run import trace_grid
from memlab.problems.function import FunctionProblem
from memlab.report import experiment
from memlab.study import ExperimentError, Plan, provenance, shards
from memlab.study.worker import compute_run, do_batch

TOURS = '[[problems]]\nproblem = "tours:tour"\n'
CITIES = '[[instances]]\nfiles = "tours/*.csv"\n'
METHODS = '[[methods]]\nmode = ["darwinian", "lamarckian"]\nmu = 4\nlambda_ = 4\n'
TOP = "budget = 60\ntraced_graphs = 1\nsolutions = true\n"


def ran(folder, plan):
    """The store of a plan, whose runs are computed in this process."""
    with ThreadPoolExecutor(1) as here:
        return ml.study.run(plan, folder, executor=here, progress=False)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A store of the experiment on tours, of which half was computed before the other half."""
    plan, folder = read("tours"), tmp_path_factory.mktemp("tours")
    ml.study.run(plan, folder, workers=2, progress=False, part=(2, 2))
    return ran(folder, plan)


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(EXPERIMENTS, tmp_path / "here")
    return tmp_path / "here"


def plan_of(folder, instances=CITIES, problems=TOURS, methods=METHODS):
    return asking.read(folder, asking.text(TOP, instances, problems, methods))


def test_what_is_left_is_computed_as_all_at_once(store, tmp_path):
    assert_same(store, ran(tmp_path, read("tours")))


def test_budgets_count_calls_unless_offspring_are_asked_for(store):
    runs = store.runs()
    free = runs["count"] == "offspring"
    assert (runs["calls"][~free] == 100).all() and (runs["evaluations"][free] == 100).all()
    assert (runs["calls"][free] > 100).all()
    learned = ~free & (runs["mode"] != "darwinian")
    assert (runs["evaluations"][learned] < 75).all()
    assert not runs["vertices"].notna().any()


def test_values_have_the_readers_sign_and_solutions_are_what_the_function_got(store):
    runs, solutions = store.runs(), store.solutions()
    assert (runs["value"] == -runs["best_fitness"]).all() and (runs["fitness_unit"] == -1).all()
    for task, value, solution in zip(store.plan.tasks(), runs["value"], solutions["solution"],
                                     strict=True):
        points = task.source.graph(task.graph, 0, EXPERIMENTS)
        problem = task.problem.problem(points, EXPERIMENTS)
        assert problem.value(np.array(solution)) == pytest.approx(value)


def test_traces_are_kept_on_the_grid_of_what_is_counted(store):
    traces, runs = store.traces(), store.runs().set_index("run")
    grid = set(trace_grid(100))
    free = traces["count"] == "offspring"
    assert set(traces["calls"][~free]) <= grid and set(traces["evaluations"][free]) <= grid
    for number, course in traces.groupby("run"):
        assert course["value"].iloc[-1] == runs["value"][number]
        for name in ("evaluations", "calls", "local_search_steps"):
            assert course[name].is_monotonic_increasing
            assert course[name].iloc[-1] == runs[name][number]
    assert traces["evaluations"].dtype == np.int64


def test_each_draw_has_a_name_and_a_seed_and_its_arguments_are_columns(store):
    runs = store.runs()
    assert set(runs["graph_n"].dropna()) == {6, 9}
    assert set(runs["dataset"]) == {"cities", "tours:random_points n=6", "tours:random_points n=9"}
    sources = {source.label: source for _, _, source in store.plan.places()}
    draws = {sources[label].graph(i, seed, EXPERIMENTS).tobytes()
             for label in list(sources)[1:] for i in (0, 1) for seed in (0, 1)}
    assert len(draws) == 8


@pytest.mark.parametrize("name, text", [("tours/b.csv", "0,0\n"), ("tours.py", "\n")])
def test_a_change_of_a_file_or_of_the_module_is_noticed(folder, name, text):
    instances = CITIES + '[[instances]]\ngenerate = "tours:random_points"\nn = 5\n'
    plan = plan_of(folder, instances)
    with open(folder / name, "a") as file:
        file.write(text)
    other = plan_of(folder, instances)
    assert other.fingerprint != plan.fingerprint and name in plan.differences(other)
    noticed = set()
    for task in plan.tasks():
        try:
            task.source.graph(task.graph, 0, folder)
        except ValueError as error:
            assert "has changed since the experiment was read" in str(error)
            noticed.add(task.source.graph_name(task.graph, 0))
    assert noticed == {"b" if name == "tours/b.csv" else "tours:random_points n=5/0/0"}
    assert not Plan.from_dict(plan.to_dict(), folder=plan.folder).differences(plan)


# -------------------------------------------------------------------------- beside other problems

def test_jitted_problems_may_stand_in_the_same_file(folder):
    """Sets take the graphs, tours the tours; and integers stay integers in their own files."""
    graphs = '[[graphs]]\nfiles = "instances/*.graph"\nname = "graphs"\n'
    dlb = '[[problems]]\nproblem = "dlb"\nn = 6\nk = 3\n'
    plan = plan_of(folder, CITIES + graphs, TOURS + asking.PROBLEMS + dlb)
    store = ran(folder / "store", plan)
    runs = store.runs()
    assert len(runs) == (3 + 2 + 1) * 2
    assert runs.groupby("problem")["calls"].count().to_dict() == {
        "tours:tour": 6, "mis": 0, "dlb": 0}
    kinds = {pq.read_schema(path).field("best_fitness").type
             for path in shards.paths(store.folder / "shards")}
    assert {str(kind) for kind in kinds} == {"int64", "double"} and len(kinds) == 2
    solutions = store.solutions().set_index("problem")["solution"]
    assert isinstance(solutions["mis"].iloc[0][0], str)
    assert sorted(solutions["tours:tour"].iloc[0]) == [*range(7)]
    copy = store.copy(folder / "copy")
    assert_same(copy, store)
    traces = store.traces()
    dlb = traces[traces["problem"] == "dlb"]
    assert dlb["calls"].isna().all() and dlb["evaluations"].tolist() == [
        point for point in trace_grid(60) if point >= 4] * 2


def test_shards_of_integers_are_as_they_always_were(tmp_path):
    block = ml.study.Block([ml.study.ProblemSpec("dlb", {"n": 6, "k": 3})], ["er_small"],
                           [ml.study.Configuration("lamarckian", 5, 5)])
    plan = ml.study.Plan("old", [block], budget=50, traced_graphs=1)
    store = ran(tmp_path, plan)
    path, = shards.paths(tmp_path / "shards")
    assert not {"calls", "trace_calls", "trace_evaluations", "solution"} & {
        *pq.read_schema(path).names}
    assert not {"calls", "count"} & {*store.runs(), *store.traces()}


def test_integers_that_no_float_holds_are_not_lost_beside_floats(tmp_path):
    row = dict.fromkeys(("run", "unique_best", "evaluations", "local_search_steps"), 1) | {
        "seconds": 0.1}
    tables = shards.tables_of([row | {"best_fitness": value} for value in (2**62 + 1, 0.5)])
    shards.write(tmp_path, tables[0], {"plan": ""} | provenance.here())
    path, = shards.paths(tmp_path)
    assert shards.read(path, ["best_fitness"])[1]["best_fitness"].to_pylist() == [2**62 + 1]
    assert shards.joined(tables)["best_fitness"].to_pylist() == [2.0**62, 0.5]


# ------------------------------------------------------------------------------------ what is wrong

FULL = """
import memlab as ml
def sack(room=3):
    return ml.FunctionProblem(ml.spaces.Bits(8), lambda x: x.sum(), local_search=remove,
                              feasible=lambda x: max(0, int(x.sum()) - room))
def remove(x, value, f, rng):
    while x.any():
        x = x.copy()
        x[rng.choice(x.nonzero()[0])] = 0
        yield x, f(x)
        if x.sum() <= 3:
            return
"""


SETS = """
import memlab as ml
class Sets(ml.spaces.Space):
    def random(self, rng):
        return frozenset({int(rng.integers(9))})
    def cross(self, x, y, rng):
        return x | y
    def mutate(self, x, rng):
        return x
def make():
    return ml.FunctionProblem(Sets(), len)
"""


def test_a_solution_that_json_does_not_have_is_kept_as_text(folder):
    (folder / "sets.py").write_text(SETS)
    plan = plan_of(folder, "", '[[problems]]\nproblem = "sets:make"\n',
                   METHODS.replace(', "lamarckian"', ""))
    store = ran(folder / "store", plan)
    text, = store.solutions()["solution"]
    assert len(eval(text)) == store.runs()["value"][0]      # the text of a frozenset


def test_a_run_without_a_feasible_solution_has_no_value(folder):
    """Its solution would have the best value of all."""
    (folder / "full.py").write_text(FULL)
    plan = plan_of(folder, "", '[[problems]]\nproblem = "full:sack"\nroom = [-1, 3]\n')
    store = ran(folder / "store", plan)
    runs, traces = store.runs(), store.traces()
    never = runs["room"] == -1
    assert runs["value"][never].isna().all() and (runs["value"][~never] == 3).all()
    best = traces["best_fitness"].groupby(traces["run"])
    assert (best.agg(lambda course: course.dropna().is_monotonic_increasing)).all()
    assert traces["best_fitness"].max() == 3
    made = experiment.tables(*experiment.frames(store))
    share = made["means"].set_index(["problem", "method"])["feasible_percent"]
    assert share["full:sack room=-1"].eq(0).all() and share["full:sack room=3"].isna().all()
    assert made["success_rates"].groupby("problem")["rate"].max().tolist() == [0, 1]
    ml.analysis.export_ioh(store, folder / "ioh")
    assert len([*(folder / "ioh").rglob("*.dat")]) == 2

BROKEN = """
import memlab as ml
BITS = ml.spaces.Bits(6)
def fails(path): return ml.FunctionProblem(BITS, lambda x: 1 / 0)
def shows_nothing(path): return ml.FunctionProblem(BITS, lambda x: float("nan"))
def lies(path):
    def search(x, value, f, rng):
        yield x, value + 1
    return ml.FunctionProblem(BITS, lambda x: x.sum(), local_search=search)
def cannot(path):
    return ml.FunctionProblem(BITS, lambda x: x.sum(), decode=lambda x: x.argsort(),
                              solutions=ml.spaces.Permutation(6))
def parallel(path): return ml.FunctionProblem(BITS, lambda x: x.sum(), workers=2)
def jitted(path): return ml.DeceptiveLeadingBlocks(6, 3)
"""


@pytest.mark.parametrize("name, said", [
    ("fails", "ZeroDivisionError: division by zero"),
    ("shows_nothing", "what function returns must be a number, not nan"),
    ("lies", "was reported to have the value"),
    ("cannot", "mode 'lamarckian' needs encode")])
def test_what_is_wrong_with_a_function_is_said(name, said, folder):
    (folder / "broken.py").write_text(BROKEN)
    plan = plan_of(folder, problems=f'[[problems]]\nproblem = "broken:{name}"\n')
    rows, failures = do_batch(plan.tasks(), compute_run, provenance.here())
    assert len(rows) == 3 * (name in ("lies", "cannot")) and said in failures[-1][1]


def test_workers_of_a_problem_are_not_used_in_a_study(folder):
    (folder / "broken.py").write_text(BROKEN)
    plan = plan_of(folder, problems='[[problems]]\nproblem = "broken:parallel"\n')
    with mock.patch.object(FunctionProblem, "pool", lambda self: self.workers and 1 / 0):
        assert {compute_run(task)["calls"] for task in plan.tasks()} == {60}


@pytest.mark.parametrize("method", ["random", "restarts", "broken:climb"])
def test_other_methods_refuse_a_function(method, folder):
    (folder / "broken.py").write_text(BROKEN + "def climb(trial): ...\n")
    plan = plan_of(folder, methods=f'[[methods]]\nmethod = "{method}"\n')
    with pytest.raises(TypeError, match="problem must be a Problem, not FunctionProblem"):
        compute_run(next(plan.tasks()))


def test_only_functions_count_calls(folder):
    (folder / "broken.py").write_text(BROKEN)
    plan = plan_of(folder, problems='[[problems]]\nproblem = "broken:jitted"\n',
                   methods=METHODS + 'count = "calls"\n')
    with pytest.raises(ValueError, match="count must not be 'calls'"):
        compute_run(next(plan.tasks()))


@pytest.mark.parametrize("instances, message", [
    ('[[instances]]\nfiles = "tours/*.xyz"\n', "files: 'tours/*.xyz' matches no file"),
    ('[[instances]]\nfiles = "tours/*.csv"\nformat = "csv"\n', "csv"),
    ('[[instances]]\ngenerate = "tours:nothing"\n', "tours.py has no function 'nothing'"),
    ('[[instances]]\ngenerate = "tours:random_points"\n', "key 'n' is missing"),
    ('[[instances]]\ngenerate = "tours:random_points"\nn = 5\nk = 1\n', "unknown key 'k'"),
    ('[[instances]]\ngenerate = "tours:random_points"\nn = 5\ncount = 0\n',
     "count must be an integer of at least 1, not 0"),
    ('[[instances]]\ngenerate = "tours:random_points"\nn = 5\nseed = 1\n', "unknown key 'seed'")])
def test_mistakes_in_a_file_are_told(folder, instances, message):
    with pytest.raises(ExperimentError) as error:
        plan_of(folder, instances)
    assert message in str(error.value)
