"""The explorer's texts and the allowed values of its controls, from explorer.toml."""

import tomllib
from pathlib import Path

FILE = "file"      # among the graphs: one that is brought
TEXTS = tomllib.loads(Path(__file__).with_name("explorer.toml").read_text("utf-8"))
