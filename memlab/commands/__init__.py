"""The commands: argument parsing, and nothing else."""

import argparse
import importlib
import warnings
from pathlib import Path


def start(command, *rest):
    """Run a command in a process of its own; returns its exit status.

    Its warnings are sentences for the person who typed it, without the line of source.
    """
    warnings.formatwarning = lambda message, *_, **__: f"memlab: {message}\n"
    return importlib.import_module(f"{__name__}.{command}").main(list(rest))


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
