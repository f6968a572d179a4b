"""Totals of a battle: verdict, losses, dice thrown, casualties and where they fell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, runtime_checkable

from attrs import frozen

from skirmish.core.dice import Dice, Face, Roller
from skirmish.core.events import Left, Moved, Placed, Struck, Told
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.state import State
from skirmish.game import Game
from skirmish.presentation.wording import humanize
from skirmish.record import PLAYER, Entry


@runtime_checkable
class RulesCasualties(Protocol):
    """A ruleset that knows what becomes of those who were put out, once the battle is over."""

    def aftermath(self, dice: Dice, figure: Figure) -> str:
        """A figure's lot in a word or two; empty where there is nothing to tell."""


@frozen
class Losses:
    """A side's figures at the start, those that are out, and both in points."""

    side: str
    figures: int
    out: tuple[Figure, ...]
    worth: int
    lost: int


@frozen
class DiceTotals:
    """What a side threw on one kind of die."""

    side: str
    die: int
    dice: int
    total: int

    @property
    def average(self) -> Fraction:
        """The mean of its throws."""
        return Fraction(self.total, self.dice)

    @property
    def expected(self) -> Fraction:
        """The mean of a fair die."""
        return Fraction(self.die + 1, 2)


_REASONS: Mapping[str, str] = {
    "score": "after the last turn {winner} scored more",
    "objective": "{winner} met a decisive objective",
    "destroyed": "nobody of {loser} is left",
    "broken": "{loser} lost too many to go on",
    "both_destroyed": "nobody is left on either side",
    "both_broken": "both sides lost too many to go on",
    "resigned": "{loser} gave up",
}
_LEFT_FATES = ("fled", "exited")
"""Fates of those who are out and do not lie on the field."""
_DRAW_REASONS: Mapping[str, str] = {"score": "after the last turn both sides have the same points"}


def verdict(state: State) -> tuple[str, str]:
    """Who won, and why, in words."""
    tally, sides = state.tally, state.setup.sides
    template = _REASONS.get(tally.reason, "")
    if not tally.winner:
        why = _DRAW_REASONS.get(tally.reason) or template or humanize(tally.reason)
        return "A draw", why
    winner, loser = sides[tally.winner].name, sides[state.setup.enemy(tally.winner)].name
    why = template.format(winner=winner, loser=loser) or humanize(tally.reason)
    return f"Victory: {winner}", why


def losses(state: State) -> tuple[Losses, ...]:
    """What each side had and lost."""
    found = []
    for side, setup in state.setup.sides.items():
        mine = [figure for figure in state.figures.values() if figure.who.side == side]
        out = tuple(figure for figure in mine if figure.fate)
        lost = sum(figure.who.kind.points for figure in out)
        found.append(Losses(side, len(mine), out, setup.worth, lost))
    return tuple(found)


def dice_totals(game: Game) -> tuple[DiceTotals, ...]:
    """What each side threw, by side and kind of die; orders that were taken back do not count."""
    thrown: dict[tuple[str, int], tuple[int, int]] = {}
    for entry in game.standing:
        for side, face in _dice_thrown(game.state, entry):
            count, total = thrown.get((side, face.sides), (0, 0))
            thrown[side, face.sides] = (count + 1, total + face.face)
    return tuple(
        DiceTotals(side, die, *thrown[side, die])
        for die in sorted({die for _, die in thrown})
        for side in game.sides
        if (side, die) in thrown
    )


def _dice_thrown(state: State, entry: Entry) -> Iterator[tuple[str, Face]]:
    """Each die of an order with the side that threw it.

    Two dice with two totals are one against the other: the order's side threw the first, the side
    of who was struck the second. A single die is thrown by whom it happens to. All others are the
    order's. A die that belongs to several events counts once.
    """
    owners = [entry.side] * len(entry.faces)
    for told in entry.told:
        subject = state.figures.get(told.event.subject)
        if told.dice and subject is not None:
            owners[told.first : told.first + told.dice] = _owners(told, entry, subject.who.side)
    return zip(owners, entry.faces, strict=True)


def _owners(told: Told, entry: Entry, subject: str) -> Sequence[str]:
    if told.dice == 1:
        return (subject,)
    two = 2
    if told.dice == two and isinstance(told.event, Struck) and len(told.event.sums) == two:
        return (entry.side, subject)
    return (entry.side,) * told.dice


def casualty_outcomes(game: Game) -> tuple[tuple[Figure, str], ...]:
    """What becomes of each figure that was put out, where the ruleset says so; always the same."""
    rules = game.ruleset
    if not isinstance(rules, RulesCasualties):
        return ()
    found = []
    for figure in game.state.figures.values():
        if figure.fate:
            lot = rules.aftermath(Roller(f"{game.seed}:aftermath {figure.id}"), figure)
            if lot:
                found.append((figure, lot))
    return tuple(found)


def fallen_figures(game: Game) -> Mapping[Tile, Figure]:
    """Where those who are out were last; where two fell, the later one."""
    places: dict[str, Tile] = {}
    for name, figure in game.state_at(0).figures.items():
        if figure.at is not None:
            places[name] = figure.at
    lying: dict[Tile, Figure] = {}
    for told in (told for entry in game.standing for told in entry.told):
        match told.event:
            case Placed():
                places[told.event.figure] = told.event.at
            case Moved():
                places[told.event.figure] = told.event.path[-1]
            case Left() if told.event.fate not in _LEFT_FATES and told.event.figure in places:
                lying[places[told.event.figure]] = game.state.figures[told.event.figure]
            case _:
                pass
    return lying


def last_order_mark(game: Game, side: str) -> int:
    """How many news a side had before its newest order, which is where its recap begins."""
    standing = game.standing
    own = [at for at, entry in enumerate(standing) if entry.side == side and entry.verb != PLAYER]
    before = standing[: own[-1]] if own else ()
    return sum(side in told.sides for entry in before for told in entry.told)
