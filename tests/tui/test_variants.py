"""Variants of an order: rows for what differs, and fixed fields for what does not."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.presentation.odds.target_chances import Stance, target_chances
from skirmish.session import cursor_input, order_draft, order_input
from skirmish.session.controller import Controller
from skirmish.session.forecast_worker import stance_of
from skirmish.session.mode import Mode
from skirmish.tui.keys import KeyTable
from skirmish.tui.side_panel import side_panel_lines
from tests.drill_ruleset import drilled
from tests.position import position

KEYS = st.lists(
    st.sampled_from(["up", "down", "left", "right", "more", "less", "tab"]), max_size=25
)


def aiming() -> Controller:
    """A shot before it is fired."""
    game = drilled()
    controller = Controller(game.ruleset, game.view("blue"), KeyTable())
    controller.choose("b1")
    order_input.verb(controller, "fire")
    return controller


def rows(controller: Controller) -> list[tuple[str, str]]:
    """The details as they stand."""
    return [
        (row.label, row.value) for row in order_draft.details(controller.legal, controller.draft)
    ]


def test_weapon_and_mode_are_rows_of_their_own() -> None:
    """What families always say is no list of families; what is not said is what is meant."""
    assert rows(aiming()) == [("weapon", "rifle"), ("mode", "single")]


def test_a_field_of_another_weapon_has_no_row() -> None:
    """A rifle fires bursts at a tile; a grenade that can be thrown there has none."""
    arms = {"a": ("assault_rifle", "grenade")}
    battle = position("a>. . . . R<", ruleset="dice_pool", weapons=arms)
    controller = Controller(battle.ruleset, battle.view("blue"), KeyTable())
    controller.choose("a")
    order_input.verb(controller, "bombard")
    shown = {}
    for _ in range(6):
        found = dict(rows(controller))
        shown[found["weapon"]] = "burst" in found
        order_input.share(controller, 1)
    assert shown == {"assault_rifle": True, "grenade": False}


def test_another_weapon_keeps_the_mode() -> None:
    """Each row changes one thing, and the order says what its family always says."""
    controller = aiming()
    order_input.options(controller)
    cursor_input.step(controller, Facing.S)
    cursor_input.step(controller, Facing.E)
    assert controller.draft.order == Order.of("fire", "b1", "r1", mode="burst")
    cursor_input.step(controller, Facing.N)
    cursor_input.step(controller, Facing.E)

    assert controller.draft.order == Order.of("fire", "b1", "r1", mode="burst", weapon="hand_gun")
    assert "hand gun" in "\n".join(
        line.plain for line in side_panel_lines(controller, (30, 30)).lines
    )


def test_one_key_goes_through_the_ways_before_details_are_open() -> None:
    """The next target is shot at in the same way."""
    controller = aiming()
    order_input.share(controller, 1)
    assert controller.mode is Mode.TARGET
    order_input.next_choice(controller, 1)

    assert controller.draft.order == Order.of("fire", "b1", "r2", mode="burst")


def test_a_number_goes_on_in_larger_steps() -> None:
    """A long list is gone through by a few values at a time."""
    controller = aiming()
    order_input.share(controller, 1)
    order_input.options(controller)
    order_input.next_choice(controller, -1)
    for _ in range(3):
        order_input.share(controller, 1)

    assert controller.draft.order.number("rounds") == 16


@given(KEYS)
def test_whatever_is_pressed_the_order_is_one_of_a_family(keys: list[str]) -> None:
    """Fields that a way does not offer are gone with it, those that it says are there."""
    controller = aiming()
    order_input.options(controller)
    facings = {"up": Facing.N, "down": Facing.S, "left": Facing.W, "right": Facing.E}
    for key in keys:
        if key in facings:
            cursor_input.step(controller, facings[key])
        elif key == "tab":
            order_input.next_choice(controller, 1)
        else:
            order_input.share(controller, 1 if key == "more" else -1)
    family = order_draft.family_of(controller.legal, controller.draft)
    assert family is not None
    said = dict(controller.draft.order.fields)

    assert {name: said.get(name) for name, _ in family.fixed} == dict(family.fixed)
    assert said.keys() <= {name for name, _ in (*family.fields, *family.fixed)}


def test_a_way_that_is_chosen_for_a_detail_says_it() -> None:
    """A burst at two is at two, and dice to be spread are spread, as soon as that is chosen."""
    drawing = "a>. . . . R<\n. . . . . Q<"
    said: dict[tuple[str, str], str] = {}
    for rules, kind in (("d100", "trooper"), ("trait_die", "trooper")):
        battle = position(drawing, ruleset=rules, kind=kind)
        controller = Controller(battle.ruleset, battle.view("blue"), KeyTable())
        controller.choose("a")
        order_input.verb(controller, "fire")
        for _ in range(4):
            said |= {(rules, name): text for name, text in controller.draft.order.fields}
            assert controller.legal.refusal(controller.draft.order) is None
            order_input.share(controller, 1)

    assert said["d100", "also"] in ("q", "r")
    assert sorted(said["trait_die", "split"].replace("+", ":").split(":"))[-2:] == ["q", "r"]
    assert ("d100", "bonus") not in said


def fire_at(kind: str) -> Controller:
    """A shot of d100 at one of two enemies, begun when the chances at both are known."""
    battle = position("a>. . . . R<\n" + ". " * 14 + "Q<", ruleset="d100", kind=kind)
    controller = Controller(battle.ruleset, battle.view("blue"), KeyTable())
    found = target_chances(battle.ruleset, battle.view("blue"), Stance("a"), ["r", "q"])
    controller.legal.target_chances[Stance("a")] = {one.enemy: one for one in found}
    controller.choose("a")
    order_input.verb(controller, "fire")
    return controller


@pytest.mark.parametrize(("kind", "ways"), [("trooper", 2), ("gunner", 3)])
@pytest.mark.parametrize("by", [1, -1])
def test_what_was_proposed_is_one_of_the_ways(kind: str, ways: int, by: int) -> None:
    """A burst with a bonus for damage, the same without, other weapons: and round again."""
    controller = fire_at(kind)
    begun = controller.draft
    assert begun.order.get("bonus") == "damage"
    passed = []
    for _ in range(ways):
        order_input.share(controller, by)
        assert not controller.notice
        assert controller.legal.refusal(controller.draft.order) is None
        passed.append(controller.draft.order)
    assert controller.draft == begun
    assert len(set(passed)) == ways


def test_the_next_target_is_attacked_as_is_best_against_it() -> None:
    """Its chance is that which stands there; unless the player has chosen another way."""
    controller = fire_at("trooper")
    legal, at = controller.legal, Stance("a")
    known = legal.target_chances[at]["q"]
    assert known.order is not None
    plain = known.order.with_field("bonus", "hit")
    legal.target_chances[at]["q"] = evolve(known, order=plain)
    assert stance_of(legal, controller.draft, "a") == at

    order_input.next_choice(controller, 1)
    assert controller.draft.order == plain
    order_input.next_choice(controller, 1)
    order_input.share(controller, 1)
    assert stance_of(legal, controller.draft, "a") != at
    order_input.next_choice(controller, 1)
    assert (controller.draft.target, controller.draft.order.get("bonus")) == ("q", "")
