"""Say which tests were skipped, and fail when one was that should have run.

    python3 .ci/check_report.py REPORT.xml [REASON]...

REPORT.xml is pytest's JUnit report, which records skipped and expected-to-fail tests alike. Each
REASON is a regular expression: tests that are skipped for it may be.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree

# What may be skipped: a regular expression that the reason must match, and why that is right.
ALLOWED = {
    r"gurobi": "an optional extra with a licence of its own",
    r"chszlablib": "an optional extra of several hundred MB, to compare with KaMIS",
    r"\b(ioh|dimod|pysat|igraph|rustworkx|networkit)\b": "optional; .ci/run tests them elsewhere",
    r"torch": "an optional extra of several hundred MB, only to read GraphBench's own files",
    r"pymoo|deap|nevergrad|pygad|inspyred": "optional, with many of their own; likewise",
    r"this processor has no AVX2": "nothing to compare with",
    r"the public instances are not in": "not part of the project; run fails where they should be",
}


def problems(report, *reasons):
    """What is wrong with a report, a line each; an empty list if nothing is.

    Parameters
    ----------
    report : path
        pytest's ``--junitxml`` file.
    *reasons : str
        More of what may be skipped, as in ALLOWED.
    """
    cases = list(ElementTree.parse(report).iter("testcase"))
    found = [] if cases else ["no test ran"]
    for case in cases:
        skipped = case.find("skipped")
        if skipped is not None:
            reason = skipped.get("message", "")
            line = f"skipped: {case.get('classname')}::{case.get('name')}: {reason}"
            if any(re.search(allowed, reason) for allowed in (*ALLOWED, *reasons)):
                print(line)
            else:
                found.append(line)
    return found


if __name__ == "__main__":
    lines = problems(*sys.argv[1:])
    print(*lines, sep="\n", file=sys.stderr)
    sys.exit(1 if lines else 0)
