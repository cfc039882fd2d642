"""The page, as it comes and built again, with graphs that need other code, open in a browser.

Without Chromium or LLVM's linker these tests are skipped, or fail where MEMLAB_REQUIRE_BROWSER=1
demands them.
"""

import browsing
import numpy as np
import pytest
from playing import Page

import memlab as ml
from memlab.playground import build, webassembly
from memlab.playground import page as playground
from memlab.support.paths import data


@pytest.fixture(scope="session")
def linker():
    try:
        webassembly.linker()
    except RuntimeError:
        browsing.required("wasm-ld", False)


@pytest.fixture(scope="session")
def own_graphs(tmp_path_factory):
    """Files: a graph with counters of 16 bits, one with weights, and a path of three vertices."""
    folder, numbers = tmp_path_factory.mktemp("graphs"), np.random.default_rng(1)
    i, j = np.triu_indices(600, 1)
    dense = numbers.random(len(i)) < 0.5
    ml.write_graph(ml.Graph.from_edges(600, np.column_stack([i, j])[dense][:99_000]),
                   folder / "dense.mis")
    few = numbers.random(len(i)) < 0.01
    edges = np.column_stack([i, j])[few]
    weights = numbers.choice([-7, -1, 2, 9], len(edges))
    ml.write_graph(ml.Graph.from_edges(600, edges, weights=weights), folder / "weights.mc")
    ml.write_graph(ml.Graph.from_edges(3, [(0, 1), (1, 2)]), folder / "path.mis")
    return [folder / name for name in ("dense.mis", "weights.mc", "path.mis")]


@pytest.fixture(scope="session")
def rebuilt(linker, own_graphs, tmp_path_factory):
    """The page as it is built now, with these graphs."""
    path = tmp_path_factory.mktemp("playground") / "page.html"
    build.write(path)
    path.write_text(playground.with_graphs(path.read_text("utf-8"), own_graphs), "utf-8")
    return path


@pytest.fixture(scope="session")
def with_own(own_graphs, tmp_path_factory):
    """The page that comes with memlab, with these graphs."""
    path = tmp_path_factory.mktemp("playground") / "own.html"
    playground.write(path, own_graphs)
    return path


@pytest.fixture(scope="session")
def shipped():
    """The page that comes with memlab."""
    return data("playground") / "playground.html"


@pytest.fixture(scope="module")
def page(request):
    """The shipped page, open; with a parameter "rebuilt", that one."""
    browsing.required("Chromium", browsing.CHROMIUM)
    path = request.getfixturevalue(getattr(request, "param", "shipped"))
    with browsing.browse(path.as_uri()) as tab:
        yield Page(tab, path.as_uri())


@pytest.fixture(autouse=True)
def nothing_is_asked_for_and_nothing_goes_wrong(request):
    """On the page in Chromium: it asks only for itself."""
    if "page" not in request.fixturenames:
        yield
        return
    page, requests = request.getfixturevalue("page"), []
    page.tab.on("request", lambda asked: requests.append(asked.url))
    yield
    assert {url.partition("#")[0] for url in requests
            if not url.startswith(("blob:", "data:", "about:"))} <= {page.address}
    assert page.tab.outside == [] and page.tab.errors == []
