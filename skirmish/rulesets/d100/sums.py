"""Target numbers and what they are made of: base, modifiers, the cap; and what a hit finds."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2
from skirmish.core.state import State
from skirmish.rulesets.attack import Modifier
from skirmish.rulesets.common.contact import beside, in_reach
from skirmish.rulesets.common.parts import Part, total
from skirmish.rulesets.d100.figures import (
    defends,
    dur_left,
    has_reach,
    living,
    person,
    prone,
    shaken,
    skill,
    wounded,
)
from skirmish.rulesets.d100.kinds import Arm
from skirmish.rulesets.d100.rolls import capped
from skirmish.rulesets.d100.rules import Blow
from skirmish.rulesets.d100.wounds import Body

CLOSEST = 2
"""Tiles within which a shot is easier (EP-F14)."""
CLOSEST_BONUS, MEDIUM, LONG, EXTREME = 10, -10, -20, -30
COVER = (0, -10, -20, -30)
COVER_NAMES = ("", "minor cover", "moderate cover", "major cover")
LOW, LOW_FROM = -10, 10
SUPERIOR, SMARTLINK = 20, 10
RUNNING, IN_MELEE = -20, -30
REACH, FULL_DEFENCE = 10, 30
FURTHER_TARGET = -20
SOM_FACTOR = 3


@frozen
class Sum:
    """A target number: what it starts from and what changes it, at most 60 in all (EP-F2)."""

    base: Part
    parts: tuple[Part, ...] = ()

    @property
    def total(self) -> int:
        """The number itself."""
        return self.base[1] + capped(total(self.parts))

    def lines(self, on: str, figure: str) -> tuple[Modifier, ...]:
        """Its lines in a breakdown; they add up to it."""
        changes = total(self.parts)
        cut: Part = ("cap of 60", capped(changes) - changes, "EP-F2")
        return modifiers(on, figure, (self.base, *self.parts, cut))


def modifiers(on: str, figure: str, parts: Iterable[Part]) -> tuple[Modifier, ...]:
    """Lines of a breakdown; of what changes nothing only the first, which is what it starts from.

    The same name twice counts twice, so such lines are one.
    """
    lines: dict[str, Modifier] = {}
    for place, (name, value, rule) in enumerate(parts):
        if not value and place:
            continue
        before = lines[name].value if name in lines else 0
        lines[name] = Modifier(on, figure, name, before + value, rule)
    return tuple(lines.values())


def band(weapon: Arm, away2: int) -> Part | None:
    """What a distance, given as its square, does to a shot; None where it is too far (EP-F14)."""
    if away2 > weapon.extreme**2:
        return None
    if away2 <= CLOSEST**2:
        return "point-blank", CLOSEST_BONUS, "EP-F14"
    if away2 <= weapon.short**2:
        return "short range", 0, "EP-F14"
    if away2 <= weapon.medium**2:
        return "medium range", MEDIUM, "EP-F14"
    if away2 <= weapon.long**2:
        return "long range", LONG, "EP-F14"
    return "extreme range", EXTREME, "EP-F14"


def condition(state: State, figure: Figure) -> tuple[Part, ...]:
    """What its own state takes off whatever a figure does."""
    return ("wounds", wounded(figure), "EP-F11"), ("shock", shaken(state, figure), "EP-15")


def in_melee(state: State, shooter: Figure) -> bool:
    """Whether somebody who can fight stands in a shooter's reach, as its side can tell.

    Of an enemy, on a view, whoever is known to stand there.
    """
    if shooter.side in state.known:
        return any(defends(state, other) for other in beside(state, shooter))
    return any(
        in_reach(state.board, shooter.tile, other.tile) and defends(state, other)
        for other in state.of_side(state.setup.enemy(shooter.side))
    )


def own_parts(state: State, shooter: Figure, weapon: Arm) -> tuple[Part, ...]:
    """What the shooter brings to a shot, wherever it goes."""
    linked = weapon.skill == "ranged" and person(shooter).smartlink
    return (
        ("smartlink", SMARTLINK if linked else 0, "EP-F15"),
        ("aim", shooter.count("aimed"), "EP-F16"),
        ("running", RUNNING if shooter.count("ran") else 0, "EP-F17"),
        ("in melee", IN_MELEE if in_melee(state, shooter) else 0, "EP-F17"),
        *condition(state, shooter),
    )


def at_point(state: State, shooter: Figure, weapon: Arm, point: Tile) -> Sum | None:
    """The target number for a blast at a point; None beyond its range (EP-F21)."""
    reached = band(weapon, distance2(shooter.tile, point))
    if reached is None:
        return None
    parts = (reached, _superior(state, shooter, point), *own_parts(state, shooter, weapon))
    return Sum((weapon.skill, skill(shooter, weapon), "EP-F21"), parts)


def at_figure(
    state: State, shooter: Figure, weapon: Arm, target: Figure, more: tuple[Part, ...] = ()
) -> Sum | None:
    """The target number for a shot at a figure; None beyond its range (EP-F8)."""
    away2 = distance2(shooter.tile, target.tile)
    reached = band(weapon, away2)
    if reached is None:
        return None
    cover = state.board.cover(shooter.tile, target.tile)
    low = prone(target) and away2 >= LOW_FROM**2
    parts = (
        reached,
        (COVER_NAMES[cover], COVER[cover], "EP-F15"),
        ("prone target", LOW if low else 0, "EP-F15"),
        _superior(state, shooter, target.tile),
        *own_parts(state, shooter, weapon),
        *more,
    )
    return Sum((weapon.skill, skill(shooter, weapon), "EP-F8"), parts)


def _superior(state: State, shooter: Figure, tile: Tile) -> Part:
    above = state.board.level(shooter.tile) > state.board.level(tile)
    return "superior position", SUPERIOR if above else 0, "EP-F15"


def bare_shot(shooter: Figure, weapon: Arm, target: Figure) -> Sum | None:
    """The target number of suppressive fire's free attack: range and wounds alone (EP-35)."""
    reached = band(weapon, distance2(shooter.tile, target.tile))
    if reached is None:
        return None
    wounds: Part = ("wounds", wounded(shooter), "EP-35")
    return Sum((weapon.skill, skill(shooter, weapon), "EP-34"), (reached, wounds))


def full_defence(figure: Figure) -> Part:
    """What full defence adds to its guard."""
    return "full defence", FULL_DEFENCE if figure.count("defending") else 0, "EP-F9"


def dodge(state: State, target: Figure) -> Sum | None:
    """The guard against a shot: half Fray; None for who cannot defend (EP-F8)."""
    if not defends(state, target):
        return None
    parts = (full_defence(target), *condition(state, target))
    return Sum(("half Fray", person(target).fray // 2, "EP-F8"), parts)


def bare_dodge(state: State, target: Figure) -> Sum | None:
    """The guard against suppressive fire's free attack (EP-34, EP-35)."""
    if not defends(state, target):
        return None
    parts = (full_defence(target), ("wounds", wounded(target), "EP-35"))
    return Sum(("half Fray", person(target).fray // 2, "EP-34"), parts)


def parry(state: State, target: Figure, weapon: Arm) -> Sum | None:
    """The guard in close combat: Fray, and reach that the attacker has not (EP-02, EP-F8)."""
    if not defends(state, target):
        return None
    longer = has_reach(target) and not weapon.reach
    parts: tuple[Part, ...] = (
        ("reach", REACH if longer else 0, "EP-02"),
        full_defence(target),
        *condition(state, target),
    )
    return Sum(("Fray", person(target).fray, "EP-F8"), parts)


def in_close(state: State, attacker: Figure, weapon: Arm, target: Figure) -> Sum:
    """The target number for an attack in close combat (EP-02, EP-22, EP-A1)."""
    longer = weapon.reach and not has_reach(target)
    parts: tuple[Part, ...] = (
        ("reach", REACH if longer else 0, "EP-02"),
        ("running", RUNNING if attacker.count("ran") else 0, "EP-F17"),
        *condition(state, attacker),
    )
    return Sum((weapon.skill, skill(attacker, weapon), "EP-F8"), parts)


def further(targets: int) -> Part:
    """What the targets attacked before in the same action take off a shot (EP-F13)."""
    return "further target", FURTHER_TARGET * targets, "EP-F13"


def armour(target: Figure, weapon: Arm) -> int:
    """The armour that counts against a weapon, piercing taken off, never below 0 (EP-F10)."""
    return max(0, _armour(target, weapon) - weapon.ap)


def _armour(target: Figure, weapon: Arm) -> int:
    kind = person(target)
    return kind.energy if weapon.against == "energy" else kind.kinetic


def body(target: Figure, weapon: Arm) -> Body:
    """What a weapon's hit finds (EP-11, EP-12, EP-F10, EP-F11)."""
    kind = person(target)
    left = dur_left(target)
    return Body(
        left=left,
        threshold=kind.wound_threshold,
        armour=armour(target, weapon),
        steady=SOM_FACTOR * kind.som,
        wounds=target.count("wounds"),
        upright=not prone(target),
        shock=left + kind.energy if weapon.shock and living(target) else None,
    )


def body_lines(target: Figure, weapon: Arm) -> tuple[Modifier, ...]:
    """What a hit finds, for the breakdown."""
    name, kind = target.id, person(target)
    worn = _armour(target, weapon)
    lines = modifiers(
        "armour",
        name,
        (
            (f"{weapon.against} armour", worn, "EP-F10"),
            ("armour piercing", armour(target, weapon) - worn, "EP-F10"),
        ),
    )
    if weapon.shock and living(target):
        parts = (("DUR left", dur_left(target), "EP-12"), ("energy armour", kind.energy, "EP-12"))
        lines += modifiers("shock", name, parts)
    return lines


def blow(
    weapon: Arm, target: Figure, attack: Sum, guard: Sum | None, more: int = 0
) -> tuple[Blow, tuple[Modifier, ...]]:
    """One attack as bare numbers, and its breakdown; `more` is dice on top of the weapon's."""
    found = Blow(
        skill=attack.total,
        guard=None if guard is None else guard.total,
        dice=weapon.dice + more,
        add=weapon.add,
        body=body(target, weapon),
    )
    name = target.id
    lines = attack.lines("attack", name)
    if guard is not None:
        lines += guard.lines("defence", name)
    dice = ((weapon.name, weapon.dice, "EP-F10"), ("burst", more, "EP-F12"))
    lines += modifiers("damage dice", name, dice)
    lines += modifiers("damage", name, ((weapon.name, weapon.add, "EP-F10"),))
    return found, lines + body_lines(target, weapon)
