"""The public names of memlab, and a page of reference for each, made of its docstring."""

import importlib
import inspect
import pkgutil
import re

import memlab

CITED = re.compile(r"\s*\[\d+\]_")      # a reference to an entry of a list


def public():
    """All public names, by the module that offers them.

    Returns
    -------
    dict of tuple of str
        Dotted name of each module to the names in it that are no modules themselves, each once.

    Examples
    --------
    >>> names = public()
    >>> "evolve" in names["memlab"], "expected_runtime" in names["memlab.theory"]
    (True, True)
    """
    found, seen, waiting = {}, [], [("memlab", memlab)]
    while waiting:
        path, module = waiting.pop(0)
        members = {name: getattr(module, name) for name in _names(module)}
        modules = {name: member for name, member in members.items() if inspect.ismodule(member)}
        # a class that two modules offer has its page where it is offered first
        found[path] = tuple(name for name, member in members.items()
                            if name not in modules and name != "__version__"
                            and not any(member is other for other in seen))
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


def write(folder):
    """Write the source of an index and of a page for each module; Sphinx adds one for each name."""
    folder.mkdir()
    modules = public()
    found = {path: pkgutil.resolve_name(path) for path in modules}
    told = {path: " ".join(CITED.sub("", inspect.getdoc(module).partition("\n\n")[0]).split())
            .rstrip(": ") for path, module in found.items()}
    pages = {"index": ("Reference", [
        "Every public name, with an example.", "",
        *(f":doc:`{path}`\n   {told[path]}\n" for path in modules),
        ".. toctree::", "   :hidden:", "", *(f"   {path}" for path in modules)])}
    for path, names in modules.items():
        module = found[path]
        text, _, _ = inspect.getdoc(module).partition("\nReferences\n")
        pages[path] = path, [
            f".. module:: {module.__name__}", "", CITED.sub("", text), "",
            f".. currentmodule:: {path}", "", ".. autosummary::", "   :toctree:", "",
            *(f"   {name}" for name in names)]
    for name, (title, lines) in pages.items():
        source = "\n".join([title, "=" * len(title), "", *lines, ""])
        (folder / f"{name}.rst").write_text(source, "utf-8")


def with_references(app, what, name, member, options, lines):
    """Sphinx's event: where a docstring cites what its module lists, the list comes with it.

    A constant has no docstring; what Sphinx takes for one is that of its type.
    """
    if what == "data":
        lines.clear()
    cited = re.findall(r"\[(\d+)\]_", "\n".join(lines))
    module = inspect.getmodule(member)
    if not cited or module is None or "References" in lines:
        return
    _, _, listed = (inspect.getdoc(module) or "").partition("\nReferences\n----------\n")
    entries = re.split(r"^(?=\.\. \[)", listed, flags=re.MULTILINE)
    chosen = [entry for entry in entries if entry[4:].partition("]")[0] in cited]
    lines += ["", "References", "----------", *"".join(chosen).splitlines(), ""]
