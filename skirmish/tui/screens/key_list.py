"""All keys, screen by screen, each of which can be another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from attrs import evolve
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content

from skirmish.tui import panels
from skirmish.tui.about import group_name
from skirmish.tui.choices import Choice, Choices
from skirmish.tui.key_names import shown_key
from skirmish.tui.keymap import given_back, groups, losers, sound, takers, usual_keys
from skirmish.tui.keys import Key, with_own
from skirmish.tui.prose import HEAD
from skirmish.tui.screens.catch import Catch
from skirmish.tui.screens.sheet import Sheet, keys_of
from skirmish.tui.settings import Settings
from skirmish.tui.settled import change, settings_of

_KEYS_WIDE = 24
_WIDTH = 76


class KeyList(Sheet):
    """Every id of the table with its keys; a change counts at once, and is kept."""

    sheet = "keys"
    BINDINGS: ClassVar[list[BindingType]] = keys_of("keys")
    DEFAULT_CSS = """
    KeyList { #list { height: 1fr; } }
    """

    def body(self) -> ComposeResult:
        """One long list."""
        yield Choices(self._lines(), id="list")

    def on_mount(self) -> None:
        """Say what can be done."""
        self.say_title("Keys  ", ("yours are marked with *", "dim"))
        self._usual_hint()

    def settle(self, settings: Settings) -> None:
        """Show what counts now."""
        super().settle(settings)
        self.query_one(Choices).set_lines(self._lines())

    @property
    def _own(self) -> Mapping[str, str]:
        return settings_of(self.app).keys

    def _lines(self) -> Iterator[Choice]:
        listed: dict[str, None] = {}
        for name, keys in groups():
            new = [key for key in with_own(keys, self._own) if key.id not in listed]
            listed |= dict.fromkeys(key.id for key in new)
            if new:
                yield Choice("", Content.styled(f"\n{group_name(name)}", HEAD))
            for key in new:
                yield Choice(key.id, self._line(key))

    def _line(self, key: Key) -> Content:
        mine = "*" if key.id in self._own else " "
        words = panels.clipped(f"{key.help}", _WIDTH - _KEYS_WIDE)
        shown = panels.clipped(key.all_shown or "-", _KEYS_WIDE - 3)
        return Content.assemble((f"{mine} {shown:<{_KEYS_WIDE - 2}}", "bold"), words)

    def marked(self, name: str) -> None:
        """Say which keys it has."""
        self._usual_hint(name)

    def _usual_hint(self, name: str = "") -> None:
        key = self._key(name or self.query_one(Choices).marked)
        usual = " ".join(map(shown_key, filter(None, usual_keys()[key.id].split(","))))
        before = f", usually {usual or 'no key'}" if key.id in self._own else ""
        choose = self.key("sheet.choose")
        self.say_hint(f"{key.help}: {key.all_shown or 'no key'}{before}  |  {choose}: another key")

    # Changes.

    def chosen(self, name: str) -> None:
        """Another key instead of those that it has."""
        self._catch(name, more=False)

    def action_another(self) -> None:
        """One more key."""
        self._catch(self.query_one(Choices).marked, more=True)

    def _catch(self, name: str, *, more: bool) -> None:
        key = self._key(name)

        def caught(pressed: str | None) -> None:
            if pressed:
                had = f"{key.keys}," if more and key.keys else ""
                self._give(name, f"{had}{pressed}", taken=pressed)

        self.app.push_screen(Catch(key, self._own, more=more), caught)

    def _key(self, name: str) -> Key:
        table = (key for _, keys in groups() for key in with_own(keys, self._own))
        return next(key for key in table if key.id == name)

    def action_none(self) -> None:
        """Take its keys away."""
        self._give(self.query_one(Choices).marked, "")

    def action_usual(self) -> None:
        """The keys that it had from the start."""
        name = self.query_one(Choices).marked
        usual = usual_keys()[name]
        blocked = [key for part in usual.split(",") for key in takers(name, part, self._own)]
        if blocked:
            what = f"not as usual: '{blocked[0].help}' has a key of it now"
            self.say_hint(what, "bold $warning")
        else:
            self._give(name, usual)

    def _give(self, name: str, keys: str, taken: str = "") -> None:
        """Give an id other keys; what had the one that was pressed loses it.

        A key that it had from another goes back there.
        """
        let_go = [key for key in self._key(name).keys.split(",") if key not in keys.split(",")]
        wanted = {**self._own, name: keys}
        told = []
        for other in takers(name, taken, self._own) if taken else ():
            wanted[other.id] = ",".join(k for k in other.keys.split(",") if k != taken)
            told.append(f"'{other.help}' has lost {shown_key(taken)}")
        for key in let_go:
            for id_ in losers(key, wanted):
                if id_ != name:
                    wanted = given_back(id_, key, wanted)
                    told.append(f"'{self._key(id_).help}' has {shown_key(key)} again")
        good, faults = sound(wanted)
        if faults:
            self.say_hint(f"'{self._key(faults[0].id).help}': {faults[0].what}", "bold $warning")
            return
        change(self.app, evolve(settings_of(self.app), keys=good))
        if told:
            self.say_hint("; ".join(told), "bold $warning")
        else:
            self._usual_hint()
