"""Parts of the pages: templates, and charts for pages that have no scripts."""

import base64
import re

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
