"""Summary of a battle as values: all of a finished one, what a side knows of a running one.

No wording or layout: `battle_report` makes a document of it, `report_export` data for programs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from skirmish.core.events import Left
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.setup import Setup
from skirmish.core.state import State
from skirmish.errors import UsageProblem
from skirmish.game import Game
from skirmish.presentation import battle_totals
from skirmish.presentation.battle_totals import DiceTotals, Losses
from skirmish.presentation.wording import percent

CANDIDATES = 4
"""Key moments kept for each side."""
UNLIKELY = Fraction(39, 200)
"""The chance from which on a result is no key moment: it is shown as 20%."""


@frozen
class ObjectiveResult:
    """An objective: its side, text and worth, and (turn, points) for each payment."""

    side: str
    text: str
    worth: int
    paid: tuple[tuple[int, int], ...]


@frozen
class KeyMoment:
    """An attack whose result was unlikely; `swing` in points for the side."""

    side: str
    attack: AttackLuck
    swing: Fraction

    @property
    def chance(self) -> Fraction:
        """The chance that the figure it is mostly about loses so much, or so little."""
        return self.attack.rarity.get(self.attack.oddest, Fraction(1))

    def chance_words(self, name: Callable[[str], str]) -> str:
        """The chance in words, with the figure that it is about if the attack hit several."""
        odd, none = self.attack.oddest, Fraction(0)
        more = self.attack.actual.get(odd, none) >= self.attack.expected.get(odd, none)
        whose = f" to {name(odd)}" if len(self.attack.expected) > 1 else ""
        return f"chance of {'so much' if more else 'so little'}{whose} {percent(self.chance)}"


@frozen
class CasualtyOutcome:
    """The fate of a figure that was put out."""

    figure: str
    name: str
    side: str
    outcome: str


@frozen
class Stint:
    """A player of a side, and the turn from which on that player gave its orders."""

    player: str
    turn: int


@frozen
class BattleSummary:
    """Result of a finished battle, or state of a running one.

    `side` is the side whose knowledge it holds, "" for all. `names` maps ids of sides, figures and
    weapons to names. `players` are the last players of each side, `stints` all of them in order.
    `board` is the known board. In a running battle the fields from `players` on are empty and
    `ledger` is None.
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

    @property
    def played_by(self) -> tuple[str, ...]:
        """The players of each side in order: `Blue: human then recruit from turn 5`."""
        found = []
        for side, (first, *others) in self.stints.items():
            later = [f"then {one.player} from turn {max(one.turn, 1)}" for one in others]
            found.append(f"{self.name(side)}: {' '.join([first.player, *later])}")
        return tuple(found)

    def name(self, id_: str) -> str:
        """The name of a side, figure or weapon."""
        return self.names.get(id_) or id_.replace("_", " ")

    def figure_name(self, id_: str) -> str:
        """The name of a figure, after its id if it shares the name with another."""
        name = self.name(id_)
        return name if [*self.names.values()].count(name) == 1 else f"{id_} {name}"


def summarize_battle(game: Game, side: str = "") -> BattleSummary:
    """The summary of a battle.

    Args:
        game: The battle; a finished one is summarized in full, whatever the side.
        side: The side whose view of a running battle is summarized.

    Raises:
        UsageProblem: There is no such side, or none is named for a running battle.
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
    """What a side knows of a running battle."""
    known = game.view(side)
    lines = tuple(lines_of(game, side))
    figures = {n: c.figure for n, c in known.contacts.items()} | dict(known.state.figures)
    lost = battle_totals.losses(known.state)
    seen = tuple(_seen_losses(lines, one.side) if one.side != side else one for one in lost)
    return _summary(game, known.state, lines, figures, side, ("", ""), seen)


def _seen_losses(lines: Sequence[LearntLine], side: str) -> Losses:
    """The enemy losses that a side saw; the number of enemy figures is unknown."""
    seen = []
    for line in lines:
        for event in line.events:
            if not isinstance(event, Left):
                continue
            figure = line.figure(event.figure)
            if figure is not None and figure.side == side:
                seen.append(fast_evolve(figure, at=None, fate=event.fate))
    return Losses(side, 0, tuple(seen), 0, sum(figure.who.kind.points for figure in seen))


def _finished(game: Game) -> BattleSummary:
    ledger = ledger_of(game)
    state = game.state
    summary = _summary(
        game,
        state,
        tuple(all_lines(game)),
        state.figures,
        "",
        battle_totals.verdict(state, battle_totals.only_person(game)),
        battle_totals.losses(state),
    )
    return evolve(
        summary,
        players=dict(game.players),
        stints={one: _stints(game, one) for one in game.sides},
        seed=game.seed,
        ledger=ledger,
        moments=_moments(ledger, game.sides),
        dice=battle_totals.dice_totals(game),
        casualties=tuple(
            CasualtyOutcome(figure.id, figure.who.name, figure.side, outcome)
            for figure, outcome in battle_totals.casualty_outcomes(game)
        ),
    )


def _stints(game: Game, side: str) -> tuple[Stint, ...]:
    """The players of a side in order, without those that gave no order."""
    found = battle_totals.players_in_order(game.first_players[side], game.lines, side)
    return tuple(
        Stint(player, game.state_at(at).clock.turn if at is not None else 0) for player, at in found
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
    goals, other_points = _objective_results(setup, lines)
    return BattleSummary(
        title=setup.title,
        rules=game.ruleset.name,
        side=side,
        turn=state.clock.turn,
        turns=setup.turns,
        verdict=verdict,
        winner=state.tally.winner,
        names=_names(setup, figures),
        sides=game.sides,
        score=dict(state.tally.score),
        losses=losses,
        losses_by_turn=losses_by_turn(lines, game.sides),
        fire=by_weapon(lines),
        fire_by_tile=where_fell(lines),
        board=state.board,
        goals=goals,
        other_points=other_points,
    )


def _objective_results(
    setup: Setup, lines: tuple[LearntLine, ...]
) -> tuple[tuple[ObjectiveResult, ...], Mapping[tuple[str, str], tuple[tuple[int, int], ...]]]:
    """The payments of each objective with their turns, and the payments for anything else."""
    paid = scored_in(lines)
    goals = tuple(
        ObjectiveResult(g.side, g.text or g.kind, g.points, paid.get((g.side, g.id), ()))
        for g in setup.objectives
    )
    about = {(goal.side, goal.id) for goal in setup.objectives}
    return goals, {key: times for key, times in paid.items() if key not in about}


def _names(setup: Setup, figures: Mapping[str, Figure]) -> dict[str, str]:
    """The names of weapons, figures and sides by their ids."""
    names = {weapon.id: weapon.name for f in figures.values() for weapon in f.who.weapons}
    names |= {figure.id: figure.who.name for figure in figures.values()}
    return names | {one.id: one.name for one in setup.sides.values()}


def _moments(ledger: Ledger, sides: Sequence[str]) -> tuple[KeyMoment, ...]:
    """The unlikely attacks that helped each side most; equal ones in the order of the record."""
    best: list[KeyMoment] = []
    for side in sides:
        swings = [KeyMoment(side, one, ledger.swing(one, side)) for one in ledger.attacks]
        ranked = sorted(swings, key=lambda moment: (-moment.swing, moment.attack.line))
        rare = [one for one in ranked if one.swing > 0 and one.chance < UNLIKELY]
        best += rare[:CANDIDATES]
    return tuple(best)
