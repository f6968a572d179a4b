"""The list of all keys by screen, and the dialog that sets one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from attrs import evolve
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from skirmish.tui import panel_lines
from skirmish.tui.item_list import ItemList, ListItem
from skirmish.tui.key_names import key_name, shown_key, twin
from skirmish.tui.keymap import (
    checked_keys,
    conflicting_keys,
    default_keys,
    key_groups,
    restorable_ids,
    with_key_restored,
)
from skirmish.tui.keys import Key, with_own_keys
from skirmish.tui.screen_help import group_name
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.base import BaseScreen
from skirmish.tui.screens.dialogs import Dialog
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import change_settings, settings_of
from skirmish.tui.theme import HEADING

_KEYS_WIDE = 24
_WIDTH = 76
_STOP = "escape"
_MOST = 3
"""Number of other uses of a key that are listed."""


class KeyList(BaseScreen):
    """Every id of the key table with its keys; a change is applied and saved at once."""

    key_group = "keys"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("keys")
    DEFAULT_CSS = """
    KeyList { #list { height: 1fr; } }
    """

    def body(self) -> ComposeResult:
        """The list of keys."""
        yield ItemList(self._lines(), id="list", mark_first=True)

    def on_mount(self) -> None:
        """Write title and hint."""
        self.set_title("Keys  ", ("* marks keys that you changed", "dim"))
        self._usual_hint()

    def apply_settings(self, settings: Settings) -> None:
        """Show the present keys."""
        super().apply_settings(settings)
        self.query_one(ItemList).set_lines(self._lines())

    @property
    def _own(self) -> Mapping[str, str]:
        return settings_of(self.app).keys

    def _lines(self) -> Iterator[ListItem]:
        listed: dict[str, None] = {}
        for name, keys in key_groups():
            new = [key for key in with_own_keys(keys, self._own) if key.id not in listed]
            listed |= dict.fromkeys(key.id for key in new)
            if new:
                yield ListItem("", Content.styled(f"\n{group_name(name)}", HEADING))
            for key in new:
                yield ListItem(key.id, self._line(key))

    def _line(self, key: Key) -> Content:
        mine = "*" if key.id in self._own else " "
        words = panel_lines.clipped(f"{key.help}", _WIDTH - _KEYS_WIDE)
        shown = panel_lines.clipped(key.all_shown or "-", _KEYS_WIDE - 3)
        return Content.assemble((f"{mine} {shown:<{_KEYS_WIDE - 2}}", "bold"), words)

    def marked(self, name: str) -> None:
        """Show the keys of the marked id."""
        self._usual_hint(name)

    def _usual_hint(self, name: str = "") -> None:
        key = self._key(name or self.query_one(ItemList).marked)
        usual = " ".join(map(shown_key, filter(None, default_keys()[key.id].split(","))))
        before = f", default {usual or 'no key'}" if key.id in self._own else ""
        choose, does = self.key("sheet.choose"), "change the key"
        told = f"{key.help}: {key.all_shown or 'no key'}{before}  |  {choose}"
        self.set_hint(f"{told} or a second click: {does}", shorter=(f"{told}: {does}",))

    # Changes.

    def chosen(self, name: str) -> None:
        """Replace the keys of an id."""
        self._catch(name, more=False)

    def action_another(self) -> None:
        """Add a key."""
        self._catch(self.query_one(ItemList).marked, more=True)

    def _catch(self, name: str, *, more: bool) -> None:
        key = self._key(name)

        def caught(pressed: str | None) -> None:
            if pressed:
                had = f"{key.keys}," if more and key.keys else ""
                self._give(name, f"{had}{pressed}", taken=pressed)

        self.app.push_screen(KeyCaptureDialog(key, self._own, more=more), caught)

    def _key(self, name: str) -> Key:
        table = (key for _, keys in key_groups() for key in with_own_keys(keys, self._own))
        return next(key for key in table if key.id == name)

    def action_none(self) -> None:
        """Remove the keys."""
        self._give(self.query_one(ItemList).marked, "")

    def action_usual(self) -> None:
        """Restore the default keys."""
        name = self.query_one(ItemList).marked
        usual = default_keys()[name]
        blocked = [
            key for part in usual.split(",") for key in conflicting_keys(name, part, self._own)
        ]
        if blocked:
            what = f"default not restored: '{blocked[0].help}' uses one of its keys"
            self.set_hint(what, "bold $warning")
        else:
            self._give(name, usual)

    def _give(self, name: str, keys: str, taken: str = "") -> None:
        """Give an id other keys; another id loses the pressed key.

        Keys given up return to the ids that have them by default.
        """
        let_go = [key for key in self._key(name).names if key not in keys.split(",")]
        wanted = {**self._own, name: keys}
        told = []
        for other in conflicting_keys(name, taken, self._own) if taken else ():
            wanted[other.id] = ",".join(k for k in other.keys.split(",") if k != taken)
            told.append(f"'{other.help}' no longer uses {shown_key(taken)}")
        for key in let_go:
            for id_ in restorable_ids(key, wanted):
                if id_ != name:
                    wanted = with_key_restored(id_, key, wanted)
                    told.append(f"'{self._key(id_).help}' uses {shown_key(key)} again")
        good, faults = checked_keys(wanted)
        if faults:
            self.set_hint(f"'{self._key(faults[0].id).help}': {faults[0].what}", "bold $warning")
            return
        change_settings(self.app, evolve(settings_of(self.app), keys=good))
        if told:
            self.set_hint("; ".join(told), "bold $warning")
        else:
            self._usual_hint()


class KeyCaptureDialog(Dialog[str | None]):
    """Asks for a key press; its result is the key, or None for no change.

    A key that is in use at the same time must be pressed twice; it is then taken from its other
    use.
    """

    DEFAULT_CSS: ClassVar[str] = "KeyCaptureDialog Vertical { width: 60; }"

    def __init__(self, key: Key, own: Mapping[str, str], *, more: bool = False) -> None:
        """Ask for a key for an entry of the table.

        Args:
            key: The entry.
            own: The player's own keys by id.
            more: Whether the entry keeps its other keys.
        """
        had = f" ({'beside' if more else 'instead of'} {key.all_shown})" if key.all_shown else ""
        super().__init__(key.help)
        self._asked = Static(Content(f"press the new key{had}; {shown_key(_STOP)}: cancel"))
        self._key = key
        self._own = own
        self._again = ""

    def parts(self) -> Iterable[Widget]:
        """The instruction."""
        return (self._asked,)

    def on_key(self, event: events.Key) -> None:
        """Take the key, or say why it cannot be taken."""
        event.stop()
        event.prevent_default()
        name = key_name(twin(event.key) or event.key)
        if event.key == _STOP:
            self.dismiss(None)
        elif not name:
            self._say(f"'{shown_key(event.key)}' cannot be used here: press another key")
        elif name == self._again or not (others := conflicting_keys(self._key.id, name, self._own)):
            self.dismiss(name)
        else:
            self._again = name
            rest = " and ".join(f"'{other.help}'" for other in others[:_MOST])
            more = ", and more" if others[_MOST:] else ""
            self._say(f"{shown_key(name)} is used for {rest}{more}: press it again to reassign it")

    def _say(self, text: str) -> None:
        self._asked.update(Content.styled(text, "bold $warning"))
