"""Actions of a figure on its tile: its attacks and its preparations.

The syntax of an order tells its sort: an order with a path is a walk, one with a facing a turn, one
with dice an attack; all others are preparations, with the value that the ruleset's prospect gives
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from attrs import evolve, field, frozen

from skirmish.ai.action_budget import LATER, share
from skirmish.ai.belief import arriving, coming
from skirmish.ai.cache import lasting
from skirmish.ai.drafts import roaming
from skirmish.ai.expected_damage import losses_of
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.goals import from_the_enemy, way_from
from skirmish.ai.situation import Situation
from skirmish.core.codec import Shape
from skirmish.core.dice import Roller
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Purpose
from skirmish.core.state import Knowledge
from skirmish.core.view import View
from skirmish.rulesets.attack import ExpectedLoss
from skirmish.rulesets.engine import carry_out, refusal

MOVES = (Shape.PATH, Shape.FACING)
WAITS = (Purpose.HOLD, Purpose.WATCH)
SAFE = (Purpose.POSTURE, Purpose.DEFENCE)
LEAST_CHANCE = Fraction(1, 20)
"""The least chance to hit for which a shot is made, where figures walk and attack in one bound."""
LEAST_THROW = Fraction(1, 10)
"""The same for a shot or throw at a tile, unless the side has no bound after this one: the
ammunition could do more later."""
NEXT = 500
"""Weight of the freedom to move in the next bound, in thousandths."""
TRIED = 2
"""Number of attacks, and of other preparations, that are tried out after a preparation: the best
ones as things are, and the best wait."""
FIGHTS = 2
"""The most coming turns for which ammunition is saved."""
READY = 900
"""Weight of waiting for an enemy in sight, in thousandths: a shot now comes before it acts."""
MAYBE = 250
"""Weight of preparing for an enemy that may come into sight, in thousandths."""


@frozen(eq=False)
class Candidate:
    """An order for a figure other than walking and turning.

    `cost` is in thousandths of the figure's bound, `prospect` and `saved` in thousandths of a
    point. `saved`: what the ammunition used could do later. `poses`: it changes the posture.
    `waits`: it waits for the enemy's bound, and any other order would end it. `aims`: the next
    attack ends it. `then`: the orders that a preparation leaves time for and improves, as weighed
    after it.
    """

    order: Order
    attack: bool
    cost: int
    prospect: int = 0
    expected_losses: tuple[ExpectedLoss, ...] = field(default=(), repr=False)
    poses: bool = False
    waits: bool = False
    aims: bool = False
    saved: int = 0
    then: tuple[Candidate, ...] = field(default=(), repr=False)

    @property
    def lost(self) -> Fraction:
        """Points that an attack is expected to cost all figures that it hits."""
        return sum((strike.lost for strike in self.expected_losses), Fraction(0))


def candidate_actions(situation: Situation, figure: Figure) -> Sequence[Candidate]:
    """Return the actions that make sense for a figure now."""
    spent = situation.mixed and not situation.left(figure)
    soon = None if spent else _soon(situation, figure)
    given = dict.fromkeys(_suggested(situation, situation.view, figure))
    if soon is not None:
        ready = _suggested(situation, soon.view, figure)
        given |= dict.fromkeys(order for order in ready if _prepares(situation, order))
    again = figure.id in situation.posed
    postures = situation.view.state.setup.declared.postures if again else ()
    given_now = (order for order in given if order.target not in postures)
    found = [judge_action(situation, figure, order, soon) for order in given_now]
    if not situation.mixed:
        return [one for one in found if not _too_late(situation, figure, one)]
    sensible = [one for one in found if not _wasted(situation, figure, one)]
    shots = (candidate for candidate in sensible if candidate.attack)
    best = sorted(shots, key=lambda candidate: -candidate.lost)[:TRIED]
    stops = [one for one in sensible if not (one.attack or one.poses) and one.prospect > 0]
    stops.sort(key=lambda candidate: -candidate.prospect)
    for waits, most in ((False, TRIED), (True, 1)):
        best += [one for one in stops if one.waits is waits][:most]
    return [_followed(situation, figure, candidate, best, soon) for candidate in sensible]


def _suggested(situation: Situation, view: View, figure: Figure) -> Iterator[Order]:
    """Yield the orders that the rules suggest for a figure, other than walking and turning."""
    verbs = situation.ruleset.verbs
    for order in situation.ruleset.suggestions.actions(view, figure.id):
        if order.verb in verbs and verbs[order.verb].target not in MOVES:
            yield order


def _followed(
    situation: Situation,
    figure: Figure,
    candidate: Candidate,
    best: Sequence[Candidate],
    soon: Soon | None,
) -> Candidate:
    """Return a preparation with the orders that it improves; other candidates as they are."""
    rest = situation.left(figure)
    orders = [
        one
        for one in best
        if one is not candidate and (not one.attack or candidate.cost + one.cost <= rest)
    ]
    if candidate.attack or candidate.waits or candidate.prospect <= 0:
        return candidate
    if candidate.cost >= rest or not orders:
        return candidate
    later = after_order(situation, candidate.order)
    if later is None:
        return candidate
    after = later.view.state.figures[figure.id]
    return evolve(
        candidate,
        then=tuple(
            judge_action(later, after, one.order, soon and soon.after(after))
            for one in orders
            if refusal(situation.ruleset, later.view, one.order) is None
        ),
    )


def after_order(situation: Situation, order: Order) -> Situation | None:
    """Return the situation after an order, as its side can foresee it; None where dice decide."""
    state, side = situation.view.state, situation.view.side
    # The enemy's reactions cannot be known: what it holds ready is hidden.
    mine = {name: zone for name, zone in state.zones.items() if zone.side == side}
    quiet = fast_evolve(state, zones=mine, known={situation.view.enemy: Knowledge(), **state.known})
    done = carry_out(situation.ruleset, quiet, side, order, Roller("a trial"))
    if done.faces or done.state.pending is not None:
        return None
    after = fast_evolve(done.state, zones=state.zones)
    return situation.later(fast_evolve(situation.view, state=after))


def actions_after(situation: Situation, figure: Figure) -> Sequence[Candidate]:
    """Return a figure's attacks and preparations after a walk, without orders to follow them."""
    soon, given = _soon(situation, figure), _suggested(situation, situation.view, figure)
    found = [judge_action(situation, figure, order, soon) for order in dict.fromkeys(given)]
    return [one for one in found if not (one.poses or _wasted(situation, figure, one))]


def _prepares(situation: Situation, order: Order) -> bool:
    """Whether an order is legal now and rolls no dice."""
    if situation.ruleset.verbs[order.verb].dice:
        return False
    return refusal(situation.ruleset, situation.view, order) is None


@frozen
class Soon:
    """A view with enemies that may come into sight, and its weight in thousandths."""

    view: View
    part: int

    def after(self, figure: Figure) -> Soon:
        """Return the same after a figure has changed."""
        return Soon(fast_evolve(self.view, state=self.view.state.with_figure(figure)), self.part)


def sees_a_foe(situation: Situation, figure: Figure) -> bool:
    """Whether a foe in sight of the side can be seen from the figure's tile."""
    bit = situation.board.bit(figure.tile)
    return any(
        foe.seen and mask & bit
        for foe, mask in zip(situation.foes, situation.sight_masks, strict=True)
    )


def _soon(situation: Situation, figure: Figure) -> Soon | None:
    """Return the enemies that a figure without an enemy in sight may have to wait for."""
    if sees_a_foe(situation, figure):
        return None
    view, cache = situation.view, situation.cache
    likely, part = coming(view, situation.foes, figure, partial(way_from, cache)), MAYBE
    if likely is None and not situation.foes:
        likely = arriving(view, figure, from_the_enemy(view, cache))
        part = situation.level.weights.perhaps
    return None if likely is None else Soon(likely, part * situation.safety // MILLI)


def _hopeless(situation: Situation, figure: Figure, candidate: Candidate) -> bool:
    """Whether an attack wastes ammunition: small chance to hit, little lasting effect."""
    if not candidate.attack:
        return False
    figures, side = situation.view.state.figures, situation.view.side
    struck = [one for one in candidate.expected_losses if figures[one.figure].side != side]
    worth = max((figures[one.figure].who.kind.points for one in struck), default=0)
    at_tile = situation.ruleset.verbs[candidate.order.verb].target is Shape.TILE
    stray = not at_tile and any(one.figure != candidate.order.target for one in struck)
    aimed = _at_one(situation, candidate.order) if stray else struck
    hit = max((one.hit for one in aimed), default=Fraction(0))
    least = LEAST_THROW if at_tile and situation.attacks_later(figure) else LEAST_CHANCE
    return hit < least and candidate.prospect <= worth * LEAST_CHANCE * MILLI


def _at_one(situation: Situation, order: Order) -> Sequence[ExpectedLoss]:
    """Return the expected losses by an attack at its target, with no other enemy in sight."""
    state, side = situation.view.state, situation.view.side
    seen = {**state.known, side: evolve(state.known[side], visible=(order.target,))}
    for spec in situation.ruleset.verbs[order.verb].fields:
        if spec.shape in (Shape.FIGURES, Shape.SPLIT):
            order = order.with_field(spec.name, "")
    return losses_of(situation.ruleset, fast_evolve(state, known=seen), order, situation.cache)


def _too_late(situation: Situation, figure: Figure, candidate: Candidate) -> bool:
    """Whether an aim or a reload is useless because the figure attacks no more in this battle."""
    purpose = situation.ruleset.verbs[candidate.order.verb].purpose
    if purpose not in (Purpose.AIM, Purpose.RELOAD) or situation.attacks_later(figure):
        return False
    least = situation.matchups.capabilities(figure).attack.least
    return not situation.mixed or situation.left(figure) - candidate.cost < least


def _wasted(situation: Situation, figure: Figure, candidate: Candidate) -> bool:
    return _hopeless(situation, figure, candidate) or _too_late(situation, figure, candidate)


def judge_action(
    situation: Situation, figure: Figure, order: Order, soon: Soon | None = None
) -> Candidate:
    """Return an action of a figure as it is weighed, whether or not the rules suggest it."""
    ruleset, state = situation.ruleset, situation.view.state
    poses = order.target in state.setup.declared.postures
    verb = ruleset.verbs[order.verb]
    attack, waits = verb.dice, verb.purpose in WAITS
    prospect = int(ruleset.prospect(situation.view, order) * MILLI)
    upright = next(iter(state.setup.declared.postures))
    if verb.purpose in SAFE and order.target != upright:
        prospect = prospect * situation.safety // MILLI
    if poses:
        if prospect > 0 or figure.posture != upright:  # upright is the fastest
            prospect += _freedom(situation, figure, order) + _room(situation, figure, order)
    elif waits and soon is None:
        prospect = prospect * _at_stake(situation, situation.view) // MILLI * READY // MILLI
    elif soon is not None and not attack:
        later = int(ruleset.prospect(soon.view, order) * MILLI)
        later = later * _at_stake(situation, soon.view) // MILLI if waits else later
        prospect = max(prospect, later * _awaited(situation, figure, order, soon) // MILLI)
    return Candidate(
        order=order,
        attack=attack,
        cost=share(ruleset.cost(state, order)),
        prospect=prospect,
        expected_losses=losses_of(ruleset, state, order, situation.cache) if attack else (),
        poses=poses,
        waits=waits,
        aims=verb.purpose is Purpose.AIM,
        saved=_saved(situation, figure, order) if attack else 0,
    )


def _at_stake(situation: Situation, view: View) -> int:
    """Mean weight of the enemies in a view, in thousandths of their points."""
    weights = [situation.weight_at(foe, foe.tile) for foe in view.enemies()]
    return sum(weights) // len(weights) if weights else MILLI


def _awaited(situation: Situation, figure: Figure, order: Order, soon: Soon) -> int:
    """Weight of a preparation for an enemy out of sight, in thousandths.

    A wait is worth less, the longer no enemy has come. A walk ends an aim, so an aim is worth
    nothing to a figure that is moving.
    """
    purpose = situation.ruleset.verbs[order.verb].purpose
    if purpose is Purpose.AIM and situation.walking(figure):
        return 0
    return soon.part // (1 + situation.stood(figure)) if purpose in WAITS else soon.part


def _saved(situation: Situation, figure: Figure, order: Order) -> int:
    """Value that an attack's ammunition could have later, if there is too little for every turn."""
    part = situation.ruleset.ammo_share(situation.view.state, order)
    if not part:
        return 0
    state, matchups = situation.view.state, situation.matchups
    later = min(FIGHTS, state.setup.turns - state.clock.turn)
    wanted = 1 + later * matchups.capabilities(figure).attack.times
    lacking = max(Fraction(0), 1 - 1 / (part * wanted))
    best = max((matchups.in_the_open(figure, foe.figure) for foe in situation.foes), default=0)
    return int(best * lacking * situation.level.weights.spare / MILLI)


def _freedom(situation: Situation, figure: Figure, order: Order) -> int:
    """Return what a figure gains by how far it can go in the next bound in another posture."""

    def roam(posture: str) -> int:
        fresh = fast_evolve(lasting(figure, situation.view.state.setup.declared), posture=posture)
        about, key = (figure.id, posture), (fresh, situation.ground)
        return situation.cache.latest(_roam, about, situation, fresh, order.verb, key=key)

    return (roam(order.target) - roam(figure.posture)) * NEXT // MILLI


def _room(situation: Situation, figure: Figure, order: Order) -> int:
    """Return what a figure gains by how much farther it can go in this bound once it has risen."""
    upright = next(iter(situation.view.state.setup.declared.postures))
    risen = after_order(situation, order) if situation.mixed and order.target == upright else None
    if risen is None:
        return 0
    there = roaming(risen, risen.view.state.figures[figure.id])
    return max(0, there - roaming(situation, figure)) * LATER // MILLI


def _roam(situation: Situation, figure: Figure, pose: str) -> int:
    """Pull of the best tile within a figure's fresh bound, less that of its own tile.

    A figure that is not upright may rise first; `pose` is the verb for that.
    """
    state = situation.view.state
    upright = next(iter(state.setup.declared.postures))
    best = roaming(situation, figure)
    if figure.posture == upright:
        return best
    lying = situation.later(fast_evolve(situation.view, state=state.with_figure(figure)))
    rise = Order.of(pose, figure.id, upright)
    able = refusal(situation.ruleset, lying.view, rise) is None
    risen = after_order(lying, rise) if able else None
    if risen is None:
        return best
    return max(best, roaming(risen, risen.view.state.figures[figure.id]))


def aiders(situation: Situation, order: Order) -> Sequence[str]:
    """Return the side's other figures that take part in an order."""
    verb = situation.ruleset.verbs[order.verb]
    own = {figure.id for figure in situation.mine}
    return [
        name
        for spec in verb.fields
        if spec.shape is Shape.FIGURES
        for name in order.figures(spec.name)
        if name in own
    ]
