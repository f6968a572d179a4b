"""The settings screen: each setting with its choices and a sample of the map."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from skirmish.tui import panel_lines
from skirmish.tui.item_list import ItemList, ListItem
from skirmish.tui.map.sample import sample_scene
from skirmish.tui.map.widget import MapView
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.base import WIDTHS
from skirmish.tui.screens.dialogs import InputDialog
from skirmish.tui.screens.values import ValuesScreen, value_item
from skirmish.tui.settings import SETTINGS, Setting, Settings, value_of, with_value
from skirmish.tui.settings_app import change_settings, settings_of, settings_place, theme_override
from skirmish.tui.theme import HEADING

KEYS = "keys"
_WIDTH = 36
_COLUMNS = 170
"""Minimum number of screen columns for help and sample side by side."""
_WIDTHS = [*WIDTHS, (_COLUMNS, "-columns")]
_TEXT = 52
"""Columns of the help beside a sample."""
_TOLD = 110
"""Minimum number of screen columns at which every choice is explained, not only the current one."""
_DIGITS = 3


class SettingsScreen(ValuesScreen):
    """The settings; every change is applied and saved at once."""

    key_group = "settings"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("settings")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    DEFAULT_CSS = """
    SettingsScreen {
        #list { width: 40; height: 1fr; background: $surface; border-right: vkey $edge; }
        #about { padding: 0 1; width: 1fr; }
        #text { height: 1fr; }
        #map { height: 7; }
        &.-high #text { height: 16; }
        &.-high #map { height: 1fr; }
        &.-wide #text { height: 13; }
        &.-wide.-high #list, &.-wide.-high #text { border: round $edge; padding: 0 1; }
        &.-wide.-high #list { width: 42; padding: 0; }
        &.-wide.-high #about { padding: 0; background: $surface; }
        &.-wide.-high #text { height: 15; }
        &.-columns.-high #list, &.-columns.-high #text { border: round $edge; padding: 0 1; }
        &.-columns.-high #list { width: 42; padding: 0; }
        &.-columns.-high #about { padding: 0; background: $surface; }
        &.-columns #about { layout: horizontal; }
        &.-columns.-high #text { width: 56; height: 1fr; }
    }
    """

    def body(self) -> ComposeResult:
        """The settings, and beside them help and the sample."""
        with Horizontal():
            yield ItemList(self.lines(), id="list")
            with Vertical(id="about"):
                text = Static(Content(""), id="text")
                text.auto_links = False
                yield text
                yield MapView(id="map")

    def on_mount(self) -> None:
        """Write where the settings are saved."""
        self.set_title("Settings  ", (settings_place(self.app), "dim"))
        self._show_sample()

    def apply_settings(self, settings: Settings) -> None:
        """Show the current values."""
        super().apply_settings(settings)
        self.show_values()
        self._show_sample()

    def _show_sample(self) -> None:
        board = self.query_one(MapView)
        view, overlay = sample_scene()
        board.draw(view, overlay)
        board.centre((view.state.board.width // 2, view.state.board.height // 2))

    def lines(self) -> Iterator[ListItem]:
        """The settings, and the keys."""
        settings = settings_of(self.app)
        for name, setting in SETTINGS.items():
            words = setting.words(value_of(settings, name))
            yield value_item(name, _label(name), words, _WIDTH)
        own = f"{len(settings.keys)} own" if settings.keys else "default"
        yield ListItem(KEYS, panel_lines.two_ends("keys ..", own, _WIDTH))

    def hint(self, name: str) -> str:
        """What the keys do on a setting."""
        less, more = self.key("settings.less"), self.key("settings.more")
        hints = {KEYS: f"{self.key('sheet.choose')}: change the keys"}
        usual = f"{less} and {more}, or a click on a choice, change it; applies at once"
        return hints.get(name, usual)

    def about(self, name: str) -> list[Content]:
        """What a setting does, and its choices."""
        if name not in SETTINGS:
            return [
                Content.styled("keys", HEADING),
                Content(""),
                Content("Every key can be changed. Changes are saved in a separate file."),
            ]
        setting, now = SETTINGS[name], value_of(settings_of(self.app), name)
        lines = [Content.styled(_label(name), HEADING), Content(setting.text)]
        if name == "theme" and (why := theme_override(self.app)):
            lines.append(Content.styled(why, "bold $warning"))
        return [*lines, Content(""), *self._choices(setting, now)]

    def _choices(self, setting: Setting, now: bool | int | str) -> Iterator[Content]:
        """The choices, each with its meaning if there is room, else only that of the current one.

        A click on a choice takes it.
        """
        wide = self.size.width
        room = _TEXT if wide >= _COLUMNS else wide - _WIDTH - 8 if wide >= _TOLD else 0
        indent = 2 + max((len(setting.words(one)) for one in setting.choices), default=0) + 2
        for place, (choice, meaning) in enumerate(setting.choices.items()):
            takes = Style.from_meta({"@click": f"screen.take({place})"})
            mark, style, far = (">", "bold", "") if choice == now else (" ", "", "dim")
            name = Content.styled(f"{mark} {setting.words(choice)}", style)
            if not room or not meaning:
                yield name.stylize(takes)
                continue
            first, *rest = textwrap.wrap(meaning, room - indent)
            named = name.pad_right(indent - name.cell_length) + Content.styled(first, far)
            below = (Content.styled(" " * indent + one, far) for one in rest)
            yield from (line.stylize(takes) for line in (named, *below))
        if not room and (words := setting.choices.get(now)):
            yield from (Content(""), Content(words))

    def chosen(self, name: str) -> None:
        """Take the next value, or ask for a number."""
        if name == KEYS:
            self.action_keys()
        elif (setting := SETTINGS[name]).most:
            value = str(value_of(settings_of(self.app), name))
            ask = InputDialog(_label(name), f"0 to {setting.most} minutes", value, digits=_DIGITS)
            self.app.push_screen(ask, lambda typed: self._typed(setting, typed))
        else:
            self.action_change(1)

    def _typed(self, setting: Setting, typed: str | None) -> None:
        if typed:
            self._set(setting, min(int(typed), setting.most))

    def action_change(self, by: int) -> None:
        """Take the next or previous choice of the marked setting."""
        setting = SETTINGS.get(self.query_one(ItemList).marked)
        if setting is not None:
            self._set(setting, setting.next(value_of(settings_of(self.app), setting.name), by))

    def action_take(self, place: int) -> None:
        """Take a clicked choice of the marked setting, by its index."""
        setting = SETTINGS.get(self.query_one(ItemList).marked)
        if setting is not None:
            self._set(setting, list(setting.choices)[place])

    def _set(self, setting: Setting, value: bool | int | str) -> None:
        change_settings(self.app, with_value(settings_of(self.app), setting.name, value))

    def action_keys(self) -> None:
        """Show the list of keys."""
        from skirmish.tui.screens.key_list import KeyList

        self.app.push_screen(KeyList())


def _label(name: str) -> str:
    """A setting's name as the screen shows it."""
    return name.replace("_", " ")


def show_settings(app: App[Any]) -> None:
    """Show the screen of settings, unless it is open already."""
    if not any(isinstance(screen, SettingsScreen) for screen in app.screen_stack):
        app.push_screen(SettingsScreen())
