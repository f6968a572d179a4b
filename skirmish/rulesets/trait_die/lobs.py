"""Area weapons: where a burst comes down, and whom it strikes there (AMMO-F15)."""

from __future__ import annotations

from collections.abc import Hashable
from math import isqrt
from typing import cast

from attrs import field, frozen

from skirmish.core.board import Board
from skirmish.core.dice import Distribution, odds
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2, facing_towards
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.rulesets.attack import Aim, Attack, Modifier
from skirmish.rulesets.common import areas
from skirmish.rulesets.common.parts import Part, modifiers, total
from skirmish.rulesets.common.scatter import landings
from skirmish.rulesets.trait_die.ammunition import empty
from skirmish.rulesets.trait_die.kinds import RADII, Arm
from skirmish.rulesets.trait_die.parts import (
    arms,
    band,
    condition,
    distance_parts,
    guard,
    rounds_in,
    soldier,
    toughness_parts,
)
from skirmish.rulesets.trait_die.rules import Guard, Harm, blast, come_down, lob

THROWN_DIE, LAUNCHED_DIE = 6, 10


@frozen
class Lob:
    """A shot at a tile as ordered, and possible."""

    shooter: Figure
    arm: Arm
    aim: Tile


def lobbed(figure: Figure) -> tuple[Arm, ...]:
    """The area weapons of a figure."""
    return tuple(arm for arm in arms(figure) if arm.template)


def lob_of(state: State, order: Order) -> Lob | Refusal:
    """What an order to fire at a tile amounts to, or why it can't be."""
    shooter, aim = state.figures[order.figure], order.target_tile
    wanted = order.get("weapon")
    arm = next((arm for arm in lobbed(shooter) if wanted in ("", arm.id)), None)
    if arm is None:
        what = f"{shooter.id} has no {wanted or 'weapon'} that bursts"
        return Refusal(what, "AMMO-F15", "fire at a figure instead")
    if refused := empty(state, shooter, arm):
        return refused
    if not state.board.inside(aim):
        return Refusal(f"{order.target} is off the map", remedy="aim at a tile of it")
    if band(arm, distance2(shooter.tile, aim)) is None:
        what = f"{order.target} is beyond {arm.long} tiles"
        return Refusal(what, "AMMO-F3", "aim nearer")
    if aim == shooter.tile:
        return Refusal(f"{shooter.id} stands there itself", remedy="aim elsewhere")
    if not state.board.sees(shooter.tile, aim):
        return Refusal(f"{shooter.id} does not see that tile", "AMMO-F15", "aim where it sees")
    return Lob(shooter, arm, aim)


def lob_parts(shot: Lob) -> list[Part]:
    """What counts on the roll: range and the shooter's own state; cover does not."""
    return [*distance_parts(shot.arm, shot.shooter.tile, shot.aim), *condition(shot.shooter)]


def fall(board: Board, shot: Lob) -> tuple[tuple[Tile | None, ...], ...]:
    """Where a miss comes down, for each face of the distance die and of the d10.

    The die counts once, twice or three times by range, but never for more than half of the
    distance to the aim point.
    """
    here, aim = shot.shooter.tile, shot.aim
    away2 = distance2(here, aim)
    times = (band(shot.arm, away2) or 0) + 1
    most = isqrt(away2) // 2
    thrown = shot.arm.flight == "thrown"
    faces = range(1, (THROWN_DIE if thrown else LAUNCHED_DIE) + 1)
    made: dict[int, tuple[Tile | None, ...]] = {}
    for far in dict.fromkeys(min(face * times, most) for face in faces):
        axis = facing_towards(here, aim)
        made[far] = landings(board, here, aim, axis, (far,) * 10, thrown=True)
    return tuple(made[min(face * times, most)] for face in faces)


def numbers_of(
    state: State, shot: Lob
) -> tuple[int, bool, int, Tile, tuple[tuple[Tile | None, ...], ...]]:
    """What the roll for an area weapon takes, see `rules.lob`."""
    kind = soldier(shot.shooter)
    sides = kind.throwing if shot.arm.flight == "thrown" else kind.shooting
    return (
        *(sides, kind.wild_card, total(lob_parts(shot))),
        *(shot.aim, fall(state.board, shot)),
    )


def piercing(shot: Lob) -> int:
    """How much armour a burst pierces."""
    return shot.arm.ap + rounds_in(shot.shooter, shot.arm).ap


def harm_of_burst(shot: Lob) -> Harm:
    """The damage of a burst."""
    more = rounds_in(shot.shooter, shot.arm).damage
    return Harm(shot.arm.dice, shot.arm.sides, shot.arm.bonus + more)


def under(state: State, arm: Arm, tile: Tile) -> tuple[int, tuple[str, ...]]:
    """The mask of a template on a tile, and who is under it, lower ids first."""
    mask = areas.blast(state.board, tile, RADII[arm.template])
    return mask, by_id(figure.id for figure in areas.inside(state, mask, tile))


@frozen
class Burst(Attack):
    """A burst whose odds weigh with and without a raise; play knows which it is."""

    raise_of: tuple[int, int] = field(default=(0, 1), kw_only=True)
    """Ways in which it comes down here with a raise, out of all in which it comes down here."""

    @property
    def basis(self) -> tuple[Hashable, ...]:
        """What its odds come of: how it came down here as well."""
        return self.rule, self.args, self.raise_of

    def odds_on(self, figure: str) -> Distribution[Hashable]:
        """The exact odds of what happens to one subject."""
        ways, out_of = self.raise_of
        index = self.subjects.index(figure)
        harm, raised, guards = cast("tuple[Harm, bool, tuple[Guard, ...]]", self.args)

        def caught(better: bool) -> Distribution[Hashable]:
            struck = odds(blast, harm, better, (guards[index],), only=0)
            return struck.map(lambda outcomes: outcomes[0])

        if ways in (0, out_of):
            return caught(raised or ways > 0)
        return Distribution({True: ways, False: out_of - ways}).then(caught)


def burst_on(
    state: State, shot: Lob, tile: Tile | None, raised: bool, raise_of: tuple[int, int] = (0, 1)
) -> Burst:
    """The attack of an area weapon that comes down on a tile; on nobody off the map."""
    harm = harm_of_burst(shot)
    if tile is None:
        return Burst(blast, (harm, raised, ()), (), at=None, each=True)
    mask, subjects = under(state, shot.arm, tile)
    guards, ap = [], piercing(shot)
    lines: list[Modifier] = [*modifiers("attack", "", lob_parts(shot))]
    for name in subjects:
        parts = toughness_parts(state.figures[name], ap)
        guards.append(guard(state.figures[name], parts))
        lines += modifiers("toughness", name, parts)
    return Burst(
        rule=blast,
        args=(harm, raised, tuple(guards)),
        subjects=subjects,
        modifiers=tuple(lines),
        each=True,
        at=tile,
        area=mask,
        raise_of=raise_of,
    )


def attack_of(state: State, shot: Lob) -> Aim:
    """The attack of a shot at a tile: where it may come down, and what it is there."""
    numbers = numbers_of(state, shot)
    fallen = odds(lob, *numbers)
    there = {tile: weight for (tile, better), weight in fallen.weights.items() if better}
    all_ways: dict[Tile | None, int] = {}
    for (tile, _), weight in fallen.weights.items():
        all_ways[tile] = all_ways.get(tile, 0) + weight

    def at(tile: Tile | None) -> Attack:
        raise_of = (there.get(tile, 0), all_ways.get(tile, 1))
        return burst_on(state, shot, tile, False, raise_of)

    return Aim(come_down, numbers, at)
