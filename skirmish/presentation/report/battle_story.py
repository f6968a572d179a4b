"""The content of the picture of a finished battle: losses, last moves, moments, luck.

The text beside the map comes as boxes of spans, each with a tone; screen and picture draw them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from skirmish.analysis.luck_ledger import Balance
from skirmish.core.events import Bound, Moved
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.sanitize import display_width
from skirmish.core.text import cut_at_marks
from skirmish.game import Game
from skirmish.presentation.battle_totals import fallen_figures
from skirmish.presentation.report.battle_report import beyond_worth
from skirmish.presentation.report.battle_summary import BattleSummary, KeyMoment
from skirmish.presentation.report_document import format_tenths
from skirmish.presentation.wording import first_names, humanize

MOMENTS = 3
"""Number of moments that are listed, out of each side's `battle_summary.CANDIDATES`."""
_LEAST_SWING = 5
"""Percent of the worth of the weaker side below which moments are trifles, listed only if all are.
"""
PLAIN, DIM, BOLD, HEAD, GOOD, BAD, FIRST, SECOND = (
    "",
    "dim",
    "bold",
    "head",
    "good",
    "bad",
    "first",
    "second",
)
SIDES = (FIRST, SECOND)
_FULL, _BEYOND, _SHORT, _REST = "█", "▓", "▒", "░"
_LOWER = "▆"
"""The second side's part of the score bar, lower so that it is distinct without colours."""
_LEFT = {"fled": "fled off the map", "exited": "left the map"}
_HARM = (
    "In worth: harm to the enemy less harm to the attacker's side; damage and conditions of those"
    " not out count in part."
)
_DOTS = "dots: the last moves"
_BREAKS = ",:;"
"""A line of facts breaks at these: no name and no number with its word is broken."""
_BOUNDS = 6
"""Number of bounds of movement that are drawn: those of both sides in about three turns."""
_SCORE = 6

Span = tuple[str, str]
"""A text and its tone."""


@frozen
class Trail:
    """The tiles that a figure of a side moved over, in order."""

    side: str
    tiles: tuple[Tile, ...]


@frozen
class Moment:
    """One of the attacks with the most luck of the battle, with the tile where it happened.

    Attributes:
        side: The side that gained by it.
        attacker: The side that attacked.
    """

    number: int
    turn: int
    line: int
    side: str
    attacker: str
    tile: Tile | None
    words: str

    @property
    def mark(self) -> str:
        """Its mark on the map; a bare number would look like that of an objective."""
        return f"M{self.number}"


@frozen
class StoryBox:
    """A box of text: its title, and lines of spans that may be longer than the box."""

    title: str
    lines: tuple[tuple[Span, ...], ...]


@frozen
class BattleStory:
    """A finished battle at a glance."""

    summary: BattleSummary
    fallen: Mapping[Tile, Figure]
    trails: tuple[Trail, ...]
    moments: tuple[Moment, ...]
    covered: tuple[Figure, ...] = ()
    """The fallen that do not show on the map, because another figure is on their tile."""

    def boxes(self, width: int) -> tuple[StoryBox, ...]:
        """Result, moments and luck, for a width in columns; empty boxes are left out."""
        dots = (((_DOTS, DIM),),) if self.trails else ()
        found = (
            StoryBox("result", (*_result(self.summary, width, self.covered), *dots)),
            StoryBox(
                self._moments_title(), tuple(_moment_lines(self.summary, self.moments, width))
            ),
            StoryBox("luck", tuple(_luck(self.summary, width))),
        )
        return tuple(box for box in found if box.lines)

    def _moments_title(self) -> str:
        return f"moments of luck, {self.marks} on the map"

    @property
    def marks(self) -> str:
        """The marks of the moments, from the first to the last."""
        return "-".join(dict.fromkeys(one.mark for one in (*self.moments[:1], *self.moments[-1:])))


def story_of(game: Game, summary: BattleSummary) -> BattleStory:
    """The story of a finished battle and its summary."""
    fallen = fallen_figures(game)
    return BattleStory(
        summary,
        fallen,
        tuple(_trails(game)),
        tuple(_moments(game, summary)),
        tuple(_covered(game, fallen)),
    )


def _covered(game: Game, fallen: Mapping[Tile, Figure]) -> Iterator[Figure]:
    """Figures that fell on a tile where a figure now is or where another fell later."""
    figures = game.state.figures.values()
    standing = {figure.at for figure in figures}
    shown = [one.id for tile, one in fallen.items() if tile not in standing]
    for figure in figures:
        if figure.fate and figure.fate not in _LEFT and figure.id not in shown:
            yield figure


def _trails(game: Game) -> Iterator[Trail]:
    """The moves of the last bounds in which figures moved."""
    bounds: list[list[Trail]] = [[]]
    places = {name: figure.at for name, figure in game.state_at(0).figures.items()}
    for number, entry in game.standing_lines:
        for told in entry.told:
            match told.event:
                case Bound() if bounds[-1]:
                    bounds.append([])
                case Moved():
                    before = game.state_at(number - 1).figures[told.event.figure]
                    start = places.get(told.event.figure) or before.at
                    tiles = (*((start,) if start else ()), *told.event.path)
                    places[told.event.figure] = tiles[-1]
                    bounds[-1].append(Trail(before.side, tiles))
                case _:
                    pass
    yield from (trail for bound in [one for one in bounds if one][-_BOUNDS:] for trail in bound)


def _moments(game: Game, summary: BattleSummary) -> Iterator[Moment]:
    """The unlikely results with the largest swing, in the order of the battle, without trifles."""
    ranked = sorted(summary.moments, key=lambda one: (-one.swing, one.attack.line))[:MOMENTS]
    worth = min(losses.worth for losses in summary.losses)
    ranked = [one for one in ranked if one.swing * 100 >= worth * _LEAST_SWING] or ranked
    for number, one in enumerate(sorted(ranked, key=lambda one: one.attack.line), 1):
        attack = one.attack
        where, words = _place(game, one), moment_in_picture(summary, one)
        yield Moment(number, attack.turn, attack.line, one.side, attack.side, where, words)


def _place(game: Game, moment: KeyMoment) -> Tile | None:
    """Where the figure stood that the moment is mostly about."""
    attack = moment.attack
    return game.state_at(attack.line - 1).figures[attack.oddest].at


def moment_in_picture(summary: BattleSummary, moment: KeyMoment) -> str:
    """A moment in a line: attacker, targets, expected and actual harm."""
    attack = moment.attack
    sides = summary.ledger.sides if summary.ledger is not None else {}
    one = Balance().with_one(attack, sides)
    weapon = summary.names.get(attack.weapon) or humanize(attack.weapon or attack.how)
    dealt = abs(one.dealt - one.hoped) >= abs(one.cost - one.feared)
    at = first_names([summary.figure_name(name) for name in attack.targets(sides, own=not dealt)])
    who = f"{summary.figure_name(attack.figure)}, {weapon}{', at ' if at else ''}{at}"
    if dealt:
        harm = f"harm {format_tenths(one.dealt)}, {format_tenths(one.hoped)} expected"
    else:
        harm = f"harm to own side {format_tenths(one.cost)}, {format_tenths(one.feared)} expected"
    return f"{who}: {harm}; {moment.chance_words(summary.figure_name)}"


def _facts(text: str, tone: str, width: int) -> Iterator[tuple[Span, ...]]:
    """A line of facts, broken if it is longer than its box."""
    return (((line, tone),) for line in cut_at_marks(text, width, _BREAKS))


def _moment_lines(
    summary: BattleSummary, moments: Sequence[Moment], width: int
) -> Iterator[tuple[Span, ...]]:
    tones = dict(zip(summary.sides, SIDES, strict=True))
    for one in moments:
        head = (f" {one.mark} ", HEAD), (f" turn {one.turn} · ", DIM)
        luck = (", good luck", GOOD) if one.side == one.attacker else (", bad luck", BAD)
        yield *head, (summary.name(one.attacker), tones[one.attacker]), luck
        yield from _facts(one.words, PLAIN, width)


def _result(
    summary: BattleSummary, width: int, covered: Sequence[Figure]
) -> Iterator[tuple[Span, ...]]:
    who, why = summary.verdict
    turn = f"turn {summary.turn} of {summary.turns}"
    beside = display_width(who) + 2 + len(turn) <= width
    yield ((who, HEAD), (f"  {turn}", DIM)) if beside else ((who, HEAD),)
    yield ((f"{why[:1].upper()}{why[1:]}.", PLAIN),)
    if not beside:
        yield ((turn, DIM),)
    scores = [summary.score.get(side, 0) for side in summary.sides]
    if any(scores):
        room = max(4, width - 2 * _SCORE)
        mine = round(room * max(0, scores[0]) / max(1, sum(max(0, one) for one in scores)))
        yield (
            (f"{scores[0]:<{_SCORE}}", FIRST),
            (_FULL * mine, FIRST),
            (_LOWER * (room - mine), SECOND),
            (f"{scores[1]:>{_SCORE}}", SECOND),
        )
    for tone, losses in zip(SIDES, summary.losses, strict=True):
        out = f"{len(losses.out)} of {losses.figures} out, worth {losses.lost} of {losses.worth}"
        yield (f"{summary.name(losses.side)}: ", tone), (out, PLAIN)
        for line in _left_the_map(losses.out):
            yield from _facts(line, DIM, width)
        if under := ", ".join(one.who.name for one in losses.out if one in covered):
            yield from _facts(f"fell where another figure is shown: {under}", DIM, width)


def _left_the_map(out: Iterable[Figure]) -> Iterator[str]:
    """The figures that are out although no attack downed them: `fled off the map: Hob`."""
    for fate, words in _LEFT.items():
        names = [figure.who.name for figure in out if figure.fate == fate]
        if names:
            yield f"{words}: {', '.join(names)}"


def _luck(summary: BattleSummary, width: int) -> Iterator[tuple[Span, ...]]:
    """The expected and the actual harm by each side's attacks."""
    if summary.ledger is None or not summary.ledger.attacks:
        return
    balances = [summary.ledger.of_side(side) for side in summary.sides]
    harms = [(one.hoped - one.feared, one.dealt - one.cost) for one in balances]
    most = max((value for pair in harms for value in pair), default=Fraction(0))
    for tone, side, (hoped, came) in zip(SIDES, summary.sides, harms, strict=True):
        told = f"  expected {format_tenths(hoped)}, came {format_tenths(came)}"
        yield (summary.name(side), tone), (told, DIM)
        low, high = (
            int(max(value, Fraction(0)) * width / most) if most > 0 else 0
            for value in sorted((hoped, came))
        )
        sign, luck = (_BEYOND, GOOD) if came >= hoped else (_SHORT, BAD)
        yield (_FULL * low, DIM), (sign * (high - low), luck), (_REST * (width - high), DIM)
    yield (
        *((_FULL, DIM), (" came  ", DIM)),
        *((_BEYOND, GOOD), (" above expected  ", DIM)),
        *((_SHORT, BAD), (" missing", DIM)),
    )
    yield ((_HARM, DIM),)
    yield from (((words, DIM),) for words in beyond_worth(summary))
