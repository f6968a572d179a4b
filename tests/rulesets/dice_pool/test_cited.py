"""Carrying out an order counts the numbered rules that it applied."""

from __future__ import annotations

from typing import Any

import pytest

from skirmish.core.events import Counted
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.dice_pool.ruleset import RULESET
from skirmish.rulesets.engine import carry_out
from tests.position import Position, Thrown
from tests.rulesets.dice_pool.blocks import gun, man, scene

MODES = {"ss": 1, "sa": 2, "bf": 3, "fa": 4}
CHOKES = {"medium": 0, "narrow": 1, "wide": 2}
HIT = [6, 6, 6, 6, *[2] * 20]
MISS = [2] * 20


def applied(game: Position, line: str, faces: list[int]) -> set[str]:
    """The rules of an order, counted and in modifiers; it may leave some of the faces."""
    order = game.line(line)
    assert game.refusal(line) is None
    done = carry_out(game.ruleset, game.state, game.acting, order, Thrown(faces))
    plans = [attempt.plan() for attempt in done.attempts]
    lines = [one for plan in plans if isinstance(plan, Attack) for one in plan.modifiers]
    return {*done.rules, *(one.rule for one in lines)}


def armed(mode: str = "", choke: str = "", drawing: str = "a>. . . R<", **arm: Any) -> Position:
    """A duel with a gun in a mode, and a choke where it has one."""
    game = scene(drawing, gun(**{"choke": bool(choke), **arm}), kinds={"a": man(skill=2)})
    if mode:
        game = game.after(Counted("a", "mode", MODES[mode]))
    return game.after(Counted("a", "choke", CHOKES[choke])) if choke else game


FAR = "a>" + ". " * 4 + "R<"
CASES = [
    (armed(modes=()), "fire a R", MISS, "04"),
    (armed(modes=(), volley=3), "fire a R", HIT, "04 05 26"),
    (armed(modes=(), volley=3).after(Counted("a", "unready", 1)), "reload a", [], "04 05"),
    (armed("ss"), "fire a R", MISS, "01 06 07 10"),
    (armed("sa"), "fire a R", HIT, "01 06 08 10 31 33 35"),
    (armed("bf"), "mode a fa", [], "01 02"),
    (armed("bf"), "fire a R", HIT, "11 12 13 14 17 18 19 20 21 22 26 27 28 29 30 32 34 36"),
    (armed("fa", rate=2, compensation=0), "fire a R burst=split", MISS, "15 16"),
    (armed("bf", increment=2), "fire a R spread=wide", HIT, "23 24 37 48"),
    (armed("bf", "medium", increment=2), "fire a R spread=wide", HIT, "25 43 45"),
    (armed("bf", "narrow"), "fire a R", HIT, "40 41 42 46"),
    (armed("bf", "wide"), "fire a R", HIT, "44 45 48"),
    (armed("bf", "wide"), "fire a R spread=wide cone=90", HIT, "47"),
    (armed("bf", rate=0), "fire a R", HIT, "38"),
    (armed("bf", rate=0), "fire a R spread=wide", HIT, "39"),
    (armed("sa", "medium"), "choke a wide", [], "40 41 44"),
]
ALL = {f"POOL-{n:02d}" for n in range(1, 49)}


@pytest.mark.parametrize(("game", "line", "faces", "rules"), CASES)
def test_an_order_counts_the_rules_that_it_applies(
    game: Position, line: str, faces: list[int], rules: str
) -> None:
    """The modifiers of an attack name the others."""
    expected = {f"POOL-{number}" for number in rules.split(" ")}

    assert applied(game, line, faces) >= expected


def test_every_rule_that_does_more_than_describe_is_counted_somewhere() -> None:
    """None of the numbered rules is left out above, and none that only describes is there."""
    named = {f"POOL-{number}" for case in CASES for number in case[3].split(" ")}

    assert named == {rule for rule in ALL if not RULESET.statements[rule].descriptive}


def test_what_did_not_happen_is_not_counted() -> None:
    """A miss takes no extra hits; a narrow burst is no cone; no range, no threshold."""
    missed = applied(armed("bf"), "fire a R", MISS)

    assert not missed & {"POOL-19", "POOL-26", "POOL-32", "POOL-35"}
    assert not missed & {"POOL-16", "POOL-23", "POOL-24", "POOL-37", "POOL-40", "POOL-48"}
    near = applied(armed("bf", "medium"), "fire a R spread=wide", HIT)
    assert "POOL-25" not in near
