"""The explorer's texts and settings, from explorer.toml: what is allowed, and a state as code.

Settings are the controls with a value, by name, and "modes".
"""

import ast
import contextlib
import re
import tomllib
from pathlib import Path

from ..evolution.modes import MODES
from ..support import checks
from ..support.names import renamed

TEXTS = tomllib.loads(Path(__file__).with_name("explorer.toml").read_text("utf-8"))
TEXTS["controls"]["inside"]["population"]["options"] = {
    mode.label: name for name, mode in MODES.items()}
FILE = "file"      # among the graphs: one that is brought
OF_THE_PAGE = tuple(TEXTS["programs"])      # views that the playground's page draws


def controls(view):
    """Return the controls of a view that have a value: dict of name to table of explorer.toml."""
    groups = (view,) if view in OF_THE_PAGE else ("race", "inside")
    return {name: control for group in groups
            for name, control in TEXTS["controls"][group].items() if "value" in control}


def check(view, settings):
    """Check settings: return a dict.

    Settings of other views are allowed too, and apply there. Parameters of the modes imply the
    preset "same", and a path implies the dataset "file", unless these are given.

    Raises
    ------
    TypeError, ValueError
        If there is no such setting, or its value is not allowed.

    Examples
    --------
    >>> check("race", {"mu": 10})
    {'mu': 10, 'preset': 'same'}
    >>> check("race", {"budget": 0})
    Traceback (most recent call last):
    ValueError: budget must be an integer from 1 to 10000000, not 0
    """
    checks.choice("view", view, TEXTS["views"])
    settings = renamed(settings, warn=True)
    known = {name: control for other in (*TEXTS["views"], view)
             for name, control in controls(other).items()}
    if unknown := settings.keys() - known - {"modes"}:
        raise TypeError(f"settings must be among modes, {', '.join(known)}, not {min(unknown)!r}")
    checked = {name: _modes(value) if name == "modes" else _checked(name, value, known[name])
               for name, value in settings.items()}
    if {"mu", "lambda_", "crossover_rate", "lb_probability"} & checked.keys():
        checked.setdefault("preset", "same")
    if checked.get("path"):
        checked.setdefault("dataset", FILE)
    return checked


def _modes(chosen):
    chosen = {checks.choice("modes", mode, MODES) for mode in chosen}
    return tuple(mode for mode in MODES if mode in chosen)


def _checked(name, value, control):
    if "options" in control:
        if value not in (allowed := list(control["options"].values())):
            raise ValueError(f"{name} must be one of {str(allowed)[1:-1]}, not {value!r}")
        return value
    if isinstance(control["value"], bool):
        return checks.flag(name, value)
    if isinstance(control["value"], str):
        # nothing else may stand in a program that is run
        if not re.fullmatch(control.get("pattern", "(?s).*"), str(value)):
            raise ValueError(f"{name} must be like {control['value']!r}, not {value!r}")
        return str(value)
    kind = checks.real if isinstance(control["value"], float) else checks.integer
    return kind(name, value, minimum=control["min"], maximum=control["max"])


def fitting(view, settings):
    """Return those of the settings that a view has and allows; some names stand in two views."""
    fits = {}
    for name, control in controls(view).items():
        with contextlib.suppress(KeyError, TypeError, ValueError):
            fits[name] = _checked(name, settings[name], control)
    return fits


def write(view, settings):
    """Return Python code that opens the explorer with these settings, without defaults.

    Examples
    --------
    >>> write("race", {"dataset": "karate", "mu": 10, "seed": 0})
    "Explorer('race', dataset='karate', mu=10)"
    """
    usual = {"modes": tuple(MODES)} | {name: one["value"] for name, one in controls(view).items()}
    given = "".join(f", {name}={settings[name]!r}" for name, value in usual.items()
                    if settings.get(name, value) != value)
    return f"Explorer({view!r}{given})"


def read(text):
    """Parse code that `write` returned: a view and its settings, not checked yet.

    Raises
    ------
    ValueError
        If it is anything else.

    Examples
    --------
    >>> read("Explorer('race', mu=10, modes=['lb'])")
    ('race', {'mu': 10, 'modes': ['lb']})
    """
    try:
        call = ast.parse(text.strip(), mode="eval").body
        view, = map(ast.literal_eval, call.args)
        return view, {one.arg: ast.literal_eval(one.value) for one in call.keywords}
    except (SyntaxError, AttributeError, ValueError):
        raise ValueError(f"a preset must be like Explorer('race', mu=10), not {text!r}") from None
