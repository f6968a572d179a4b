"""Direct fire at figures: what an order amounts to, and its numbers (AMMO-08 to AMMO-13)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import adjacent, distance2, within_angle
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.rulesets.attack import Attack, Modifier
from skirmish.rulesets.common.parts import Part, modifiers, total
from skirmish.rulesets.common.present import present
from skirmish.rulesets.common.tokens import rapid_shots
from skirmish.rulesets.trait_die.ammunition import empty, left
from skirmish.rulesets.trait_die.kinds import Arm
from skirmish.rulesets.trait_die.parts import (
    DEPLETION,
    HEAD_DAMAGE,
    MODE_PARTS,
    RECOIL,
    aim_part,
    arms,
    band,
    called_part,
    condition,
    distance_parts,
    exposed,
    guard,
    harm_of,
    rounds_in,
    rounds_part,
    shelter,
    soft_bonus,
    soldier,
    toughness_parts,
)
from skirmish.rulesets.trait_die.reckoning import shots
from skirmish.rulesets.trait_die.rules import Guard
from skirmish.rulesets.trait_die.volley import Allotted, Volley

SPREAD = 2
"""Half of an angle in units of 22.5 degrees: targets of one burst are within 45 degrees."""
MANY = ("auto", "rapid")
"""Modes with several trait dice."""
POLICY = "Wild Die on the lowest"


@frozen
class Fire:
    """Fire as ordered, and possible: each share is a target and its dice, in order."""

    shooter: Figure
    arm: Arm
    mode: str
    shares: tuple[tuple[Figure, int], ...]
    limb: str = ""

    @property
    def dice(self) -> int:
        """All trait dice."""
        return sum(count for _, count in self.shares)


def guns(figure: Figure) -> tuple[Arm, ...]:
    """The weapons that a figure fires at figures."""
    return tuple(arm for arm in arms(figure) if arm.modes)


def gun_of(figure: Figure, order: Order) -> Arm | Refusal:
    """The weapon that an order of fire names, else the first that is aimed at figures."""
    wanted = order.get("weapon")
    for arm in guns(figure):
        if wanted in ("", arm.id):
            return arm
    if not wanted:
        return Refusal(f"{figure.id} has nothing to fire", remedy="strike, or throw something")
    known = ", ".join(arm.id for arm in guns(figure)) or "none"
    return Refusal(f"{figure.id} fires no {wanted}", remedy=f"it has: {known}")


def most_dice(state: State, figure: Figure, arm: Arm, mode: str) -> int:
    """Trait dice of a mode at most."""
    if mode == "rapid":
        return rapid_shots(left(state, figure, arm))
    return arm.rof if mode == "auto" else 1


def fire_of(state: State, order: Order) -> Fire | Refusal:
    """What an order of fire amounts to, or why it can't be made from here."""
    shooter = state.figures[order.figure]
    arm = gun_of(shooter, order)
    if isinstance(arm, Refusal):
        return arm
    mode = order.get("mode") or arm.modes[0]
    if mode not in arm.modes:
        known = ", ".join(arm.modes)
        return Refusal(f"{arm.name} has no mode {mode}", "AMMO-F9", f"it has: {known}")
    if refused := empty(state, shooter, arm) or _no_extras(order, mode):
        return refused
    shares = _shares(state, shooter, arm, mode, order)
    if isinstance(shares, Refusal):
        return shares
    return Fire(shooter, arm, mode, shares, order.get("limb"))


def _no_extras(order: Order, mode: str) -> Refusal | None:
    """Why fields do not go with a mode."""
    many = mode in MANY
    if not many and (order.get("dice") or order.get("split")):
        return Refusal(f"{mode} fire is one die", "AMMO-F10", "leave out dice= and split=")
    if order.get("dice") and order.get("split"):
        return Refusal("dice= and split= at once", "AMMO-F10", "the shares say how many dice")
    if many and order.get("limb"):
        return Refusal("no called shot with several dice", "AMMO-F7", "fire a single shot")
    return None


def _shares(
    state: State, shooter: Figure, arm: Arm, mode: str, order: Order
) -> tuple[tuple[Figure, int], ...] | Refusal:
    most = most_dice(state, shooter, arm, mode)
    split = order.split("split") or ((order.target, order.number("dice", most)),)
    least = 2 if mode == "rapid" else 1
    if split[0][0] != order.target:
        return Refusal(f"the first share is not {order.target}'s", "AMMO-F10", "name it first")
    count = sum(share for _, share in split)
    if min(share for _, share in split) < 1 or not least <= count <= most:
        rule = "AMMO-13" if mode == "rapid" else "AMMO-F10"
        return Refusal(f"{count} dice in {mode} fire", rule, f"{least} to {most} are possible")
    shares = []
    for name, share in split:
        target = target_of(state, shooter, arm, name)
        if isinstance(target, Refusal):
            return target
        shares.append((target, share))
    for (a, _), (b, _) in combinations(shares, 2):
        if not together(shooter, a, b):
            what = f"{a.id} and {b.id} are more than 45 degrees apart"
            return Refusal(what, "AMMO-F10", "fire at one of them")
    return tuple(shares)


def together(shooter: Figure, a: Figure, b: Figure) -> bool:
    """Whether one burst may take in both."""
    return a is b or within_angle(shooter.tile, a.tile, b.tile, SPREAD)


def target_of(state: State, shooter: Figure, arm: Arm, name: str) -> Figure | Refusal:
    """The enemy of this name, if a weapon reaches it and its bearer sees it."""
    target = enemy_of(state, shooter, name)
    if isinstance(target, Refusal):
        return target
    if band(arm, distance2(shooter.tile, target.tile)) is None:
        what = f"{name} is beyond {arm.long} tiles"
        return Refusal(what, "AMMO-F3", "go nearer, or take another weapon")
    if not state.board.sees(shooter.tile, target.tile):
        return Refusal(f"{shooter.id} does not see {name}", remedy="go where it sees it")
    return target


def enemy_of(state: State, figure: Figure, name: str) -> Figure | Refusal:
    """The enemy of this name that is on the table, as far as can be told."""
    target = state.figures.get(name)
    if target is None or target.at is None:
        return Refusal(f"no enemy {name} in sight", remedy="see the list of enemies")
    if target.side == figure.side:
        return Refusal(f"{name} is on your side")
    return target


def mode_parts(mode: str, dice: int) -> list[Part]:
    """What counts on each of so many trait dice by the mode."""
    recoil = mode == "auto" and dice > 1
    return [*MODE_PARTS[mode], *([("recoil", RECOIL, "AMMO-F10")] if recoil else [])]


def aimed_parts(state: State, fire: Fire, target: Figure) -> list[Part]:
    """All that counts on a trait die at a target."""
    shooter, arm = fire.shooter, fire.arm
    here = shooter.tile
    reach = band(arm, distance2(here, target.tile)) or 0
    return [
        *distance_parts(arm, here, target.tile),
        *shelter(state.board, here, target),
        *mode_parts(fire.mode, fire.dice),
        *called_part(fire.limb),
        *rounds_part(rounds_in(shooter, arm), fire.mode, reach),
        *exposed(target),
        *aim_part(state, shooter, target),
        *condition(shooter),
    ]


def beside(state: State, fire: Fire, target: Figure) -> tuple[str, ...]:
    """Who stands beside a target, as the shooter's side can tell: whom a stray may hit."""
    near = (
        other.id
        for other in present(state, fire.shooter.side)
        if other.id not in (fire.shooter.id, target.id) and adjacent(other.tile, target.tile)
    )
    return by_id(near)


def stray_face(fire: Fire) -> int:
    """The highest face of a missed die that hits somebody beside the target (AMMO-F18)."""
    careful = rounds_in(fire.shooter, fire.arm).careful
    wide = fire.mode == "auto" or (fire.arm.shotgun and not careful)
    return 2 if wide else 1


def attack_of(state: State, fire: Fire) -> Attack:
    """The attack that fire makes, one outcome for each figure that it can strike."""
    near = {target.id: beside(state, fire, target) for target, _ in fire.shares}
    subjects = tuple(dict.fromkeys((*near, *by_id(n for names in near.values() for n in names))))
    shares, aimed = _allotted(state, fire, near, subjects)
    guards, tough = _guards(state, fire, subjects)
    arm, kind = fire.arm, soldier(fire.shooter)
    plan = Volley(
        sides=kind.shooting,
        wild=kind.wild_card,
        shares=shares,
        guards=guards,
        harm=harm_of(arm, rounds_in(fire.shooter, arm), fire.mode),
        deplete=DEPLETION[fire.mode] if arm.magazine else 0,
        tokens=left(state, fire.shooter, arm) if arm.magazine else 0,
        stray=stray_face(fire),
        called=HEAD_DAMAGE if fire.limb == "head" else 0,
    )
    return shots(
        plan,
        subjects=subjects,
        named=subjects[0],
        modifiers=(*aimed, *tough),
        policy=POLICY if plan.wild and fire.dice > 1 else "",
    )


def _allotted(
    state: State, fire: Fire, near: Mapping[str, tuple[str, ...]], subjects: tuple[str, ...]
) -> tuple[tuple[Allotted, ...], list[Modifier]]:
    """The dice at each target in bare numbers, and the breakdown of what they roll with."""
    shares: list[Allotted] = []
    lines: dict[str, tuple[Modifier, ...]] = {}
    for target, count in fire.shares:
        parts = aimed_parts(state, fire, target)
        lines[target.id] = modifiers("shooting", target.id, parts)
        there = tuple(subjects.index(name) for name in near[target.id])
        shares.append(Allotted(subjects.index(target.id), count, total(parts), there))
    return tuple(shares), [line for some in lines.values() for line in some]


def _guards(
    state: State, fire: Fire, subjects: tuple[str, ...]
) -> tuple[tuple[Guard, ...], list[Modifier]]:
    """What damage meets on each figure, and its breakdown."""
    rounds = rounds_in(fire.shooter, fire.arm)
    guards: list[Guard] = []
    lines: list[Modifier] = []
    for name in subjects:
        figure = state.figures[name]
        parts = toughness_parts(figure, fire.arm.ap + rounds.ap)
        # Against bare skin the damage is better: the same as if it were less tough.
        if soft := soft_bonus(rounds, soldier(figure)):
            parts.append((rounds.name, -soft, "AMMO-F21"))
        guards.append(guard(figure, parts))
        lines += modifiers("toughness", name, parts)
    return tuple(guards), lines
