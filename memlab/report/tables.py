"""The tables as a person reads them: each is a `Table`: HTML, Markdown, LaTeX and text.

Problems and types run down, datasets across, as in the paper. What is ours stands in full size,
what is the paper's below it in small; the best mode of a column is bold.
"""

import datetime
from typing import NamedTuple

import jinja2
import numpy as np
import pandas as pd
from markupsafe import Markup

from ..evolution.modes import PAPER_MODES
from ..paper import agreement
from ..paper.tables import PARAMETERS
from ..support.names import DATASETS, GRAPH_PROBLEMS, label

TEMPLATES = jinja2.Environment(
    loader=jinja2.PackageLoader("memlab.report"), autoescape=True, trim_blocks=True,
    lstrip_blocks=True, undefined=jinja2.StrictUndefined)
# How a verdict is drawn, and whether it is good or bad news.
_SIGNS = {"equivalent": ("=", "good"), "same": ("=", "good"), "as good": ("≈", "good"),
          "differs": ("≠", "bad"), "worse": ("≠", "bad"), "undecided": ("?", ""),
          "not comparable": ("–", "")}


# Private characters around what is bold; signs that LaTeX has only in formulas, or not with "<".
_BOLD, _END = "\ue000\ue001"
_LATEX = str.maketrans({_BOLD: r"\textbf{", _END: "}", "−": "$-$", "±": r"$\pm$", "×": r"$\times$",
                        "≈": r"$\approx$", "≠": r"$\neq$", "<": "$<$", ">": "$>$", "–": "--"})


class Cell(NamedTuple):
    """One cell: ours, its uncertainty, the paper's, how they compare, whether it is the best.

    Examples
    --------
    >>> Cell("33.09", "± 0.08", "33.00 ± 0.30", "equivalent").text
    '33.09 ± 0.08 (33.00 ± 0.30)'
    """

    ours: str = ""
    error: str = ""
    theirs: str = ""
    verdict: str = ""
    best: bool = False

    sign = property(lambda self: _SIGNS.get(self.verdict, ("", ""))[0])
    kind = property(lambda self: _SIGNS[self.verdict][1])

    @property
    def text(self):
        """The cell in a line, with the paper's in parentheses: str."""
        theirs = f"({self.theirs})" if self.theirs else ""
        return " ".join(filter(None, [self.ours, self.error, theirs]))


class Table:
    """A table that notebooks show as HTML and that prints as text.

    Parameters
    ----------
    frame : DataFrame
        Of `Cell`. Its rows have two names, of which the first is that of a group.

    Examples
    --------
    >>> cell = Cell("33.09", "± 0.08", "33.00 ± 0.30")
    >>> Table(pd.DataFrame({"ER small": {("MIS", "Baldwinian"): cell}}))
                                        ER small
    MIS Baldwinian  33.09 ± 0.08 (33.00 ± 0.30)
    """

    def __init__(self, frame):
        self.frame = frame

    def __repr__(self):
        return self.frame.map(Cell.text.fget).to_string(sparsify=False)

    def _repr_html_(self):
        return TEMPLATES.get_template("table.html.j2").render(frame=self.frame)

    @property
    def markdown(self):
        """The table as GitHub reads it: str."""
        return TEMPLATES.get_template("table.md.j2").render(frame=self.frame)

    @property
    def latex(self):
        """The table for LaTeX with its package booktabs: str."""
        def text(cell):
            ours = f"{_BOLD}{cell.ours}{_END}" if cell.best else cell.ours
            return cell._replace(ours=ours).text

        return self.frame.map(text).to_latex(escape=True, multirow=False).translate(_LATEX)


def scores(comparison, baselines=None):
    """Table 1: our scores beside the paper's.

    Parameters
    ----------
    comparison : DataFrame
        As `memlab.paper.tables.compare_scores` gives it.
    baselines : DataFrame, optional
        The table "scores" of `memlab.paper.published`; rows of the modes are passed over.

    Returns
    -------
    Table
        Ours: mean ± standard error. Paper: mean ± its standard deviation over seeds, and whether
        the means are equivalent within one per cent (=), differ (≠), are not told apart or
        together by so few graphs (?), or cannot be compared (–).

    Examples
    --------
    >>> from memlab.report import archive
    >>> from memlab.paper import profile, tables
    >>> stores = profile("quick").load(archive.shipped("quick"), ["evaluation"])
    >>> comparison = tables.compare_scores(stores["evaluation"].runs())
    >>> list(scores(comparison).frame)
    ['ER small', 'ER large', 'BA small', 'BA large', 'RB small', 'RB large']
    """
    tops = comparison.groupby(["problem", "dataset"])["mean"].transform("max")
    frame = comparison.assign(best=comparison["mean"] == tops)
    if baselines is not None:
        others = baselines[~baselines["mode"].isin(PAPER_MODES)
                           & baselines["dataset"].isin(comparison["dataset"])]
        frame = pd.concat([frame, others.rename(columns={"std": "sem"}).assign(
            verdict="only printed", best=False)])
    return _compared(frame, "mean", "sem", "published_mean", "published_std",
                     {"mis": ".2f", "maxcut": ".1f"})


def side_by_side(frame, ours="mean", published="published_mean", error=None,
                 published_error=None, digits=1):
    """Any quantity per cell, ours beside the paper's.

    Parameters
    ----------
    frame : DataFrame
        Columns problem, dataset, mode, those that are named next, and verdict if there is one.
    ours, published : str
    error, published_error : str, optional
        Their uncertainties.
    digits : int
        After the decimal point.

    Returns
    -------
    Table

    Examples
    --------
    >>> from memlab.report import archive
    >>> from memlab.paper import profile, tables
    >>> stores = profile("quick").load(archive.shipped("quick"), ["evaluation"])
    >>> comparison = tables.compare_scores(stores["evaluation"].runs())
    >>> len(side_by_side(comparison, error="sem").frame)      # 4 modes on 2 problems
    8
    """
    return _compared(frame, ours, error, published, published_error,
                     dict.fromkeys(GRAPH_PROBLEMS, f",.{digits}f"))


def configurations(best):
    """The selected configurations, mu/lambda/crossover rate (LB probability), ours and the paper's.

    Parameters
    ----------
    best : DataFrame
        As `memlab.paper.configurations.best_configurations` gives it.

    Returns
    -------
    Table
        With a sign after the paper's: the same (=), as good on these graphs (≈), worse (≠),
        not in the grid or on a single graph (?).

    Examples
    --------
    >>> from memlab.report import archive
    >>> from memlab.paper import configurations as search, profile
    >>> stores = profile("laptop").load(archive.shipped("laptop"), ["grid"])
    >>> len(configurations(search.best_configurations(stores["grid"].runs())).frame)
    8
    """
    cells = {}
    for row in best.to_dict("records"):
        theirs = " ".join(_parameters(row, "published_")).rstrip()
        cells[row["problem"], row["mode"], row["dataset"]] = Cell(
            *_parameters(row), theirs, row["verdict"])
    return _table(cells)


def _compared(frame, ours, error, published, published_error, formats):
    """A quantity per cell, in each problem's format; what is missing or NaN is left out."""
    cells = {}
    for row in frame.to_dict("records"):
        pairs = [[format(row[name], formats[row["problem"]])
                  for name in pair if pd.notna(row.get(name))]
                 for pair in ((ours, error), (published, published_error))]
        (mine, *uncertain), theirs = pairs
        cells[row["problem"], row["mode"], row["dataset"]] = Cell(
            mine, "".join(f"± {text}" for text in uncertain), " ± ".join(theirs),
            row.get("verdict", ""), row.get("best", False))
    return _table(cells)


def _parameters(row, prefix=""):
    """A configuration in short, and LB's probability apart."""
    mu, lambda_, rate, p = (row[prefix + name] for name in PARAMETERS)
    return f"{mu:.0f}/{lambda_:.0f}/{rate:.1f}", f"p={p:g}" if pd.notna(p) else ""


def _table(cells):
    """Cells by (problem, type, dataset) as a table in the paper's order; modes come last."""
    others = [name for _, name, _ in cells if name not in PAPER_MODES]
    place = list(dict.fromkeys([*GRAPH_PROBLEMS, *others, *PAPER_MODES, *DATASETS])).index
    frame = pd.Series(cells).unstack(fill_value=Cell())
    rows = sorted(frame.index, key=lambda names: [place(name) for name in names])
    frame = frame.loc[rows, sorted(frame, key=place)]
    return Table(frame.rename(label).rename(columns=label))


def together(found):
    """Return the runs and traces of several stores as two frames, numbered through all stores.

    Settings stand between the columns method and seed, as in the frames of each store.

    Parameters
    ----------
    found : list of (DataFrame, DataFrame)
        Runs and traces of each store.

    Examples
    --------
    >>> one = pd.DataFrame({"run": [0, 1], "method": "a", "mu": 5, "seed": 3})
    >>> two = pd.DataFrame({"run": [0], "n": 9, "method": "b", "size": 7, "seed": 4})
    >>> together([(one, one), (two, two)])[0]
       run    n method   mu  size  seed
    0    0  NaN      a  5.0   NaN     3
    1    1  NaN      a  5.0   NaN     3
    2    2  9.0      b  NaN   7.0     4
    """
    joined, before = [], np.cumsum([0, *(runs["run"].max() + 1 for runs, _ in found)])
    for kind in zip(*found, strict=True):
        frames = [one.assign(run=one["run"] + first)
                  for one, first in zip(kind, before, strict=False) if len(one)] or [kind[0]]
        part = {}      # of the columns of a store that a column is in: the settings are in part 1
        for one in frames:
            part = dict(zip(one, one.columns.isin(["method", "seed"]).cumsum(), strict=True)) | part
        whole = pd.concat(frames, ignore_index=True)
        joined.append(whole[sorted(whole, key=part.get)])
    return joined


def facts(named):
    """Return names and values as a list that notebooks show.

    Parameters
    ----------
    named : dict of str
        What has no value is left out.

    Examples
    --------
    >>> print(facts({"Runs": "12", "Command": ""}).data)
    <dl><dt>Runs</dt><dd>12</dd></dl>
    """
    from IPython.display import HTML

    rows = Markup().join(Markup("<dt>{}</dt><dd>{}</dd>").format(name, value)
                         for name, value in named.items() if value)
    return HTML(f"<dl>{rows}</dl>")


def origin(manifest):
    """Say when, on what and with what the results of a store were computed: dict of str.

    Examples
    --------
    >>> from memlab.report import archive
    >>> from memlab.study import Store
    >>> list(origin(Store.load(archive.shipped("quick") / "evaluation").manifest))
    ['Begun', 'Machine', 'Versions']
    """
    made = datetime.datetime.fromisoformat(manifest["created"])
    return {
        "Begun": f"{made:%d %B %Y}",
        "Machine": "{processor}, {cores} cores, {system}".format_map(manifest["machine"]),
        "Versions": "memlab {memlab} (code {memlab_source}), Python {python}, NumPy {numpy}, "
                    "Numba {numba}".format_map(manifest["versions"])}


def verdicts(comparison, margin=agreement.MARGIN):
    """Say how many cells of Table 1 came out how: str.

    Examples
    --------
    >>> from memlab.report import archive
    >>> from memlab.paper import profile, tables
    >>> stores = profile("quick").load(archive.shipped("quick"), ["evaluation"])
    >>> verdicts(tables.compare_scores(stores["evaluation"].runs())).partition(",")[0]
    "Of 48 cells of the paper's Table 1"
    """
    total, counts = len(comparison), agreement.counts(comparison, margin)
    if counts["not comparable"]:
        return (f"These {total} cells of the paper's Table 1 were run with another budget than the "
                "paper's and cannot be compared with it.")
    return (f"Of {total} cells of the paper's Table 1, {counts['equivalent']} are equivalent to "
            f"the paper's within {margin:g} %, {counts['differs']} differ, each at the 95 % level "
            f"({counts['after Holm']} of them over all together), and {counts['undecided']} are "
            "undecided.")


def number(value, digits=0):
    """A number as text, or a dash if it is not known.

    Examples
    --------
    >>> number(24_098.26, 1), number(float("nan"))
    ('24,098.3', '–')
    """
    if not np.isfinite(value):
        return "–"
    return f"{round(value, digits) + 0.0:,.{digits}f}".replace("-", "−")      # no minus zero


def chance(p):
    """A value of p as text.

    Examples
    --------
    >>> chance(0.0002), chance(0.0312)
    ('< 0.001', '0.031')
    """
    return "< 0.001" if p < 0.001 else number(p, 3)


def ranged(low, high, digits):
    """Return an interval as text, or a dash if it is not known.

    Examples
    --------
    >>> ranged(1.0, 2.5, 1)
    '1.0 to 2.5'
    """
    return f"{number(low, digits)} to {number(high, digits)}" if low <= high else "–"
