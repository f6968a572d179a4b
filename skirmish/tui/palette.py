"""The command palette: every command by name, as Textual shows it but for its prompt."""

from __future__ import annotations

from typing import Any

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider, SearchIcon
from textual.content import Content

from skirmish.tui.keys import KEYS

_BY_STEPS = ("step", "mark", "scroll")
"""What goes on by single steps, and is nothing to choose from a list."""
_LEAST = 0.01
"""The score of what is found at all."""
_PROMPT = ">"


class Palette(CommandPalette):
    """The palette with a prompt that every terminal can show."""

    def __init__(self) -> None:
        """Search all that can be done."""
        super().__init__(placeholder="Search for commands", id="--command-palette")

    def on_mount(self) -> None:
        """Some terminals have no picture of a glass, or not as wide as it is thought to be."""
        self.query_one(SearchIcon).icon = _PROMPT


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
