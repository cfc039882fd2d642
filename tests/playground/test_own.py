"""A reader's own file in the page: what Python reads of it, what Python says of it, the same race.

The page has readers of its own, in memlab/playground/page; here each is held against memlab's.
"""

import base64
import warnings

import attacks
import numpy as np
import pytest
from playing import SEED, SETTINGS, differences, native, settled

import memlab as ml
from memlab.evolution.modes import MODES
from memlab.graphs.adjacency import GraphNote
from memlab.graphs.graph import Graph
from memlab.playground import build
from memlab.playground.page import MOST_EDGES, MOST_VERTICES
from memlab.problems import PROBLEMS
from memlab.support import memory

GRAPHS, TRIES = {"mis", "graph", "txt", "edges"}, 400
SAT = "c small\np cnf 9 12\n" + "".join(
    f"{1 + i % 9} {-(1 + (i + 2) % 9)} {1 + (i + 5) % 9} 0\n" for i in range(12))
TEXTS = {
    "mis": ["c two\np edge 4 3\ne 1 2\ne 2 1\nn 3 1\ne 3 4\n"],
    "graph": ["% a comment\n4 3 1\n2 5\n1 5 3 -2\n2 -2 4 7\n3 7\n", "3 2\n2\n1 3\n2\n"],
    "txt": ["4 3\n1 2 5\n2 3 -2 # a comment\n4 1 7\n"],
    "edges": ["# n = 6\n0 1\n1 2\n2 5\n", "0 1 4\n3 1 4\n"],
    "cnf": [SAT, "p cnf 2 1\r\n1 -2 0\r\n%\r\n0\r\n"],
    "wcnf": ["p wcnf 5 4 40\n40 1 2 0\n3 -1 4 0\n2 5 0\n40 -2 -5 3 0\n",
             "c new\nh 1 2 0\n3 -1 4 0\n2 5 0\nh -2 -5 3 0\n"],
    "qubo": ["p qubo 0 6 3 3\n0 0 -4\n1 1 2.5\n5 5 1e1\n0 1 3\n2 4 -2\n1 5 7\n",
             "# Biq Mac\n6 4\n1 1 -4\n1 2 3\n3 5 -2\n2 6 7\n"],
    "sg": ["6 4\n1 6 -4 # a coupling\n1 2 3\n3 5 -2.5\n2 6 7\n"],
}
READ = """([files, scripts]) => {
    const { facts } = app, read = new Function("facts", `${scripts}; return readFile;`)(facts);
    return files.map(([name, text]) => {
        try {
            const content = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
            const { graph, functions } = read(name, content);
            if (functions) return { functions };
            const { n, note, edges, weights } = graph;
            return { n, note, edges: [...edges], weights: weights && Array.from(weights, Number) };
        } catch (error) {
            return { refusal: error.message };
        }
    });
}"""


def read_in(page, files):
    """What the page makes of files, a list of (name, content): a list of dict."""
    given = [(name, base64.b64encode(content).decode()) for name, content in files]
    scripts = "\n".join((build.PAGE / f"{name}.js").read_text("utf-8")
                        for name in ("text", "graphs", "functions", "files"))
    return page.tab.evaluate(READ, [given, scripts])


def read_here(path):
    """What Python makes of a file: a graph or a problem, and a note; or the sentence that it says.
    """
    read = ml.read_graph if path.suffix[1:] in GRAPHS else ml.read_problem
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = read(path)
            if isinstance(result, Graph):
                ml.MaxCut(result)
        except ValueError as error:
            words = str(error).replace(str(path), path.name)
            return None, words if words.startswith(path.name) else f"{path.name}: {words}"
    notes = [str(one.message) for one in caught if one.category is GraphNote
             and "vertex 0" not in str(one.message)]      # of which the page tells by a button
    return result, notes[0] if notes else None


def is_large(problem):
    """Whether a graph or a problem exceeds the page's limits."""
    if isinstance(problem, Graph):
        return problem.n > MOST_VERTICES or problem.m > MOST_EDGES
    prepared = np.log2(problem.tables.sizes) @ problem.tables.sizes
    return (problem.n > MOST_VERTICES or problem.m > MOST_EDGES or prepared > build.MOST_ENTRIES
            or (problem.subsets.sizes * (problem.subsets.sizes + 1)).sum() > build.MOST_ENTRIES)


def difference(shown, path):
    """What the page does otherwise than Python with a file: None, or both."""
    mine, words = read_here(path)
    refusal = shown.get("refusal", "")
    if "is too large for the page" in refusal and mine is not None:
        return None if is_large(mine) else (shown, words)
    if "memlab.read_graph reads others" in refusal:
        return None
    if mine is None:
        free = "GiB of memory" in words      # which the page does not know
        return None if refusal and (free or refusal == words) else (refusal, words)
    if isinstance(mine, Graph):
        weights = mine.edge_weights.tolist() if mine.is_weighted else None
        expected = {"n": mine.n, "edges": mine.edges.ravel().tolist(), "weights": weights,
                    "note": words}
        return None if {"weights": None, "note": None} | shown == expected else (shown, expected)
    if "functions" not in shown:
        return shown, "a problem"
    theirs = shown["functions"]
    rebuilt = ml.PseudoBoolean(
        theirs["n"], theirs["subsets"], theirs["tables"], theirs["which"], unit=theirs["unit"],
        constrained=theirs["constrained"], instance_name=mine.instance_name)
    ours, theirs = mine.to_arrays(), rebuilt.to_arrays()
    wrong = [name for name in ours if not np.array_equal(ours[name], theirs[name])]
    return (wrong, shown) if wrong else None


@pytest.mark.slow
@pytest.mark.parametrize("suffix", TEXTS)
def test_damaged_files_are_read_and_refused_as_by_python(page, tmp_path, suffix, monkeypatch):
    """Hundreds of them: the same sentence about each, or the same graph or problem.

    Python has 256 MB, so that it refuses what is huge rather than take minutes for it.
    """
    monkeypatch.setattr(memory, "available", lambda: 2**28)
    contents, rng = [text.encode() for text in TEXTS[suffix]], np.random.default_rng(len(suffix))
    files = [(f"a.{suffix}", content) for content in contents]
    files += [(f"a.{suffix}", attacks.damaged_text(rng, contents[i % len(contents)], contents))
              for i in range(TRIES)]
    wrong, refused = [], 0
    for (name, content), shown in zip(files, read_in(page, files), strict=True):
        (tmp_path / name).write_bytes(content)
        refused += "refusal" in shown
        if (different := difference(shown, tmp_path / name)) is not None:
            wrong.append((content[:200], different))
    assert wrong == []
    assert TRIES // 10 < refused < TRIES


# -------------------------------------------------------------------------------- the same races

READ_ON = """async ([name, text]) => {
    const content = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    const { index, problems, spots } = await call("read", { name, content });
    return [index, Object.keys(problems), spots ? spots.length : 0];
}"""


def read_on(page, path):
    """Have the page read a file; returns its number, the names of its problems, and its places."""
    content = base64.b64encode(path.read_bytes()).decode()
    return page.tab.evaluate(READ_ON, [path.name, content])


def mistakes(page, index, name, problem, settings=SETTINGS):
    """The arrays of a race that differ from memlab's, by mode."""
    page.race(index, name, list(MODES), SEED, settings, lb_probability=0.3)
    differing = {}
    for place, mode in enumerate(MODES):
        state = page.state("race", place)
        arguments = native(problem, mode, 0.3 if MODES[mode].inherits is None else None,
                           len(state["ledger.seen"]) // 8, settings)
        if wrong := differences(state, arguments):
            differing[mode] = wrong
    return differing


def clauses(n, m, rng):
    rows = [rng.permutation(n)[:3] + 1 for _ in range(m)]
    return [" ".join(map(str, row * rng.choice([-1, 1], 3))) + " 0\n" for row in rows]


def functions_files(folder):
    """Problems of every format: in buckets and in blocks, whole and scaled, plain and with hard
    clauses, of one word and of many."""
    rng, n = np.random.default_rng(3), 300
    entries = [f"{i} {j} {rng.integers(-100, 101)}\n" for i in range(1, n) for j in range(i, n)
               if rng.random() < 0.05]
    fractions = [f"{i} {(7 * i + 3) % 90 + 1} {rng.normal():.6f}\n" for i in range(1, 91)]
    texts = {
        "sat.cnf": f"p cnf {n} 1260\n" + "".join(clauses(n, 1260, rng)),
        "small.cnf": "p cnf 1 1\n-1 0\n",
        "hard.wcnf": "".join(f"{'h' if i % 9 == 0 else rng.integers(1, 2**20)} {clause}"
                             for i, clause in enumerate(clauses(70, 200, rng))),
        "whole.sparse": f"{n} {len(entries)}\n" + "".join(entries),
        "parts.qubo": "p qubo 0 3 2 1\n0 0 -.3\n2 2 .25\n0 1 1e-3\n",
        "glass.sg": f"91 {len(fractions)}\n" + "".join(fractions),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    return [folder / name for name in texts]


@pytest.mark.slow
def test_races_on_sums_of_functions_are_memlabs_own(page, tmp_path):
    for path in functions_files(tmp_path):
        index, names, _ = read_on(page, path)
        assert names == ["functions"]
        problem = ml.read_problem(path)
        problem.gain_type = np.dtype(np.int64)      # the page has one type for all
        assert mistakes(page, index, "functions", problem) == {}, path.name


@pytest.mark.slow
@pytest.mark.parametrize("n", [1, 2, 65, 255, 256, 2_000])
def test_races_on_graphs_of_any_size_are_memlabs_own(page, tmp_path, n):
    """Without edges, stars, rings, dense ones, and with weights."""
    short = {"mu": 4, "lambda_": 3, "crossover_rate": 0.8, "budget": 13}
    path = tmp_path / "own.edges"
    for edges in ([], [(i, n - 1) for i in range(n - 1)],
                  [(i, (i + step) % n) for i in range(n) for step in range(1, min(n // 2, 50))]):
        for weights in (None, [(-7, 9, 3)[i % 3] for i in range(len(edges))]):
            graph = ml.Graph.from_edges(n, edges, weights=weights)
            ml.write_graph(graph, path)
            index, names, places = read_on(page, path)
            assert places == 2 * n
            assert names == (["maxcut"] if graph.is_weighted else ["mis", "maxcut"])
            for name in names:
                assert mistakes(page, index, name, PROBLEMS[name](graph), short) == {}


# ---------------------------------------------------------------------------- as a person does it

DROP = """([name, text, kind, onto = "body"]) => {
    const given = new DataTransfer();
    if (name) given.items.add(new File([text], name)); else given.setData("text/plain", text);
    const bubbles = true, event = kind === "paste"
        ? new ClipboardEvent("paste", { clipboardData: given, bubbles })
        : new DragEvent("drop", { dataTransfer: given, bubbles });
    document.querySelector(onto).dispatchEvent(event);
}"""
HOUSE, CLAUSES = "p edge 3 2\ne 1 2\ne 2 3\n", "p cnf 2 3\n1 2 0\n-1 2 0\n-2 0\n"
CYCLE = "1 2\n2 3\n3 4\n4 5\n5 1\n"      # an edge list that counts from 1
FROM_0, FROM_1 = (f"Read as an edge list that counts from {base}" for base in (0, 1))


def shown(page):
    """The name of the graph or the problem that is raced on."""
    return page.tab.locator("#set-graph").input_value()


def raced(page):
    """Play to the end; the scores by mode."""
    page.tab.locator("#play").click()
    settled(page, lambda: "finished" in page.tab.locator("#status").inner_text())
    return [page.tab.locator(f"#card-{mode} .score").inner_text() for mode in MODES]


def test_a_file_is_dropped_and_raced_on(page):
    page.open("view=walk&mu=5&lambda=5&budget=200")
    page.tab.evaluate(DROP, ["own.mis", HOUSE, "drop"])
    settled(page, lambda: page.tab.locator("#set-graph").count() and shown(page) == "own.mis")
    assert raced(page) == ["2 dots"] * len(MODES)
    assert "cannot hold it" in page.tab.locator("#lead").inner_text()
    assert "own.mis" not in page.tab.evaluate("location.hash")
    page.tab.evaluate(DROP, ["own.cnf", CLAUSES, "drop"])
    settled(page, lambda: shown(page) == "own.cnf")
    assert raced(page) == ["2 of 3, all clauses"] * len(MODES)
    assert page.tab.locator("#set-problem option").all_inner_texts() == ["Sum of functions"]
    page.tab.locator("#tab-inside").click()
    words = page.tab.locator("#one-phenotypes + .score")
    settled(page, lambda: words.inner_text() == "2 of 3, all clauses")
    page.tab.evaluate(DROP, ["own.cnf", "p cnf 1 1\n1 0\n", "drop"])      # the same name again
    settled(page, lambda: words.inner_text() == "1 of 1, all clauses")
    page.tab.locator("#set-graph").select_option("karate")
    assert page.tab.locator("#set-problem").input_value() == "mis"
    assert "cannot hold it" not in page.tab.locator("#lead").inner_text()
    assert "graph=karate" in page.tab.evaluate("location.hash")


@pytest.mark.parametrize("text, name", [
    (HOUSE, "pasted.mis"), (CLAUSES, "pasted.cnf"), ("3 2\n1 2\n2 3\n", "pasted.gset"),
    ("0 1\n1 2\n", "pasted.edges"), ("3 2\n1 1 -4.5\n1 2 3\n", "pasted.qubo")])
def test_a_text_is_pasted(page, text, name):
    page.open("view=race&mu=5&lambda=5&budget=200")
    page.tab.evaluate(DROP, [None, text, "paste"])
    settled(page, lambda: shown(page) == name)
    assert not page.tab.locator("#message").is_visible()


def read_as(page):
    """What the page says of how it has read a file, and the other ways that it offers."""
    place = page.tab.locator("#reading")
    buttons = place.locator("button").all_inner_texts()
    return place.inner_text().partition(":")[0], place.inner_text(), buttons


@pytest.mark.parametrize("name, text, base", [
    (None, CYCLE, 1), ("own.el", "0 1\n1 2\n2 0\n", 0)])
def test_an_edge_list_without_vertex_0_is_told_and_can_count_from_1(page, tmp_path, name, text,
                                                                     base):
    """A 5-cycle has 5 vertices and a set of 2; counted from 0, as Python does, there is one more.
    """
    page.open("view=race&mu=5&lambda=5&budget=200")
    page.tab.evaluate(DROP, [name, text, "drop" if name else "paste"])
    settled(page, lambda: shown(page) == (name or "pasted.edges"))
    path = tmp_path / "own.edges"
    path.write_text(text)
    for _ in range(2):      # there and back
        read, words, buttons = read_as(page)
        assert read == FROM_0 and f"{read_here(path)[0].n} vertices" in words
        if not base:
            assert buttons == [] and "vertex 0" not in words
            return
        assert "No line names vertex 0" in words and buttons == [FROM_1]
        assert raced(page) == ["3 dots"] * len(MODES)
        page.tab.locator("#reading button").click()
        settled(page, lambda: read_as(page)[0] == FROM_1)
        assert "5 vertices, 5 edges" in read_as(page)[1] and read_as(page)[2] == [FROM_0]
        assert raced(page) == ["2 dots"] * len(MODES)
        page.tab.locator("#reading button").click()
        settled(page, lambda: read_as(page)[0] == FROM_0)
