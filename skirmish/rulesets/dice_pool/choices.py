"""All that a figure may be ordered to do now, as families: whatever is drawn from one is legal."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, within
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common.contact import beside
from skirmish.rulesets.common.present import present
from skirmish.rulesets.dice_pool import handling, holding, missiles, moving
from skirmish.rulesets.dice_pool.actions import acts, unable
from skirmish.rulesets.dice_pool.arithmetic import (
    CHOKES,
    COMPLEX,
    ROUNDS,
    SIMPLE,
    SUPPRESSION,
    action,
)
from skirmish.rulesets.dice_pool.arithmetic import (
    SPLIT as PARTS,
)
from skirmish.rulesets.dice_pool.declared import HOLDING, SURPRISED
from skirmish.rulesets.dice_pool.gun import Gun, arms, gun_in, guns, named, out_of_order
from skirmish.rulesets.dice_pool.handling import (
    CHOKE_VERB,
    MODE_VERB,
    POSE,
    POSTURES,
)
from skirmish.rulesets.dice_pool.shot import MOST_EXTRA, in_split, reach
from skirmish.rulesets.families import Count, Domain, Family, One, Spots

Fixed = tuple[tuple[str, str], ...]
Fields = tuple[tuple[str, Domain], ...]
_SPREAD: Fields = (("spread", One(("wide",))),)
_EXTRA: Fields = (("extra", One(("least", "ask"))), ("limit", Count(0, MOST_EXTRA - 1)))
_CONE: Fields = (("cone", One(("90",))),)
_STANDING: Fields = (("when", One(("20%", "40%", "60%"))), ("reply", One(("fire", "ask"))))


def choices(known: View, name: str) -> tuple[Family, ...]:
    """All orders that a figure may be given now."""
    state = known.state
    figure = state.figures[name]
    if figure.at is None or not acts(figure, state.clock):
        return ()
    families = [*moving.choices(state, figure)]
    for gun in guns(figure):
        families += shots(state, figure, gun)
    families += _blows(state, figure)
    families += _handling(state, figure)
    return tuple(families)


def gaits(known: View, name: str) -> tuple[Family, ...]:
    """Those of them that are to walk, turn and work doors."""
    figure = known.state.figures[name]
    if figure.at is None or not acts(figure, known.state.clock):
        return ()
    return tuple(moving.choices(known.state, figure))


def shots(state: State, figure: Figure, gun: Gun) -> Iterator[Family]:
    """All that a figure may do with one weapon against somebody or some place."""
    fixed = tuple(named(figure, gun).items())
    if gun.arm.explodes:
        if _free(state, figure, gun, SIMPLE, 1):
            yield from _at_tiles(state, figure, gun, fixed, ())
        return
    if gun.bursts:
        for burst, cost in bursts(state, figure, gun):
            said = (*fixed, ("burst", burst))
            yield from _burst(state, figure, gun, said)
            if cost == SIMPLE:
                yield from _hold(state, figure, gun, said)
        yield from _suppress(state, figure, gun, fixed)
    elif _free(state, figure, gun, SIMPLE, gun.arm.volley):
        extra = _EXTRA if gun.arm.volley > 1 else ()
        yield from _at_figures(state, figure, gun, fixed, extra)
        if gun.choke:
            yield from _at_tiles(state, figure, gun, fixed, extra)
        yield from _hold(state, figure, gun, fixed)


def _free(state: State, figure: Figure, gun: Gun, cost: int, rounds: int) -> bool:
    return unable(state, figure, cost) is None and out_of_order(figure, gun, rounds) is None


def bursts(state: State, figure: Figure, gun: Gun) -> Iterator[tuple[str, int]]:
    """The bursts that a weapon could fire now, and what each costs."""
    for burst, rounds in ROUNDS.items():
        cost = action(burst, gun.mode)
        if cost is None:
            continue
        begun = burst == "split" and in_split(figure, gun)
        cost = 0 if begun else cost
        needed = rounds * (PARTS if burst == "split" and not begun else 1)
        if _free(state, figure, gun, cost, needed):
            yield burst, cost


def _burst(state: State, figure: Figure, gun: Gun, fixed: Fixed) -> Iterator[Family]:
    for at in (_at_figures, _at_tiles):
        yield from at(state, figure, gun, fixed, (*_SPREAD, *_EXTRA))
        if gun.choke == "wide":
            wide = (*fixed, ("spread", "wide"))
            yield from at(state, figure, gun, wide, (*_CONE, *_EXTRA))


def targets(state: State, figure: Figure, gun: Gun) -> tuple[str, ...]:
    """The enemies that a weapon could be fired at."""
    most, seen = reach(gun), state.board.seen_from(figure.tile)
    return tuple(
        other.id
        for other in present(state, figure.side)
        if other.side != figure.side
        and within(figure.tile, other.tile, most)
        and seen & state.board.bit(other.tile)
        and not state.linked(SURPRISED, a=figure.id, b=other.id)
    )


def _at_figures(
    state: State, figure: Figure, gun: Gun, fixed: Fixed, fields: Fields
) -> Iterator[Family]:
    if found := targets(state, figure, gun):
        yield Family("fire", figure.id, One(found), fields, fixed=fixed)


def tiles(state: State, figure: Figure, gun: Gun) -> int:
    """Mask of the tiles that a weapon could be fired at."""
    board = state.board
    mask = board.disc(figure.tile, reach(gun)) & ~board.bit(figure.tile)
    if state.linked(SURPRISED, a=figure.id):
        mask &= ~board.mask_of(foe.tile for foe in _startling(state, figure))
    return mask if gun.arm.lobbed else mask & board.seen_from(figure.tile)


def _startling(state: State, figure: Figure) -> Iterator[Figure]:
    """The enemies in sight that have surprised a figure."""
    return (
        other
        for other in present(state, figure.side)
        if state.linked(SURPRISED, a=figure.id, b=other.id)
    )


def _at_tiles(
    state: State, figure: Figure, gun: Gun, fixed: Fixed, fields: Fields
) -> Iterator[Family]:
    if mask := tiles(state, figure, gun):
        yield Family("bombard", figure.id, Spots(mask, state.board), fields, fixed=fixed)


def _suppress(state: State, figure: Figure, gun: Gun, fixed: Fixed) -> Iterator[Family]:
    if gun.mode == "fa" and _free(state, figure, gun, COMPLEX, SUPPRESSION):
        mask = tiles(state, figure, gun)
        if mask:
            yield Family("suppress", figure.id, Spots(mask, state.board), fixed=fixed)


def _hold(state: State, figure: Figure, gun: Gun, fixed: Fixed) -> Iterator[Family]:
    looks = watched(state, figure)
    if figure.facing in looks and not figure.count(HOLDING):
        faces = tuple(facing.name for facing in looks)
        fields = (("face", One(faces)), *_STANDING, *(_SPREAD if gun.bursts else ()))
        yield Family("hold", figure.id, fields=fields, fixed=fixed)


def watched(state: State, figure: Figure) -> tuple[Facing, ...]:
    """The ways to look in which there is something to watch."""
    return tuple(facing for facing in Facing if holding.sees_any(state, figure, facing))


def _blows(state: State, figure: Figure) -> Iterator[Family]:
    if unable(state, figure, COMPLEX) is not None:
        return
    foes = tuple(
        foe.id
        for foe in beside(state, figure)
        if not state.linked(SURPRISED, a=figure.id, b=foe.id)
    )
    if foes:
        able = tuple(arm.id for arm in arms(figure) if not arm.increment)
        weapons: Fields = (("weapon", One(able)),) if able else ()
        yield Family("strike", figure.id, One(foes), weapons)


def _handling(state: State, figure: Figure) -> Iterator[Family]:
    for order in readying(figure):
        cost = handling.cost_of(figure, order)
        if handling.barred(figure, order) is None and unable(state, figure, cost) is None:
            target = One((order.target,)) if order.target else None
            yield Family(order.verb, figure.id, target, fixed=order.fields)
    mask = state.board.mask_of(missiles.tiles(state, figure))
    if mask and unable(state, figure, SIMPLE) is None:
        yield Family(missiles.RETRIEVE.name, figure.id, Spots(mask, state.board))


def readying(figure: Figure) -> Iterator[Order]:
    """Every order about itself and its weapons that a figure could think of, legal or not."""
    for verb in ("aim", "defend"):
        yield Order.of(verb, figure.id)
    for posture in POSTURES:
        yield Order.of(POSE.name, figure.id, posture)
    for slot, arm in enumerate(arms(figure)):
        if not arm.increment:
            continue
        which = named(figure, gun_in(figure, slot))
        for verb in ("reload", "unjam"):
            yield Order.of(verb, figure.id, **which)
        for mode in arm.modes:
            yield Order.of(MODE_VERB.name, figure.id, mode, **which)
        for choke in CHOKES if arm.choke else ():
            yield Order.of(CHOKE_VERB.name, figure.id, choke, **which)
