"""Target numbers of attacks: base, modifiers and their cap; the numbers of a hit's target."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2
from skirmish.core.state import State
from skirmish.rulesets.attack import Modifier, Part, total
from skirmish.rulesets.common.present import in_reach
from skirmish.rulesets.d100.counters import AIMED, COVER, DEFENDING, RAN, WOUNDS
from skirmish.rulesets.d100.dice import WORST, Blow, Body, capped, steadiness, successes
from skirmish.rulesets.d100.figures import (
    defends,
    dur_left,
    kind_of,
    prone,
    shaken,
    shock_rule,
    skill,
    wounded,
)
from skirmish.rulesets.d100.kinds import LIVING, Kind, Weapon

CLOSEST = 2
"""Tiles within which a shot is easier (EP-F14)."""
CLOSEST_BONUS, MEDIUM, LONG, EXTREME = 10, -10, -20, -30
"""Modifiers for distance to a shot (EP-F14)."""
COVER_NAMES = ("", "minor cover", "moderate cover", "major cover")
LOW, LOW_FROM = -10, 10
"""Modifier to a shot at a figure that lies down, and the distance from which it counts (EP-F15)."""
SUPERIOR, SMARTLINK = 20, 10
"""Modifiers for higher ground and a smartlink (EP-F15)."""
RUNNING, IN_MELEE = -20, -30
"""Modifiers for running and for an enemy in reach (EP-F17)."""
REACH, FULL_DEFENCE = 10, 30
"""Modifiers for reach and full defence (EP-02, EP-F9)."""
FURTHER_TARGET = -20
"""Modifier for each earlier target of the same action (EP-F13)."""
SOM_FACTOR = 3
"""Factor of SOM in some tests of strength (EP-27, EP-F11)."""


@frozen
class TargetNumber:
    """A target number: its base and its modifiers, which together count at most 60 (EP-F2).

    Below 0 it counts as 0, over 98 as 98, because the same rolls succeed (EP-F1). With `margin` it
    is not clamped, because the margin of failure matters.
    """

    base: Part
    parts: tuple[Part, ...] = ()
    margin: bool = False

    @property
    def total(self) -> int:
        """The target number."""
        bare = self._bare
        return bare if self.margin else successes(bare) - 1

    @property
    def _bare(self) -> int:
        return self.base[1] + capped(total(self.parts))

    def lines(self, on: str, figure: str) -> tuple[Modifier, ...]:
        """Its lines in a breakdown; they add up to `total`."""
        changes, counted = total(self.parts), self.total - self._bare
        which = "penalties" if changes < 0 else "bonuses"
        cut: Part = (f"{which} count 60 at most", capped(changes) - changes, "EP-F2")
        name = "below 0 counts as 0" if counted > 0 else "over 98 counts as 98"
        return modifiers(on, figure, (self.base, *self.parts, cut, (name, counted, "EP-F1")))


def modifiers(on: str, figure: str, parts: Iterable[Part]) -> tuple[Modifier, ...]:
    """Return the lines of a breakdown; parts of 0 are left out, except the first, the base.

    Parts with the same name are added up in one line.
    """
    lines: dict[str, Modifier] = {}
    for place, (name, value, rule) in enumerate(parts):
        if not value and place:
            continue
        before = lines[name].value if name in lines else 0
        lines[name] = Modifier(on, figure, name, before + value, rule)
    return tuple(lines.values())


def band(weapon: Weapon, away2: int) -> Part | None:
    """The modifier for a squared distance; None if it is out of range (EP-F14)."""
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
    """Modifiers of a figure's own condition to all its tests (EP-15, EP-16, EP-19, EP-F11)."""
    return ("wounds", wounded(figure), "EP-F11"), (
        "shock",
        shaken(state, figure),
        shock_rule(state, figure),
    )


def in_melee(state: State, shooter: Figure) -> bool:
    """Whether an enemy that can defend itself has the shooter in reach, as its side can tell.

    For an enemy of the view's side, all figures that the view shows count.

    EP-F17.
    """
    known = state.known.get(shooter.side)
    others = state.of_side(state.setup.enemy(shooter.side))
    if known is not None:
        others = (state.figures[name] for name in known.visible)
    here, board = shooter.tile, state.board
    return any(
        other.at is not None and in_reach(board, here, other.at) and defends(state, other)
        for other in others
    )


def smartlink(kind: Kind, weapon: Weapon) -> Part:
    """The modifier of a smartlink to a shot with a weapon (EP-F15)."""
    works = weapon.skill == "ranged" and kind.smartlink
    return "smartlink", SMARTLINK if works else 0, "EP-F15"


def own_parts(state: State, shooter: Figure) -> tuple[Part, ...]:
    """Modifiers of the shooter to any of its shots (EP-F17, EP-F16)."""
    return (
        ("aim", shooter.count(AIMED), "EP-F16"),
        ("running", RUNNING if shooter.count(RAN) else 0, "EP-F17"),
        ("in melee", IN_MELEE if in_melee(state, shooter) else 0, "EP-F17"),
        *condition(state, shooter),
    )


def between(state: State, shooter: Figure, target: Figure) -> tuple[Part, ...]:
    """Modifiers for the place and posture of a target (EP-F15)."""
    cover = state.board.cover(shooter.tile, target.tile)
    low = prone(target) and distance2(shooter.tile, target.tile) >= LOW_FROM**2
    return (
        (COVER_NAMES[cover], COVER[cover], "EP-F15"),
        ("prone target", LOW if low else 0, "EP-F15"),
        above(state, shooter, target.tile),
    )


def at_figure(
    state: State, shooter: Figure, weapon: Weapon, target: Figure, more: tuple[Part, ...] = ()
) -> TargetNumber | None:
    """The target number for a shot at a figure; None beyond its range (EP-F8, EP-F14, EP-F15)."""
    reached = band(weapon, distance2(shooter.tile, target.tile))
    if reached is None:
        return None
    parts = (
        reached,
        *between(state, shooter, target),
        smartlink(kind_of(shooter), weapon),
        *own_parts(state, shooter),
        *more,
    )
    return TargetNumber((weapon.skill, skill(kind_of(shooter), weapon), "EP-F8"), parts)


def above(state: State, shooter: Figure, tile: Tile) -> Part:
    """The modifier for standing higher than a tile (EP-F15)."""
    higher = state.board.level(shooter.tile) > state.board.level(tile)
    return "superior position", SUPERIOR if higher else 0, "EP-F15"


def full_defence(figure: Figure) -> Part:
    """The modifier of full defence to a figure's guard (EP-F9)."""
    return "full defence", FULL_DEFENCE if figure.count(DEFENDING) else 0, "EP-F9"


def dodge(state: State, target: Figure) -> TargetNumber | None:
    """The guard against a shot: half Fray; None for a target that cannot defend (EP-F8, EP-F9)."""
    if not defends(state, target):
        return None
    parts = (full_defence(target), *condition(state, target))
    return TargetNumber(("half Fray", kind_of(target).fray // 2, "EP-F8"), parts)


def further(targets: int) -> Part:
    """The modifier for targets attacked earlier in the same action (EP-F13)."""
    return "further target", FURTHER_TARGET * targets, "EP-F13"


def body(target: Figure, weapon: Weapon, between: int = 0) -> Body:
    """The numbers of a figure that a weapon hits (EP-11, EP-12, EP-F10, EP-F11, EP-10).

    `between` is the armour of an object between the figure and a blast (EP-F21).
    """
    left, upright = dur_left(target), not prone(target)
    return _body(kind_of(target), weapon, left, target.count(WOUNDS), upright, between)


@lru_cache(maxsize=4096)
def _body(kind: Kind, weapon: Weapon, left: int, wounds: int, upright: bool, between: int) -> Body:
    """The numbers of a figure that a weapon hits, cached by kind and condition.

    EP-10, EP-11, EP-12, EP-F10, EP-F11, EP-F21.
    """
    return Body(
        left=left,
        threshold=kind.wound_threshold,
        armour=armour_against(kind, weapon, between),
        steady=SOM_FACTOR * kind.som,
        wounds=wounds,
        upright=upright,
        shock=shock_target(kind, left) if weapon.shock and kind.morph in LIVING else None,
    )


def shock_target(kind: Kind, left: int) -> int:
    """The target number of a figure against a shock: its current DUR and energy armour (EP-12)."""
    return min(WORST, left + kind.energy)


def armour_against(kind: Kind, weapon: Weapon, between: int = 0) -> int:
    """The armour that reduces the DV of a weapon, piercing included (EP-F10, EP-F21)."""
    return max(0, _armour(kind, weapon) + between - weapon.ap)


def _armour(kind: Kind, weapon: Weapon) -> int:
    """The kind of armour that counts against a weapon (EP-F10)."""
    return kind.energy if weapon.against == "energy" else kind.kinetic


def body_lines(target: Figure, weapon: Weapon, between: int = 0) -> tuple[Modifier, ...]:
    """The target's lines of the breakdown of a hit; the armour lines add up to 0 or more.

    `between` as for `body`.

    EP-12, EP-F10, EP-F11, EP-F21.
    """
    left, wounds = dur_left(target), target.count(WOUNDS)
    return _body_lines(target.id, kind_of(target), weapon, left, wounds, between)


@lru_cache(maxsize=4096)
def _body_lines(
    name: str, kind: Kind, weapon: Weapon, left: int, wounds: int, between: int
) -> tuple[Modifier, ...]:
    worn = _armour(kind, weapon)
    lines = modifiers(
        "armour",
        name,
        (
            (f"{weapon.against} armour", worn, "EP-F10"),
            ("object between", between, "EP-F21"),
            ("armour piercing", -min(weapon.ap, worn + between), "EP-F10"),
        ),
    )
    if weapon.shock and kind.morph in LIVING:
        parts = (("DUR left", left, "EP-12"), ("energy armour", kind.energy, "EP-12"))
        lines += modifiers("shock", name, parts)
    if weapon.dice or weapon.add:
        before, after = steadiness(0, wounds), steadiness(0, wounds + 1)
        tests = (
            ("SOM x 3", SOM_FACTOR * kind.som, "EP-F11"),
            ("wounds", before, "EP-F11"),
            ("each new wound", after - before, "EP-F11"),
        )
        lines += modifiers("test to stay up", name, tests)
    return lines


def blow(
    weapon: Weapon, target: Figure, attack: TargetNumber, guard: TargetNumber | None, more: int = 0
) -> Blow:
    """One attack as bare numbers; `more` adds dice to the weapon's (EP-F10, EP-F12)."""
    return Blow(
        skill=attack.total,
        guard=None if guard is None else guard.total,
        dice=weapon.dice + more,
        add=weapon.add,
        body=body(target, weapon),
    )


def blow_lines(
    weapon: Weapon, target: Figure, attack: TargetNumber, guard: TargetNumber | None, more: int = 0
) -> tuple[Modifier, ...]:
    """The breakdown of an attack."""
    name = target.id
    lines = attack.lines("attack", name)
    if guard is not None:
        lines += guard.lines("defence", name)
    dice = ((weapon.name, weapon.dice, "EP-F10"), ("burst", more, "EP-F12"))
    lines += modifiers("damage dice", name, dice)
    lines += modifiers("damage", name, ((weapon.name, weapon.add, "EP-F10"),))
    return lines + body_lines(target, weapon)
