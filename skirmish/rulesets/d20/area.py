"""Explosives: aimed at a tile, landing off it by half of the failure, hitting all in the radius.

The landing tile is judged on the side's view, the figures that it hits on the true state.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import cast

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Burst, Fired, Struck, Tested
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2, tile_text
from skirmish.core.orders import WEAPON, Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.attack import Aim, Attack, ExpectedLoss, Modifier, Part, modifiers, total
from skirmish.rulesets.common import areas
from skirmish.rulesets.common.areas import landings
from skirmish.rulesets.common.present import expose, no_aim_point
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.common.walking import look_at
from skirmish.rulesets.d20.accuracy import band, hits_of, skilled
from skirmish.rulesets.d20.ammunition import use
from skirmish.rulesets.d20.budget import OF_ATTACK, beyond, of_attack, pay
from skirmish.rulesets.d20.dice import D20, READINGS, Fall, Harm, blast, come_down, landed
from skirmish.rulesets.d20.expected_loss import blasted
from skirmish.rulesets.d20.figures import armour_lines, body, effects_of, weapons_of
from skirmish.rulesets.d20.kinds import LIMBS, Weapon
from skirmish.rulesets.d20.shooting import lose_aim, named, payable, unable
from skirmish.rulesets.d20.wounds import wound
from skirmish.rulesets.families import Family, Spots
from skirmish.rulesets.scene import Scene

DIFFICULTY = 15
"""The total that an explosive needs (D20-F11)."""
UNSEEN = 5
"""The addition for a point that the figure does not see (D20-F11)."""
EACH_BAND = 10
"""The addition for each range band beyond close (D20-F11)."""
DIRECTIONS = 10
"""The sides of the die for the direction of scatter (D20-F11)."""
LIMB_SHARE = 6
"""Each limb takes this fraction (a sixth) of the hit points lost (D20-F12)."""
BOMBARD_VERB = Verb(
    "bombard",
    "throws or launches an explosive at a tile",
    target=Shape.TILE,
    fields=(WEAPON_FIELD,),
    dice=True,
)


@frozen
class Throw:
    """A legal attack with an explosive as ordered."""

    shooter: Figure
    weapon: Weapon
    aim: Tile

    @property
    def points(self) -> int:
        """Its cost in action points (D20-F6)."""
        return of_attack(self.weapon)

    @property
    def price(self) -> tuple[int, str, str]:
        """Its cost in action points, its name in words, and the rule for that."""
        return self.points, "a throw" if self.weapon.thrown else "a shot", "D20-F6"


def throw_of(state: State, order: Order) -> Throw | Refusal:
    """The throw that an order to bombard makes on its side's view, or why it is refused.

    D20-F8, D20-F11.
    """
    shooter, aim = state.figures[order.figure], order.target_tile
    weapon = explosive_of(shooter, order)
    if isinstance(weapon, Refusal):
        return weapon
    if refused := unable(state, shooter, weapon, bursts=False):
        return refused
    if refused := no_aim_point(state, shooter, aim, "D20-F11"):
        return refused
    if distance2(shooter.tile, aim) > weapon.extreme**2:
        what = f"{order.target} is beyond the {weapon.extreme} tiles of {weapon.name}"
        return Refusal(what, "D20-F8", "move closer")
    if not reaches_over(weapon) and not state.board.sees(shooter.tile, aim):
        return Refusal(
            f"{shooter.id} does not see that tile", "D20-F11", "aim at a tile that it sees"
        )
    throw = Throw(shooter, weapon, aim)
    return beyond(shooter, *throw.price) or throw


def explosive_of(figure: Figure, order: Order) -> Weapon | Refusal:
    """The weapon that an order names, or the first explosive (D20-F11)."""
    wanted = order.get(WEAPON)
    for weapon in weapons_of(figure):
        if weapon.id == wanted or (not wanted and weapon.radius):
            if weapon.radius:
                return weapon
            return Refusal(f"{weapon.name} is aimed at figures", "D20-F11", "use 'fire'")
    what = f"no {wanted}" if wanted else "no explosives"
    return Refusal(f"{figure.id} has {what}", "D20-F11")


def reaches_over(weapon: Weapon) -> bool:
    """Whether a weapon shoots over obstacles (D20-F11)."""
    return weapon.thrown or weapon.indirect


def difficulty(state: State, throw: Throw) -> list[Part]:
    """The parts of the total that must be rolled (D20-F11)."""
    shooter, aim = throw.shooter, throw.aim
    bands = band(throw.weapon, distance2(shooter.tile, aim))
    parts: list[Part] = [("difficulty", DIFFICULTY, "D20-F11")]
    if not state.board.sees(shooter.tile, aim):
        parts.append(("unseen point", UNSEEN, "D20-F11"))
    if bands:
        parts.append(("range", EACH_BAND * bands, "D20-F11"))
    return parts


def needed(state: State, throw: Throw) -> int:
    """The face of the d20 that lands on the aim point (D20-F11)."""
    return total(difficulty(state, throw)) - total(skilled(throw.shooter, throw.weapon))


def falls(state: State, throw: Throw) -> tuple[Fall, ...]:
    """The landings for each face of the d20: the aim point, or one for each face of a d10.

    D20-F11.
    """
    short = needed(state, throw)
    around: dict[int, Fall] = {}
    found: list[Fall] = []
    for roll in range(1, D20 + 1):
        off = -(-(short - roll) // 2)
        if off <= 0:
            found.append((throw.aim,))
            continue
        if off not in around:
            around[off] = _around(state, throw, off)
        found.append(around[off])
    return tuple(found)


def _around(state: State, throw: Throw, off: int) -> Fall:
    """The landings at a distance of `off` tiles, for each face of the d10 (D20-F11)."""
    return landings(
        state.board,
        throw.shooter.tile,
        throw.aim,
        throw.shooter.facing,
        (off,) * DIRECTIONS,
        thrown=not throw.weapon.indirect,
    )


def aim_of(state: State, throw: Throw) -> Aim:
    """The attack that an explosive makes, wherever it comes down (D20-F11)."""
    return Aim(
        rule=come_down,
        args=(falls(state, throw),),
        at=partial(_blast_at, state, throw, _to_hit(state, throw)),
        named="",
    )


def blast_at(state: State, throw: Throw, tile: Tile | None) -> Attack:
    """The attack of a blast on all figures in its radius; on none off the map (D20-F12)."""
    return _blast_at(state, throw, _to_hit(state, throw), tile)


def _blast_at(
    state: State, throw: Throw, to_hit: tuple[Modifier, ...], tile: Tile | None
) -> Attack:
    """The attack of a blast, with the lines of the breakdown for its roll (D20-F12)."""
    mask = 0 if tile is None else areas.blast(state.board, tile, throw.weapon.radius)
    caught = areas.inside(state, mask, tile or throw.aim)
    bodies = tuple(body(figure, throw.weapon) for figure in caught)
    return Attack(
        rule=blast,
        args=(hits_of(throw.weapon), READINGS.rounding, effects_of(throw.weapon), bodies),
        subjects=tuple(figure.id for figure in caught),
        modifiers=(
            *to_hit,
            *(line for f, b in zip(caught, bodies, strict=True) for line in armour_lines(f.id, b)),
        ),
        each=True,
        apart=True,
        at=throw.aim,
        area=mask,
    )


def expected(state: State, throw: Throw) -> tuple[ExpectedLoss, ...]:
    """The expected losses by an explosive, over all its landings (D20-F11, D20-F12)."""
    weights, whole = landed(falls(state, throw))
    bare, radius = state.board.with_clouds(0), throw.weapon.radius
    struck = {tile: weight for tile, weight in weights.items() if tile is not None}
    tiles, found = bare.mask_of(struck), []
    for figure in state.figures.values():
        if figure.at is None:
            continue
        near = bare.tiles_of(bare.disc(figure.at, radius) & tiles)
        ways = sum(struck[tile] for tile in near if bare.sees(tile, figure.at))
        if ways:
            chance, hurt = Fraction(ways, whole), blasted(figure, throw.weapon)
            found.append(ExpectedLoss(figure.id, *(chance * part for part in hurt.parts)))
    return tuple(found)


def _to_hit(state: State, throw: Throw) -> tuple[Modifier, ...]:
    where = tile_text(throw.aim)
    return (
        *modifiers("Accuracy", where, skilled(throw.shooter, throw.weapon)),
        *modifiers("difficulty", where, difficulty(state, throw)),
    )


def resolve(scene: Scene, known: State, throw: Throw) -> None:
    """Make the attack; the first dice belong to the burst, the damage to the first figure hit.

    D20-F11, D20-F6, D20-F9, D20-F17.
    """
    name, weapon = throw.shooter.id, throw.weapon
    landing = aim_of(known, throw)
    at = partial(blast_at, scene.state, throw)
    scene.attempt(name, lambda: evolve(landing, at=at))
    pay(scene, name, throw.points)
    use(scene, name, weapon, 1)
    look_at(scene, name, throw.aim)
    scene.cite("D20-F17")
    lose_aim(scene, name)
    if not weapon.indirect:
        expose(scene, name)
    how = "throw" if weapon.thrown else ""
    scene.emit(Fired(name, weapon.id, at=throw.aim, how=how))
    tile = landing.rule(scene.dice, *landing.args)
    if tile is None:
        scene.emit(Tested(name, "throw", "off_the_map"))
        return
    scene.emit(Burst(tile, weapon.id))
    _strike(scene, throw, blast_at(scene.state, throw, tile))


def _strike(scene: Scene, throw: Throw, attack: Attack) -> None:
    """Apply the damage of a blast to all within it, and a share to each limb (D20-F12)."""
    if not attack.subjects:
        return
    harms = cast("tuple[Harm, ...]", scene.roll(attack))
    scene.cite("D20-F12")
    scene.note_outcomes(attack.subjects, harms)
    for name, harm in zip(attack.subjects, harms, strict=True):
        expose(scene, name)
        source, sums = throw.shooter.id, {"damage": harm.damage}
        scene.emit(Struck(name, "hit", source=source, how="blast", sums=sums))
    for name, harm in zip(attack.subjects, harms, strict=True):
        shares = (harm.damage // LIMB_SHARE,) * len(LIMBS)
        wound(scene, name, harm.damage, shares, throw.weapon)


def aim_points(state: State, figure: Figure, weapon: Weapon) -> int:
    """Mask of the tiles that an explosive may be aimed at (D20-F8, D20-F11)."""
    board = state.board
    mask = board.disc(figure.tile, weapon.extreme) & ~board.bit(figure.tile)
    if weapon.thrown or weapon.indirect:
        return mask
    return mask & board.seen_from(figure.tile)


def _options(known: View, figure: Figure) -> Iterator[Family]:
    state = known.state
    for weapon in weapons_of(figure):
        if not weapon.radius or not payable(state, figure, weapon):
            continue
        if mask := aim_points(state, figure, weapon):
            spots, fixed = Spots(mask, state.board), named(figure, weapon)
            yield Family(BOMBARD.name, figure.id, spots, fixed=fixed)


def _carry_out(scene: Scene, throw: Throw) -> None:
    resolve(scene, scene.view(scene.side).state, throw)


BOMBARD = Action(
    verb=BOMBARD_VERB,
    plan=lambda known, order: throw_of(known.state, order),
    cost=OF_ATTACK,
    options=_options,
    attack=aim_of,
    expected=expected,
    carry_out=_carry_out,
)
