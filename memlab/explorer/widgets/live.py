"""Coroutines beside the event loop's other work; threads compute, and never touch a widget."""

import asyncio

_TASKS = set()      # the event loop itself would forget them


def aside(coroutine):
    """Run a coroutine as a task of the event loop, which every kernel of Jupyter has."""
    task = asyncio.get_running_loop().create_task(coroutine)
    _TASKS.add(task)
    task.add_done_callback(_TASKS.discard)
