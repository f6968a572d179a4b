"""Standing orders answer what their owner need not be asked; what a question says."""

from __future__ import annotations

import pytest

from skirmish.core.orders import Order
from skirmish.game import Game, open_text
from skirmish.line.turn_text import question_lines
from skirmish.session.battle_session import BattleSession
from skirmish.session.mode import Mode
from skirmish.tui.manual import question_help
from skirmish.tui.side_panel import side_panel_lines
from tests.session.test_battle_session import begun, gives
from tests.tui.panels import unboxed

LANE = """\
format = 1
title = "A lane"
ruleset = "{ruleset}"
turns = 3
first = "blue"

[map]
rows = \"\"\"
............
............
............
\"\"\"

[sides.blue]
name = "Blue"
figures = [
  {{ id = "b1", kind = "{kind}", at = [0, 1], facing = "E" }},
  {{ id = "b2", kind = "{kind}", at = [4, 1], facing = "E" }},
]

[sides.red]
name = "Red"
figures = [{{ id = "r1", kind = "{kind}", at = [10, 1], facing = "W" }}]
"""
WAITS = {
    "d20": ("guard", "overwatch b1 face=E"),
    "dice_pool": ("soldier", "hold b1 face=E"),
    "trait_die": ("trooper", "hold b1"),
}
"""By ruleset a kind, and the order with which the first of blue waits for the enemy."""


def met(ruleset: str, when: str) -> BattleSession:
    """Blue waits and wants to be asked; red walks in its sight, with a friend of b1 in the line."""
    kind, waits = WAITS[ruleset]
    opening = open_text(LANE.format(ruleset=ruleset, kind=kind))
    game = Game.new(opening, 1, {"blue": "human", "red": "random"})
    game.order("blue", f"{waits} reply=ask when={when}")
    session = begun(game, hire=gives(Order.of("move", "r1", ((9, 1), (8, 1)))))
    session.give(Order("end"))
    return session


def answers(session: BattleSession) -> list[str]:
    """The answers in the record."""
    return [one.order for one in session.game.lines if one.order.startswith("answer")]


@pytest.mark.parametrize("ruleset", WAITS)
def test_below_its_threshold_a_watcher_does_not_ask(ruleset: str) -> None:
    """It holds its fire at each step; with a threshold that the chance reaches it asks."""
    session = met(ruleset, "99%")

    assert session.awaits_order
    assert set(answers(session)) == {"answer hold"}
    session = met(ruleset, "0%")
    assert (session.mode, answers(session)) == (Mode.ANSWER, [])


@pytest.mark.parametrize("ruleset", WAITS)
def test_a_question_says_where_the_enemy_is(ruleset: str) -> None:
    """Where it is at each step, and how far it was seen to come."""
    session = met(ruleset, "0%")
    first = question_lines(session.controller.legal)[0]
    session.give(Order("answer", target="hold"))
    second = question_lines(session.controller.legal)[0]

    assert " at 10,1, 10 tiles from b1, is about to move or act" in first
    assert "You saw" not in first
    assert " at 9,1, 9 tiles from b1, is about to move or act" in second
    assert second.endswith(" You saw it move 1 tile.")


def test_a_question_warns_of_own_figures_in_the_line() -> None:
    """In line mode and in the panel; the shot is described without a field that no order has."""
    session = met("dice_pool", "0%")
    said = question_lines(session.controller.legal)
    panel = unboxed(side_panel_lines(session.controller, (60, 40)).lines)

    assert any("may hit your own b2 (" in line for line in said)
    assert any("may hit your own b2 (" in line for line in panel)
    assert not any("held yes" in line for line in (*said, *panel))


def test_help_in_a_question_begins_with_it() -> None:
    """What is asked and what the answers mean comes before the help of the battle."""
    controller = met("dice_pool", "0%").controller
    lines = [one.plain for one in question_help(controller.legal)]

    assert lines[0] == "This question"
    assert any("does not ask below the chance" in line for line in lines)
