"""The explorer's settings: which values are allowed, and how a state is written as code.

Settings are the controls of explorer.toml with a value, by name, and "modes".
"""

import ast

from .. import checks
from ..modes import MODES
from .texts import TEXTS

GROUPS = {view: ("race", "inside") if view in ("race", "inside", "beside") else (view,)
          for view in TEXTS["views"]}      # of controls


def names(view):
    """Return the settings of a view: dict of name to the control in explorer.toml."""
    return {name: control for group in GROUPS[view]
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
    known = {name: control for other in (*GROUPS, view) for name, control in names(other).items()}
    checked = {name: _checked(name, value, known) for name, value in settings.items()}
    if {"mu", "lambda_", "crossover_rate", "lb_probability"} & checked.keys():
        checked.setdefault("preset", "same")
    if checked.get("path"):
        checked.setdefault("dataset", "file")
    return checked


def _checked(name, value, known):
    if name == "modes":
        chosen = {checks.choice("modes", mode, MODES) for mode in value}
        return tuple(mode for mode in MODES if mode in chosen)
    if name not in known:
        raise TypeError(f"settings must be among modes, {', '.join(known)}, not {name!r}")
    control = known[name]
    if "options" in control:
        if value not in (allowed := list(control["options"].values())):
            raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, "
                             f"not {value!r}")
        return value
    if isinstance(control["value"], bool):
        return checks.flag(name, value)
    if isinstance(control["value"], str):
        return str(value)
    kind = checks.real if isinstance(control["value"], float) else checks.integer
    return kind(name, value, minimum=control["min"], maximum=control["max"])


def fitting(group, settings):
    """Return those of the checked settings that a group of controls has and allows."""
    return {name: value for name, value in settings.items()
            if "value" in (control := TEXTS["controls"][group].get(name, {}))
            and value in control.get("options", {"": value}).values()}


def write(view, settings):
    """Return Python code that opens the explorer with these settings, without defaults.

    Examples
    --------
    >>> write("race", {"dataset": "karate", "mu": 10, "seed": 0})
    "Explorer('race', dataset='karate', mu=10)"
    """
    controls = {name: control["value"] for name, control in names(view).items()}
    default = {"modes": tuple(MODES)} | controls
    given = "".join(f", {name}={settings[name]!r}" for name, usual in default.items()
                    if settings.get(name, usual) != usual)
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
