"""Waits for the key that something shall have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from skirmish.tui.guard import Guarded
from skirmish.tui.key_names import key_name, shown_key, twin
from skirmish.tui.keymap import takers
from skirmish.tui.keys import Key

_STOP = "escape"
_MOST = 3
"""Other meanings of a key that are named."""


class Catch(Guarded, ModalScreen[str | None]):
    """Gives the key that was pressed; None for no change.

    A key that means something else at the same time has to be pressed twice: it is taken from
    there.
    """

    DEFAULT_CSS: ClassVar[str] = """
    Catch {
        align: center middle;
        Vertical {
            width: 60; max-width: 94%; height: auto; padding: 0 1;
            background: $surface; border: round $primary;
        }
    }
    """

    def __init__(self, key: Key, own: Mapping[str, str], *, more: bool = False) -> None:
        """Ask for a key for an entry of the table.

        Args:
            key: The entry.
            own: Keys that the player gave himself, by id.
            more: Whether it keeps those that it has.
        """
        super().__init__()
        self._more = more
        self._key = key
        self._own = own
        self._again = ""

    def compose(self) -> ComposeResult:
        """What the key is for, and what to do."""
        with Vertical():
            yield Static(Content.styled(self._key.help, "bold"))
            now = self._key.all_shown
            had = f" ({'beside' if self._more else 'instead of'} {now})" if now else ""
            text = f"press the key{had}; {shown_key(_STOP)} leaves it"
            yield Static(Content(text), id="say")

    def on_key(self, event: events.Key) -> None:
        """Take the key, or say why not."""
        event.stop()
        event.prevent_default()
        name = key_name(twin(event.key) or event.key)
        if event.key == _STOP:
            self.dismiss(None)
        elif not name:
            self._say(f"'{shown_key(event.key)}' cannot be had here: another key?")
        elif name == self._again or not (others := takers(self._key.id, name, self._own)):
            self.dismiss(name)
        else:
            self._again = name
            rest = " and ".join(f"'{other.help}'" for other in others[:_MOST])
            more = ", and more" if others[_MOST:] else ""
            self._say(f"{shown_key(name)} means {rest}{more}: once more takes it from there")

    def _say(self, text: str) -> None:
        self.query_one("#say", Static).update(Content.styled(text, "bold $warning"))
