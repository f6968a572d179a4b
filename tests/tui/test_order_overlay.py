"""What lies over the map while an order is drafted: lines of fire, cover, the reach of fire."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

from skirmish.core.geometry import Facing
from skirmish.game import Game
from skirmish.presentation.odds.odds_rows import target_rows
from skirmish.presentation.odds.target_chances import (
    Stance,
    TargetChance,
    enemies_near,
    target_chances,
)
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.rulesets.registry import RULESETS
from skirmish.session import cursor_input, order_input
from skirmish.session.battle_session import BattleSession
from skirmish.session.controller import Controller
from skirmish.tui.map.order_overlay import (
    chance_labels,
    health_bars,
    other_arm_words,
    overlay_of,
    with_other_arms,
)
from skirmish.tui.panel_lines import rows_lines
from tests.drill_ruleset import drilled
from tests.position import position
from tests.presentation.test_target_chances import moments
from tests.village import village

WALL = (4, 1)


def aiming(figure: str, verb: str = "fire") -> BattleSession:
    """The lane, where a figure drafts an order."""
    session = BattleSession(drilled("random"))
    session.begin()
    session.choose_figure(figure)
    session.do(order_input.verb, verb)
    return session


def test_all_show_where_they_face_while_an_order_is_prepared() -> None:
    """Else the state that a figure is in stands there, unless arcs are shown."""
    session = aiming("b1")
    assert overlay_of(session.controller).facings
    session.back()
    assert not overlay_of(session.controller).facings
    session.do(Controller.switch, "arcs")
    assert overlay_of(session.controller).facings


def test_the_line_of_fire_runs_from_the_figure_to_its_target() -> None:
    """Nothing stops an attack that can be made."""
    controller = aiming("b1").controller
    controller.cursor = (7, 0)
    cursor_input.step(controller, Facing.E)
    assert controller.draft.target == "r1"

    assert overlay_of(controller).fire == ((1, 0), (7, 0), None)


def test_what_stops_a_line_of_fire_is_marked() -> None:
    """It is the first tile on the line that blocks sight; the attack cannot be made."""
    controller = aiming("b2").controller
    controller.draft = evolve(controller.draft, target="")
    controller.cursor = (7, 0)

    assert overlay_of(controller).fire == ((1, 2), (7, 0), WALL)


def test_a_tile_beside_a_wall_is_protected_on_that_side() -> None:
    """The shields of the tile under the cursor are shown while a tile is chosen."""
    controller = aiming("b1", "move").controller
    controller.cursor = (3, 1)
    sides = {side for _, side, _ in overlay_of(controller).shields}

    assert Facing.E in sides
    assert not sides & {Facing.W, Facing.N, Facing.S}
    controller.cursor = (1, 2)
    assert overlay_of(controller).shields == ()
    order_input.back(controller)
    controller.cursor = (3, 1)
    assert overlay_of(controller).shields == ()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_label_at_an_enemy_reads_as_the_odds_in_the_panel(ruleset: str) -> None:
    """To the digit, for the best attack of every figure at every enemy."""
    rules, compared = RULESETS[ruleset], 0
    for view in moments(ruleset)[:3]:
        legal = LegalOrders(rules, view)
        for figure in legal.own_figures():
            foes = enemies_near(view, figure)
            for one in target_chances(rules, view, Stance(figure), foes):
                if one.order is None:
                    continue
                ((tile, label, _),) = chance_labels(view, [one], [])
                odds = legal.order_odds(one.order)
                assert odds is not None
                (struck,) = (each for each in odds.figures if each.name == one.enemy)
                first = rows_lines(target_rows(view, struck), 40)[0].plain
                assert tile == view.state.figures[one.enemy].at
                assert label in first.split(), (label, first)
                compared += 1
    assert compared


def test_a_label_is_coloured_by_what_the_attack_is_expected_to_do() -> None:
    """Not by its chance: what hits often and hardly hurts is not green."""
    view = drilled("random").view("blue")
    known = [
        TargetChance("r1", Fraction(97, 100), share=Fraction(1, 50)),
        TargetChance("r2", Fraction(40, 100), share=Fraction(1, 4)),
    ]
    labels = {words: tone for _, words, tone in chance_labels(view, known, ())}
    assert labels == {"97%": "bad", "40%": "good"}


def test_a_label_with_another_weapon_than_the_others_has_a_mark() -> None:
    """The weapon of most has none."""
    arms = {"a": ["submachine_gun", "smg_pistol"]}
    battle = position("a>. . R<\n. . . Q<\n. . . P<", ruleset="dice_pool", weapons=arms)
    legal = LegalOrders(battle.ruleset, battle.view())
    ways = {"r": "smg_pistol", "q": "submachine_gun", "p": "submachine_gun"}
    known = [
        TargetChance(name, Fraction(1, 2), order=battle.line(f"fire a {name} weapon={arm}"))
        for name, arm in ways.items()
    ]
    others = with_other_arms(legal, known)
    labels = {tile: words for tile, words, _ in chance_labels(legal.view, known, (), others)}

    assert labels == {(3, 0): "50%*", (3, 1): "50%", (3, 2): "50%"}
    assert other_arm_words(legal, known) == ("%* at r: machine pistol, not submachine gun",)
    assert other_arm_words(legal, known[1:]) == ()
    assert with_other_arms(legal, known[1:]) == ()
    assert with_other_arms(legal, ()) == ()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_only_health_that_has_parts_has_bars(ruleset: str) -> None:
    """A figure that is out at the first hit would have a full bar, however it fares."""
    view = moments(ruleset)[0]
    bars = health_bars(RULESETS[ruleset], view)
    assert bool(bars) is (ruleset != "opposed_d6")


def test_the_zone_of_the_side_lies_on_the_map_while_it_deploys() -> None:
    """Its own alone, in its colour; nothing of it once it is ready."""
    session = BattleSession(Game.new(village("d20"), 1, {"blue": "human", "red": "regular"}))
    session.begin()
    legal = session.controller.legal
    assert legal.deploying
    ((mask, side),) = overlay_of(session.controller).zones
    assert side == "blue"
    left, top, right, bottom = legal.view.state.setup.sides["blue"].deploy or (0, 0, 0, 0)
    tiles = legal.board.tiles_of(mask)
    assert {*tiles} >= {(left, top), (right, bottom)}
    assert all(left <= x <= right and top <= y <= bottom for x, y in tiles)
    assert overlay_of(aiming("b1").controller).zones == ()
