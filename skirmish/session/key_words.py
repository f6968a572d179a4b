"""Names of keys in texts, for a session that has no keys of its own."""

from __future__ import annotations

from collections.abc import Container
from typing import Protocol


class KeyWords(Protocol):
    """The keys of the player, as texts name them."""

    @property
    def ids(self) -> Container[str]:
        """The ids that `key` knows."""

    def key(self, id_: str) -> str:
        """The key for an id."""

    def verb_key(self, verb: str, part: str) -> str:
        """The key for an order in a part of the battle; empty if there is none."""


class NoKeys:
    """Without keys, texts name the input itself."""

    ids: Container[str] = ()

    def key(self, id_: str) -> str:
        """The id."""
        return id_

    def verb_key(self, verb: str, part: str) -> str:
        """The order, in any part."""
        del part
        return verb
