"""What tests of the screen do with a running program: press keys, wait, read the frame."""

from __future__ import annotations

from contextlib import suppress

from textual.pilot import Pilot
from textual.worker import WorkerCancelled


async def settled(pilot: Pilot[None]) -> None:
    """Threads are through, and what they told is on the screen."""
    await pilot.pause()
    while any(worker.is_running for worker in pilot.app.workers):
        with suppress(WorkerCancelled):
            await pilot.app.workers.wait_for_complete()
        await pilot.pause(0.005)
        await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Keys one after the other, each with what it leads to."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


def frame(pilot: Pilot[None]) -> str:
    """The whole screen as text."""
    strips = pilot.app.screen._compositor.render_strips()  # noqa: SLF001
    return "\n".join(strip.text for strip in strips)


def name(pilot: Pilot[None]) -> str:
    """Which screen is shown."""
    return type(pilot.app.screen).__name__
