"""Totals of a battle: verdict, losses, dice thrown, casualties and where they fell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import cast

from attrs import frozen

from skirmish.core.dice import Face, Roller
from skirmish.core.events import Event, Fired, Left, Moved, Placed, Scored, Struck
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.state import Setup, State
from skirmish.core.text import percent_of
from skirmish.errors import UsageProblem
from skirmish.game import HUMAN, Game
from skirmish.game.battle import Battle
from skirmish.presentation.wording import LEFT_FATES, humanize
from skirmish.record import PLAYER, Entry
from skirmish.rulesets.common.victory import worth_of

_OF_THE_STRUCK = (
    "body",
    "defence",
    "fight",
    "fight back",
    "guard",
    "prone",
    "shock",
    "unconscious",
)
"""Purposes of dice that the figure throws which an attack strikes; its attacker throws the rest."""
_OF_THE_OTHER = ("defence", "infiltration", "opponent's agility", "opponent's wild")
"""Purposes of dice in a test that an enemy of the tested figure throws."""
_INITIATIVE = "initiative"
"""Purpose of a die that each side throws, with the side's id."""


@frozen
class Losses:
    """A side's number of figures, those that are out, and the points of both.

    `absent`: reinforcements that never came.
    """

    side: str
    figures: int
    out: tuple[Figure, ...]
    worth: int
    lost: int
    absent: tuple[Figure, ...] = ()


@frozen
class DiceTotals:
    """The throws of a side with one kind of die."""

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
        numbers = [Face(self.die, face).number for face in range(1, self.die + 1)]
        return Fraction(sum(numbers), self.die)


_REASONS: Mapping[str, str] = {
    "score": "the score of {winner} is higher after the last turn, {score}",
    "objective": "{winner} met an objective that decides the battle",
    "destroyed": "all figures of {loser} are out",
    "broken": "{loser} broke: the losses of that side came to {share} of its worth."
    " A broken side loses, whatever the score",
    "both_destroyed": "neither side has figures left",
    "both_broken": "both sides are broken by their losses",
    "resigned": "{loser} gave up",
}
_DRAW_REASONS: Mapping[str, str] = {"score": "both sides have the same score after the last turn"}

_BRIEF_REASONS: Mapping[str, str] = {
    "score": "higher score",
    "objective": "decisive objective met",
    "destroyed": "all figures of {loser} are out",
    "broken": "{loser} broke",
    "both_destroyed": "no figures left on either side",
    "both_broken": "both sides broken",
    "resigned": "{loser} gave up",
}


def brief_reason(setup: Setup, reason: str, winner: str) -> str:
    """The reason of the end in a few words; `winner` is "" for a draw."""
    if reason == "score" and not winner:
        return "same score"
    return brief_defeat(reason, setup.sides[setup.enemy(winner)].name if winner else "")


def brief_defeat(reason: str, loser: str) -> str:
    """The reason of an end in a few words, with the loser's name; "" for a draw."""
    return _BRIEF_REASONS.get(reason, humanize(reason)).format(loser=loser)


def only_person(game: Game) -> str:
    """The side that the only person plays; "" if no person or two play."""
    people = [side for side, player in game.players.items() if player == HUMAN]
    return people[0] if len(people) == 1 else ""


def is_lost(game: Game) -> bool:
    """Whether a person has lost a battle to the computer."""
    person, winner = only_person(game), game.state.tally.winner
    return bool(person and winner) and person != winner


def verdict(state: State, player: str = "") -> tuple[str, str]:
    """The winner and the reason in words; a defeat if `player` is the side that lost."""
    tally = state.tally
    template = _REASONS.get(tally.reason, "")
    if not tally.winner:
        why = _DRAW_REASONS.get(tally.reason) or template or humanize(tally.reason)
        return "A draw", why
    winner, loser = (
        state.setup.sides[tally.winner].name,
        state.setup.sides[state.setup.enemy(tally.winner)].name,
    )
    why = template.format(winner=winner, loser=loser, **_numbers(state)) or humanize(tally.reason)
    if player and player != tally.winner:
        return f"Defeat: {winner} won", why
    return f"Victory: {winner}", why


def _numbers(state: State) -> Mapping[str, str]:
    """The winner's score against the loser's, and the loser's losses in percent."""
    tally = state.tally
    loser = state.setup.enemy(tally.winner)
    lost = next(one for one in losses(state) if one.side == loser)
    score = " to ".join(str(tally.score.get(side, 0)) for side in (tally.winner, loser))
    worth = worth_of(state, loser) or 1
    return {"score": score, "share": percent_of(lost.lost, worth)}


def unseen_points(battle: Battle, side: str) -> tuple[Scored, ...]:
    """The points scored without a side's knowledge until the battle was over, in order.

    Raises:
        UsageProblem: The battle is not over.
    """
    if not battle.over:
        raise UsageProblem("the battle is not over", remedy="end it first")
    told = (told for entry in battle.standing for told in entry.told if side not in told.sides)
    return tuple(one.event for one in told if isinstance(one.event, Scored))


def losses(state: State) -> tuple[Losses, ...]:
    """The losses of each side."""
    found = []
    for side in state.setup.sides:
        own = [figure for figure in state.figures.values() if figure.who.side == side]
        mine = [figure for figure in own if not state.awaits_event(figure)]
        out = tuple(figure for figure in mine if figure.fate)
        lost = sum(figure.who.kind.points for figure in out)
        absent = tuple(f for f in own if f.who.arrival and f.at is None and not f.fate)
        found.append(Losses(side, len(mine), out, worth_of(state, side), lost, absent))
    return tuple(found)


def dice_totals(game: Game) -> tuple[DiceTotals, ...]:
    """The throws of each side by kind of die, without orders that were undone."""
    thrown: dict[tuple[str, int], tuple[int, int]] = {}
    for entry in game.standing:
        for side, face in _dice_thrown(game.state, entry):
            count, total = thrown.get((side, face.sides), (0, 0))
            thrown[side, face.sides] = (count + 1, total + face.number)
    return tuple(
        DiceTotals(side, die, *thrown[side, die])
        for die in sorted({die for _, die in thrown})
        for side in game.sides
        if (side, die) in thrown
    )


def _dice_thrown(state: State, entry: Entry) -> Iterator[tuple[str, Face]]:
    """Each die of an order with the side that threw it; a die of several events counts once.

    A die of no event, or of one without a figure, is thrown by the side of the last shot, before
    any by that of the order.
    """
    owners, shooter = [entry.side] * len(entry.faces), entry.side
    for told in entry.told:
        subject = state.figures.get(told.event.subject)
        side = shooter if subject is None else subject.who.side
        if isinstance(told.event, Fired):
            shooter = side
        source = state.figures.get(told.event.source) if isinstance(told.event, Struck) else None
        attacker = shooter if source is None else source.who.side
        for at in range(told.first, told.first + told.dice):
            owners[at] = _owner(state, told.event, entry.faces[at], side, attacker)
    return zip(owners, entry.faces, strict=True)


def _owner(state: State, event: Event, face: Face, side: str, attacker: str) -> str:
    """The side that threw a die of an event; `side` is that of the event's figure."""
    what = face.purpose
    if isinstance(event, Struck):
        return side if what in _OF_THE_STRUCK else attacker
    if what in _OF_THE_OTHER:
        return state.setup.enemy(side)
    return next((one for one in state.setup.sides if what == f"{_INITIATIVE} {one}"), side)


def casualty_outcomes(game: Game) -> tuple[tuple[Figure, str], ...]:
    """The fate of each figure that was put out, rolled on the game's seed."""
    aftermath = game.ruleset.outcomes.aftermath
    found = []
    for figure in game.state.figures.values():
        if figure.fate:
            outcome = aftermath(Roller(f"{game.seed}:aftermath {figure.id}"), figure)
            if outcome:
                found.append((figure, outcome))
    return tuple(found)


def fallen_figures(game: Battle, side: str = "", upto: int | None = None) -> Mapping[Tile, Figure]:
    """The tiles where figures were put out; of two on one tile the later one.

    With `side` only those that this side saw fall, as far as it knew them; with `upto` only those
    that fell up to that line of the record.
    """
    shown = game.state.setup.declared.shown
    places: dict[str, Tile] = {}
    for name, figure in game.state_at(0).figures.items():
        if figure.at is not None:
            places[name] = figure.at
    lying: dict[Tile, Figure] = {}
    lines = (entry for line, entry in game.standing_lines if upto is None or line <= upto)
    for told in (told for entry in lines for told in entry.told):
        match told.event:
            case Placed():
                places[told.event.figure] = told.event.at
            case Moved():
                places[told.event.figure] = told.event.path[-1]
            case Left() if _lies(told.event, places) and side in ("", *told.sides):
                figure = game.state.figures[told.event.figure]
                known = side in ("", figure.side)
                lying[places[figure.id]] = figure if known else shown(figure)
            case _:
                pass
    return lying


def _lies(event: Left, places: Mapping[str, Tile]) -> bool:
    """Whether a figure that is out lies on the map."""
    return event.fate not in LEFT_FATES and event.figure in places


def last_order_mark(game: Game, side: str) -> int:
    """The number of news that a side had before its newest order; its recap begins there."""
    marks, known = [0], 0
    for line, entry in game.standing_lines:
        if entry.side == side and entry.verb != PLAYER:
            marks.append(known)
        known += len(game.news_from(line, side))
    return marks[-1]


def unfollowed_mark(game: Game, side: str) -> int:
    """The number of news that a side had before those that it may not have followed.

    It followed those of its newest order if it was to act again at once.
    """
    lines = [entry for _, entry in game.standing_lines if entry.verb != PLAYER]
    if lines and lines[-1].side == side and game.to_act == side:
        return len(game.view(side).news)
    return last_order_mark(game, side)


def players_in_order(
    first: str, entries: Sequence[Entry], side: str, *, over: bool = True
) -> Sequence[tuple[str, int | None]]:
    """The players of a side, each with the index of the line that named it; None for the first.

    Players that gave no order are left out, except the last player of a side without any orders,
    and the last player if the battle is not `over`.
    """
    player, named, ordered = first, cast("int | None", None), False
    found: list[tuple[str, int | None]] = []
    for at, entry in enumerate(entries):
        if entry.side != side:
            continue
        if entry.verb != PLAYER:
            ordered = True
            continue
        found += [(player, named)] * ordered
        player, named, ordered = entry.new_player, at, False
    if ordered or not found or not over:
        found.append((player, named))
    return [one for at, one in enumerate(found) if not at or found[at - 1][0] != one[0]]
