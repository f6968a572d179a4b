"""Description of a weighed order in words: where it leads, what it may do, what it risks."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

from skirmish.ai.drafts import Draft
from skirmish.ai.places import Place
from skirmish.ai.situation import Situation
from skirmish.core.geometry import tile_text
from skirmish.core.orders import Order
from skirmish.rulesets.attack import odds_of

MOST = 4
"""Outcomes that are told one by one."""
TOLD = 2
"""Figures that are told one by one: who is aimed at, then who loses most."""
FEW = ("nobody", "one", "two", "three", "four", "five", "six")


def describe_order(situation: Situation, order: Order, drafts: Sequence[Draft]) -> str:
    """What an order does; its text where there is nothing more to say."""
    for draft in drafts:
        for place in draft.places:
            if place.order == order:
                return _place(situation, order.figure, place)
    return _attack(situation, order) or str(order)


def _place(situation: Situation, figure: str, place: Place) -> str:
    """`b2 to 5,6, brush, bears on r3, risk 11% from one`."""
    who = situation.view.state.figures[figure]
    where = f"to {tile_text(place.tile)}" if place.tile != who.at else f"looks {place.facing.name}"
    parts = [f"{figure} {where}"]
    if place.cover:
        parts.append(situation.board.terrain(place.tile).name)
    most = max(place.deals, default=0)
    if most:
        parts.append(f"bears on {situation.foes[place.deals.index(most)].figure.id}")
    guns = sum(1 for harm in place.suffers if harm)
    if guns:
        worth = max(1, who.who.kind.points * situation.weight(who))
        parts.append(f"risk {_risk(worth, place.suffers)}% from {count(guns)}")
    return ", ".join(parts)


def _risk(worth: int, suffers: Sequence[int]) -> int:
    """What share of a figure the shots of all foes take, each of what the others leave of it."""
    left = Fraction(1)
    for harm in suffers:
        left *= 1 - min(Fraction(1), Fraction(harm, worth))
    return round(100 * (1 - left))


def count(number: int) -> str:
    """A small number as a word."""
    return FEW[number] if number < len(FEW) else str(number)


def _attack(situation: Situation, order: Order) -> str:
    """`fire b2 r3 mode=burst, r3: 42% suppressed, 8% downed`; empty for what is no attack."""
    ruleset, state = situation.ruleset, situation.view.state
    plan = ruleset.attack(state, order)
    if plan is None:
        return ""
    odds = odds_of(plan, ruleset.outcomes.no_effect)
    struck = [name for name, met in odds.figures.items() if ruleset.outcomes.chance_of_effect(met)]
    struck.sort(key=lambda name: (name != odds.named, -_lost(situation, name, odds.figures[name])))
    told = [f"{name}: {_chances(situation, odds.figures[name])}" for name in struck[:TOLD]]
    told += [f"{count(len(struck) - TOLD)} more"] if len(struck) > TOLD else []
    return ", ".join((str(order), *(["; ".join(told)] if told else [])))


def _lost(situation: Situation, name: str, outcomes: Mapping[Hashable, Fraction]) -> Fraction:
    """Points that a figure loses on average."""
    ruleset, state = situation.ruleset, situation.view.state
    return sum(
        (p * ruleset.outcomes.loss(state, name, out) for out, p in outcomes.items()), Fraction(0)
    )


def _chances(situation: Situation, outcomes: Mapping[Hashable, Fraction]) -> str:
    """`42% suppressed, 8% downed`; of many outcomes only how likely any of them is."""
    shares: dict[str, Fraction] = {}
    for outcome, chance in outcomes.items():
        if situation.ruleset.outcomes.has_effect(outcome):
            word = _outcome(situation.ruleset.outcomes.words(outcome))
            shares[word] = shares.get(word, Fraction(0)) + chance
    told = {word: round(100 * chance) for word, chance in shares.items()}
    if len(shares) > MOST or not any(told.values()):
        return f"{round(100 * sum(shares.values()))}% struck"
    return ", ".join(f"{share}% {word}" for word, share in told.items() if share)


def _outcome(result: Mapping[str, str | int]) -> str:
    """An outcome's parts: words as they are, what is so by its name, numbers with their name.

    Names stand in the plural: of one hit there is no `s`.
    """
    parts = []
    for name, value in result.items():
        if isinstance(value, str):
            parts.append(value)
        elif value:
            one = name.removesuffix("s")
            parts.append(name if value is True else f"{value} {one if value == 1 else name}")
    return " ".join(parts)
