"""The page over a battle that has just ended: the last actions, who won, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from attrs import evolve
from textual.await_complete import AwaitComplete
from textual.content import Content
from textual.events import Click

from skirmish.core.events import Ended, Scored
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.text import pluralize
from skirmish.presentation import battle_totals
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.log.log_writer import HEADING as HEAD_LINE
from skirmish.presentation.log.log_writer import Sentence
from skirmish.presentation.wording import humanize
from skirmish.session.battle_session import BattleSession
from skirmish.session.enemy_actions import action_of, known_places
from skirmish.tui.battle_log import log_content
from skirmish.tui.early_keys import EarlyKeys
from skirmish.tui.keys import Key
from skirmish.tui.screens.page import Page, TextScroll
from skirmish.tui.settings_app import pressed_at
from skirmish.tui.theme import HEADING

_TITLE = "The battle is over"
_LAST = 6
"""Number of sentences of the log that are shown."""
_RECENT = 50
"""Number of news that are searched for the last action on the map."""


class BattleEndPage(Page):
    """How a battle ended, in a box at one edge of the screen; the map stays visible.

    The box is at the lower edge, unless it would hide more of the last action there. It has the
    full width, so that no text beside it is cut off, and covers the battle's keys, which do nothing
    now.
    """

    DEFAULT_CSS: ClassVar[str] = """
    BattleEndPage { align: center bottom; background: $background 0%; }
    BattleEndPage.-above { align: center top; padding: 1 0 0 0; }
    BattleEndPage > VerticalScroll {
        width: 100%; max-width: 100%; height: auto; max-height: 50%; border: round $accent;
    }
    """

    closing: ClassVar[str] = ""

    def __init__(
        self, session: BattleSession, row_of: Callable[[Tile], int], *, deaf: float = 0.0
    ) -> None:
        """Show the end of a session's battle to its player.

        `row_of`: the row of the screen in which the map shows a tile. `deaf`: seconds in which keys
        that were pressed for the battle do not close the page.
        """
        super().__init__(_TITLE, end_lines(session), end=True)
        self._rows = [row_of(tile) for tile in _last_tiles(session)]
        self._early = EarlyKeys(deaf)

    def _text(self, lines: Sequence[Content] | None = None) -> Content:
        """The lines; the title is in the border, which does not scroll."""
        return Content("\n").join(self._lines if lines is None else lines)

    def table(self) -> tuple[Key, ...]:
        """The keys of the page; those that close it lead to the report, `enter` listed first."""
        return tuple(map(_onward, super().table()))

    def on_mount(self) -> None:
        """Name the keys in the border, which does not scroll."""
        known = {key.id: key for key in self.table()}
        on, up, down = (known[f"page.{name}"].shown for name in ("close", "up", "down"))
        keys = f" {_TITLE}  {on} or a click: on to the report "
        self._name_keys(keys)
        self.call_after_refresh(self._lie)
        self.call_after_refresh(self._name_keys, keys, f" {up} {down}: scroll ")
        self.call_after_refresh(self._early.painted)

    def _name_keys(self, keys: str, scroll: str = "") -> None:
        """Write the keys in the border; those that scroll only if there is more text."""
        box = self.query_one(TextScroll)
        box.border_title = Content.styled(keys + scroll * bool(box.max_scroll_y), "bold $accent")

    def dismiss(self, result: Any = None) -> AwaitComplete:  # noqa: ANN401 - as in GuardedScreen
        """Go on to the report, except by a key that was pressed for the battle."""
        early = self._early.is_early(pressed_at(self.app))
        return AwaitComplete() if early else super().dismiss(result)

    def _lie(self) -> None:
        """Move the box to the edge where it hides less of the last action."""
        box = self.query_one(TextScroll).region
        below = sum(box.y <= row < box.bottom for row in self._rows)
        above = sum(1 <= row <= box.height for row in self._rows)
        self.set_class(above < below, "-above")

    async def on_click(self, event: Click) -> None:  # noqa: ARG002 - any button, anywhere
        """Go on to the report."""
        self.dismiss()


def _onward(key: Key) -> Key:
    """The key that closes a page, with the label used here; other keys unchanged."""
    if key.id != "page.close":
        return key
    names = sorted(key.names, key=lambda name: name != "enter")
    return evolve(key, keys=",".join(names), label="on to the report")


def _last_said(session: BattleSession) -> list[Sentence]:
    """The sentences that the player saw last, without the end itself, which is shown below."""
    view = session.game.view(session.seat)
    news = session.recap_news or view.news[-_LAST:]
    told = log_sentences(view, news, session.game.ruleset)
    return [one for one in told if one.weight != HEAD_LINE or not isinstance(one.event, Ended)]


def _last_tiles(session: BattleSession) -> tuple[Tile, ...]:
    """The tiles of the last action that the player saw on the map."""
    view = session.game.view(session.seat)
    told = log_sentences(view, view.news[-_RECENT:], session.game.ruleset)
    places = known_places(view)
    actions = (action_of(one, places) for one in reversed(told))
    return next((one.tiles or one.path for one in actions if one.tile is not None), ())


def end_lines(session: BattleSession) -> list[Content]:
    """The last actions, the winner and the reason, the score."""
    game, view, said = session.game, session.game.view(session.seat), _last_said(session)
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
    """Points in the score that the player could not see: one line for each objective."""
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
    """A figure with its fate: `r8 Kolm fled`."""
    return f"{figure.id} {figure.who.name} {humanize(figure.fate)}".strip()
