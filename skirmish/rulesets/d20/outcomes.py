"""Outcomes of attacks: in words, and their cost in points.

Damage costs up to half of a figure's worth, going down all of it. Bleeding and the like take hit
points in later bounds, stun and a fall take action points of the next one: these later costs are
estimated.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import cast

from attrs import frozen

from skirmish.core.dice import Face
from skirmish.core.figures import Figure
from skirmish.core.state import State
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.d20.budget import POSE_COSTS, STUN_COSTS, full
from skirmish.rulesets.d20.counters import BLEED, BURN, EMBED, PRONE, STUNNED
from skirmish.rulesets.d20.dice import SURE, WHERE, Effects, Fall, Harm, Shots, least_face
from skirmish.rulesets.d20.figures import health, kind_of
from skirmish.rulesets.d20.kinds import LIMBS, LOCATION, WORDS
from skirmish.rulesets.measures import CONDITION, HITS, Measure, amount_of

SPARED = Harm()
"""The outcome of an attack that does nothing to a figure."""
MEASURES: Mapping[str, Measure] = {
    "hits": HITS,
    "damage": amount_of("hit points", "lost"),
    "crippled": CONDITION,
    **dict.fromkeys(("bleed", "burn", "embed", "stun", "knockdown"), CONDITION),
}


def words(outcome: Hashable) -> Mapping[str, str | int]:
    """An outcome in words and numbers; `crippled` only if a called limb is crippled."""
    struck = cast("Harm", outcome)
    words: dict[str, str | int] = {"hits": struck.hits, "damage": struck.damage}
    if struck.crippled:
        words["crippled"] = True
    return words


def left_behind(outcome: Hashable) -> Mapping[str, int]:
    """The effects of a hit besides its damage (D20-25): `{"bleed": 1, "stun": True}`."""
    effects = cast("Harm", outcome).effects
    found = {
        "bleed": effects.bleed,
        "burn": effects.burn,
        "embed": effects.embed,
        "stun": effects.stun,
        "knockdown": effects.knockdown,
    }
    return {name: value for name, value in found.items() if value}


PARTS = 12
"""Parts of a figure's worth for each of its full hit points."""
HALF = PARTS // 2
CRIPPLED_COSTS = 2
"""Those parts that a crippled limb costs, for each hit point: it makes the figure slow or inexact
for the rest of the battle."""
BOUND_COSTS = 2
"""The parts that a whole lost bound costs."""
LASTS = 2
"""Bounds for which bleeding and burning are assumed to go on if untreated."""


@frozen(cache_hash=True)
class Stake:
    """A figure's loss by attacks that leave the same effects, in parts of its worth.

    `worse` and `already`: hit points that effects will still take after a hit, and without one.
    `delay`: value of the action points that effects would cost it.
    """

    points: int
    hp: int
    left: int
    worse: int
    already: int
    delay: int

    def parts(self, damage: int, *, crippled: bool = False) -> int:
        """Parts of its worth that a hit costs it, now and later (D20-25).

        Effects never take the last hit point, and nothing from a figure that goes down.
        """
        parts = lost_now(damage, self.left, self.hp) + crippled * CRIPPLED_COSTS * self.hp
        if damage >= self.left:
            return parts
        most = self.left - damage - 1
        return parts + HALF * (min(self.worse, most) - min(self.already, most)) + self.delay

    def worth(self, parts: int, denominator: int) -> Fraction:
        """The points of some parts over a denominator."""
        return Fraction(parts * self.points, PARTS * self.hp * denominator)


def stake_of(figure: Figure, effects: Effects) -> Stake:
    """The stake of a figure in hits with these effects."""
    kind = kind_of(figure)
    bleed, burn, embed = (figure.count(effect) for effect in (BLEED, BURN, EMBED))
    worse = drained(max(bleed, effects.bleed), max(burn, effects.burn), max(embed, effects.embed))
    already = drained(bleed, burn, embed)
    return Stake(kind.points, kind.hp, health(figure), worse, already, _delay(figure, effects))


def lost_now(damage: int, left: int, hp: int) -> int:
    """Parts that damage costs a figure with `left` of its full hit points."""
    return HALF * (hp + left if damage >= left else damage)


def _delay(figure: Figure, effects: Effects) -> int:
    """The cost of action points that are lost, or needed to stand up."""
    points = STUN_COSTS * (effects.stun and not figure.count(STUNNED))
    points += POSE_COSTS * (effects.knockdown and figure.posture != PRONE)
    return BOUND_COSTS * kind_of(figure).hp * points // full(figure)


def drained(bleed: int, burn: int, embed: int) -> int:
    """Hit points that such effects will still take: burning falls, barbs may stay still."""
    return bleed * LASTS + sum(max(0, burn - n) for n in range(LASTS)) + embed // 2


def loss(state: State, figure: str, outcome: Hashable) -> Fraction:
    """The points that an outcome costs the figure's side, including later effects."""
    harm = cast("Harm", outcome)
    stake = stake_of(state.figures[figure], harm.effects)
    return stake.worth(stake.parts(harm.damage, crippled=harm.crippled), 1)


def puts_out(state: State, figure: str, outcome: Hashable) -> bool:
    """Whether an outcome puts its figure out."""
    return cast("Harm", outcome).damage >= health(state.figures[figure])


def needs(attack: Attack | Aim) -> str:
    """What the d20 must show to hit or to come down on the tile: `9+` (D20-F1, D20-F11)."""
    if isinstance(attack, Aim):
        falls = cast("tuple[Fall, ...]", attack.args[0])
        faces = (face for face, fall in enumerate(falls, 1) if len(fall) == 1)
        least = next(faces, 0)
        return f"{least}+" if least else "more than a d20 shows"
    shots = attack.args[0]
    if not isinstance(shots, Shots):
        return ""
    first, later = (least_face(margin, shots.crit) for margin in (shots.first, shots.later))
    return f"{first}+" if shots.count == 1 or first == later else f"{first}+, then {later}+"


def on_aim(aim: Aim) -> Fraction:
    """The chance of a face with which an explosive does not scatter (D20-F11)."""
    falls = cast("tuple[Fall, ...]", aim.args[0])
    return Fraction(sum(len(fall) == 1 for fall in falls), len(falls))


def tally(faces: Sequence[Face]) -> str:
    """Words for the location dice of hits (D20-12), and for shots that a CRIT carries."""
    if all(face.what == WHERE for face in faces):
        limbs = [WORDS[LIMBS[LOCATION[face.face - 1]]] for face in faces]
        return "/".join(limbs)
    return "hit anyway" if all(face.what == SURE for face in faces) else ""
