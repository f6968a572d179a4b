"""A key pressed without waiting until the app is idle."""

from __future__ import annotations

import unicodedata

from textual.events import Key
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.pilot import Pilot


async def quick_press(pilot: Pilot[None], pressed: str) -> None:
    """Press a key, and wait until every widget has taken the messages that are queued by then.

    `Pilot.press` waits until the process is idle, at least 60 ms for a key. A test that only asks
    whether something changed looks after this first, and presses again with `Pilot.press` if not.
    """
    name = _character_to_key(pressed) if len(pressed) == 1 else pressed
    character: str | None
    try:
        character = unicodedata.lookup(_get_unicode_name_from_key(REPLACED_KEYS.get(name, name)))
    except KeyError:
        character = pressed if len(pressed) == 1 else None
    pilot.app.post_message(Key(name, character))
    for _ in range(4):
        await processed(pilot)


async def processed(pilot: Pilot[None]) -> None:
    """Wait until every widget has taken the messages that are queued now."""
    await pilot._wait_for_screen()  # noqa: SLF001
