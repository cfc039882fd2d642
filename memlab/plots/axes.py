"""Logarithmic axes with readable labels."""

import altair as alt

AXES = {"evaluations": "fitness evaluations", "calls": "calls of the function",
        "local_search_steps": "steps of local search",
        "seconds": "seconds of computing"}


def log_axis(channel, field, title, ends, **axis):
    """Return a logarithmic axis from end to end, with the properties of an `altair.Axis`."""
    scale = alt.Scale(type="log", domain=ends, nice=False)
    return channel(f"{field}:Q", title=title, scale=scale, axis=alt.Axis(**axis))


def cost_axis(field, ends=None):
    """Return the logarithmic axis of the cost of a run so far, from end to end if these are given.

    Parameters
    ----------
    field : {"evaluations", "calls", "local_search_steps", "seconds"}
    ends : sequence of two numbers, optional
    """
    ticks = {"values": powers(*ends)} if ends else {"tickCount": 5}
    return log_axis(alt.X, field, AXES[field], ends or alt.Undefined, format="~s", grid=False,
                    **ticks)


def size_axis(sizes, field="n", title="n (bits)"):
    """Return the horizontal axis of a column of sizes."""
    sizes = sorted(set(sizes))
    digits = [digit * power for power in powers(1e-9, 1e8) for digit in (1, 2, 5)]
    inside = [value for value in digits if sizes[0] <= value <= sizes[-1]]
    values = next(choice for choice in (sizes, inside, powers(sizes[0], sizes[-1]))
                  if len(choice) < 8)
    return log_axis(alt.X, field, title, [sizes[0], sizes[-1]], format="~g", grid=False,
                    values=values)


def power_axis(field, title, low, high, channel=alt.Y):
    """Return an axis labelled with a few powers of ten."""
    decades = powers(low, high)
    return log_axis(channel, field, title, [low, high], format=".0e",
                    values=decades[::-(-len(decades) // 8)])


def powers(low, high):
    """Return the powers of ten from low to high."""
    return [10.0**power for power in range(-9, 31) if low <= 10.0**power <= high]
