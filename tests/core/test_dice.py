"""Dice that roll and dice that play back, and choices in mid-roll."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.dice import (
    Choice,
    Dice,
    Face,
    Roller,
    Script,
    ace,
    odds,
    read_faces,
    show_faces,
)
from skirmish.errors import DiceProblem

KEY = "17:3"


def hit(dice: Dice, face: int) -> bool:
    """One die of a pool."""
    return dice.die(6, "pool") >= face


def counted(dice: Dice, shots: int, sides: int) -> int:
    """A fold's step: a shot if there is one."""
    return shots - (dice.die(sides, "shots") > 2)


def served(dice: Dice, rounds: int, target: int) -> tuple[int, int]:
    """An item's step: what is struck uses up rounds."""
    struck = min(rounds, dice.die(4, f"at {target}"))
    return rounds - struck, struck


def extra(dice: Dice, pool: int) -> tuple[int, int, int]:
    """A pool, then a choice that depends on it, then a die that depends on the choice."""
    hits = dice.total(pool, hit, 5)
    taken = dice.choose("extra hits", tuple(range(hits + 1)), max)
    return hits, taken, dice.die(4 + taken, "scatter")


def everything(dice: Dice) -> tuple[object, ...]:
    """A rule that says every word."""
    return (
        dice.sub(extra, 4),
        dice.fold(3, counted, 9, 6),
        dice.each(served, 6, (1, 2, 3)),
        dice.sub(ace, 4, 12),
    )


def test_a_key_names_the_same_faces_under_every_python() -> None:
    """The sequence is fixed by the key: these faces were rolled when the game was young."""
    roller = Roller(KEY)

    rolled = [roller.die(sides) for sides in (6, 20, 100, 10, 4, 8, 12, 6)]

    assert rolled == [4, 6, 64, 7, 4, 8, 4, 2]


def test_faces_come_from_random_alone() -> None:
    """Each face uses up one `random()` and nothing else, so that its place decides it."""
    roller, twin = Roller(KEY), Random(KEY)

    rolled = [roller.die(sides) for sides in (6, 20, 1, 100)]

    assert rolled == [int(twin.random() * sides) + 1 for sides in (6, 20, 1, 100)]


def test_rollers_may_share_a_generator() -> None:
    """A generator goes on where the last roller left it."""
    shared = Random(KEY)

    first = [Roller(shared).die(6), Roller(shared).die(20)]

    assert first == [4, 6]


def test_a_roller_keeps_what_each_die_was_for() -> None:
    """Faces carry die, face and note; the note is no part of equality."""
    roller = Roller(KEY)
    roller.die(6, "to hit")
    roller.die(20)

    assert roller.faces == (Face(6, 4), Face(20, 6))
    assert [face.what for face in roller.faces] == ["to hit", ""]


@given(cut=st.integers(0, 30), key=st.integers(0, 99))
def test_given_faces_then_rolled_ones_are_one_run(cut: int, key: int) -> None:
    """Wherever a run is broken off, its faces and its key give the rest of it."""
    whole = Roller(f"{key}:1")
    outcome = everything(whole)

    again = Roller(f"{key}:1", given=whole.faces[:cut])

    assert everything(again) == outcome
    assert again.faces == whole.faces


@given(key=st.integers(0, 99))
def test_a_script_plays_back_what_was_rolled(key: int) -> None:
    """The same faces are the same outcome, with or without notes, all of them used."""
    roller = Roller(str(key))
    outcome = everything(roller)

    script = Script(read_faces(show_faces(roller.faces)))

    assert everything(script) == outcome
    assert [face.what for face in script.faces] == [face.what for face in roller.faces]
    script.check_used_up()


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ("6:5", "die 2, d20 (to hit): no face is left (add 20:1 to 20:20)"),
        (
            "6:5 6:4",
            "die 2, d20 (to hit): the face at hand is 6:4, of a d6 (give 20:1 to 20:20)",
        ),
        ("6:5 20:21", "die 2, d20 (to hit): a d20 cannot show 21 (give 20:1 to 20:20)"),
        ("6:5 20:0", "die 2, d20 (to hit): a d20 cannot show 0 (give 20:1 to 20:20)"),
    ],
)
def test_a_face_that_does_not_fit_names_the_die_that_was_wanted(faces: str, message: str) -> None:
    """Missing, of another die, out of range: which die, what for, how to mend it."""
    script = Script(read_faces(faces))
    script.die(6)

    with pytest.raises(DiceProblem) as refused:
        script.die(20, "to hit")

    assert str(refused.value) == message


def test_given_faces_must_fit_too() -> None:
    """A roller refuses a given face of another die instead of rolling over it."""
    with pytest.raises(DiceProblem, match=r"die 1, d20: the face at hand is 6:4"):
        Roller(KEY, given=read_faces("6:4")).die(20)


def test_a_face_too_many_is_refused() -> None:
    """Faces that no rule asked for are named."""
    script = Script(read_faces("6:5 6:2 6:1"))
    script.die(6)

    with pytest.raises(DiceProblem, match="after die 1: nobody rolled 6:2 6:1"):
        script.check_used_up()


@pytest.mark.parametrize("text", ["6", "6:", "0:1", "6:x", "6;1", "６:1", "123456:1", "6:-1"])
def test_what_is_no_face_is_quoted(text: str) -> None:
    """Text that spells no face is refused, whatever it is."""
    with pytest.raises(DiceProblem, match="is no face"):
        read_faces(f"6:1 {text}")


@pytest.mark.parametrize("dice", [Roller(KEY), Roller(KEY, given=[Face(6, 1)]), Script([])])
def test_there_is_no_die_without_sides(dice: Dice) -> None:
    """A die needs a side, on every kind of dice."""
    with pytest.raises(DiceProblem, match="die 1, d0: there is no die of 0 sides"):
        dice.die(0)


def test_no_repeats_are_nothing_and_fewer_are_refused() -> None:
    """No repeats add up to 0 and leave the state; less than none is an error."""
    roller = Roller(KEY)

    assert (roller.total(0, hit, 5), roller.fold(0, counted, 9, 6)) == (0, 9)
    with pytest.raises(DiceProblem, match="-1 times"):
        roller.total(-1, hit, 5)


def test_a_total_of_hits_is_a_number() -> None:
    """A rule that says hit or miss adds up to a number of hits, of one die as well."""
    totals = [
        Script(read_faces("6:6")).total(1, hit, 5),
        Script(read_faces("6:1")).total(1, hit, 5),
    ]

    assert [repr(total) for total in totals] == ["1", "0"]


def test_open_ended_dice_stop_at_the_cap() -> None:
    """The highest face rolls again until the cap is reached."""
    sums = [
        Script(read_faces(faces)).sub(ace, 6, 10) for faces in ("6:5", "6:6 6:1", "6:6 6:6", "6:4")
    ]

    assert sums == [5, 7, 10, 4]


class MustAsk(Exception):
    """What an engine raises to stop a rule and put the question to a player."""


def test_a_rule_goes_on_from_a_choice_as_if_it_had_not_stopped() -> None:
    """Broken off at a choice and run again with faces and answer: the run that knew it."""
    key = next(str(key) for key in range(99) if extra(Roller(str(key)), 6)[0] > 1)
    known = Roller(key, answers=lambda _: 1)
    outcome = extra(known, 6)

    def ask(choice: Choice) -> int:
        raise MustAsk(choice)

    stopped = Roller(key, answers=ask)
    with pytest.raises(MustAsk) as question:
        extra(stopped, 6)
    resumed = Roller(key, given=stopped.faces, answers=lambda _: 1)

    assert question.value.args == (
        Choice("extra hits", tuple(range(outcome[0] + 1)), default=outcome[0]),
    )
    assert extra(resumed, 6) == outcome
    assert resumed.faces == known.faces


def test_where_nobody_is_asked_the_policy_chooses() -> None:
    """Without answers, and for an answer that keeps the default, it is the policy's choice."""
    faces = read_faces("6:6 6:1 6:5 6:2 6:3")

    policy = extra(Script((*faces[:4], Face(6, 3))), 4)
    default = extra(Script((*faces[:4], Face(6, 3)), answers=lambda choice: choice.default), 4)

    assert policy == default == (2, 2, 3)


def test_a_single_option_is_no_question() -> None:
    """Nobody is asked where there is nothing to choose."""

    def never(choice: Choice) -> int:
        raise AssertionError(choice)

    assert Script([], answers=never).choose("extra hits", (0,), max) == 0


@pytest.mark.parametrize("dice", [Roller(KEY), Roller(KEY, answers=lambda _: 7)])
def test_only_an_option_can_be_chosen(dice: Dice) -> None:
    """A policy or an answer that names none of the options is refused, and so are no options."""
    with pytest.raises(DiceProblem, match=r"extra hits: 7 is none of the options \(choose one of"):
        dice.choose("extra hits", (0, 1), lambda _: 7)
    with pytest.raises(DiceProblem, match="extra hits: there is nothing to choose from"):
        dice.choose("extra hits", (), max)


def test_odds_follow_the_policy() -> None:
    """In odds nobody is asked: the choice is the policy's on every path."""

    def least(dice: Dice, pool: int) -> int:
        return dice.choose("extra hits", tuple(range(dice.total(pool, hit, 5) + 1)), min)

    assert dict(odds(least, 4).items()) == {0: 1}
    assert odds(extra, 2).chance(lambda outcome: outcome[0] != outcome[1]) == 0


@pytest.mark.parametrize("sides", [1, 2, 3, 4, 6, 8, 10, 12, 20, 100])
def test_no_face_is_out_of_range(sides: int) -> None:
    """The greatest number that `random()` gives is the highest face, the least the lowest."""

    class Extreme(Random):
        def random(self) -> float:
            return self.number

        def __init__(self, number: float) -> None:
            super().__init__()
            self.number = number

    faces = [Roller(Extreme(number)).die(sides) for number in (0.0, 1.0 - 2.0**-53)]

    assert faces == [1, sides]


def test_each_shares_what_the_state_holds() -> None:
    """Items are worked out in order, each from what the last one left."""
    struck = {
        faces: Script([Face(4, face) for face in faces]).each(served, 5, ("a", "b"))  # type: ignore[arg-type]
        for faces in product((1, 3, 4), repeat=2)
    }

    assert (struck[4, 4], struck[1, 3], struck[4, 1]) == ((4, 1), (1, 3), (4, 1))
