"""The line above the map: title, turn, acting side, score; and the clocks of the sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from time import monotonic

from attrs import frozen
from textual.content import Content
from textual.style import Style

from skirmish.core.sanitize import display_width as columns
from skirmish.presentation.battle_totals import brief_reason
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.wording import phase_words
from skirmish.session.ai_driver import STOPPED
from skirmish.tui.panel_lines import clipped, side_colour

MINUTE = 60


class SideClocks:
    """The time that each side has used, for display only; rules and records do not use it.

    The time of the computer, and that behind a curtain, counts for no side.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        """Begin with all clocks at zero and stopped."""
        self._now = now
        self._used: dict[str, float] = {}
        self._side = ""
        self._since = 0.0

    def run(self, side: str) -> None:
        """Run this side's clock from now on; "" stops all clocks."""
        now = self._now()
        if self._side:
            self._used[self._side] = self._used.get(self._side, 0.0) + now - self._since
        self._side, self._since = side, now

    def used(self, side: str) -> int:
        """Whole seconds that a side has used."""
        running = self._now() - self._since if side and side == self._side else 0.0
        return int(self._used.get(side, 0.0) + running)

    def words(self, side: str, minutes: int) -> str:
        """The time left of some minutes, or the time over the limit."""
        left = minutes * MINUTE - self.used(side)
        rest = f"{abs(left) // MINUTE}:{abs(left) % MINUTE:02}"
        return f"{rest} left" if left >= 0 else f"{rest} over time"


@frozen
class _Part:
    """A part of the top line; if not all fit, the part with the highest `rank` goes first."""

    content: Content
    rank: int = 0


_LEAST_TITLE = 8
"""If the title had fewer columns, the other parts are shortened."""
_TURN = 1
"""The rank of the turn, which stays unless the line does not fit even without the title."""
_LEAST_KEPT = 3
"""A title cut to fewer columns is left out."""
_ARTICLES = ("a", "an", "the")


@lru_cache(maxsize=2)
def top_line_words(
    legal: LegalOrders,
    waiting: str,
    dot: str = "·",
    width: int = 0,
    left: str = "",
    far: str = "",
    *,
    played: bool = True,
) -> Content:
    """Title, turn, acting side, score, and the bounds of the turn.

    A click on the title opens the menu. If a width is given and too small, the least important
    parts are left out, then the current activity is shortened, and the title is cut or left out.
    `left`: the time left, `far`: the progress of the computer, `played`: a person plays the side in
    the seat; else sides are named. Cached for the next key: a new view has new legal orders.
    """
    title, gap = legal.view.state.setup.title, f" {dot} "
    system = legal.ruleset.name.lower()
    named = title.lower().endswith(system)
    spare, over = columns(title), 0
    # When the battle is over, the title is more useful than the turn.
    cut = 0 if legal.view.state.tally.over else spare + columns(gap)
    parts: list[_Part] = []
    for short in (False, True):
        every = _parts(legal, waiting, left, far, short=short, played=played)
        known = [part for part in every if part.content]
        parts = known[1:] if named else known
        over = _leave_out(parts, gap, width - columns(title), cut) if width else 0
        if over <= spare - _LEAST_TITLE and (not cut or _has_turn(parts)):
            break
    if over > 0:
        title = _cut_title(title, spare - over, system if named else "", beside=parts)
    menu = Style.from_meta({"@click": "screen.leave"})
    shown = [Content.styled(title, menu)] if title else []
    return Content(gap).join([*shown, *(part.content for part in parts)])


def _cut_title(title: str, room: int, system: str, *, beside: Sequence[_Part]) -> str:
    """A title that is too long, shortened; "" where a few letters would take the room of others."""
    title = shortened(title, max(0, room), system)
    brief = _has_turn(beside) or columns(title) < _LEAST_TITLE
    return "" if title.endswith("..") and brief else title


def _has_turn(parts: Sequence[_Part]) -> bool:
    return any(part.rank == _TURN for part in parts)


def _leave_out(parts: list[_Part], gap: str, room: int, spare: int) -> int:
    """Remove parts that do not fit into a room; return by how many columns the rest is too long."""
    while (over := _columns(parts, gap) - room) > 0:
        last = max(parts, key=lambda part: part.rank)
        if not last.rank or (last.rank == _TURN and over <= spare):
            break
        parts.remove(last)
    return over


def shortened(title: str, width: int, system: str = "") -> str:
    """The whole words of a title that fit; dots follow if they are less than half of it.

    A title that ends in the name of the ruleset loses that first, then its article.
    """
    if system:
        title = title[: -len(system)].rstrip().removesuffix("by").rstrip(" ,") or title
        if columns(title) <= width:
            return title
    article, _, rest = title.partition(" ")
    if rest and article.lower() in _ARTICLES:
        title = rest[0].upper() + rest[1:]
    cut = clipped(title, width)
    kept = cut.removesuffix("..")
    whole = title[len(kept) : len(kept) + 1] in (" ", ",")
    if columns(kept) < _LEAST_KEPT:
        return ""
    return kept if whole and 2 * columns(kept) >= columns(title) else cut


def _columns(parts: Sequence[_Part], gap: str) -> int:
    return sum(part.content.cell_length + len(gap) for part in parts)


def _parts(
    legal: LegalOrders, waiting: str, left: str, far: str, *, short: bool, played: bool
) -> tuple[_Part, ...]:
    """The parts of the top line after the title."""
    state, turns = legal.view.state, legal.ruleset.turn
    clock = state.clock
    turn = f"turn {clock.turn} of {state.setup.turns}" if clock.turn else "before turn 1"
    told = clock.turn and not (short and waiting) and not state.tally.over
    when = turns.moment(clock) if told else ""
    return (
        _Part(Content.styled(legal.ruleset.name, "dim"), 4),
        _Part(Content.styled(turn, "dim"), _TURN),
        _Part(Content(when)),
        _Part(_course(legal, waiting, when, far, short=short, played=played)),
        _Part(Content.styled(left, "$warning")),
        _Part(_score(legal, named=played or not short, played=played)),
        _Part(_track(legal, played=played), 3),
    )


def _course(
    legal: LegalOrders, waiting: str, when: str, far: str, *, short: bool, played: bool
) -> Content:
    """The acting side and its phase; at the end of the battle, the winner."""
    state = legal.view.state
    setup, tally = state.setup, state.tally
    if tally.over:
        won = f"{setup.sides[tally.winner].name} won" if tally.winner else "a draw"
        why = brief_reason(setup, tally.reason, tally.winner)
        return Content.styled(f"over: {won} ({why})", "$accent")
    side = legal.view.side if legal.view.question is not None else state.clock.side
    who = Content.styled(
        f" {setup.sides[side].name.upper()} ", f"{side_colour(legal.view, side)} reverse"
    )
    if legal.view.question is not None:
        return who + Content(" a question for you" if played else " a question")
    label = phase_words(setup, state.clock.phase)
    if when and legal.ruleset.turn.names_phase and not waiting:
        return who
    if waiting:
        who_thinks = "thinks" if short else "the computer thinks"
        label = "stopped" if waiting == STOPPED else f"{who_thinks}{far}"
    return who + Content(f" {label}")


def _score(legal: LegalOrders, *, named: bool, played: bool) -> Content:
    """The points of both sides as far as they are known; empty while there is nothing to score."""
    view, sides = legal.view, legal.view.state.setup.sides
    score, enemy = view.state.tally.score, view.enemy
    if not view.state.setup.objectives and not any(score.values()):
        return Content("")
    own, other = ("you", "enemy") if played else (sides[view.side].name, sides[enemy].name)
    return Content.assemble(
        (f"{own} " if named else "", "dim"),
        (f"{score.get(view.side, 0)}", f"bold {side_colour(view, view.side)}"),
        (" : ", "dim"),
        (f"{score.get(enemy, 0)}", f"bold {side_colour(view, enemy)}"),
        (f" {other}" if named and other else "", "dim"),
    )


def _track(legal: LegalOrders, *, played: bool) -> Content:
    """The bounds of the current turn in order, with the current one marked."""
    view, turn = legal.view, legal.ruleset.turn
    if not view.state.clock.turn or view.state.tally.over:
        return Content("")
    parts = []
    for one in turn.track(view.state):
        whose = "their " if one.side != view.side else "" if one.label else "your "
        style = "bold $accent" if one.now else "dim"
        if not played:
            name = one.label or view.state.setup.sides[one.side].name
            parts.append(Content.styled(name, style if one.now else side_colour(view, one.side)))
            continue
        parts.append(Content.styled(f"{whose}{one.label or turn.bound}", style))
    return Content(" ▸ ").join(parts)
