"""Outcomes of attacks and purchases in words, and their cost in points."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import zip_longest
from typing import cast

from attrs import evolve

from skirmish.core.dice import Face, Script, odds
from skirmish.core.state import State
from skirmish.errors import DiceProblem
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common import harm
from skirmish.rulesets.measures import AMOUNT, CONDITION, COST, EFFECT, HIT, Measure
from skirmish.rulesets.trait_die.counters import SHAKEN
from skirmish.rulesets.trait_die.dice import (
    SPARED,
    TARGET,
    WILD,
    Outcome,
    Sweep,
    Volley,
    fired,
    lob_hits,
    swept,
)
from skirmish.rulesets.trait_die.equipment import FAILED, Bought
from skirmish.rulesets.trait_die.figures import most_wounds
from skirmish.rulesets.trait_die.odds import odds_on

MEASURES: Mapping[str, Measure] = {
    "hit": HIT,
    "raises": HIT,
    "shaken": CONDITION,
    "wounds": AMOUNT,
    "tokens": evolve(COST, unit="tokens used"),
    "supply": EFFECT,
}
ENOUGH = "enough, no reroll"
"""Mark of a die that shows its highest face and was not rolled again."""
_ACES = ("shooting", "fighting", "wild", "spirit", "strength", "raise", "damage")
"""Purposes of dice that are rolled again on their highest face if that can matter."""
SHAKEN_COSTS = Fraction(1, 5)
"""Cost of being Shaken, as a share of points: most of a bound or two, and a higher risk."""


def words(outcome: Hashable) -> Mapping[str, str | int]:
    """An outcome in words and numbers, for odds and logs."""
    if isinstance(outcome, Bought):
        return {"supply": outcome.supply}
    return cast("Outcome", outcome)._asdict()


def has_effect(outcome: Hashable) -> bool:
    """Whether an outcome has an effect on its figure; tokens are lost by the shooter."""
    if isinstance(outcome, Bought):
        return outcome.supply != FAILED
    return not isinstance(outcome, Outcome) or outcome._replace(tokens=0) != SPARED


@lru_cache(maxsize=1024)
def share(outcome: Outcome, limit_left: int, shaken: bool) -> Fraction:
    """The cost of an outcome as a share of points, for a figure with so many wounds left."""
    if outcome.wounds >= limit_left:
        return Fraction(1)
    cost = Fraction(outcome.wounds, 2 * limit_left)
    return cost + SHAKEN_COSTS if outcome.shaken and not shaken else cost


def loss(state: State, name: str, outcome: Hashable) -> Fraction:
    """The loss of a figure's side by an outcome, in points."""
    if isinstance(outcome, Bought):
        return Fraction(0)
    figure, struck = state.figures[name], cast("Outcome", outcome)
    whole = harm.loss(figure, struck.wounds, most_wounds(figure))
    if not struck.shaken or figure.count(SHAKEN):
        return whole
    if figure.damage + struck.wounds >= most_wounds(figure):
        return whole
    return whole + SHAKEN_COSTS * figure.who.kind.points


def puts_out(state: State, name: str, outcome: Hashable) -> bool:
    """Whether an outcome puts its figure out."""
    figure = state.figures[name]
    struck = isinstance(outcome, Outcome) and outcome.wounds
    return bool(struck) and figure.damage + struck >= most_wounds(figure)


def stops(state: State, name: str, outcome: Hashable) -> bool:
    """Whether a figure is out or Shaken."""
    shaken = isinstance(outcome, Outcome) and outcome.shaken
    return bool(shaken) or puts_out(state, name, outcome)


def needs(attack: Attack | Aim) -> str:
    """The number that the trait die or the Wild Die needs to hit: `6+ on d8 or wild d6` (AMMO-F1).

    For divided fire, also the number for each other figure where it differs.
    """
    others = ""
    if isinstance(attack, Aim):
        sides, wild, modifier = cast("tuple[int, bool, int]", attack.args[:3])
    elif isinstance(volley := attack.args[0], Volley):
        sides, wild, modifier = volley.sides, volley.wild, volley.shares[0].modifier
        others = "".join(
            f", {attack.subjects[share.target]} {_at_least(share.modifier)}"
            for share in volley.shares[1:]
            if _at_least(share.modifier) != _at_least(modifier)
        )
    elif isinstance(sweep := attack.args[0], Sweep):
        sides, wild, modifier = sweep.sides, sweep.wild, sweep.modifier
    else:
        return ""
    return f"{_at_least(modifier)} on d{sides}{f' or wild d{WILD}' if wild else ''}{others}"


def _at_least(modifier: int) -> str:
    """The face that a die needs with a modifier."""
    return f"{max(1, TARGET - modifier)}+"


def decided(attack: Attack | Aim, faces: Sequence[Face]) -> str:
    """Whether suppressive fire makes the figures under it test Spirit (AMMO-F14)."""
    sweep = attack.args[0]
    if not isinstance(sweep, Sweep):
        return ""
    try:
        succeeds, _ = swept(Script(faces), sweep)
    except DiceProblem:
        return ""
    return "covers the ground" if succeeds else "missed"


def strays(attack: Attack, faces: Sequence[Face]) -> Mapping[str, tuple[int, int]]:
    """The targets that stray shots hit, with the number of all hits on them (AMMO-F18).

    Empty if the dice do not say it, because the shooter's side placed the Wild Die.
    """
    volley = attack.args[0]
    if not isinstance(volley, Volley):
        return {}
    try:
        hits, aimed = (
            fired(Script(faces), evolve(volley, stray=face)).hits for face in (volley.stray, 0)
        )
    except DiceProblem:
        return {}
    places = [share.target for share in volley.shares]
    return {
        attack.subjects[one]: (len(hits[one]) - len(aimed[one]), len(hits[one]))
        for one in places
        if len(hits[one]) > len(aimed[one])
    }


def aimed(attack: Attack, name: str) -> Fraction | None:
    """The chance that divided fire has an effect on a target, stray shots left out (AMMO-F18)."""
    volley = attack.args[0]
    if not isinstance(volley, Volley) or not volley.stray:
        return None
    place = attack.subjects.index(name)
    if not any(place in share.beside for share in volley.shares):
        return None
    return odds_on(evolve(volley, stray=0), place).chance(lambda outcome: outcome.shaken)


def on_aim(aim: Aim) -> Fraction:
    """The chance that an attack at a tile lands on its aim point (AMMO-F15)."""
    sides, wild, modifier = cast("tuple[int, bool, int]", aim.args[:3])
    return odds(lob_hits, sides, wild, modifier).chance(lambda hits: hits > 0)


def tally(faces: Sequence[Face]) -> str:
    """A note that an ace was not rolled again, because more would change nothing (AMMO-F2)."""
    last_of_die = (one for one, then in zip_longest(faces, faces[1:]) if not (then and then.adds))
    left = any(one.purpose in _ACES and one.face == one.sides for one in last_of_die)
    return ENOUGH if left else ""
