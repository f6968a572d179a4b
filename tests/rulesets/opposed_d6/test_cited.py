"""Which numbered rules an order is counted to apply."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.rulesets.engine import carry_out
from tests.position import Position, Thrown, position
from tests.rulesets.opposed_d6.blocks import (
    BURST,
    CANNON,
    FLAMER,
    GAS,
    GUN,
    MORTAR,
    RABBLE,
    SMOKE,
    TURRET,
    scene,
)


def cited(game: Position, text: str, faces: tuple[int, ...] = ()) -> set[str]:
    """The rules that an order applied, those of its attacks' breakdowns included."""
    done = carry_out(game.ruleset, game.state, game.acting, game.line(text), Thrown(faces))
    plans = [attempt.plan() for attempt in done.attempts]
    lines = {line.rule for plan in plans for line in getattr(plan, "modifiers", ())}
    assert all(count > 0 for count in done.rules.values())
    return {*done.rules, *lines}


DIRECT = {"BAY-02", "BAY-03", "BAY-05", "BAY-08", "BAY-12", "BAY-28", "BAY-32"}
FREE = {"BAY-04", "BAY-06", "BAY-07"}
COMBAT = "a>. . . R<b<"
HOUSE = ". . . . . .\na>. # . R<.\n. . . . . ."


def test_a_plain_shot() -> None:
    """BAY-03 to BAY-08, BAY-12, BAY-28, BAY-32; neither aid nor an edge of the arc."""
    found = cited(scene("a>. . R<"), "fire a R", (1, 6))

    assert found >= DIRECT | FREE
    assert not found & {"BAY-10", "BAY-13", "BAY-27", "BAY-31", "BAY-A1", "BAY-26"}


@pytest.mark.parametrize(
    ("game", "text", "faces", "rules"),
    [
        (scene("a>. .\n. . .\n. . R<"), "fire a R", (1, 6), "BAY-A1"),
        (scene("a>. . R<", weapons={"a": (TURRET,)}), "fire a R", (1, 6), "BAY-10"),
        (scene("a>. . R<", weapons={"a": (CANNON,)}), "fire a R", (1, 6), "BAY-13"),
        (scene("a>. . R<\nb>"), "fire a R aid=b", (1, 6), "BAY-27 BAY-31 BAY-A9 BAY-F10"),
        (
            *(scene("a>. . R<", weapons={"a": (BURST,)}), "fire a R rolls=2", (1, 6, 1, 6)),
            "BAY-14 BAY-A6 BAY-F13",
        ),
        (scene("a>. b>. R<", levels="10000"), "fire a R", (1, 6), "BAY-09"),
        (
            *(scene(COMBAT, levels="100000"), "fire a R combat=yes", (1, 4, 6, 1)),
            "BAY-24 BAY-25 BAY-26 BAY-A3 BAY-A4 BAY-A5",
        ),
        (scene("a>. . R<", kinds={"R": RABBLE}), "fire a R", (4, 3), "BAY-F6 BAY-F8"),
        (scene("a>. . R<"), "fire a R", (4, 3), "BAY-F7"),
        (
            *(scene("a>. . R<", weapons={"a": (FLAMER,)}), "bombard a 3,0", (1, 6, 6)),
            "BAY-15 BAY-16 BAY-17 BAY-30 BAY-A7",
        ),
        (
            *(
                scene(HOUSE, weapons={"a": (evolve(MORTAR, max_radius=2),)}),
                "bombard a 4,1",
                (1, 1, 6, 6, 6),
            ),
            "BAY-11 BAY-19 BAY-A2 BAY-F11",
        ),
        (
            *(scene("a>. . R<", weapons={"a": (GAS,)}), "bombard a 3,0", (1, 6)),
            "BAY-20 BAY-29 BAY-F12",
        ),
        (scene("a>. . R<", weapons={"a": (SMOKE,)}), "bombard a 3,0", (), "BAY-20 BAY-F12"),
        (scene("a>R<"), "end", (1, 1), "BAY-A10 BAY-F1 BAY-F9"),
        (position("a>. . R<", phase="move"), "move a 1,0", (), "BAY-F3"),
    ],
)
def test_what_is_special_about_an_order(
    game: Position, text: str, faces: tuple[int, ...], rules: str
) -> None:
    """Each rule is counted where the order applies it."""
    assert cited(game, text, faces) >= set(rules.split())


def test_what_is_counted_is_no_mere_description() -> None:
    """Every rule that is counted has a statement that is not only descriptive."""
    game = scene("a>. . R<\nb>", weapons={"b": (GUN,)})
    statements = game.ruleset.statements
    for rule in cited(game, "fire a R aid=b", (4, 3)):
        assert not statements[rule].descriptive
