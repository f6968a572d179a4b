"""Words for the reasons of the computer: one table for every term that it weighs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import itemgetter
from types import MappingProxyType

from attrs import evolve

from skirmish.ai import Explanation, Weighed
from skirmish.ai.capabilities import at_once
from skirmish.ai.explanation import in_tenths, points
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.remarks import AtPlace, Attacked, detail_words
from skirmish.core import battle_parts
from skirmish.core.codec import Shape
from skirmish.core.orders import DEPLOY, END, READY, Order, Purpose, Verb
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.presentation.figure_status import STANDING
from skirmish.presentation.odds.attack_positions import LATER, NOW
from skirmish.presentation.odds.odds_rows import short_words
from skirmish.presentation.odds.odds_words import conditions_words
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.reasons.aim_reasons import aim_words
from skirmish.presentation.wording import humanize, order_words, percent, spaced
from skirmish.rulesets.engine import verbs_of

TERMS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "fight": ("joins a close combat", "makes a close combat worse"),
        "victory": ("ends the battle: victory", "ends the battle: defeat"),
        "draw": ("ends the battle: a draw, not a defeat", "ends the battle: a draw, not a victory"),
        "enemy loss": ("expected enemy losses", "fewer expected enemy losses"),
        "threat": ("stops the target's own attacks", "stops fewer of the target's attacks"),
        "enemy stake": (
            "objectives and the break point hang on that enemy",
            "less hangs on that enemy: objectives, the break point",
        ),
        "own loss": ("less risk to own figures", "risk to own figures"),
        "aid": ("keeps the helpers free", "the helpers give up their own orders"),
        "ammunition": ("saves ammunition", "ammunition needed later"),
        "prospect": ("better attacks or defence after it", "worse attacks or defence after it"),
        "goal": ("nearer to an objective", "farther from an objective"),
        "fire": ("better shots from there", "worse shots from there"),
        "lone": (
            "less far ahead of its side where unseen enemies may be",
            "far ahead of its side where unseen enemies may be",
        ),
        "lane": ("leaves a friend's line of fire", "stands in a friend's line of fire"),
        "now": ("can still attack after it", "gives up an attack"),
        "reply": (
            "a poorer target for the enemy's next attacks",
            "a better target for the enemy's next attacks",
        ),
        "way": ("a safer route", "enemy fire along the route"),
        "answer": ("provokes no attack", "enemy attacks that it provokes"),
        "zone": ("leaves gas", "enters gas"),
        "kept": ("keeps its aim", "loses its aim"),
        "cover": ("better cover", "worse cover"),
        "crowd": ("farther from friends (blasts)", "close to friends (blasts)"),
        "scout": ("reveals new ground", "reveals less new ground"),
        "watch": ("watches more ground", "watches less ground"),
        "doubt": ("its level judges it too high", "its level judges it too low"),
        "effort": ("no need to move", "effort of a move"),
    }
)
"""Words for each term if it counts for an order, and if it counts against it."""


_NO_ATTACK = ("time left to make ready after it", "no time left to make ready")
"""Words for `now` if it is about a preparation, such as aiming, not about an attack."""
_NO_SHOT = "may have a shot from there later"
"""Words for `fire` of a place from which no enemy can be shot at present."""
_OF_PAIRS = ("fire", "reply")
"""Terms of a place that are computed for it and each enemy as if there were no other figure."""
_IF_FREE = ", if no other figure is in the way"
START_POINTS = "rating"
_NAMED = 6
"""Number of figures without a better order that are named."""
_GOES_BACK = 600
"""Thousandths of a point from which on `effort` is the price of going back, not of any move."""
_TENTH = 100
"""A tenth of a point in thousandths."""


def term_words(name: str, value: int, legal: LegalOrders, weighed: Weighed) -> str:
    """Words for a term of an order with this value, which counts for the order if above zero."""
    known = TERMS.get(name)
    if known is None:
        return humanize(name)
    if name == "now" and not _attacks(legal, weighed, after=value >= 0):
        known = _NO_ATTACK
    words = known[0] if value >= 0 else known[1]
    if name == "enemy loss" and _harmless(legal, weighed.order):
        words = _hindrance(legal, weighed.order) or "undoes what harms its own side"
    if name == "effort" and value <= -_GOES_BACK:
        words = "goes back to where it came from"
    elif name == "effort" and legal.target_shape(weighed.order.verb) is not Shape.PATH:
        poses = legal.known_verbs[weighed.order.verb].purpose is Purpose.POSTURE
        words = f"effort of {'a change of posture' if poses else 'an order'}"
    if name == "prospect" and value >= 0:
        words = _prospect_words(legal, weighed.order, words)
    if name == "reply":
        words += _beside_risk(legal, weighed, value)
    if name not in _OF_PAIRS or (name == "fire" and _shot_from(legal, weighed)):
        return words
    free = _unless_hindered(legal, weighed)
    if name == "fire" and value > 0 and not free and isinstance(weighed.remark, AtPlace):
        return _NO_SHOT
    return words + free


def _prospect_words(legal: LegalOrders, order: Order, usual: str) -> str:
    """What a preparation is good for, by its kind."""
    if _smokes(legal, order):
        return "hides own figures from enemies"
    return f"can walk again; {usual}" if _stands_up(legal, order) else usual


def _stands_up(legal: LegalOrders, order: Order) -> bool:
    poses = legal.known_verbs[order.verb].purpose is Purpose.POSTURE
    return poses and order.target == STANDING


def _smokes(legal: LegalOrders, order: Order) -> bool:
    """Whether an order fires or throws at a tile what harms no figure wherever it lands: smoke."""
    verb, odds = legal.known_verbs[order.verb], legal.order_odds(order)
    return verb.dice and verb.target is Shape.TILE and (odds is None or not odds.figures)


def _harmless(legal: LegalOrders, order: Order) -> bool:
    """Whether an order with odds can do no harm, as to break free from a grip."""
    odds = legal.order_odds(order)
    if odds is None or not odds.main:
        return False
    return not any(one.summary.means or one.summary.out_chance for one in odds.main)


def _hindrance(legal: LegalOrders, order: Order) -> str:
    """What an order that takes nothing out may do to an enemy: `may leave r suppressed`."""
    odds = legal.order_odds(order)
    for one in () if odds is None else odds.main:
        chances = () if one.own else one.summary.chances
        for group, _ in chances:
            if group.conditions and one.name == order.target:
                return f"may leave {one.name} {conditions_words(group.conditions)}"
    return ""


def _beside_risk(legal: LegalOrders, weighed: Weighed, value: int) -> str:
    """Why `reply` is more or less than the risk says of the figure's worth; "" for no reason."""
    place, why = weighed.remark, ["enemies seen lately count too"] * _remembers(legal.view)
    if not isinstance(place, AtPlace):
        return ""
    if place.pins:
        why.append(f"in close combat {', '.join(place.pins)} can shoot at no other figure")
    if place.weight >= MILLI + _TENTH:
        times = f"{in_tenths(place.weight) / 10:.1f}"
        why.append(f"its loss counts {times} times: objectives, break point")
    points = legal.view.state.figures[place.figure].who.kind.points
    more = (place.risk - (place.stays or 0)) * points * place.weight // 100
    if place.stays is not None and 2 * abs(value) < more:
        why.append("the enemy can attack other figures nearly as well")
    return f" ({'; '.join(why)})" if why else ""


def _remembers(view: View) -> bool:
    """Whether an enemy that may still act was seen before, but is not in sight now."""
    sighted = {one.id for one in view.enemies()}
    return any(name not in sighted and not one.figure.fate for name, one in view.contacts.items())


def _attacks(legal: LegalOrders, weighed: Weighed, *, after: bool) -> bool:
    """Whether a figure has an attack in this bound from its tile or from the end of an order."""
    return _shot_from(legal, weighed) == NOW if after else legal.has_target(weighed.order.figure)


def _shot_from(legal: LegalOrders, weighed: Weighed) -> str:
    """When the shot that a place is rated by is possible there; "" for never."""
    match weighed.remark:
        case AtPlace(target=target) if target:
            return legal.when_in_reach(weighed.order, target)
        case _:
            return ""


def _unless_hindered(legal: LegalOrders, weighed: Weighed) -> str:
    """The condition on terms computed for two figures alone, if other figures interfere."""
    placed = isinstance(weighed.remark, AtPlace) and legal.battle_part == battle_parts.FIGHT
    return _IF_FREE if placed and legal.others_hinder(weighed.order) else ""


def weightiest(weighed: Weighed) -> tuple[tuple[str, int], ...]:
    """The terms in whole tenths of a point, without those of zero, largest absolute value first.

    They add up to the rounded gain: the terms that lose most when rounded down are rounded up.
    """
    terms = weighed.terms
    left = in_tenths(sum(value for _, value in terms))
    left -= sum(value // _TENTH for _, value in terms)
    up = sorted(range(len(terms)), key=lambda at: -(terms[at][1] % _TENTH))[:left]
    whole = [
        (name, (value // _TENTH + (at in up)) * _TENTH) for at, (name, value) in enumerate(terms)
    ]
    return tuple(sorted(filter(itemgetter(1), whole), key=lambda term: -abs(term[1])))


def order_sentence(view: View, verbs: Mapping[str, Verb], order: Order) -> str:
    """An order of the computer in words: `b2: move to 7,4, facing east`."""
    if order.verb == END.name:
        return "give no more orders"
    if order.verb == READY.name:
        return "ready"
    verb = verbs.get(order.verb)
    said = str(order) if verb is None else order_words(view, verb, order)
    return f"{order.figure}: {said}" if order.figure else said


def chance_words(legal: LegalOrders, weighed: Weighed) -> str:
    """Remarks about odds, cover and risk after the order; "" for none."""
    told = [_remark_words(legal, weighed)]
    idle = () if weighed.order.verb != END.name or weighed.terms else legal.active_figures()
    if idle:
        names = ", ".join(idle[:_NAMED]) + (" .." if idle[_NAMED:] else "")
        told = [": ".join((f"no order of {names} is better than staying", *filter(None, told)))]
    if legal.attack(weighed.order) is None:
        told += [f"{words} {percent(chance)}" for words, chance in legal.mishaps(weighed.order)]
    return "; ".join(filter(None, told))


def _remark_words(legal: LegalOrders, weighed: Weighed) -> str:
    """The odds of an attack, or the remark on another order."""
    match weighed.remark:
        case None:
            return ""
        case Attacked(order=order):
            return _attack_words(legal, order) or aim_words(legal, order)
        case AtPlace(target=target) as remark:
            when = _shot_from(legal, weighed)
            later = legal.ruleset.turn.bound if when == LATER else ""
            seen = evolve(remark, target=target if when else "", later=later)
            free = _unless_hindered(legal, weighed) if remark.guns else ""
            every = ", several attacks each" if remark.guns and _attack_often(legal) else ""
            return detail_words(seen, spaced) + every + _compared(remark) + free
        case remark:
            return detail_words(remark, spaced)


def _attack_often(legal: LegalOrders) -> bool:
    """Whether figures may attack more than once in a bound: if they attack and move in one."""
    return at_once(legal.view.state.setup.declared)


def _compared(remark: AtPlace) -> str:
    """The risk of doing nothing, compared with which a move into fire may be safer."""
    if not remark.guns or remark.stays is None:
        return ""
    return f" ({remark.stays}% {'as it faces' if remark.tile is None else 'where it is'} now)"


def _attack_words(legal: LegalOrders, order: Order) -> str:
    """The chances of an attack as in its preview, other figures in brief."""
    try:
        odds = legal.order_odds(order)
    except SkirmishError as error:
        return str(error)
    return "" if odds is None else "; ".join(short_words(odds))


def enemies_words(view: View, weighed: Weighed) -> str:
    """The enemies in sight, if the advice is to give no more orders; else ""."""
    if weighed.order.verb != END.name:
        return ""
    names = ", ".join(f"{enemy.id} {enemy.who.name}" for enemy in view.enemies())
    return f"enemies in sight: {names}" if names else "no enemy is in sight"


def has_reason(weighed: Weighed) -> bool:
    """Whether any term of an order comes to a tenth of a point."""
    return not weighed.terms or bool(weightiest(weighed))


def small_reason(legal: LegalOrders, weighed: Weighed, *, numbers: bool = True) -> str:
    """The main term of an order without a term of a tenth of a point; else ""."""
    if has_reason(weighed):
        return ""
    words = term_words(*max(weighed.terms, key=itemgetter(1)), legal, weighed)
    return f"{words}: less than {points(_TENTH)}" if numbers else f"+ {words}"


def result_words(weighed: Weighed) -> str:
    """How the battle ends with the order to give no more orders; "" if it goes on."""
    if weighed.order.verb != END.name:
        return ""
    ends = (TERMS[name][value < 0] for name, value in weighed.terms if name in ("victory", "draw"))
    return next(ends, "")


def term_lines(legal: LegalOrders, weighed: Weighed, *, numbers: bool = True) -> Iterator[str]:
    """One line for each term: `better cover: +1.3`, or the words alone; for a result only that."""
    if result := result_words(weighed):
        yield result
        return
    if small := small_reason(legal, weighed, numbers=numbers):
        yield small
    for name, value in weightiest(weighed):
        words = term_words(name, value, legal, weighed)
        yield f"{words}: {points(value)}" if numbers else f"{'+' if value > 0 else '-'} {words}"


def gain_unit(weighed: Weighed) -> str:
    """Unit of a gain: worth, or a rating for a starting place."""
    return START_POINTS if weighed.order.verb == DEPLOY.name else "worth"


def single_gain_words(weighed: Weighed) -> str:
    """The gain of an order by itself, and what it is compared with."""
    counted = gain_unit(weighed)
    over = "where it stands" if counted == START_POINTS else "doing nothing"
    return f"{points(weighed.gain)} {counted} over {over}"


def gain_parts(weighed: Weighed) -> tuple[str, ...]:
    """The gain of the bound that begins with an order, by which orders are sorted, and its own.

    Only its own if they are the same.
    """
    gain = single_gain_words(weighed)
    if weighed.plan and points(weighed.plan) != points(weighed.gain):
        return f"{points(weighed.plan)} with the orders that follow", f"by itself {gain}"
    return (gain,)


def gain_words(weighed: Weighed) -> str:
    """The gain of the bound that begins with an order, and of the order by itself."""
    return ", ".join(gain_parts(weighed))


def candidate_lines(legal: LegalOrders, weighed: Weighed, *, numbers: bool = True) -> list[str]:
    """One candidate: the order, its chances, its gain and terms."""
    lines = [order_sentence(legal.view, verbs_of(legal.ruleset), weighed.order)]
    chances = chance_words(legal, weighed)
    if chances and (numbers or not weighed.terms):
        lines.append(f"  {chances}")
    if enemies := enemies_words(legal.view, weighed):
        lines.append(f"  {enemies}")
    if weighed.terms and numbers and not result_words(weighed):
        lines.append(f"  {gain_words(weighed)}")
    lines += [f"    {line}" for line in term_lines(legal, weighed, numbers=numbers)]
    return lines


def reason_lines(legal: LegalOrders, reasons: Explanation, *, numbers: bool = True) -> list[str]:
    """The chosen order and the rejected ones, each with its terms."""
    lines = candidate_lines(legal, reasons.chosen, numbers=numbers)
    for number, weighed in enumerate(reasons.rejected, 2):
        first, *rest = candidate_lines(legal, weighed, numbers=numbers)
        lines += [f"{number}. {first}", *rest]
    return lines
