"""Manifests: what a store says of its plan and of where its numbers come from, as JSON."""

import datetime
import json

from ..support.files import replacing
from . import provenance

NAME = "manifest.json"      # of that of the present plan
_FORMAT = "memlab study 1"


class StoreError(ValueError):
    """A folder cannot be used as the store: it is not a store, damaged, or has other numbers.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from memlab.study import Store
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "manifest.json").write_text("{")
    ...     Store.load(folder)
    Traceback (most recent call last):
    memlab.study.manifests.StoreError: ...
    """


class ForeignPlanError(StoreError):
    """A folder or a shard holds no results that a plan asks for, or is an archive of another plan.

    Examples
    --------
    >>> from memlab.study import Block, Method, Plan, Store
    >>> from memlab.support.paths import RESULTS
    >>> Store.open(RESULTS / "gurobi", Plan("short", [Block(["mis"], ["er_small"],
    ...                                                     [Method("restarts")])]))
    Traceback (most recent call last):
    memlab.study.manifests.ForeignPlanError: ...
    """


def of(plan, before):
    """Return the manifest of a plan, in a store that had another one before, or none: dict."""
    about = {"format": _FORMAT, "title": plan.title, "plan": plan.to_dict(),
             "names": [[*block.names] for block in plan.blocks],
             "plan_fingerprint": plan.fingerprint}
    return about | (before or {
        "versions": provenance.versions(), "machine": provenance.machine(),
        "created": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")}) | about


def read(folder, name, make):
    """Read a manifest in a folder; return what `make` makes of the folder and the manifest."""
    path = folder / name
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        if manifest["format"] != _FORMAT:
            raise ValueError(f"its format is {manifest['format']!r}, not {_FORMAT!r}")
        return make(folder, manifest)
    except FileNotFoundError as error:
        raise FileNotFoundError(f"no study in {folder}: {path} is missing") from error
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        raise StoreError(f"{path} is not a study's manifest: {error}") from error


def plans(folder, make):
    """Return the plans that the store in a folder has and had, by their fingerprints: dict."""
    names = [NAME, *(f"plans/{path.name}" for path in folder.glob("plans/*.json"))]
    return {plan.fingerprint: plan for name in names for plan in [read(folder, name, make).plan]}


def write(path, manifest):
    """Write a manifest."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, "w") as file:
        json.dump(manifest, file, indent=1)
