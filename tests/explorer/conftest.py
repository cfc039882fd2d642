"""Without an event loop, what the explorer does aside is done before the call returns."""

import asyncio

import pytest

from memlab.explorer.widgets import live, runner


def at_once(coroutine):
    """As `live.aside` where a loop runs; else run the coroutine, and all that it begins."""
    async def everything():
        await coroutine
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others)

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(everything())
    else:
        live.aside(coroutine)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(runner, "aside", at_once)
