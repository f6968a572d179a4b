"""The report after a battle: who won and why, points, losses, luck, where the record is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from skirmish.core.gate import shown
from skirmish.core.view import News
from skirmish.game import Game
from skirmish.tui import panels, reckoning
from skirmish.tui.choices import Choice, Choices
from skirmish.tui.prose import HEAD
from skirmish.tui.screens.field import FieldScreen
from skirmish.tui.screens.page import Page
from skirmish.tui.screens.sheet import Sheet, keys_of
from skirmish.tui.story import story
from skirmish.tui.whole import revealed

_CHOICES = {
    "field": "Look at the field",
    "story": "The whole story",
    "title": "Back to the title",
}
_BAR = 20


class Report(Sheet):
    """What the battle came to, and what to do next."""

    sheet = "report"
    BINDINGS: ClassVar[list[BindingType]] = keys_of("report")
    DEFAULT_CSS = """
    Report {
        VerticalScroll { padding: 0 1; scrollbar-size-vertical: 1; }
        #list { width: 24; background: $surface; border-left: vkey $panel; height: 1fr; }
    }
    """

    def __init__(self, game: Game, leave: Callable[[], None]) -> None:
        """Report on a battle that is over; `leave` is called to go back to the title."""
        super().__init__()
        self._game = game
        self._leave = leave

    def body(self) -> ComposeResult:
        """The text, and beside it what to do."""
        with Horizontal():
            with VerticalScroll():
                yield Static(Content("\n").join(report_lines(self._game)))
            yield Choices(
                (Choice(name, Content(words)) for name, words in _CHOICES.items()), id="list"
            )

    def on_mount(self) -> None:
        """Say which battle it was."""
        self.say_title(f"{self._game.state.setup.title}: the report")
        path = self._game.record.path
        self.say_hint(f"record: {shown(path.name)}" if path else "no record was kept")
        self.query_one(Choices).focus()

    def chosen(self, name: str) -> None:
        """Look at something, or leave."""
        if name == "field":
            self.app.push_screen(FieldScreen.of_battle(self._game))
        elif name == "story":
            self.app.push_screen(Page("The whole story, seen from both sides", _whole(self._game)))
        else:
            self._leave()

    def action_back(self) -> None:
        """Back to the title."""
        self._leave()


def _whole(game: Game) -> list[Content]:
    news = (
        News(told.event, told.faces(entry.faces)) for entry in game.standing for told in entry.told
    )
    return [said.content for said in story(revealed(game), news, game.ruleset)]


def report_lines(game: Game) -> list[Content]:
    """The report as lines."""
    state = game.state
    who, why = reckoning.verdict(state)
    lines = [
        Content.styled(who, "bold $accent"),
        Content(f"In turn {state.clock.turn} of {state.setup.turns}: {why}."),
    ]
    for head, part in (
        ("Points", _points(game)),
        ("Losses", _losses(game)),
        ("Dice", _luck(game)),
        ("Afterwards", _aftermath(game)),
        ("Record", _record(game)),
    ):
        if found := list(part):
            lines += [Content(""), Content.styled(head, HEAD), *found]
    return lines


def _points(game: Game) -> Iterator[Content]:
    paid = reckoning.points(game)
    for side, setup in game.state.setup.sides.items():
        yield Content.assemble(
            f"{setup.name}: ", (str(game.state.tally.score.get(side, 0)), "bold")
        )
        for one in paid:
            if one.side == side:
                often = f", {one.times} times" if one.times > 1 else ""
                yield Content(f"  {one.points:>3}  {one.why}{often}")


def _losses(game: Game) -> Iterator[Content]:
    for one in reckoning.losses(game.state):
        name = game.state.setup.sides[one.side].name
        share = Fraction(one.lost, one.worth) if one.worth else Fraction(0)
        bar = panels.BAR * round(share * _BAR)
        yield Content.assemble(
            f"{name}: {len(one.out)} of {one.figures} out, {one.lost} of {one.worth} points  ",
            (bar, "$error"),
        )
        for figure in one.out:
            yield Content(f"  {figure.id} {figure.who.name}, {figure.who.kind.name}: {figure.fate}")


def _luck(game: Game) -> Iterator[Content]:
    for one in reckoning.luck(game):
        name = game.state.setup.sides[one.side].name
        yield Content(
            f"{name}: {_two_places(one.average)} on average over {one.dice} d{one.die},"
            f" fair is {_two_places(one.expected)}"
        )


def _two_places(number: Fraction) -> str:
    return f"{number.numerator / number.denominator:.2f}"


def _aftermath(game: Game) -> Iterator[Content]:
    for figure, lot in reckoning.aftermath(game):
        yield Content(f"  {figure.id} {figure.who.name}: {lot}")


def _record(game: Game) -> Iterator[Content]:
    if path := game.record.path:
        yield Content(shown(str(path), limit=400))
        yield Content("It is the whole battle: send it to a friend, or play it back.")
