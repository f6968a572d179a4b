"""Chance functions of the rules: tests, blows and volleys, blasts, landings, effects of hits.

All are pure functions `rule(dice, *numbers)`. A d100 shows 00 to 99. The margin of success is the
number rolled; the margin of failure is the roll less the target number (EP-A13).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from skirmish.core.dice import Dice
from skirmish.core.geometry import Tile

D100 = 100
D10 = 10
BEST, WORST = 0, 99
"""Rolls that always succeed and always fail (EP-F1)."""
DOUBLES = 11
"""Rolls that are multiples of this are doubles (EP-F1)."""
MISSED = "missed"
"""The effect of an attack that did not hit."""
MOST_MODIFIED = 60
"""Maximum sum of all modifiers of a test, up or down (EP-F2)."""
FAILED = -1
EXCELLENT, EXCEPTIONAL = 30, 60
"""Margins with additional effects (EP-23, EP-F10, EP-A3)."""
MARGIN_DV = 5
"""DV added by an excellent success; an exceptional one adds twice that (EP-F10)."""


def d100(dice: Dice, what: str) -> int:
    """A d100 from 0 to 99; its face 100 is 00 (EP-F1)."""
    return dice.die(D100, what) % D100


def succeeds(roll: int, target: int) -> bool:
    """Whether a roll is a success (EP-F1)."""
    return roll == BEST or (roll <= target and roll != WORST)


def successes(target: int) -> int:
    """The number of rolls out of a hundred that succeed against a target number (EP-F1)."""
    return max(BEST, min(WORST - 1, target)) + 1


def margin_of_failure(roll: int, target: int) -> int:
    """The margin of a failed roll, never below 0 (EP-A13)."""
    return max(0, roll - target)


def capped(modifiers: int) -> int:
    """The sum of modifiers, capped at 60 either way (EP-F2)."""
    return max(-MOST_MODIFIED, min(MOST_MODIFIED, modifiers))


def test(dice: Dice, target: int, what: str) -> bool:
    """A plain test: whether it succeeds (EP-F1)."""
    return succeeds(d100(dice, what), target)


def score(dice: Dice, target: int, what: str) -> int:
    """The score of one side of an opposed test; the higher score wins (EP-F3, EP-A13, EP-F1).

    It is FAILED for a failure, the roll for a success, and 100 more for a critical success.
    """
    return scored(d100(dice, what), target)


def scored(roll: int, target: int) -> int:
    """The score of a roll in an opposed test (EP-F3)."""
    return counted(roll) if succeeds(roll, target) else FAILED


def counted(roll: int) -> int:
    """The score of a successful roll: 100 more for a critical one (EP-F1, EP-F3)."""
    return roll + D100 if roll % DOUBLES == 0 else roll


class Grade(IntEnum):
    """The result of an attack: its bonus to damage, and whether armour counts (EP-F10)."""

    MISS = 0
    HIT = 1
    EXCELLENT = 2
    EXCEPTIONAL = 3
    CRITICAL = 4
    CRITICAL_EXCELLENT = 5
    CRITICAL_EXCEPTIONAL = 6

    @property
    def critical(self) -> bool:
        """Whether armour is ignored (EP-F10)."""
        return self >= Grade.CRITICAL

    @property
    def excellent(self) -> bool:
        """Whether the margin of success was 30 or more (EP-23)."""
        return self.band > 0

    @property
    def band(self) -> int:
        """0 for a plain success, 1 from a margin of 30 on, 2 from 60 on (EP-A13, EP-F10)."""
        return 0 if self is Grade.MISS else (self - 1) % 3

    @property
    def bonus(self) -> int:
        """DV added for the margin (EP-F10)."""
        return MARGIN_DV * self.band


def grade(won: int) -> Grade:
    """The grade of a winning score; MISS for a failed one (EP-A13, EP-F1, EP-F10)."""
    if won == FAILED:
        return Grade.MISS
    critical, roll = divmod(won, D100)
    band = (roll >= EXCELLENT) + (roll >= EXCEPTIONAL)
    return Grade(1 + 3 * critical + band)


def rolled_grade(roll: int) -> Grade:
    """The grade of an attack that hit with a roll (EP-F1, EP-F10)."""
    return grade(counted(roll))


def clash(dice: Dice, skill: int, guard: int | None) -> Grade:
    """An attack as an opposed test, or as a plain one if the target cannot defend (EP-F3, EP-F8).

    The higher success hits; a tie does not, nor do two failures.
    """
    attack = dice.sub(score, skill, "attack")
    if attack == FAILED or guard is None:
        return grade(attack)
    return grade(attack) if dice.sub(beats, attack, guard) else Grade.MISS


@lru_cache(maxsize=8192)
def grades(skill: int, guard: int | None) -> tuple[Mapping[Grade, int], int]:
    """The odds of `clash` in closed form: the weight of each hit, and the sum of all weights."""
    defences = [FAILED] if guard is None else sorted(_scores(guard))
    weights: dict[Grade, int] = {}
    for attack, won in zip(_scores(skill), _grades(skill), strict=True):
        if beaten := bisect_left(defences, attack):
            weights[won] = weights.get(won, 0) + beaten
    return weights, D100 * len(defences)


@lru_cache(maxsize=256)
def _scores(target: int) -> tuple[int, ...]:
    """The score of each of the hundred rolls in an opposed test."""
    return tuple([scored(roll, target) for roll in range(D100)])


@lru_cache(maxsize=256)
def _grades(skill: int) -> tuple[Grade, ...]:
    """The grade of each of the hundred rolls if it wins."""
    return tuple([grade(score) for score in _scores(skill)])


def beats(dice: Dice, attack: int, guard: int) -> bool:
    """Whether the score of an attack beats the defence (EP-F3)."""
    return attack > dice.sub(score, guard, "defence")


def contest(dice: Dice, mine: int, theirs: int) -> int:
    """Perception against infiltration: 1 if the first wins, -1 if the second does, else 0.

    EP-F3.
    """
    first = dice.sub(score, mine, "perception")
    second = dice.sub(score, theirs, "infiltration")
    return (first > second) - (first < second)


TEST = ("EP-F1", "EP-A13")
"""The rules that every test applies."""
OPPOSED = (*TEST, "EP-F3")
"""The rules that every opposed test applies."""
FEWEST_TURNS = 3
"""Minimum turns that a shock puts a figure out of action (EP-13)."""
SHOCK_TEST = "shock"
"""Purpose of the die of a test against a shock."""
PER_WOUND = 10
"""Modifier of each wound to all tests (EP-F11)."""


class Body(NamedTuple):
    """The numbers of a figure that takes a hit (EP-F10, EP-F11).

    Attributes:
        left: Damage that puts it out.
        threshold: Damage of one hit for each wound.
        armour: Its armour against the hit, after piercing.
        steady: Target number against falling and passing out, without wounds (SOM x 3).
        wounds: Its wounds before the hit.
        upright: Whether it can fall.
        shock: Target number against a shock (EP-12); None for a hit without shock.
    """

    left: int
    threshold: int
    armour: int = 0
    steady: int = 0
    wounds: int = 0
    upright: bool = True
    shock: int | None = None


class Harm(NamedTuple):
    """The effect of an attack on a figure.

    `damage` is capped at what puts it out. `out`: it is put out, by damage or unconscious.
    `stunned`: turns for which a shock fells it; `jolted`: it withstood the shock. `subdued`: it is
    held in a grip; `freed`: the grip is broken.
    """

    hit: bool = False
    damage: int = 0
    wounds: int = 0
    prone: bool = False
    out: bool = False
    stunned: int = 0
    jolted: bool = False
    subdued: bool = False
    freed: bool = False


NOTHING = Harm()


def harm(dice: Dice, count: int, add: int, body: Body) -> Harm:
    """A hit of `count` d10 and a bonus: first the shock, then the damage (EP-12, EP-17, EP-18)."""
    turns = None if body.shock is None else dice.sub(shock, body.shock)
    return with_stun(dice.sub(suffer_hit, count, add, body, turns == 0, bool(turns)), turns)


def suffer_hit(dice: Dice, count: int, add: int, body: Body, jolted: bool, felled: bool) -> Harm:
    """The damage of a hit on a figure that withstood a shock, was felled by one, or neither.

    EP-17, EP-18.
    """
    return suffer(dice, damage_value(dice, count) + add, body, jolted, felled)


def damage_value(dice: Dice, count: int) -> int:
    """The sum of `count` dice of damage (EP-F10)."""
    return dice.total(count, damage_die)


def with_stun(done: Harm, turns: int | None) -> Harm:
    """The harm, with the turns for which a shock fells the figure, unless it is out.

    EP-13.
    """
    return done._replace(stunned=turns) if turns and not done.out else done


def damage_die(dice: Dice) -> int:
    """One die of damage."""
    return dice.die(D10, "damage")


def shock(dice: Dice, target: int) -> int:
    """The test against a shock: turns out of action, 0 if it is passed (EP-12, EP-13)."""
    roll = d100(dice, SHOCK_TEST)
    if succeeds(roll, target):
        return 0
    return max(FEWEST_TURNS, margin_of_failure(roll, target) // 10)


def halved(value: int) -> int:
    """Half of a DV, rounded down (EP-18, EP-A6)."""
    return value // 2


def suffer(dice: Dice, value: int, body: Body, jolted: bool, felled: bool) -> Harm:
    """The effect of a DV on a figure; half of it after a shock withstood (EP-F10, EP-F11, EP-18).

    EP-17.
    """
    if jolted:
        value = halved(value)
    damage = min(max(0, value - body.armour), body.left)
    wounds = damage // body.threshold
    if damage >= body.left:
        return Harm(hit=True, damage=damage, wounds=wounds, out=True)
    if not wounds:
        return Harm(hit=True, damage=damage, jolted=jolted)
    target = steadiness(body.steady, body.wounds + wounds)
    ends = dice.sub(wound_tests, target, body.upright and not felled, wounds > 1)
    if ends == FAINTS:
        return Harm(hit=True, damage=damage, wounds=wounds, out=True)
    return Harm(True, damage, wounds, prone=ends == FALLS, jolted=jolted)


def steadiness(steady: int, wounds: int) -> int:
    """The target number against falling and passing out, with all wounds including new ones.

    EP-F2, EP-F11.
    """
    return steady + capped(-PER_WOUND * wounds)


STANDS, FALLS, FAINTS = range(3)
WOUND_TESTS = FALL_TEST, FAINT_TEST = "prone", "unconscious"
"""Purposes of the dice of the tests for wounds."""


def wound_tests(dice: Dice, target: int, may_fall: bool, may_faint: bool) -> int:
    """The tests for the wounds of one hit (EP-F11): one against falling, if it still stands.

    With two or more wounds there is a second test, against passing out. A figure felled by a shock
    lies already.
    """
    falls = may_fall and not dice.sub(test, target, FALL_TEST)
    if may_faint and not dice.sub(test, target, FAINT_TEST):
        return FAINTS
    return FALLS if falls else STANDS


def blast(
    dice: Dice, count: int, add: int, caught: tuple[tuple[int, Body], ...]
) -> tuple[Harm, ...]:
    """A blast: one roll of the DV for all, reduced for each by its distance (EP-08, EP-F21).

    `caught` holds for each figure the DV lost to distance and to objects between, and its body.
    """
    value = damage_value(dice, count) + add
    if len(caught) == 1:  # the roll is not shared: same dice, faster odds
        return (blast_on(dice, value, *caught[0]),)
    return dice.each(_next_caught, value, caught)


def _next_caught(dice: Dice, value: int, caught: tuple[int, Body]) -> tuple[int, Harm]:
    """The effect of a blast on the next figure (EP-08)."""
    return value, blast_on(dice, value, *caught)


def blast_on(dice: Dice, value: int, less: int, body: Body) -> Harm:
    """The effect of a blast on one figure; none if no DV is left (EP-F21)."""
    return suffer_blast(dice, max(0, value - less), body)


def blast_reaching(dice: Dice, count: int, add: int, less: int) -> int:
    """The DV of a blast that reaches a figure, at least 0 (EP-F21)."""
    return max(0, damage_value(dice, count) + add - less)


def suffer_blast(dice: Dice, value: int, body: Body) -> Harm:
    """The effect of the DV that reaches a figure (EP-12, EP-17, EP-18, EP-F21)."""
    if not value:
        return NOTHING
    turns = None if body.shock is None else dice.sub(shock, body.shock)
    return with_stun(suffer(dice, value, body, turns == 0, bool(turns)), turns)


class Blow(NamedTuple):
    """One attack on one figure: both target numbers, the damage, the figure.

    `guard` is None for a target that cannot defend. A `grapple` does damage only on a critical
    success, and only if the attacker `wounds` (EP-21 to EP-24).
    """

    skill: int
    guard: int | None
    dice: int
    add: int
    body: Body
    grapple: bool = False
    wounds: bool = True


def strike(dice: Dice, blow: Blow) -> Harm:
    """An attack on a figure, from the test to its effect (EP-F8 to EP-F11, EP-23).

    EP-24, EP-21.
    """
    hit = dice.sub(clash, blow.skill, blow.guard)
    if hit is Grade.MISS:
        return NOTHING
    body = blow.body._replace(armour=0) if hit.critical else blow.body
    if not blow.grapple:
        return dice.sub(harm, blow.dice, blow.add + hit.bonus, body)
    harmed = Harm(hit=True)
    if hit.critical and blow.wounds:
        harmed = dice.sub(harm, blow.dice, blow.add + hit.bonus, body)
    # A figure that the same blow stuns or puts out is not held.
    held = hit.excellent and not (harmed.out or harmed.stunned)
    return harmed._replace(subdued=held)


def volley(dice: Dice, blows: tuple[Blow, ...]) -> tuple[Harm, ...]:
    """Fire at one target or split over several, each with its own test (EP-F13)."""
    return dice.each(_next_blow, 0, blows)


def _next_blow(dice: Dice, state: int, blow: Blow) -> tuple[int, Harm]:
    return state, strike(dice, blow)


def scatter_factor(margin: int) -> int:
    """Factor of a blast's scatter: 1, 2 for a margin over 30, 3 for one over 60 (EP-A3, EP-06).

    EP-07.
    """
    return 1 + (margin > EXCELLENT) + (margin > EXCEPTIONAL)


def astray(dice: Dice, skill: int) -> int:
    """A throw at a point: 0 if it lands there, else the factor of its scatter.

    EP-03, EP-F21.
    """
    roll = d100(dice, "attack")
    return 0 if succeeds(roll, skill) else scatter_factor(margin_of_failure(roll, skill))


def come_down(
    dice: Dice, skill: int, aim: Tile, landings: tuple[tuple[Tile | None, ...], ...]
) -> Tile | None:
    """The landing tile of a blast; None is off the map (EP-03 to EP-07).

    `landings` has a tile for each scatter factor from 1 on and each face of the d10.
    """
    return landing(dice, dice.sub(astray, skill), aim, landings)


def landing(
    dice: Dice, factor: int, aim: Tile, landings: tuple[tuple[Tile | None, ...], ...]
) -> Tile | None:
    """The landing tile of a throw that goes astray by a factor; 0 lands on the aim point (EP-04).

    EP-05, EP-06, EP-07.
    """
    return landings[factor - 1][dice.die(D10, "scatter") - 1] if factor else aim


def break_free(dice: Dice, mine: int, theirs: int) -> tuple[Harm]:
    """Whether a subdued figure breaks free of its grappler; a tie holds (EP-27)."""
    won = dice.sub(score, mine, "attack") > dice.sub(score, theirs, "defence")
    return (Harm(hit=won, freed=won),)
