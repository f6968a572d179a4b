"""A screen with a list of values that can be changed, and help on the marked one beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual.content import Content
from textual.widgets import Static

from skirmish.core.sanitize import display_width as columns
from skirmish.presentation.setup.game_setup import SEED_DIGITS
from skirmish.tui.item_list import ItemList, ListItem
from skirmish.tui.panel_lines import two_ends
from skirmish.tui.screens.base import BaseScreen
from skirmish.tui.screens.dialogs import InputDialog

_WIDTH = 44


class ValuesScreen(BaseScreen):
    """Values and help; a subclass has an `ItemList` of its `lines`, and a `Static` named `text`."""

    def lines(self) -> Iterator[ListItem]:
        """The items, with their current values."""
        yield from ()

    def about(self, _name: str) -> list[Content]:
        """Help on an item."""
        return []

    def hint(self, _name: str) -> str:
        """What the keys do on an item."""
        return ""

    def marked(self, name: str) -> None:
        """Show help on the marked item."""
        self.query_one("#text", Static).update(Content("\n").join(self.about(name)))
        self.show_hint(name)

    def show_hint(self, name: str) -> None:
        """Write what the keys do on an item."""
        self.set_hint(self.hint(name))

    def show_values(self) -> None:
        """Show the current values, and help on the marked one."""
        choices = self.query_one(ItemList)
        choices.set_lines(self.lines())
        self.marked(choices.marked)

    def on_resize(self) -> None:
        """Write the help for the new width."""
        self.call_after_refresh(lambda: self.marked(self.query_one(ItemList).marked))

    def ask_seed(self, seed: int, take: Callable[[int], None]) -> None:
        """Ask for another seed."""
        hint = f"a number of at most {SEED_DIGITS} digits"
        ask = InputDialog("Seed", hint, str(seed), digits=SEED_DIGITS)
        self.app.push_screen(ask, lambda typed: take(int(typed)) if typed else None)


def value_item(name: str, label: str, value: str, width: int = _WIDTH) -> ListItem:
    """An item with a value that can be changed."""
    shown = f"< {value} >"
    return ListItem(name, two_ends(label, shown, width), columns(shown))
