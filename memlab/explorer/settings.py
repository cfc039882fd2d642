"""The explorer's texts and settings, from explorer.toml: what is allowed, and a state as code.

Settings are the values of controls, by name.
"""

import ast
import tomllib
from pathlib import Path

from ..evolution.modes import MODES
from ..support import checks

TEXTS = tomllib.loads(Path(__file__).with_name("explorer.toml").read_text("utf-8"))
TEXTS["controls"]["inside"]["population"]["options"] = {
    mode.label: name for name, mode in MODES.items()}
CONTROLS = {"modes": {"value": tuple(MODES)}} | {      # those that have a value
    name: control for group in ("race", "inside")
    for name, control in TEXTS["controls"][group].items() if "value" in control}
VIEWS = ("race", "inside")
FILE = "file"      # among the graphs: one that is brought
IMPLIED = {"path": ("dataset", FILE)} | dict.fromkeys(
    ("mu", "lambda_", "crossover_rate", "lb_probability"), ("preset", "same"))


def told(mode):
    """Return what a mode does, in sentences for people.

    Examples
    --------
    >>> told(MODES["baldwinian"])
    'Learns, and is judged by it. What was learned is never inherited.'
    """
    if not mode.learns:
        return "Does not learn. Is judged by what it was born with."
    how = {None: "inherited with the LB probability", 0: "never inherited", 1: "always inherited"}
    chance = how.get(mode.inherits, f"inherited with probability {mode.inherits}")
    return f"Learns, and is judged by it. What was learned is {chance}."


def check(view, settings):
    """Check settings of a view: return a dict.

    Parameters of the modes imply the preset "same", and a path implies the dataset "file", unless
    these are given.

    Raises
    ------
    TypeError, ValueError
        If the view has no such setting, or its value is not allowed.

    Examples
    --------
    >>> check("race", {"mu": 10})
    {'mu': 10, 'preset': 'same'}
    >>> check("race", {"budget": 0})
    Traceback (most recent call last):
    ValueError: budget must be an integer from 1 to 10000000, not 0
    """
    checks.choice("view", view, VIEWS)
    if unknown := settings.keys() - CONTROLS:
        raise TypeError(f"settings of the explorer must be among {', '.join(CONTROLS)}, "
                        f"not {min(unknown)!r}")
    given = {name: _checked(name, value, CONTROLS[name]) for name, value in settings.items()}
    for name in given.keys() & IMPLIED.keys():
        given.setdefault(*IMPLIED[name])
    return given


def _checked(name, value, control):
    """Return a value of a control, or raise an error that says what is allowed."""
    usual = control["value"]
    if "options" in control:
        if value not in (allowed := list(control["options"].values())):
            raise ValueError(f"{name} must be one of {str(allowed)[1:-1]}, not {value!r}")
        return value
    if isinstance(usual, tuple):
        chosen = {checks.choice(name, mode, MODES) for mode in value}
        return tuple(mode for mode in MODES if mode in chosen)
    if isinstance(usual, bool):
        return checks.flag(name, value)
    if isinstance(usual, str):
        return str(value)
    kind = checks.real if isinstance(usual, float) else checks.integer
    return kind(name, value, minimum=control["min"], maximum=control["max"])


def write(view, settings):
    """Return Python code that opens the explorer with these settings, without defaults.

    Examples
    --------
    >>> write("race", {"dataset": "karate", "mu": 10, "seed": 0})
    "Explorer('race', dataset='karate', mu=10)"
    """
    given = "".join(f", {name}={settings[name]!r}" for name, control in CONTROLS.items()
                    if settings.get(name, control["value"]) != control["value"])
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
