"""The sources of an experiment's graphs or problems: a random model, files, or a generator.

A source is plain data. It has the number and the names of its graphs, and can make any one of them,
as workers need. Its label is its name in tables (column ``dataset``).
"""

import glob
import hashlib
from dataclasses import MISSING, asdict, dataclass, field
from pathlib import Path

from ..graphs import datasets
from ..graphs.formats import read_graph
from ..graphs.random_graphs import MODELS
from ..graphs.text import named_after
from ..problems import GENERATORS, read_problem
from ..problems.pseudo_boolean.readers import FORMATS
from ..support.checks import Checked, checked, choice, flag, integer, ordered
from ..support.files import unpacked
from ..support.names import DATASETS, SPLITS

# by what a source holds; a problem of the reader's own reads other files itself
_READERS = {"graph": read_graph, "problem": read_problem, "own": str}


@dataclass(frozen=True)
class Source(Checked):
    """The base class of all sources; itself the source for problems that need no graph.

    Attributes
    ----------
    label, split : str
        The name of the source in tables, and its split.
    count : int
        Number of its graphs.
    repetitions : int or None
        Runs with different seeds on each graph; None: as the plan says.
    holds : {"graph", "problem", "own"}
        What its instances are: graphs, on which there are problems; problems themselves; or
        whatever the reader's own problem takes, such as the path of a file.
    """

    # of runs on each graph, if it is not the plan's; files of plans have it only where it is used
    repetitions: int | None = field(default=None, kw_only=True)

    label = split = ""
    holds = "graph"
    count = 1
    complement = False

    def graph_name(self, index, seed):
        """Return the name of a graph in tables.

        Parameters
        ----------
        index : int
            Number of the graph in the source.
        seed : int
            Seed of the plan.

        Returns
        -------
        str
            The name: for a dataset, that which `memlab.datasets.graph` gives to the graph.
        """
        place = [name for name in (self.label, self.split) if name]
        return "/".join([*place, f"{seed}", f"{index}"]) if place else ""

    def key(self, index):
        """Return what identifies a graph in the source, apart from the seed of the plan.

        Parameters
        ----------
        index : int
            Number of the graph in the source.

        Returns
        -------
        int or str
            The index, or the name.
        """
        return self.label, self.split, index

    def made_of(self, index):
        """Return what a graph is made of besides its key and the seed of the plan: tuple.

        Wherever the graph stands in whatever source, results on it are the same then.
        """
        return ()

    def graph(self, index, seed, folder=""):
        """Make a graph.

        Parameters
        ----------
        index : int
            Number of the graph in the source.
        seed : int
            Seed of the plan.
        folder : path-like
            The folder of files.

        Returns
        -------
        Graph
            The graph.
        """
        return

    def columns(self, index, seed):
        """Return the columns of tables for a graph: dict."""
        return {"dataset": self.label, "split": self.split,
                "graph": self.graph_name(index, seed), "graph_index": index,
                **({"complement": True} if self.complement else {})}

    def to_dict(self):
        """The source as plain data."""
        return {name: value for name, value in asdict(self).items() if value is not None}


NO_GRAPH = Source()


@dataclass(frozen=True)
class Dataset(Source):
    """Generated graphs: the first `count` of a split of one of the six families.

    Parameters
    ----------
    dataset : str
        One of `memlab.support.names.DATASETS`.
    split : {"train", "validation", "test"}
        Which part of the dataset.
    count : int
        Number of graphs.

    Examples
    --------
    >>> source = Dataset("ba_small", split="test", count=2)
    >>> source.graph_name(1, seed=0), source.graph(1, seed=0)
    ('ba_small/test/0/1', Graph('ba_small/test/0/1', n=206, m=408))
    """

    dataset: str = checked(MISSING, choice, allowed=DATASETS)
    split: str = checked("train", choice, allowed=SPLITS)
    count: int = checked(1, integer, minimum=1)

    label = property(lambda self: self.dataset)

    def graph(self, index, seed, folder=""):
        """Generate a graph.

        Parameters
        ----------
        index : int
            Number of the graph in the source.
        seed : int
            Seed of the plan.
        folder : path-like
            Not used.

        Returns
        -------
        Graph
            The graph.
        """
        return datasets.graph(self.dataset, self.split, seed, index)


@dataclass(frozen=True)
class Files(Source):
    """Graphs or problems from files; the source includes the fingerprints of their contents.

    Parameters
    ----------
    files : tuple of (str, str)
        Paths, relative to the experiment's folder, and fingerprints, as `find` returns them.
    complement : bool
        Whether to use the complement of each graph, whose independent sets are the graph's cliques.
    label : str
        The name of the source in tables.
    reading : dict or sequence of (str, value)
        How the files are read: format, base, relabel, weight, number, as for `memlab.read_graph`.
    holds : {"graph", "problem", "own"}
        What is in them: `memlab.read_problem` reads problems; the reader's own problem gets the
        path of what only it can read.

    Examples
    --------
    >>> import tempfile
    >>> import memlab as ml
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ml.write_graph(ml.Graph.from_edges(3, [(0, 1), (1, 2)]), f"{folder}/path.mis")
    ...     source = ml.study.Files.find("*.mis", folder)
    ...     source.count, source.graph(0, seed=0, folder=folder)
    (1, Graph('path', n=3, m=2))
    """

    files: tuple[tuple[str, str], ...]
    complement: bool = False
    label: str = "files"
    reading: tuple[tuple[str, object], ...] = ()
    holds: str = "graph"

    def __post_init__(self):
        object.__setattr__(self, "files", tuple(map(tuple, self.files)))
        object.__setattr__(self, "reading", tuple(sorted(dict(self.reading).items())))
        flag("complement", self.complement)
        if not isinstance(self.label, str) or self.label in ("", *DATASETS):
            raise ValueError(f"name must be a string other than a dataset's, not {self.label!r}")

    @classmethod
    def find(cls, patterns, folder, complement=False, label="files", holds="graph", **reading):
        """Return the source of all files that match the patterns, after reading each file once.

        Parameters
        ----------
        patterns : str or sequence of str
            Paths with wildcards, relative to `folder`.
        folder : path-like
            The experiment's folder.
        complement : bool
            Whether to use the complement of each graph.
        label : str
            The name of the source in tables.
        holds : {"graph", "problem", "own"}
            What is in them. "own" is "problem" where a file or a format is one of `read_problem`.
        **reading
            How the files are read.

        Returns
        -------
        Files
            The source.

        Raises
        ------
        FileNotFoundError
            If a pattern matches no file.
        ValueError
            If a file does not contain a graph, or two files have the same name, so that results
            could not distinguish them.
        """
        paths = {}      # in order, and each once
        for pattern in [patterns] if isinstance(patterns, str) else ordered("files", patterns):
            # a name may hold brackets without meaning a wildcard
            names = ([pattern] if Path(folder, pattern).is_file() else
                     sorted(glob.glob(pattern, root_dir=folder, recursive=True)))
            names = [name for name in names if Path(folder, name).is_file()]
            if not names:
                raise FileNotFoundError(f"files: {pattern!r} matches no file in {folder}")
            paths |= {name: Path(folder, name) for name in names}
        known = " ".join(suffixes for suffixes, *_ in FORMATS.values()).split()
        if reading or any(unpacked(path).suffix.lower() in known for path in paths.values()):
            holds = holds.replace("own", "problem")
        names = [*map(named_after, paths.values())]
        for path in paths.values():
            instance = _READERS[holds](path, **reading)
            if complement and instance.is_weighted:
                raise ValueError(f"complement must be False, since {path.name} has edge weights")
            if names.count(name := named_after(path)) > 1:
                raise ValueError(f"files must have different names: two are {name!r}")
        files = [(name, content(path)) for name, path in paths.items()]
        return cls(files, complement, label, reading, holds)

    count = property(lambda self: len(self.files))

    def graph_name(self, index, seed):
        """Return the name of the file without its suffix."""
        return named_after(Path(self.files[index][0]))

    def key(self, index):
        """Return the name of a graph, which identifies it."""
        return "files", "", self.graph_name(index, None)

    def made_of(self, index):
        """Return the fingerprint of a graph's file, and how it is read: tuple."""
        return self.files[index][1], self.complement, self.reading, self.holds

    def graph(self, index, seed, folder=""):
        """Read a graph, and raise a ValueError if the file has changed."""
        read = _READERS[self.holds]
        graph = read(unchanged(folder, *self.files[index]), **dict(self.reading))
        return graph.complement() if self.complement else graph

    def paths(self, folder):
        """Return the paths of the files, and raise a ValueError if one has changed."""
        return [unchanged(folder, *file) for file in self.files]

    def to_dict(self):
        """The source as plain data."""
        return {"files": [list(file) for file in self.files],
                **({"name": self.label} if self.label != "files" else {}),
                **({"complement": True} if self.complement else {}),
                **({"reading": dict(self.reading)} if self.reading else {}),
                **({"holds": self.holds} if self.holds != "graph" else {}),
                **({"repetitions": self.repetitions} if self.repetitions else {})}


@dataclass(frozen=True)
class Generated(Source):
    """Problems or graphs drawn at random; parameters of graphs become columns such as ``graph_n``.

    Parameters
    ----------
    generate : str
        One of `memlab.problems.GENERATORS` or `memlab.graphs.random_graphs.MODELS`.
    options : dict or sequence of (str, value)
        Its arguments.
    count : int
        Number of problems or graphs.

    Examples
    --------
    >>> source = Generated("nk", {"n": 20, "k": 2}, count=3)
    >>> source.label, source.graph(1, seed=0)
    ('nk n=20 k=2', PseudoBoolean('nk n=20 k=2/0/1', n=20, functions=20))
    >>> source = Generated("er", {"n": 50, "p": 0.1}, count=3)
    >>> source.columns(1, seed=0)["graph_p"], source.graph(1, seed=0)
    (0.1, Graph('er n=50 p=0.1/0/1', n=50, m=124))
    """

    generate: str = checked(MISSING, choice, allowed=(*GENERATORS, *MODELS))
    options: tuple[tuple[str, object], ...]
    count: int = checked(1, integer, minimum=1)

    def __post_init__(self):
        super().__post_init__()
        object.__setattr__(self, "options", tuple(dict(self.options).items()))
        self.graph(0, 0)      # which checks the options

    @property
    def holds(self):
        """Whether these are graphs or problems: str."""
        return "problem" if self.generate in GENERATORS else "graph"

    @property
    def label(self):
        """The name of the source in tables."""
        return " ".join([self.generate, *(f"{name}={value}" for name, value in self.options)])

    def graph(self, index, seed, folder=""):
        """Draw a graph or a problem."""
        # the graphs of one seed and all parameters would otherwise have their edges in common
        apart = [int.from_bytes(self.label.encode(), "little")] * (self.holds == "graph")
        return (GENERATORS | MODELS)[self.generate](
            **dict(self.options), seed=[*apart, seed, index],
            instance_name=self.graph_name(index, seed))

    def columns(self, index, seed):
        """Return the columns of tables for an instance, with the parameters of graphs: dict."""
        parameters = {"graph_model": self.generate, **{f"graph_{name}": value
                                                       for name, value in self.options}}
        return super().columns(index, seed) | (parameters if self.holds == "graph" else {})

    def to_dict(self):
        """The source as plain data."""
        return super().to_dict() | {"options": dict(self.options)}


def from_dict(data):
    """Return the source that ``to_dict`` wrote."""
    if not data:
        return NO_GRAPH
    if "files" in data:
        return Files(label=data.get("name", "files"),
                     **{name: value for name, value in data.items() if name != "name"})
    return (Generated if "generate" in data else Dataset)(**data)


def unchanged(folder, name, before):
    """Return the path of a file in a folder, after checking its fingerprint.

    Raises
    ------
    FileNotFoundError
        If it is missing.
    ValueError
        If it has changed.
    """
    path = Path(folder, name)
    if not path.is_file():
        raise FileNotFoundError(f"file {name} is missing in {Path(folder).absolute()}: it must be "
                                "in the folder of the experiment, which its plan has to know")
    if content(path) != before:
        raise ValueError(f"file {name} has changed since the experiment was read")
    return path


def content(*files):
    """Return the fingerprint of one or several files: str."""
    sums = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]
    return (sums[0] if len(sums) == 1 else hashlib.sha256("".join(sums).encode()).hexdigest())[:16]
