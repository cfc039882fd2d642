"""Every mistake in an experiment file is told with file, table, key, and what is allowed."""

import pytest
from asking import METHODS, files, method, problem, read, text
from suites import shortened

from memlab import problems, study
from memlab.evolution import modes
from memlab.study import ExperimentError

FIRST_GRAPHS, FIRST_PROBLEM, FIRST_METHOD = (f"[[{name}]] number 1: " for name in
                                             ("graphs", "problems", "methods"))
MODES, PROBLEM_NAMES, METHOD_NAMES = (str([*table])[1:-1] for table in (
    modes.MODES, problems.PROBLEMS, study.METHODS))
KEYS = ("'name', 'title', 'budget', 'repetitions', 'seed', 'traced_graphs', 'target', "
        "'one_at_a_time', 'solutions', 'keep_states', 'response', 'graphs', 'instances', "
        "'problems', 'methods', 'profiles'")
BROKEN = {
    # the file
    "no TOML": ("budget = \n", ": Invalid value (at line 1, column 10)"),
    "an unknown key": (text("bugdet = 200\n"), f": unknown key 'bugdet'; allowed are {KEYS}"),
    "a table in place of an array": (
        text(graphs='[graphs]\ndataset = "ba_small"\n'),
        ": graphs must be tables, each begun by [[graphs]], not {'dataset': 'ba_small'}"),
    "no graphs": (text(graphs=""), ": table [[graphs]] is missing for problem 'mis'"),
    # the plan
    "a name with a slash": (text('name = "a/b"\n'), ": name must be letters, digits, and any of "
                            "' ._-', not 'a/b'"),
    "a target in words": (text('target = "all"\n'), f": target must be an integer from "
                          f"-{2**128 - 1} to {2**128 - 1}, not 'all'"),
    "lists of which all combinations take hours": (
        text(methods=METHODS + f"lambda_ = {[*range(1, 20_000)]}\n"),
        f": {FIRST_METHOD}the number of combinations must be an integer of at most 10000, not 199"),
    # the graphs
    "no source": (files('split = "test"'),
                  f": {FIRST_GRAPHS}key 'dataset', 'files' or 'generate' is missing"),
    "an empty list": (files("dataset = []"),
                      f": {FIRST_GRAPHS}dataset must have a value, not an empty list"),
    "no such files": (files('files = "*.clq"'),
                      f": {FIRST_GRAPHS}files: '*.clq' matches no file in "),
    "a broken graph": (files('files = ["a.graph", "*.mis"]'),
                       "broken.mis:2: (1, 9) names a vertex outside 1..3"),
    "two files of one name": (files('files = ["a.graph", "below/*.graph"]'),
                              f": {FIRST_GRAPHS}files must have different names: two are 'a'"),
    "two sources of one name": (files('files = "a.graph"\n[[graphs]]\nfiles = "b.graph"'),
                                ": sources must have different names: two are 'files'"),
    # the problems
    "no problem": (text(problems='[[problems]]\nlocal_search = "swap"\n'),
                   f": {FIRST_PROBLEM}key 'problem' is missing"),
    "an unknown problem": (problem("sat"),
                           f": {FIRST_PROBLEM}problem, if not your 'module:function', must be "
                           f"one of {PROBLEM_NAMES}, not 'sat'"),
    "no function": (problem("own:nothing"),
                    f": {FIRST_PROBLEM}problem 'own:nothing': own.py has no function 'nothing'"),
    "a list of lists": (problem("own:make", "weight = [[1, 2], [3, 4]]"),
                        f": {FIRST_PROBLEM}weight must be a finite number, not [1, 2]"),
    "a module that fails": (problem("fails:make"),
                            f": {FIRST_PROBLEM}fails.py cannot be imported: ZeroDivisionError"),
    # the methods
    "no mode": (method("mu = 10"), f": {FIRST_METHOD}key 'mode' is missing (a table without "
                "'method' is an evolution)"),
    "an unknown mode": (method('mode = "darwin"'),
                        f": {FIRST_METHOD}mode must be one of {MODES}, not 'darwin'"),
    "an unknown method": (method('method = "annealing"'),
                          f": {FIRST_METHOD}method, if not your 'module:function', must be "
                          f"one of {METHOD_NAMES}, not 'annealing'"),
    "an unknown setting": (method('mode = "lb"\nlamda = 5'),
                           f": {FIRST_METHOD}unknown key 'lamda'; allowed are 'method', 'mode', "
                           "'mu', 'lambda_', 'crossover_rate', 'lb_probability', 'ties', "
                           "'mutation', 'initial', 'step_cost', 'learning_probability', "
                           "'learning_depth', 'inherits', 'expected_flips', 'crossover', "
                           "'survivors', 'parents', 'tournament_size', 'distant_probability', "
                           "'lambda_rule', 'update_strength', 'success_rate', 'count', "
                           "'parameters', 'name'"),
    **{f"mu = {value}": (method(f'mode = "darwinian"\nmu = {value}'),
                         f": {FIRST_METHOD}mu must be an integer from 1 to 1073741824, not {said}")
       for value, said in (("true", "True"), ("2.5", "2.5"), ("[10, [20]]", "[20]"))},
    "LB without its probability": (method('mode = ["darwinian", "lb"]\nmu = 10'),
                                   f": {FIRST_METHOD}lb_probability must be given in mode 'lb'"),
    "more parents than evaluations": (text("budget = 200\n", methods=METHODS.replace("10", "500")),
                                      ": budget must be at least mu = 500, not 200"),
    "parameters for files": (
        method('mode = "lb"\nparameters = "published"', graphs='[[graphs]]\nfiles = "a.graph"\n'),
        f": {FIRST_METHOD}there are no published parameters of 'lb' for 'mis' on 'files'"),
    "the optimum of blocks": (problem("dlb", "n = 9\nk = 3", '[[methods]]\nmethod = "optimum"\n'),
                              ": method 'optimum' must be for problem 'mis' or 'maxcut', not "
                              "'dlb'"),
    "an option called like a column": (problem("columns:make", "seed = [1, 2]"),
                                       ": [[problems]] number 1: key 'seed' of 'columns:make' must "
                                       "not be called like a column of runs"),
    "an argument of the problem and of the method": (
        problem("own:make", "weight = 2", '[[methods]]\nmethod = "own:make"\n'),
        ": key 'weight' must not be one of problem 'own:make' and of method 'own:make'"),
    "one name for two methods": (method('mode = "lb"\nmu = [5, 10]\nname = "LB"\n'
                                        'lb_probability = 0.5'),
                                 ": name 'LB' must not be that of two methods: let it contain "),
    "an unknown setting in a name": (
        method('method = "restarts"\nname = "R {mu}"'),
        f": {FIRST_METHOD}unknown key 'mu'; allowed are 'method'"),
    "the name of a profile": (text('name = "laptop"\n'),
                              ": name must not be 'laptop': the study has its results in that"),
}


@pytest.mark.parametrize("name", shortened(BROKEN, [*BROKEN][::3]))
def test_a_mistake_is_told_with_file_table_and_key_and_what_is_allowed(folder, name):
    content, message = BROKEN[name]
    with pytest.raises(ExperimentError) as error:
        read(folder, content)
    assert str(error.value).startswith(str(folder / "asked.toml"))
    assert message in str(error.value)


def test_without_those_mistakes_the_files_are_experiments(folder):
    """What all the broken ones have in common is sound."""
    assert len(read(folder, text())) == 1
    assert len(read(folder, files('files = "*.graph"'))) == 2
    assert len(read(folder, problem("own:make", "weight = [1, 2]"))) == 2
    assert len(read(folder, problem("dlb", "n = 9\nk = 3"))) == 1
    assert read(folder, b"\xef\xbb\xbf" + text().encode()) == read(folder, text())
