"""A battle played through a session, without a screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from skirmish.ai import Weighed
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order, Question, Refusal
from skirmish.core.view import View
from skirmish.errors import OrderRefused, UsageProblem
from skirmish.game import Game, open_text
from skirmish.presentation.ground_words import tile_words
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.reasons.advice import Advice, AdviceRequest
from skirmish.presentation.setup.opponents import OpponentFactory
from skirmish.presentation.setup.preferences import Preferences
from skirmish.scenario import load
from skirmish.session import battle_session, bound_input, cursor_input, order_input
from skirmish.session.ai_driver import LONGEST
from skirmish.session.announcements import Topic
from skirmish.session.battle_session import BattleSession
from skirmish.session.controller import Controller
from skirmish.session.executor import QueuedExecutor
from skirmish.session.mode import Mode
from skirmish.session.order_draft import aimed_tile, menu_verbs
from skirmish.session.repeat import draft_of
from skirmish.tui.prompt_line import prompt_words, rules_shown
from tests.drill_ruleset import drilled
from tests.position import position
from tests.toy_game import Played, played
from tests.toy_ruleset import LANE
from tests.village import village

MILL = Path(__file__).parents[1] / "tui" / "data" / "mill.toml"
ROAD = Path(__file__).parents[2] / "scenarios" / "river_road.toml"
QUIET = LANE.replace(" watch hidden", "")


def gives(*orders: Order) -> OpponentFactory:
    """An opponent that gives prepared orders, then ends its bounds."""

    def all_orders() -> Iterator[Order]:
        yield from orders
        while True:
            yield Order("end")

    coming = all_orders()
    return lambda *_: lambda _: next(coming)


def begun(game: Game, **options: object) -> BattleSession:
    """A session whose first player is seated."""
    session = BattleSession(game, **options)  # type: ignore[arg-type]
    session.begin()
    if not session.seat:
        session.take_seat(game.viewing_side)
    return session


def fought(rules: str = "opposed_d6", red: str = "regular") -> Game:
    """The village in blue's first bound in which figures move; blue is a person."""
    game = Game.new(village(rules), 1, {"blue": "human", "red": red})
    while game.turn == 0:
        game.order(game.to_act, "ready")
    phases = game.state.setup.declared.phases
    while game.to_act != "blue" or not phases[game.state.clock.phase].moves:
        game.order(game.to_act, "end")
    return game


def orders(session: BattleSession) -> list[str]:
    """The orders of the battle after its deployment."""
    return [line.order for line in session.game.lines if line.order != "ready"]


def test_the_key_that_ended_a_bound_does_not_end_the_next_one_as_well() -> None:
    """Held or pressed twice by haste it only asks; so it does where nothing is left to ask about.

    Another input, or the same key once the question can have been read, goes on as ever.
    """
    session = begun(played(red="random"), hire=gives())
    for at in (0.0, 1.0):
        session.do(bound_input.end, at)
    first = session.controller.legal.view.state.clock.point
    for at in (1.1, 1.2, 1.3, 1.4):
        session.do(bound_input.end, at)
    assert "; end: end the " in session.controller.notice
    assert session.controller.legal.view.state.clock.point == first

    session.do(bound_input.end, 2.0)

    assert session.controller.legal.view.state.clock.point != first


@pytest.mark.parametrize(("pressed", "ends"), [(4.0, False), (5.5, False), (6.5, True)])
def test_a_bound_without_an_enemy_in_sight_needs_one_key(pressed: float, *, ends: bool) -> None:
    """A convoy shoots with no enemy in sight; one figure of it can throw smoke.

    A key that was pressed before it was shown, or right after, was meant for the bound before.
    """
    game = Game.new(load(ROAD), 1, {"blue": "human", "red": "regular"})
    executor = QueuedExecutor()
    session = BattleSession(game, executor)
    session.begin()
    session.do(bound_input.end, 0.0)
    while game.to_act != "blue" or game.state.clock.phase != "fire":
        game.order(game.to_act, "ready" if game.turn == 0 else "end")
    executor.clock = 5.0
    session.renew()
    session.do(bound_input.end, pressed)

    assert (game.to_act, game.state.clock.phase) == (("blue", "move") if ends else ("blue", "fire"))
    assert ("it began as you pressed end" in session.controller.notice) is not ends


def test_a_turn_is_played() -> None:
    """Figure, verb, target, confirm; the end of the bound; the computer; the next bound."""
    session = begun(played(red="random"), hire=gives())
    session.do(Controller.choose, "b1")
    session.do(order_input.verb, "shoot")
    session.confirm()
    session.do(bound_input.end)
    assert "; end: end the " in session.controller.notice
    session.do(bound_input.end)

    assert orders(session) == ["shoot b1 r1", "end", "end"]
    assert (session.game.turn, session.game.to_act, session.mode) == (2, "blue", Mode.SELECT)


def test_deployment_goes_on_to_the_next_figure_that_is_not_placed() -> None:
    """One that is placed again later leads to none that is placed; the prompt counts them."""
    session = begun(Game.new(village("d20"), 1, {"blue": "human", "red": "regular"}))
    controller = session.controller
    names, seen = controller.legal.unplaced_figures(), list[str]()
    assert len(names) > 2
    session.do(Controller.choose, names[1])
    for left in reversed(range(len(names))):
        figure = controller.draft.figure
        seen.append(figure)
        spots = controller.legal.target_mask(figure, "deploy")
        session.give(Order.of("deploy", figure, controller.legal.board.tiles_of(spots)[0]))
        rest = f"{left} not moved yet" if left else "all are placed"
        assert rest in prompt_words(controller, Mode.SELECT, "").plain
    assert seen == [*names[1:], names[0]]
    spots = controller.legal.target_mask(names[0], "deploy")
    session.give(Order.of("deploy", names[0], controller.legal.board.tiles_of(spots)[-1]))
    session.undo()
    session.undo()

    assert controller.legal.unplaced_figures() == (names[0],)
    session.give(Order.of("deploy", names[1], controller.legal.board.tiles_of(spots)[-1]))
    assert controller.draft.figure == names[0]
    session.undo()
    assert controller.draft.figure == names[1]


def test_the_next_key_passes_over_no_figure_of_the_deployment() -> None:
    """It goes on from the first one, which is lit and can be placed already."""
    session = begun(Game.new(village("d20"), 1, {"blue": "human", "red": "regular"}))
    seen = []
    for _ in range(3):
        session.do(order_input.next_choice, 1)
        seen.append(session.controller.draft.figure)
    assert tuple(seen) == session.controller.legal.own_figures()[1:4]


def test_an_order_is_taken_back() -> None:
    """The figure stands where it stood; a second time it is said why not."""
    session = begun(played(QUIET, red="random"))
    start = session.controller.legal.position("b1")
    session.give(Order.of("step", "b1", (0, 0)))
    assert session.controller.legal.position("b1") == (0, 0)
    session.undo()

    assert session.controller.legal.position("b1") == start
    assert session.controller.notice == "taken back: b1 step at 0,0"
    session.undo()
    assert session.controller.notice
    assert "taken back: " not in session.controller.notice


def test_a_refused_order_becomes_the_notice() -> None:
    """The game and the draft stay as they are."""
    session = begun(played(red="random"))
    session.give(Order("shoot", "b1", "b2"))

    assert orders(session) == []
    assert "there is no such target" in session.controller.notice


def test_each_input_announces_once_what_it_changed() -> None:
    """A key the choice; a move by mouse no cursor; an order the view; a bound the computer's."""
    session = begun(played(QUIET, red="random"), hire=gives())
    told: list[Topic] = []
    session.changes.observe(told.append)
    session.do(order_input.next_choice, 1)
    session.point((2, 0))
    session.give(Order.of("step", "b1", (0, 0)))
    session.do(Controller.switch, "arcs")

    choice = Topic.CHOICE | Topic.CURSOR
    assert told == [choice, Topic.CHOICE, choice | Topic.VIEW, choice]
    session.give(Order("end"))
    assert Topic.AI_ORDER in told[-1]
    assert Topic.NEXT_PLAYER not in told[-1]


def test_between_two_players_nobody_is_seated() -> None:
    """The other one is called, and nothing is left of the first one's choices."""
    session = begun(played())
    session.do(order_input.next_choice, 1)
    told: list[Topic] = []
    session.changes.observe(told.append)
    session.give(Order("end"))
    assert (session.seat, session.mode) == ("", Mode.WAIT)
    assert Topic.NEXT_PLAYER | Topic.SEAT in told[-1]

    session.take_seat(session.game.viewing_side)
    assert session.seat == session.controller.legal.view.side == "red"
    assert session.controller.draft.figure == ""


@pytest.mark.parametrize(
    ("players", "handed", "called", "seat"),
    [
        ({"blue": "human", "red": "human"}, ("red", "recruit"), False, "blue"),
        ({"blue": "human", "red": "human"}, ("blue", "recruit"), True, ""),
        ({"blue": "recruit", "red": "recruit"}, ("red", "human"), False, "red"),
        ({"blue": "human", "red": "recruit"}, ("red", "human"), False, "blue"),
    ],
)
def test_a_player_is_called_only_where_another_person_comes(
    players: dict[str, str], handed: tuple[str, str], called: bool, seat: str
) -> None:
    """Not the only person left, who took a side from the computer just now."""
    session = BattleSession(Game.new(load(MILL), 1, players), QueuedExecutor())
    session.take_seat("blue")
    told: list[Topic] = []
    session.changes.observe(told.append)
    session.hand_over(*handed)

    assert any(Topic.NEXT_PLAYER in topic for topic in told) is called
    assert session.seat == seat


def test_a_side_that_the_computer_plays_is_offered_no_orders() -> None:
    """Not even between two of its orders, when it does not think."""
    executor = QueuedExecutor()
    players = {"blue": "human", "red": "recruit"}
    session = BattleSession(Game.new(load(MILL), 1, players), executor)
    session.take_seat("blue")
    assert (session.mode, session.computer_level) == (Mode.SELECT, "")
    session.hand_over("blue", "recruit")
    session.back()
    executor.run()

    assert session.game.to_act == "blue"
    assert session.ai_driver.thinking == ""
    assert (session.mode, session.computer_level) == (Mode.WAIT, "recruit")
    controller, level = session.controller, session.computer_level
    words = prompt_words(controller, session.mode, "", computer=level).plain
    assert words.startswith("the computer (recruit) plays; seen by ")
    assert ": take over. " in words


def test_a_side_is_not_handed_to_a_player_that_does_not_exist() -> None:
    """The refusal is the caller's; the seat stays."""
    session = begun(played(red="random"))
    with pytest.raises(OrderRefused):
        session.hand_over("green", "human")

    assert session.seat == "blue"


def test_a_question_is_answered() -> None:
    """It comes in the enemy's bound; after the answer he goes on."""
    game = played(rules=Played(hit_on=1), red="random")
    session = begun(game, hire=gives(Order("shoot", "r1", "b1")))
    session.give(Order("end"))
    assert (session.mode, session.awaits_order) == (Mode.ANSWER, False)
    session.back()
    assert session.controller.notice == "answer this first"
    session.do(cursor_input.step, Facing.S)
    session.confirm()

    assert "answer stand fast" in orders(session)
    assert (game.to_act, session.awaits_order) == ("blue", True)


def test_what_the_enemy_did_is_gone_through() -> None:
    """The words become the notice, the place is under the cursor; the next input leaves it."""
    session = begun(played(QUIET, red="random"), hire=gives(Order.of("step", "r1", (6, 0))))
    session.give(Order("end"))
    assert session.controller.cursor != (6, 0)
    session.next_enemy_action(1)

    assert session.controller.notice == "1/1  r1 moves to 6,0"
    assert session.controller.cursor == (6, 0)
    assert session.recap_news
    session.do(order_input.next_choice, 1)
    assert session.controller.shown_action is None


def test_the_cursor_follows_what_the_enemy_is_seen_to_do() -> None:
    """While he acts, the last thing seen is told and its place is under the cursor."""
    executor = QueuedExecutor()
    hire = gives(Order.of("step", "r1", (6, 0)))
    session = BattleSession(played(QUIET, red="random"), executor, hire=hire, pace=5)
    session.take_seat("blue")
    session.give(Order("end"))
    executor.step()
    action = session.controller.shown_action

    assert (session.game.to_act, session.mode) == ("red", Mode.WAIT)
    assert action is not None
    assert (action.text, session.controller.cursor) == ("r1 moves to 6,0", (6, 0))


def test_a_group_goes_along_by_confirming() -> None:
    """The order of one of its figures moves them all."""
    session = begun(drilled("random"))
    for name in ("b1", "b2"):
        session.choose_figure(name)
        session.do(bound_input.mark)
    session.give_order(Order.of("move", "b1", ((2, 0), (3, 0))))

    assert [session.controller.legal.position(name) for name in ("b1", "b2")] == [(3, 0), (3, 2)]


def test_a_shot_by_mouse_takes_two_clicks() -> None:
    """The first proposes, the second gives."""
    session = begun(played(red="random"))
    for tile in ((1, 0), (7, 0)):
        session.click(tile)
    assert orders(session) == []
    session.click((7, 0))

    assert orders(session) == ["shoot b1 r1"]


def test_a_click_on_ground_out_of_reach_tells_of_it() -> None:
    """It proposes no attack on ground; after the key for that, clicks aim it and give it."""
    session = begun(fought("d20"))
    legal = session.controller.legal
    figure, tile = next(
        (name, tile)
        for name in legal.active_figures()
        for tile in legal.view.state.board.tiles_of(legal.target_mask(name, "bombard"))
        if not legal.target_at(name, "move", tile) and not any(legal.figures_at(tile))
    )
    session.choose_figure(figure)
    before = orders(session)
    for _ in range(3):
        session.click(tile)
    assert orders(session) == before
    assert not session.controller.draft.verb
    words, _, why = session.controller.notice.partition(": ")
    assert words == tile_words(legal.view, tile, 1)
    assert why
    session.do(order_input.verb, "bombard")
    for _ in range(2):
        session.click(tile)

    (given,) = orders(session)[len(before) :]
    assert given.startswith(f"bombard {figure} ")


def test_a_warning_of_the_record_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the player's turn, while orders still count."""
    monkeypatch.setattr(Game, "warning", property(lambda _: "the record is nearly full"))

    assert begun(played(QUIET, red="random")).controller.notice == "the record is nearly full"


def test_the_forecast_of_the_draft_is_worked_out() -> None:
    """It stands with the legal orders of the view."""
    session = begun(drilled("random"))
    session.choose_figure("b1")
    session.do(order_input.verb, "fire")
    order, legal = session.controller.draft.order, session.controller.legal
    assert legal.has_forecast(order)
    session.request_forecast()

    assert order in legal.forecasts


def test_chances_at_the_enemies_are_worked_out_in_the_background() -> None:
    """Until they are known, the enemies are listed as open; another figure has its own."""
    executor = QueuedExecutor()
    session = begun(drilled("random"), executor=executor)
    session.choose_figure("b1")
    session.do(order_input.verb, "fire")
    executor.run()
    session.request_forecast()
    known, missing = session.target_chances
    assert (known, missing) == ((), ("r2", "r1"))

    executor.run()
    known, missing = session.target_chances
    assert [one.enemy for one in known] == ["r2", "r1"]
    assert missing == ()
    assert any(one.chance for one in known)
    session.choose_figure("b2")

    assert session.target_chances[0] == ()


# The computer.


def test_the_rim_of_a_reach_is_worked_out_in_the_background() -> None:
    """No input waits for it; that of another order replaces one not yet begun."""
    executor = QueuedExecutor()
    session = begun(drilled("random"), executor=executor)
    session.controller.reach = False  # that of the move in hand alone
    session.choose_figure("b1")
    session.do(order_input.verb, "move")
    session.request_forecast()
    legal = session.controller.legal
    assert session.controller.moves_shown == (("b1", "move"),)
    assert legal.able_after == {}
    executor.run()
    assert legal.able_after == {("b1", "move"): legal.able_after_mask("b1", "move")}

    session.choose_figure("b2")
    session.do(order_input.verb, "move")
    session.request_forecast()
    session.back()
    session.request_forecast()
    executor.run()
    assert ("b2", "move") not in legal.able_after


def test_a_rim_that_cannot_be_worked_out_is_left_out_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is not tried again."""

    def fail(*_: object) -> int:
        raise UsageProblem("no way")

    monkeypatch.setattr(LegalOrders, "able_after_mask", fail)
    session = begun(drilled("random"))
    session.choose_figure("b1")
    session.do(order_input.verb, "move")
    session.request_forecast()

    assert session.controller.legal.able_after == {("b1", "move"): 0}
    assert session.controller.notice.endswith("could not be calculated: no way")


def thinking(red: str = "recruit") -> tuple[BattleSession, QueuedExecutor]:
    """The mill where red begins to think, and what holds its thought."""
    executor = QueuedExecutor()
    game = Game.new(load(MILL), 1, {"blue": "human", "red": red})
    for order in ("ready", "end"):
        if game.to_act == "blue":
            game.order("blue", order)
        while game.to_act == "red" and order == "ready":
            game.order("red", "ready")
    session = BattleSession(game, executor, hire=gives())
    session.take_seat("blue")
    if not session.ai_driver.thinking:
        session.give(Order("end"))
    assert session.ai_driver.thinking == "red"
    return session, executor


@pytest.mark.parametrize("when", ["held", "covered", "seated"])
def test_what_was_thought_of_is_not_given_for_a_person(when: str) -> None:
    """Whether it came before the side was taken by hand, between two players, or after that."""
    session, executor = thinking()
    if when == "held":
        session.back()
        executor.run()
        assert session.ai_driver.stopped
    session.hand_over("red", "human")
    lines = len(session.game.lines)
    assert session.seat == ""
    if when == "covered":
        executor.run()
    session.take_seat("red")
    executor.run()

    assert (session.seat, len(session.game.lines)) == ("red", lines)


def test_the_computer_is_stopped_and_goes_on() -> None:
    """What it found meanwhile is held, and given when it may go on."""
    session, executor = thinking()
    lines = len(session.game.lines)
    session.back()
    executor.run()
    assert (session.ai_driver.waiting, len(session.game.lines)) == ("*", lines)
    session.confirm()

    assert session.game.lines[lines].side == "red"


def test_the_computer_stops_once_after_a_turn_that_the_player_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where all figures are stunned: the enemy's turns would run into one another."""
    turns = iter((2,))
    monkeypatch.setattr(battle_session, "passed_turn", lambda *_: next(turns, 0))
    session, executor = thinking()
    key = session.controller.key("confirm")
    executor.run()
    lines = len(session.game.lines)
    assert session.ai_driver.stopped
    assert session.controller.notice == f"none of your figures could act in turn 2; {key}: go on"
    session.confirm()
    executor.run()

    assert not session.ai_driver.stopped
    assert len(session.game.lines) > lines


def test_resigning_does_not_wait_for_a_thought() -> None:
    """The battle is over at once, and nothing is held up or complained of."""
    session, executor = thinking()
    told: list[Topic] = []
    session.changes.observe(told.append)
    session.resign()
    executor.run()

    assert any(Topic.OVER in topic for topic in told)
    assert session.game.over
    assert (session.ai_driver.stopped, session.controller.notice) == (False, "")


def test_of_an_enemys_thought_only_the_time_is_told() -> None:
    """Which of his figures is considered is his secret; of an own side that is told."""
    executor = QueuedExecutor()
    session = BattleSession(fought(), executor)
    session.take_seat("blue")
    session.give(Order("end"))
    driver = session.ai_driver
    driver._progress.pace.tell("r3", 2, 9)  # noqa: SLF001 - what the search reports
    assert (driver.thinking, driver.progress) == ("red", "")
    executor.clock = 2.4
    told: list[Topic] = []
    session.changes.observe(told.append)
    executor.tick()
    executor.tick()
    assert (driver.progress, told) == (" 2 s", [Topic.PROGRESS])
    session.seat = "red"
    assert driver.progress == " r3, 2 of 9"


def test_a_thought_is_cut_off_in_time_and_when_the_session_ends() -> None:
    """After so many seconds, or as soon as nobody waits for it."""
    executor = QueuedExecutor()
    session = BattleSession(fought(), executor)
    session.take_seat("blue")
    session.give(Order("end"))
    pace = session.ai_driver._progress.pace  # noqa: SLF001 - what its thread asks
    assert not pace.cut()
    executor.clock = LONGEST + 0.1
    assert pace.cut()
    executor.clock = 0.0
    session.close()
    assert pace.cut()


def test_an_opponent_that_fails_is_told_and_may_try_again() -> None:
    """It counts as stopped, and the words are those of a program and not of its figures."""

    def fail(view: View) -> Order:
        raise KeyError(view.side)

    session = begun(played(red="random"), hire=lambda *_: fail)
    session.give(Order("end"))

    assert session.ai_driver.stopped
    assert session.controller.notice == (
        "the computer could not decide: a program error (KeyError)"
    )


# Advice.


@pytest.mark.parametrize("rules", ["opposed_d6", "d20"])
def test_advice_is_shown_and_done_by_one_input(rules: str) -> None:
    """The order is drafted as shown, with its odds, and given as confirmed."""
    session = begun(fought(rules))
    session.advise()
    controller = session.controller
    assert controller.advice is not None
    wanted, lines = controller.advice.order, len(session.game.lines)
    assert controller.draft.order == wanted
    session.confirm()

    assert controller.advice is None
    assert session.game.lines[lines].order == str(wanted)


@pytest.mark.parametrize("rules", ["opposed_d6", "d20"])
def test_advice_is_done_by_a_click_on_its_tile(rules: str) -> None:
    """The tile that is marked means the order that is shown."""
    session = begun(fought(rules))
    session.advise()
    controller = session.controller
    wanted, lines = controller.draft.order, len(session.game.lines)
    tile = aimed_tile(controller.legal, controller.draft.order)
    assert tile is not None
    session.point(tile)
    session.click(tile)

    assert [line.order for line in session.game.lines[lines:]] == [str(wanted)]


def test_a_click_gives_what_a_key_has_aimed() -> None:
    """Pointing away and back changes nothing; pointing at another tile asks for a second click."""
    session = begun(played(red="random"))
    session.choose_figure("b1")
    session.do(lambda controller: order_input.verb(controller, "shoot"))
    assert str(session.controller.draft.order) == "shoot b1 r1"
    for tile in ((5, 2), (7, 0)):
        session.point(tile)
    session.click((7, 0))
    assert orders(session) == ["shoot b1 r1"]

    session = begun(played(red="random"))
    session.choose_figure("b1")
    session.do(lambda controller: order_input.verb(controller, "step"))
    session.point((2, 1))
    session.click((2, 1))
    assert orders(session) == []
    session.click((2, 1))
    assert orders(session)[0] == "step b1 2,1"


def test_a_bound_is_played_to_its_end_by_advice_alone() -> None:
    """Advice to give no more orders is taken by the same input as any other."""
    session = begun(fought("d20"))
    turn = session.game.turn
    for _ in range(40):
        if session.game.turn != turn or session.game.to_act != "blue":
            break
        if session.controller.advice is None:
            session.advise()
        session.confirm()

    assert (session.game.turn, session.game.to_act) != (turn, "blue")


def test_advice_to_end_is_not_asked_about_again() -> None:
    """It is the answer to the question of the key, also while figures can act."""
    session = begun(fought("d20"))
    session.controller.advice = Advice("regular", (Weighed(Order.of("end"), 0),))
    line = len(session.game.lines)
    session.confirm(1.0)

    assert session.game.lines[line].order == "end"


def test_the_confirm_key_answers_the_question_before_the_end() -> None:
    """Not pressed by haste, and not after another input."""
    session = begun(fought("d20"))
    line = len(session.game.lines)
    session.do(bound_input.end, 1.0)
    session.confirm(1.1)
    assert "can still act" in session.controller.notice
    session.do(order_input.menu)
    session.back()
    session.confirm(3.0)
    assert len(session.game.lines) == line

    session.do(bound_input.end, 5.0)
    session.confirm(7.0)
    assert session.game.lines[line].order == "end"


def test_advice_to_end_asks_where_that_loses_the_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    """The advice stays; the same key held, or pressed twice by haste, does not answer."""
    monkeypatch.setattr(bound_input, "loses_at_end", lambda _: True)
    monkeypatch.setattr(bound_input, "end_warning", lambda *_: "")
    session = begun(fought("d20"))
    over = Advice("regular", (Weighed(Order.of("end"), 0),))
    session.controller.advice = over
    line = len(session.game.lines)
    for at in (1.0, 1.1, 1.2, 1.3):
        session.confirm(at)
        assert (session.game.to_act, session.controller.advice) == ("blue", over)
        assert session.controller.notice == "confirm: end the turn"
    session.confirm(2.0)

    assert session.game.lines[line].order == "end"


@pytest.mark.parametrize("rules", ["opposed_d6", "trait_die", "dice_pool", "d100", "d20"])
def test_what_is_confirmed_is_the_advice_shown(rules: str) -> None:
    """Not what is in hand while the adviser thinks; nor is advice taken that was not read yet."""
    executor = QueuedExecutor()
    session = BattleSession(fought(rules), executor)
    session.take_seat("blue")
    session.advise()
    executor.run()
    session.advise()
    session.back()
    lines = len(session.game.lines)
    session.advise()
    while session.adviser.thinking:
        for _ in range(4):
            session.confirm()
        executor.step()
    session.confirm()
    advice = session.controller.advice
    assert advice is not None
    assert len(session.game.lines) == lines
    executor.clock += 1
    session.confirm()

    assert session.game.lines[lines].order == str(advice.order)


def test_asking_again_shows_the_next_candidate() -> None:
    """Each time another one, then the first again; any other input leaves the advice."""
    session = begun(fought())
    session.advise()
    advice = session.controller.advice
    assert advice is not None
    seen = []
    for _ in range(len(advice.candidates) + 1):
        seen.append(str(session.controller.draft.order))
        session.advise()
    assert seen[0] == seen[-1]
    assert len(set(seen)) == len(advice.candidates) > 1
    session.back()

    assert (session.controller.advice, session.mode) == (None, Mode.SELECT)


def test_nobody_advises_in_the_enemys_bound_or_when_it_is_off() -> None:
    """The reason is said."""
    session = begun(fought(), preferences=Preferences(adviser=""))
    session.advise()
    assert "'adviser' is off (none); press settings to change it" in session.controller.notice
    waiting, _ = thinking()
    waiting.advise()

    assert waiting.controller.notice == "advice is only given when you can give orders"


def test_an_adviser_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the notice, or to whoever asked otherwise; nobody waits for ever."""

    def fail(*_: object) -> None:
        raise TypeError

    monkeypatch.setattr(AdviceRequest, "think", fail)
    session = begun(fought())
    told = "the adviser found no order: a program error (TypeError)"
    session.advise()
    assert session.controller.notice == told
    heard: list[str] = []
    session.ask_adviser(lambda *_: None, failed=heard.append)

    assert (heard, session.adviser.thinking) == ([told], False)


def test_advice_is_not_heard_by_the_next_player() -> None:
    """Between two people the adviser is stopped; each is advised on his own view."""
    executor = QueuedExecutor()
    session = BattleSession(fought(red="human"), executor)
    session.take_seat("blue")
    session.advise()
    assert session.adviser.thinking
    executor.tick()
    assert session.controller.notice == "the adviser thinks: back stops it"
    session.give(Order("end"))
    assert not session.adviser.thinking
    session.take_seat("red")
    executor.run()

    assert session.controller.advice is None


def test_each_of_two_people_is_advised_on_his_own() -> None:
    """The advice for the one is no answer to the other."""
    session = BattleSession(
        Game.new(village("trait_die"), 1, dict.fromkeys(("blue", "red"), "human"))
    )
    for side in ("red", "blue"):
        session.take_seat(session.game.viewing_side)
        session.advise()
        assert session.controller.advice is not None
        assert (session.seat, session.controller.legal.view.side) == (side, side)
        session.give(Order("ready"))


def test_advice_that_comes_after_the_player_moved_on_is_not_shown() -> None:
    """The draft and the cursor stay where he is now."""
    executor = QueuedExecutor()
    session = BattleSession(fought(), executor)
    session.take_seat("blue")
    session.advise()
    session.do(order_input.next_choice, 1)
    draft = session.controller.draft
    executor.run()

    assert (session.controller.advice, session.controller.draft) == (None, draft)


def test_it_knows_no_more_than_its_side() -> None:
    """It is asked on the view of the side, in which nobody stands whom the side does not see."""
    game = fought()
    question = AdviceRequest.of(game, "blue", "veteran")

    assert question.view is game.view("blue")
    assert {f.side for f in question.view.state.figures.values()} == {"blue"}


def test_the_answer_to_a_question_is_marked() -> None:
    """Advice on a question is a line of its list; one that ends the bound leaves who is chosen."""
    game = fought()
    view = evolve(game.view("blue"), question=Question("blue", "extra", ("0", "1"), "b1"))
    legal = LegalOrders(game.ruleset, view)

    answer = draft_of(legal, Order("answer", target="1"), "b2")
    assert (answer.mode, answer.row) == (Mode.ANSWER, 1)
    assert draft_of(legal, Order("end"), "b2").figure == "b2"


def test_a_refusal_keeps_its_rule_until_the_next_input() -> None:
    """So that the rules can be opened at it."""
    session = begun(drilled("random"))
    controller = session.controller
    controller.explain(Refusal("it cannot", "BAY-21", "wait"))
    assert controller.refused_rule == "BAY-21"
    assert rules_shown(controller) == ["BAY-21"]
    session.do(Controller.clear_transient)
    assert rules_shown(controller) == []


def test_rules_open_at_the_reason_that_is_shown() -> None:
    """On a look at an enemy behind the figure, and in the list of its orders."""
    battle = position("R>. a>. . Q<", kind="rifleman")
    controller = Controller(battle.ruleset, battle.view("blue"))
    controller.choose("a")
    controller.cursor, controller.look = (0, 0), True
    assert rules_shown(controller) == ["BAY-04"]

    controller.look = False
    order_input.menu(controller)
    names = menu_verbs(controller.legal, controller.draft)
    controller.draft = evolve(controller.draft, row=names.index("move"))
    barred = controller.objections.line
    assert barred is not None
    assert barred.rule
    assert rules_shown(controller) == [barred.rule]


NEAR_AND_FAR = """\
format = 2
title = "Near and far"
ruleset = "d20"
turns = 4
first = "blue"

[map]
rows = '''
........................
........................
'''

[sides.blue]
name = "Blue"
figures = [{ id = "b1", kind = "guard", at = [0, 0], facing = "E" }]

[sides.red]
name = "Red"
figures = [
  { id = "r1", kind = "guard", at = [22, 0], facing = "W" },
  { id = "r2", kind = "guard", at = [6, 1], facing = "W" },
]
"""


def test_fire_after_the_news_is_at_the_best_target() -> None:
    """The cursor went to an enemy by the key for the news alone; a step there means it."""
    game = Game.new(open_text(NEAR_AND_FAR), 1, {"blue": "human", "red": "random"})
    session = begun(game, hire=gives(Order.of("move", "r1", ((21, 0),))))
    session.give(Order("end"))
    session.do(Controller.choose, "b1")
    session.next_enemy_action(1)
    assert session.controller.cursor == (21, 0)
    session.do(order_input.verb, "fire")
    assert session.controller.draft.target == "r2"
    session.back()
    session.next_enemy_action(1)
    session.do(cursor_input.step, Facing.W)
    session.do(cursor_input.step, Facing.E)
    session.do(order_input.verb, "fire")

    assert session.controller.draft.target == "r1"


def test_a_placing_that_was_taken_back_is_no_aim_of_the_next_figure() -> None:
    """The order to place another one begins where that stands."""
    session = begun(Game.new(village("d20"), 1, {"blue": "human", "red": "regular"}))
    controller = session.controller
    names = controller.legal.unplaced_figures()
    spots = controller.legal.target_mask(names[0], "deploy")
    session.give_order(Order.of("deploy", names[0], controller.legal.board.tiles_of(spots)[-1]))
    session.undo()
    session.do(Controller.choose, names[1])
    session.do(order_input.verb, "deploy")

    assert controller.cursor == controller.legal.position(names[1])
