"""Fire into a close combat: what it costs, and whom a shot that goes wrong may meet."""

from __future__ import annotations

from attrs import frozen

from skirmish.core.dice import odds
from skirmish.core.figures import Figure
from skirmish.core.state import State
from skirmish.core.text import id_key
from skirmish.rulesets.opposed_d6.contact import engagement, melee_of
from skirmish.rulesets.opposed_d6.factors import Part, defence, guard, total
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.opposed_d6.line_of_fire import covers
from skirmish.rulesets.opposed_d6.rules import Effect, Guard, Shot, exchange

INTO_COMBAT = {"overlapping": -1, "hand_to_hand": -2}
NAMES = {"overlapping": "target overlaps", "hand_to_hand": "target is in hand-to-hand"}
POLICY = "a shot that goes wrong meets whom the target's side would rather offer"


@frozen
class Stray:
    """A figure that a shot into a combat may meet instead, with all that adds to both dice."""

    figure: Figure
    attack: list[Part]
    defence: list[Part]
    guard: Guard


def into_combat(engaged: str) -> list[Part]:
    """What shooting at a figure in close combat takes off the attack (BAY-24, BAY-25)."""
    return [(NAMES[engaged], INTO_COMBAT[engaged], "BAY-24")] if engaged else []


def strays(
    state: State, shooter: Figure, weapon: Arm, target: Figure, attack: list[Part]
) -> tuple[Stray, ...]:
    """Whom a shot at a figure in close combat may meet instead (BAY-26, BAY-A4).

    Every other participant of its melee that the weapon reaches, whoever stands between: who the
    target's side would rather offer comes first. `attack` is what adds to the attack die beside
    the modifier for fire into combat, which is that of the new target.
    """
    found = []
    for name in melee_of(state, target):
        other = state.figures[name]
        if name == target.id or not _reachable(state, shooter, weapon, other):
            continue
        parts = defence(state.board, shooter.tile, weapon, other, other.tile, shooter.tile)
        against = [*attack, *into_combat(engagement(state, other))]
        found.append(Stray(other, against, parts, guard(state, other, parts)))
    return tuple(sorted(found, key=lambda stray: _offered(shooter.side, stray)))


def _reachable(state: State, shooter: Figure, weapon: Arm, other: Figure) -> bool:
    return (
        other.id != shooter.id
        and covers(shooter, weapon, other.tile)
        and state.board.sees(shooter.tile, other.tile)
    )


def _offered(side: str, stray: Stray) -> tuple[object, ...]:
    """Sorts by what the target's side would choose.

    The shooter's friends first, of these the one most likely to be downed; then its own figures,
    the one least likely first; the lower id where that is equal.
    """
    shot = Shot(0, total(stray.attack), stray.guard)
    downed = odds(exchange, shot).probability((0, Effect.DOWNED))
    friend = stray.figure.side == side
    return not friend, -downed if friend else downed, id_key(stray.figure.id)
