"""What a chart says, for the tests of charts."""

import re

import vl_convert

from memlab import plots


def compiled(chart):
    """The chart as Vega, by the compiler that JupyterLab has; it must have nothing to warn of."""
    return vl_convert.vegalite_to_vega(chart.to_dict(), vl_version="5.8")


def rows(chart):
    """All data of a chart, put together."""
    return [row for values in chart.to_dict()["datasets"].values() for row in values]


def texts(chart):
    """Every piece of text that is drawn."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", plots.to_svg(chart))
