"""A burst at figures as planned, and the numbers that it is rolled with (BAY-28).

A sum is a list of parts (name, value, rule); the roll uses their total, and the breakdown shows the
parts. Terrain counts against physical attacks only, and 3 at most in all.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from skirmish.core.board import Board
from skirmish.core.dice import odds
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2, within_angle
from skirmish.core.state import State
from skirmish.core.text import by_id, id_key
from skirmish.rulesets.attack import Attack, Modifier, Part, modifiers, total
from skirmish.rulesets.opposed_d6.close_combat import (
    HAND_TO_HAND,
    OVERLAPPING,
    engagement,
    melee_of,
)
from skirmish.rulesets.opposed_d6.dice import Effect, Guard, Shot, exchange, volley
from skirmish.rulesets.opposed_d6.figures import COVER, guard, guard_lines, guard_parts, skill
from skirmish.rulesets.opposed_d6.kinds import Weapon
from skirmish.rulesets.opposed_d6.line_of_fire import LineOfFire, covers

TERRAIN_CAP = 3
"""The most that cover and height add together (BAY-F5)."""
SPREAD = 2
"""Widest angle between targets of one burst, in units of 22.5 degrees (BAY-14, BAY-F13)."""
INTO_COMBAT = {OVERLAPPING: -1, HAND_TO_HAND: -2}
"""Modifier of fire into a close combat, by how the target is engaged (BAY-24)."""
NAMES = {OVERLAPPING: "target overlaps", HAND_TO_HAND: "target is in hand-to-hand"}
POLICY = "a stray shot hits the figure that the target's side chooses"
"""Words for the odds: which figure a stray shot hits (BAY-26)."""


def attack_parts(shooter: Figure, weapon: Weapon, share: int) -> list[Part]:
    """The attack of a shooter with its weapon's Range factor, or a share of it (BAY-14, BAY-28)."""
    rule = "BAY-28" if share == weapon.factor else "BAY-14"
    return [(weapon.name, share, rule), *skill(shooter)]


def height_part(board: Board, shooter: Tile, at: Tile, weapon: Weapon) -> list[Part]:
    """The bonus of a target on higher ground against thrown and indirect fire: 1 for each level.

    BAY-F5, BAY-29.
    """
    rise = board.level(at) - board.level(shooter)
    if rise <= 0 or weapon.fire == "direct" or weapon.against != "physical":
        return []
    return [("stands higher", rise, "BAY-F5")]


def capped(parts: list[Part]) -> list[Part]:
    """The parts, with a line that limits terrain to 3 in all (BAY-F5)."""
    terrain = sum(value for name, value, _ in parts if name in COVER or name == "stands higher")
    if terrain <= TERRAIN_CAP:
        return parts
    return [*parts, ("terrain gives 3 at most", TERRAIN_CAP - terrain, "BAY-F5")]


def defence(
    board: Board,
    shooter: Tile,
    weapon: Weapon,
    target: Figure,
    at: Tile,
    origin: Tile,
    *,
    front: bool | None = None,
) -> list[Part]:
    """The parts of a figure's guard against a shooter's weapon; see `guard_parts`.

    BAY-28, BAY-F5.
    """
    parts = guard_parts(board, target, at, origin, weapon.against, front=front)
    return capped(parts + height_part(board, shooter, at, weapon))


@frozen
class Burst:
    """Direct fire as ordered, all of it possible.

    `rolls` pairs each roll's line of fire with its share of the factor; `aiders` pairs each
    figure that aids with the weapon it fires and its own line of fire.
    """

    shooter: Figure
    weapon: Weapon
    rolls: tuple[tuple[LineOfFire, int], ...]
    aiders: tuple[tuple[Figure, Weapon, LineOfFire], ...]
    combat: bool

    @property
    def penalty(self) -> int:
        """The worst opportunity penalty of all figures that fire in the first roll (BAY-23)."""
        first, _ = self.rolls[0]
        return min(first.penalty, *(shot.penalty for _, _, shot in self.aiders), 0)


def equal_shares(factor: int, rolls: int) -> tuple[int, ...]:
    """A factor divided as equally as it goes, larger shares first (BAY-A6, BAY-14)."""
    share, rest = divmod(factor, rolls)
    return tuple(share + (n < rest) for n in range(rolls))


def together(shooter: Figure, a: LineOfFire, b: LineOfFire) -> bool:
    """Whether one burst can hit both: their bearings differ by at most 45 degrees.

    BAY-14, BAY-F13.
    """
    return a.at == b.at or within_angle(shooter.tile, a.at, b.at, SPREAD)


@frozen
class Stray:
    """A figure that a shot into a combat may hit instead, with the parts of both dice.

    BAY-26.
    """

    figure: Figure
    attack: list[Part]
    defence: list[Part]
    guard: Guard


def into_combat(engaged: str) -> list[Part]:
    """The modifier of shooting at a figure in close combat (BAY-24, BAY-25)."""
    return [(NAMES[engaged], INTO_COMBAT[engaged], "BAY-24")] if engaged else []


def strays(
    state: State, shooter: Figure, weapon: Weapon, target: Figure, attack: list[Part]
) -> tuple[Stray, ...]:
    """The figures that a shot into a close combat may hit instead (BAY-26, BAY-A4, BAY-25).

    Every other participant of its melee that the weapon reaches, even past another figure, in the
    order in which the target's side prefers them. `attack`: the parts of the attack die without the
    modifier for fire into combat, which is that of the new target.
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


def _reachable(state: State, shooter: Figure, weapon: Weapon, other: Figure) -> bool:
    """Whether a weapon can strike a figure as a stray: arc, range and sight (BAY-A4)."""
    return (
        other.id != shooter.id
        and covers(shooter, weapon, other.tile)
        and state.board.sees(shooter.tile, other.tile)
    )


def _offered(side: str, stray: Stray) -> tuple[object, ...]:
    """Sort key: the order in which the target's side would choose (BAY-26).

    The shooter's friends first, of these the one most likely to be downed; then its own figures,
    the one least likely first; lower ids first among equals.
    """
    shot = Shot(0, total(stray.attack), stray.guard)
    downed = odds(exchange, shot).probability((0, Effect.DOWNED))
    friend = stray.figure.side == side
    return not friend, -downed if friend else downed, id_key(stray.figure.id)


@frozen
class Roll:
    """One roll of a burst with the parts of both dice; `on` is its heading in the breakdown."""

    on: str
    shot: LineOfFire
    attack: list[Part]
    defence: list[Part]
    guard: Guard
    strays: tuple[Stray, ...]


def rolls_of(state: State, burst: Burst) -> tuple[Roll, ...]:
    """The rolls of a burst, as its side can know them."""
    return tuple(_roll(state, burst, place) for place in range(len(burst.rolls)))


def _roll(state: State, burst: Burst, place: int) -> Roll:
    """The numbers of a roll, with 1 for each figure that aids (BAY-27, BAY-A9).

    BAY-14, BAY-23, BAY-25, BAY-28, BAY-A8.
    """
    shooter, weapon = burst.shooter, burst.weapon
    shot, share = burst.rolls[place]
    attack = attack_parts(shooter, weapon, share)
    if not place and burst.aiders:
        attack.append(("aid", len(burst.aiders), "BAY-27"))
    if penalty := shot.penalty if place else burst.penalty:
        attack.append(("opportunity", penalty, "BAY-23"))
    front = True if shot.penalty else None
    parts = defence(
        state.board, shooter.tile, weapon, shot.target, shot.at, shooter.tile, front=front
    )
    return Roll(
        on="attack" if len(burst.rolls) == 1 else f"attack {place + 1}",
        shot=shot,
        attack=[*attack, *into_combat(shot.engaged)],
        defence=parts,
        guard=guard(state, shot.target, parts),
        strays=strays(state, shooter, weapon, shot.target, attack) if shot.engaged else (),
    )


def attack_with(state: State, rolls: tuple[Roll, ...]) -> Attack:
    """The attack that these rolls make, one outcome for each figure that it can strike."""
    first = [roll.shot.target.id for roll in rolls]
    met = by_id(stray.figure.id for roll in rolls for stray in roll.strays)
    subjects = tuple(dict.fromkeys((*first, *met)))
    return Attack(
        rule=volley,
        args=(len(subjects), shots_of(rolls, subjects)),
        subjects=subjects,
        named=first[0],
        modifiers=tuple(dict.fromkeys(m for roll in rolls for m in _lines(state, roll))),
        policy=POLICY if met else "",
    )


def shots_of(rolls: tuple[Roll, ...], subjects: tuple[str, ...]) -> tuple[Shot, ...]:
    """The rolls as bare numbers; figures are indexes of the subjects."""
    return tuple(
        Shot(
            subjects.index(roll.shot.target.id),
            total(roll.attack),
            roll.guard,
            tuple(
                Shot(subjects.index(stray.figure.id), total(stray.attack), stray.guard)
                for stray in roll.strays
            ),
        )
        for roll in rolls
    )


def _lines(state: State, roll: Roll) -> tuple[Modifier, ...]:
    target = roll.shot.target
    lines = modifiers(roll.on, target.id, roll.attack) + guard_lines(state, target, roll.defence)
    for stray in roll.strays:
        lines += modifiers(f"stray {roll.on}", stray.figure.id, stray.attack)
        lines += guard_lines(state, stray.figure, stray.defence)
    return lines


def attack_of(state: State, burst: Burst) -> Attack:
    """The attack that a burst makes; its text names those in a combat that it cannot hit."""
    rolls = rolls_of(state, burst)
    return evolve(attack_with(state, rolls), rolled=". ".join(_out_of_it(state, burst, rolls)))


def _out_of_it(state: State, burst: Burst, rolls: tuple[Roll, ...]) -> Iterator[str]:
    """The others of a target's melee that a stray cannot strike, with the reason (BAY-A4)."""
    struck = [stray.figure.id for roll in rolls for stray in roll.strays]
    engaged = [roll.shot.target for roll in rolls if roll.shot.engaged]
    told = [roll.shot.target.id for roll in rolls]
    shooter, weapon = burst.shooter, burst.weapon
    for name in by_id(name for target in engaged for name in melee_of(state, target)):
        if name in struck or name in told or name == shooter.id:
            continue
        away = state.figures[name].tile
        if covers(shooter, weapon, away):
            why = f"{shooter.id} has no line of sight to it"
        elif weapon.min_range**2 <= distance2(shooter.tile, away) <= weapon.range**2:
            why = f"outside the arc of {shooter.id}"
        else:
            why = f"out of range of {weapon.name}"
        yield f"{name} in the same combat cannot be hit: {why}"
