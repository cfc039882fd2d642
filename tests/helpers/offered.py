"""The public names of memlab, by the module that offers them."""

import importlib
import inspect
import pkgutil

import memlab


def public():
    """Dotted names of modules that offer any, each with what it offers but modules, each once."""
    found, seen, waiting = {}, [], [("memlab", memlab)]
    while waiting:
        path, module = waiting.pop(0)
        members = {name: getattr(module, name) for name in _names(module)}
        modules = {name: member for name, member in members.items() if inspect.ismodule(member)}
        found[path] = [name for name, member in members.items()
                       if name not in modules and name != "__version__"
                       and not any(member is other for other in seen)]
        seen += members.values()
        waiting += [(f"{path}.{name}", member) for name, member in modules.items()]
    return {path: names for path, names in found.items() if names}


def _names(module):
    """What a module offers: its ``__all__``, its modules, or what it defines without underscore."""
    if hasattr(module, "__all__"):
        return module.__all__
    if hasattr(module, "__path__"):
        names = [info.name for info in pkgutil.iter_modules(module.__path__)]
        for name in names:
            importlib.import_module(f"{module.__name__}.{name}")
        return names
    return [name for name, member in vars(module).items() if not name.startswith("_")
            and getattr(member, "__module__", None) == module.__name__]
