"""Parts of the pages: templates, and charts for pages that have no scripts."""

import base64
import re
import resource
import subprocess
import sys

import jinja2
from markupsafe import Markup

TEMPLATES = jinja2.Environment(
    loader=jinja2.PackageLoader("memlab.report"), autoescape=True, trim_blocks=True,
    lstrip_blocks=True, undefined=jinja2.StrictUndefined)

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
