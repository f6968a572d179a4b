"""A die that lies on the table, and its text: `6:5` is a d6 that shows 5."""

import re
from collections.abc import Iterable
from functools import lru_cache

from attrs import field, frozen

from skirmish.core.sanitize import escaped
from skirmish.errors import DiceProblem

# Five digits at most: no die of any ruleset needs more, and int() never meets a giant.
_FACE = re.compile(r"([1-9][0-9]{0,4}):([0-9]{1,5})")


@frozen
class Face:
    """One die that was rolled; `what` it was rolled for is a note and no part of equality."""

    sides: int
    face: int
    what: str = field(default="", eq=False)

    def __str__(self) -> str:
        """`6:5`: the die, then what it shows."""
        return f"{self.sides}:{self.face}"


def faces_text(faces: Iterable[Face]) -> str:
    """Faces as a record has them: `6:5 6:2`; nothing for none."""
    return " ".join(str(face) for face in faces)


def parse_faces(text: str) -> tuple[Face, ...]:
    """The faces that `text` spells, in order.

    Whether a die can show what it is said to show is judged when it is played back, where the
    message can say what the die was for.

    Raises:
        DiceProblem: A word is no face.
    """
    return tuple(_read_face(word) for word in text.split())


@lru_cache(maxsize=4096)
def _read_face(word: str) -> Face:
    found = _FACE.fullmatch(word)
    if found is None:
        raise DiceProblem(f"{escaped(word)} is no face", "", "write die:face, such as 6:5")
    return Face(int(found[1]), int(found[2]))


def checked_face(face: Face, position: int, sides: int, what: str) -> int:
    """What `face` shows, when it is the die that a rule asks for.

    Args:
        face: The die at hand.
        position: How many dice came before it.
        sides: Sides of the die that is asked for.
        what: What it is asked for; may be empty.

    Raises:
        DiceProblem: It is another die, or cannot show that.
    """
    if face.sides != sides:
        raise DiceProblem(
            f"the face at hand is {face}, of a d{face.sides}",
            die_place(position, sides, what),
            f"give {sides}:1 to {sides}:{sides}",
        )
    if not 1 <= face.face <= sides:
        raise DiceProblem(
            f"a d{sides} cannot show {face.face}",
            die_place(position, sides, what),
            f"give {sides}:1 to {sides}:{sides}",
        )
    return face.face


def die_place(position: int, sides: int, what: str) -> str:
    """Which die a rule asks for, as the place in a message: `die 3, d20 (to hit)`."""
    return f"die {position + 1}, d{sides}" + (f" ({what})" if what else "")
