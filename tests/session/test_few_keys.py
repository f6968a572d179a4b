"""Few keys: what a player need not say, and how many keys the orders of whole turns take."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.events import Posed
from skirmish.core.geometry import Facing, Tile, in_arc
from skirmish.core.orders import Order, parse_order
from skirmish.core.state import Objective
from skirmish.game import Game, open_text
from skirmish.presentation.odds.forecast import Forecast
from skirmish.presentation.odds.hint_kinds import BetterAttack, BetterCover
from skirmish.presentation.odds.hint_words import hint_words
from skirmish.presentation.odds.target_chances import Stance, TargetChance, target_chances
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.visibility import nearest_known_enemy
from skirmish.rulesets.engine import verbs_of
from skirmish.session import (
    bound_input,
    cursor_input,
    jumps,
    mouse_input,
    order_draft,
    order_input,
    proposals,
)
from skirmish.session.awaited_order import UNREAD
from skirmish.session.battle_session import BattleSession
from skirmish.session.controller import Controller
from skirmish.session.executor import QueuedExecutor
from skirmish.session.mode import Mode
from skirmish.session.repeat import GivenOrders
from skirmish.tui.battle_footer import footer_keys
from skirmish.tui.keys import KEYS, Key, KeyTable, usable
from skirmish.tui.prompt_line import prompt_words
from tests.drill_ruleset import drilled
from tests.kept_scenarios import kept
from tests.position import position
from tests.rulesets.trait_die import blocks as trait_die
from tests.session.click_player import clicks_for
from tests.session.key_player import keys_for
from tests.session.test_battle_session import begun, orders

SCRIPTS = Path(__file__).parent / "low_water"
SEED = 7
"""The seed under which the computer gave the orders of the scripts."""
RULESETS = ("opposed_d6", "dice_pool", "d20", "d100", "trait_die")
BUDGET = 3
"""Keys for an order at most, on the average, without advice."""
MOST = 70
"""Lines of a script, so that it does not take long."""
A_BOUND = 35
"""Keys for a bound of seven figures, at most."""
CLICKS = {"opposed_d6": 2.0, "dice_pool": 2.0, "d20": 1.97, "d100": 1.97, "trait_die": 2.03}
"""Clicks for an order at most, on the average, without advice."""
A_BOUND_OF_CLICKS = 20
"""Clicks for a bound of seven figures, at most."""


def test_the_cursor_proposes_what_a_tile_means_and_one_key_gives_it() -> None:
    """A move goes without the key for moves; it ends facing the nearest enemy known."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    session.do(cursor_input.step, Facing.E)
    draft = session.controller.draft
    assert (session.mode, draft.verb) == (Mode.SELECT, "move")
    assert draft.order.get("face") == "SE"

    session.confirm()
    assert session.game.lines[-1].order.startswith("move b1 ")


def test_a_facing_that_the_player_chose_is_kept() -> None:
    """Until another order is drafted."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    session.do(order_input.verb, "move")
    session.do(cursor_input.step, Facing.E)
    session.do(order_input.options)
    session.do(cursor_input.step, Facing.N)

    assert session.controller.draft.order.get("face") == "N"


def test_the_cursor_returns_to_the_figure_and_a_move_starts_there() -> None:
    """After going back, and wherever the cursor was before the key for moves."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    home = session.controller.cursor
    session.do(cursor_input.leap, Facing.E)
    assert session.controller.cursor[0] > home[0]
    session.back()
    assert session.controller.cursor == home
    session.do(cursor_input.leap, Facing.E)
    session.do(order_input.verb, "move")

    assert session.controller.cursor == home


def test_the_cursor_goes_along_with_a_figure_whose_move_goes_on() -> None:
    """The key for it draws no path with the cursor."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    start = session.controller.cursor
    session.do(cursor_input.step, Facing.E)
    order = session.controller.draft.order
    session.back()
    session.give(order)

    after = session.controller.legal.position("b1")
    assert after != start
    assert session.controller.cursor == after


def test_the_cursor_leaps_to_the_edge_of_the_reach() -> None:
    """As far as the figure can come in each direction, so that enter moves it there."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    home, legal = session.controller.cursor, session.controller.legal
    reach = legal.target_mask("b1", "move")
    for way in Facing:
        session.choose_figure("b1")
        session.do(cursor_input.leap, way)
        (x, y), (dx, dy) = session.controller.cursor, way.delta
        far = (x - home[0]) * dx + (y - home[1]) * dy
        there = [tile for tile in legal.board.tiles_of(reach) if in_arc(home, way, tile, 1)]
        if there:
            assert session.controller.draft.verb == "move"
            assert far == max((t[0] - home[0]) * dx + (t[1] - home[1]) * dy for t in there)
    assert reach


def test_the_cursor_jumps_to_the_best_cover_in_reach() -> None:
    """Once an enemy is known, no tile of the reach in that direction has better cover."""
    game = low_water("d20")
    while game.turn == 0:
        game.order(game.to_act, "ready")
    session, met = begun_with_keys(game), 0
    session.take_seat("blue")
    for figure in session.controller.legal.active_figures():
        session.choose_figure(figure)
        legal, home = session.controller.legal, session.controller.cursor
        reach = legal.target_mask(figure, "move")
        session.do(cursor_input.jump, Facing.E)
        tile = session.controller.cursor
        if any(legal.figures_at(tile)) or not reach & legal.board.bit(tile):
            continue
        covers = {
            one: legal.board.cover(threat, one)
            for one in legal.board.tiles_of(reach)
            if in_arc(home, Facing.E, one, 1) and (threat := nearest_known_enemy(legal.view, one))
        }
        assert covers[tile] == max(covers.values()) > 0
        met += 1
    assert met


def test_the_cursor_jumps_out_of_reach_only_where_nothing_in_reach_counts() -> None:
    """An objective or a figure beyond the reach comes after cover within it."""
    game = low_water("opposed_d6")
    while game.turn == 0:
        game.order(game.to_act, "ready")
    session, met = begun_with_keys(game), 0
    session.take_seat(game.to_act)
    legal = session.controller.legal
    for figure in legal.active_figures():
        for way in Facing:
            session.choose_figure(figure)
            home, draft = session.controller.cursor, session.controller.draft
            reach = 0
            for verb in legal.verbs(figure):
                if legal.target_shape(verb) is Shape.PATH:
                    reach |= legal.target_mask(figure, verb)
            there = [t for t in legal.board.tiles_of(reach) if in_arc(home, way, t, 1)]
            shelter = [t for t in there if jumps._cover(legal, t)]  # noqa: SLF001
            tile = jumps.place(legal, draft, home, way, beyond=True)
            if shelter:
                assert tile in there
                met += 1
    assert met


def test_a_jump_goes_to_the_nearest_ground_of_an_objective() -> None:
    """From outside: its far end, or open ground behind it, is not what a direction key means."""
    battle = position("a>" + ". " * 7 + "R<", phase="move")
    known = battle.view()
    goals = (Objective("o", "blue", "reach", 6, (2, 0, 5, 0)),)
    setup = evolve(known.state.setup, objectives=goals)
    legal = LegalOrders(battle.ruleset, evolve(known, state=evolve(known.state, setup=setup)))

    def to(start: Tile) -> Tile | None:
        return jumps.place(legal, order_draft.select("a"), start, Facing.E, beyond=False)

    assert [to((0, 0)), to((2, 0))] == [(2, 0), (3, 0)]


@pytest.mark.parametrize("jump", [cursor_input.leap, cursor_input.jump])
@pytest.mark.parametrize("verb", ["", "move"])
def test_a_jump_leaves_the_reach_only_when_it_is_pressed_again(
    jump: Callable[[Controller, Facing], None], verb: str
) -> None:
    """The first time it stays and says so; from outside it goes on at once."""
    session, left = seated("opposed_d6"), 0
    controller = session.controller
    for way in Facing:
        figure = controller.legal.active_figures()[0]
        session.choose_figure(figure)
        if verb:
            session.do(order_input.verb, verb)
        board = controller.legal.board
        reach = controller.legal.target_mask(figure, "move") | board.bit(controller.cursor)
        for _ in range(MOST):
            before = controller.cursor
            session.do(jump, way)
            if controller.cursor == before:
                break
            assert reach & board.bit(controller.cursor)
        if "again goes on beyond" not in controller.notice:
            continue
        session.do(jump, way)
        assert not reach & board.bit(controller.cursor)
        left += 1
    assert left


def test_back_leads_the_cursor_home_before_it_drops_the_figure() -> None:
    """From a tile where nothing is proposed."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    home = session.controller.cursor
    session.do(cursor_input.leap, Facing.W)
    session.do(cursor_input.leap, Facing.W)
    session.do(cursor_input.leap, Facing.W)
    assert session.controller.cursor != home
    session.back()
    assert (session.controller.cursor, session.controller.draft.figure) == (home, "b1")


def test_an_order_at_a_tile_begins_where_the_last_one_was_aimed() -> None:
    """With the same weapon, for the next figure that can; not if the cursor was moved."""
    game = low_water("dice_pool")
    while game.turn == 0:
        game.order(game.to_act, "ready")
    session = begun_with_keys(game)
    session.take_seat("blue")
    controller = session.controller
    able = [f for f in controller.legal.active_figures() if "bombard" in controller.legal.verbs(f)]
    first = able[0]
    session.choose_figure(first)
    session.do(order_input.verb, "bombard")
    board = controller.legal.board
    common = controller.legal.target_mask(first, "bombard")
    for figure in able[1:]:
        common &= controller.legal.target_mask(figure, "bombard")
    session.click(next(iter(board.tiles_of(common))))
    order = controller.draft.order
    session.confirm()
    assert session.game.lines[-1].order == str(order)

    session.choose_figure(able[1])
    session.do(order_input.verb, "bombard")
    assert (controller.draft.target, controller.cursor) == (order.target, order.target_tile)
    session.choose_figure(able[1])
    session.do(cursor_input.step, Facing.S)
    session.do(order_input.verb, "bombard")
    assert controller.draft.target != order.target


def test_an_order_at_a_tile_begins_with_what_its_own_figure_used() -> None:
    """Smoke where it laid smoke, though another figure has fired a grenade since."""
    game = low_water("opposed_d6")
    while game.state.clock.phase != "fire" or game.to_act != "blue":
        game.order(game.to_act, "end" if game.turn else "ready")
    session = begun_with_keys(game)
    session.take_seat("blue")
    controller = session.controller
    smoke = parse_order("bombard b8 20,16 weapon=smoke_mortar", verbs_of(game.ruleset))
    assert controller.legal.refusal(smoke) is None
    controller.given.remember(controller.legal, smoke)
    controller.given.remember(
        controller.legal, Order("bombard", "b6", "8,19", (("weapon", "hand_grenade"),))
    )

    session.choose_figure("b8")
    session.do(order_input.verb, "bombard")
    assert controller.draft.order == smoke


def test_a_figure_that_has_done_all_gives_way_to_the_next() -> None:
    """No key is needed to choose it."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    session.do(order_input.verb, "fire")
    session.confirm()
    for _ in range(5):
        if session.controller.draft.figure != "b1":
            break
        session.do(order_input.verb, "move")
        session.do(cursor_input.step, Facing.E)
        session.confirm()

    assert session.controller.draft.figure == "b2"


def test_an_enemy_is_proposed_the_attack_whose_chance_stands_there() -> None:
    """The label and the order that the tile proposes are one thing."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    legal = session.controller.legal
    order = Order("fire", "b1", "r1", (("mode", "burst"),))
    assert legal.refusal(order) is None
    stance = Stance("b1")
    legal.target_chances[stance] = {"r1": TargetChance("r1", Fraction(1, 2), order=order)}
    place = legal.position("r1")
    assert place is not None

    session.click(place)
    assert session.controller.draft.order == order


def test_fire_takes_the_attack_whose_chance_stands_at_the_enemy() -> None:
    """With the cursor at an enemy the one on it, else the one that costs most; never another."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    legal = session.controller.legal
    burst = Order("fire", "b1", "r1", (("mode", "burst"),))
    plain = Order("fire", "b1", "r2")
    known = (("r1", burst, Fraction(1)), ("r2", plain, Fraction(2)))
    legal.target_chances[Stance("b1")] = {
        name: TargetChance(name, Fraction(1, 2), order=order, lost=lost)
        for name, order, lost in known
    }
    place = legal.position("r1")
    assert place is not None

    session.do(order_input.verb, "fire")
    assert session.controller.draft.order == plain
    session.back()
    session.controller.cursor = place
    session.do(order_input.verb, "fire")
    assert session.controller.draft.order == burst


def test_a_hint_that_is_missing_says_why() -> None:
    """Without an order in hand, and with one that nothing is known to better."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    session.do(order_input.take_hint)
    assert "first choose an order" in session.controller.notice

    session.do(order_input.verb, "fire")
    order = session.controller.draft.order
    session.controller.legal.forecasts[order] = Forecast(moves=False, exchanges=())
    session.do(order_input.take_hint)
    assert "no better attack or target" in session.controller.notice
    assert session.controller.draft.order == order


def test_a_hint_that_is_taken_says_what_it_changed_and_can_be_left_again() -> None:
    """Back brings the order as it was, and from there goes on as ever."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    session.do(order_input.verb, "fire")
    before = session.controller.draft
    other = next(foe for foe in ("r1", "r2") if foe != before.target)
    better = evolve(before.order, target=other)
    hint = BetterAttack("single", other, "", "", (), Fraction(2), 1, Fraction(1), 1, order=better)
    told = Forecast(moves=False, exchanges=(), hints=(hint,))
    session.controller.legal.forecasts[before.order] = told

    session.do(order_input.take_hint)
    assert session.controller.draft.order == better
    assert f"{other} instead of {before.target} (confirm: fire, " in session.controller.notice
    session.back()
    assert session.controller.draft == before
    session.back()
    assert not session.controller.draft.verb


def test_a_hint_on_what_the_cursor_proposes_can_be_taken() -> None:
    """Its key applies before an order's own key or a click; back brings the proposal again."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    session.do(cursor_input.step, Facing.S)
    better = session.controller.draft.order
    session.do(cursor_input.step, Facing.E)
    before = session.controller.draft
    assert before.verb == better.verb == "move" != before.target
    hint = BetterCover((2, 2), "1", "r1", "brush", (2, 2), (2, 1), "0", order=better)
    told = Forecast(moves=True, exchanges=(), hints=(hint,))
    session.controller.legal.forecasts[before.order] = told
    (key,) = (key for key in KEYS if key.id == "hint")

    assert session.mode is Mode.SELECT
    assert usable(key, session.mode, session.controller.legal.battle_part)
    session.do(order_input.take_hint)
    assert session.controller.draft.order == better != before.order
    session.back()
    assert session.controller.draft == before


def test_a_hint_that_may_hit_own_figures_says_so_before_all_else() -> None:
    """Also in the hint itself, before what it gains; and that the key fires once."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    session.do(order_input.verb, "fire")
    before = session.controller.draft
    other = next(foe for foe in ("r1", "r2") if foe != before.target)
    better, risks = evolve(before.order, target=other), (("b2", Fraction(15, 100)),)
    gains = Fraction(2), 3, Fraction(1), 1
    hint = BetterAttack("single", other, "", "", (), *gains, risks, order=better)
    told = Forecast(moves=False, exchanges=(), hints=(hint,))
    session.controller.legal.forecasts[before.order] = told

    risk = "it may hit your own b2 (15%)"
    assert hint_words(hint).startswith(f"better, though {risk}: at {other}, three times: ")
    session.do(order_input.take_hint)
    notice = session.controller.notice
    assert notice.startswith(f"b2 15% YOURS! hint taken: {other} instead of {before.target} ")
    assert "(confirm: fire once, back: as before). better: at" in notice


def test_an_enemy_that_cannot_be_harmed_now_is_not_proposed_smoke() -> None:
    """No area is proposed at it; the reason why it cannot be attacked is shown."""
    game = low_water("dice_pool")
    while game.turn == 0:
        game.order(game.to_act, "ready")
    session = begun(game)
    session.take_seat("blue")
    legal = session.controller.legal
    asked = 0
    for figure in legal.active_figures():
        for enemy in legal.view.enemies():
            known = legal.target_chances.setdefault(Stance(figure), {})
            known[enemy.id] = TargetChance(enemy.id, None)
            draft = proposals.proposed(legal, figure, enemy.tile)
            assert draft is None or legal.target_shape(draft.verb) is not Shape.TILE
            if draft is None:
                session.choose_figure(figure)
                session.click(enemy.tile)
                assert session.controller.notice
                asked += 1
    assert asked


@pytest.mark.parametrize("clicked", [False, True])
def test_an_attack_is_proposed_when_its_chances_are_known(*, clicked: bool) -> None:
    """Until then, and until it can be read, neither enter nor a click gives one."""
    executor = QueuedExecutor()
    game = low_water("d20")
    while game.turn == 0:
        game.order(game.to_act, "ready")
    session = begun(game, executor=executor)
    session.take_seat("blue")
    legal = session.controller.legal
    enemies = [one.id for one in legal.view.enemies()]
    best = next(
        one.order
        for figure in legal.active_figures()
        for one in target_chances(legal.ruleset, legal.view, Stance(figure), enemies)
        if one.order is not None
    )
    tile, before = legal.position(best.target) or (0, 0), orders(session)
    session.choose_figure(best.figure)
    executor.run()

    def attack() -> None:
        if clicked:
            session.click(tile)
        else:
            session.confirm()

    if clicked:
        session.click(tile)
    else:
        session.controller.cursor = tile
        session.do(order_input.verb, "fire")
    attack()
    assert not session.controller.draft.verb
    executor.run()
    assert session.controller.draft.order == best
    attack()
    assert orders(session) == before
    executor.clock += UNREAD
    attack()
    assert orders(session)[len(before)] == str(best)


@pytest.mark.parametrize("ruleset", ["d20", "trait_die"])
def test_the_panel_states_the_details_of_the_attack_that_is_proposed(ruleset: str) -> None:
    """Mode and weapon are those that enter fires."""
    game = low_water(ruleset)
    while game.turn == 0:
        game.order(game.to_act, "ready")
    session, said = begun_with_keys(game), 0
    session.take_seat("blue")
    legal = session.controller.legal
    for figure in legal.active_figures()[:4]:
        session.choose_figure(figure)
        session.request_forecast()
        for one in session.target_chances[0]:
            draft = proposals.proposed(legal, figure, legal.position(one.enemy) or (0, 0))
            if one.order is not None and draft is not None:
                assert draft.order == one.order
                rows = order_draft.variant_rows(legal, draft)
                values = {row.label: row.value for row in rows}
                assert values.items() >= {k: v for k, v in one.order.fields if k in values}.items()
                said += len(values)
    assert said


def test_a_figure_is_chosen_by_its_place_in_the_roster() -> None:
    """One that is not there is not chosen."""
    session = begun(drilled("random"))
    session.choose_numbered(2)
    assert session.controller.current_figure == "b2"
    session.choose_numbered(9)
    assert session.controller.current_figure == "b2"
    assert "your list has" in session.controller.notice


def test_the_key_of_a_downed_figure_says_so_and_the_next_key_acts_on_no_other() -> None:
    """It keeps the choice, so that an attack is not aimed with the figure chosen before."""
    session = begun(drilled("random"))
    controller = session.controller
    session.choose_numbered(1)
    state = controller.legal.view.state
    down = evolve(state.figures["b2"], at=None, fate="downed")
    view = evolve(controller.legal.view, state=evolve(state, figures={**state.figures, "b2": down}))
    controller.renew(view)
    for handle in (
        partial(order_input.choose_numbered, controller, 2),
        partial(order_input.verb, controller, "shoot"),
    ):
        controller.clear_transient()
        handle()
        assert controller.notice == "b2 takes no orders any more: downed"
        assert (controller.draft.figure, controller.draft.verb) == ("b2", "")
    order_input.next_choice(controller, 1)
    assert controller.draft.figure == "b1"


def test_a_click_on_a_tile_keeps_the_weapon_of_the_last_order_at_one() -> None:
    """For a figure that has it, as the key of the order does."""
    session = seated("dice_pool")
    controller = session.controller
    able = [f for f in controller.legal.active_figures() if "bombard" in controller.legal.verbs(f)]
    kept = 0
    for figure in able:
        session.choose_figure(figure)
        legal = controller.legal
        board, reach = legal.board, legal.target_mask(figure, "move")
        tiles = board.tiles_of(legal.target_mask(figure, "bombard") & ~reach)
        for tile in tiles:
            draft = proposals.proposed(legal, figure, tile)
            if draft is None or draft.verb != "bombard":
                continue
            weapon = draft.order.get("weapon")
            for family in legal.families(figure, "bombard", draft.target):
                other = dict(family.fixed).get("weapon", "")
                if other in ("", weapon):
                    continue
                last = {"bombard": Order("bombard", figure, draft.target, family.fixed)}
                again = proposals.proposed(legal, figure, tile, last)
                assert again is not None
                assert again.order.get("weapon") == other
                kept += 1
            break
    assert kept


def test_a_held_action_begins_with_the_weapon_and_mode_that_the_rules_suggest() -> None:
    """It fires at a chance that is worth it; it is still asked."""
    session = seated("trait_die")
    controller, met = session.controller, 0
    for figure in controller.legal.active_figures():
        usual = [o for o in controller.legal.usual_actions(figure) if o.verb == "hold"]
        if "hold" not in controller.legal.verbs(figure) or not usual:
            continue
        session.choose_figure(figure)
        session.do(order_input.verb, "hold")
        order = controller.draft.order
        assert session.mode is Mode.FIELDS
        assert [order.get(name) for name in ("mode", "weapon")] == [
            usual[0].get(name) for name in ("mode", "weapon")
        ]
        assert order.get("when") == "20%"
        session.back()
        met += 1
    assert met


def test_to_reload_is_offered_after_the_attacks_and_first_with_an_empty_weapon() -> None:
    """In the line of hints, where the last orders of a long list have no room."""
    met = set()
    for loaded in (0, 1):
        battle = position(
            "a>. . R<",
            ruleset="d100",
            weapons={"a": ["pistol"]},
            counters={"a": {"rounds": loaded}},
        )
        controller = Controller(battle.ruleset, battle.view(), KeyTable())
        words = prompt_words(controller, Mode.SELECT, "").plain.partition(": ")[2].split(", ")
        assert "reload" in words
        met.add(words.index("reload") == 0)
    assert met == {True, False}


def aiming(session: BattleSession) -> str:
    """A figure of a session that can aim."""
    legal = session.controller.legal
    return next(name for name in legal.active_figures() if "aim" in legal.verbs(name))


def seated(ruleset: str) -> BattleSession:
    """A session of blue's first bound."""
    game = low_water(ruleset)
    while game.turn == 0 or game.to_act != "blue":
        game.order(game.to_act, "end" if game.turn else "ready")
    session = begun_with_keys(game)
    session.take_seat("blue")
    return session


def test_an_order_without_a_choice_that_can_be_taken_back_is_given_at_once() -> None:
    """One key or click; an attack still asks."""
    session = seated("d20")
    figure = aiming(session)
    session.choose_figure(figure)
    session.do(order_input.verb, "aim")
    assert session.game.lines[-1].order == f"aim {figure}"
    session.undo()
    assert session.controller.notice.startswith(f"taken back: {figure} aim")

    before = len(session.game.lines)
    session.choose_figure(figure)
    session.do(order_input.verb, "overwatch")
    assert session.mode is Mode.FIELDS
    session.choose_figure(figure)
    session.do(order_input.verb, "fire")
    assert len(session.game.lines) == before


def test_an_order_on_the_spot_waits_where_a_move_was_being_planned() -> None:
    """Its figure would aim where it stands, while the cursor is at the end of the move."""
    session = seated("d20")
    figure = aiming(session)
    before = len(session.game.lines)
    session.choose_figure(figure)
    session.do(order_input.verb, "move")
    legal = session.controller.legal
    x, y = legal.view.state.figures[figure].tile
    beside = [(x + facing.delta[0], y + facing.delta[1]) for facing in Facing]
    end = next(tile for tile in beside if legal.target_at(figure, "move", tile))
    session.do(mouse_input.point, end)
    assert session.controller.draft.target
    session.do(order_input.verb, "aim")
    assert len(session.game.lines) == before
    assert session.controller.draft.verb == "aim"
    session.do(order_input.confirm)
    assert session.game.lines[-1].order == f"aim {figure}"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_given_at_once_can_be_taken_back(ruleset: str) -> None:
    """Whatever it meets, at every order of a recorded game."""
    game, tried = low_water(ruleset), 0
    for side, text in script(ruleset)[:MOST]:
        wanted = parse_order(text, verbs_of(game.ruleset))
        free = game.turn and game.can_be_taken_back(side, wanted)
        game.order(side, text)
        assert not free or game.undo_refusal(side) is None, text
        legal = LegalOrders(game.ruleset, game.view(game.to_act))
        for figure in legal.active_figures()[:2] if game.turn else ():
            for verb in legal.verbs(figure):
                draft = order_draft.begin_verb(legal, order_draft.select(figure), verb)
                if draft.target or not order_draft.is_settled(legal, draft):
                    continue
                if game.can_be_taken_back(game.to_act, draft.order):
                    mine = game.to_act
                    game.order(mine, draft.order)
                    assert game.undo_refusal(mine) is None, str(draft.order)
                    game.undo(mine)
                    tried += 1
    assert tried or ruleset == "opposed_d6"


def test_a_figure_under_the_pressed_button_is_chosen_and_stays_chosen() -> None:
    """A second click on it changes nothing, and drops what is drafted."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    home = session.controller.legal.position("b2")
    assert home is not None
    session.press(home)
    assert session.controller.draft.figure == "b2"
    session.click(home)
    assert session.mode is Mode.SELECT
    session.press(home)
    session.click(home)
    assert session.controller.draft == order_draft.select("b2")


def test_a_click_on_an_own_figure_ends_the_look() -> None:
    """It is chosen; a click on other ground looks there."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    home = session.controller.legal.position("b2")
    assert home is not None
    session.do(Controller.switch, "look")
    session.click((home[0], home[1] + 1))
    assert session.controller.look
    session.press(home)
    session.click(home)

    assert not session.controller.look
    assert session.controller.draft == order_draft.select("b2")


def test_the_first_click_on_a_throw_that_was_aimed_by_itself_does_not_throw() -> None:
    """The second one does, as for every order that is proposed by a click."""
    lane = "a>. . . R<. \n. . . . Q<. \n. . . . . . "
    battle = trait_die.scene(lane)
    controller = Controller(battle.ruleset, battle.view("blue"))
    controller.choose("a")
    order_input.verb(controller, "bombard")
    aimed = order_draft.aimed_tile(controller.legal, controller.draft.order)
    assert aimed is not None
    order = controller.draft.order

    assert mouse_input.click(controller, aimed) is None
    assert controller.draft.order == order
    assert mouse_input.click(controller, aimed) == order


def test_the_other_button_dragged_turns_a_figure_or_the_end_of_its_move() -> None:
    """A turn is given at once; a move keeps its place and is confirmed there."""
    session = seated("opposed_d6")
    controller = session.controller
    figure = next(
        n for n in controller.legal.active_figures() if "turn" in controller.legal.verbs(n)
    )
    x, y = controller.legal.position(figure) or (0, 0)
    session.face((x, y), (x, y - 2))
    assert session.game.lines[-1].order == f"turn {figure} N"

    session.choose_figure(figure)
    reach = controller.legal.board.tiles_of(controller.legal.target_mask(figure, "move"))
    goal = next(tile for tile in reach if tile != (x, y))
    session.click(goal)
    session.face(goal, (goal[0] - 3, goal[1]))
    assert controller.draft.order.get("face") == "W"
    session.click(goal)
    assert session.game.lines[-1].order.startswith(f"move {figure} ")
    assert session.game.lines[-1].order.endswith("face=W")


def test_a_move_that_was_stopped_goes_on_by_a_click_in_the_footer() -> None:
    """The key stands there while the way is free, and no longer."""
    game = low_water("opposed_d6")
    session = begun_with_keys(game)
    for side, text in script("opposed_d6"):
        if side == "blue" and game.turn:
            wanted = parse_order(text, verbs_of(game.ruleset))
            session.take_seat("blue")
            session.choose_figure(wanted.figure)
            session.give_order(wanted)
        else:
            game.order(side, text)
        if session.seat and session.controller.given.stopped:
            break
    (stopped,) = session.controller.given.stopped.values()
    session.take_seat("blue")  # as after a pause: the way is known from the news of the bound
    session.choose_figure(stopped.figure)
    assert any(key.label.startswith("go on to ") for key in footer_of(session))
    session.choose_figure(
        next(n for n in session.controller.legal.active_figures() if n != stopped.figure)
    )
    assert not any(key.label.startswith("go on") for key in footer_of(session))
    session.choose_figure(stopped.figure)
    session.do(bound_input.go_on)
    assert session.game.lines[-1].order.startswith(f"move {stopped.figure} ")


def footer_of(session: BattleSession) -> list[Key]:
    """The keys of a wide footer."""
    controller = session.controller
    return footer_keys(session.game, controller, session.mode, session.seat, {}, 120)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_figure_that_cannot_turn_says_why(ruleset: str) -> None:
    """In the words of the rules; where there is no such order, what turns figures there."""
    session = begun(low_water(ruleset))
    legal = session.controller.legal
    name = next(iter(legal.own_figures()))
    x, y = legal.position(name) or (0, 0)
    session.face((x, y), (x + 2, y))
    verbs = [verb for verb in legal.known_verbs if legal.target_shape(verb) is Shape.FACING]
    if not verbs:
        assert session.controller.notice == "figures turn only as they move here"
        return
    refusal = legal.refusal(Order(verbs[0], name, "E"))
    if refusal is None:
        assert session.game.lines[-1].order.startswith(verbs[0])
    else:
        assert refusal.reason in session.controller.notice


@pytest.fixture
def _stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves stop at each enemy, as in the game of the script, also at one reported before."""
    monkeypatch.setattr(GivenOrders, "is_old", lambda *_: False)


@pytest.mark.usefixtures("_stops")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_orders_of_the_first_turns_take_few_keys(ruleset: str) -> None:
    """Those that the computer gave, in its order, without advice."""
    pressed = inputs_for(ruleset, keys_for)
    assert pressed <= BUDGET
    if ruleset == "opposed_d6":
        assert 7 * pressed <= A_BOUND


@pytest.mark.usefixtures("_stops")
@pytest.mark.parametrize("ruleset", CLICKS)
def test_orders_of_the_first_turns_take_few_clicks(ruleset: str) -> None:
    """The same orders with the mouse."""
    clicked = inputs_for(ruleset, clicks_for)
    assert clicked <= CLICKS[ruleset]
    if ruleset == "opposed_d6":
        assert 7 * clicked <= A_BOUND_OF_CLICKS


def inputs_for(ruleset: str, give: Callable[[BattleSession, Order], int]) -> float:
    """The keys or clicks that an order of a script takes, on the average."""
    game = low_water(ruleset)
    session = begun_with_keys(game)
    taken = orders = 0
    for side, text in script(ruleset)[:MOST]:
        if side == "red" or not game.turn:
            game.order(side, text)
            continue
        if session.seat == "blue":
            session.renew()
        else:
            session.take_seat("blue")
        wanted = parse_order(text, verbs_of(game.ruleset))
        taken += give(session, wanted)
        if not wanted.figure and game.to_act == "blue":
            session.do(bound_input.end)  # asked once, for figures that can still act
            taken += 1
        orders += 1
    assert orders > 20
    return taken / orders


def low_water(ruleset: str) -> Game:
    """The same ground under each ruleset, between two people."""
    name = "low_water" if ruleset == "opposed_d6" else f"low_water_{ruleset}"
    opening = open_text(kept(name).read_text(encoding="utf-8"))
    return Game.new(opening, SEED, dict.fromkeys(opening.state.setup.sides, "human"))


def script(ruleset: str) -> list[tuple[str, str]]:
    """The orders of that game, each with the side that gave it."""
    text = (SCRIPTS / f"{ruleset}.txt").read_text(encoding="utf-8")
    lines = (line.partition(" ") for line in text.splitlines())
    return [(side, order) for side, _, order in lines]


def begun_with_keys(game: Game) -> BattleSession:
    """A session of a player with the usual keys."""
    session = BattleSession(game, keys=KeyTable())
    session.begin()
    return session


@pytest.mark.parametrize(("posture", "words"), [("standing", "lie down"), ("prone", "stand up")])
def test_the_key_for_a_posture_says_which_it_takes(posture: str, words: str) -> None:
    """In the footer and in the line of hints, before it is pressed."""
    battle = position("a>. . . R<", ruleset="trait_die").after(Posed("a", posture))
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    keys = footer_keys(drilled("random"), desk, Mode.SELECT, "blue", {}, 300)

    assert {key.verb: key.label for key in keys}["pose"] == words
    assert f", {words}" in prompt_words(desk, Mode.SELECT, "").plain


def test_at_an_enemy_no_throw_takes_the_place_of_an_empty_weapon() -> None:
    """AMMO-13: a click says that it is empty; a throw is proposed by its own key."""
    proposed = {}
    for tokens in (4, 0):
        battle = position(
            "a>. . . R<",
            ruleset="trait_die",
            weapons={"a": ["assault_rifle", "grenade"]},
            counters={"a": {"tokens": tokens}},
        )
        desk = Controller(battle.ruleset, battle.view(), KeyTable())
        found = target_chances(battle.ruleset, battle.view(), Stance("a"), ("r",))
        desk.legal.target_chances[Stance("a")] = {one.enemy: one for one in found}
        desk.choose("a")
        mouse_input.click(desk, (4, 0))
        proposed[tokens] = desk.draft.verb, desk.notice
    assert proposed[4][0] == "fire"
    assert proposed[0][0] == ""
    assert "reload" in proposed[0][1]
