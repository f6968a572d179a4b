"""What has changed in a battle, told to those that show it: once for each input."""

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
    """The cursor: it must be in sight."""
    MAP = auto()
    """What is worked out for the map alone: chances at enemies, the rim of a reach."""
    VIEW = auto()
    """What the side knows: figures, news, legal orders."""
    PROGRESS = auto()
    """How far the computer is with its thought."""
    SEAT = auto()
    """The side that looks; none between two players."""
    NEXT_PLAYER = auto()
    """Another player comes: nothing is shown until he takes his seat."""
    AI_ORDER = auto()
    """The computer gave an order, or found none."""
    OVER = auto()
    """The battle is over."""


Observer = Callable[[Topic], None]


class Announcements:
    """Collects what changes, and tells it to observers at the end."""

    def __init__(self) -> None:
        """Begin without observers."""
        self._observers: list[Observer] = []
        self._changed = Topic.NOTHING
        self._changing = 0

    def observe(self, observer: Observer) -> None:
        """Tell a function what has changed, from now on."""
        self._observers.append(observer)

    def close(self) -> None:
        """Tell nothing any more."""
        self._observers.clear()

    def announce(self, topic: Topic) -> None:
        """Tell what has changed, or collect it within another change."""
        with self.collect(topic):
            pass

    @contextmanager
    def collect(self, topic: Topic = Topic.NOTHING) -> Iterator[None]:
        """Collect what changes within, and tell it when the outermost change ends."""
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
