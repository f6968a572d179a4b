"""Group moves and the repeated order are plain orders."""

from __future__ import annotations

import pytest

from skirmish.ai import Weighed
from skirmish.core.orders import Order
from skirmish.game import Game, open_text
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.reasons.advice import Advice
from skirmish.session import bound_input, mouse_input, order_input
from skirmish.session.adviser import show_advice
from skirmish.session.battle_session import BattleSession
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.session.repeat import follow_order, group_ends
from skirmish.tui.battle_footer import footer_keys
from skirmish.tui.map.order_overlay import overlay_of
from skirmish.tui.side_panel import roster_lines, side_panel_lines
from tests.drill_ruleset import drilled
from tests.position import position

GAP = """\
format = 2
title = "The gap"
ruleset = "d20"
turns = 4

[map]
rows = '''
...............
...............
#####.#########
...............
...............
'''

[sides.blue]
name = "Blue"
figures = [
  { id = "b1", kind = "guard", at = [2, 0] },
  { id = "b2", kind = "guard", at = [1, 0] },
]

[sides.red]
name = "Red"
figures = [{ id = "r1", kind = "guard", at = [5, 4], facing = "S" }]
"""


def table() -> BattleSession:
    """The drill ground, blue to move."""
    session = BattleSession(drilled())
    session.take_seat("blue")
    return session


def marked(at: BattleSession, *names: str) -> None:
    """These figures go together."""
    for name in names:
        at.controller.choose(name)
        bound_input.mark(at.controller)


def places(at: BattleSession) -> dict[str, object]:
    """Where blue stands."""
    return {f.id: f.at for f in at.game.state.figures.values() if f.who.side == "blue"}


def test_a_group_moves_in_formation() -> None:
    """Each goes as far as the one that was ordered; the record holds one order for each."""
    at = table()
    before = places(at)
    marked(at, "b1", "b2")

    at.give_order(Order.of("move", "b1", ((2, 0), (3, 0))))

    assert (before["b1"], before["b2"]) == ((1, 0), (1, 2))
    assert places(at) == {"b1": (3, 0), "b2": (3, 2)}
    assert [line.order.split()[0] for line in at.game.standing if line.side == "blue"] == [
        "move"
    ] * 2
    assert at.controller.draft.figure == "b1"


def test_the_preview_says_where_the_group_ends() -> None:
    """The ends in the panel are those of the orders; the members are underlined in the roster."""
    at = table()
    marked(at, "b1", "b2")
    listed = roster_lines(at.controller, (40, 30)).lines
    underlined = [one.plain.split()[2] for one in listed if "underline" in str(one.spans)]
    assert underlined == ["b1", "b2"]
    order = Order.of("move", "b1", ((2, 0), (3, 0)))

    assert group_ends(at.controller.legal, ("b1", "b2"), order) == {"b2": (3, 2)}
    at.controller.choose("b1")
    order_input.verb(at.controller, "move")
    mouse_input.point(at.controller, (3, 0))
    said = [line.plain for line in side_panel_lines(at.controller, (40, 40), 78).lines]
    assert any("with b2 3,2, or near there" in line for line in said)
    at.give_order(at.controller.draft.order)
    assert places(at)["b2"] == (3, 2)


def test_the_figure_that_leads_keeps_its_tile() -> None:
    """No other of the group goes to the tile that was chosen for it, as the preview says."""
    at = table()
    marked(at, "b1", "b2")
    order = Order.of("move", "b1", ((2, 1), (2, 2)))
    assert group_ends(at.controller.legal, ("b1", "b2"), order) == {"b2": None}

    at.give_order(order)

    assert places(at) == {"b1": (2, 2), "b2": (1, 2)}


def test_advice_is_for_its_figure_alone() -> None:
    """A figure of the group that moves by advice leaves the group; the others stay in it."""
    at = table()
    marked(at, "b1", "b2")
    at.controller.choose("b1")
    advised = Weighed(Order.of("move", "b1", ((2, 0), (3, 0))), 0)
    show_advice(at.controller, Advice("regular", (advised,)))

    at.confirm()

    assert places(at) == {"b1": (3, 0), "b2": (1, 2)}
    assert at.controller.group == ("b2",)


def test_who_is_not_marked_goes_alone() -> None:
    """A move of somebody outside the group moves nobody else, and so does one of one alone."""
    at = table()
    marked(at, "b2")

    at.give_order(Order.of("move", "b1", ((2, 0),)))

    assert places(at)["b2"] == (1, 2)


def test_a_figure_is_marked_and_let_go_again() -> None:
    """The mark is seen on the map, and the notice says who goes along."""
    at = table()
    marked(at, "b1", "b2")
    assert at.controller.group == ("b1", "b2")
    drawn = overlay_of(at.controller)
    assert set(drawn.group) == {(1, 0), (1, 2)}
    assert not drawn.targets

    marked(at, "b1")
    assert list(at.controller.group) == ["b2"]
    assert not overlay_of(at.controller).group, "one alone is no group"


def at_the_gap() -> BattleSession:
    """Blue to move in its first bound, r1 out of sight behind a wall with a gap."""
    game = Game.new(open_text(GAP), 3, dict.fromkeys(("blue", "red"), "human"))
    while game.turn == 0 or game.to_act != "blue":
        game.order(game.to_act, "end" if game.turn else "ready")
    session = BattleSession(game)
    session.take_seat("blue")
    return session


@pytest.mark.parametrize("together", [False, True])
def test_an_enemy_stops_a_march_once(*, together: bool) -> None:
    """Another figure that sees it in the same bound goes on, for no more than the whole way."""
    at = at_the_gap()
    at.give_order(Order("move", "b1", at.controller.legal.target_at("b1", "move", (7, 0))))
    assert "r1 at 5,4 comes into sight" in at.controller.notice
    assert places(at)["b1"] == (4, 0)
    at.do(Controller.choose, "b1")
    at.do(bound_input.go_on)
    assert places(at)["b1"] == (7, 0)
    assert not any(at.controller.legal.view.enemies())
    if together:
        marked(at, "b1", "b2")
    at.controller.notice = ""
    at.give_order(Order("move", "b2", at.controller.legal.target_at("b2", "move", (5, 0))))
    assert places(at)["b2"] == (5, 0)
    assert not at.controller.notice


def test_a_move_that_was_stopped_goes_on_after_a_shot() -> None:
    """By a key of its own: the one for the last order proposes that, before the shot and after."""
    at = at_the_gap()
    at.give_order(Order("move", "b1", at.controller.legal.target_at("b1", "move", (6, 0))))
    assert places(at)["b1"] == (4, 0)
    at.do(bound_input.repeat)
    assert places(at)["b1"] == (4, 0)
    assert at.controller.draft.order.target_path[-1] == (6, 0)
    at.do(Controller.choose, "b1")

    at.give_order(Order.of("fire", "b1", "r1"))
    keys = footer_keys(at.game, at.controller, Mode.SELECT, at.seat, {}, 120)
    assert any(key.label == "go on to 6,0" for key in keys)
    at.do(bound_input.repeat)
    assert places(at)["b1"] == (4, 0)
    assert at.controller.notice.startswith("a shot costs 4 AP; 2 are left")
    at.do(bound_input.go_on)
    assert places(at)["b1"] == (6, 0)
    at.do(bound_input.go_on)
    assert at.controller.notice == "no move of b2 was stopped that can go on"


def test_the_last_order_is_proposed_for_another_figure() -> None:
    """A move as far in the same direction; a shot at the same target; nothing is given by it."""
    at = table()
    at.give_order(Order.of("move", "b1", ((2, 0), (3, 0))))
    at.controller.choose("b2")
    bound_input.repeat(at.controller)
    assert at.controller.mode is Mode.TARGET
    assert at.controller.draft.order == Order.of("move", "b2", ((2, 2), (3, 2)))
    assert places(at)["b2"] == (1, 2)

    at.give_order(at.controller.draft.order)
    at.give_order(Order.of("fire", "b1", "r1", mode="burst"))
    at.controller.choose("b2")
    bound_input.repeat(at.controller)
    assert at.controller.draft.order.verb == "fire"
    assert at.controller.draft.order.target == "r1"
    assert at.controller.draft.order.get("mode") == "burst"


def test_with_nothing_to_repeat_it_is_said() -> None:
    """At the start of a battle."""
    at = table()
    bound_input.repeat(at.controller)
    assert at.controller.notice == "there is no order to repeat yet"


def test_why_an_order_cannot_be_repeated_is_about_that_order() -> None:
    """With its mode and target: not about another way that nobody asked for."""
    at = table()
    at.give_order(Order.of("fire", "b1", "r1", mode="burst"))
    at.controller.choose("b1")
    bound_input.repeat(at.controller)

    wanted = Order.of("fire", "b1", "r1", mode="burst")
    assert at.controller.notice.startswith(str(at.controller.legal.refusal(wanted)).split(":")[0])


def test_the_last_order_is_proposed_for_the_next_of_the_group() -> None:
    """For each that can still give it, in order; then for none."""
    session = BattleSession(Game.new(open_text(GAP), 1))
    session.take_seat("blue")
    marked(session, "b1", "b2")
    desk = session.controller
    desk.choose("b1")

    desk.clear_transient()
    session.give_order(Order.of("overwatch", "b1"))
    assert desk.given.rest_of(desk.legal, desk.group) == ("b2",)
    assert "proposes overwatch for b2, too" in desk.notice
    bound_input.repeat(desk)
    assert desk.draft.order == Order.of("overwatch", "b2")
    desk.clear_transient()
    session.give_order(desk.draft.order)

    assert desk.given.rest_of(desk.legal, desk.group) == ()
    assert "proposes" not in desk.notice


def test_one_that_follows_faces_the_way_it_went_as_a_whole() -> None:
    """The last step of its route may lead aside."""
    battle = position("a>. . . . . .\nb>. . . . . .\n. ######. . .", phase="move")
    legal = LegalOrders(battle.ruleset, battle.view())

    moved = follow_order(legal, "b", Order.of("move", "a", ((4, 1),)), (4, 1))

    assert str(moved) == "move b 1,1>3,1>4,2 face=E"


def test_a_stopped_figure_with_its_back_to_an_enemy_stays_chosen() -> None:
    """In contact it can move no more, but turn; the notice names the key for that."""
    battle = position("a<R<b>", ruleset="opposed_d6", kind="rifleman", phase="move")
    at = Controller(battle.ruleset, battle.view())
    at.choose("a")
    assert at.legal.active_figures() == ()
    assert at.legal.spent_figures() == ()
    order = Order.of("move", "a", ((1, 0), (2, 0)), face="W")

    bound_input.follow_up(at, order, (0, 0), "r at 1,0 comes into sight")

    assert at.draft.figure == "a"
    assert at.notice == (
        "a stopped at 0,0 (r at 1,0 comes into sight); it faces W, not r: key turn turns it E"
    )
    turned = position("a>R<b<", ruleset="opposed_d6", kind="rifleman", phase="move")
    assert LegalOrders(turned.ruleset, turned.view()).spent_figures() == ("a", "b")
