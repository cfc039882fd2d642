"""What can be set: what is allowed, and how a state is written down.

Settings are the controls of explorer.toml that have a value, by their names, and "modes".
"""

import ast

from .. import checks
from ..names import MODES
from .texts import TEXTS

GROUPS = {view: ("race", "inside") if view in ("race", "inside", "beside") else (view,)
          for view in TEXTS["views"]}      # of controls


def names(view):
    """The settings of a view: dict of name to the control in explorer.toml."""
    return {name: control for group in GROUPS[view]
            for name, control in TEXTS["controls"][group].items() if "value" in control}


def check(view, settings):
    """The settings, checked: dict.

    What another view has is allowed too, and means something there. Parameters of the modes mean
    the same for all, and a path a file, unless something else is said.

    Raises
    ------
    TypeError, ValueError
        If there is no such setting, or it is not allowed to be that.

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
    """Of checked settings those that a group of controls has, and allows."""
    return {name: value for name, value in settings.items()
            if "value" in (control := TEXTS["controls"][group].get(name, {}))
            and value in control.get("options", {"": value}).values()}


def write(view, settings):
    """Python that opens the explorer like this; only what is set needs to be said.

    Examples
    --------
    >>> write("race", {"dataset": "karate", "mu": 10, "seed": 0})
    "Explorer('race', dataset='karate', mu=10)"
    """
    default = {"modes": MODES} | {name: control["value"] for name, control in names(view).items()}
    given = "".join(f", {name}={settings[name]!r}" for name, usual in default.items()
                    if settings.get(name, usual) != usual)
    return f"Explorer({view!r}{given})"


def read(text):
    """A view and its settings, not checked yet, from what `write` gives.

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
