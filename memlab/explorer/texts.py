"""What the explorer says: explorer.toml."""

import tomllib
from pathlib import Path

TEXTS = tomllib.loads(Path(__file__).with_name("explorer.toml").read_text("utf-8"))
