"""The commands: argument parsing, and nothing else."""

import argparse
from pathlib import Path


def at_least(minimum):
    """What `argparse` makes an integer of that size with."""
    def integer(text):
        value = int(text)
        if value < minimum:
            raise argparse.ArgumentTypeError(f"must be at least {minimum}, not {value}")
        return value

    return integer


def directory(text):
    """What `argparse` makes the path of a folder with, which need not be there yet."""
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"must be a folder, but {path} is a file")
    return path
