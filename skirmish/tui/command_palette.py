"""The command palette: every command by name."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.command import (
    CommandInput,
    CommandList,
    CommandPalette,
    DiscoveryHit,
    Hit,
    Hits,
    Provider,
    SearchIcon,
)
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Mount
from textual.widgets import LoadingIndicator

from skirmish.tui.guard import GuardedOptionList, GuardedScreen, is_composed
from skirmish.tui.keys import KEYS

_BY_STEPS = ("step", "mark", "scroll")
"""Prefixes of actions that move by single steps, which are useless in a list."""
_LEAST = 0.01
"""Minimum score of a hit."""
_PROMPT = ">"


class CommandOptions(GuardedOptionList, CommandList):
    """The list of the palette."""


class GameCommandPalette(GuardedScreen, CommandPalette):
    """Textual's palette with an ASCII prompt, a guarded list and this game's boxes."""

    DEFAULT_CSS = """
    GameCommandPalette {
        & > #--container {
            width: 90%; max-width: 84; margin-top: 1; background: transparent;
        }
        #--input, #--input.--list-visible {
            height: 3; padding: 0 1; border: round $primary; background: $surface;
        }
        #--input SearchIcon { margin: 0; color: $primary; }
        CommandInput, CommandInput:focus { height: 1; border: none; padding: 0; }
        #--results CommandOptions {
            max-height: 75vh; padding: 0; border: round $primary; background: $surface;
            scrollbar-size-vertical: 1;
            & > .option-list--option { padding: 0 1; }
        }
    }
    """

    def __init__(self) -> None:
        """Search all commands."""
        # Without an id: a closed palette may still be mounted when the next one opens.
        super().__init__(placeholder="Search for commands")

    def compose(self) -> ComposeResult:
        """Prompt, input, list and busy indicator, as in Textual."""
        icon = SearchIcon()
        # Terminals disagree about the width of Textual's magnifying glass, or lack it.
        icon.icon = _PROMPT
        with Vertical(id="--container"):
            with Horizontal(id="--input"):
                yield icon
                yield CommandInput(placeholder=self._placeholder, select_on_focus=False)
            with Vertical(id="--results"):
                yield CommandOptions()
                yield LoadingIndicator()

    def _watch__list_visible(self) -> None:
        if is_composed(self):
            super()._watch__list_visible()

    async def _watch__show_busy(self) -> None:
        if is_composed(self):
            await super()._watch__show_busy()

    def run_worker(self, work: Any, *given: Any, **options: Any) -> Any:  # noqa: ANN401 - Textual's types for it are private
        """Run a search; a search whose palette was closed must not end the program."""
        return super().run_worker(work, *given, **{**options, "exit_on_error": False})

    def _on_mount(self, event: Mount) -> None:
        # Textual calls the method of each class, this one first.
        if not self.on_top:
            event.prevent_default()


class KeyCommands(Provider):
    """Commands from the key table."""

    def _usable(self) -> list[tuple[str, str, str]]:
        """Name, action and keys of everything that can be done on this screen now."""
        check = self.screen.check_action
        found = []
        for key in getattr(self.screen, "table", lambda: KEYS)():
            name, _, rest = key.action.partition("(")
            shown = hasattr(self.screen, f"action_{name}") and (rest or check(name, ()))
            if shown and not key.action.startswith(_BY_STEPS):
                named = key.label and key.label != key.help
                words = f"{key.label}: {key.help}" if named else key.help
                found.append((words, key.action, key.all_shown))
        return found

    async def discover(self) -> Hits:
        """All commands, before anything is typed."""
        for name, action, keys in self._usable():
            yield DiscoveryHit(Content(f"{name}  {keys}"), self._doing(action), text=name)

    async def search(self, query: str) -> Hits:
        """Commands that contain all words typed; if there are none, Textual's fuzzy matches."""
        matcher = self.matcher(query)
        usable, words = self._usable(), query.casefold().split()
        said = [line for line in usable if all(word in line[0].casefold() for word in words)]
        for name, action, keys in said or usable:
            # The fuzzy matcher does not find words in another order.
            if (score := matcher.match(name)) > 0 or said:
                found = Content(f"{name}  {keys}")
                yield Hit(max(score, _LEAST), found, self._doing(action), text=name)

    def _doing(self, action: str) -> Any:  # noqa: ANN401 - Textual's own type for it is private
        async def run() -> None:
            await self.screen.run_action(action)

        return run
