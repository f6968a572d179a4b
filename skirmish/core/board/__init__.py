"""The board: terrain, sight, cover, areas and movement on it."""

from skirmish.core.board.board import Board
from skirmish.core.board.map_parser import MapFault, MapProblem
from skirmish.core.board.reach import Distances, Reach, StepCost
from skirmish.core.board.terrain import (
    COVER,
    FORTIFICATION,
    IMPASSABLE,
    NO_COVER,
    PARTIAL_COVER,
    TERRAIN,
    Terrain,
)

__all__ = [
    "COVER",
    "FORTIFICATION",
    "IMPASSABLE",
    "NO_COVER",
    "PARTIAL_COVER",
    "TERRAIN",
    "Board",
    "Distances",
    "MapFault",
    "MapProblem",
    "Reach",
    "StepCost",
    "Terrain",
]
