"""What an outcome is in words, and what it costs in points."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import cast

from skirmish.core.state import State
from skirmish.rulesets.d20 import worth
from skirmish.rulesets.d20.body import fighter
from skirmish.rulesets.d20.wounds import Harm
from skirmish.rulesets.measures import AMOUNT, CONDITION, HITS, Measure

SPARED = Harm()
MEASURES: Mapping[str, Measure] = {
    "hits": HITS,
    "damage": AMOUNT,
    "crippled": CONDITION,
    **dict.fromkeys(("bleed", "burn", "embed", "stun", "knockdown"), CONDITION),
}


def result(outcome: Hashable) -> Mapping[str, str | int]:
    """An outcome in words and numbers; `crippled` only where a limb was called and it is."""
    struck = cast("Harm", outcome)
    words: dict[str, str | int] = {"hits": struck.hits, "damage": struck.damage}
    if struck.crippled:
        words["crippled"] = True
    return words


def leaves(outcome: Hashable) -> Mapping[str, int]:
    """What a hit leaves behind beside its damage (D20-25): `{"bleed": 1, "stun": True}`."""
    effects = cast("Harm", outcome).effects
    found = {
        "bleed": effects.bleed,
        "burn": effects.burn,
        "embed": effects.embed,
        "stun": effects.stun,
        "knockdown": effects.knockdown,
    }
    return {name: value for name, value in found.items() if value}


def loss(state: State, figure: str, outcome: Hashable) -> Fraction:
    """What an outcome costs the figure's side, in points, what it leaves behind included."""
    struck = state.figures[figure]
    parts = worth.lost(struck, cast("Harm", outcome))
    return Fraction(parts * struck.who.kind.points, worth.PARTS * fighter(struck).hp)
