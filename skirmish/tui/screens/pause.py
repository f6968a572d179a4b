"""The menu over a battle: go on, resign, hand a side over, leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import frozen
from textual import on
from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList

from skirmish.core.sanitize import escaped
from skirmish.game import HUMAN, Game
from skirmish.presentation.setup.game_setup import player_options
from skirmish.tui.item_list import ItemList, ListItem
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.dialogs import MenuDialog

BRIEFING = "briefing"
RULES = "rules"
SETTINGS = "settings"
LOOK_BACK = "look back"
RESIGN = "resign"
TITLE = "title"
_GO_ON = "go on"


@frozen
class HandOver:
    """A side and its new player."""

    side: str
    player: str

    @property
    def id(self) -> str:
        """The id of its item in the menu."""
        return f"player {self.side} {self.player}"


class PauseMenu(MenuDialog[str | HandOver]):
    """The menu; its result is the chosen id, a `HandOver`, or "" to go on."""

    key_group = "pause"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings(key_group)
    DEFAULT_CSS = "PauseMenu ItemList { margin: 1 0; }"

    def __init__(self, game: Game, seat: str) -> None:
        """Show the menu to the player of a side, with the file of the record."""
        path = game.record.path
        kept = "not in a file: the battle is only kept in memory"
        where = escaped(str(path), limit=400) if path else kept
        super().__init__(game.state.setup.title, f"Every order is saved at once, in\n{where}")
        self._game = game
        self._seat = seat
        self._sure = False
        self._hand_over: dict[str, HandOver] = {}

    def parts(self) -> Iterable[Widget]:
        """The items."""
        return (ItemList(self._lines()),)

    def _lines(self) -> Iterator[ListItem]:
        sides = self._game.state.setup.sides
        yield ListItem(_GO_ON, Content("Go on"))
        yield ListItem(BRIEFING, Content("Briefing and objectives"))
        yield ListItem(RULES, Content("Rules"))
        for side, player in self._game.players.items():
            name = sides[side].name
            if player != HUMAN:
                words = f"Play {name} by hand (now {player})"
                yield self._hand_over_item(HandOver(side, HUMAN), words)
            elif side == self._seat:
                for level in player_options():
                    if level != HUMAN:
                        words = f"Let the computer play {name}: {level}"
                        yield self._hand_over_item(HandOver(side, level), words)
        if self._seat:
            yield ListItem(LOOK_BACK, Content("Look back: replay the battle so far"))
        yield ListItem(SETTINGS, Content("Settings"))
        if self._game.players.get(self._seat) == HUMAN:
            again = Content.styled(
                "Resign? Choose this again to give up the battle", "bold $warning"
            )
            yield ListItem(RESIGN, again if self._sure else Content("Resign"))
        yield ListItem(TITLE, Content("Leave; you can resume the battle from the title"))

    def _hand_over_item(self, chosen: HandOver, words: str) -> ListItem:
        self._hand_over[chosen.id] = chosen
        return ListItem(chosen.id, Content(words))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        name = event.option_id or ""
        if name == RESIGN and not self._sure:
            self._ask_again(sure=True)
        else:
            self.dismiss("" if name == _GO_ON else self._hand_over.get(name, name))

    @on(OptionList.OptionHighlighted)
    def _moved_on(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self._sure and event.option_id != RESIGN:
            self._ask_again(sure=False)

    def _ask_again(self, *, sure: bool) -> None:
        self._sure = sure
        self.query_one(ItemList).set_lines(self._lines())

    def action_back(self) -> None:
        """Go on."""
        self.dismiss("")
