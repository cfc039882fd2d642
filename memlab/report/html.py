"""Templates of the pages, and whether charts can be drawn."""

import resource
import subprocess
import sys

import jinja2

TEMPLATES = jinja2.Environment(
    loader=jinja2.PackageLoader("memlab.report"), autoescape=True, trim_blocks=True,
    lstrip_blocks=True, undefined=jinja2.StrictUndefined)


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
