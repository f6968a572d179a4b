"""What has changed in a battle; observers are notified once for each input."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Flag, auto


class Topic(Flag):
    """What has changed."""

    NOTHING = 0
    CHOICE = auto()
    """What the player points at, has chosen, and reads about it."""
    CURSOR = auto()
    """The cursor, which must be made visible."""
    MAP = auto()
    """What is calculated for the map alone: chances against enemies, the rim of a reach."""
    VIEW = auto()
    """What the side knows: figures, news, legal orders."""
    PROGRESS = auto()
    """How far the computer's search has come."""
    SEAT = auto()
    """The side in the seat; empty between two players."""
    NEXT_PLAYER = auto()
    """Another player is next: nothing is shown until that player takes the seat."""
    AI_ORDER = auto()
    """The computer gave an order, or found none."""
    OVER = auto()
    """The battle is over."""


Observer = Callable[[Topic], None]


class Announcements:
    """Collects changes and notifies observers once at the end."""

    def __init__(self) -> None:
        """Begin without observers."""
        self._observers: list[Observer] = []
        self._changed = Topic.NOTHING
        self._changing = 0

    def observe(self, observer: Observer) -> None:
        """Call a function with every change from now on."""
        self._observers.append(observer)

    def close(self) -> None:
        """Remove all observers."""
        self._observers.clear()

    def announce(self, topic: Topic) -> None:
        """Notify the observers of a change, or collect it within another change."""
        with self.collect(topic):
            pass

    @contextmanager
    def collect(self, topic: Topic = Topic.NOTHING) -> Iterator[None]:
        """Collect the changes made in the block; notify when the outermost block ends."""
        self._changed |= topic
        self._changing += 1
        try:
            yield
        finally:
            self._changing -= 1
        if not self._changing and self._changed:
            changed, self._changed = self._changed, Topic.NOTHING
            for observer in self._observers:
                observer(changed)
