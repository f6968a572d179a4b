"""The changes by a scripted event that a side saw, from its news alone."""

from __future__ import annotations

from collections.abc import Sequence

from skirmish.core.events import (
    Changed,
    Closed,
    Event,
    Joined,
    Opened,
    Placed,
    Revealed,
    Triggered,
    Zoned,
)
from skirmish.core.script import Script
from skirmish.core.view import News

NO_CHANGE = "nothing in sight changes"
_CHANGES = (Zoned, Joined, Revealed, Closed, Opened, Placed)
"""Events by which a scripted event takes effect; they follow it at once."""


def changes_nothing(news: Sequence[News], at: int, script: Script) -> bool:
    """Whether a side saw no change by the scripted event at an index of its news.

    Unseen changes reveal nothing: a text alone and an unseen effect read the same. An event after
    which a side chooses is not over yet.
    """
    event = news[at].event
    if not isinstance(event, Triggered):
        return False
    asks = any(one.id == event.trigger and one.choice for one in script.triggers)
    return not asks and (at + 1 == len(news) or not _is_change(news[at + 1].event))


def _is_change(event: Event) -> bool:
    if isinstance(event, Changed):
        return not event.by
    return isinstance(event, _CHANGES)
