"""What an order of direct fire amounts to: who fires what at whom, with which shares and aid.

Here is the part of its legality that is about the attack; the clock's is in `readiness`.
"""

from __future__ import annotations

from itertools import combinations

from attrs import frozen

from skirmish.core.codec import Split
from skirmish.core.figures import Figure
from skirmish.core.geometry import within_angle
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.rulesets.opposed_d6.ammunition import loaded
from skirmish.rulesets.opposed_d6.factors import arms
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.opposed_d6.line_of_fire import LineOfFire, aids, fighting, line_of_fire
from skirmish.rulesets.opposed_d6.readiness import loading

MOST_ROLLS = 3
MOST_AID = 3
SPREAD = 2
"""Widest angle between targets of one burst, in units of 22.5 degrees."""


@frozen
class Burst:
    """Direct fire as ordered, all of it possible.

    `rolls` pairs each roll's line of fire with its share of the factor; `aiders` pairs each
    figure that aids with the weapon it fires and its own line of fire.
    """

    shooter: Figure
    weapon: Arm
    rolls: tuple[tuple[LineOfFire, int], ...]
    aiders: tuple[tuple[Figure, Arm, LineOfFire], ...]
    combat: bool

    @property
    def penalty(self) -> int:
        """The worst opportunity penalty of all who fire in the first roll (BAY-23)."""
        first, _ = self.rolls[0]
        return min(first.penalty, *(shot.penalty for _, _, shot in self.aiders), 0)


def aimed(weapon: Arm) -> bool:
    """Whether a weapon shoots at figures; all others shoot at tiles."""
    return weapon.fire == "direct" and weapon.range > 0 and not weapon.radius and not weapon.cloud


def lobbed(weapon: Arm) -> bool:
    """Whether a weapon shoots at tiles: areas, indirect fire, what is thrown, clouds."""
    return weapon.range > 0 and not aimed(weapon)


def chosen_weapon(figure: Figure, order: Order) -> Arm | Refusal:
    """The weapon that an order fires: the named one, else the first that it can fire (BAY-02)."""
    fits = aimed if order.verb == "fire" else lobbed
    able = [weapon for weapon in arms(figure) if fits(weapon)]
    wanted = order.get("weapon")
    if not able:
        other = "bombard" if order.verb == "fire" else "fire"
        has_other = any(weapon.range > 0 for weapon in arms(figure))
        remedy = f"'{other}' is for what it carries" if has_other else "it fights hand to hand"
        return Refusal(f"{figure.id} has no weapon to {order.verb} with", "BAY-02", remedy)
    found = next((weapon for weapon in able if wanted in ("", weapon.id)), None)
    if found is None:
        remedy = "one of: " + ", ".join(weapon.id for weapon in able)
        return Refusal(f"{figure.id} has no {wanted} to {order.verb} with", "BAY-02", remedy)
    return found


def burst_of(state: State, order: Order) -> Burst | Refusal:
    """What an order of fire amounts to on what its side sees, or why it can't be."""
    shooter = state.figures[order.figure]
    weapon = chosen_weapon(shooter, order)
    if isinstance(weapon, Refusal):
        return weapon
    if refused := loaded(state, shooter, weapon) or fighting(state, shooter):
        return refused
    combat = order.get("combat") == "yes"
    shares = shares_of(weapon, order)
    if isinstance(shares, Refusal):
        return shares
    rolls = _rolls(state, shooter, weapon, shares, combat=combat)
    if isinstance(rolls, Refusal):
        return rolls
    aiders = _aiders(state, shooter, order, rolls[0][0])
    if isinstance(aiders, Refusal):
        return aiders
    return Burst(shooter, weapon, rolls, aiders, combat)


def equal_shares(factor: int, rolls: int) -> tuple[int, ...]:
    """A factor divided as equally as it goes, larger shares first (BAY-A6)."""
    share, rest = divmod(factor, rolls)
    return tuple(share + (n < rest) for n in range(rolls))


def shares_of(weapon: Arm, order: Order) -> Split | Refusal:
    """The shares of a burst's factor and whom each is for (BAY-14); one share when undivided."""
    split, rolls = order.split("split"), order.number("rolls", 1)
    if not split and rolls == 1:
        return ((order.target, weapon.factor),)
    if not weapon.automatic:
        what = f"{weapon.name} is not automatic"
        return Refusal(what, "BAY-14", "leave out split= and rolls=")
    if split and rolls != 1:
        return Refusal("both split= and rolls=", "BAY-14", "say one of them")
    if not 1 <= rolls <= MOST_ROLLS or len(split) > MOST_ROLLS:
        what = f"a burst over {len(split) or rolls} rolls"
        return Refusal(what, "BAY-14", f"divide it over 1 to {MOST_ROLLS}")
    if rolls > weapon.factor:
        what = f"a factor of {weapon.factor} can't be divided over {rolls} rolls"
        return Refusal(what, "BAY-14", "each share is at least 1")
    if not split:
        return tuple((order.target, share) for share in equal_shares(weapon.factor, rolls))
    return _checked(weapon, order.target, split)


def _checked(weapon: Arm, target: str, split: Split) -> Split | Refusal:
    if split[0][0] != target:
        remedy = f"write {target} first in split="
        return Refusal(f"the first share must be {target}'s", "BAY-14", remedy)
    if any(share < 1 for _, share in split):
        return Refusal("a share below 1", "BAY-14", "each share is at least 1")
    if sum(share for _, share in split) != weapon.factor:
        remedy = f"the shares of {weapon.name} must add up to {weapon.factor}"
        return Refusal("the shares do not add up", "BAY-14", remedy)
    return split


def _rolls(
    state: State, shooter: Figure, weapon: Arm, shares: Split, *, combat: bool
) -> tuple[tuple[LineOfFire, int], ...] | Refusal:
    rolls: list[tuple[LineOfFire, int]] = []
    for place, (name, share) in enumerate(shares):
        shot = line_of_fire(state, shooter, weapon, name, combat=combat)
        # Declared for the first target, fire into combat may take in others that stand free.
        if place and combat and isinstance(shot, Refusal):
            shot = line_of_fire(state, shooter, weapon, name, combat=False)
        if isinstance(shot, Refusal):
            return shot
        if combat and not place and not shot.engaged:
            return Refusal(f"{name} is in no close combat", "BAY-24", "leave out combat=yes")
        rolls.append((shot, share))
    for (a, _), (b, _) in combinations(rolls, 2):
        if not together(shooter, a, b):
            what = f"{a.target.id} and {b.target.id} are more than 45 degrees apart"
            return Refusal(what, "BAY-14", "divide a burst among targets close together")
    return tuple(rolls)


def together(shooter: Figure, a: LineOfFire, b: LineOfFire) -> bool:
    """Whether one burst can take in both: their bearings differ by at most 45 degrees."""
    return a.at == b.at or within_angle(shooter.tile, a.at, b.at, SPREAD)


def _aiders(
    state: State, shooter: Figure, order: Order, shot: LineOfFire
) -> tuple[tuple[Figure, Arm, LineOfFire], ...] | Refusal:
    names = order.figures("aid")
    if len(names) > MOST_AID:
        return Refusal(f"{len(names)} figures aid", "BAY-27", f"{MOST_AID} at most count")
    combat = order.get("combat") == "yes"
    aiders = []
    for name in names:
        found = aider(state, shooter, name, shot, combat=combat)
        if isinstance(found, Refusal):
            return found
        aiders.append(found)
    return tuple(aiders)


def aider(
    state: State, shooter: Figure, name: str, shot: LineOfFire, *, combat: bool
) -> tuple[Figure, Arm, LineOfFire] | Refusal:
    """A figure that gives up its own shot to aid one, with what it would have fired (BAY-31).

    That is the first of its weapons with which it could have shot; one that is loaded, if it can.
    """
    figure = state.figures.get(name)
    if figure is None or figure.side != shooter.side or figure.at is None:
        return Refusal(f"you have no figure {name} on the table", "BAY-31", "see the roster")
    if name == shooter.id:
        return Refusal(f"{name} can't aid itself", "BAY-31", "name others")
    weapons = [weapon for weapon in arms(figure) if aimed(weapon)]
    if not weapons:
        return Refusal(f"{name} has no weapon to aid with", "BAY-31", "leave it out")
    weapons.sort(key=lambda weapon: loading(state, figure, weapon) is not None)
    found = [_aid_with(state, figure, weapon, shot, combat=combat) for weapon in weapons]
    return next((aid for aid in found if not isinstance(aid, Refusal)), found[0])


def _aid_with(
    state: State, figure: Figure, weapon: Arm, shot: LineOfFire, *, combat: bool
) -> tuple[Figure, Arm, LineOfFire] | Refusal:
    if refused := loaded(state, figure, weapon) or fighting(state, figure):
        return refused
    own = aids(state, figure, weapon, shot, combat=combat)
    if isinstance(own, Refusal):
        return Refusal(f"{figure.id} can't aid: {own.reason}", own.rule, own.remedy)
    return figure, weapon, own
