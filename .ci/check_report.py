"""Fail when a test was skipped that should have run, or a notebook was not run at all.

    python3 .ci/check_report.py REPORT.xml NOTEBOOKS

REPORT.xml is pytest's JUnit report, which records skipped and expected-to-fail tests alike.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

# What may be skipped: a regular expression that the reason must match, and why that is right.
ALLOWED = {
    r"gurobi": "an optional extra with a licence of its own",
    r"chszlablib": "an optional extra of several hundred MB, to compare with KaMIS",
    r"python-sat": "an optional extra, only to compare with its exact solver",
    r"torch": "an optional extra of several hundred MB, only to read GraphBench's own files",
    r"jax": "an optional extra of several hundred MB, only to train networks; .ci/run trains some",
    r"pymoo|deap|nevergrad": "optional extras with many of their own; .ci/run installs them later",
    r"this processor has no AVX2": "nothing to compare with",
    r"the public instances are not in": "not part of the project; run fails where they should be",
}


def problems(report, notebooks):
    """What is wrong with a report, a line each; an empty list if nothing is.

    Parameters
    ----------
    report : path
        pytest's ``--junitxml`` file.
    notebooks : path
        The folder of notebooks, each of which must have run cells.
    """
    cases = list(ElementTree.parse(report).iter("testcase"))
    found = [] if cases else ["no test ran"]
    for case in cases:
        skipped = case.find("skipped")
        if skipped is not None:
            reason = f"{skipped.get('message')} {skipped.text or ''}".strip()
            if not any(re.search(allowed, reason) for allowed in ALLOWED):
                found.append(f"skipped: {case.get('classname')}::{case.get('name')}: {reason}")
    ran = {case.get("classname").rpartition("notebooks.")[2] for case in cases}
    found += [f"not run: {notebook}" for notebook in sorted(Path(notebooks).glob("*.ipynb"))
              if notebook.name not in ran]
    return found


if __name__ == "__main__":
    lines = problems(*sys.argv[1:])
    print(*lines, sep="\n", file=sys.stderr)
    sys.exit(1 if lines else 0)
