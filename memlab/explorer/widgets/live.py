"""Coroutines beside the event loop's other work; threads compute, and never touch a widget."""

import asyncio

_TASKS = set()      # the event loop itself would forget them


def aside(coroutine):
    """Run a coroutine as a task; without an event loop, everything is done before this returns."""
    try:
        task = asyncio.get_running_loop().create_task(coroutine)
    except RuntimeError:
        asyncio.run(_all(coroutine))
    else:
        _TASKS.add(task)
        task.add_done_callback(_TASKS.discard)


async def _all(coroutine):
    await coroutine
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(others)
