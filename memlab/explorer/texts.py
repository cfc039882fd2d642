"""What the explorer says, and what its controls allow: explorer.toml."""

import tomllib
from pathlib import Path

from ..names import DATASETS, label

FILE = "file"      # among the graphs: one that is brought
TEXTS = tomllib.loads(Path(__file__).with_name("explorer.toml").read_text("utf-8"))

_EXAMPLES = {example["title"]: name for name, example in TEXTS["examples"].items()}
_SMALL = {title: name for title, name in _EXAMPLES.items() if name in ("house", "petersen")}
_KINDS = {words["title"]: kind for kind, words in TEXTS["landscapes"].items()}
TEXTS["controls"]["race"]["dataset"]["options"] = {
    **{f"{label(name)}, generated": name for name in DATASETS}, **_EXAMPLES,
    "a file of mine": FILE}
TEXTS["controls"]["inside"]["population"]["options"] = {
    label(name): name for name in ("darwinian", "baldwinian", "lamarckian", "lb")}
TEXTS["controls"]["landscape"]["example"]["options"] = _SMALL
TEXTS["controls"]["landscape"]["kind"]["options"] = _KINDS
