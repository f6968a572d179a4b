"""Description of a weighed order: where it leads, what it may do, what it risks."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter

from skirmish.ai.drafts import Draft
from skirmish.ai.end_positions import EndPosition
from skirmish.ai.remarks import AtPlace, Attacked, Effects, Remark, Struck
from skirmish.ai.situation import Situation
from skirmish.core.figures import Figure
from skirmish.core.geometry import in_arc
from skirmish.core.orders import Order
from skirmish.rulesets.attack import odds_of

TOLD = 2
"""Figures that are told one by one: who is aimed at, then who loses most."""


def describe_order(situation: Situation, order: Order, drafts: Sequence[Draft]) -> Remark:
    """What an order does."""
    for draft in drafts:
        for place in draft.places:
            if place.order == order:
                return _placed(situation, order.figure, place)
    return Attacked(order, *_struck(situation, order))


def _placed(situation: Situation, figure: str, place: EndPosition) -> AtPlace:
    """Where a figure goes, whom it bears on from there, and what it risks."""
    who = situation.view.state.figures[figure]
    guns = sum(1 for harm in place.suffers if harm)
    worth = max(1, who.who.kind.points * situation.weight(who))
    return AtPlace(
        figure,
        place.tile if place.tile != who.at else None,
        place.facing,
        situation.board.terrain(place.tile).name if place.cover else "",
        _target(situation, who, place),
        guns,
        _risk(worth, place.suffers) if guns else 0,
    )


def _target(situation: Situation, who: Figure, place: EndPosition) -> str:
    """The enemy in front, where it is seen, that a figure does most to from a place."""
    front = situation.matchups.capabilities(who).front
    gains = [
        (gain, foe.figure.id)
        for gain, foe in zip(place.deals, situation.foes, strict=True)
        if gain and foe.seen and in_arc(place.tile, place.facing, foe.tile, front)
    ]
    return max(gains, key=itemgetter(0), default=(0, ""))[1]


def _risk(worth: int, suffers: Sequence[int]) -> int:
    """What share of a figure the shots of all foes take, each of what the others leave of it."""
    left = Fraction(1)
    for harm in suffers:
        left *= 1 - min(Fraction(1), Fraction(harm, worth))
    return round(100 * (1 - left))


def _struck(situation: Situation, order: Order) -> tuple[tuple[Struck, ...], int]:
    """The figures that an attack strikes, the target first, and the number of further ones."""
    ruleset, state = situation.ruleset, situation.view.state
    plan = ruleset.attack(state, order)
    if plan is None:
        return (), 0
    odds = odds_of(plan, ruleset.outcomes.no_effect)
    chance = ruleset.outcomes.chance_of_effect
    struck = [name for name, met in odds.figures.items() if chance(met)]
    struck.sort(key=lambda name: (name != odds.named, -_lost(situation, name, odds.figures[name])))
    told = tuple(_chances(situation, name, odds.figures[name]) for name in struck[:TOLD])
    return told, max(0, len(struck) - TOLD)


def _lost(situation: Situation, name: str, outcomes: Mapping[Hashable, Fraction]) -> Fraction:
    """Points that a figure loses on average."""
    ruleset, state = situation.ruleset, situation.view.state
    return sum(
        (p * ruleset.outcomes.loss(state, name, out) for out, p in outcomes.items()), Fraction(0)
    )


def _chances(situation: Situation, name: str, outcomes: Mapping[Hashable, Fraction]) -> Struck:
    """The chances of what an attack does to a figure, in percent."""
    shares: dict[Effects, Fraction] = {}
    for outcome, chance in outcomes.items():
        if situation.ruleset.outcomes.has_effect(outcome):
            result = situation.ruleset.outcomes.words(outcome)
            effects = tuple((measure, value) for measure, value in result.items() if value)
            shares[effects] = shares.get(effects, Fraction(0)) + chance
    told = tuple((effects, round(100 * chance)) for effects, chance in shares.items())
    return Struck(name, told, round(100 * sum(shares.values())))
