"""Without an event loop, what the explorer does aside is done before the call returns."""

import asyncio

import pytest

from memlab.explorer.widgets import runner

aside = runner.aside


def at_once(coroutine):
    """As `runner.aside` where a loop runs; else run the coroutine, and all that it begins."""
    async def everything():
        await coroutine
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others)

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(everything())
    else:
        aside(coroutine)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(runner, "aside", at_once)
