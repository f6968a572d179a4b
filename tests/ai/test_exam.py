"""A tactical exam: what any sensible player would do, whichever way the table is turned.

Every case is played as drawn, mirrored left to right, and upside down. Blue is to act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from attrs import field, frozen

from skirmish.ai import Choice, Stream, think
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, in_arc
from skirmish.core.state import Area, Objective, in_area
from tests.position import Position, position

TURNS: Mapping[str, Callable[[str], str]] = {
    "drawn": lambda drawing: drawing,
    "mirrored": lambda drawing: "\n".join(_mirrored(row) for row in drawing.split("\n")),
    "upside down": lambda drawing: "\n".join(
        row.translate(str.maketrans("^v9371", "v^3917")) for row in drawing.split("\n")[::-1]
    ),
}


def _mirrored(row: str) -> str:
    tiles = [row[i : i + 2].ljust(2) for i in range(0, len(row), 2)][::-1]
    return "".join(tiles).translate(str.maketrans("<>9731", "><7913"))


@frozen
class Case:
    """A position, and what must hold of it; `area` is of an objective that blue is to hold."""

    drawing: str
    holds: Callable[[Position, Position, Choice], bool]
    phase: str = "move"
    kinds: Mapping[str, str] = field(factory=dict)
    under: Mapping[str, str] = field(factory=dict)
    area: Area | None = None


def figure(battle: Position, name: str) -> Figure:
    """A figure that must be on the table."""
    found = battle.figure(name)
    assert found.at is not None
    return found


def inside(start: Position, end: Position, _: Choice) -> bool:
    """Somebody of blue stands in the area of its objective."""
    area = start.state.setup.objectives[0].area
    return area is not None and any(in_area(area, f.tile) for f in end.state.of_side("blue"))


def looks_at_r(_: Position, end: Position, __: Choice) -> bool:
    """A has r in front."""
    a = figure(end, "a")
    return in_arc(a.tile, a.facing, figure(end, "r").tile, 2)


def shot(text: str) -> Callable[[Position, Position, Choice], bool]:
    """The first order begins so."""
    return lambda _, __, first: str(first.order).startswith(text)


def covered(_: Position, end: Position, __: Choice) -> bool:
    """A is out of sight of both guns, or has cover against them."""
    board, tile = end.state.board, figure(end, "a").tile
    foes = [figure(end, name).tile for name in ("r", "q")]
    return all(not board.sees(foe, tile) or board.cover(foe, tile) for foe in foes)


def charges(_: Position, end: Position, __: Choice) -> bool:
    """A has gone up to r."""
    a, r = figure(end, "a").tile, figure(end, "r").tile
    return max(abs(a[0] - r[0]), abs(a[1] - r[1])) == 1


def keeps_away(start: Position, end: Position, choice: Choice) -> bool:
    """A has not gone up to r."""
    return not charges(start, end, choice)


def stays(start: Position, end: Position, _: Choice) -> bool:
    """A stands where it stood."""
    return figure(start, "a").tile == figure(end, "a").tile


def goes(start: Position, end: Position, choice: Choice) -> bool:
    """A has gone elsewhere."""
    return not stays(start, end, choice)


CASES: Mapping[str, Case] = {
    "takes a free objective": Case(
        """\
. . . . . . . . .
a>. . . . . . . .
. . . . . . . . .""",
        inside,
        area=(4, 0, 4, 2),
    ),
    "keeps the objective that it has": Case(
        """\
. . . . . . . . . . .
. . . . . a>. . . . .
. . . . . . . . . . .""",
        inside,
        area=(5, 0, 5, 2),
    ),
    "goes looking where nobody is known": Case(
        """\
. . . . . # . . . . . . . .
a>. . . . # . . . . . . . R<
. . . . . # . . . . . . . .
. . . . . . . . . . . . . .""",
        goes,
    ),
    "looks at the enemy": Case(
        """\
. . . . . . . . . .
a<. . . . . . . . R<
. . . . . . . . . .""",
        looks_at_r,
    ),
    "gets out of the open": Case(
        """\
. . . . . . . . . . . . .
. . # # . . . . . . . . .
. . . a>. . . . . . . . .
. . . . . . . . . . . Q<.
. . . . . . . . . . . R<.""",
        covered,
        kinds={"R": "machine_gunner", "Q": "machine_gunner"},
    ),
    "shoots the one in the open": Case(
        """\
. . . . . . . . & Q<
a>. . . . . . . . .
. . . . . . . . . R<""",
        shot("fire a r"),
        phase="fire",
    ),
    "shoots the dearer of two": Case(
        """\
. . . . . . . . . Q<
a>. . . . . . . . .
. . . . . . . . . R<""",
        shot("fire a r"),
        phase="fire",
        kinds={"R": "machine_gunner", "Q": "rifleman"},
    ),
    "bombs nobody of its own": Case(
        """\
. . . . . . . . . . . . . .
. . . . . . . . . . b>. . .
a>. . . . . . . . . R<c>. .
. . . . . . . . . . d>. . .""",
        lambda _, __, first: not str(first.order).startswith("bombard"),
        phase="fire",
        kinds={"a": "mortar_team", "R": "conscript"},
    ),
    "storms what it cannot shoot out": Case(
        """\
. . . . # . . . . .
. . . a># . . . . .
. . . . . & R>& . .
. . . . . & & & . .""",
        charges,
        kinds={"a": "heavy_infantry", "R": "sniper"},
        under={"R": "&"},
    ),
    "spares its captain a hopeless charge": Case(
        """\
. . . . . . . . . .
. . . . . . . . Q<.
a>. . . . . . . R<.
. . . . . . . . P<.""",
        keeps_away,
        kinds={"a": "captain", "R": "heavy_infantry", "Q": "heavy_infantry", "P": "heavy_infantry"},
    ),
    "leaves a good gun where it can fire": Case(
        """\
. . . . . . . . . . . . . .
. & . . . . . . . . . . R<.
a>& . . . . . . . . . . . .
. & . . . . . . . . . . Q<.""",
        looks_at_r,
        kinds={"a": "machine_gunner"},
    ),
}


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("name", CASES)
def test_regular_knows(name: str, turn: str) -> None:
    """What any sensible player would do, regular does."""
    case = CASES[name]
    start = _start(case, turn)

    first, end = _after_bound(start)

    assert case.holds(start, end, first), f"{first.order}: {first.explanation}"


def _start(case: Case, turn: str) -> Position:
    area = case.area
    if area is not None and turn == "mirrored":
        last = position(case.drawing).state.board.width - 1
        area = (last - area[2], area[1], last - area[0], area[3])
    objectives = (Objective("yard", "blue", "hold", 2, area=area),) if area is not None else ()
    return position(
        TURNS[turn](case.drawing),
        phase=case.phase,
        kind="rifleman",
        kinds=case.kinds,
        under=case.under,
        objectives=objectives,
        rules={"go_to_ground": True},
    )


def _after_bound(battle: Position) -> tuple[Choice, Position]:
    """The first choice, and the battle when blue has moved all it wants."""
    first = previous = think(battle.ruleset, battle.view(), "regular", Stream("exam"))
    while previous.order.verb in ("move", "turn"):
        battle = battle.order(str(previous.order))
        previous = think(
            battle.ruleset, battle.view(), "regular", Stream("exam"), previous=previous
        )
    return first, battle


def test_the_exam_looks_both_ways() -> None:
    """Facings follow when the table is turned."""
    mirrored = _start(CASES["looks at the enemy"], "mirrored")
    upside = _start(Case("a^. \n. R9", stays), "upside down")

    assert [figure(mirrored, name).facing for name in "ar"] == [Facing.E, Facing.E]
    assert [figure(upside, name).facing for name in "ar"] == [Facing.S, Facing.SE]
