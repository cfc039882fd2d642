"""What of a test the short tests take."""

import pytest


def shortened(values, kept):
    """Parameters of a test, tuples if it has several: the short tests take those `kept`."""
    return [value if value in kept else pytest.param(
        *(value if isinstance(value, tuple) else [value]), marks=pytest.mark.slow)
        for value in values]
