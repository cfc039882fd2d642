"""Parts of the pages: templates, and charts for pages that have no scripts."""

import base64
import re
import resource
import subprocess
import sys

import jinja2
from markupsafe import Markup

from ..support.names import LABELS, label

TEMPLATES = jinja2.Environment(
    loader=jinja2.PackageLoader("memlab.report"), autoescape=True, trim_blocks=True,
    lstrip_blocks=True, undefined=jinja2.StrictUndefined)

_CELL = re.compile(r"(?<=<td>)[^<]*(?=</td>)")      # of a frame
_NAME = re.compile(r"(?<=>)[^<]+(?=</th>)")
_STYLED = re.compile(r"(?<=>)[^<]+(?=</t[dh]>)")
_WHOLE = re.compile(r"-?\d+(\.0+)?|NaN|None")
_HEAD = re.compile(r"\d\d+\.0")
_SEED = 16      # digits from which a number is a seed, and no quantity
_BITS = re.compile(r"[01]{3,}")      # a genome is no number
_ARRAY = re.compile(r"\b(?:np\.\w+|array)\(([^()]*?)(?:,\s*dtype=\w+)?\)")
_TYPE = re.compile(r"(?m)^(?:(?:Name: .*|Length: \d+), )*dtype: \w+$")
_SPOKEN = re.compile(r' (?:aria-[a-z]+|role|class|pointer-events)="[^"]*"')
_PLACES = re.compile(r' (?:(?:d|[xy][12]?|width|height)="|transform="translate)[^"]*"')


def image(svg, alt):
    """Return a picture as HTML that contains it.

    Parameters
    ----------
    svg : str
    alt : str
        What it shows, for those who do not see it.

    Returns
    -------
    Markup

    Examples
    --------
    >>> print(image("<svg/>", "Nothing"))
    <img alt="Nothing"
     src="data:image/svg+xml;base64,PHN2Zy8+">
    """
    figure = base64.b64encode(lighten(svg).encode()).decode()
    return Markup('<img alt="{}"\n src="data:image/svg+xml;base64,{}">').format(alt, figure)


def lighten(svg):
    """Return the same picture in half as many characters: positions to a tenth of a pixel, and no
    descriptions of single marks.

    Examples
    --------
    >>> lighten('<svg><text x="1.25" aria-label="b">1.25</text></svg>')
    '<svg><text x="1.2">1.25</text></svg>'
    """
    return _PLACES.sub(lambda match: re.sub(r"(\d\.\d)\d+", r"\1", match[0]), _SPOKEN.sub("", svg))


def for_people(data):
    """Return what a notebook shows with labels for names, and without what only programs need.

    Parameters
    ----------
    data : dict of str
        By MIME types.

    Returns
    -------
    dict of str
        Numbers of a frame's column that are all whole have no decimals; a dash is a missing one.
        A sentence takes the place of a table without rows.

    Examples
    --------
    >>> frame = "<table class='dataframe'><tbody><tr><th>lb</th><td>40000.0</td><td>NaN</td></tr>"
    >>> for_people({"text/html": frame})["text/html"].partition("<tr>")[2]
    '<th>LB</th><td>40,000</td><td>–</td></tr>'
    >>> seeds = "<table class='dataframe'><tr><th>50.0</th><td>6359791138669703168</td></tr>"
    >>> for_people({"text/html": seeds})["text/html"].partition("<tr>")[2]
    '<th>50</th><td>6359791138669703168</td></tr>'
    >>> for_people({"text/html": "<table><tr><th>mode</th></tr></table>"})["text/html"]
    '<p>There is nothing to list.</p>'
    >>> for_people({"text/html": "<tr><th id='T_1'>lb</th><td>4.50</td></tr>"})["text/html"]
    "<tr><th id='T_1'>LB</th><td>4.50</td></tr>"
    >>> for_people({"text/plain": "(array([1, 0], dtype=uint8), np.float64(2.5))"})["text/plain"]
    '([1, 0], 2.5)'
    """
    text = re.sub(r"\n +\[", "\n [", _ARRAY.sub(r"\1", data.get("text/plain", "")))
    shown = {"text/plain": _TYPE.sub("", text).rstrip()} if text else {}
    if "<th" in data.get("text/html", "") and "<td" not in data["text/html"]:
        shown["text/html"] = "<p>There is nothing to list.</p>"
    elif "dataframe" in data.get("text/html", ""):
        head, *rows = data["text/html"].split("<tr")
        columns = zip(*filter(None, map(_CELL.findall, rows)), strict=True)
        whole = [all(map(_WHOLE.fullmatch, column)) and not all(map(_BITS.fullmatch, column))
                 for column in columns]
        for place, row in enumerate(rows):
            kinds = iter(whole)
            row = _NAME.sub(lambda name: _written(name[0], _HEAD.fullmatch(name[0])), row)
            rows[place] = _CELL.sub(lambda cell: _written(cell[0], next(kinds)), row)  # noqa: B023
        shown["text/html"] = "<tr".join([head, *rows])
    elif "</td>" in data.get("text/html", ""):      # of a Styler, which writes numbers itself
        shown["text/html"] = _STYLED.sub(
            lambda cell: "–" if cell[0] == "nan" else label(cell[0]), data["text/html"])
    return data | shown


def _written(text, whole=False):
    """A name or a value in a frame, as people write it."""
    if text in ("NaN", "None", "nan"):
        return "–"
    if whole:
        return f"{float(text):,.0f}" if len(text) < _SEED else text
    return LABELS.get(text, text.replace("_", " "))


def check_drawing():
    """Check that charts can be drawn before other work begins.

    V8, which draws the charts, ends the process without a message if the address space is limited.

    Raises
    ------
    OSError
        If the address space is limited.

    Examples
    --------
    >>> check_drawing()
    """
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    trial = "import vl_convert; vl_convert.vegalite_to_svg({'mark': 'point', 'data': {}})"
    if limit != resource.RLIM_INFINITY and subprocess.run(
            [sys.executable, "-P", "-c", trial], capture_output=True).returncode != 0:
        raise OSError(f"charts cannot be drawn within ulimit -v {limit >> 10}: V8 reserves tens of "
                      "GB of address space. Lift it, or use memlab.study.run, which draws nothing")
