"""Opportunity fire: at what crossed the open and can't be shot at where it ended."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.core.events import Counted, Moved, Struck
from skirmish.core.geometry import Tile
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.opposed_d6.rules import Shot
from tests.position import Position, field_of
from tests.rulesets.opposed_d6.blocks import GUN, SHIELDED, TROOPER, scene

RUNNER = evolve(TROOPER, move=12)


def east(start: Tile, steps: int) -> tuple[Tile, ...]:
    """Tiles straight east of a start."""
    return tuple((start[0] + n, start[1]) for n in range(1, steps + 1))


def street(gap: int, kind: object = RUNNER, start: int = 0, **more: object) -> Position:
    """R runs 12 tiles east along a street, behind a wall with a gap that a looks through.

    Tiles start + 1 to start + gap of its way are open to a, which stands right behind the gap.
    """
    wall = "".join(", " if start < x <= start + gap else "# " for x in range(16))
    drawing = "\n".join([". " * 16, ". " * 16, wall, ". " * 16])
    return scene(
        drawing,
        at={"a": (start + (gap + 1) // 2, 3, "^"), "R": (0, 0)},
        kinds={"R": kind},
        phase="move",
        side="red",
        **more,
    )


def runs(game: Position, *path: Tile) -> Position:
    """R has moved so, and blue shoots."""
    return game.after(Moved("r", path)).bound("fire", "blue")


def shot(game: Position, text: str) -> Shot:
    """The single shot of an order."""
    attack = game.ruleset.attack(game.view().state, game.line(text))
    assert isinstance(attack, Attack)
    shots = attack.args[1]
    assert isinstance(shots, tuple)
    assert isinstance(shots[0], Shot)
    return shots[0]


def yard(exposed: int, kind: object = RUNNER, **more: object) -> Position:
    """R runs 12 tiles east; the first so many are open, the rest lie behind a wall."""
    drawing = ["".join(". " for x in range(16))] * 3
    drawing += ["".join(", " if x <= exposed else "# " for x in range(16))]
    drawing += ["".join(". " for x in range(16))] * 30
    game = scene(
        "\n".join(drawing),
        at={"a": (0, 33, "9"), "R": (0, 2)},
        kinds={"R": kind},
        phase="move",
        side="red",
        **more,
    )
    return game


@pytest.mark.parametrize(("exposed", "rule"), [(6, "BAY-21"), (7, "legal")])
def test_more_than_half_of_its_move_must_have_been_exposed(exposed: int, rule: str) -> None:
    """BAY-21, BAY-A8, BAY-V10: of a move of 12, 6 exposed tiles are too few and 7 enough."""
    game = scene(
        field_of(20, 12),
        at={"a": (0, 5), "R": (exposed + 1, 9)},
        weapons={"a": (evolve(GUN, range=30),)},
        kinds={"R": RUNNER},
        phase="move",
        side="red",
    )
    del game
    game = corridor(exposed)

    assert game.rule("fire a R") == rule


def corridor(exposed: int, kind: object = RUNNER, **more: object) -> Position:
    """R came 12 tiles down a lane; a saw the last `exposed` before it turned into a doorway."""
    raise NotImplementedError
