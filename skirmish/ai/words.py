"""An order that was weighed, in words: where it leads, what it may do, what it risks."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

from skirmish.ai.candidates import Draft
from skirmish.ai.picture import Picture
from skirmish.ai.places import Place
from skirmish.core.geometry import tile_text
from skirmish.core.orders import Order
from skirmish.rulesets.attack import odds_of

MOST = 4
"""Outcomes that are told one by one."""
FEW = ("nobody", "one", "two", "three", "four", "five", "six")


def in_words(sight: Picture, order: Order, drafts: Sequence[Draft]) -> str:
    """What an order does; its text where there is nothing more to say."""
    for draft in drafts:
        for place in draft.places:
            if place.order == order:
                return _place(sight, order.figure, place)
    return _attack(sight, order) or str(order)


def _place(sight: Picture, figure: str, place: Place) -> str:
    """`b2 to 5,6, brush, bears on r3, risk 11% from one`."""
    who = sight.view.state.figures[figure]
    where = f"to {tile_text(place.tile)}" if place.tile != who.at else f"looks {place.facing.name}"
    parts = [f"{figure} {where}"]
    if place.cover:
        parts.append(sight.board.terrain(place.tile).name)
    most = max(place.deals, default=0)
    if most:
        parts.append(f"bears on {sight.foes[place.deals.index(most)].figure.id}")
    guns = sum(1 for harm in place.suffers if harm)
    if guns:
        worth = max(1, who.who.kind.points * sight.weight(who))
        risk = min(100, (100 * sum(place.suffers) + worth // 2) // worth)
        parts.append(f"risk {risk}% from {count(guns)}")
    return ", ".join(parts)


def count(number: int) -> str:
    """A small number as a word."""
    return FEW[number] if number < len(FEW) else str(number)


def _attack(sight: Picture, order: Order) -> str:
    """`b2 fires at r3: 42% suppressed, 8% downed`; empty for what is no attack."""
    ruleset, state = sight.ruleset, sight.view.state
    plan = ruleset.attack(state, order)
    if plan is None:
        return ""
    odds = odds_of(plan, ruleset.spared())
    line = f"{order.figure} {order.verb} {order.target}"
    told = [
        f"{name}: {_chances(sight, odds.figures[name])}"
        for name in sorted(odds.figures, key=lambda name: name != odds.named)
        if any(p for out, p in odds.figures[name].items() if out != ruleset.spared())
    ]
    return f"{line}, {'; '.join(told[:2])}" if told else line


def _chances(sight: Picture, outcomes: Mapping[Hashable, Fraction]) -> str:
    """`42% suppressed, 8% downed`; of many outcomes only how likely any of them is."""
    shares: dict[str, Fraction] = {}
    for outcome, chance in outcomes.items():
        if outcome != sight.ruleset.spared():
            word = _outcome(sight.ruleset.result(outcome))
            shares[word] = shares.get(word, Fraction(0)) + chance
    told = {word: round(100 * chance) for word, chance in shares.items()}
    if len(shares) > MOST or not any(told.values()):
        return f"{round(100 * sum(shares.values()))}% struck"
    return ", ".join(f"{share}% {word}" for word, share in told.items() if share)


def _outcome(result: Mapping[str, str | int]) -> str:
    """An outcome's parts: words as they are, what is so by its name, numbers with their name."""
    parts = []
    for name, value in result.items():
        if isinstance(value, str):
            parts.append(value)
        elif value:
            parts.append(name if value is True else f"{value} {name}")
    return " ".join(parts)
