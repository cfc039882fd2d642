"""The commands. Each parses its arguments first, and only then imports what does the work."""

import importlib
import sys
import warnings


def start(name, *argv):
    """Run a command in this process.

    Its warnings and errors are sentences for the person who typed it, without lines of source.

    Parameters
    ----------
    name : str
        Name of a module in this package.
    *argv : str
        What follows the command's name.

    Returns
    -------
    int
        The exit status: 0, 1 if the command failed, or 130 if it was interrupted.

    Examples
    --------
    >>> start("compare", "missing.mis", "--problem", "mis")      # it says why, as an error
    1
    """
    warnings.formatwarning = lambda message, *_, **__: f"memlab: {message}\n"
    try:
        importlib.import_module(f"{__name__}.{name}").main(list(argv))
        return 0
    except KeyboardInterrupt:
        print("interrupted; of a study, the same command goes on where it stopped", file=sys.stderr)
        return 130
    except ModuleNotFoundError as error:
        extra = {"book": "book", "study": "cluster"}.get(name, "notebooks")
        brings = (f"pip install 'memlab[{extra}]' brings it"
                  if not str(error.name).startswith("memlab.") else "this copy of memlab lacks it")
        print(f"memlab {name}: {error}; {brings}", file=sys.stderr)
    except (ImportError, OSError, RuntimeError, TypeError, ValueError) as error:
        print(f"memlab {name}: {error}", file=sys.stderr)
    return 1
