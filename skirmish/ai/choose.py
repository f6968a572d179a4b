"""Choosing the next order: the best gain over all figures, or figure by figure in doubt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, frozen

from skirmish.ai.candidates import Draft, draft
from skirmish.ai.explain import Explanation, Weighed, simply
from skirmish.ai.picture import Picture
from skirmish.ai.stream import Stream
from skirmish.ai.value import TERMS, Front, aiders, attack_terms, front, scales
from skirmish.ai.words import in_words
from skirmish.core.figures import Figure
from skirmish.core.orders import END, Order
from skirmish.rulesets.carry import refusal

LEAST = 1
"""The least gain for which anything is done, in thousandths of a point."""
SHOWN = 3


@frozen
class Options:
    """What one figure might do, best first; staying is not among them."""

    figure: str
    best: tuple[Weighed, ...]

    @property
    def gain(self) -> int:
        """What the best of it gains."""
        return self.best[0].gain if self.best else 0


def choose(sight: Picture, stream: Stream) -> Explanation:
    """The next order with its reasons; `end` when nothing gains anything."""
    options = [_doubted(sight, stream, one) for one in weigh(sight)]
    for one in _in_turn(sight, options):
        for index, weighed in enumerate(one.best):
            if weighed.gain < LEAST:
                break
            if refusal(sight.ruleset, sight.view, weighed.order) is None:
                rest = (*one.best[:index], *one.best[index + 1 :])[: SHOWN - 1]
                told = [_told(sight, shown) for shown in (weighed, *rest)]
                return Explanation(told[0], tuple(told[1:]))
    return simply(Order.of(END.name), "nothing gains anything now")


def _told(sight: Picture, weighed: Weighed) -> Weighed:
    made = [draft(sight, figure) for figure in sight.mine if figure.id == weighed.order.figure]
    return evolve(weighed, words=in_words(sight, weighed.order, made))


def _in_turn(sight: Picture, options: Sequence[Options]) -> Sequence[Options]:
    """Best gain first where a level weighs the reply; else figure by figure."""
    if sight.level.reply:
        return sorted(options, key=lambda one: -one.gain)
    return options


def _doubted(sight: Picture, stream: Stream, one: Options) -> Options:
    """The options as a level misjudges them: the same way whenever it is asked at this moment."""
    doubt = sight.level.doubt
    if not doubt:
        return one
    now = sight.view.state.clock.point
    drawn = [
        evolve(
            weighed, gain=weighed.gain + stream.number(f"{now} {weighed.order}", doubt) - doubt // 2
        )
        for weighed in one.best
    ]
    return Options(one.figure, _sorted(drawn))


def weigh(sight: Picture) -> tuple[Options, ...]:
    """The options of every figure, in the order of their ids."""
    drafts = {figure.id: draft(sight, figure) for figure in sight.mine}
    shots = _shots(sight, drafts)
    whole = front(drafts, len(sight.foes))
    found = []
    for figure in sight.mine:
        places = _places(sight, figure, drafts[figure.id], whole)
        found.append(Options(figure.id, _sorted([*places, *shots.get(figure.id, ())])))
    return tuple(found)


def _sorted(weighed: Iterable[Weighed]) -> tuple[Weighed, ...]:
    return tuple(sorted(weighed, key=lambda one: (-one.gain, str(one.order))))


def _places(sight: Picture, figure: Figure, made: Draft, whole: Front) -> Sequence[Weighed]:
    """The moves of a figure, over staying; terms are spelt out for the best of them alone."""
    if len(made.places) <= 1:
        return ()
    balance = scales(sight, figure, whole)
    taken = sight.board.mask_of(other.tile for other in sight.mine if other.id != figure.id)
    stay = balance.weigh(made.places[0])
    return [
        _over(place.order, balance.weigh(place), stay)
        for place in made.places
        if place.order is not None and not place.bit & taken
    ]


def _over(order: Order, terms: Sequence[int], stay: Sequence[int]) -> Weighed:
    more = tuple(a - b for a, b in zip(terms, stay, strict=True))
    return Weighed(order, sum(more), tuple(zip(TERMS, more, strict=True)))


def _shots(sight: Picture, drafts: Mapping[str, Draft]) -> Mapping[str, Sequence[Weighed]]:
    """The attacks of every figure, those with helpers charged for what these could do alone."""
    orders = {
        figure.id: [
            order
            for order in sight.ruleset.typical(sight.view, figure.id)
            if order.verb in sight.ruleset.verbs and sight.ruleset.verbs[order.verb].dice
        ]
        for figure in sight.mine
        if drafts[figure.id].attacks
    }
    threats = _threats(sight) if orders else {}
    single: dict[Order, Weighed] = {
        order: _attack(sight, order, {}, threats)
        for own in orders.values()
        for order in own
        if not aiders(sight, order)
    }
    alone = {
        name: max((single[order].gain for order in own if order in single), default=0)
        for name, own in orders.items()
    }
    return {
        name: [single.get(order) or _attack(sight, order, alone, threats) for order in own]
        for name, own in orders.items()
    }


def _threats(sight: Picture) -> Mapping[str, int]:
    """The most that each foe can do to any figure from where it stands, turned as it likes."""
    duels = sight.duels
    return {
        foe.figure.id: max(
            (duels.harm(foe.figure, foe.tile, figure, figure.tile) for figure in sight.mine),
            default=0,
        )
        for foe in sight.foes
    }


def _attack(
    sight: Picture, order: Order, alone: Mapping[str, int], threats: Mapping[str, int]
) -> Weighed:
    terms = attack_terms(sight, order, alone, threats)
    return Weighed(order, sum(value for _, value in terms), terms)
