"""Summary of a battle as values: all of a finished one, what a side knows of a running one.

No wording or layout: `battle_report` makes a document of it, `report_export` data for programs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import evolve, field, frozen

from skirmish.analysis.fire_log import (
    LearntLine,
    WeaponFire,
    all_lines,
    by_weapon,
    lines_of,
    losses_by_turn,
    scored_in,
    where_fell,
)
from skirmish.analysis.luck_ledger import AttackLuck, Ledger, ledger_of
from skirmish.core.board import Board
from skirmish.core.change import changed
from skirmish.core.events import Left
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.state import State
from skirmish.errors import UsageProblem
from skirmish.game import Game
from skirmish.presentation import battle_totals
from skirmish.presentation.battle_totals import DiceTotals, Losses
from skirmish.record import PLAYER

BEST_MOMENTS = 4
"""Attacks that are told as a side's best."""


@frozen
class ObjectiveResult:
    """An objective: whose, what it is about, how many points it is worth, when it paid which."""

    side: str
    text: str
    worth: int
    paid: tuple[tuple[int, int], ...]


@frozen
class KeyMoment:
    """An attack that came out far from what was to be expected, by points for a side."""

    side: str
    attack: AttackLuck
    swing: Fraction


@frozen
class CasualtyOutcome:
    """What becomes of a figure that was put out."""

    figure: str
    name: str
    side: str
    outcome: str


@frozen
class Stint:
    """Who gave a side's orders, and from which turn on."""

    player: str
    turn: int


@frozen
class BattleSummary:
    """What a battle came to, or stands at. `side` is the side that it is told for; "" for all.

    `names` are those of sides, figures and weapons by id, `players` are who played each side last,
    `played` all who gave it orders, one after the other.
    `board` is the ground as it is known.
    What only a battle that is over can tell is empty, `ledger` None, in one that lasts.
    """

    title: str
    rules: str
    side: str
    turn: int
    turns: int
    verdict: tuple[str, str]
    winner: str
    names: Mapping[str, str]
    sides: tuple[str, ...]
    score: Mapping[str, int]
    losses: tuple[Losses, ...]
    losses_by_turn: Mapping[str, tuple[int, ...]]
    fire: tuple[WeaponFire, ...]
    fire_by_tile: Mapping[Tile, int]
    board: Board
    goals: tuple[ObjectiveResult, ...]
    other_points: Mapping[tuple[str, str], tuple[tuple[int, int], ...]]
    players: Mapping[str, str] = field(factory=dict)
    stints: Mapping[str, tuple[Stint, ...]] = field(factory=dict)
    seed: int = 0
    ledger: Ledger | None = None
    moments: tuple[KeyMoment, ...] = ()
    dice: tuple[DiceTotals, ...] = ()
    casualties: tuple[CasualtyOutcome, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return bool(self.verdict[0])

    def name(self, id_: str) -> str:
        """What a side, figure or weapon is called."""
        return self.names.get(id_) or id_.replace("_", " ")


def summarize_battle(game: Game, side: str = "") -> BattleSummary:
    """The summary of a battle.

    Args:
        game: The battle. One that is over is told in full, whatever the side.
        side: Whose view a battle is told by that still lasts.

    Raises:
        UsageProblem: No such side; or none is named and the battle lasts.
    """
    if side and side not in game.sides:
        raise UsageProblem(f"no side '{side}'", remedy="one of: " + ", ".join(game.sides))
    if game.over:
        return _finished(game)
    if not side:
        raise UsageProblem(
            "the battle is not over", remedy="say for which side: " + ", ".join(game.sides)
        )
    return _ongoing(game, side)


def _ongoing(game: Game, side: str) -> BattleSummary:
    """What a side knows of a battle that lasts."""
    known = game.view(side)
    lines = tuple(lines_of(game, side))
    figures = {n: c.figure for n, c in known.contacts.items()} | dict(known.state.figures)
    lost = battle_totals.losses(known.state)
    seen = tuple(_seen_losses(lines, one.side) if one.side != side else one for one in lost)
    return _summary(game, known.state, lines, figures, side, ("", ""), seen)


def _seen_losses(lines: Sequence[LearntLine], side: str) -> Losses:
    """What was seen of the enemy's losses; of how many he had nothing is known."""
    out = []
    for line in lines:
        for event in line.events:
            if not isinstance(event, Left):
                continue
            figure = line.figure(event.figure)
            if figure is not None and figure.side == side:
                out.append(changed(figure, at=None, fate=event.fate))
    return Losses(side, 0, tuple(out), 0, sum(figure.who.kind.points for figure in out))


def _finished(game: Game) -> BattleSummary:
    ledger = ledger_of(game)
    state = game.state
    told = _summary(
        game,
        state,
        tuple(all_lines(game)),
        state.figures,
        "",
        battle_totals.verdict(state),
        battle_totals.losses(state),
    )
    return evolve(
        told,
        players=dict(game.players),
        stints={one: _stints(game, one) for one in game.sides},
        seed=game.seed,
        ledger=ledger,
        moments=_moments(ledger, game.sides),
        dice=battle_totals.dice_totals(game),
        casualties=tuple(
            CasualtyOutcome(figure.id, figure.who.name, figure.side, lot)
            for figure, lot in battle_totals.casualty_outcomes(game)
        ),
    )


def _stints(game: Game, side: str) -> tuple[Stint, ...]:
    """Who played a side, one after the other; who gave no order is left out."""
    player, turn, ordered = game.first_players[side], 0, False
    stints: list[Stint] = []
    for number, entry in enumerate(game.lines):
        if entry.side != side:
            continue
        if entry.verb != PLAYER:
            ordered = True
            continue
        stints += [Stint(player, turn)] * ordered
        player, turn = entry.order.partition(" ")[2], game.state_at(number).clock.turn
        ordered = False
    if ordered or not stints:
        stints.append(Stint(player, turn))
    return tuple(
        one for at, one in enumerate(stints) if not at or stints[at - 1].player != one.player
    )


def _summary(
    game: Game,
    state: State,
    lines: tuple[LearntLine, ...],
    figures: Mapping[str, Figure],
    side: str,
    verdict: tuple[str, str],
    losses: tuple[Losses, ...],
) -> BattleSummary:
    setup = state.setup
    paid = scored_in(lines)
    goals = tuple(
        ObjectiveResult(g.side, g.text or g.kind, g.points, paid.get((g.side, g.id), ()))
        for g in setup.objectives
    )
    about = {(goal.side, goal.id) for goal in setup.objectives}
    names = {weapon.id: weapon.name for f in figures.values() for weapon in f.who.weapons}
    names |= {figure.id: figure.who.name for figure in figures.values()}
    names |= {one.id: one.name for one in setup.sides.values()}
    return BattleSummary(
        title=setup.title,
        rules=game.ruleset.name,
        side=side,
        turn=state.clock.turn,
        turns=setup.turns,
        verdict=verdict,
        winner=state.tally.winner,
        names=names,
        sides=game.sides,
        score=dict(state.tally.score),
        losses=losses,
        losses_by_turn=losses_by_turn(lines, game.sides),
        fire=by_weapon(lines),
        fire_by_tile=where_fell(lines),
        board=state.board,
        goals=goals,
        other_points={key: times for key, times in paid.items() if key not in about},
    )


def _moments(ledger: Ledger, sides: Sequence[str]) -> tuple[KeyMoment, ...]:
    """What went best for each side, and so worst for the other; equal ones as they came."""
    best: list[KeyMoment] = []
    for side in sides:
        swings = [KeyMoment(side, one, ledger.swing(one, side)) for one in ledger.attacks]
        ranked = sorted(swings, key=lambda moment: (-moment.swing, moment.attack.line))
        best += [moment for moment in ranked[:BEST_MOMENTS] if moment.swing > 0]
    return tuple(best)
