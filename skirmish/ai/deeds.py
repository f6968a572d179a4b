"""What a figure may do where it stands beside walking: its attacks, and what it can prepare.

How an order is spelt tells which is which: to walk is to be given a path, to turn a facing; what
rolls dice attacks; all else prepares something, and is worth what the ruleset sees coming of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve, field, frozen

from skirmish.ai.belief import arriving, coming
from skirmish.ai.candidates import Draft, roaming
from skirmish.ai.means import share
from skirmish.ai.memory import lasting
from skirmish.ai.picture import Picture, concerned
from skirmish.ai.strikes import Strike, strikes
from skirmish.ai.units import MILLI
from skirmish.core.dice import Roller
from skirmish.core.figures import Figure
from skirmish.core.orders import Order
from skirmish.core.state import Known
from skirmish.core.text import Shape
from skirmish.core.view import View
from skirmish.rulesets.carry import carry, refusal
from skirmish.rulesets.protocol import deeds as typical_deeds
from skirmish.rulesets.protocol import spends

MOVES = (Shape.PATH, Shape.FACING)
LEAST_CHANCE = Fraction(1, 20)
"""Where figures walk and attack in one bound, the chance to touch anybody that a shot must have."""
NEXT = 500
"""What the way that is open in the next bound counts for, in thousandths."""
TRIED = 2
"""Attacks that are tried out after a preparation: the best of them as things are."""
FIGHTS = 2
"""Turns to come for which ammunition is kept at most."""
MAYBE = 250
"""What preparing for an enemy that may come into sight counts for, in thousandths."""


@frozen(eq=False)
class Deed:
    """An order that a figure may be given, short of walking and turning.

    `cost` is in thousandths of its bound, `prospect` in thousandths of a point, and so is `saved`:
    what the ammunition that it takes could do later. `then`: the attacks that a preparation leaves
    time for and makes better, as they are after it.
    """

    order: Order
    attack: bool
    cost: int
    prospect: int = 0
    strikes: tuple[Strike, ...] = field(default=(), repr=False)
    poses: bool = False
    saved: int = 0
    then: tuple[Deed, ...] = field(default=(), repr=False)

    @property
    def lost(self) -> Fraction:
        """Points that an attack takes off whomever it strikes."""
        return sum((strike.lost for strike in self.strikes), Fraction(0))


def deeds(sight: Picture, figure: Figure, made: Draft) -> tuple[Deed, ...]:
    """The deeds that make sense for a figure now."""
    if not made.acts:
        return ()
    if not sight.mixed:
        return _deeds(sight, figure)
    key = (figure, sight.table, concerned(sight, figure), _friends(sight))
    kept = sight.memory.deeds.get(figure.id)
    if kept is not None and kept[0] == key:
        known: tuple[Deed, ...] = kept[1]
        return known
    found = _deeds(sight, figure)
    sight.memory.deeds[figure.id] = (key, found)
    return found


def _friends(sight: Picture) -> tuple[int, ...]:
    """What a deed depends on of friends wherever they are, as values.

    How many of them each foe has before it; where nobody is in sight, where somebody may come to.
    """
    if any(foe.seen for foe in sight.foes):
        return tuple((sight.taken & mask).bit_count() for mask in sight.sight)
    return sight.view.seen, sight.taken


def _deeds(sight: Picture, figure: Figure) -> tuple[Deed, ...]:
    soon = _soon(sight, figure)
    given = dict.fromkeys(typical_deeds(sight.ruleset, sight.view, figure.id))
    if soon is not None:
        ready = typical_deeds(sight.ruleset, soon.view, figure.id)
        given |= dict.fromkeys(order for order in ready if _prepares(sight, order))
    verbs = sight.ruleset.verbs
    found = []
    for order in given:
        verb = verbs.get(order.verb)
        if verb is not None and verb.target not in MOVES:
            found.append(_deed(sight, figure, order, soon, attack=verb.dice))
    if not sight.mixed:
        return tuple(found)
    sensible = [deed for deed in found if not _hopeless(sight, deed)]
    best = sorted((deed for deed in sensible if deed.attack), key=lambda deed: -deed.lost)[:TRIED]
    return tuple(_followed(sight, figure, deed, best) for deed in sensible)


def _followed(sight: Picture, figure: Figure, deed: Deed, best: Sequence[Deed]) -> Deed:
    """A preparation with the attacks that it makes better, tried out; all else as it is."""
    rest = share(sight.ruleset.rest(sight.view.state, figure.id))
    orders = [shot.order for shot in best if deed.cost + shot.cost <= rest]
    if deed.attack or deed.prospect <= 0 or not orders:
        return deed
    state, side = sight.view.state, sight.view.side
    # Who answers it from his ground we cannot know: what he holds ready is hidden.
    mine = {name: zone for name, zone in state.zones.items() if zone.side == side}
    quiet = evolve(state, zones=mine, known={sight.view.enemy: Known(), **state.known})
    done = carry(sight.ruleset, quiet, side, deed.order, Roller("a trial"))
    if done.faces or done.state.pending is not None:
        return deed
    later = evolve(sight, view=evolve(sight.view, state=evolve(done.state, zones=state.zones)))
    return evolve(
        deed,
        then=tuple(
            judged(later, done.state.figures[figure.id], order)
            for order in orders
            if refusal(sight.ruleset, later.view, order) is None
        ),
    )


def _prepares(sight: Picture, order: Order) -> bool:
    """Whether an order rolls nothing and may be given as things are."""
    if sight.ruleset.verbs[order.verb].dice:
        return False
    return refusal(sight.ruleset, sight.view, order) is None


@frozen
class Soon:
    """A view of enemies that may come into sight, and how far it counts, in thousandths."""

    view: View
    part: int


def _soon(sight: Picture, figure: Figure) -> Soon | None:
    """What a figure may have to wait for where no enemy is in sight."""
    if any(foe.seen for foe in sight.foes):
        return None
    likely, part = coming(sight.view, sight.foes, figure), MAYBE
    if likely is None and not sight.foes:
        likely, part = arriving(sight.view, figure), sight.level.weights.perhaps
    return None if likely is None else Soon(likely, part)


def _hopeless(sight: Picture, deed: Deed) -> bool:
    """Whether an attack hits hardly anybody and leaves nothing behind: a waste of rounds."""
    if not deed.attack or deed.prospect > 0:
        return False
    figures, side = sight.view.state.figures, sight.view.side
    hits = (strike.hit for strike in deed.strikes if figures[strike.figure].side != side)
    return max(hits, default=Fraction(0)) < LEAST_CHANCE


def _deed(sight: Picture, figure: Figure, order: Order, soon: Soon | None, *, attack: bool) -> Deed:
    ruleset, state = sight.ruleset, sight.view.state
    poses = order.target in state.setup.declared.postures
    prospect = int(ruleset.prospect(sight.view, order) * MILLI)
    if poses:
        prospect += _freedom(sight, figure, order.target)
    elif soon is not None and not attack and prospect <= 0:
        later = int(ruleset.prospect(soon.view, order) * MILLI)
        prospect = max(prospect, later * soon.part // MILLI)
    hits = ruleset.attack(state, order) if attack else None
    return Deed(
        order=order,
        attack=attack,
        cost=share(ruleset.cost(state, order)),
        prospect=prospect,
        strikes=strikes(ruleset, state, hits, sight.memory),
        poses=poses,
        saved=_saved(sight, figure, order) if attack else 0,
    )


def _saved(sight: Picture, figure: Figure, order: Order) -> int:
    """What the ammunition of an attack could do later, where there is too little for every turn."""
    part = spends(sight.ruleset, sight.view.state, order)
    if not part:
        return 0
    state = sight.view.state
    wanted = 1 + min(FIGHTS, state.setup.turns - state.clock.turn)
    lacking = max(Fraction(0), 1 - 1 / (part * wanted))
    harm = sight.duels.harm
    best = max((harm(figure, figure.tile, foe.figure, foe.tile) for foe in sight.foes), default=0)
    return int(best * lacking)


def judged(sight: Picture, figure: Figure, order: Order) -> Deed:
    """An attack of a figure as it is weighed, whether or not one would have thought of it."""
    return _deed(sight, figure, order, None, attack=True)


def _freedom(sight: Picture, figure: Figure, posture: str) -> int:
    """What a figure gains in the next bound by how far it can go in another posture."""
    return (_roam(sight, figure, posture) - _roam(sight, figure, figure.posture)) * NEXT // MILLI


def _roam(sight: Picture, figure: Figure, posture: str) -> int:
    """The pull of the best tile that it could reach with a fresh bound, over where it stands."""
    fresh = evolve(lasting(figure, sight.view.state.setup.declared), posture=posture)
    key = (figure.tile, sight.memory.sign(fresh), sight.ground)
    known = sight.memory.roams.get(figure.id, {})
    if key not in known:
        known[key] = roaming(sight, fresh)
        sight.memory.roams[figure.id] = known
    return known[key]


def aiders(sight: Picture, order: Order) -> Sequence[str]:
    """Own figures that an order spends besides the one that it is given to."""
    verb = sight.ruleset.verbs[order.verb]
    own = {figure.id for figure in sight.mine}
    return [
        name
        for spec in verb.fields
        if spec.shape is Shape.FIGURES
        for name in order.figures(spec.name)
        if name in own
    ]
