"""What a figure's card says, and to whom."""

from __future__ import annotations

from skirmish.rulesets.ruleset import Line
from tests.position import Position, position
from tests.rulesets.opposed_d6.blocks import CANNON, scene


def card(game: Position, name: str) -> dict[str, Line]:
    """The lines of a card by their label."""
    return {line.label: line for line in game.ruleset.card.lines(game.state, game.figure(name))}


def test_a_card_adds_up_what_always_counts() -> None:
    """Factors with quality, rank and injuries in them; the weapon in a few words."""
    game = position("a>. . R", kinds={"a": "captain"}, counters={"a": {"injury": 1}})

    lines = card(game, "a")

    assert lines["captain"].value == "exceptional troops, officer"
    assert lines["guard"].value == "4"
    assert "guard, gas and rays" not in lines
    assert lines["pistol"].value == "attack 5, to 9 tiles, +1 hand to hand"
    assert lines["sword"].value == "+2 hand to hand"
    assert lines["state"].value == "injured, level 1"


def test_a_card_names_what_is_special_about_a_weapon() -> None:
    """Arc, area, cloud and loading where they are not the usual ones."""
    lines = {
        **card(position("a>. . R", kinds={"a": "mortar_team"}), "a"),
        **card(position("a>. . R", kinds={"a": "gas_trooper"}), "a"),
        **card(position("a>. . R", kinds={"a": "armoured_car"}), "a"),
    }

    assert lines["light mortar"].value == "attack 5, 8 to 40 tiles, indirect, radius 1"
    assert lines["gas projector"].value == (
        "attack 3 (gas, rays), 5 to 20 tiles, indirect, radius 2, gas for 3 bounds, "
        "misses 1 after a shot"
    )
    assert lines["turret autocannon"].value == "attack 6, to 40 tiles, arc 360"
    assert lines["shield"].value == "+1 from the front"


def test_what_an_enemy_may_not_read_is_marked() -> None:
    """Movement left and ammunition are its own side's business."""
    game = position("a>. . R", phase="move", rules={"ammunition": "tokens"}).order("move a 0,0>1,0")

    lines = card(game, "a")

    assert [label for label, line in lines.items() if not line.open] == [
        "may move",
        "ammunition tokens",
    ]
    assert lines["may move"].value == "5 of 6 tiles"
    assert lines["ammunition tokens"].value == "1 of 1"


def test_a_card_tells_the_state_of_a_figure() -> None:
    """Suppressed, and how it is in close combat."""
    game = position("a>R<. .", counters={"a": {"suppressed": 1}})
    lines = game.ruleset.card.lines(game.state, game.figure("a"))

    assert [line.value for line in lines if line.label == "state"] == [
        "suppressed",
        "in close combat",
    ]


def test_an_enemy_that_was_fired_at_says_that_no_other_may_attack_it() -> None:
    """BAY-31: it is said of it alone, and before the next figure aims."""
    game = position("a>. . R<\nb>. . Q<")
    assert "fired at" not in card(game, "r")
    after = game.order("fire a R", faces=[1, 6])

    assert card(after, "r")["fired at"].value == "by a: no other attack in this bound"
    assert "fired at" not in card(after, "q")


def test_a_card_says_when_a_weapon_that_loads_can_fire() -> None:
    """BAY-13: so does the refusal, which says that nothing is needed for it."""
    game = scene("a>. . . . . . R<", weapons={"a": (CANNON,)}, counters={"a": {"loading": 302}})

    assert card(game, "a")["loading"].value == "cannon: it can fire in turn 3"
    refused = game.refusal("fire a R")
    assert refused is not None
    assert refused.reason == "a is still loading cannon: ready in turn 3"
    assert refused.remedy == "it loads by itself, also while it moves"
