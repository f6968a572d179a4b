"""Where a scattering round lands."""

from __future__ import annotations

from skirmish.core.board import Board
from skirmish.core.geometry import Facing
from skirmish.rulesets.common.areas import landings, rolled_to

OPEN = Board.parse("\n".join(["." * 21] * 21))
AIM = (10, 10)


def test_each_face_has_its_direction_and_distance() -> None:
    """EP-04, EP-09: 1-2 straight on, then clockwise; 6-7 straight back; diagonals are rounded."""
    found = landings(OPEN, (10, 20), AIM, Facing.N, (4,) * 10)

    assert found == (
        *((10, 6), (10, 6), (13, 7), (14, 10), (13, 13)),
        *((10, 14), (10, 14), (7, 13), (6, 10), (7, 7)),
    )


def test_off_the_map_is_nowhere() -> None:
    """A round that leaves the map has no effect, thrown or not."""
    assert landings(OPEN, (10, 20), (10, 2), Facing.N, (4,) * 10)[0] is None
    assert landings(OPEN, (10, 20), (10, 2), Facing.N, (4,) * 10, thrown=True)[0] is None


def test_what_is_thrown_stops_before_what_blocks_sight() -> None:
    """On the last tile before it; low things and water do not stop it."""
    board = Board.parse("..-~.#.")

    assert rolled_to(board, (0, 0), (3, 0)) == (3, 0)
    assert rolled_to(board, (0, 0), (6, 0)) == (4, 0)
    assert rolled_to(board, (4, 0), (5, 0)) == (4, 0)
    assert rolled_to(board, (4, 0), (4, 0)) == (4, 0)
