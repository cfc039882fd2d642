"""Logarithmic axes with readable labels."""

import altair as alt


def ticks(low, high):
    """Readable values on a logarithmic axis: 10, 20, 50, 100, ..."""
    values = [digit * 10**power for power in range(9) for digit in (1, 2, 5)]
    inside = [value for value in values if low <= value <= high]
    return inside if len(inside) <= 7 else [v for v in inside if str(v)[0] == "1"]


def power_axis(field, title, low, high, channel=alt.Y):
    """A logarithmic axis that names powers of ten only."""
    decades = [10.0**power for power in range(0, 31) if low <= 10.0**power <= high]
    step = -(-len(decades) // 8)
    return channel(field, title=title, axis=alt.Axis(values=decades[::step], format=".0e"),
                   scale=alt.Scale(type="log", domain=[low, high], nice=False))
