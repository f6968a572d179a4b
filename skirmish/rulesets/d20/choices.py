"""What a figure may do now, as families of orders: whatever is drawn from one is legal."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.figures import Figure
from skirmish.core.geometry import adjacent
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common import walking
from skirmish.rulesets.common.contact import beside
from skirmish.rulesets.common.deploy import FACINGS
from skirmish.rulesets.common.present import present
from skirmish.rulesets.common.reactions import ASK, FIRE, REPLY, WHEN
from skirmish.rulesets.d20 import acting, action_points, ammunition, attacking, moving, overwatch
from skirmish.rulesets.d20.body import arms
from skirmish.rulesets.d20.declared import PRONE
from skirmish.rulesets.d20.kinds import Arm
from skirmish.rulesets.d20.limbs import LIMBS
from skirmish.rulesets.d20.shot import BURST, clear, direct, held, unable
from skirmish.rulesets.families import Domain, Family, One, Spots

Fixed = tuple[tuple[str, str], ...]
CHANCES = One(("20%", "40%", "60%"))
REPLIES = One((FIRE, ASK))


def can_act(figure: Figure) -> bool:
    """Whether a figure could be given an order; one that has nothing left may turn."""
    return figure.at is not None and not figure.count("watching")


def choices(known: View, name: str) -> tuple[Family, ...]:
    """All that a figure may be ordered to do now, as families."""
    state = known.state
    figure = state.figures[name]
    if not can_act(figure):
        return ()
    return (
        *movements(state, figure),
        *attacks(state, figure),
        *watches(state, figure),
        *deeds(state, figure),
    )


def gaits(known: View, name: str) -> tuple[Family, ...]:
    """Those of them to walk, to turn and to work doors."""
    figure = known.state.figures[name]
    return tuple(movements(known.state, figure)) if can_act(figure) else ()


def movements(state: State, figure: Figure) -> Iterator[Family]:
    """Ways, doors, facings."""
    if figure.posture != PRONE:
        yield from walking.walks(state, figure, moving.pace(figure))
    yield from walking.doors(state, figure, moving.by_hand(figure))
    yield walking.turns(figure)


def attacks(state: State, figure: Figure) -> Iterator[Family]:
    """Shots, bursts, blows, explosives."""
    for weapon, bursts in overwatch.usable(arms(figure)):
        if payable(state, figure, weapon, bursts=bursts):
            yield from _shots(state, figure, weapon, bursts=bursts)
    for weapon in arms(figure):
        if held(weapon) and payable(state, figure, weapon, melee=True):
            yield from _blows(state, figure, weapon)
        if weapon.radius and payable(state, figure, weapon):
            yield from _throws(state, figure, weapon)


def payable(
    state: State, figure: Figure, weapon: Arm, *, bursts: bool = False, melee: bool = False
) -> bool:
    """Whether a figure could attack with a weapon now, had it a target."""
    if unable(state, figure, weapon, bursts=bursts, melee=melee) is not None:
        return False
    return action_points.of_attack(weapon, burst=bursts, melee=melee) <= action_points.left(figure)


def named(figure: Figure, weapon: Arm, *, melee: bool = False) -> Fixed:
    """How an order says which weapon: not at all where it is the first that fits."""
    if weapon.radius:
        first = next(other for other in arms(figure) if other.radius)
    else:
        fits = held if melee else direct
        first = next(other for other in arms(figure) if fits(other))
    return () if first is weapon else (("weapon", weapon.id),)


def fields_of(figure: Figure, weapon: Arm, *, bursts: bool, melee: bool = False) -> Fixed:
    """What an order must say of weapon and mode."""
    mode: Fixed = (("mode", BURST),) if bursts else ()
    return (*mode, *named(figure, weapon, melee=melee))


def _limbs(
    figure: Figure, weapon: Arm, *, bursts: bool = False, melee: bool = False
) -> tuple[tuple[str, Domain], ...]:
    points = action_points.of_attack(weapon, burst=bursts, called=True, melee=melee)
    return (("limb", One(LIMBS)),) if points <= action_points.left(figure) else ()


def targets(state: State, figure: Figure, weapon: Arm) -> tuple[str, ...]:
    """The enemies that a figure can fire at with a weapon."""
    return tuple(
        other.id
        for other in present(state, figure.side)
        if other.side != figure.side and clear(state, figure, weapon, other) is None
    )


def _shots(state: State, figure: Figure, weapon: Arm, *, bursts: bool) -> Iterator[Family]:
    if found := targets(state, figure, weapon):
        yield Family(
            attacking.FIRE.name,
            figure.id,
            One(found),
            _limbs(figure, weapon, bursts=bursts),
            hint=BURST if bursts else "",
            fixed=fields_of(figure, weapon, bursts=bursts),
        )


def _blows(state: State, figure: Figure, weapon: Arm) -> Iterator[Family]:
    if near := beside(state, figure):
        yield Family(
            attacking.STRIKE.name,
            figure.id,
            One(tuple(other.id for other in near)),
            _limbs(figure, weapon, melee=True),
            fixed=named(figure, weapon, melee=True),
        )


def _throws(state: State, figure: Figure, weapon: Arm) -> Iterator[Family]:
    if mask := aim_points(state, figure, weapon):
        spots, fixed = Spots(mask, state.board), named(figure, weapon)
        yield Family(attacking.BOMBARD.name, figure.id, spots, fixed=fixed)


def aim_points(state: State, figure: Figure, weapon: Arm) -> int:
    """Mask of the tiles that an explosive may be aimed at."""
    board = state.board
    mask = board.disc(figure.tile, weapon.extreme) & ~board.bit(figure.tile)
    if weapon.thrown or weapon.indirect:
        return mask
    return mask & board.seen_from(figure.tile)


def watches(state: State, figure: Figure) -> Iterator[Family]:
    """Overwatch with each weapon and mode."""
    for weapon, bursts in overwatch.usable(arms(figure)):
        if payable(state, figure, weapon, bursts=bursts):
            yield Family(
                overwatch.VERB.name,
                figure.id,
                fields=(("face", FACINGS), (REPLY.name, REPLIES), (WHEN.name, CHANCES)),
                hint=BURST if bursts else "",
                fixed=fields_of(figure, weapon, bursts=bursts),
            )


def deeds(state: State, figure: Figure) -> Iterator[Family]:
    """Aiming, reloading, postures, treatment."""
    has = action_points.left(figure)
    if has >= action_points.AIM and acting.may_aim(figure):
        yield Family(acting.AIM.name, figure.id)
    if has >= action_points.RELOAD:
        for weapon in ammunition.reloadable(state, figure):
            yield Family(acting.RELOAD.name, figure.id, fixed=(("weapon", weapon.id),))
    if has >= action_points.POSE:
        yield Family(acting.POSE.name, figure.id, One((acting.other_posture(figure),)))
    if has >= action_points.TREAT:
        yield from _treatments(state, figure)


def _treatments(state: State, figure: Figure) -> Iterator[Family]:
    if acting.ailing(figure):
        yield Family(acting.TREAT.name, figure.id)
    near = walking_wounded(state, figure)
    if near:
        yield Family(acting.TREAT.name, figure.id, One(near))


def walking_wounded(state: State, figure: Figure) -> tuple[str, ...]:
    """The friends beside a figure that need treatment."""
    return tuple(
        friend.id
        for friend in state.of_side(figure.side)
        if friend is not figure and acting.ailing(friend) and adjacent(figure.tile, friend.tile)
    )
