"""The whole side panel as a page over the battle, whose keys still act."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.events import Key

from skirmish.tui.screens.page import ReflowPage


class PanelPage(ReflowPage):
    """All lines of the panel; a key of the battle closes the page and acts."""

    def __init__(
        self,
        write: Callable[[int], Sequence[Content]],
        meaning: Callable[[str], str],
        *,
        left: bool = False,
    ) -> None:
        """Show what `write` returns for a width, at the right edge, or with `left` at the left one.

        `meaning`: returns the battle's action for a key; "" for a key that scrolls or closes the
        page.
        """
        super().__init__("In full", write)
        self._meaning = meaning
        self.styles.align_horizontal = "left" if left else "right"

    def on_key(self, event: Key) -> None:
        """Close the page and act, if the key is one of the battle."""
        if action := self._meaning(event.key):
            event.stop()
            event.prevent_default()
            self.action_below(action)
