"""What the site says of trust: what runs code, who listens, what connects."""

import ast
import functools
import os
import re

import pytest
from pretending import unheard
from processes import output, start

import memlab as ml
from memlab import __main__ as commands
from memlab.study import read_plan
from memlab.support.paths import ROOT

PAGE = re.sub(r"\s+", " ", (ROOT / "docs/about/trust.md").read_text("utf-8"))
SAYS = "is unpickled or executed"
READING = """
import sys
import memlab as ml

def read():
    for name in ("graph.npz", "graph.mis", "graph.graph", "graph.txt", "graph.edges"):
        ml.read_graph(name)
    ml.Evolution.load("run.npz").step()
    store = ml.study.load("store")
    return len(store.runs()) + len(store.traces()) + len(ml.study.read_plan("plan.toml"))

read()          # everything is imported, and every kernel compiled
seen = []
sys.addaudithook(lambda event, _: seen.append(event))
read()
print(*sorted(set(seen)))
"""
EXPERIMENT = """
title = "data"
budget = 100
[[graphs]]
files = ["graph.mis"]
[[problems]]
problem = "{problem}"
[[methods]]
method = "random"
"""


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Everything that memlab reads, in the working directory."""
    monkeypatch.chdir(tmp_path)
    graph = ml.Graph.from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 4)])
    for name in ("graph.npz", "graph.mis", "graph.graph", "graph.txt", "graph.edges"):
        ml.write_graph(graph, tmp_path / name)
    ml.Evolution(ml.MaxCut(graph), mode="darwinian", mu=4, lambda_=4, budget=100).save("run.npz")
    (tmp_path / "plan.toml").write_text(EXPERIMENT.format(problem="mis"))
    ml.study.run(read_plan("plan.toml"), "store", workers=1, progress=False)
    return tmp_path


def test_data_is_neither_unpickled_nor_executed(files):
    """Python itself says what is opened, unpickled, executed, imported, started, connected."""
    assert SAYS in PAGE
    seen = set(output(start(READING)).split())
    assert "open" in seen
    assert not {name for name in seen if name.split(".")[0] in {
        "pickle", "marshal", "exec", "import", "subprocess", "os.system", "socket", "ctypes"}}, seen


def test_graphbench_files_are_left_to_the_restricted_unpickler():
    source = (ROOT / "memlab" / "graphs" / "graphbench.py").read_text("utf-8")
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)
             and getattr(node.func, "attr", "") in {"load", "loads", "Unpickler"}]
    assert [ast.unparse(call.func) for call in calls] == ["torch.load"]
    assert "weights_only=True" in ast.unparse(calls[0])


def test_a_study_listens_nowhere(tmp_path):
    graph_plan = ml.study.Plan("small", [ml.study.Block(["mis"], ["ba_small"], [
        ml.study.Configuration("darwinian", 10, 10, 0.5)])], split="test", graphs=2, budget=300)
    store = ml.study.run(graph_plan, tmp_path, workers=2, progress=False,
                         compute=functools.partial(unheard, os.getpid()))
    assert store.finished().all()


def test_jupyterlab_is_on_this_machine_behind_its_token():
    from jupyter_server.auth import IdentityProvider

    given = [word for word in commands.arguments("lab", []) if word.startswith("--")]
    assert "--ServerApp.ip=127.0.0.1" in given
    # root, whom JupyterLab refuses, is let in: the server listens on this machine only
    assert not re.search("token|password|allow", " ".join({*given} - {"--allow-root"}))
    settings = (ROOT / "notebooks" / ".jupyter").rglob("*.json")
    assert not any(re.search("token|password|allow", path.read_text("utf-8")) for path in settings)
    assert len(IdentityProvider().token) >= 32


def test_memlab_itself_opens_no_connection():
    network = re.compile(r"(socket|ssl|http|urllib.request|ftplib|smtplib|requests|httpx|urllib3|"
                         r"aiohttp|tornado|zmq)\b")
    imported = {(path.name, name) for path in (ROOT / "memlab").rglob("*.py")
                for node in ast.walk(ast.parse(path.read_text("utf-8")))
                if isinstance(node, ast.Import | ast.ImportFrom)
                for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import)
                             else [node.module or ""] if not node.level else [])}
    assert len(imported) > 100
    assert {(path, name) for path, name in imported if network.match(name)} == set()
    assert {path for path, name in imported if name == "distributed"} == {"cluster.py"}
