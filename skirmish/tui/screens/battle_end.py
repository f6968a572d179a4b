"""The page over a battle that has just ended: the last actions, who won, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import evolve
from textual.content import Content
from textual.events import Click

from skirmish.core.events import Ended, Scored
from skirmish.core.figures import Figure
from skirmish.core.text import pluralize
from skirmish.presentation import battle_totals
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.log.log_writer import HEADING as HEAD_LINE
from skirmish.presentation.wording import humanize
from skirmish.session.battle_session import BattleSession
from skirmish.tui.battle_log import log_content
from skirmish.tui.keys import Key
from skirmish.tui.screens.page import Page, TextScroll
from skirmish.tui.theme import HEADING

_LAST = 6
"""Sentences of the log that are shown."""


class BattleEndPage(Page):
    """How a battle ended, at the lower edge from side to side: the map stays in sight.

    Nothing beside it is cut, and no key of the battle below shows that does nothing any more.
    """

    DEFAULT_CSS: ClassVar[str] = """
    BattleEndPage { align: center bottom; background: $background 0%; }
    BattleEndPage > VerticalScroll {
        width: 100%; max-width: 100%; height: auto; max-height: 70%; border: round $accent;
    }
    """

    closing: ClassVar[str] = ""

    def __init__(self, session: BattleSession) -> None:
        """Show the end of a session's battle to its player."""
        super().__init__("The battle is over", end_lines(session), end=True)

    def table(self) -> tuple[Key, ...]:
        """Its keys: what closes it goes on to the report, by enter first."""
        return tuple(map(_onward, super().table()))

    def on_mount(self) -> None:
        """Name the keys in the frame, where they stay however long the text is."""
        known = {key.id: key for key in self.table()}
        on, up, down = (known[f"page.{name}"].shown for name in ("close", "up", "down"))
        keys = f" {on} or a click: on to the report  {up} {down}: scroll "
        self.query_one(TextScroll).border_title = Content.styled(keys, "bold $accent")

    async def on_click(self, event: Click) -> None:  # noqa: ARG002 - any button, anywhere
        """Go on to the report."""
        self.dismiss()


def _onward(key: Key) -> Key:
    """The key that closes a page, as it is called here."""
    if key.id != "page.close":
        return key
    names = sorted(key.names, key=lambda name: name != "enter")
    return evolve(key, keys=",".join(names), label="on to the report")


def end_lines(session: BattleSession) -> list[Content]:
    """The last actions, the winner and the reason, the score."""
    game, view = session.game, session.game.view(session.seat)
    news = session.recap_news or view.news[-_LAST:]
    told = log_sentences(view, news, game.ruleset)
    # The end itself stands below, with its reason.
    said = [one for one in told if one.weight != HEAD_LINE or not isinstance(one.event, Ended)]
    who, why = battle_totals.verdict(game.state, battle_totals.only_person(game))
    colour = "$error" if battle_totals.is_lost(game) else "$accent"
    sides, score = game.state.setup.sides, game.state.tally.score
    points = ", ".join(f"{side.name} {score.get(name, 0)}" for name, side in sides.items())
    last = [log_content(one, view) for one in said[-_LAST:]]
    return [
        *([Content.styled("The last actions", HEADING), *last, Content("")] if last else []),
        Content.styled(who, f"bold {colour}"),
        Content(f"{why[:1].upper()}{why[1:]}."),
        *([Content.styled(f"Score: {points}", "dim")] if any(score.values()) else []),
        *(Content.styled(one, "dim") for one in _unseen_lines(session)),
    ]


def _unseen_lines(session: BattleSession) -> Iterator[str]:
    """What the score holds that its player could not see: one line for each objective."""
    state, setup = session.game.state, session.game.state.setup
    unseen: dict[tuple[str, str], list[Scored]] = {}
    for paid in battle_totals.unseen_points(session.game, session.seat) if session.seat else ():
        unseen.setdefault((paid.side, paid.why), []).append(paid)
    for (side, why), several in unseen.items():
        points = pluralize(sum(paid.points for paid in several), "point")
        goal = next((one.text for one in setup.objectives if (one.side, one.id) == (side, why)), "")
        about = [state.figures[paid.figure] for paid in several if paid.figure]
        names = ", ".join(_named(figure) for figure in about)
        yield (
            f"Of these out of your sight: {points} for {setup.sides[side].name}"
            f"{f': {goal}' if goal else ''}{f' ({names})' if names else ''}"
        )


def _named(figure: Figure) -> str:
    """A figure and what became of it: `r8 Kolm fled`."""
    return f"{figure.id} {figure.who.name} {humanize(figure.fate)}".strip()
