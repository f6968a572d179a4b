"""A bound in which a figure does everything, questions in it, and the muster before the battle."""

from attrs import evolve

from skirmish.core.dice import Face
from skirmish.core.events import Asked
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order, Question
from skirmish.core.view import News
from skirmish.game import Game
from skirmish.tui.bars import Panel
from skirmish.tui.desk import Desk
from skirmish.tui.keys import KEYS, Mode, in_rules
from skirmish.tui.map.shown import overlay_of
from skirmish.tui.prompts import hint_words, status_words
from skirmish.tui.screens.curtain import Curtain
from skirmish.tui.side import side_of
from tests.tui.drill import drilled
from tests.tui.test_battle import at_table, frame, press


def sit(game: Game, side: str = "blue") -> Desk:
    """A player of a side."""
    return Desk(game.ruleset, game.view(side))


def panel(desk: Desk) -> list[str]:
    """The side panel as text."""
    return [line.plain.rstrip() for line in side_of(desk, (30, 21)).lines]


def test_who_can_only_do_what_is_free_is_done() -> None:
    """It is passed over by the key for the next, and does not hold up the end of the bound."""
    game = drilled()
    for text in ("move b1 1,0>3,0", "fire b1 r1"):
        game.order("blue", text)
    desk = sit(game)

    assert desk.offers.verbs("b1") == ("turn", "mode", "swap_sights")
    assert desk.offers.active_figures() == ("b2",)
    desk.next(1)
    assert desk.pick.figure == "b2"
    desk.hints = False
    desk.end()
    assert desk.notice == "press e again to end the bound: b2 can still move, fire, overwatch"
    desk.hints = True
    desk.touched()
    desk.touched()
    desk.end()
    assert desk.notice.endswith(". Hint: b2 stands open to r2 and could go on overwatch (w)")


def test_with_nobody_left_the_bound_ends_at_once() -> None:
    """The free things that are left are named."""
    game = drilled()
    for text in ("move b1 1,0>3,0", "fire b1 r1", "move b2 1,2>3,2", "fire b2 r1"):
        game.order("blue", text)
    desk = sit(game)
    desk.choose("b1")

    assert hint_words(desk, Mode.SELECT, "").plain.startswith(
        "nobody can act any more but for turn, mode, swap sights: e ends the bound"
    )
    assert desk.end() == Order("end")


def test_the_menu_tells_keys_and_has_what_has_none() -> None:
    """Without underscores; keys of orders that these rules do not have mean nothing."""
    desk = sit(drilled())
    desk.choose("b1")
    desk.menu()

    lines = [line for line in panel(desk)[1:] if not line.startswith("  ")]
    assert lines[:6] == [
        " move                       m",
        " turn                       T",
        " fire                       f",
        " overwatch                  w",
        " mode                       y",
        " swap sights",
    ]
    verbs = [key.verb for key in KEYS if key.verb and in_rules(key, desk.offers.known_verbs)]
    assert verbs == ["move", "fire", "deploy", "overwatch", "turn", "mode"]


def test_a_cone_is_seen_before_it_is_laid() -> None:
    """The tiles that the order would mark are on the map, and who is there is underlined."""
    desk = sit(drilled())
    desk.choose("b1")
    desk.verb("overwatch")
    desk.step(Facing.E)
    overlay = overlay_of(desk)
    board = desk.offers.board

    assert desk.pick.verb == "overwatch"
    assert overlay.area & board.bit((5, 0))
    assert not overlay.area & board.bit((0, 0))
    assert (7, 0) in overlay.targets


def watched() -> Game:
    """Blue watches, and red is about to walk into that."""
    game = drilled()
    game.order("blue", "overwatch b1 7,0 reply=ask when=30%")
    game.order("blue", "end")
    return game


def test_a_way_through_watched_ground_is_told() -> None:
    """Where the enemy's zone is known, before the move is made; and by whom it is kept up."""
    desk = sit(watched(), "red")
    desk.choose("r1")
    desk.verb("move")
    desk.cursor = (7, 0)
    desk.step(Facing.W)

    assert "through overwatch of b1" in panel(desk)
    desk.look = True
    assert [line.split() for line in panel(desk) if line.startswith("zone")] == [
        ["zone", "overwatch", "of", "b1"]
    ]


def test_a_reaction_is_asked_for_in_words_with_its_odds() -> None:
    """What it would do is said as a sentence, its chances stand below, the other is to hold."""
    game = watched()
    game.order("red", "move r1 7,0>5,0")
    desk = sit(game)
    lines = panel(desk)

    assert (game.to_act, desk.mode) == ("blue", Mode.ANSWER)
    assert desk.cursor == desk.offers.position("r1")
    assert lines[1] == "b1 b1: shall it react?"
    said = " ".join(" ".join(lines[2:4]).split())
    assert said == "fire at r1 r1 with hand gun, mode burst"
    assert any(line.startswith("damage 5-6") for line in lines)
    assert not any("_" in line for line in lines)
    desk.step(Facing.S)
    assert desk.confirm() == Order("answer", target="hold")


def test_an_answer_is_given_by_a_click_on_the_map() -> None:
    """The tile of who would be shot at."""
    game = watched()
    game.order("red", "move r1 7,0>5,0")
    desk = sit(game)
    where = desk.offers.position("r1")
    assert where is not None
    desk.step(Facing.S)

    assert desk.click(where) is None
    answer = desk.click(where)
    assert answer is not None
    assert answer.target.startswith("fire b1 r1")


def test_a_standing_order_takes_few_keys() -> None:
    """As it is, one key; changed, an arrow for each step."""
    desk = sit(drilled())
    desk.choose("b1")
    desk.verb("overwatch")
    assert str(desk.confirm()) == "overwatch b1 7,0"
    desk.options()
    for facing in (Facing.E, Facing.E, Facing.E, Facing.S, Facing.W):
        desk.step(facing)

    assert str(desk.confirm()) == "overwatch b1 7,0 reply=ask when=30%"


def test_muster_lists_everybody_with_his_load() -> None:
    """Its families are menus, and ready ends it, asked for twice while something can be chosen."""
    game = drilled(muster=True)
    desk = sit(game)
    assert status_words(desk.offers, "").plain.endswith("before turn 1 · BLUE: muster")
    assert "what it may load" in hint_words(desk, Mode.SELECT, "").plain
    desk.next(1)
    assert [line.split() for line in panel(desk)[1:3]] == [
        [name, name, "rifle,", "hand", "gun"] for name in ("b1", "b2")
    ]
    desk.menu()
    assert desk.mode is Mode.TARGET
    assert panel(desk)[2:4] == [" tracer", " hollow point"]
    desk.row(1)
    assert desk.row(1) == Order("load", "b1", "hollow_point")
    desk.back()
    desk.touched()
    assert desk.end() is None
    desk.touched()

    assert desk.end() == Order("ready")


def test_the_title_tells_the_pass_and_gives_way_at_the_front() -> None:
    """Where the line is too short, what changes is kept."""
    desk = sit(drilled())

    assert status_words(desk.offers, "").plain == "The lane · Toy · 1/3 · pass 1 · BLUE: action"
    assert status_words(desk.offers, "", width=34).plain == "Th.. · 1/3 · pass 1 · BLUE: action"


async def test_between_two_people_a_question_comes_behind_the_curtain() -> None:
    """Who is asked sits down first, answers by a click, and the other comes back."""
    async with at_table(watched()) as (pilot, screen):
        await press(pilot, "enter", "escape", "tab", "m", "left", "left", "enter", "enter")
        assert screen.game.to_act == "blue"
        assert isinstance(pilot.app.screen, Curtain)
        await press(pilot, "enter", "escape")
        assert screen.seat == "blue"
        lines = [line.plain for line in screen.query_one(Panel).lines]
        hold = next(n for n, line in enumerate(lines) if "hold fire" in line)
        await pilot.click(Panel, offset=(3, hold))
        await pilot.click(Panel, offset=(3, hold))
        await pilot.pause()

        assert screen.game.lines[-1].order == "answer hold"
        assert isinstance(pilot.app.screen, Curtain)


async def test_each_side_musters_behind_the_curtain() -> None:
    """A load is chosen by mouse alone, and nothing of it stays for the other side."""
    async with at_table(drilled(muster=True)) as (pilot, screen):
        await press(pilot, "enter")
        assert "BLUE: muster" in frame(pilot)[0]
        await pilot.click(Panel, offset=(3, 1))
        await press(pilot, "v")
        for _ in range(2):
            await pilot.click(Panel, offset=(3, 3))
        await pilot.pause()
        assert screen.game.lines[-1].order == "load b1 hollow_point"
        await press(pilot, "e", "e")
        assert isinstance(pilot.app.screen, Curtain)
        await press(pilot, "enter")

        assert "RED: muster" in frame(pilot)[0]
        assert "b1" not in screen.query_one(Panel).text


def test_the_menu_of_a_battle_has_no_orders_of_the_muster() -> None:
    """They will never be possible again."""
    desk = sit(drilled())

    assert "load" not in desk.offers.unavailable_verbs("b1")
    assert sit(drilled(muster=True)).offers.verbs("b1") == ("load",)


def test_after_an_answer_the_figure_is_still_in_hand() -> None:
    """Whoever was chosen when the question came is chosen when it is answered."""
    game = drilled()
    desk = sit(game)
    desk.choose("b2")
    known = game.view("blue")
    question = Question("blue", "extra", ("0", "1"), "r1")
    seen = []
    for view in (evolve(known, question=question), known):
        desk.renew(view)
        seen.append((desk.mode, desk.pick.figure))

    assert seen == [(Mode.ANSWER, "b2"), (Mode.SELECT, "b2")]


def test_a_question_shows_the_dice_that_it_is_about() -> None:
    """And says whose it is in the title, whoever has the bound."""
    game = drilled()
    faces = (Face(6, 5, "shooting"), Face(6, 2, "wild"))
    asked = News(Asked("red", "wild_die", ("1_rolled_5", "none"), figure="r1"), faces)
    question = Question("red", "wild_die", ("1_rolled_5", "none"), "r1")
    desk = sit(game, "red")
    desk.renew(evolve(game.view("red"), question=question, news=(asked,)))
    lines = [line.plain for line in side_of(desk, (40, 20)).lines]

    assert "rolled: shooting 5, wild 2" in lines
    assert " die 1 rolled 5" in lines
    assert status_words(desk.offers, "").plain.endswith("RED: a question for you")
