"""Estimates for the computer player: what an order may gain later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

from attrs import evolve, frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, in_arc
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.prospects import foes, kept
from skirmish.rulesets.dice_pool.accuracy import (
    HELD,
    in_split,
)
from skirmish.rulesets.dice_pool.ammunition import (
    RELOAD,
    RETRIEVE,
    SET_CHOKE,
    SET_MODE,
    UNJAM,
    missile_tiles,
    no_pickup,
    out_of_order,
    with_missiles,
)
from skirmish.rulesets.dice_pool.area import (
    SUPPRESS,
    sweep_of,
    swept,
    uncovered,
)
from skirmish.rulesets.dice_pool.budget import Change, left, unable
from skirmish.rulesets.dice_pool.counters import AIMED, FIRED, HOLDING, LOCKED, PRONE
from skirmish.rulesets.dice_pool.dice import (
    BURSTS,
    COMPLEX,
    SIMPLE,
    SPLIT_BURSTS,
)
from skirmish.rulesets.dice_pool.expected_loss import (
    NOTHING,
    menace,
    menace_of,
    pair_of,
    points_pinned,
    shot_at,
)
from skirmish.rulesets.dice_pool.figures import (
    Gun,
    gun_of,
)
from skirmish.rulesets.dice_pool.movement import DEFEND, POSE
from skirmish.rulesets.dice_pool.reactions import ARC, HOLD
from skirmish.rulesets.dice_pool.shooting import AIM, FIRE

LIKELY = Fraction(1, 2)
"""How often an enemy in sight does what the order waits for, or is still there a pass later."""
SELDOM = Fraction(1, 4)
"""How often one comes into sight, or out of his cover in suppressive fire."""
STANDS = Fraction(3, 4)
"""How often there is still somebody to fire at with the rest of a split burst."""
UNSEEN = Fraction(1, 40)
"""Of the figure's points: what being ready is worth with no enemy in sight."""
UPRIGHT = Fraction(1, 50)
"""Of the figure's points: what it is worth to be on one's feet."""
CHANGES: Mapping[str, Action[Change]] = MappingProxyType(
    {action.name: action for action in (AIM, DEFEND, POSE, RELOAD, UNJAM, SET_MODE, SET_CHOKE)}
)
"""The orders about a figure itself and its weapons, by name."""


def prospect(known: View, order: Order) -> Fraction:
    """Points that an order may be expected to gain its side after it is done."""
    state, figure = known.state, known.state.figures[order.figure]
    if order.verb == HOLD.name:
        return _waiting(known, figure, order)
    if order.verb == SUPPRESS.name:
        return _pinning(state, figure, order)
    if order.verb == FIRE.name:
        return _rest_of_split(state, figure, order)
    if order.verb == RETRIEVE.name:
        return _picked_up(Outlook.of(state, figure), order.target_tile)
    change = CHANGES[order.verb].plan(known, order) if order.verb in CHANGES else None
    return Outlook.of(state, figure).gain(order, change) if isinstance(change, Change) else NOTHING


def aim_share(state: State, name: str) -> Fraction:
    """The share of what a figure can do that it owes to its aim."""
    return kept(menace, state, name, AIMED)


def budget_left(state: State, figure: str) -> Fraction:
    """The halves of its pass that a figure has left, as a share."""
    return Fraction(left(state.figures[figure], state.clock), COMPLEX)


def readied(known: View, figure: Figure) -> Iterator[tuple[Fraction, Order]]:
    """All that a figure could do with itself and its weapons now, and what may come of it."""
    outlook = Outlook.of(known.state, figure)
    for action in CHANGES.values():
        for family in action.options(known, figure):
            order = family.draw(_first)
            change = action.plan(known, order)
            if isinstance(change, Change):
                yield outlook.gain(order, change), order
    if unable(known.state, figure, SIMPLE) is None:
        for tile in missile_tiles(known.state, figure):
            yield _picked_up(outlook, tile), Order.of(RETRIEVE.name, figure.id, tile)


def _first(_number: int) -> int:
    """Of a family with one option for each of its parts."""
    return 0


@frozen(eq=False)
class Outlook:
    """What a figure can do to the enemies that its side sees, and they to it, as all stand."""

    state: State
    figure: Figure
    foes: tuple[Figure, ...]

    @classmethod
    def of(cls, state: State, figure: Figure) -> Outlook:
        """The outlook of a figure."""
        return cls(state, figure, tuple(state.figures[name] for name in foes(state, figure.side)))

    def gain(self, order: Order, change: Change) -> Fraction:
        """What it gains by an order about itself and its weapons that it may be given."""
        if order.verb in (POSE.name, DEFEND.name):
            return self._safer(change.changed)
        if change.gives_up:
            return NOTHING
        gained = self.better(change.changed, change.cost)
        return gained if gained > 0 else _readier(self.figure, order)

    def better(self, changed: Figure, cost: int) -> Fraction:
        """What the figure could do more, changed so at a cost in halves of its pass."""
        if left(self.figure, self.state.clock) - cost >= SIMPLE:
            return self._most(changed) - self._now
        # In the next pass the weapon is free again, and the enemy has moved.
        return LIKELY * (self._most(_rested(changed)) - self._next)

    @cached_property
    def _now(self) -> Fraction:
        return self._most(self.figure)

    @cached_property
    def _next(self) -> Fraction:
        return self._most(_rested(self.figure))

    @cached_property
    def _danger(self) -> Fraction:
        return self._endangered(self.figure)

    def _most(self, figure: Figure) -> Fraction:
        shares = (menace_of(self.state, figure, foe, ready=True) for foe in self.foes)
        return max(shares, default=NOTHING)

    @cached_property
    def _marks(self) -> tuple[int, ...]:
        """How many of the side each foe has before it."""
        board, side = self.state.board, self.state.of_side(self.figure.side)
        own = board.mask_of(one.tile for one in side)
        return tuple((own & board.seen_from(foe.tile)).bit_count() for foe in self.foes)

    def _endangered(self, figure: Figure) -> Fraction:
        """What the enemies may take off it, each of whom fires at somebody, or does not."""
        danger = NOTHING
        for foe, marks in zip(self.foes, self._marks, strict=True):
            if harm := menace_of(self.state, foe, figure):
                danger += harm / (1 + marks)
        return danger

    def _safer(self, changed: Figure) -> Fraction:
        gained = self._danger - self._endangered(changed)
        if changed.posture == self.figure.posture:
            return max(NOTHING, gained)
        upright = UPRIGHT * self.figure.who.kind.points
        return gained - upright if changed.posture == PRONE else gained + upright


def _rested(figure: Figure) -> Figure:
    """The figure as its next pass begins (POOL-A2, POOL-F6)."""
    gone = (FIRED, *(slots.name(LOCKED, slot) for slot in range(slots.MOST)))
    kept = {name: value for name, value in figure.counters.items() if name not in gone}
    return evolve(figure, counters=kept)


def _readier(figure: Figure, order: Order) -> Fraction:
    """With nobody to fire at a full magazine and a clear breech are worth something too."""
    if order.verb not in (RELOAD.name, UNJAM.name):
        return NOTHING
    gun = gun_of(figure, order)
    if isinstance(gun, Refusal):
        return NOTHING
    worth = UNSEEN * figure.who.kind.points
    if order.verb == UNJAM.name or not gun.mode:
        return worth
    return worth * (gun.weapon.magazine - gun.rounds) / gun.weapon.magazine


def _picked_up(outlook: Outlook, tile: Tile) -> Fraction:
    """What is picked up to shoot with: at the enemies in sight, else for later."""
    state, figure = outlook.state, outlook.figure
    if no_pickup(state, figure, tile) is not None:
        return NOTHING
    gained = outlook.better(with_missiles(state, figure, tile), SIMPLE)
    return gained if gained > 0 else UNSEEN * figure.who.kind.points


def _waiting(known: View, figure: Figure, order: Order) -> Fraction:
    """A held shot: at the best of the enemies that it has before it, or may come to have."""
    gun, said = gun_of(figure, order), order.facing("face")
    if isinstance(gun, Refusal):
        return NOTHING
    rounds = BURSTS[order.get("burst") or "short"] if gun.bursts else gun.weapon.volley
    if out_of_order(figure, gun, rounds):
        return NOTHING
    facing = figure.facing if said is None else said
    gained = _ahead(known, figure, gun, rounds, facing)
    if figure.count(HOLDING):
        gained -= _ahead(known, figure, gun, rounds, figure.facing)
    return max(NOTHING, gained)


def _ahead(known: View, figure: Figure, gun: Gun, rounds: int, facing: Facing) -> Fraction:
    """What a held shot comes to at the best of those in the arc of a facing."""
    best, board = NOTHING, known.state.board
    seen = board.seen_from(figure.tile)
    for foe in _known_foes(known):
        if in_arc(figure.tile, facing, foe.tile, ARC):
            pair = pair_of(known.state, figure, foe)
            share = shot_at(gun, pair, rounds, earlier=figure.count(FIRED), dice=HELD)
            chance = LIKELY if seen & board.bit(foe.tile) else SELDOM
            best = max(best, chance * share * foe.who.kind.points)
    return best


def _known_foes(known: View) -> Iterator[Figure]:
    """The enemies on the table, in sight of the side or where they were seen last."""
    for contact in known.contacts.values():
        if contact.figure.at is not None and not contact.figure.fate:
            yield contact.figure


def _pinning(state: State, figure: Figure, order: Order) -> Fraction:
    """Suppressive fire on those in cover under it, and on those who could walk into it."""
    sweep = sweep_of(state, order)
    if isinstance(sweep, Refusal):
        return NOTHING
    mask = swept(state, sweep)
    caught = NOTHING
    for name in foes(state, figure.side):
        foe = state.figures[name]
        if state.board.bit(foe.tile) & mask and uncovered(state, figure.tile, foe.tile):
            continue  # struck as it is laid
        caught += SELDOM * points_pinned(sweep, foe)
    return caught


def _rest_of_split(state: State, figure: Figure, order: Order) -> Fraction:
    """The short bursts that come free after the first of a split burst (POOL-16)."""
    gun = gun_of(figure, order)
    if order.get("burst") != "split" or isinstance(gun, Refusal) or in_split(figure, gun):
        return NOTHING
    foe, rounds = state.figures[order.target], BURSTS["split"]
    fired = (figure.count(FIRED) + rounds * burst for burst in range(1, SPLIT_BURSTS))
    pair = pair_of(state, figure, foe)
    more = sum((shot_at(gun, pair, rounds, earlier=earlier) for earlier in fired), NOTHING)
    return STANDS * more * foe.who.kind.points
