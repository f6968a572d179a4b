"""Choice of the next order: the best gain over all figures, or figure by figure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from operator import itemgetter

from attrs import evolve

from skirmish.ai.actions import MOVES
from skirmish.ai.drafts import draft
from skirmish.ai.end_positions import EndPosition
from skirmish.ai.ending import VICTORY
from skirmish.ai.explanation import Explanation, Weighed
from skirmish.ai.pace import Pace
from skirmish.ai.remarks import AtPlace, Attacked, Note, Remark
from skirmish.ai.search import LEAST, Options, Queue, Ranking, in_order
from skirmish.ai.situation import Situation
from skirmish.ai.stream import Stream
from skirmish.core.figures import Figure
from skirmish.core.geometry import in_arc
from skirmish.core.orders import END, Order
from skirmish.rulesets.engine import refusal

SHOWN = 3
"""Orders in an explanation, the chosen one first; the adviser offers these."""
DOUBT = "doubt"
"""The term by which a level misjudges an order."""
GREAT = 1000
"""Gain at which the error is doubled, in thousandths of a point."""


Tried = tuple[tuple[Order, Figure | None], ...]
"""The latest orders of this bound, each with its figure as it was before the order."""


def choose(
    situation: Situation,
    stream: Stream,
    tried: Tried = (),
    queue: Queue | None = None,
    pace: Pace | None = None,
    about: str = "",
) -> tuple[Explanation, Queue]:
    """Return the next order with its reasons, and the queue for the order after it.

    The order is `end` if that wins the battle or nothing gains anything. An order that was tried
    and left its figure unchanged is not given again. The best orders of the figure `about` are
    explained as well.
    """
    if situation.ending.now > 0:
        won = situation.ending.worth
        return Explanation(Weighed(Order.of(END.name), won, ((VICTORY, won),))), queue or Queue()
    ranking = Ranking(situation, queue, pace)
    for one in _best_first(situation, ranking, stream):
        if found := _best_orders(situation, tried, one):
            own: tuple[Weighed, ...] = ()
            if about in ranking.figures:
                options = _doubted(situation, stream, ranking.options(about))
                own = _best_orders(situation, tried, options)
            return Explanation(found[0], found[1:], own), ranking.queue
    every = [_doubted(situation, stream, ranking.options(name)) for name in ranking.figures]
    rejected = tuple(_told(situation, one) for one in _short_of(every))
    over = Weighed(Order.of(END.name), 0, remark=Note(_why_over(rejected)))
    return Explanation(over, rejected), ranking.queue


def _best_orders(situation: Situation, tried: Tried, one: Options) -> tuple[Weighed, ...]:
    """Return a figure's best legal order that gains anything, then the next best; empty if none."""
    figures = situation.view.state.figures
    for index, weighed in enumerate(one.best):
        order = weighed.order
        if weighed.gain < LEAST or (order, figures.get(order.figure)) in tried:
            continue
        if refusal(situation.ruleset, situation.view, order) is None:
            rest = (*one.best[:index], *one.best[index + 1 :])[: SHOWN - 1]
            return tuple(_told(situation, shown) for shown in (weighed, *rest))
    return ()


def _why_over(rejected: Sequence[Weighed]) -> str:
    """Return why no more orders are given: the reply takes the gain of the next, or it has none."""
    terms = dict(rejected[0].terms) if rejected else {}
    gained = terms.get("goal", 0) + terms.get("fire", 0)
    if 0 < gained < -terms.get("reply", 0):
        return "to go on would cost more by what the enemy can do next than it gains"
    return "no order that it weighs gains anything now"


def _best_first(situation: Situation, ranking: Ranking, stream: Stream) -> Iterator[Options]:
    """Yield every figure's current options, the figure that should act first before the others.

    The sequence goes by the options last computed; a figure whose options were out of date is
    sorted in again with its current ones.
    """
    waiting: dict[str, Options | None] = {}
    keys: dict[str, tuple[int, int, int]] = {}

    def wait(name: str, found: Options | None) -> None:
        waiting[name] = None if found is None else _doubted(situation, stream, found)
        rank = ranking.figures.index(name)
        keys[name] = (*_place(situation, ranking, name, waiting[name]), rank)

    for name in ranking.figures:
        wait(name, ranking.last(name))
    while waiting:
        name = min(waiting, key=keys.__getitem__)
        found = waiting.pop(name)
        if found is not None and ranking.is_current(name):
            yield found
        else:
            wait(name, ranking.options(name))


def _short_of(options: Iterable[Options]) -> Sequence[Weighed]:
    """Return the orders that come nearest to a gain, each of another figure."""
    best = [one.best[0] for one in options if one.best]
    return sorted(best, key=lambda one: (-one.gain, str(one.order)))[: SHOWN - 1]


def _told(situation: Situation, weighed: Weighed) -> Weighed:
    return evolve(weighed, remark=partial(describe_order, situation, weighed.order))


def _place(
    situation: Situation, ranking: Ranking, name: str, found: Options | None
) -> tuple[int, int]:
    """Sort key of a figure: attacks whose value is unknown, then known attacks, the best first.

    Then figures with unknown options that cannot attack, then moves and attacks that may harm the
    own side: friends who move anyway leave a blast first. Where figures walk and attack in the same
    bounds, a figure that much depends on moves after the others unless its move wins the battle:
    the others find out first which enemies wait for it. A level that does not weigh the reply goes
    figure by figure, those without a gain last.
    """
    if not situation.level.reply:
        return (0 if found is None else int(found.gain < LEAST)), 0
    if found is None:
        return (0 if ranking.may_attack(name) else 2), 0
    if _shoots(situation, found):
        return (3 if _harms_own(found) else 1), -found.gain
    follows = situation.mixed and name in situation.moves_last and not _wins(found)
    return (4 if follows else 3), -found.gain


def _harms_own(one: Options) -> bool:
    """Whether a figure's best order may harm its own side."""
    return dict(one.best[0].terms).get("own loss", 0) < 0


def _wins(one: Options) -> bool:
    """Whether a figure's best order wins the battle."""
    return bool(one.best) and dict(one.best[0].terms).get(VICTORY, 0) > 0


def _shoots(situation: Situation, one: Options) -> bool:
    """Whether a figure's best order is an attack, to be made before others of its side move."""
    if not one.best or one.gain < LEAST:
        return False
    return _attacks(situation, one.best[0].order)


def _attacks(situation: Situation, order: Order) -> bool:
    verb = situation.ruleset.verbs[order.verb]
    return verb.dice and verb.target not in MOVES


def _doubted(situation: Situation, stream: Stream, one: Options) -> Options:
    """Return the options as a level misjudges them, the same way for the whole bound.

    Each attack gets its own error, but all other orders of a verb share one: otherwise moves, the
    most numerous orders, would come first by chance. An order that gains something still does, and
    an order that harms its own side never seems to gain. A level with errors goes by the gain of
    the order alone, not by that of the whole bound.
    """
    doubt = situation.level.doubt
    if not doubt:
        return one
    now = situation.view.state.clock.point
    drawn = []
    for weighed in one.best:
        order = weighed.order
        judged = order if _attacks(situation, order) else f"{order.verb} {one.figure}"
        off = stream.number(f"{now} {judged}", doubt) - doubt // 2
        if situation.mixed:
            off += off * abs(weighed.gain) // GREAT
        if one.figure in situation.view.state.tracks and not _attacks(situation, order):
            off = min(off, 0)  # else every further step would be as good as the first
        if weighed.gain >= LEAST:
            off = max(off, LEAST - weighed.gain)
        elif dict(weighed.terms).get("own loss"):
            off = min(off, 0)
        gain, terms = weighed.gain + off, (*weighed.terms, (DOUBT, off))
        drawn.append(evolve(weighed, gain=gain, plan=gain, terms=terms))
    return Options(one.figure, in_order(drawn))


def describe_order(situation: Situation, order: Order) -> Remark:
    """Return the remark on an order: where it leaves its figure, or the attack."""
    figure = situation.view.state.figures.get(order.figure)
    if figure is not None:
        places = draft(situation, figure).places
        here = next((place for place in places if place.order is None), None)
        for place in places:
            if place.order == order:
                return _placed(situation, figure, place, here)
    return Attacked(order)


def _placed(
    situation: Situation, who: Figure, place: EndPosition, here: EndPosition | None
) -> AtPlace:
    """Return where a figure goes, what it can attack there, and its risk there and `here`.

    The risk is 0 if the move wins the battle at the end of the bound: no enemy acts after it.
    """
    harms = zip(situation.foes, place.suffers, strict=True)
    wins = situation.ending.by_going(who.id, place.tile)[1] > 0
    guns = () if wins else tuple(foe.figure.id for foe, harm in harms if harm)
    weight = situation.weight(who)
    worth = max(1, who.who.kind.points * weight)
    return AtPlace(
        who.id,
        place.tile if place.tile != who.at else None,
        place.facing,
        situation.board.terrain(place.tile).name if place.cover else "",
        _target(situation, who, place),
        guns,
        _risk(worth, place.suffers) if guns else 0,
        stays=None if here is None else _risk(worth, here.suffers),
        weight=weight,
        pins=tuple(situation.foes[number].figure.id for number in place.pins),
    )


def _target(situation: Situation, who: Figure, place: EndPosition) -> str:
    """Return the visible enemy in the front arc to which a figure does most harm from a place."""
    front = situation.matchups.capabilities(who).front
    gains = [
        (gain, foe.figure.id)
        for gain, foe in zip(place.deals, situation.foes, strict=True)
        if gain and foe.seen and in_arc(place.tile, place.facing, foe.tile, front)
    ]
    return max(gains, key=itemgetter(0), default=(0, ""))[1]


def _risk(worth: int, suffers: Sequence[int]) -> int:
    """Percentage of a figure's worth lost to all foes, each shooting at what others leave."""
    left = Fraction(1)
    for harm in suffers:
        left *= 1 - min(Fraction(1), Fraction(harm, worth))
    return round(100 * (1 - left))
