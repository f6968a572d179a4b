"""Names of keys in texts; `NoKeys` serves a session without keys."""

from __future__ import annotations

from collections.abc import Container
from typing import Protocol


class KeyWords(Protocol):
    """The player's keys as texts name them."""

    @property
    def ids(self) -> Container[str]:
        """The ids that `key` knows."""

    def key(self, id_: str) -> str:
        """The key for an id."""

    def verb_key(self, verb: str, part: str) -> str:
        """The key for an order in a part of the battle; empty if there is none."""


class NoKeys:
    """Names of ids and orders in place of keys."""

    ids: Container[str] = ()

    def key(self, id_: str) -> str:
        """Return the id itself."""
        return id_

    def verb_key(self, verb: str, part: str) -> str:
        """Return the verb itself, in any part."""
        del part
        return verb
