"""The end of a battle that ending the bound brings, as its side can tell."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from attrs import evolve

from skirmish.core.events import Counted, Left, Scored
from skirmish.core.orders import Order
from skirmish.core.setup import Objective
from skirmish.game import Game
from skirmish.line.turn_text import confirmation
from skirmish.presentation.foreseen_end import end_words
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.rulesets.common.harm import DOWNED
from skirmish.rulesets.foreseen_end import foreseen_end
from skirmish.session import bound_input
from skirmish.session.controller import Controller
from skirmish.tui.keys import KeyTable
from skirmish.tui.prompt_line import prompt_words
from tests.ai.test_systems import remembering
from tests.position import Position, position
from tests.rulesets.d100.blocks import FULL, scene

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.skr"))
YARD = Objective("o1", "blue", "hold", 3, area=(0, 0, 2, 0), text="Hold the yard")


def last_bound(drawing: str, goal: Objective = YARD) -> Position:
    """The last bound of a battle of one turn, of the side that comes second."""
    battle = position(drawing, ruleset="d20", turns=1, first="red", objectives=(goal,))
    return battle.bound("act", "blue", step=2)


def told(battle: Position) -> str:
    """How the battle ends with the bound, in words; "" if it goes on."""
    end = foreseen_end(battle.ruleset, battle.view())
    return "" if end is None else end_words(battle.view(), end)


def test_the_last_bound_says_who_wins_by_the_ground_held() -> None:
    """Ground that is held is paid as the bound ends; contested ground and that of others is not."""
    assert told(last_bound("a>. . . . . R<")) == "you win 3:0, as far as you know"
    assert told(last_bound(". . . a>. . R<")) == "a draw, 0:0, as far as you know"
    assert told(last_bound("a>R<. . . . .")) == "a draw, 0:0, as far as you know"
    theirs = Objective("o1", "red", "hold", 3, area=(4, 0, 6, 0))
    assert told(last_bound("a>. . . . . R<", theirs)) == "you lose 0:3, as far as you know"


def test_a_bound_that_is_not_the_last_ends_nothing() -> None:
    """The enemy's bound follows, or another turn."""
    assert not told(position("a>. . R<", ruleset="d20", turns=1, objectives=(YARD,)))
    later = position("a>. . R<", ruleset="d20", turns=2, first="red", objectives=(YARD,))
    assert not told(later.bound("act", "blue", step=2))


def test_ground_that_decides_the_battle_ends_it_with_the_bound() -> None:
    """Any bound, for it is counted then."""
    goal = Objective("o1", "blue", "reach", 6, area=(0, 0, 2, 0), decisive=True)
    battle = position("a>. . . R<", ruleset="d20", objectives=(goal,))
    assert told(battle) == "you win (decisive objective met)"
    assert not told(position(". . . a>R<", ruleset="d20", objectives=(goal,)))


def test_an_unseen_enemy_changes_nothing() -> None:
    """What its side never saw is in no foreseen end."""
    hidden = last_bound("a>. . ##. . R<", Objective("o1", "red", "hold", 3, area=(4, 0, 6, 0)))
    assert told(hidden) == "a draw, 0:0, as far as you know"


def test_an_enemy_whose_last_tile_was_seen_empty_is_not_there() -> None:
    """Though that is out of sight again: it has gone on since."""
    theirs = Objective("o1", "red", "hold", 3, area=(4, 0, 6, 0))
    hidden = remembering(last_bound("a>. . ##. R<. ", theirs))
    known = hidden.state.known
    gone = {**known, "blue": evolve(known["blue"], left=("r",))}

    assert told(hidden) == "you lose 0:3, as far as you know"
    assert told(evolve(hidden, state=evolve(hidden.state, known=gone))).startswith("a draw")


def test_a_fall_in_the_last_bound_pays_once_for_each_that_falls() -> None:
    """Enemies that fell before have been paid for, and a draw is no victory."""
    goal = Objective("o1", "blue", "destroy", 1)
    battle = last_bound("a>. . R<G<H<", goal)
    fallen = battle.after(Left("r", DOWNED), Scored("blue", 1, "o1", figure="r"))
    later = fallen.after(Scored("red", 2, "o2"))

    end = foreseen_end(later.ruleset, later.view(), out=("g",))
    assert end is not None
    assert (end.score, end.winner) == ({"blue": 2, "red": 2}, "")


def test_the_question_before_the_end_names_it() -> None:
    """On the screen and in line mode; where nothing is left to do, the line of hints names it."""
    battle = last_bound("a>. . . . . R<")
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    assert bound_input.end(controller) is None
    ends = "end the turn and the battle: you win 3:0, as far as you know"
    assert controller.notice.startswith("a can still ")
    assert f"; e: {ends}" in controller.notice
    assert "This ends the battle: you win 3:0" in confirmation(controller.legal, Order.of("end"))

    idle = battle.after(Counted("a", "spent", 99))
    waiting = Controller(idle.ruleset, idle.view(), KeyTable())
    assert f"e: {ends}" in prompt_words(waiting, waiting.mode, "").plain


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_kept_battle_ends_as_foreseen(path: Path) -> None:
    """Each bound that is foreseen to end the battle did, for the same side."""
    battle = Game.replay(path)
    lines = battle.standing_lines
    for (before, _), (line, entry) in pairwise(lines):
        if entry.verb != "end":
            continue
        legal = LegalOrders(battle.ruleset, battle.view_at(before, entry.side))
        if (end := foreseen_end(legal.ruleset, legal.view)) is not None:
            real = battle.state_at(line).tally
            assert real.over
            assert real.winner == end.winner


def test_a_figure_that_falls_takes_its_fire_zone_along() -> None:
    """Else the zone would fire at the end of the bound, from nowhere (EP-33)."""
    opened = scene("a . . . . R . .\nb . . . . . . .", weapons={"a": (FULL,)})
    laid = opened.order("suppress a 7,0").bound("act", "red", turn=opened.state.setup.turns)

    assert laid.state.zones
    assert foreseen_end(laid.ruleset, laid.view("red"), out=("a",)) is not None
