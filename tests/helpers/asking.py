"""Experiment files, written down for a test: sound ones, of which a test changes a part."""

from memlab.study import read_plan

GRAPHS = '[[graphs]]\ndataset = "ba_small"\n'
PROBLEMS = '[[problems]]\nproblem = "mis"\n'
METHODS = '[[methods]]\nmode = "darwinian"\nmu = 10\n'
MODULES = {
    "own.py": "NUMBER = 3\ndef make(graph, weight=1): ...\ndef needs(graph, size): ...\n"
              "def takes_nothing(): ...\n",
    "fails.py": "1 / 0\n", "columns.py": "def make(graph, seed, mu=1): ...\n"}
METIS = "3 2\n2\n1 3\n2\n"


def text(top="", graphs=GRAPHS, problems=PROBLEMS, methods=METHODS):
    return top + graphs + problems + methods


def files(rest):
    return text(graphs=f"[[graphs]]\n{rest}\n")


def problem(name, rest="", methods=METHODS):
    return text(problems=f'[[problems]]\nproblem = "{name}"\n{rest}\n', methods=methods)


def method(rest, **others):
    return text(methods=f"[[methods]]\n{rest}\n", **others)


def read(folder, content, **options):
    path = folder / "asked.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_plan(path, **options)
