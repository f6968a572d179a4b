"""The rules with dice: a burst against one body, a blast against all within its radius.

A single shot is a burst of one shot. First all shots roll to hit, then each hit its location and
damage, last the CRIT die (D20-03). What is asked of the whole is the rule's last number: everything
in play, the hit points or a called limb for odds; the dice are the same whatever is asked.
"""

from __future__ import annotations


from attrs import frozen

from skirmish.core.dice import Dice
from skirmish.core.dice.open_ended import ace
from skirmish.rulesets.d20.limbs import LOCATION, LOCATION_DIE
from skirmish.rulesets.d20.readings import READINGS, Readings, Rounding
from skirmish.rulesets.d20.wounds import Body, Everything, Harm, Health, Question, Sums, Wounds

D20 = 20
MISS, HIT, CRIT = range(3)
NO_LIMB = -1
NARROW = 150
"""Different sums of damage up to which hits are added up at once; else one by one, up to what
matters, which is slower and never too wide."""


@frozen
class Hits:
    """What a weapon does with each hit: dice and bonus, times a multiplier (D20-18, D20-32)."""

    dice: int
    sides: int
    bonus: int
    times: int = 1


@frozen
class Shots:
    """How an attack is rolled.

    `first` and `later` are the Accuracy of the first shot and of the others, less the target's
    Evasion: a shot hits when face and number together are above 0. `crit` is the lowest face of
    the CRIT range, `crit_die` the sides of its die. `limb` is the place of the limb that was
    called, or NO_LIMB.
    """

    count: int
    first: int
    later: int
    crit: int
    crit_die: int
    limb: int = NO_LIMB
    readings: Readings = READINGS


def after_dr(total: int, dr: int, rounding: Rounding = READINGS.rounding) -> int:
    """What DR, in percent, leaves of a total (D20-23, D20-28, D20-A4)."""
    if rounding == "reduction_down":
        return total - total * dr // 100
    if rounding == "up":
        return -(-total * (100 - dr) // 100)
    return (total * (100 - dr) + 50) // 100


def enough(body: Body, rounding: Rounding = READINGS.rounding) -> int:
    """The least sum after DT that takes all hit points left; more changes nothing.

    0 where DR lets nothing through.
    """
    if body.dr >= 100:
        return 0
    most = body.left * 100 // (100 - body.dr) + 1
    return next(n for n in range(most + 1) if after_dr(n, body.dr, rounding) >= body.left)


def to_hit(dice: Dice, margin: int, crit: int) -> int:
    """A shot: above the target's Evasion hits; the CRIT range always does, a 1 never (D20-10)."""
    face = dice.die(D20, "to hit")
    if face >= crit:
        return CRIT
    return HIT if face > 1 and face + margin > 0 else MISS


def struck(dice: Dice, margin: int, crit: int) -> int:
    """1 for a later shot that hits, 0 for a miss (D20-17, D20-A2)."""
    return int(to_hit(dice, margin, crit) != MISS)


def sure(dice: Dice) -> int:
    """A later shot after a CRIT on the first: it is rolled and hits all the same (D20-13)."""
    return int(dice.die(D20, "to hit, sure") > 0)


def volley(dice: Dice, shots: Shots) -> tuple[int, int]:
    """The first shot's grade, and how many of all shots hit (D20-16, D20-17)."""
    first = dice.sub(to_hit, shots.first, shots.crit)
    if first == CRIT and shots.readings.crit_carries:
        later = dice.total(shots.count - 1, sure)
    else:
        later = dice.total(shots.count - 1, struck, shots.later, shots.crit)
    return first, later + (first != MISS)


def face_of(dice: Dice, sides: int) -> int:
    """One die of damage."""
    return dice.die(sides, "damage")


def damage(dice: Dice, hits: Hits) -> int:
    """The damage of one hit before armour, times the Gatling multiplier (D20-18, D20-32)."""
    return (dice.total(hits.dice, face_of, hits.sides) + hits.bonus) * hits.times


def through(amount: int, dt: int) -> int:
    """What DT leaves of one hit, at least 1 (D20-19, D20-20, D20-33)."""
    return max(1, amount - dt)


def location(dice: Dice) -> int:
    """Where a hit goes, as a place in `LIMBS` (D20-12)."""
    return LOCATION[dice.die(LOCATION_DIE, "location") - 1]


def located(dice: Dice) -> None:
    """The location die where nobody asks what it shows."""
    dice.die(LOCATION_DIE, "location")


def hit(dice: Dice, hits: Hits, dt: int, limb: int) -> int:
    """One hit after DT; its location is rolled where no limb was called."""
    if limb == NO_LIMB:
        dice.sub(located)
    return through(dice.sub(damage, hits), dt)


def hit_on(dice: Dice, hits: Hits, dt: int, limb: int) -> Sums:
    """One hit after DT, on its limb."""
    where = location(dice) if limb == NO_LIMB else limb
    return Sums(1).more(where, through(damage(dice, hits), dt))


def lost(
    dice: Dice, struck: int, grade: int, hits: Hits, body: Body, shots: Shots, limb: int
) -> int:
    """Hit points lost to so many hits, the first of this grade (D20-21 to D20-24)."""
    rounding = shots.readings.rounding
    most = enough(body, rounding)
    total = dice.sub(summed, struck, hits, body.dt, limb, most)
    if grade == CRIT:
        total = min(most, total + dice.sub(ace, shots.crit_die, most - total, "CRIT die"))
    return min(body.left, after_dr(total, body.dr, rounding))


def summed(dice: Dice, struck: int, hits: Hits, dt: int, limb: int, most: int) -> int:
    """The damage of so many hits after DT, at most as much as matters."""
    if struck * hits.dice * (hits.sides - 1) <= NARROW:
        return min(most, dice.total(struck, hit, hits, dt, limb))
    before = dice.sub(summed, struck - 1, hits, dt, limb, most) if struck > 1 else 0
    return min(most, before + dice.sub(hit, hits, dt, limb))


def burst(
    dice: Dice, shots: Shots, hits: Hits, body: Body, question: Question
) -> tuple[Harm | Wounds]:
    """An attack on one figure: what the question asks of it (D20-03)."""
    grade, struck = dice.sub(volley, shots)
    aimed = shots.readings.called_shared or grade != MISS
    limb = shots.limb if aimed else NO_LIMB
    if not isinstance(question, Everything):
        loss = dice.sub(lost, struck, grade, hits, body, shots, limb) if struck else 0
        if isinstance(question, Health):
            return (Harm(struck, loss),)
        called = limb != NO_LIMB and struck > 0
        return (question.judge(struck, loss, body, called=called),)
    return (_wounds(dice, struck, grade, shots, hits, body, limb),)


def _wounds(
    dice: Dice, struck: int, grade: int, shots: Shots, hits: Hits, body: Body, limb: int
) -> Wounds:
    if not struck:
        return Wounds()
    rounding = shots.readings.rounding
    first = hit_on(dice, hits, body.dt, limb)
    sums = first + dice.total(struck - 1, hit_on, hits, body.dt, limb) if struck > 1 else first
    most = enough(body, rounding)
    if grade == CRIT:
        where = next(place for place, amount in enumerate(first.limbs) if amount)
        extra = ace(dice, shots.crit_die, max(0, most - sum(sums.limbs)), "CRIT die")
        sums = sums.more(where, extra)
    return Wounds(
        hits=struck,
        damage=min(body.left, after_dr(sum(sums.limbs), body.dr, rounding)),
        crit=grade == CRIT,
        called=limb != NO_LIMB,
        limbs=tuple(after_dr(amount, body.dr, rounding) for amount in sums.limbs),
    )


def blast(dice: Dice, hits: Hits, bodies: tuple[Body, ...], rounding: Rounding) -> tuple[Harm, ...]:
    """One damage roll for all within the radius; each has its own armour (D20-F12)."""
    amount = dice.sub(damage, hits)
    return dice.each(_caught, (amount, rounding), bodies)


def _caught(
    _dice: Dice, shared: tuple[int, Rounding], body: Body
) -> tuple[tuple[int, Rounding], Harm]:
    amount, rounding = shared
    loss = after_dr(through(amount, body.dt), body.dr, rounding)
    return shared, Harm(1, min(body.left, loss))


Fall = tuple[tuple[int, int] | None, ...]


def come_down(dice: Dice, falls: tuple[Fall, ...]) -> tuple[int, int] | None:
    """Where an explosive lands: for each face of the d20 one tile, or one for each of a d10.

    None is off the map.
    """
    fall = falls[dice.die(D20, "to hit") - 1]
    return fall[0] if len(fall) == 1 else fall[dice.die(len(fall), "direction") - 1]
