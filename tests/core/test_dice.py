"""Dice that roll and dice that play back."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.dice import Dice, Face, Roller, Script, faces_text, open_ended, parse_faces
from skirmish.errors import DiceProblem

KEY = "17:3"


def hit(dice: Dice, face: int) -> bool:
    """One die of a pool."""
    return dice.die(6, "pool") >= face


def counted(dice: Dice, shots: int, sides: int) -> int:
    """A part on a state: a shot if there is one."""
    return shots - (dice.die(sides, "shots") > 2)


def served(dice: Dice, rounds: int, target: int) -> tuple[int, int]:
    """An item's step: what is struck uses up rounds."""
    struck = min(rounds, dice.die(4, f"at {target}"))
    return rounds - struck, struck


def everything(dice: Dice) -> tuple[object, ...]:
    """A rule that says every word."""
    return (
        dice.total(dice.choose("pool", (1, 2, 5), max), hit, 5),
        dice.sub(counted, dice.sub(counted, dice.sub(counted, 9, 6), 6), 6),
        dice.each(served, 6, (1, 2, 3)),
        dice.sub(open_ended, 4, 12),
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

    script = Script(parse_faces(faces_text(roller.faces)))

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
    script = Script(parse_faces(faces))
    script.die(6)

    with pytest.raises(DiceProblem) as refused:
        script.die(20, "to hit")

    assert str(refused.value) == message


def test_a_script_says_what_to_roll_by_hand() -> None:
    """The die for which no face is left is named for players who roll real dice."""
    script = Script(parse_faces("4:4"))

    with pytest.raises(DiceProblem):
        script.sub(counted, script.sub(counted, 9, 4), 4)

    assert script.wanted == (4, "shots")
    assert Script([]).wanted is None


def test_given_faces_must_fit_too() -> None:
    """A roller refuses a given face of another die instead of rolling over it."""
    with pytest.raises(DiceProblem, match=r"die 1, d20: the face at hand is 6:4"):
        Roller(KEY, given=parse_faces("6:4")).die(20)


def test_a_face_too_many_is_refused() -> None:
    """Faces that no rule asked for are named."""
    script = Script(parse_faces("6:5 6:2 6:1"))
    script.die(6)

    with pytest.raises(DiceProblem, match="after die 1: not rolled: 6:2 6:1"):
        script.check_used_up()


@pytest.mark.parametrize("text", ["6", "6:", "0:1", "6:x", "6;1", "\uff16:1", "123456:1", "6:-1"])
def test_what_is_no_face_is_quoted(text: str) -> None:
    """Text that spells no face is refused, whatever it is."""
    with pytest.raises(DiceProblem, match="is no face"):
        parse_faces(f"6:1 {text}")


@pytest.mark.parametrize("dice", [Roller(KEY), Roller(KEY, given=[Face(6, 1)]), Script([])])
def test_there_is_no_die_without_sides(dice: Dice) -> None:
    """A die needs a side, on every kind of dice."""
    with pytest.raises(DiceProblem, match="die 1, d0: there is no die of 0 sides"):
        dice.die(0)


def test_no_repeats_are_nothing_and_fewer_are_refused() -> None:
    """No repeats add up to 0; less than none is an error."""
    roller = Roller(KEY)

    assert roller.total(0, hit, 5) == 0
    with pytest.raises(DiceProblem, match="-1 times"):
        roller.total(-1, hit, 5)


def test_a_total_of_hits_is_a_number() -> None:
    """A rule that says hit or miss adds up to a number of hits, of one die as well."""
    totals = [
        Script(parse_faces("6:6")).total(1, hit, 5),
        Script(parse_faces("6:1")).total(1, hit, 5),
    ]

    assert [repr(total) for total in totals] == ["1", "0"]


def test_open_ended_dice_stop_at_the_cap() -> None:
    """The highest face rolls again until the cap is reached."""
    sums = [
        Script(parse_faces(faces)).sub(open_ended, 6, 10)
        for faces in ("6:5", "6:6 6:1", "6:6 6:6", "6:4")
    ]

    assert sums == [5, 7, 10, 4]


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
