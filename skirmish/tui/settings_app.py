"""An app with a player's settings, which are applied and saved at once."""

from __future__ import annotations

import math
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

from textual.app import App
from textual.binding import BindingType
from textual.css.query import NoMatches
from textual.events import Click, CursorPosition, Event, InputEvent, Key, MouseUp, Paste, Resize
from textual.filter import LineFilter
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from skirmish.core.sanitize import LINE_LIMIT, escaped
from skirmish.errors import Problem, SkirmishError
from skirmish.tui.diff_renderer import DiffRenderer, Pieces
from skirmish.tui.frame_gate import PATIENCE, FrameGate
from skirmish.tui.guard import RIGHT_BUTTON, is_composed
from skirmish.tui.keymap import textual_keymap
from skirmish.tui.keys import PROGRAM, binding
from skirmish.tui.line_filters import AsciiFilter, NoColourFilter
from skirmish.tui.map.glyphs import Glyphs, fitting
from skirmish.tui.map.palettes import side_colours
from skirmish.tui.screen_keys import screen_key_for
from skirmish.tui.settings import FLAT, LETTERS, PAINTED, Settings
from skirmish.tui.theme import (
    CAP,
    CAP_INK,
    EDGE,
    FIRST_SIDE,
    PALETTE_256,
    PLAIN,
    SECOND_SIDE,
    SIXTEEN,
    THEMES,
    shown_theme,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType
    from textual.dom import DOMNode
    from textual.driver import Driver
    from textual.screen import Screen

    from skirmish.tui.settings_store import SettingsStore


ANSWER = 0.03
"""Seconds for which background work pauses after a key, so that its answer is not slowed down."""
_SETTLED = 0.4
"""Seconds after which a resized terminal certainly has its new size."""
_SLOW_LINE = "a slow line: the map has few colours and no animation (settings: map, animation)"
_SHOW, _HIDE = "\x1b[?25h", "\x1b[?25l"


@runtime_checkable
class UsesSettings(Protocol):
    """A screen that depends on settings."""

    def apply_settings(self, settings: Settings) -> None:
        """Apply settings."""


@runtime_checkable
class SaysWords(Protocol):
    """A screen with a line for words to the player."""

    def say(self, words: str) -> None:
        """Show words until the next input."""


class SettingsApp(App[None]):
    """An app with settings.

    Attributes:
        settings: The player's settings.
        store: Where they are saved; None to keep them only while the app runs.
        problems: Faults of the files that the settings came from.
        glyphs: The glyphs that the map is drawn with.
        motion: Whether events are played on maps; None: if there is a terminal.
        frame_gate: Whether the terminal has taken the last frames of an animation.
        pressed_at: When the key or button being handled was pressed, by Textual's clock.
        answered_at: The time until which background work pauses, by `monotonic`.
    """

    BINDINGS: ClassVar[list[BindingType]] = [binding(key, priority=True) for key in PROGRAM]
    # In these themes Textual leaves the background to the terminal, which may have any colour.
    CSS = """
    SettingsApp:ansi, Screen:ansi { background: $background; color: $foreground; }
    ModalScreen:ansi { background: transparent; }
    """

    def __init__(
        self, settings: Settings | None = None, store: SettingsStore | None = None
    ) -> None:
        """Start with the given settings, else those of the store, else the defaults."""
        super().__init__()
        self.problems: tuple[Problem, ...] = ()
        self.store = store
        self._uncoloured, self._in_ascii = NoColourFilter(), AsciiFilter()
        self._in_ascii.enabled = False
        self._painted = DiffRenderer()
        self._late: Timer | None = None
        self.motion: bool | None = None
        self.frame_gate = FrameGate(self._write_raw)
        self._withheld: Timer | None = None
        self.pressed_at = self.answered_at = 0.0
        if settings is None and store is not None:
            settings, self.problems = store.load()
        self.settings = settings or Settings()
        for theme in THEMES:
            self.register_theme(theme)
        self._apply()

    def on_mount(self) -> None:
        """Apply the settings that depend on the terminal."""
        self.show_theme(self.settings.theme)
        show_caret(self, shown=self.settings.cursor)
        self.app_resume_signal.subscribe(self, self._awake)

    def get_driver_class(self) -> type[Driver]:
        """The game's driver instead of Textual's for Linux; other drivers unchanged."""
        usual = super().get_driver_class()
        if usual.__name__ != "LinuxDriver":
            return usual
        from skirmish.tui.driver import TerminalDriver

        return TerminalDriver

    def on_resize(self, event: Resize) -> None:
        """Redraw: after a change of size the terminal may show anything."""
        del event
        self.action_redraw()
        if self._late is not None:
            self._late.stop()
        if self._painted.begun and not self.is_headless:
            # Some terminals report their new size too early and drop what is written until then.
            self._late = self.set_timer(_SETTLED, self.action_redraw)

    def _awake(self, _app: App[Any]) -> None:
        """Redraw after a suspension: another program had the terminal and may have read answers."""
        self.frame_gate.forget()
        self.action_redraw()
        show_caret(self, shown=self.settings.cursor)

    def action_redraw(self) -> None:
        """Write the whole screen again."""
        self._painted.forget()
        if self.screen_stack:
            self.screen.refresh()

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if renderable is not None and self._running and not self._batch_count:
            if self.frame_gate.slow and not self.frame_gate.open:
                self._withhold()
                return
            renderable = self._painted.saved(renderable, self.size, screen)
            unmoved = self.cursor_position == self._previous_cursor_position
            if isinstance(renderable, Pieces) and renderable.empty and unmoved:
                return
        super()._display(screen, renderable)
        if isinstance(renderable, Pieces):
            self.frame_gate.wrote(renderable.written)
        if self.frame_gate.slow:
            self.frame_gate.ask()

    def _withhold(self) -> None:
        """Delay the screen until a slow line has taken what was written before."""
        if self._withheld is None:
            self._withheld = self.set_timer(PATIENCE, self._show_withheld)

    def _show_withheld(self) -> None:
        if self._withheld is not None:
            self._withheld.stop()
            self._withheld = None
            if self.screen_stack:
                self.screen.refresh()

    def _write_raw(self, text: str) -> bool:
        """Write to the terminal directly; False if there is none."""
        driver = self._driver
        if driver is None or self.is_headless:
            return False
        driver.write(text)
        driver.flush()
        return True

    def on_cursor_position(self, event: CursorPosition) -> None:
        """Note that the terminal has taken the last frame."""
        found = self.frame_gate.answered(event.time)
        if self.frame_gate.open:
            self._show_withheld()
        if found:
            self._apply_to_screens()
            for screen in self.screen_stack:
                if isinstance(screen, SaysWords):
                    screen.say(_SLOW_LINE)

    async def on_event(self, event: Event) -> None:
        """Pass on events; drop input while the program ends."""
        if isinstance(event, InputEvent | Paste | Resize) and not self.screen_stack:
            return
        if isinstance(event, Key | MouseUp):  # Including one that a screen has passed back.
            self.pressed_at = event.time
            self.answered_at = monotonic() + ANSWER
        if not (isinstance(event, Key) and not event.is_forwarded and await self._typed(event)):
            await super().on_event(event)

    async def _typed(self, key: Key) -> bool:
        """Apply a key to the focused text field at once; False without a field or an effect.

        Textual would let a field take letters before other keys that were sent earlier.
        """
        field = self.focused
        if not isinstance(field, Input):
            return False
        active = self.screen.active_bindings.get(key.key)
        printable = key.is_printable and key.character is not None
        if active is not None and (active.binding.priority or not printable):
            return active.enabled and await self.run_action(active.binding.action, active.node)
        if key.character is None or not printable:
            return False
        if field.selection.is_empty:
            field.insert_text_at_cursor(key.character)
        else:
            field.replace(key.character, *field.selection)
        return True

    async def _broker_event(
        self, event_name: str, event: Event, default_namespace: DOMNode
    ) -> bool:
        """Run the action of a clicked text, unless the right button was used, which goes back."""
        right = isinstance(event, Click) and event.button == RIGHT_BUTTON
        return not right and await super()._broker_event(event_name, event, default_namespace)

    async def _dispatch_action(self, namespace: DOMNode, action_name: str, params: Any) -> bool:  # noqa: ANN401 - Textual's own
        try:
            return await super()._dispatch_action(namespace, action_name, params)
        except NoMatches:
            if not isinstance(namespace, Widget) or is_composed(namespace.screen):
                raise
            return True  # The key came before its screen was composed, or after it was closed.

    def apply_settings(self, settings: Settings) -> None:
        """Apply settings and save them; report it if they cannot be saved."""
        old, self.settings = self.settings, settings
        if (old.map, old.animation) != (settings.map, settings.animation):
            self.frame_gate.measure_again()
        self._apply()
        show_caret(self, shown=settings.cursor)
        self._apply_to_screens()
        if self.store is not None and settings != old:
            self._save(self.store, old)

    def _apply_to_screens(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, UsesSettings):
                screen.apply_settings(self.settings)

    def show_theme(self, name: str) -> None:
        """Show a theme as far as this terminal can."""
        known = self.is_running and not self.is_headless
        depth = self.console.color_system if known else None
        theme = shown_theme(name, colours=not self.no_color, depth=depth)
        if self.is_running:
            self.theme = theme
            return
        # Nothing is styled yet, so the watcher of the theme need not run.
        self.set_reactive(App.theme, theme)
        self.stylesheet.set_variables(self.get_css_variables())

    def _apply(self) -> None:
        self.show_theme(self.settings.theme)
        self.set_keymap(textual_keymap(self.settings.keys))
        self.glyphs = fitting(wanted=self.settings.glyphs)
        ascii_alone = self.glyphs.ascii
        if self._in_ascii.enabled != ascii_alone:
            self._in_ascii.enabled = ascii_alone
            if self.is_running:
                # Cached lines were drawn with other marks.
                self.refresh_css(animate=False)

    def _save(self, store: SettingsStore, old: Settings) -> None:
        try:
            aside = store.save(old, self.settings)
        except SkirmishError as error:
            self.show_message("Not saved", str(error))
        else:
            for name in aside:
                text = f"The old file could not be read or changed; it was renamed to {name}."
                self.show_message("A new file", text)

    def show_message(self, title: str, text: str) -> None:
        """Show a message to the player."""
        self.notify(text, title=title, markup=False)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours of the sides, and variables that Textual's themes lack."""
        first, second = side_colours(self.theme)
        usual = {EDGE: "#404040", CAP: "#a0a0a0", CAP_INK: "#000000"}
        return {**usual, FIRST_SIDE: first, SECOND_SIDE: second}

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters and ours; without colours only ours, as Textual's would add greys."""
        drawn = [self._in_ascii] if self._in_ascii.enabled else []
        filters = [self._uncoloured] if self.theme == PLAIN else super().get_line_filters()
        return [*drawn, *filters]


def settings_of(app: App[Any]) -> Settings:
    """The settings of an app; the defaults if it has none."""
    return app.settings if isinstance(app, SettingsApp) else Settings()


def glyphs_of(app: App[Any]) -> Glyphs:
    """The glyphs that an app draws the map with."""
    return app.glyphs if isinstance(app, SettingsApp) else fitting()


def is_map_painted(app: App[Any]) -> bool:
    """Whether maps are painted, which needs 256 colours and more than ASCII.

    Without a terminal (tests, screenshots) maps are painted only if the setting says so.
    """
    wanted = settings_of(app).map
    if wanted == LETTERS or app.theme in (SIXTEEN, PLAIN) or glyphs_of(app).ascii:
        return False
    shows = app.console.color_system in ("truecolor", PALETTE_256)
    return wanted in (PAINTED, FLAT) if app.is_headless else shows


def letters_of(app: App[Any]) -> Glyphs | None:
    """The glyphs of a lettered map; None if maps are painted."""
    return None if is_map_painted(app) else glyphs_of(app)


def is_palette_fixed(app: App[Any]) -> bool:
    """Whether maps are painted in the 256 fixed colours.

    They are if the terminal has no others, and on a slow line unless the setting is "painted".
    """
    wanted = settings_of(app).map
    slow = isinstance(app, SettingsApp) and app.frame_gate.slow
    if wanted == FLAT or (slow and wanted != PAINTED):
        return True
    return not app.is_headless and app.console.color_system == PALETTE_256


def key_in(app: App[Any], group: str, id_: str) -> str:
    """The player's key for an id on a screen other than the battle."""
    return screen_key_for(group, id_, settings_of(app).keys)


def pressed_at(app: App[Any]) -> float:
    """When the key or button being handled was pressed, by Textual's clock."""
    return app.pressed_at if isinstance(app, SettingsApp) else math.inf


def change_settings(app: App[Any], settings: Settings) -> None:
    """Apply settings to an app; no effect on one without settings."""
    if isinstance(app, SettingsApp):
        app.apply_settings(settings)


def settings_place(app: App[Any]) -> str:
    """The folder of the settings, safe to show."""
    store = app.store if isinstance(app, SettingsApp) else None
    return escaped(str(store.folder), LINE_LIMIT) if store else "valid until you leave"


def theme_override(app: App[Any]) -> str:
    """Why another theme than the chosen one is shown; empty if it is not."""
    return "NO_COLOR is set: no colours are shown." if app.no_color else ""


def show_caret(app: App[Any], *, shown: bool) -> None:
    """Show or hide the terminal's own cursor; no effect without a terminal."""
    driver = app._driver  # noqa: SLF001 - there is no other way to the terminal
    if driver is not None and not app.is_headless:
        driver.write(_SHOW if shown else _HIDE)
        driver.flush()
