"""What a figure carries, in Significant Items: exact fractions, summed up (AMMO-22, AMMO-23)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import cast

from skirmish.core.figures import Figure
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.tokens import extended_weight, spare_weight
from skirmish.rulesets.trait_die.kinds import QUARTERS, Arm, Soldier
from skirmish.rulesets.trait_die.rounds import ROUND_IDS, ROUNDS, STANDARD_ROUNDS, Rounds


def arm_weight(arm: Arm, pieces: int, *, extended: bool = False) -> Fraction:
    """A weapon with what is in it; one that is counted weighs as often as there are pieces."""
    one = Fraction(arm.weight, QUARTERS)
    if arm.count:
        return one * pieces
    return extended_weight(one) if extended else one


def spares_weight(arm: Arm, tokens: int, rounds: Rounds = STANDARD_ROUNDS) -> Fraction:
    """Spare tokens of a weapon."""
    return tokens * spare_weight(arm.magazine, rounds.weight)


def standard_load(arms: Iterable[Arm]) -> Fraction:
    """What weapons weigh with their standard loads."""
    zero = Fraction(0)
    return sum((arm_weight(arm, arm.count) + spares_weight(arm, arm.spare) for arm in arms), zero)


def loaded_with(figure: Figure, arm: Arm) -> Rounds:
    """The kind of ammunition that a figure uses in a weapon."""
    return ROUNDS[ROUND_IDS[slots.get(figure, "ammo", arm.id)]]


def load_of(arms: Iterable[Arm], counters: Mapping[str, int]) -> Fraction:
    """What weapons weigh with these counters."""
    total = Fraction(0)
    for slot, arm in enumerate(arms):
        pieces, spare, extended, ammo = (
            counters.get(slots.name(counter, slot), 0)
            for counter in ("rounds", "spare", "extended", "ammo")
        )
        total += arm_weight(arm, pieces, extended=bool(extended))
        total += spares_weight(arm, spare, ROUNDS[ROUND_IDS[ammo]])
    return total


def burden(figure: Figure) -> Fraction:
    """What a figure carries now."""
    return load_of(cast("tuple[Arm, ...]", figure.who.weapons), figure.counters)


def limit(figure: Figure) -> int:
    """Significant Items that a figure may carry."""
    return cast("Soldier", figure.who.kind).si


def si_text(weight: Fraction) -> str:
    """Significant Items as a player reads them: `2`, `1/4`, `3 1/2`."""
    whole, part = divmod(weight.numerator, weight.denominator)
    if not part:
        return str(whole)
    rest = f"{part}/{weight.denominator}"
    return f"{whole} {rest}" if whole else rest
