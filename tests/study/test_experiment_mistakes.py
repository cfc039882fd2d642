"""Every mistake in an experiment file is told with file, table, key, and what is allowed."""

import pytest
from asking import METHODS, PROBLEMS, files, method, problem, read, text
from suites import shortened

from memlab import problems, study
from memlab.evolution import modes
from memlab.study import ExperimentError

FIRST_GRAPHS, FIRST_PROBLEM, FIRST_METHOD = (f"[[{name}]] number 1: " for name in
                                             ("graphs", "problems", "methods"))
MODES, PROBLEM_NAMES, METHOD_NAMES = (str([*table])[1:-1] for table in (
    modes.MODES, problems.PROBLEMS, study.METHODS))
KEYS = ("'name', 'title', 'budget', 'repetitions', 'seed', 'traced_graphs', 'target', "
        "'one_at_a_time', 'solutions', 'graphs', 'instances', 'problems', 'methods', 'profiles'")
BROKEN = {
    # the file
    "no TOML": ("budget = \n", ": Invalid value (at line 1, column 10)"),
    "another encoding": (text('title = "café"\n').encode("latin-1"),
                         ": 'utf-8' codec can't decode"),
    "a number of 5000 digits": (text(f"seed = {'7' * 5000}\n"), ": Exceeds the"),
    "a list in 3000 lists": (text(f"seed = {'[' * 3000}{']' * 3000}\n"),
                             ": maximum recursion depth exceeded"),
    "a key twice": (text("seed = 1\nseed = 2\n"), ": Cannot overwrite a value"),
    "nothing": ("", ": table [[problems]] is missing"),
    "an unknown key": (text("bugdet = 200\n"), f": unknown key 'bugdet'; allowed are {KEYS}"),
    "an unknown table": (text() + "[more]\n", f": unknown key 'more'; allowed are {KEYS}"),
    "a table in place of an array": (
        text(graphs='[graphs]\ndataset = "ba_small"\n'),
        ": graphs must be tables, each begun by [[graphs]], not {'dataset': 'ba_small'}"),
    "a string in place of an array": (
        text('methods = "lb"\n', methods=""),
        ": methods must be tables, each begun by [[methods]], not 'lb'"),
    "no problems": (text(problems=""), ": table [[problems]] is missing"),
    "no methods": (text(methods=""), ": table [[methods]] is missing"),
    "no graphs": (text(graphs=""), ": table [[graphs]] is missing for problem 'mis'"),
    # the plan
    "a name with a slash": (text('name = "a/b"\n'), ": name must be letters, digits, and any of "
                            "' ._-', not 'a/b'"),
    "a name above": (text('name = ".."\n'), ": name must be letters, digits"),
    "a number for a name": (text("name = 3\n"), ": name must be letters, digits"),
    "a number for a title": (text("title = 3\n"), ": title must be a str, not 3"),
    "no budget": (text("budget = 0\n"),
                  ": budget must be an integer from 1 to 1000000000000, not 0"),
    "half a budget": (text("budget = 4e4\n"),
                      ": budget must be an integer from 1 to 1000000000000, not 40000.0"),
    "two budgets": (text("budget = [10, 20]\n"),
                    ": budget must be an integer from 1 to 1000000000000, not [10, 20]"),
    "no repetitions": (text("repetitions = 0\n"),
                       ": repetitions must be an integer of at least 1, not 0"),
    "a negative seed": (text("seed = -1\n"),
                        f": seed must be an integer from 0 to {2**128 - 1}, not -1"),
    "true for a number": (text("traced_graphs = true\n"),
                          f": traced_graphs must be an integer from 0 to {2**128 - 1}, not True"),
    "a target in words": (text('target = "all"\n'), f": target must be an integer from "
                          f"-{2**128 - 1} to {2**128 - 1}, not 'all'"),
    "a seed that cannot be written down": (text(f"seed = 0x{'f' * 5000}\n"), ": Exceeds the limit"),
    "a target that cannot be written down": (text(f"target = 0x{'f' * 5000}\n"),
                                             ": Exceeds the limit"),
    "lists of which all combinations take hours": (
        text(methods=METHODS + f"lambda_ = {[*range(1, 20_000)]}\n"),
        f": {FIRST_METHOD}the number of combinations must be an integer of at most 10000, not 199"),
    "a number for a flag": (text("one_at_a_time = 1\n"),
                            ": one_at_a_time must be True or False, not 1"),
    # the graphs
    "no source": (files('split = "test"'),
                  f": {FIRST_GRAPHS}key 'dataset', 'files' or 'generate' is missing"),
    "an unknown dataset": (files('dataset = "er_tiny"'),
                           f": {FIRST_GRAPHS}dataset must be one of 'er_small', 'er_large', "
                           "'ba_small', 'ba_large', 'rb_small', 'rb_large', not 'er_tiny'"),
    "an unknown split": (files('dataset = "er_small"\nsplit = "exam"'),
                         f": {FIRST_GRAPHS}split must be one of 'train', 'validation', 'test', "
                         "not 'exam'"),
    "no graphs of a dataset": (files('dataset = "er_small"\ncount = 0'),
                               f": {FIRST_GRAPHS}count must be an integer of at least 1, not 0"),
    "two counts": (files('dataset = "er_small"\ncount = [1, 2]'),
                   f": {FIRST_GRAPHS}count must be an integer of at least 1, not [1, 2]"),
    "an unknown key of graphs": (files('dataset = "er_small"\nsize = 3'),
                                 f": {FIRST_GRAPHS}unknown key 'size'; allowed are 'dataset', "
                                 "'split', 'count'"),
    "an empty list": (files("dataset = []"),
                      f": {FIRST_GRAPHS}dataset must have a value, not an empty list"),
    "a dataset twice in a list": (files('dataset = ["er_small", "er_small"]'),
                                  ": blocks must not repeat a cell, but have twice problem=mis "),
    "no such files": (files('files = "*.clq"'),
                      f": {FIRST_GRAPHS}files: '*.clq' matches no file in "),
    "a folder for a file": (files('files = "below"'),
                            f": {FIRST_GRAPHS}files: 'below' matches no file"),
    "a broken graph": (files('files = ["a.graph", "*.mis"]'),
                       "broken.mis:2: (1, 9) names a vertex outside 1..3"),
    "a file that is no graph": (files('files = "notes.xyz"'),
                                "notes.xyz: the suffix '.xyz' names no format; allowed are .clq"),
    "two files of one name": (files('files = ["a.graph", "below/*.graph"]'),
                              f": {FIRST_GRAPHS}files must have different names: two are 'a'"),
    "numbers for files": (files("files = [3]"),
                          f": {FIRST_GRAPHS}files must be a string or a list of strings, not [3]"),
    "files with a dataset": (files('files = "a.graph"\ndataset = "ba_small"'),
                             f": {FIRST_GRAPHS}unknown key 'dataset'; allowed are 'files', "
                             "'name', 'format', 'base', 'relabel', 'complement'"),
    "a word for a flag": (files('files = "a.graph"\ncomplement = "yes"'),
                          f": {FIRST_GRAPHS}complement must be True or False, not 'yes'"),
    "the complement of weights": (files('files = "weighted.txt"\ncomplement = true'),
                                  f": {FIRST_GRAPHS}complement must be False, since weighted.txt "
                                  "has edge weights"),
    "files called as a dataset": (files('files = "a.graph"\nname = "ba_small"'),
                                  f": {FIRST_GRAPHS}name must be a string other than a "
                                  "dataset's, not 'ba_small'"),
    "two sources of one name": (files('files = "a.graph"\n[[graphs]]\nfiles = "b.graph"'),
                                ": sources must have different names: two are 'files'"),
    "no names of files": (files("files = 3"), f": {FIRST_GRAPHS}files must be a string"),
    # the problems
    "no problem": (text(problems='[[problems]]\nlocal_search = "swap"\n'),
                   f": {FIRST_PROBLEM}key 'problem' is missing"),
    "an unknown problem": (problem("sat"),
                           f": {FIRST_PROBLEM}problem, if not your 'module:function', must be "
                           f"one of {PROBLEM_NAMES}, not 'sat'"),
    "a number for a problem": (text(problems="[[problems]]\nproblem = 3\n"),
                               f": {FIRST_PROBLEM}problem, if not your 'module:function', must be "
                             f"one of {PROBLEM_NAMES}, not 3"),
    "an unknown option": (problem("maxcut", 'local_search = "swap"'),
                          f": {FIRST_PROBLEM}unknown key 'local_search'; allowed are 'problem'"),
    "an unknown local search": (problem("mis", 'local_search = ["repair", "swop"]'),
                                f": {FIRST_PROBLEM}local_search must be one of 'repair', "
                                "'augment', 'swap', not 'swop'"),
    "an unknown local search in the second table": (
        problem("maxcut", '[[problems]]\nproblem = "mis"\nlocal_search = 3'),
        ": [[problems]] number 2: local_search must be one of 'repair', 'augment', 'swap', not 3"),
    "blocks of no size": (problem("dlb", "k = 3"), f": {FIRST_PROBLEM}key 'n' is missing"),
    "blocks that do not fit": (problem("dlb", "n = 10\nk = 3"),
                               f": {FIRST_PROBLEM}n must be a multiple of k = 3, not 10"),
    "blocks in words": (problem("dlb", 'n = 10\nk = "2"'),
                        f": {FIRST_PROBLEM}k must be an integer of at least 2, not '2'"),
    "no module": (problem("nowhere:make"),
                  f": {FIRST_PROBLEM}[Errno 2] No such file or directory: "),
    "no name of a module": (problem(":make"),
                            f": {FIRST_PROBLEM}problem must be 'module:function', not ':make'"),
    "no function": (problem("own:nothing"),
                    f": {FIRST_PROBLEM}problem 'own:nothing': own.py has no function 'nothing'"),
    "no function but a number": (problem("own:NUMBER"), "own.py has no function 'NUMBER'"),
    "an unknown argument": (problem("own:make", "size = 3"),
                            f": {FIRST_PROBLEM}unknown key 'size'; allowed are 'problem', "
                            "'weight'"),
    "a list of lists": (problem("own:make", "weight = [[1, 2], [3, 4]]"),
                        f": {FIRST_PROBLEM}weight must be a finite number, not [1, 2]"),
    "a date": (problem("own:make", "weight = 2020-02-02"),
               f": {FIRST_PROBLEM}weight must be a finite number, not "
               "datetime.date(2020, 2, 2)"),
    "a missing argument": (problem("own:needs"), f": {FIRST_PROBLEM}key 'size' is missing"),
    "a module that is no Python": (problem("wrong:make"),
                                   f": {FIRST_PROBLEM}invalid syntax (wrong.py"),
    "a module that fails": (problem("fails:make"),
                            f": {FIRST_PROBLEM}fails.py cannot be imported: ZeroDivisionError"),
    "a module that misses another": (
        problem("imports:make"), f": {FIRST_PROBLEM}imports.py cannot be imported: "
        "ModuleNotFoundError: No module named 'nowhere_at_all'"),
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
                           "'lambda_rule', 'update_strength', 'success_rate', 'parameters', "
                           "'name'"),
    **{f"learning_{dial}": (method(f'mode = "{mode}"\nlearning_{dial}'),
                            f": {FIRST_METHOD}learning_{said}")
       for mode, dial, said in (
           ("baldwinian", "probability = [0.5, 1.5]",
            "probability must be a number from 0 to 1, not 1.5"),
           ("baldwinian", "probability = nan",
            "probability must be a number from 0 to 1, not nan"),
           ("baldwinian", "depth = -1", "depth must be an integer of at least 0, not -1"),
           ("baldwinian", "depth = 1.5", "depth must be an integer of at least 0, not 1.5"),
           ("baldwinian", 'depth = "all"', "depth must be an integer of at least 0, not 'all'"),
           ("darwinian", "probability = 0.5", "probability must be 1.0 in mode 'darwinian', which "
            "has no local search, not 0.5"),
           ("darwinian", "depth = 3", "depth must be None in mode 'darwinian', which has no local "
            "search, not 3"))},
    "a depth of a baseline": (method('method = "restarts"\nlearning_depth = 3'),
                              f": {FIRST_METHOD}unknown key 'learning_depth'; allowed are "
                              "'method'"),
    "a setting of another method": (method('method = "restarts"\nmu = 3'),
                                    f": {FIRST_METHOD}unknown key 'mu'; allowed are 'method'"),
    **{f"mu = {value}": (method(f'mode = "darwinian"\nmu = {value}'),
                         f": {FIRST_METHOD}mu must be an integer from 1 to 1073741824, not {said}")
       for value, said in (('"ten"', "'ten'"), ("true", "True"), ("2.5", "2.5"), ("-1", "-1"),
                           ("[10, [20]]", "[20]"))},
    "too much crossover": (method('mode = "darwinian"\ncrossover_rate = 1.5'),
                           f": {FIRST_METHOD}crossover_rate must be a number from 0 to 1, not 1.5"),
    "another rule for ties": (method('mode = "darwinian"\nties = "old"'),
                              f": {FIRST_METHOD}ties must be one of 'random', 'offspring', "
                              "'parents', not 'old'"),
    "LB without its probability": (method('mode = ["darwinian", "lb"]\nmu = 10'),
                                   f": {FIRST_METHOD}lb_probability must be given in mode 'lb'"),
    "a probability without LB": (method('mode = "darwinian"\nlb_probability = 0.3'),
                                 f": {FIRST_METHOD}lb_probability must be None in mode "
                                 "'darwinian', not 0.3; only mode 'lb' has one"),
    "a probability for modes that are not LB": (
        method('mode = ["darwinian", "lamarckian"]\nlb_probability = 0.3'),
        f": {FIRST_METHOD}lb_probability must be None in mode 'darwinian', not 0.3"),
    "more parents than evaluations": (text("budget = 200\n", methods=METHODS.replace("10", "500")),
                                      ": budget must be at least mu = 500, not 200"),
    "a method twice": (text(methods=METHODS * 2),
                       ": blocks must not repeat a cell, but have twice problem=mis "
                       "local_search=repair method=evolution mode=darwinian mu=10 "),
    "a problem twice, once in other words": (
        text(problems=PROBLEMS * 2 + 'local_search = "repair"\n'),
        ": blocks must not repeat a cell, but have twice problem=mis local_search=repair "),
    "unknown parameters": (method('mode = "lb"\nparameters = "best"'),
                           f": {FIRST_METHOD}parameters must be one of 'published', 'published "
                           "universal', 'selected', 'selected universal', not 'best'"),
    "parameters twice": (method('mode = "lb"\nparameters = "published"\nmu = 10'),
                         f": {FIRST_METHOD}key 'mu' must not be given beside 'parameters'"),
    "parameters of an unknown mode": (method('mode = "darwin"\nparameters = "published"'),
                                      f": {FIRST_METHOD}mode must be one of {MODES}, not 'darwin'"),
    "parameters for files": (
        method('mode = "lb"\nparameters = "published"', graphs='[[graphs]]\nfiles = "a.graph"\n'),
        f": {FIRST_METHOD}there are no published parameters of 'lb' for 'mis' on 'files'"),
    "parameters for blocks": (
        problem("dlb", "n = 9\nk = 3", '[[methods]]\nmode = "lb"\nparameters = "published"\n'),
        f": {FIRST_METHOD}there are no published parameters of 'lb' for 'dlb' on 'ba_small'"),
    "the optimum of blocks": (problem("dlb", "n = 9\nk = 3", '[[methods]]\nmethod = "optimum"\n'),
                              ": method 'optimum' must be for problem 'mis' or 'maxcut', not "
                              "'dlb'"),
    "the optimum of one's own": (problem("own:make", "", '[[methods]]\nmethod = "optimum"\n'),
                                 ": method 'optimum' must be for problem 'mis' or 'maxcut', not "
                                 "'own:make'"),
    "an unknown solver": (method('method = "optimum"\nsolver = "cplex"'),
                          f": {FIRST_METHOD}solver must be one of 'auto', 'search', 'highs', "
                          "'cpsat', 'gurobi', 'kamis', not 'cplex'"),
    "no time": (method('method = "optimum"\nseconds = 0'),
                f": {FIRST_METHOD}seconds must be a finite number above 0, not 0"),
    "a budget for centuries": (text("budget = 100000000000000000000\n"),
                               ": budget must be an integer from 1 to 1000000000000, not 1000"),
    "runs for centuries": (text("repetitions = 99999999999999999999999\n"),
                           ": the number of runs must be an integer of at most 10000000, not 99"),
    "an option that is no number": (problem("own:make", "weight = nan"),
                                    ": [[problems]] number 1: weight must be a finite number, not "
                                    "nan"),
    "an option called like a column": (problem("columns:make", "seed = [1, 2]"),
                                       ": [[problems]] number 1: key 'seed' of 'columns:make' must "
                                       "not be called like a column of runs"),
    "a module that ends the program": (problem("leaves:make"),
                                       "leaves.py cannot be imported: SystemExit: 0"),
    "no function of a method": (method('method = "own:nothing"'),
                                f": {FIRST_METHOD}method 'own:nothing': own.py has no function"),
    "no module of a method": (method('method = "nowhere:solve"'),
                              f": {FIRST_METHOD}[Errno 2] No such file or directory: "),
    "an unknown argument of a method": (
        method('method = "own:make"\nwait = 3'),
        f": {FIRST_METHOD}unknown key 'wait'; allowed are 'method', 'weight'"),
    "a missing argument of a method": (method('method = "own:needs"'),
                                       f": {FIRST_METHOD}key 'size' is missing"),
    "an argument called like a column": (
        method('method = "columns:make"\nseed = 3'),
        f": {FIRST_METHOD}key 'seed' of 'columns:make' must not be called like a column of runs"),
    "an argument of a method that is no number": (
        method('method = "own:make"\nweight = nan'),
        f": {FIRST_METHOD}weight must be a finite number, not nan"),
    "an argument of the problem and of the method": (
        problem("own:make", "weight = 2", '[[methods]]\nmethod = "own:make"\n'),
        ": key 'weight' must not be one of problem 'own:make' and of method 'own:make'"),
    "one name for two methods": (method('mode = "lb"\nmu = [5, 10]\nname = "LB"\n'
                                        'lb_probability = 0.5'),
                                 ": name 'LB' must not be that of two methods: let it contain "),
    "one name in two tables": (text(methods=f'{METHODS}name = "A"\n'
                                    '[[methods]]\nmethod = "random"\nname = "A"\n'),
                               ": name 'A' must not be that of two methods"),
    "an unknown setting in a name": (
        method('method = "restarts"\nname = "R {mu}"'),
        f": {FIRST_METHOD}unknown key 'mu'; allowed are 'method'"),
    "a number for the name of a method": (method('method = "restarts"\nname = 3'),
                            f": {FIRST_METHOD}name must be a str, not 3"),
    "an unknown profile": (text() + "[profiles.huge]\nbudget = 3\n",
                           ": unknown key 'huge'; allowed are 'smoke', 'quick', 'laptop', 'paper'"),
    "a profile that is no table": (text("profiles = 3\n"), ": 'int' object is not iterable"),
    "the name of a profile": (text('name = "laptop"\n'),
                              ": name must not be 'laptop': the study has its results in that"),
    "an option that is no flag": (method('method = "optimum"\noptional = "yes"'),
                                  f": {FIRST_METHOD}optional must be True or False, not 'yes'"),
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
