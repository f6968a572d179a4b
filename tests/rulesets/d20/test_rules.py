"""The rules with dice: against the page's worked cases, and against every fall of the dice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.core.dice import Face, Roller, Script, odds, parse_faces
from skirmish.rulesets.d20.dice import (
    NO_EFFECTS,
    READINGS,
    Body,
    Everything,
    Harm,
    Health,
    Hits,
    Limb,
    Readings,
    Shots,
    Wounds,
    after_dr,
    blast,
    burst,
    damage,
    through,
)
from skirmish.rulesets.d20.kinds import HEAD, LIMBS, LOCATION, threshold

EVASION = 10
FOUR = Hits(0, 6, 4)


def shots(count: int, accuracy: int = 0, **numbers: int) -> Shots:
    """So many shots with this Accuracy against Evasion 10."""
    margin = accuracy - EVASION
    return Shots(count, margin, margin, numbers.pop("crit", 20), numbers.pop("crit_die", 8))


def rolled(shots: Shots, hits: Hits, body: Body, text: str) -> Wounds:
    """All that an attack does on these faces, all of which it must use."""
    dice = Script(parse_faces(text))
    (wounds,) = burst(dice, shots, hits, body, Everything())
    dice.check_used_up()
    assert isinstance(wounds, Wounds)
    return wounds


def test_three_hits_of_four() -> None:
    """D20-V1, D20-27, D20-28: 2 and 2 and 2, less a fifth, is 5."""
    wounds = rolled(shots(4), FOUR, Body(2, 20, 40), "20:15 20:3 20:15 20:15 20:15 20:15 20:15")

    assert (wounds.hits, wounds.damage) == (3, 5)


@pytest.mark.parametrize(("dr", "lost"), [(0, 30), (20, 24), (25, 23), (50, 15)])
def test_a_gatling(dr: int, lost: int) -> None:
    """Six hits of (2 x 4) less 3, then DR.

    D20-V2, D20-V2b, D20-30, D20-31, D20-32, D20-33, D20-35.
    """
    to_hit = "20:15 " * 6 + "20:2 " * 3
    wounds = rolled(shots(9), Hits(0, 6, 2, 4), Body(3, dr, 99), to_hit + "20:15 " * 6)

    assert (wounds.hits, wounds.damage) == (6, lost)


def test_a_hit_does_at_least_one() -> None:
    """D20-V10, D20-V18, D20-20: whatever the DT, on a Gatling's product too."""
    assert [through(3, 5), through(3, 5), through(4 * 2, 10)] == [1, 1, 1]
    assert rolled(shots(2), Hits(0, 6, 3), Body(5, 0, 9), "20:15 " * 4).damage == 2


def test_a_crit_and_its_die() -> None:
    """D20-V11, D20-13, D20-14, D20-22: four hits of 2 and a die of 6, less a quarter, is 11."""
    faces = "20:20 20:1 20:2 20:3 " + "20:15 20:15 20:1 20:15 " + "8:6"
    wounds = rolled(shots(4), FOUR, Body(2, 25, 40), faces)

    assert (wounds.hits, wounds.damage, wounds.crit) == (4, 11, True)


def test_the_crit_die_goes_where_the_first_shot_went() -> None:
    """D20-15, D20-A6, D20-A7: each limb has its own share, rounded by itself."""
    faces = "20:20 20:5 " + "20:19 20:1 " + "8:8 8:3"
    wounds = rolled(shots(2), FOUR, Body(1, 50, 40), faces)

    assert wounds.damage == 9
    assert dict(zip(LIMBS, wounds.limbs, strict=True))[HEAD] == 7
    assert sorted(wounds.limbs) == [0, 0, 0, 0, 2, 7]


def test_rounding_after_dr() -> None:
    """D20-V12, D20-A4: 6 less a tenth is 5; the other readings give 6. A half goes up."""
    assert after_dr(6, 10) == 5
    assert after_dr(6, 10, "reduction_down") == 6
    assert after_dr(6, 10, "up") == 6
    assert after_dr(30, 25) == 23
    assert {after_dr(6, 20, way) for way in ("nearest", "reduction_down", "up")} == {5}


def test_no_hit_no_damage() -> None:
    """D20-V16: three misses do nothing."""
    assert rolled(shots(3), FOUR, Body(0, 0, 9), "20:2 20:10 20:1") == Wounds()


def test_accuracy_over_evasion() -> None:
    """D20-V15, D20-10, D20-F1: 9 + 2 + 4 - 3 - 4 is 8, over an Evasion of 7 and not over 8."""
    accuracy = 2 + 4 - 3 - 4

    def hits(evasion: int) -> int:
        one = Shots(1, accuracy - evasion, accuracy - evasion, 20, 8)
        return rolled(one, FOUR, Body(0, 0, 9), "20:9" + " 20:15" * (evasion < 8)).hits

    assert (hits(7), hits(8)) == (1, 0)


def test_crit_range_and_natural_one() -> None:
    """D20-A2, D20-A3, D20-F2: the range always hits, later without a die; a 1 always misses."""
    hopeless, sure = shots(2, -90, crit=18), shots(2, 90, crit=21)

    assert rolled(hopeless, FOUR, Body(0, 0, 99), "20:2 20:18 20:15").damage == 4
    assert rolled(sure, FOUR, Body(0, 0, 99), "20:1 20:2 20:15").hits == 1
    assert rolled(sure, FOUR, Body(0, 0, 99), "20:2 20:1 20:15").hits == 1


def test_the_other_reading_of_a_first_crit() -> None:
    """D20-A1: by the named switch later shots may miss."""
    alone = Shots(2, -5, -5, 20, 8, readings=Readings(crit_carries=False))

    assert rolled(alone, FOUR, Body(0, 0, 99), "20:20 20:2 20:15 8:2").hits == 1


def test_locations() -> None:
    """D20-12, D20-F3: a d20 for each hit, from the right leg up to the head."""
    names = [LIMBS[place] for place in LOCATION]

    assert [names.count(limb) for limb in LIMBS] == [2, 6, 3, 3, 3, 3]
    assert (names[0], names[3], names[6], names[9]) == (
        "right_leg",
        "left_leg",
        "right_arm",
        "left_arm",
    )
    assert (names[12], names[18]) == ("torso", "head")


def test_thresholds() -> None:
    """D20-F5: shares of the full hit points, half up: 25, 50, 30 percent of 30 and of 50."""
    assert [threshold(limb, 30) for limb in LIMBS] == [8, 15, 9, 9, 9, 9]
    assert [threshold(limb, 50) for limb in LIMBS] == [13, 25, 15, 15, 15, 15]


CALLED = LIMBS.index("left_arm")


def called(first: int, later: int, readings: Readings = READINGS) -> Shots:
    """Two shots called at the left arm."""
    return Shots(2, first, later, 20, 8, CALLED, readings)


def test_a_called_burst_whose_first_shot_hits() -> None:
    """D20-47, D20-48, D20-A8: no location is rolled, both go to the limb."""
    wounds = rolled(called(-11, -5), FOUR, Body(0, 0, 99), "20:12 20:6")

    assert (wounds.hits, wounds.limbs[CALLED], wounds.called) == (2, 8, True)


def test_a_called_burst_whose_first_shot_misses() -> None:
    """D20-A8: the later shot is without the penalty and goes where it falls."""
    wounds = rolled(called(-11, -5), FOUR, Body(0, 0, 99), "20:11 20:6 20:13")

    assert (wounds.hits, wounds.limbs[CALLED], wounds.called) == (1, 0, False)


def test_the_other_reading_of_a_called_burst() -> None:
    """D20-A8: by the named switch every shot is at the limb."""
    wounds = rolled(
        called(-11, -11, Readings(called_shared=True)), FOUR, Body(0, 0, 99), "20:2 20:12"
    )

    assert (wounds.hits, wounds.limbs[CALLED]) == (1, 4)


Roll = Callable[[int], int]


class Needed(Exception):
    """A die was asked for that has not been thrown yet."""

    def __init__(self, sides: int) -> None:
        """A die of so many sides."""
        super().__init__(sides)
        self.sides = sides


def every_fall(play: Callable[[Roll], tuple[int, ...]]) -> dict[tuple[int, ...], Fraction]:
    """What a game of dice comes to, with its probability, by trying all that can be thrown."""
    found: dict[tuple[int, ...], Fraction] = {}
    todo: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while todo:
        thrown, chance = todo.pop()
        rest = list(thrown)

        def roll(sides: int, rest: list[int] = rest) -> int:
            if rest:
                return rest.pop(0)
            raise Needed(sides)

        try:
            outcome = play(roll)
        except Needed as need:
            share = chance / need.sides
            todo += [((*thrown, face), share) for face in range(1, need.sides + 1)]
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found


def by_the_page(shots: Shots, hits: Hits, body: Body, roll: Roll) -> tuple[int, int]:
    """Hits and hit points, step by step as the page has it; written without the rules' code."""
    first = roll(20)
    crit = first >= shots.crit
    landed = 1 if crit or (first != 1 and first + shots.first > 0) else 0
    for _ in range(shots.count - 1):
        face = roll(20)
        if crit or face >= shots.crit or (face != 1 and face + shots.later > 0):
            landed += 1
    total = 0
    for _ in range(landed):
        amount = (sum(roll(hits.sides) for _ in range(hits.dice)) + hits.bonus) * hits.times
        total += max(1, amount - body.dt)

    def left_of(amount: int) -> int:
        return (amount * (100 - body.dr) + 50) // 100

    while crit and left_of(total) < body.left:
        face = roll(shots.crit_die)
        total += face
        if face < shots.crit_die:
            break
    return landed, min(body.left, left_of(total)) if landed else 0


margins = st.integers(-19, 5)
blocks = st.tuples(
    st.builds(
        Shots,
        count=st.integers(1, 2),
        first=margins,
        later=margins,
        crit=st.integers(18, 20),
        crit_die=st.sampled_from([4, 6]),
    ),
    st.builds(
        Hits, st.integers(0, 1), st.integers(2, 4), bonus=st.integers(0, 3), times=st.integers(1, 3)
    ),
    st.builds(Body, st.integers(0, 4), st.sampled_from([0, 10, 25, 50, 80]), st.integers(1, 9)),
)


@settings(max_examples=25, deadline=None)
@given(blocks)
def test_odds_are_those_of_the_page(numbers: tuple[Shots, Hits, Body]) -> None:
    """For any small weapon, against every fall of the dice.

    D20-03, D20-16, D20-17, D20-21, D20-23.
    """
    shots, hits, body = numbers
    exact = odds(burst, shots, hits, body, Health())
    brute = every_fall(lambda roll: by_the_page(shots, hits, body, roll))

    assert {(one.hits, one.damage): p for (one,), p in exact.items()} == brute


@settings(max_examples=60, deadline=None)
@given(blocks, st.integers(0, 10**6), st.sampled_from([-1, 0, 3]), st.integers(1, 6))
def test_a_question_is_answered_by_the_same_dice(
    numbers: tuple[Shots, Hits, Body], seed: int, limb: int, left: int
) -> None:
    """What is asked for odds is what everything answers, on the same faces."""
    some, hits, body = numbers
    shots = Shots(some.count, some.first, some.later, some.crit, some.crit_die, limb)
    dice = Roller(str(seed))
    (wounds,) = burst(dice, shots, hits, body, Everything())
    assert isinstance(wounds, Wounds)
    asked: list[Health | Limb] = [Health()]
    asked += [Limb(limb, left)] if limb >= 0 else []
    for question in asked:
        again = Script(dice.faces)
        answer = burst(again, shots, hits, body, question)
        again.check_used_up()
        assert answer == (question.of(wounds, body),)


def test_the_limb_of_a_called_shot() -> None:
    """D20-24: a called single shot of 4 cripples a limb that can take 4, and none that takes 5."""
    one = Shots(1, 20, 20, 21, 8, CALLED)

    def crippled(left: int, hp: int = 20) -> Fraction:
        answers = odds(burst, one, FOUR, Body(0, 0, hp), Limb(CALLED, left))
        return answers.chance(lambda out: isinstance(out[0], Harm) and out[0].crippled)

    assert (crippled(4), crippled(5)) == (Fraction(19, 20), Fraction(0))
    assert crippled(4, hp=4) == 0  # it is down, and nobody asks


def called_by_the_page(
    shots: Shots, hits: Hits, body: Body, left: int, roll: Roll
) -> tuple[int, int, int]:
    """The same of a called attack, and 1 where its limb, which can take `left`, is crippled."""
    first = roll(20)
    crit = first >= shots.crit
    struck = crit or (first != 1 and first + shots.first > 0)
    places = [shots.limb] if struck else []
    for _ in range(shots.count - 1):
        face = roll(20)
        if crit or face >= shots.crit or (face != 1 and face + shots.later > 0):
            places.append(shots.limb if struck else LOCATION[roll(20) - 1])
    total, share = 0, 0
    for place in places:
        amount = (sum(roll(hits.sides) for _ in range(hits.dice)) + hits.bonus) * hits.times
        total += max(1, amount - body.dt)
        share += max(1, amount - body.dt) * (place == shots.limb)

    def left_of(amount: int) -> int:
        return (amount * (100 - body.dr) + 50) // 100

    while crit and left_of(total) < body.left:
        face = roll(shots.crit_die)
        total, share = total + face, share + face
        if face < shots.crit_die:
            break
    lost = min(body.left, left_of(total))
    return len(places), lost, int(left_of(share) >= left and lost < body.left)


@settings(max_examples=12, deadline=None)
@given(blocks, st.integers(0, len(LIMBS) - 1), st.integers(1, 5))
def test_odds_of_called_attacks_are_those_of_the_page(
    numbers: tuple[Shots, Hits, Body], limb: int, left: int
) -> None:
    """D20-24, D20-48, D20-A8: hits after a first miss may fall on the limb and cripple it too."""
    some, hits, body = numbers
    shots = evolve(some, limb=limb, first=some.later - 6)
    exact = odds(burst, shots, hits, body, Limb(limb, left))
    brute = every_fall(lambda roll: called_by_the_page(shots, hits, body, left, roll))

    told = {(o.hits, o.damage, int(getattr(o, "crippled", 0))): p for (o,), p in exact.items()}
    assert told == brute


def test_strays_of_a_called_burst_cripple_its_limb() -> None:
    """D20-A8: the first shot can hardly hit; three later ones do, each on the torso in 6 of 20."""
    shots = Shots(4, -19, 20, 21, 8, LIMBS.index("torso"))
    answers = odds(burst, shots, FOUR, Body(0, 0, 99), Limb(shots.limb, 8))
    first, on, sure = Fraction(1, 20), Fraction(6, 20), Fraction(19, 20)
    on_torso = on * sure
    two_of_three = 3 * on_torso**2 * (1 - on_torso) + on_torso**3
    later_two = 1 - (1 - sure) ** 3

    assert answers.chance(lambda out: bool(getattr(out[0], "crippled", False))) == (
        first * later_two + (1 - first) * two_of_three
    )


def test_a_blast_has_one_roll_for_all() -> None:
    """D20-F12: each has its own armour, on the same damage."""
    dice = Script([Face(6, 5)])
    bodies = (Body(0, 0, 20), Body(2, 50, 20), Body(9, 0, 20), Body(0, 0, 3))

    assert blast(dice, Hits(1, 6, 1), READINGS.rounding, NO_EFFECTS, bodies) == (
        Harm(1, 6),
        Harm(1, 2),
        Harm(1, 1),
        Harm(1, 3),
    )


def test_damage_is_rolled_and_multiplied() -> None:
    """D20-18, D20-32: dice and bonus, then the multiplier."""
    assert damage(Script([Face(6, 2), Face(6, 5)]), Hits(2, 6, 1, 4)) == 32


def test_dr_of_the_whole_leaves_nothing() -> None:
    """D20-A5, D20-A12: DR 100 leaves no damage of a hit, and the hit is still one."""
    wounds = rolled(shots(1), FOUR, Body(0, 100, 9), "20:15 20:15")

    assert (wounds.hits, wounds.damage) == (1, 0)
    assert odds(burst, shots(1, 20), FOUR, Body(0, 100, 9), Health()).chance(
        lambda out: out == (Harm(1, 0),)
    ) == Fraction(19, 20)
