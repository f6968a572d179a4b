"""The tile that an attack at a tile is aimed at first, and why one cannot be hit."""

from __future__ import annotations

import pytest

from skirmish.core.orders import Order
from skirmish.presentation.odds.odds_rows import odds_rows
from skirmish.presentation.odds.target_chances import Stance, target_chances
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.session import order_input
from skirmish.session.controller import Controller
from skirmish.session.verb_defaults import best_at_tile
from skirmish.tui.keys import KeyTable
from tests.position import position

CROWD = "a>. . R<. . . . . . \n. . . . . . . . P<. \n. . . . . . . Q<. . "
FAR = "needs more than a d20 shows: range 30"
UNSEEN = "a does not see the tile as it stands and looks, so it scatters"
ARMED = {
    "opposed_d6": ["grenade"],
    "dice_pool": ["grenade"],
    "d100": ["frag_grenade"],
    "d20": ["frag_grenade"],
    "trait_die": ["grenade"],
}


@pytest.mark.parametrize("ruleset", ARMED)
def test_the_best_tile_is_proposed_by_exact_odds(ruleset: str) -> None:
    """No enemy's own tile, and none of the other orders that are suggested, gains more."""
    battle = position(CROWD, ruleset=ruleset, weapons={"a": ARMED[ruleset]})
    legal = LegalOrders(battle.ruleset, battle.view())
    best = best_at_tile(legal, "a", "bombard")
    assert best is not None

    def gain(order: Order) -> float:
        odds = legal.order_odds(order)
        assert odds is not None
        return float(odds.losses.get("red", 0) - odds.losses.get("blue", 0))

    tiles = [Order.of("bombard", "a", tile) for tile in legal.candidate_tiles("a", "bombard")]
    suggested = battle.ruleset.suggestions.actions(battle.view(), "a")
    orders = [*tiles, *(one for one in suggested if one.verb == "bombard")]
    assert tiles
    assert gain(best) == pytest.approx(max(map(gain, orders)))
    assert gain(best) > 0


def test_the_last_aim_is_kept_only_if_nothing_is_better() -> None:
    """A tile without an enemy is not aimed at again."""
    battle = position(CROWD, ruleset="d20", weapons={"a": ["frag_grenade"]})
    legal = LegalOrders(battle.ruleset, battle.view())
    empty = Order.of("bombard", "a", (0, 2))
    best = best_at_tile(legal, "a", "bombard")

    assert legal.refusal(empty) is None
    assert best_at_tile(legal, "a", "bombard", [empty]) == best != empty
    assert best_at_tile(legal, "a", "move") is None


@pytest.mark.parametrize(
    ("ruleset", "drawing", "weapon", "text", "why"),
    [
        ("d20", f"a>{'. ' * 40}R<", "grenade_launcher", "bombard a 40,0", FAR),
        ("opposed_d6", "a># . R<\nb>. . . ", "grenade", "bombard a 3,0", UNSEEN),
        ("d20", "a>. . R<", "frag_grenade", "bombard a 3,0", ""),
    ],
)
def test_no_chance_to_come_down_where_it_is_aimed_has_a_reason(
    ruleset: str, drawing: str, weapon: str, text: str, why: str
) -> None:
    """The worst parts of what it needs; or that it is not seen."""
    battle = position(drawing, ruleset=ruleset, weapons={"a": [weapon]})
    legal = LegalOrders(battle.ruleset, battle.view())
    odds = legal.order_odds(battle.line(text))

    assert odds is not None
    assert odds.landing is not None
    assert (odds.landing.on == 0) == bool(why)
    assert odds.never_there == why


def test_a_tile_that_is_hit_by_scatter_alone_has_the_reason_that_it_is_not_seen() -> None:
    """BAY-F11: one order before, the throw was certain."""
    battle = position("a># . R<", weapons={"a": ["grenade"]})
    odds = LegalOrders(battle.ruleset, battle.view()).order_odds(battle.line("bombard a 2,0"))

    assert odds is not None
    assert odds.landing is not None
    assert 0 < odds.landing.on < 1
    assert odds.never_there == UNSEEN


@pytest.mark.parametrize("weapon", ["frag_grenade", "grenade_launcher"])
def test_what_its_own_roll_cannot_reach_is_neither_proposed_nor_shown(weapon: str) -> None:
    """Scatter alone may harm the enemy: no label says so, and the key begins elsewhere."""
    far = {"frag_grenade": 8, "grenade_launcher": 16}[weapon]
    battle = position(f"a>{'. ' * far}R<", ruleset="d20", weapons={"a": [weapon]})
    rules, view = battle.ruleset, battle.view()
    legal = LegalOrders(rules, view)
    order = battle.line(f"bombard a {far + 1},0")
    odds = legal.order_odds(order)

    assert legal.refusal(order) is None
    assert odds is not None
    assert odds.losses["red"] > 0
    assert best_at_tile(legal, "a", "bombard") is None
    assert [one.chance for one in target_chances(rules, view, Stance("a"), ("r",))] == [None]
    said = [row.label for block in odds_rows(view, odds) for row in block.rows]
    assert "needs more than a d20 shows: range 10" in said
    assert "lands there" in said
    assert not any("scatter" in label for label in said)


def test_the_order_begins_at_the_best_tile_unless_the_cursor_means_another() -> None:
    """The cursor goes there; at an enemy it stays."""
    battle = position(CROWD, ruleset="d20", weapons={"a": ["frag_grenade"]})
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    best = best_at_tile(desk.legal, "a", "bombard")
    assert best is not None
    desk.choose("a")
    order_input.verb(desk, "bombard")
    assert desk.draft.order == best
    assert desk.cursor == best.target_tile

    pointed = Controller(battle.ruleset, battle.view(), KeyTable())
    pointed.choose("a")
    pointed.cursor = (3, 0)
    order_input.verb(pointed, "bombard")
    assert pointed.draft.target == "3,0" != best.target
