"""What an order holds as it is begun: the way to turn, the burst to hold."""

from __future__ import annotations

import re

import pytest
from attrs import evolve

from skirmish.core.geometry import Facing, Tile
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.wording import order_words
from skirmish.session import aiming, cursor_input, order_draft, order_input
from skirmish.session.controller import Controller
from skirmish.session.order_draft import begin_usual, begin_verb, select
from skirmish.tui.keys import KeyTable
from skirmish.tui.prompt_line import prompt_words
from tests.position import position
from tests.rulesets.d100.blocks import GRENADE, scene


def test_a_turn_begins_towards_the_nearest_enemy() -> None:
    """Confirmed at once it does not turn the back of the figure to the enemy."""
    battle = position(
        """
        . . . . . . .
        R>. . a>. . .
        """,
        phase="move",
    )
    legal = LegalOrders(battle.ruleset, battle.view())

    draft = begin_verb(legal, select("a"), "turn")

    assert draft.target == "W"
    assert legal.refusal(draft.order) is None


def _turning(drawing: str, cursor: Tile | None = None) -> Controller:
    """A controller at the order to turn of figure `a`, as begun with the cursor at a tile."""
    battle = position(drawing, phase="move")
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    controller.choose("a")
    controller.cursor = cursor or controller.cursor
    order_input.verb(controller, "turn")
    return controller


@pytest.mark.parametrize("drawing", ["a>. . . # R ", "a>. . . . R "])
def test_a_turn_with_nothing_to_turn_to_waits_for_a_direction(drawing: str) -> None:
    """No enemy is known, or the figure faces it: confirmed at once nothing happens."""
    controller = _turning(drawing)
    assert controller.draft.target == ""
    assert "confirm" not in prompt_words(controller, controller.mode, "").plain

    assert order_input.confirm(controller) is None

    assert controller.notice == "no direction is chosen"


def test_a_turn_begins_towards_the_cursor() -> None:
    """The tile under a cursor that was moved comes before the nearest enemy."""
    assert _turning("R . . a>\n. . . . ", (3, 1)).draft.target == "S"


def test_a_direction_that_the_figure_faces_is_refused_in_words() -> None:
    """Else the key seems dead."""
    controller = _turning("R . . a>\n. . . . ")

    cursor_input.step(controller, Facing.E)

    assert (controller.draft.target, controller.notice) == ("W", "a faces E already")


def test_a_held_shot_begins_with_the_burst_that_promises_most() -> None:
    """A long one of this rifle rolls a single die for its recoil, a short one four."""
    battle = position("a>. . . . R<", ruleset="dice_pool", kind="soldier").order("mode a fa")
    legal = LegalOrders(battle.ruleset, battle.view())

    draft = begin_usual(legal, begin_verb(legal, select("a"), "hold"))

    assert draft.order.get("burst") == "short"


@pytest.mark.parametrize(
    ("ruleset", "verb"), [("dice_pool", "hold"), ("d20", "overwatch"), ("trait_die", "hold")]
)
def test_a_shot_that_is_held_back_waits_for_a_chance_worth_it(ruleset: str, verb: str) -> None:
    """It is not spent on an enemy that it all but never hits; the prompt says what it is."""
    battle = position("a>. . . . R<", ruleset=ruleset)
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    controller.choose("a")
    order_input.verb(controller, verb)

    assert controller.draft.order.get("when") == "20%"
    assert controller.legal.refusal(controller.draft.order) is None
    while order_draft.marked_row(controller.legal, controller.draft).field == "when":  # type: ignore[union-attr]
        order_input.next_choice(controller, 1)
    told = prompt_words(controller, controller.mode, "").plain
    # By trait die it is the chance of any effect, as the map and the log tell it.
    of = "" if ruleset == "trait_die" else " to hit"
    assert re.search(rf"enter: .*tab: holds fire below 20%{of}\)?$", told[:80].rstrip())
    known = controller.legal.known_verbs[verb]
    said = order_words(battle.view(), known, controller.draft.order)
    assert f"holds fire below 20%{of}" in said.split(", ")


@pytest.mark.parametrize("drawing", ["a . # . R", "a . . . R"])
@pytest.mark.parametrize(("acted", "time"), [(0, ""), (1, "quick")])
def test_an_aim_begins_with_the_whole_action_while_that_is_left(
    drawing: str, acted: int, time: str
) -> None:
    """Whether or not an enemy is in sight; after a quick action only a quick one is left."""
    battle = scene(drawing, counters={"a": {"acted": acted}})
    legal = LegalOrders(battle.ruleset, battle.view())

    assert begin_usual(legal, begin_verb(legal, select("a"), "aim")).order.get("time") == time


def test_a_tile_out_of_reach_is_explained_for_the_weapon_in_hand() -> None:
    """Not for the first weapon, whose range is shorter."""
    rocket = evolve(GRENADE, id="rocket", name="rocket", extreme=60)
    drawing = "a>" + ". " * 25 + "# . R<\n" + ". " * 29
    battle = scene(drawing, weapons={"a": (GRENADE, rocket)})
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    controller.choose("a")
    order_input.verb(controller, "bombard")
    draft = order_draft.draft_like(controller.legal, battle.line("bombard a 25,0 weapon=rocket"))
    assert draft is not None
    controller.draft = draft

    aiming.aim(controller, (27, 0))
    controller.cursor = (27, 0)

    told = prompt_words(controller, controller.mode, "").plain
    assert "a cannot throw rocket there: its line to 27,0 is blocked at 26,0" in told
