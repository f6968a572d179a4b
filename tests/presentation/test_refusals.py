"""Explanations of refused orders and verbs."""

from __future__ import annotations

from pathlib import Path

import pytest

from skirmish.core.events import Counted, Left, Linked, Posed
from skirmish.core.orders import Order
from skirmish.game import Game
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.refusals import (
    explain_idle,
    explain_refusal,
    explain_verb_refusal,
    intended_order,
)
from skirmish.rulesets.registry import RULESETS
from skirmish.session import order_draft, order_input, proposals
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.tui.keys import KeyTable
from skirmish.tui.prompt_line import prompt_words
from tests.position import Position, position

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.skr"))


def legal_in(drawing: str) -> LegalOrders:
    """The legal orders of blue on a drawing."""
    battle = position(drawing, ruleset="d20", kind="guard")
    return LegalOrders(battle.ruleset, battle.view())


def test_a_figure_that_sees_no_enemy_is_told_what_blocks_its_line() -> None:
    """Another figure sees r; of several enemies the nearest is named."""
    blind = legal_in("a># . R<\n. # . . \n. b>. . ")

    why = explain_verb_refusal(blind, "a", "fire")
    assert why.reason == "a cannot fire now: its line to r is blocked at 1,0"
    both = legal_in("a># . R<\n. # . . \n. b>. Q<")
    why = explain_verb_refusal(both, "a", "fire")
    assert why.reason.startswith(
        "a cannot fire now: it sees no enemy; its line to r is blocked at "
    )
    assert (
        explain_refusal(blind, intended_order(blind, "a", "fire", (3, 0))).reason
        == "a does not see r"
    )


@pytest.mark.parametrize(
    ("ruleset", "spent", "why"),
    [
        ("dice_pool", Counted("a", "used", 2), "this takes a Simple action; a has no action left"),
        ("d20", Counted("a", "spent", 7), "a shot costs 4 AP; 1 is left"),
        ("d100", Counted("a", "acted", 3), "a has acted in this phase"),
        ("trait_die", Counted("a", "acts", 99), "a has used its whole turn"),
    ],
)
def test_a_figure_without_an_action_is_not_told_to_move_into_sight(
    ruleset: str, spent: Counted, why: str
) -> None:
    """It could not fire from there either; sight is the reason only while it could pay."""
    fresh = position("a># . R<\n. # . . \n. b>. . ", ruleset=ruleset)
    done = fresh.after(spent)
    ready, idle = (LegalOrders(fresh.ruleset, one.view()) for one in (fresh, done))

    assert "is blocked at" in explain_verb_refusal(ready, "a", "fire").reason
    assert explain_verb_refusal(idle, "a", "fire").reason == why
    assert explain_idle(idle, "a").reason == why


def test_aim_without_an_enemy_in_sight_is_not_refused_because_of_a_friend() -> None:
    """A friend on the next tile is no target that a player thinks of."""
    battle = position("a>b>. . # R<", ruleset="trait_die", kind="trooper")
    legal = LegalOrders(battle.ruleset, battle.view())
    assert (
        explain_verb_refusal(legal, "a", "aim").reason == "a cannot aim now: no enemy is in sight"
    )


@pytest.mark.parametrize(
    ("drawing", "why"),
    [
        ("a>. . . . ", "a cannot fire now: no enemy is in sight"),
        ("a>. . # R<", "a cannot fire now: no enemy is in sight"),
        (f"a>{'. ' * 72}R<", "r is beyond the 70 tiles of machine gun"),
    ],
)
def test_a_weapon_that_fires_bursts_only_is_refused_for_want_of_a_target(
    drawing: str, why: str
) -> None:
    """Its mode goes without saying: with a target it is among the choices as it is."""
    battle = position(drawing, ruleset="d20", weapons={"a": ["machine_gun"]})
    legal = LegalOrders(battle.ruleset, battle.view())
    assert "fire" not in legal.verbs("a")
    assert explain_verb_refusal(legal, "a", "fire").reason == why

    near = position("a>. . R<", ruleset="d20", weapons={"a": ["machine_gun"]})
    at_hand = LegalOrders(near.ruleset, near.view())
    assert at_hand.refusal(intended_order(at_hand, "a", "fire", (3, 0))) is None


@pytest.mark.parametrize(
    ("ruleset", "arms", "why"),
    [
        (
            "d20",
            "pistol rifle",
            "r is beyond the 32 tiles of pistol; r is beyond the 60 tiles of rifle",
        ),
        (
            "trait_die",
            "pistol assault_rifle",
            "pistol: r is beyond 20 tiles; assault rifle: r is beyond 32 tiles",
        ),
        (
            "d100",
            "pistol assault_rifle",
            (
                "pistol: r is out of range: 30 tiles at most; "
                "assault rifle: r is out of range: 70 tiles at most"
            ),
        ),
    ],
)
def test_a_shot_is_refused_for_each_weapon(ruleset: str, arms: str, why: str) -> None:
    """Not for the first alone, which need not be the one that would be fired."""
    battle = position(f"a>{'. ' * 90}R<", ruleset=ruleset, weapons={"a": arms.split()})
    legal = LegalOrders(battle.ruleset, battle.view())
    fire = Order.of("fire", "a", "r")
    assert explain_verb_refusal(legal, "a", "fire").reason == why
    assert explain_refusal(legal, fire).reason == why
    second = explain_refusal(legal, fire.with_field("weapon", arms.split()[1]))
    assert "pistol" not in second.reason


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_friend_is_no_target_and_is_called_a_friend(ruleset: str) -> None:
    """It is not said to be out of sight."""
    battle = position("a>b>. . R<", ruleset=ruleset)
    legal = LegalOrders(battle.ruleset, battle.view())
    fire = explain_refusal(legal, intended_order(legal, "a", "fire", (1, 0)))
    assert "no enemy b" not in fire.reason
    if ruleset != "opposed_d6":
        assert fire.reason == "b is on your side"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_area_is_not_aimed_at_the_own_tile_and_the_reason_says_so(ruleset: str) -> None:
    """In each system that forbids it; what is said is true of the tile."""
    armed = {
        "opposed_d6": "grenade",
        "dice_pool": "grenade",
        "d20": "frag_grenade",
        "d100": "frag_grenade",
        "trait_die": "grenade",
    }
    battle = position("a>. . . . R<", ruleset=ruleset, weapons={"a": [armed[ruleset]]})
    legal = LegalOrders(battle.ruleset, battle.view())
    why = legal.refusal(Order.of("bombard", "a", (0, 0)))
    if ruleset == "d100":
        assert why is None  # The rules allow it there.
    else:
        assert why is not None
        assert why.reason == "a stands there itself"


def test_no_treatment_is_offered_to_an_enemy_for_a_shot_that_cannot_be_fired() -> None:
    """The reason is that of the attack; treating is refused by what the target is."""
    battle = position("a>. . R<", ruleset="d20", counters={"a": {"bleed": 2}})
    legal = LegalOrders(battle.ruleset, battle.view())

    assert "treat" in legal.verbs("a")
    assert proposals.default_verb(legal, order_draft.select("a"), (3, 0)) == "fire"
    treat = legal.refusal(Order.of("treat", "a", "r"))
    assert treat is not None
    assert treat.reason == "r is no friend on the map"


@pytest.mark.parametrize("near", [None, (1, 0)])
def test_a_door_order_without_a_door_says_so(near: tuple[int, int] | None) -> None:
    """The tile under the cursor does not matter."""
    assert (
        explain_verb_refusal(legal_in("a>. . R<"), "a", "door", near).reason
        == "no door is beside a"
    )


def test_a_wall_is_refused_as_impassable() -> None:
    """A closed door is not a wall."""
    legal = legal_in("a># . R<\n. + . . ")

    assert (
        explain_refusal(legal, intended_order(legal, "a", "move", (1, 0))).reason
        == "wall cannot be entered"
    )
    assert (
        "nobody can go"
        not in explain_refusal(legal, intended_order(legal, "a", "move", (1, 1))).reason
    )


def test_a_figure_that_has_no_move_left_is_told_so_wherever_the_cursor_is() -> None:
    """Not that a wall is in the way of the tile under it."""
    battle = position("a># . R<\n. # . . ", ruleset="opposed_d6", phase="move")
    moved = battle.order("move a 0,1").after(Counted("a", "moved", 100))
    why = explain_verb_refusal(LegalOrders(battle.ruleset, moved.view()), "a", "move", (2, 1))

    assert why.reason == "a has no movement left"


def why_not(drawing: str, tile: tuple[int, int]) -> str:
    """Why a may not move to a tile by d20."""
    legal = legal_in(drawing)
    return explain_refusal(legal, intended_order(legal, "a", "move", tile)).reason


def test_a_path_is_blocked_only_if_no_way_leads_round() -> None:
    """By a way round it is too far; a door that is shut is named."""
    gap = f"{'. ' * 4}# . . \n" * 9
    assert why_not(f"a>. . . # . . \n{gap}. . . . . . . ", (6, 0)) == (
        "too far: needs 23 AP, has 8"
    )
    assert why_not("a>. # . . \n. . # . . ", (4, 0)) == "no way leads to 4,0"
    assert why_not("a>. # . . \n. . + . . ", (4, 0)) == (
        "no way leads to 4,0 while the door on 2,1 is shut"
    )


def test_a_path_past_an_obstacle_is_refused_for_what_the_way_round_costs() -> None:
    """The path that was asked for leads into a wall."""
    legal = legal_in(f"a># . . \n{'. ' * 4}")
    order = Order("move", "a", "1,0>3,0")

    assert explain_refusal(legal, order).reason == "the path is blocked between 0,0 and 1,0"


def test_every_reason_is_given_where_no_step_is_possible() -> None:
    """BAY-F7: of a suppressed figure in a ford, not of one tile that the player never named."""
    battle = position("}}a>. . . R<", ruleset="opposed_d6", phase="move")
    slow = battle.after(Counted("a", "moved", 10), Counted("a", "suppressed", 1))
    why = explain_verb_refusal(LegalOrders(battle.ruleset, slow.view()), "a", "move", (2, 0))

    assert why.reason.startswith("a cannot move to any tile: ")
    assert "a has no movement left" in why.reason
    assert "a is suppressed, and 2,0 is nearer to an enemy" in why.reason
    spent = battle.after(Counted("a", "moved", 100))
    why = explain_verb_refusal(LegalOrders(battle.ruleset, spent.view()), "a", "move", (2, 0))
    assert why.reason.startswith("a has no movement left")


def test_an_order_of_another_part_of_the_turn_says_so_without_an_enemy() -> None:
    """Not that no enemy is in sight, which would not help."""
    battle = position("a># . . R<\n. # . . .", ruleset="opposed_d6", phase="move")
    why = explain_verb_refusal(LegalOrders(battle.ruleset, battle.view()), "a", "fire")
    assert why.reason == "shooting comes after the enemy's move"


BEHIND = ". . . . . # . . . \na>. . . . + . . {far}R<\n. . . . . # . . . \n. . . . . . b>. . "
"""An enemy in the line of a shut door, in sight of b alone."""


@pytest.mark.parametrize("name", sorted(RULESETS))
@pytest.mark.parametrize("far", ["", ". " * 90])
def test_an_enemy_behind_a_shut_door_is_refused_for_the_door(name: str, far: str) -> None:
    """Not for its distance, whichever is asked first; no line of sight comes before range."""
    battle = position(BEHIND.format(far=far), ruleset=name)
    legal = LegalOrders(battle.ruleset, battle.view())
    foe = battle.state.figures["r"].tile
    why = explain_refusal(legal, intended_order(legal, "a", "fire", foe))

    assert (why.reason, why.remedy) == (
        "a does not see r: the door on 5,1 is shut",
        "move a beside it and open it with 'door'",
    )
    if far:
        assert explain_refusal(legal, intended_order(legal, "b", "fire", foe)).reason != why.reason


def test_an_enemy_behind_a_shut_door_and_a_wall_is_not_seen_through_it() -> None:
    """To open the door would not help."""
    legal = legal_in("a>. + . # R<\n. . . . . b>")
    why = explain_refusal(legal, intended_order(legal, "a", "fire", (5, 0)))

    assert (why.reason, why.remedy) == ("a does not see r", "move into its sight")


def test_a_way_round_a_shut_door_that_is_too_far_names_the_door() -> None:
    """Its remedy is to open it."""
    legal = legal_in("a>. + . \n" + ". . # . \n" * 5 + ". . . . ")
    why = explain_refusal(legal, intended_order(legal, "a", "move", (3, 0)))

    assert why.reason.startswith("too far: ")
    assert why.reason.endswith("; the shorter way is shut by the door on 2,0")
    assert why.remedy == "open it with 'door'"
    far = legal_in("a>. + " + ". " * 12 + "\n" + (". . # " + ". " * 12 + "\n") * 3 + ". " * 15)
    why = explain_refusal(far, intended_order(far, "a", "move", (14, 0)))
    assert why.reason.endswith("; the shorter way is shut by the door on 2,0")
    assert why.remedy != "open it with 'door'"


def prompted(battle: Position, figure: str, width: int = 0) -> str:
    """The line of hints with a figure chosen."""
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    controller.choose(figure)
    return prompt_words(controller, Mode.SELECT, "", width).plain


def test_a_figure_that_cannot_act_says_why_and_is_named_once() -> None:
    """By its move in a bound of movement, else by its attack."""
    drawing = "c>. . . . . . . . R<\nd>. . . . . . . . Q<"
    moved = position(drawing, phase="move").after(Counted("c", "moved", 99))
    assert prompted(moved, "c").startswith("c has no movement left, can only turn; tab: next (d)")
    shot = position(drawing).order("fire c r", [3, 3])
    assert prompted(shot, "c").startswith("c has shot; tab: next (d)")
    spent = position(drawing, ruleset="d20").after(Counted("c", "spent", 99))
    assert prompted(spent, "c").startswith("c: a shot costs 4 AP; none are left, can only turn; ")
    assert prompted(spent, "c", 40).startswith("c: a shot costs 4 AP; none..; tab: next")
    gone = moved.after(Left("c", "downed"))
    controller = Controller(gone.ruleset, gone.view(), KeyTable())
    order_input.choose_listed(controller, "c")
    controller.notice = ""
    assert prompt_words(controller, Mode.SELECT, "").plain.startswith(
        "c takes no orders any more: downed; tab: next (d)"
    )


def test_a_stunned_figure_that_is_held_is_told_that_it_is_stunned() -> None:
    """What keeps it from breaking free is named."""
    held = position("a>. . . . R<", ruleset="d100").after(
        Posed("a", "stunned"), Linked("grapple", "r", "a")
    )
    assert str(held.refusal("free a")) == (
        "a is stunned (EP-14): it sees nothing and can act again when the shock is over"
    )


def test_a_surprised_figure_is_told_that_it_is_surprised() -> None:
    """Not that it sees no enemy."""
    battle = position("a># R<", ruleset="d100", counters={"a": {"surprised": 9999}})
    legal = LegalOrders(battle.ruleset, battle.view())
    assert explain_idle(legal, "a").reason == "a is surprised by the ambush"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_figure_that_cannot_act_has_a_reason(path: Path) -> None:
    """None is that it cannot act, and none names its figure twice."""
    game = Game.replay(path)
    for line, _ in game.standing_lines[:-1:7]:
        state = game.state_at(line)
        legal = LegalOrders(game.ruleset, game.view_at(line, state.clock.side))
        for name in legal.own_figures():
            if name in legal.active_figures() or not legal.can_act or not state.clock.turn:
                continue
            reason = explain_idle(legal, name).reason
            assert "cannot act" not in reason
            assert not reason.endswith(" now"), reason
