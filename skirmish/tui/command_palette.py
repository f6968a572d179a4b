"""The command palette: every command by name, as Textual shows it but for its prompt."""

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
"""What goes on by single steps, and is nothing to choose from a list."""
_LEAST = 0.01
"""The score of what is found at all."""
_PROMPT = ">"


class CommandOptions(GuardedOptionList, CommandList):
    """The list of the palette."""


class GameCommandPalette(GuardedScreen, CommandPalette):
    """The palette with a prompt that every terminal can show, and a guarded list."""

    def __init__(self) -> None:
        """Search all that can be done."""
        # Without an id: one that is closed may still be there when the next one opens.
        super().__init__(placeholder="Search for commands")

    def compose(self) -> ComposeResult:
        """Prompt and line, list and sign of life, as Textual has them."""
        icon = SearchIcon()
        # Some terminals have no picture of a glass, or not as wide as it is thought to be.
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
        """Search; a search whose palette has been closed does not end the program."""
        return super().run_worker(work, *given, **{**options, "exit_on_error": False})

    def _on_mount(self, event: Mount) -> None:
        # Textual calls the method of each class, this one first.
        if not self.on_top:
            event.prevent_default()


class KeyCommands(Provider):
    """The table of keys in the command palette."""

    def _usable(self) -> list[tuple[str, str, str]]:
        """Name, action, help of what can be done on this screen now."""
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
        """Everything, before a word is typed."""
        for name, action, keys in self._usable():
            yield DiscoveryHit(Content(f"{name}  {keys}"), self._doing(action), text=name)

    async def search(self, query: str) -> Hits:
        """What has the words typed in it; where nothing has, what has their letters in a row."""
        matcher = self.matcher(query)
        usable, words = self._usable(), query.casefold().split()
        said = [line for line in usable if all(word in line[0].casefold() for word in words)]
        for name, action, keys in said or usable:
            # Words in another order are no row of letters, and found all the same.
            if (score := matcher.match(name)) > 0 or said:
                found = Content(f"{name}  {keys}")
                yield Hit(max(score, _LEAST), found, self._doing(action), text=name)

    def _doing(self, action: str) -> Any:  # noqa: ANN401 - Textual's own type for it is private
        async def run() -> None:
            await self.screen.run_action(action)

        return run
