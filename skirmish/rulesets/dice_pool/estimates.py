"""Estimates for the computer player: what an order may gain later."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, partial
from types import MappingProxyType

from attrs import field, frozen

from skirmish.core.dice import odds
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, in_arc
from skirmish.core.orders import Order, granted
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import ZERO, Action
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.present import foes, occupied
from skirmish.rulesets.common.prospects import UNSEEN, Prospects, deterred, owed, unhurried
from skirmish.rulesets.dice_pool.accuracy import HELD, Shot, attack_of, in_split
from skirmish.rulesets.dice_pool.ammunition import (
    RELOAD,
    RETRIEVE,
    SET_CHOKE,
    SET_MODE,
    UNJAM,
    Pickup,
    missile_tiles,
    with_missiles,
)
from skirmish.rulesets.dice_pool.budget import Change, left, unable
from skirmish.rulesets.dice_pool.counters import AIMED, FIRED, LOCKED, PRONE
from skirmish.rulesets.dice_pool.dice import (
    BURSTS,
    COMPLEX,
    SIMPLE,
    SPLIT_BURSTS,
    Fault,
    fault,
)
from skirmish.rulesets.dice_pool.expected_loss import (
    menace,
    menace_of,
    pair_of,
    points_pinned,
    shot_at,
)
from skirmish.rulesets.dice_pool.figures import gun_in
from skirmish.rulesets.dice_pool.movement import DEFEND, POSE
from skirmish.rulesets.dice_pool.reactions import ARC, HOLD, Hold, held_rounds
from skirmish.rulesets.dice_pool.rolling import dice_of, faults_of
from skirmish.rulesets.dice_pool.shooting import AIM, FIRE
from skirmish.rulesets.dice_pool.suppression import SUPPRESS, Sweep, swept, uncovered

LIKELY = Fraction(1, 2)
"""Chance that an enemy in sight does what the order waits for, or is still there a pass later."""
SELDOM = Fraction(1, 4)
"""Chance that an enemy comes into sight, or leaves cover under suppressive fire."""
STANDS = Fraction(3, 4)
"""Chance that a target is left for the rest of a split burst."""
UPRIGHT = Fraction(1, 50)
"""Value of standing upright, as a share of the figure's points."""


def aim_share(state: State, name: str) -> Fraction:
    """The share of a figure's expected damage that its aim contributes."""
    return owed(menace, state, name, AIMED)


def budget_left(state: State, figure: str) -> Fraction:
    """The part of its pass that a figure has left, as a share."""
    return Fraction(left(state.figures[figure], state.clock), COMPLEX)


def readied(known: View, figure: Figure) -> Iterator[tuple[Fraction, Order]]:
    """The orders by which a figure could change itself or its weapons now, with their gains."""
    outlook = Outlook.of(known.state, figure)
    for action, gain in CHANGES:
        for family in action.options(known, figure):
            order = family.draw(_first)
            change = granted(action.plan(known, order))
            if change is not None:
                yield outlook.gained(gain, change), order
    if unable(known.state, figure, SIMPLE) is None:
        for tile in missile_tiles(known.state, figure):
            yield _picked_up(outlook, tile), Order.of(RETRIEVE.name, figure.id, tile)


def _first(_number: int) -> int:
    """Choose the first option; these families have one option for each part."""
    return 0


@frozen(eq=False)
class Outlook:
    """Expected damage between a figure and the enemies in sight, as all of them stand.

    Kept with the state, because the list of a figure's orders and the estimate of each of them use
    it.
    """

    state: State
    figure: Figure
    foes: tuple[Figure, ...]
    _gains: dict[Hashable, Fraction] = field(factory=dict, init=False)

    @classmethod
    def of(cls, state: State, figure: Figure) -> Outlook:
        """The outlook of a figure."""
        kept: Outlook | None = state.cache.get((cls, figure.id))
        if kept is None or kept.figure is not figure:
            kept = state.cache[cls, figure.id] = cls(state, figure, foes(state, figure.side))
        return kept

    def gained(self, gain: Callable[[Outlook, Change], Fraction], change: Change) -> Fraction:
        """The gain of a change of the figure."""
        counters = tuple(sorted(change.counters.items()))
        key = gain, change.cost, counters, change.posture, change.slot, change.gives_up
        if key not in self._gains:
            self._gains[key] = gain(self, change)
        return self._gains[key]

    @cached_property
    def harms(self) -> Mapping[str, Fraction]:
        """The figure's expected damage to each enemy, with its weapons as they are."""
        shots = partial(menace_of, self.state, self.figure, ready=True)
        return {foe.id: shots(foe) for foe in self.foes}

    def set(self, change: Change) -> Fraction:
        """The gain of aiming or of a weapon's new setting."""
        gained = ZERO if change.gives_up else self.better(change.changed, change.cost)
        return max(ZERO, gained)

    def cleared(self, change: Change) -> Fraction:
        """The gain of clearing a jam; without a target it has a fixed value."""
        return self.set(change) or UNSEEN * self.figure.who.kind.points

    def loaded(self, change: Change) -> Fraction:
        """The gain of loading a weapon; without a target it still has some value."""
        gun = gun_in(self.figure, change.slot)
        lacking = Fraction(gun.weapon.magazine - gun.rounds, gun.weapon.magazine)
        return self.set(change) or unhurried(self.figure, lacking)

    def better(self, changed: Figure, cost: int) -> Fraction:
        """The increase of the figure's expected damage by a change; `cost` in halves of a pass."""
        if left(self.figure, self.state.clock) - cost >= SIMPLE:
            return self._most(changed) - self._now
        # In the next pass the weapon is free again, and the enemy has moved.
        return LIKELY * (self._most(_rested(changed)) - self._next)

    @cached_property
    def _now(self) -> Fraction:
        return max(self.harms.values(), default=ZERO)

    @cached_property
    def _next(self) -> Fraction:
        return self._most(_rested(self.figure))

    @cached_property
    def _danger(self) -> Fraction:
        return self._endangered(self.figure)

    def _most(self, figure: Figure) -> Fraction:
        shares = (menace_of(self.state, figure, foe, ready=True) for foe in self.foes)
        return max(shares, default=ZERO)

    @cached_property
    def _marks(self) -> tuple[int, ...]:
        """The number of figures of the figure's side that each enemy sees."""
        board, own = self.state.board, occupied(self.state, self.figure.side)
        return tuple((own & board.seen_from(foe.tile)).bit_count() for foe in self.foes)

    def _endangered(self, figure: Figure) -> Fraction:
        """Expected loss of the figure to all enemies, which may fire at others or not at all."""
        danger = ZERO
        for foe, marks in zip(self.foes, self._marks, strict=True):
            if harm := menace_of(self.state, foe, figure):
                danger += harm / (1 + marks)
        return danger

    def safer(self, change: Change) -> Fraction:
        """The gain of a posture or of full defence."""
        changed = change.changed
        gained = self._danger - self._endangered(changed)
        if changed.posture == self.figure.posture:
            return max(ZERO, gained)
        upright = UPRIGHT * self.figure.who.kind.points
        return gained - upright if changed.posture == PRONE else gained + upright


def _rested(figure: Figure) -> Figure:
    """The figure when its next pass begins (POOL-A2, POOL-F6)."""
    gone = (FIRED, *(slots.name(LOCKED, slot) for slot in range(slots.MOST)))
    kept = {name: value for name, value in figure.counters.items() if name not in gone}
    return fast_evolve(figure, counters=kept)


def _picked_up(outlook: Outlook, tile: Tile) -> Fraction:
    """The gain of missiles to pick up: against the enemies in sight, else a fixed value."""
    state, figure = outlook.state, outlook.figure
    gained = outlook.better(with_missiles(state, figure, tile), SIMPLE)
    return gained if gained > 0 else UNSEEN * figure.who.kind.points


def _waiting(known: View, plan: Hold) -> Fraction:
    """The gain of a held shot: at the best target in its arc, or that may come into it."""
    figure, gun, facing = plan.figure, plan.gun, plan.facing
    rounds = held_rounds(gun, plan.order.get("burst"))
    best, board = ZERO, known.state.board
    seen = board.seen_from(figure.tile)
    for foe in _known_foes(known):
        if in_arc(figure.tile, facing, foe.tile, ARC):
            pair = pair_of(known.state, figure, foe)
            share = shot_at(gun, pair, rounds, earlier=figure.count(FIRED), dice=HELD)
            chance = LIKELY if seen & board.bit(foe.tile) else SELDOM
            best = max(best, chance * share * foe.who.kind.points)
    return best


def _known_foes(known: View) -> Iterator[Figure]:
    """The enemies on the table, in sight or where they were last seen."""
    for contact in known.contacts.values():
        if contact.figure.at is not None and not contact.figure.fate:
            yield contact.figure


def _pinning(known: View, sweep: Sweep) -> Fraction:
    """The gain of suppressive fire: on enemies in cover under it, and on those it may deter."""
    state, figure = known.state, sweep.shooter
    mask = swept(state, sweep)
    caught = ZERO
    for foe in foes(state, figure.side):
        if state.board.bit(foe.tile) & mask and uncovered(state, figure.tile, foe.tile):
            continue  # struck as it is laid
        lost = points_pinned(sweep, foe)
        caught += max(SELDOM * lost, deterred(menace, state, foe.id, lost))
    return caught


def _rest_of_split(known: View, shot: Shot) -> Fraction:
    """The gain of the free short bursts after the first one of a split burst (POOL-16)."""
    state, figure, gun = known.state, shot.shooter, shot.gun
    if shot.burst != "split" or in_split(figure, gun):
        return ZERO
    foe, rounds = state.figures[shot.target], BURSTS["split"]
    fired = (figure.count(FIRED) + rounds * burst for burst in range(1, SPLIT_BURSTS))
    pair = pair_of(state, figure, foe)
    more = sum((shot_at(gun, pair, rounds, earlier=earlier) for earlier in fired), ZERO)
    return STANDS * more * foe.who.kind.points


def _after_shot(known: View, shot: Shot) -> Fraction:
    """The gain of the rest of a split burst, less what a mishap would cost."""
    return _rest_of_split(known, shot) - _mishap_price(known.state, shot)


def _mishap_price(state: State, shot: Shot) -> Fraction:
    """Expected damage that a mishap of a shot takes from its figure (POOL-F2).

    To clear the weapon takes a part of the next pass, in which better targets may come into sight;
    the worse mishap ends the present one too.
    """
    figure, possible = shot.shooter, faults_of(shot)
    rest = max(0, left(figure, state.clock) - shot.cost)
    chances = dict(odds(fault, dice_of(attack_of(state, shot))).items())
    lost = chances.get(Fault.LOST, ZERO) if Fault.LOST in possible else ZERO
    stuck = chances.get(Fault.JAM, ZERO) + lost if Fault.JAM in possible else ZERO
    best = max(Outlook.of(state, figure).harms.values(), default=ZERO)
    cleared = max(best * SIMPLE / COMPLEX, UNSEEN * figure.who.kind.points)
    return stuck * cleared + lost * best * rest / COMPLEX


CHANGES: tuple[tuple[Action[Change], Callable[[Outlook, Change], Fraction]], ...] = (
    (AIM, Outlook.set),
    (DEFEND, Outlook.safer),
    (POSE, Outlook.safer),
    (RELOAD, Outlook.loaded),
    (UNJAM, Outlook.cleared),
    (SET_MODE, Outlook.set),
    (SET_CHOKE, Outlook.set),
)
"""The orders about a figure itself and its weapons, with the gain of each."""


def _changed(gain: Callable[[Outlook, Change], Fraction], known: View, change: Change) -> Fraction:
    return Outlook.of(known.state, change.figure).gained(gain, change)


def _retrieved(known: View, plan: Pickup) -> Fraction:
    return _picked_up(Outlook.of(known.state, plan.figure), plan.tile)


PROSPECTS: Prospects = MappingProxyType(
    {
        HOLD.name: _waiting,
        SUPPRESS.name: _pinning,
        FIRE.name: _after_shot,
        RETRIEVE.name: _retrieved,
        **{action.name: partial(_changed, gain) for action, gain in CHANGES},
    }
)
