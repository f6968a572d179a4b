"""Faces of rolled dice and their text: `6:5` is a d6 that shows 5."""

import re
from collections.abc import Iterable
from functools import lru_cache

from attrs import field, frozen

from skirmish.core.sanitize import escaped
from skirmish.errors import DiceProblem

# At most five digits: enough for every ruleset, and a bound for int().
_FACE = re.compile(r"([1-9][0-9]{0,4}):([0-9]{1,5})")


_PERCENTILE = 100
"""Sides of a die that shows 00 to 99."""
AGAIN = "+"
"""Suffix of the purpose of a die that is rolled again and added to the face before it."""


@frozen
class Face:
    """One rolled die; `what` notes its purpose and is not compared."""

    sides: int
    face: int
    what: str = field(default="", eq=False)

    @property
    def purpose(self) -> str:
        """The purpose of the die, without the suffix of a repeated roll."""
        return self.what.removesuffix(AGAIN)

    @property
    def adds(self) -> bool:
        """Whether it is added to the face before it, which was the highest of the same die."""
        return self.what.endswith(AGAIN)

    @property
    def number(self) -> int:
        """The number that the face shows: a d100 shows 00 to 99, and its last face is 00."""
        return 0 if self.sides == self.face == _PERCENTILE else self.face

    def __str__(self) -> str:
        """Return the die and its face, such as `6:5`."""
        return f"{self.sides}:{self.face}"


def faces_text(faces: Iterable[Face]) -> str:
    """Return faces as text: `6:5 6:2`; empty for none."""
    return " ".join(str(face) for face in faces)


def parse_faces(text: str) -> tuple[Face, ...]:
    """Parse faces, in order.

    Their range is checked when they are played back, where the message can name the purpose of the
    die.

    Raises:
        DiceProblem: A word is not a face.
    """
    return tuple(_read_face(word) for word in text.split())


@lru_cache(maxsize=4096)
def _read_face(word: str) -> Face:
    found = _FACE.fullmatch(word)
    if found is None:
        raise DiceProblem(f"{escaped(word)} is no face", "", "write die:face, such as 6:5")
    return Face(int(found[1]), int(found[2]))


def checked_face(face: Face, position: int, sides: int, what: str) -> int:
    """Return the number that a face shows, if it is of the requested die.

    Args:
        face: The given face.
        position: The number of dice before it.
        sides: Sides of the requested die.
        what: Purpose of the die; may be empty.

    Raises:
        DiceProblem: It is of another die, or out of range.
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
    """Return the requested die as the place in a message: `die 3, d20 (to hit)`."""
    return f"die {position + 1}, d{sides}" + (f" ({what})" if what else "")
