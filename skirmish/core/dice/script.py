"""Dice that play back faces: for replays, tests and players who roll real dice."""

from collections.abc import Iterable

from skirmish.core.dice.faces import Face, checked_face, die_place, faces_text
from skirmish.core.dice.sequential import Answers, SequentialDice, no_such_die
from skirmish.errors import DiceProblem


class Script(SequentialDice):
    """Dice that show the given faces and no others.

    A face that is missing, of another die or out of range is an error that names the requested
    die.
    """

    __slots__ = ("_faces", "_shown", "_wanted")

    def __init__(self, faces: Iterable[Face], answers: Answers | None = None) -> None:
        """Show these faces in order; `answers` as for a `Roller`."""
        super().__init__(answers)
        self._faces = tuple(faces)
        self._shown: list[Face] = []
        self._wanted: tuple[int, str] | None = None

    @property
    def rolled(self) -> int:
        """The number of `faces`."""
        return len(self._shown)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces so far, each with its purpose."""
        return tuple(self._shown)

    @property
    def left(self) -> tuple[Face, ...]:
        """The faces that were not used yet."""
        return self._faces[len(self._shown) :]

    @property
    def wanted(self) -> tuple[int, str] | None:
        """Sides and purpose of the die for which no face was left, for players who roll by hand."""
        return self._wanted

    def check_used_up(self) -> None:
        """Refuse faces that were not used.

        Raises:
            DiceProblem: Faces are left.
        """
        if self.left:
            place = f"after die {len(self._shown)}"
            raise DiceProblem(f"not rolled: {faces_text(self.left)}", place, "leave them out")

    def die(self, sides: int, what: str = "") -> int:
        """One die; see `Dice.die`."""
        position = len(self._shown)
        if sides < 1:
            raise no_such_die(sides, die_place(position, sides, what))
        if position == len(self._faces):
            self._wanted = sides, what
            where = die_place(position, sides, what)
            raise DiceProblem("no face is left", where, f"add {sides}:1 to {sides}:{sides}")
        face = checked_face(self._faces[position], position, sides, what)
        self._shown.append(Face(sides, face, what))
        return face
