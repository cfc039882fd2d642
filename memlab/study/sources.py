"""Where an experiment's graphs come from: a random model, files, or the real GraphBench data.

A source is plain data. It knows how many graphs it has and what they are called, and makes any one
of them, which is what workers ask for. Its label is what tables call it (column ``dataset``).
"""

import functools
import glob
import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path

from ..checks import choice, flag, integer
from ..graphs import datasets
from ..graphs.formats import read_graph
from ..names import DATASETS, SPLITS


@dataclass(frozen=True)
class Source:
    """What all sources have in common; by itself, the place of a problem that needs no graph.

    Attributes
    ----------
    label, split : str
        What tables call the source.
    count : int
        Number of its graphs.
    """

    label = split = ""
    count = 1
    complement = False

    def graph_name(self, index, seed):
        """What tables call one graph; `seed` is that of the plan."""
        return ""

    def key(self, index):
        """What tells one graph from all others, beside the seed of the plan."""
        return self.label, self.split, index

    def graph(self, index, seed, folder=""):
        """One graph; `folder` is where files are looked for."""
        return

    def check(self, folder):
        """Raise an error if the graphs are not there."""

    def fingerprint(self, seed, folder=""):
        """What would show that the graphs are others, if ``to_dict`` does not: str."""
        return ""

    def columns(self, index, seed):
        """What tables say of one graph: a dict."""
        found = {"dataset": self.label, "split": self.split,
                 "graph": self.graph_name(index, seed), "graph_index": index}
        return found | ({"complement": True} if self.complement else {})

    def to_dict(self):
        """The source as plain data."""
        return asdict(self)


NO_GRAPH = Source()


@dataclass(frozen=True)
class Dataset(Source):
    """Generated graphs: the first `count` of a split of one of the six families.

    Examples
    --------
    >>> source = Dataset("ba_small", split="test", count=2)
    >>> source.graph_name(1, seed=0), source.graph(1, seed=0)
    ('ba_small/test/0/1', Graph('ba_small/test/0/1', n=206, m=408))
    """

    dataset: str
    split: str = "train"
    count: int = 1

    def __post_init__(self):
        choice("dataset", self.dataset, DATASETS)
        choice("split", self.split, SPLITS)
        integer("count", self.count, minimum=1)

    @property
    def label(self):
        """What tables call the source."""
        return self.dataset

    def graph_name(self, index, seed):
        """The name that `memlab.graphs.datasets.graph` gives."""
        return f"{self.dataset}/{self.split}/{seed}/{index}"

    def graph(self, index, seed, folder=""):
        """One graph, generated."""
        return datasets.graph(self.dataset, self.split, seed, index)

    def fingerprint(self, seed, folder=""):
        """That of the first graph: a change of the generator shows there."""
        return self.graph(0, seed, folder).fingerprint


@dataclass(frozen=True)
class GraphBench(Dataset):
    """Graphs of GraphBench's own files; see `memlab.graphs.graphbench.load_graphbench`."""

    split: str = "test"
    graphbench: str = ""

    @property
    def label(self):
        """What tables call the source."""
        return f"{self.dataset} (GraphBench)"

    def graph_name(self, index, seed):
        """The name that `load_graphbench` gives."""
        return f"graphbench/{self.dataset}/{self.split}/{index}"

    def check(self, folder):
        """Raise an error if there are not so many graphs in the folder."""
        found = len(datasets.load_graphbench(Path(folder, self.graphbench), self.dataset,
                                             self.split, limit=self.count))
        if found < self.count:
            raise ValueError(f"count must be at most {found}, the graphs of {self.dataset} "
                             f"{self.split} in {self.graphbench}, not {self.count}")

    def graph(self, index, seed, folder=""):
        """One graph, read."""
        return _graphbench(Path(folder, self.graphbench), self.dataset, self.split,
                           self.count)[index]

    def fingerprint(self, seed, folder=""):
        """That of all graphs: no code makes them again, and any of the file's may be another."""
        return "".join(self.graph(index, seed, folder).fingerprint for index in range(self.count))


@functools.lru_cache(maxsize=1)
def _graphbench(root, dataset, split, count):
    """All graphs of a source: its one file has those of all splits and takes long to read."""
    return datasets.load_graphbench(root, dataset, split, limit=count)


@dataclass(frozen=True)
class Files(Source):
    """Graphs from files, whose content is part of what the source is.

    Parameters
    ----------
    files : tuple of (str, str)
        Paths, relative to the experiment's folder, and fingerprints, as `find` gives them.
    complement : bool
        Whether each graph's complement is meant: its independent sets are the file's cliques.
    label : str
    """

    files: tuple[tuple[str, str], ...]
    complement: bool = False
    label: str = "files"

    def __post_init__(self):
        object.__setattr__(self, "files", tuple(map(tuple, self.files)))
        flag("complement", self.complement)
        if not isinstance(self.label, str) or self.label in ("", *DATASETS):
            raise ValueError("name of files must be a string, and none of the datasets', not "
                             f"{self.label!r}")

    @classmethod
    def find(cls, patterns, folder, complement=False, label="files"):
        """The source of all files that the patterns name; each is read once to see that it can be.

        Parameters
        ----------
        patterns : str or sequence of str
            Paths with wildcards, relative to `folder`.
        folder : path
        complement, label
            As above.

        Raises
        ------
        FileNotFoundError
            If a pattern names no file.
        ValueError
            If one is no graph, or two have the same name: results could not tell them apart.
        """
        found = {}      # in order, and each once
        for pattern in [patterns] if isinstance(patterns, str) else patterns:
            # a name may hold brackets without meaning a wildcard
            names = ([pattern] if _is_file(folder, pattern) else
                     sorted(glob.glob(pattern, root_dir=folder, recursive=True)))
            paths = [name for name in names if _is_file(folder, name)]
            if not paths:
                raise FileNotFoundError(f"files must name graphs, but {pattern!r} matches no file "
                                        f"in {folder}")
            found |= dict.fromkeys(paths)
        for path in found:
            graph = read_graph(Path(folder, path))
            if complement and graph.is_weighted:
                raise ValueError(f"complement must be False, since {path} has edge weights")
        names = [Path(path).stem for path in found]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise ValueError(f"files must have different names, but two are called {min(twice)!r}")
        files = tuple((str(path), content(Path(folder, path))) for path in found)
        return cls(files, complement, label)

    @property
    def count(self):
        """Number of graphs."""
        return len(self.files)

    def graph_name(self, index, seed):
        """The name of the file without its suffix."""
        return Path(self.files[index][0]).stem

    def key(self, index):
        """Its name, not its place among the files."""
        return "files", "", self.graph_name(index, None)

    def graph(self, index, seed, folder=""):
        """One graph; a ValueError if the file is not what it was."""
        path, before = self.files[index]
        if content(Path(folder, path)) != before:
            raise ValueError(f"file {path} has changed since the experiment was read")
        graph = read_graph(Path(folder, path))
        return graph.complement() if self.complement else graph

    def to_dict(self):
        """The source as plain data."""
        found = {"files": [list(file) for file in self.files]}
        name = {"name": self.label} if self.label != "files" else {}
        return found | name | ({"complement": True} if self.complement else {})


def from_dict(data):
    """The source that ``to_dict`` wrote."""
    if not data:
        return NO_GRAPH
    if "files" in data:
        return Files(data["files"], data.get("complement", False), data.get("name", "files"))
    return (GraphBench if "graphbench" in data else Dataset)(**data)


def _is_file(folder, path):
    return "\0" not in path and Path(folder, path).is_file()


def content(path):
    """Fingerprint of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
