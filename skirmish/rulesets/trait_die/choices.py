"""What a figure may be ordered to do now, as families of orders: whatever is drawn is legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.core.setup import MUSTER
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common import walking
from skirmish.rulesets.common.contact import beside
from skirmish.rulesets.common.present import present
from skirmish.rulesets.common.reactions import REPLY
from skirmish.rulesets.families import Clash, Count, Domain, Family, One, Shares, Spots
from skirmish.rulesets.trait_die import (
    ammunition,
    blows,
    doing,
    lobs,
    muster,
    orders,
    shots,
    sweeps,
)
from skirmish.rulesets.trait_die.acting import pace, rooted, unready
from skirmish.rulesets.trait_die.declared import PRONE
from skirmish.rulesets.trait_die.kinds import Arm
from skirmish.rulesets.trait_die.parts import arms, soldier

Fields = tuple[tuple[str, Domain], ...]
CALLED: Fields = (("limb", One(orders.LIMB.options)),)
ASKING: Fields = (("wild", One(("ask",))),)
CHANCES = One(tuple(f"{percent}%" for percent in range(5, 100, 5)))
REPLIES = One(REPLY.options)


def choices(known: View, name: str) -> tuple[Family, ...]:
    """All that a figure may be ordered to do now."""
    if known.state.clock.phase == MUSTER:
        return tuple(muster.choices(known, name))
    state = known.state
    figure = state.figures[name]
    if figure.at is None or rooted(state, figure):
        return ()
    return (*moves(state, figure), *actions(state, figure))


def gaits(known: View, name: str) -> tuple[Family, ...]:
    """Those of them that lead somewhere, or open a door."""
    state = known.state
    figure = state.figures[name]
    if state.clock.phase == MUSTER or figure.at is None or rooted(state, figure):
        return ()
    return tuple(_walks(state, figure))


def moves(state: State, figure: Figure) -> Iterator[Family]:
    """Walking, running, doors, lying down and rising."""
    yield from _walks(state, figure)
    for posture in orders.POSTURES:
        if doing.judged(state, Order.of("pose", figure.id, posture)) is None:
            yield Family("pose", figure.id, One((posture,)))


def _walks(state: State, figure: Figure) -> Iterator[Family]:
    going = pace(figure)
    yield from walking.walks(state, figure, going)
    if not figure.count("run") and figure.posture != PRONE:
        yield from walking.walks(state, figure, pace(figure, running=True), walking.RUN)
    yield from walking.doors(state, figure, going)


def actions(state: State, figure: Figure) -> Iterator[Family]:
    """Everything that takes an action."""
    if unready(state, figure):
        return
    for arm in shots.guns(figure):
        if ammunition.empty(state, figure, arm) is None:
            yield from _fire(state, figure, arm)
    for arm in lobs.lobbed(figure):
        if ammunition.empty(state, figure, arm) is None:
            yield from _tiles(state, figure, arm, orders.BOMBARD.name)
    yield from _blows(state, figure)
    if aims := _aims(state, figure):
        yield Family("aim", figure.id, One(aims))
    if loads := ammunition.to_reload(figure):
        yield Family("reload", figure.id, fields=(("weapon", One(tuple(a.id for a in loads))),))
    if not figure.count("acts"):
        yield from _whole(state, figure)


def targets(state: State, figure: Figure, arm: Arm) -> tuple[Figure, ...]:
    """The enemies that a weapon reaches, as its side can tell."""
    return tuple(
        other
        for other in present(state, figure.side)
        if other.side != figure.side
        and isinstance(shots.target_of(state, figure, arm, other.id), Figure)
    )


def _fire(state: State, figure: Figure, arm: Arm) -> Iterator[Family]:
    fired = targets(state, figure, arm)
    apart = partial(_apart, figure, {other.id: other for other in fired})
    for mode in arm.modes:
        fixed = (("mode", mode), ("weapon", arm.id))
        most = shots.most_dice(state, figure, arm, mode)
        for target in fired:
            one = One((target.id,))
            if mode not in shots.MANY:
                yield Family("fire", figure.id, one, CALLED, fixed=fixed)
                continue
            low = 2 if mode == "rapid" else 1
            wild = ASKING if soldier(figure).wild_card else ()
            fields: Fields = (("dice", Count(low, most)), *wild)
            yield Family("fire", figure.id, one, fields, fixed=fixed)
            if most > 1:
                fields = (("split", _shares(figure, target, fired, most, apart)), *wild)
                yield Family("fire", figure.id, one, fields, hint="spread", fixed=fixed)


def _shares(
    figure: Figure, target: Figure, fired: tuple[Figure, ...], most: int, apart: Clash
) -> Shares:
    """Whom a burst at a target may take in besides."""
    near = tuple(other.id for other in fired if shots.together(figure, target, other))
    return Shares(near, most, most, apart, first=target.id)


def _apart(figure: Figure, fired: Mapping[str, Figure], one: str, other: str) -> bool:
    """Whether one burst may not take in both."""
    return not shots.together(figure, fired[one], fired[other])


def aim_points(board: Board, figure: Figure, arm: Arm) -> int:
    """Mask of the tiles that a weapon may be aimed at."""
    here = figure.tile
    return board.disc(here, arm.long) & board.seen_from(here) & ~board.bit(here)


def _tiles(state: State, figure: Figure, arm: Arm, verb: str) -> Iterator[Family]:
    mask = aim_points(state.board, figure, arm)
    if mask:
        spots = Spots(mask, state.board)
        yield Family(verb, figure.id, spots, fixed=(("weapon", arm.id),))


def _blows(state: State, figure: Figure) -> Iterator[Family]:
    near = tuple(other.id for other in beside(state, figure))
    if not near:
        return
    for arm in blows.blades(figure):
        fixed = (("weapon", arm.id),) if arm is not blows.FISTS else ()
        yield Family("strike", figure.id, One(near), CALLED, fixed=fixed)


def _aims(state: State, figure: Figure) -> tuple[str, ...]:
    return tuple(
        other.id
        for other in present(state, figure.side)
        if other.side != figure.side
        and doing.aim_refusal(state, Order.of("aim", figure.id, other.id)) is None
    )


def _whole(state: State, figure: Figure) -> Iterator[Family]:
    """What takes the whole bound: suppressive fire, and to hold."""
    for arm in sweeps.automatic(figure):
        if ammunition.empty(state, figure, arm) is None:
            yield from _tiles(state, figure, arm, orders.SUPPRESS.name)
    for arm in arms(figure):
        if arm.modes or arm.melee:
            fields: Fields = (("when", CHANCES), ("reply", REPLIES))
            if arm.modes:
                fields = (*fields, ("mode", One(arm.modes)))
            yield Family("hold", figure.id, fields=fields, fixed=(("weapon", arm.id),))


def aim_tiles(state: State, figure: Figure, radius: int) -> tuple[Tile, ...]:
    """Where enemies stand, and midway between two of them that one template could cover."""
    enemies = [f.tile for f in present(state, figure.side) if f.side != figure.side]
    middle = [
        ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
        for a, b in combinations(enemies, 2)
        if (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 <= 4 * radius * radius
    ]
    return tuple(dict.fromkeys([*enemies, *middle]))
