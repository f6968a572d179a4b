"""Orders are put together from families alone, and a refusal gives its reason."""

from fractions import Fraction

import pytest
from attrs import evolve

from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import Order
from skirmish.core.view import news_of
from skirmish.game import Game
from skirmish.presentation.odds.forecast import Forecast
from skirmish.presentation.odds.hint_kinds import FriendlyFire
from skirmish.scenario import find, load
from skirmish.session import bound_input, cursor_input, mouse_input, order_input
from skirmish.session.controller import Controller
from skirmish.session.enemy_actions import SeenAction
from skirmish.session.mode import Mode
from skirmish.session.order_draft import select
from skirmish.tui.keys import KeyTable
from skirmish.tui.panel_lines import roster
from skirmish.tui.side_panel import SHORT, side_panel_lines
from skirmish.tui.theme import FIRST_SIDE, SECOND_SIDE
from tests.drill_ruleset import drilled
from tests.position import position
from tests.toy_game import played


def sit(side: str = "blue") -> Controller:
    """A player of the lane before his first bound."""
    game = played()
    return Controller(game.ruleset, game.view(side), KeyTable())


def test_a_shot_is_a_figure_a_verb_and_a_target() -> None:
    """The first target is proposed, and confirming it gives the order."""
    controller = sit()
    controller.choose("b1")
    order_input.verb(controller, "shoot")

    assert (controller.mode, controller.cursor) == (Mode.TARGET, (7, 0))
    assert order_input.confirm(controller) == Order("shoot", "b1", "r1")


def test_next_goes_on_from_the_figure_that_is_shown() -> None:
    """Also from one that the game has chosen, and after the cursor was moved."""
    controller = sit()
    assert (controller.current_figure, controller.cursor) == ("b1", (1, 0))

    order_input.next_choice(controller, 1)
    assert (controller.current_figure, controller.cursor) == ("b2", (1, 2))
    order_input.next_choice(controller, -1)
    assert (controller.current_figure, controller.cursor) == ("b1", (1, 0))

    elsewhere = sit()
    cursor_input.step(elsewhere, Facing.E)
    order_input.next_choice(elsewhere, 1)
    assert (elsewhere.current_figure, elsewhere.cursor) == ("b2", (1, 2))


def test_the_menu_comes_from_the_families() -> None:
    """What can be done stands first, what can't is there to ask why."""
    controller = sit()
    controller.choose("b1")
    order_input.menu(controller)

    assert controller.mode is Mode.MENU
    cursor_input.step(controller, Facing.S)
    order_input.confirm(controller)
    assert (controller.mode, controller.draft.verb) == (Mode.TARGET, "step")


def test_a_tile_is_chosen_with_the_cursor() -> None:
    """The target follows the cursor; off the domain there is none, and confirming says why."""
    controller = sit()
    controller.choose("b1")
    order_input.verb(controller, "step")
    cursor_input.step(controller, Facing.E)
    assert controller.draft.target == "2,0"
    cursor_input.step(controller, Facing.E)
    assert controller.draft.target == ""

    assert order_input.confirm(controller) is None
    assert controller.notice == "it cannot go there"


def test_a_facing_is_given_with_a_direction_key() -> None:
    """A detail that is a facing takes the direction keys; it may be left alone."""
    controller = sit()
    controller.choose("b1")
    order_input.verb(controller, "turn")
    assert order_input.confirm(controller) == Order("turn", "b1")
    cursor_input.step(controller, Facing.SW)

    assert order_input.confirm(controller) == Order.of("turn", "b1", face=Facing.SW)


def test_why_not_names_reason_rule_and_remedy() -> None:
    """A friend is no target: the cursor may go there, and it is said why."""
    controller = sit()
    controller.choose("b1")
    order_input.verb(controller, "shoot")
    controller.cursor = (1, 2)
    controller.draft = controller.draft.__class__(Mode.TARGET, "b1", "shoot")

    assert order_input.confirm(controller) is None
    assert controller.notice == "there is no such target (TOY-01): shoot at an enemy in sight"


def test_ending_the_bound_by_accident_takes_two_in_a_row() -> None:
    """Whatever is done in between, the question is asked anew."""
    controller = sit()
    controller.clear_transient()
    assert bound_input.end(controller) is None
    controller.clear_transient()
    controller.choose("b1")
    controller.clear_transient()
    assert bound_input.end(controller) is None
    controller.clear_transient()

    assert bound_input.end(controller) == Order("end")


def test_two_clicks_do_what_one_proposes() -> None:
    """The first click on an enemy proposes the shot, the second on the same tile makes it."""
    controller = sit()
    assert mouse_input.click(controller, (1, 0)) is None
    assert mouse_input.click(controller, (7, 0)) is None
    assert controller.draft.order == Order("shoot", "b1", "r1")

    assert mouse_input.click(controller, (7, 0)) == Order("shoot", "b1", "r1")


def test_a_click_elsewhere_changes_its_mind() -> None:
    """A proposal is given up for another, whatever its verb."""
    controller = sit()
    for tile in ((1, 0), (7, 0), (2, 1)):
        assert mouse_input.click(controller, tile) is None

    assert mouse_input.click(controller, (2, 1)) == Order("step", "b1", "2,1")


def test_the_mouse_previews_and_keys_take_over() -> None:
    """Pointing aims without moving the cursor; one key and the pointer is forgotten."""
    controller = sit()
    controller.choose("b1")
    order_input.verb(controller, "step")
    mouse_input.point(controller, (2, 1))
    assert (controller.draft.target, controller.cursor, controller.focus) == ("2,1", (1, 0), (2, 1))
    controller.clear_transient()

    assert controller.focus == (1, 0)


def test_ending_the_bound_asks_once() -> None:
    """While somebody can act the first time only warns."""
    controller = sit()

    assert bound_input.end(controller) is None
    assert "b1, b2" in controller.notice
    assert bound_input.end(controller) == Order("end")


def test_back_goes_one_step() -> None:
    """Details, target, figure, nothing."""
    controller = sit()
    controller.choose("b1")
    order_input.verb(controller, "shoot")
    seen = []
    for _ in range(3):
        seen.append((controller.mode, controller.draft.figure))
        order_input.back(controller)

    assert seen == [(Mode.TARGET, "b1"), (Mode.SELECT, "b1"), (Mode.SELECT, "")]


def test_with_no_figure_chosen_the_next_that_can_act_takes_the_orders() -> None:
    """After the second step back, and wherever the cursor was left, keys and clicks go on."""
    controller = sit()
    controller.choose("b1")
    order_input.back(controller)
    controller.cursor = (7, 2)

    assert (controller.draft.figure, controller.current_figure) == ("", "b1")
    order_input.verb(controller, "shoot")
    assert (controller.mode, controller.draft.figure) == (Mode.TARGET, "b1")

    order_input.back(controller)
    order_input.back(controller)
    mouse_input.click(controller, (2, 0))
    assert controller.draft.order == Order("step", "b1", "2,0")


def test_a_click_where_nothing_can_be_done_leaves_the_order_as_it_is() -> None:
    """As with the keyboard: it is said why not, and the next click may be a better one."""
    game = drilled()
    controller = Controller(game.ruleset, game.view("blue"), KeyTable())
    controller.choose("b1")
    order_input.verb(controller, "move")
    assert mouse_input.click(controller, (8, 2)) is None

    assert controller.draft.verb == "move"
    assert controller.notice


def test_who_is_under_the_cursor_looks_from_there() -> None:
    """The line of sight begins at him, wherever the cursor goes then."""
    controller = sit()
    controller.cursor = (1, 2)
    controller.switch("look")
    cursor_input.step(controller, Facing.E)

    assert (controller.look, controller.draft.figure, controller.cursor) == (True, "b2", (2, 2))


def test_a_click_on_another_own_figure_chooses_it_and_says_nothing_else() -> None:
    """Not why the move in hand cannot end on it."""
    controller = sit()
    controller.choose("b1")
    order_input.verb(controller, "step")
    mouse_input.click(controller, (1, 2))

    assert (controller.draft.figure, controller.notice) == ("b2", "")


def test_a_look_is_at_the_tile_of_the_cursor_and_leaves_the_order() -> None:
    """Also where a move is aimed, or none is possible; then the cursor is back at the order."""
    controller = sit()
    cursor_input.step(controller, Facing.E)
    place, draft = controller.cursor, controller.draft
    assert draft.verb
    controller.switch("look")
    assert controller.focus == place
    cursor_input.step(controller, Facing.S)
    assert controller.cursor != place
    order_input.back(controller)
    assert (controller.look, controller.cursor, controller.draft) == (False, place, draft)

    controller.cursor = (8, 2)
    controller.draft = select("b1")
    controller.switch("look")
    order_input.back(controller)
    assert controller.cursor == (8, 2)


def test_next_in_look_mode_goes_through_the_figures_in_sight() -> None:
    """The enemies first, the chosen figure last; neither it nor the order in hand changes."""
    controller = sit()
    controller.choose("b1")
    order_input.verb(controller, "shoot")
    draft = controller.draft
    controller.cursor = (1, 0)
    controller.start_looking()
    view = controller.legal.view
    own = sorted(view.own(), key=lambda one: one.id == "b1")
    tiles = [one.tile for one in (*view.enemies(), *own)]
    assert len(set(tiles)) == len(tiles) > 2

    seen = []
    for _ in tiles:
        order_input.next_choice(controller, 1)
        seen.append(controller.cursor)
    assert seen == tiles
    assert (controller.look, controller.draft) == (True, draft)


def test_look_mode_ends_with_its_bound() -> None:
    """The next one begins with the figures; a new view of the same bound changes nothing."""
    battle = position("a>. . . R<", ruleset="dice_pool")
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    controller.start_looking()

    controller.renew(battle.view())
    assert controller.look
    controller.renew(battle.order("end").order("end").view("blue"))
    assert not controller.look


def test_a_click_in_look_mode_only_looks() -> None:
    """Neither a click nor a drag leaves an order behind the panel of the look."""
    controller = sit()
    controller.choose("b1")
    before = controller.draft
    controller.switch("look")
    mouse_input.click(controller, (2, 0))
    mouse_input.click(controller, (2, 0))
    mouse_input.drag(controller, (1, 2), (2, 2))

    assert (controller.look, controller.draft, controller.cursor) == (True, before, (2, 2))


@pytest.mark.parametrize(
    ("tile", "facing"), [((1, 3), Facing.S), ((7, 0), Facing.E), ((0, 1), Facing.SW)]
)
def test_a_turn_by_mouse_faces_the_tile(tile: Tile, facing: Facing) -> None:
    """Pointing shows it, the first click keeps it, the second on the same tile gives it."""
    controller = sit()
    controller.choose("b1")
    order_input.verb(controller, "turn")
    mouse_input.point(controller, tile)
    assert controller.draft.order == Order.of("turn", "b1", face=facing)
    assert mouse_input.click(controller, tile) is None
    mouse_input.point(controller, (2, 0))

    assert mouse_input.click(controller, tile) == Order.of("turn", "b1", face=facing)


def test_an_order_that_was_refused_is_no_order_in_hand() -> None:
    """The end still asks once, without a word of it."""
    controller = sit()
    controller.choose("b1")
    order_input.verb(controller, "shoot")
    controller.draft = evolve(controller.draft, target="")

    assert controller.drafting
    assert bound_input.end(controller) is None
    assert "order not confirmed" not in controller.notice
    assert "e: end the turn" in controller.notice
    assert bound_input.end(controller) == Order("end")


def test_an_order_in_hand_is_not_lost_unseen() -> None:
    """Whatever else could be done: the warning is about it, and fits the line of hints."""
    controller = sit()
    controller.choose("b1")
    order_input.verb(controller, "shoot")
    controller.clear_transient()

    assert bound_input.end(controller) is None
    assert controller.notice == "order not confirmed; e: end the turn without it"
    assert len(controller.notice) < SHORT
    controller.clear_transient()
    assert bound_input.end(controller) == Order("end")


def test_the_roster_marks_the_figure_that_keys_are_for() -> None:
    """It is the one under the cursor, wherever the last order was given."""
    controller = sit()
    controller.choose("b1")
    controller.cursor = (1, 2)

    assert controller.current_figure == "b2"
    assert marked(controller) == ["b2"]


def marked(controller: Controller) -> list[str]:
    """The figures that the roster below the card marks."""
    lines = side_panel_lines(controller, (30, 40)).lines
    chosen = [line for line in lines if any("$accent reverse" in str(s) for s in line.spans)]
    names = [line.plain[6:8] for line in chosen]
    return [name for name in names if name.strip()]


@pytest.mark.parametrize(("side", "colour"), [("blue", SECOND_SIDE), ("red", FIRST_SIDE)])
def test_enemies_on_the_roster_have_the_colour_of_their_side(side: str, colour: str) -> None:
    """Red's player sees blue figures in blue, as they are on the map."""
    view = played().view(side)
    enemies = [enemy.id for enemy in view.enemies()]
    lines = roster(played().ruleset, view, (), "", 30)
    styles = [
        str(span.style) for line in lines if line.plain[4:6] in enemies for span in line.spans[:1]
    ]

    assert enemies
    assert set(filter(None, styles)) == {f"${colour} reverse"}


def test_a_tile_that_the_figure_faces_already_turns_nothing() -> None:
    """It is said, and the second click gives no other order instead."""
    scenario = load(find("low_water_d20"))
    game = Game.new(scenario, 4, dict.fromkeys(("blue", "red"), "human"))
    for side in ("blue", "red"):
        game.order(side, "ready")
    controller = Controller(game.ruleset, game.view(game.to_act), KeyTable())
    figure = controller.legal.view.state.figures[controller.legal.active_figures()[0]]
    assert figure.at is not None
    controller.choose(figure.id)
    order_input.verb(controller, "turn")
    ahead = (figure.at[0] + figure.facing.delta[0], figure.at[1] + figure.facing.delta[1])

    assert mouse_input.click(controller, ahead) is None
    assert "already" in controller.notice
    assert mouse_input.click(controller, ahead) is None


def test_the_steps_of_the_news_name_their_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are several of them."""
    controller = sit()
    both = (SeenAction("r1 moves"), SeenAction("r1 fires"))
    monkeypatch.setattr(Controller, "enemy_actions", both)
    bound_input.next_enemy_action(controller, 1, None)
    assert controller.notice == "1/2 (n: next, N: back)  r1 moves"
    bound_input.next_enemy_action(controller, 1, controller.shown_action)
    assert controller.notice == "2/2 (n: next, N: back)  r1 fires"

    monkeypatch.setattr(Controller, "enemy_actions", both[:1])
    bound_input.next_enemy_action(controller, 1, None)
    assert controller.notice == "1/1  r1 moves"


def test_a_click_nearer_by_walks_though_a_run_was_proposed_for_farther_off() -> None:
    """A run that the player chose by its key stays a run."""
    battle = position("a>" + ". " * 24 + "R<", ruleset="dice_pool")
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    controller.choose("a")
    near, far = (3, 0), (15, 0)

    mouse_input.click(controller, far)
    proposed = controller.draft.verb
    mouse_input.click(controller, near)
    walked = controller.draft.verb
    order_input.verb(controller, "run")
    mouse_input.click(controller, far)
    mouse_input.click(controller, near)

    assert (proposed, walked, controller.draft.verb) == ("run", "move", "run")


def test_two_clicks_alone_give_no_order_that_may_hit_own_figures() -> None:
    """The line names them and their chances; another click or the key for confirming gives it."""
    battle = position("a>. . . b>R<. .", ruleset="dice_pool")
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    controller.choose("a")
    mouse_input.click(controller, (5, 0))
    order = controller.draft.order
    risk = FriendlyFire((("b", Fraction(24, 100)),))
    controller.legal.forecasts[order] = Forecast(False, (), hints=(risk,))

    assert mouse_input.click(controller, (5, 0)) is None
    asked = "it may hit your own b (24%); click again or enter: do it all the same"
    assert controller.notice == asked
    assert order_input.confirm(controller) == order
    controller.clear_transient()
    assert mouse_input.click(controller, (5, 0)) == order


def test_a_bound_of_shooting_that_passed_says_who_saw_no_enemy_and_the_smoke_before_one() -> None:
    """The smoke may be gone when the notice is read, and the enemy stand in the open."""
    rows, kit = "a>. . . . . R<\n\n\n\nb<", {"R": ["smoke_grenade"]}
    battle = position(rows, weapons=kit, side="red").order("bombard r 2,0").bound("move", "red")
    desk = Controller(battle.ruleset, battle.view("blue"), KeyTable())
    after = battle.order("end")
    told = news_of(battle.state, after.told, (), "blue")
    desk.renew(evolve(after.view("blue"), news=told))

    assert desk.notice == (
        "none of your figures could act: the bound passed;"
        " a sees no enemy: smoke at 1,0 blocks the view of r"
    )
