"""The rules with dice: a burst against one body, a blast against all within its radius.

A single shot is a burst of one shot. First all shots roll to hit, then each hit its location and
damage, last the CRIT die (D20-03). The last number of the rule is the question: everything in play,
the hit points or a called limb for odds. The dice are the same for every question.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb, lcm
from typing import Literal

from attrs import field, frozen

from skirmish.core.dice import Dice, Distribution, Part, capped_sums, odds, open_ended
from skirmish.rulesets.d20.kinds import LIMBS, LOCATION, LOCATION_DIE

Rounding = Literal["nearest", "reduction_down", "up"]


@frozen(cache_hash=True)
class Readings:
    """Interpretations of the rules.

    `crit_carries` (D20-A1): after a first-shot CRIT all later shots of the burst hit. `rounding`
    (D20-A4): the damage after DR is rounded to the nearest, half up; or the reduction is rounded
    down; or the damage is rounded up. `called_shared` (D20-A8): all shots of a called burst go to
    the limb at the penalty, whatever the first one did. `one_recoil` (D20-A9): bursts of the own
    bound count against overwatch attacks too.
    """

    crit_carries: bool = True
    rounding: Rounding = "nearest"
    called_shared: bool = False
    one_recoil: bool = True


READINGS = Readings()


@frozen(cache_hash=True)
class Body:
    """The target of an attack: DT and DR against its damage, hit points left (D20-19, D20-23)."""

    dt: int
    dr: int
    left: int


@frozen
class Sums:
    """Hits and their damage after DT, for each limb."""

    hits: int = 0
    limbs: tuple[int, ...] = (0,) * len(LIMBS)

    def __add__(self, other: Sums) -> Sums:
        """The sum of two."""
        both = zip(self.limbs, other.limbs, strict=True)
        return Sums(self.hits + other.hits, tuple(a + b for a, b in both))

    def more(self, limb: int, damage: int) -> Sums:
        """These sums with more damage on a limb."""
        limbs = tuple(n + damage * (i == limb) for i, n in enumerate(self.limbs))
        return Sums(self.hits, limbs)


@frozen(cache_hash=True)
class Effects:
    """The effects of a weapon on a figure that is hit, once for each attack (D20-25)."""

    bleed: int = 0
    burn: int = 0
    embed: int = 0
    stun: bool = False
    knockdown: bool = False
    anything: bool = field(init=False, eq=False, repr=False)

    @anything.default
    def _anything(self) -> bool:
        return bool(self.bleed or self.burn or self.embed or self.stun or self.knockdown)


NO_EFFECTS = Effects()


@frozen
class Harm:
    """The outcome of an attack for a figure: hits, and hit points lost, at most those left.

    `crippled`: the called limb is crippled; False for a figure that goes down. `effects` come with
    any hit.
    """

    hits: int = 0
    damage: int = 0
    crippled: bool = False
    effects: Effects = NO_EFFECTS


@frozen
class Wounds:
    """The full outcome of an attack: hits, hit points lost, a CRIT or not, damage to each limb.

    `called`: the hits went to the limb that was called.
    """

    hits: int = 0
    damage: int = 0
    crit: bool = False
    called: bool = False
    limbs: tuple[int, ...] = (0,) * len(LIMBS)


@frozen
class Everything:
    """The question for the full outcome, in play."""


@frozen
class Health:
    """The question for hits and hit points; the weapon leaves `effects`."""

    effects: Effects = NO_EFFECTS

    def of(self, wounds: Wounds, _body: Body) -> Harm:
        """The answer from the full outcome."""
        return self.judge(wounds.hits, wounds.damage)

    def judge(self, hits: int, damage: int, *, cripples: bool = False) -> Harm:
        """The answer from hits and hit points; `cripples` is ignored (D20-26, D20-A12)."""
        return Harm(hits, damage, effects=self.effects if hits else NO_EFFECTS)


@frozen
class Limb:
    """The question for hits, hit points, and whether the called limb is crippled.

    `limb` is its index in `LIMBS`, `left` the damage that cripples it. Hits that fall on it by
    chance count as well (D20-24, D20-A8).
    """

    limb: int
    left: int
    effects: Effects = NO_EFFECTS

    def of(self, wounds: Wounds, body: Body) -> Harm:
        """The answer from the full outcome."""
        cripples = self.left <= wounds.limbs[self.limb] and wounds.damage < body.left
        return self.judge(wounds.hits, wounds.damage, cripples=cripples)

    def judge(self, hits: int, damage: int, *, cripples: bool = False) -> Harm:
        """The answer from hits, hit points, and whether they cripple the limb (D20-26, D20-A12)."""
        return Harm(hits, damage, cripples, self.effects if hits else NO_EFFECTS)


Question = Everything | Health | Limb


D20 = 20


MISS, HIT, CRIT = range(3)
SURE, WHERE = "sure hit", "location"
"""Purposes of dice: later shots after a CRIT, and the location of a hit."""


NO_LIMB = -1


@frozen(cache_hash=True)
class Hits:
    """The damage of each hit: dice and bonus, times a multiplier (D20-18, D20-32)."""

    dice: int
    sides: int
    bonus: int
    times: int = 1


@frozen
class Shots:
    """How an attack is rolled (D20-10).

    `first` and `later` are the Accuracy of the first shot and of the others, less the target's
    Evasion: a shot hits if face and number together are above 0. `crit` is the lowest face of the
    CRIT range, `crit_die` the sides of its die. `limb` is the index of the called limb, or NO_LIMB.
    """

    count: int
    first: int
    later: int
    crit: int
    crit_die: int
    limb: int = NO_LIMB
    readings: Readings = READINGS


def after_dr(total: int, dr: int, rounding: Rounding = READINGS.rounding) -> int:
    """The damage that DR, in percent, leaves of a total (D20-23, D20-28, D20-A4, D20-A5)."""
    if rounding == "reduction_down":
        return total - total * dr // 100
    if rounding == "up":
        return -(-total * (100 - dr) // 100)
    return (total * (100 - dr) + 50) // 100


@lru_cache(maxsize=4096)
def enough(left: int, dr: int, rounding: Rounding = READINGS.rounding) -> int:
    """The least sum after DT that takes `left` hit points or more (D20-23, D20-A5).

    0 if DR lets nothing through.
    """
    if dr >= 100:
        return 0
    most = left * 100 // (100 - dr) + 1
    return next(n for n in range(most + 1) if after_dr(n, dr, rounding) >= left)


def least_face(margin: int, crit: int) -> int:
    """The lowest face that hits: more than Evasion, the CRIT range always, a 1 never.

    D20-10, D20-A3, D20-F1, D20-F2.
    """
    return min(crit, max(2, 1 - margin))


def to_hit(dice: Dice, margin: int, crit: int) -> int:
    """A shot: a CRIT, a hit or a miss (D20-10, D20-F2)."""
    face = dice.die(D20, "to hit")
    if face >= crit:
        return CRIT
    return HIT if face >= least_face(margin, crit) else MISS


def struck(dice: Dice, margin: int, crit: int) -> int:
    """1 for a later shot that hits, 0 for a miss (D20-17, D20-A2)."""
    return int(to_hit(dice, margin, crit) != MISS)


def sure(dice: Dice) -> int:
    """A later shot after a CRIT on the first: it is rolled, but always hits (D20-13).

    D20-A1.
    """
    return int(dice.die(D20, SURE) > 0)


def volley(dice: Dice, shots: Shots) -> tuple[bool, bool, int]:
    """Whether the first shot is a CRIT, whether the hits go to a called limb, and how many hit.

    D20-01, D20-16, D20-17; D20-A8 for the limb.

    D20-13, D20-31, D20-48, D20-A1.
    """
    first = dice.sub(to_hit, shots.first, shots.crit)
    if first == CRIT and shots.readings.crit_carries:
        later = dice.total(shots.count - 1, sure)
    else:
        later = dice.total(shots.count - 1, struck, shots.later, shots.crit)
    called = shots.limb != NO_LIMB and (shots.readings.called_shared or first != MISS)
    return first == CRIT, called, later + (first != MISS)


@lru_cache(maxsize=8192)
def volleys(shots: Shots) -> Mapping[tuple[bool, bool, int], int]:
    """The weights of all results of a `volley`, out of D20 to the power of its shots."""
    more = shots.count - 1
    hits = D20 + 1 - least_face(shots.later, shots.crit)
    crits = D20 + 1 - shots.crit
    first = {MISS: least_face(shots.first, shots.crit) - 1, CRIT: crits}
    first[HIT] = D20 - first[MISS] - crits
    later = [comb(more, n) * hits**n * (D20 - hits) ** (more - n) for n in range(more + 1)]
    carried = [0] * more + [D20**more] if shots.readings.crit_carries else later
    weights: dict[tuple[bool, bool, int], int] = {}
    for end, faces in first.items():
        called = shots.limb != NO_LIMB and (shots.readings.called_shared or end != MISS)
        for n, weight in enumerate(carried if end == CRIT else later):
            if faces * weight:
                key = end == CRIT, called, n + (end != MISS)
                weights[key] = weights.get(key, 0) + faces * weight
    return weights


def face_of(dice: Dice, sides: int) -> int:
    """One die of damage."""
    return dice.die(sides, "damage")


def damage(dice: Dice, hits: Hits) -> int:
    """The damage of one hit before armour, times the Gatling multiplier (D20-18, D20-32)."""
    return (dice.total(hits.dice, face_of, hits.sides) + hits.bonus) * hits.times


def through(amount: int, dt: int) -> int:
    """The damage of one hit after DT, at least 1 (D20-19, D20-20, D20-33)."""
    return max(1, amount - dt)


def location(dice: Dice) -> int:
    """The location of a hit, as an index of `LIMBS` (D20-12, D20-F3)."""
    return LOCATION[dice.die(LOCATION_DIE, WHERE) - 1]


def located(dice: Dice) -> None:
    """The location die where its result does not matter (D20-12)."""
    dice.die(LOCATION_DIE, WHERE)


def hit(dice: Dice, hits: Hits, dt: int, *, called: bool) -> int:
    """One hit after DT; its location is rolled if no limb was called.

    D20-12, D20-18, D20-19.
    """
    if not called:
        dice.sub(located)
    return through(dice.sub(damage, hits), dt)


def hit_anywhere(dice: Dice, hits: Hits, dt: int) -> int:
    """One hit after DT, with its location die."""
    return hit(dice, hits, dt, called=False)


def hit_called(dice: Dice, hits: Hits, dt: int) -> int:
    """One hit after DT on a called limb (D20-48)."""
    return hit(dice, hits, dt, called=True)


def hit_on(dice: Dice, hits: Hits, dt: int, limb: int) -> Sums:
    """One hit after DT, on its limb (D20-12, D20-18, D20-19)."""
    where = location(dice) if limb == NO_LIMB else limb
    return Sums(1).more(where, through(damage(dice, hits), dt))


@frozen
class Landed:
    """The hits of an attack: how many, whether on a called limb, the CRIT die's sides or 0."""

    count: int
    called: bool
    crit_die: int


def lost(dice: Dice, landed: Landed, hits: Hits, body: Body, rounding: Rounding) -> int:
    """Hit points lost to the hits (D20-21 to D20-24, D20-14)."""
    crit = Part(landed.crit_die > 0, crit_damage, (landed.crit_die,), bounded=True)
    most = enough(body.left, body.dr, rounding)
    total = dice.tally(most, damaged(landed.count, landed.called, hits, body.dt), crit).total
    return min(body.left, after_dr(total, body.dr, rounding))


def losses(
    count: int, crit_die: int, hits: Hits, body: Body, rounding: Rounding
) -> tuple[tuple[int, ...], int]:
    """The odds of `lost` in closed form, which do not depend on the location of the hits.

    Returns a weight for each of `steps`, and the sum of all weights.
    """
    most = enough(body.left, body.dr, rounding)
    terms = [(odds(hit_called, hits, body.dt), count)]
    if crit_die:
        terms.append((odds(crit_damage, crit_die, most), 1))
    return capped_sums(most, *terms)


def steps(body: Body, rounding: Rounding) -> tuple[int, ...]:
    """The hit points lost to each total after DT, from 0 up to `enough` (D20-23, D20-24)."""
    most = enough(body.left, body.dr, rounding)
    return tuple([min(body.left, after_dr(n, body.dr, rounding)) for n in range(most + 1)])


def crit_damage(dice: Dice, sides: int, most: int) -> int:
    """The damage that a CRIT die adds to the first shot, capped at `most` (D20-F2).

    D20-14, D20-15, D20-22, D20-A7.
    """
    return open_ended(dice, sides, most, "CRIT die")


def damaged(count: int, called: bool, hits: Hits, dt: int, need: int = 0) -> Part:
    """The damage of `count` hits after DT, as a part of a tally (D20-18, D20-21)."""
    return Part(count, hit_called if called else hit_anywhere, (hits, dt), need=need)


def burst(
    dice: Dice, shots: Shots, hits: Hits, body: Body, question: Question
) -> tuple[Harm | Wounds]:
    """An attack on one figure: the answer to the question about it (D20-03, D20-01, D20-14)."""
    crit, called, count = dice.sub(volley, shots)
    landed = Landed(count, called, shots.crit_die if crit else 0)
    if isinstance(question, Everything):
        return (_wounds(dice, landed, shots, hits, body),)
    if not count:
        return (question.judge(0, 0),)
    rounding, left = shots.readings.rounding, _spare(question, body)
    if shots.limb != NO_LIMB and not called:
        loss, cripples = dice.sub(astray, count, shots.limb, left, hits, body, rounding)
    else:
        loss = dice.sub(lost, landed, hits, body, rounding)
        cripples = left <= loss < body.left
    return (question.judge(count, loss, cripples=cripples),)


def _spare(question: Health | Limb, body: Body) -> int:
    """The damage that cripples the limb in question; without a limb, the hit points left."""
    return question.left if isinstance(question, Limb) else body.left


def on_limb(dice: Dice, limb: int) -> int:
    """1 for a hit that falls on a limb, 0 for one elsewhere (D20-12)."""
    return int(location(dice) == limb)


def astray(
    dice: Dice, count: int, limb: int, left: int, hits: Hits, body: Body, rounding: Rounding
) -> tuple[int, bool]:
    """Hit points lost to the hits after a called shot that missed (D20-A8).

    And whether those on the called limb, which can take `left`, cripple it while the body stands.
    The locations of all hits are rolled first, then damage, that of the called limb before the
    rest.
    """
    on = dice.total(count, on_limb, limb)
    most, need = (enough(points, body.dr, rounding) for points in (body.left, left))
    struck = damaged(on, True, hits, body.dt, need)
    total, reached = dice.tally(most, struck, damaged(count - on, True, hits, body.dt))
    return min(body.left, after_dr(total, body.dr, rounding)), reached and total < most


@lru_cache(maxsize=4096)
def crippling(
    count: int, faces: int, left: int, hits: Hits, body: Body, rounding: Rounding
) -> Fraction:
    """The chance that hits `astray` cripple a limb that can take `left` while the body stands.

    `faces`: number of faces of the location die for the limb.
    """
    most, need = (enough(points, body.dr, rounding) for points in (body.left, left))
    one, ways = odds(hit_called, hits, body.dt), 0
    for on in range(1, count + 1):
        struck = _totals(one, on, most)[0]
        below = _totals(one, count - on, most)[1]
        both = sum(struck[n] * below[most - n] for n in range(need, most))
        ways += comb(count, on) * faces**on * (LOCATION_DIE - faces) ** (count - on) * both
    return Fraction(ways, (LOCATION_DIE * one.denominator) ** count)


@lru_cache(maxsize=1024)
def _totals(
    one: Distribution[int], count: int, most: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The weights of the total of `count` hits, and for each total the weight of all lower ones."""
    weights, _ = capped_sums(most, (one, count))
    return weights, tuple(accumulate(weights, initial=0))


def _places(dice: Dice, landed: Landed, shots: Shots) -> tuple[int, ...]:
    """The location of each hit; NO_LIMB if it is rolled with the damage (D20-12, D20-48).

    D20-A8.
    """
    if landed.called or shots.limb == NO_LIMB:
        return (shots.limb,) * landed.count
    rolled = [location(dice) for _ in range(landed.count)]
    return tuple(sorted(rolled, key=lambda place: place != shots.limb))


def _wounds(dice: Dice, landed: Landed, shots: Shots, hits: Hits, body: Body) -> Wounds:
    """The full outcome of the hits of an attack, for the whole body and for each limb.

    D20-14, D20-15, D20-21, D20-22, D20-23, D20-24, D20-A6, D20-A7.
    """
    if not landed.count:
        return Wounds()
    rounding, places = shots.readings.rounding, _places(dice, landed, shots)
    first = hit_on(dice, hits, body.dt, places[0])
    sums = sum((hit_on(dice, hits, body.dt, limb) for limb in places[1:]), first)
    if landed.crit_die:
        where = next(place for place, amount in enumerate(first.limbs) if amount)
        rest = enough(body.left, body.dr, rounding) - sum(sums.limbs)
        sums = sums.more(where, open_ended(dice, landed.crit_die, max(0, rest), "CRIT die"))
    return Wounds(
        hits=landed.count,
        damage=min(body.left, after_dr(sum(sums.limbs), body.dr, rounding)),
        crit=landed.crit_die > 0,
        called=landed.called,
        limbs=tuple(after_dr(amount, body.dr, rounding) for amount in sums.limbs),
    )


Blast = tuple[int, Rounding, Effects]
"""The part of a blast that is equal for all figures: damage, rounding of DR, effects."""


def blast(
    dice: Dice, hits: Hits, rounding: Rounding, effects: Effects, bodies: tuple[Body, ...]
) -> tuple[Harm, ...]:
    """One damage roll for all within the radius; each has its own armour (D20-F12)."""
    return dice.each(_caught, (dice.sub(damage, hits), rounding, effects), bodies)


def _caught(_dice: Dice, shared: Blast, body: Body) -> tuple[Blast, Harm]:
    """The outcome of a blast for one figure (D20-19, D20-20, D20-23, D20-F12)."""
    amount, rounding, effects = shared
    loss = after_dr(through(amount, body.dt), body.dr, rounding)
    return shared, Harm(1, min(body.left, loss), effects=effects)


Fall = tuple[tuple[int, int] | None, ...]


def come_down(dice: Dice, falls: tuple[Fall, ...]) -> tuple[int, int] | None:
    """Where an explosive lands: for each face of the d20 one tile, or one for each of a d10.

    None is off the map.

    D20-F11.
    """
    fall = falls[dice.die(D20, "to hit") - 1]
    return fall[0] if len(fall) == 1 else fall[dice.die(len(fall), "direction") - 1]


def landed(falls: tuple[Fall, ...]) -> tuple[Mapping[tuple[int, int] | None, int], int]:
    """The odds of `come_down` in closed form: a weight for each tile, and their sum."""
    whole = lcm(*map(len, falls))
    weights: dict[tuple[int, int] | None, int] = {}
    for fall in falls:
        for tile in fall:
            weights[tile] = weights.get(tile, 0) + whole // len(fall)
    return weights, D20 * whole
