"""The lessons of the tutorial stay where they can be read while an order is made."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

import pytest

from skirmish.core import events as ev
from skirmish.core.geometry import Facing
from skirmish.core.view import view
from skirmish.game import Game, open_text
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.setup.opponents import ComputerOpponent
from skirmish.presentation.setup.scenario_text import current_lessons
from skirmish.session import cursor_input, order_input
from skirmish.session.battle_session import BattleSession
from skirmish.session.controller import Controller
from skirmish.tui.app import SkirmishApp
from skirmish.tui.battle_log import latest_lines
from skirmish.tui.flow import StartOptions
from skirmish.tui.keys import KeyTable
from skirmish.tui.map.widget import MapView
from skirmish.tui.order_panel import meaning
from skirmish.tui.prompt_line import prompt_words
from skirmish.tui.screens import battle_display
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.screens.battle_display import LESSON_ROWS
from skirmish.tui.side_panel import side_panel_lines
from skirmish.tui.widgets import LogView, SidePanel
from skirmish.tui.wrapping import indented
from tests.tui.pilots import press, settled

FIRST = "Move each figure up to six tiles"
SCENARIOS = Path(__file__).parents[2] / "scenarios"
TAUGHT = sorted(path.stem for path in SCENARIOS.glob("first_steps*.toml"))


@pytest.mark.parametrize(("size", "strip"), [((80, 24), True), ((120, 40), False)])
async def test_a_lesson_stays_while_an_order_is_made(size: tuple[int, int], *, strip: bool) -> None:
    """Beside the map in the panel; where that is closed, in a strip in place of the log."""
    app = SkirmishApp(start=StartOptions(), pace=0)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await press(pilot, "t", "enter", "enter", "e", "e")
        battle = app.screen
        assert isinstance(battle, BattleScreen)
        assert current_lessons(battle.session.controller.legal.view)

        for key in ("", "m", "l"):
            await press(pilot, *([key] if key else []))
            shown = (battle.query_one(LogView) if strip else battle.query_one(SidePanel)).text
            assert FIRST in " ".join(shown.replace("│", " ").split()), key


async def test_in_deployment_the_next_figure_is_not_the_one_that_is_lit() -> None:
    """The panel shows the first, and its order can be given at once: tab goes to the second."""
    start = StartOptions(SCENARIOS / "first_steps_d20.toml", {}, 3)
    app = SkirmishApp(start=start, pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "enter")
        battle = app.screen
        assert isinstance(battle, BattleScreen)
        assert battle.session.controller.current_figure == "b1"
        for name in ("b2", "b3", "b1"):
            await press(pilot, "tab")
            assert battle.session.controller.draft.figure == name


async def test_a_lesson_is_shown_once() -> None:
    """In the strip, or in the panel while that is open over it."""
    app = SkirmishApp(start=StartOptions(), pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "t", "enter", "enter", "e", "e")
        battle = app.screen

        for open_ in (False, True, False):
            assert battle.has_class("-drawer") == open_
            strip = " ".join(battle.query_one(LogView).text.split())
            assert (FIRST in strip) != open_
            await press(pilot, "escape" if open_ else "p")


@pytest.mark.parametrize("size", [(80, 24), (88, 30)])
async def test_a_lesson_does_not_hide_what_the_own_shot_did(size: tuple[int, int]) -> None:
    """Both stand below the map; while the shot is watched, neither does, nor does the map move."""
    start = StartOptions(SCENARIOS / "first_steps_d20.toml", {}, 3)
    app = SkirmishApp(start=start, pace=0.01)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "enter", "e", "tab", "f")
        battle = app.screen
        assert isinstance(battle, BattleScreen)
        strip, height = battle.query_one("#log", LogView), battle.query_one(MapView).size.height
        assert "Begin with move" in shown_in(strip)

        app.motion, times, watched = True, [0.0], 0  # As in a terminal, by a clock of its own.
        battle.updates.watch.player._now = lambda: times[0]  # noqa: SLF001
        await pilot.press("enter")
        while battle.watching:
            shot, lesson = (text in shown_in(strip) for text in ("needs 10+", "A shot hits if"))
            assert lesson <= shot
            watched += not shot
            times[0] += 0.05
            await pilot.pause(0.05)
        await settled(pilot)
        assert watched
        assert "b2 Juno fires rifle at r2" in shown_in(strip)
        assert "hit, 8 hit points lost" in shown_in(strip)
        assert "A shot hits if a d20" in shown_in(strip)
        assert "All done? End (e)." in shown_in(strip)
        assert battle.query_one(MapView).size.height == height


async def test_a_lesson_that_was_read_gives_its_room_to_the_next_result() -> None:
    """Its beginning stays, with the key for the rest, after an attack or any other order."""
    start = StartOptions(SCENARIOS / "first_steps_d20.toml", {}, 3)
    app = SkirmishApp(start=start, pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "enter", "e", "tab", "f", "enter")
        battle = app.screen
        assert isinstance(battle, BattleScreen)
        strip = battle.query_one("#log", LogView)
        assert "All done? End (e)." in shown_in(strip)

        await press(pilot, "f", "enter")
        rows = strip.render().plain.splitlines()
        assert len(rows) == strip.size.height
        assert rows[-1].startswith("Lesson: A shot hits if a d20")
        assert rows[-1].endswith(" .. (p: more)")
        assert "b2 Juno fires rifle at r2 Wick (" in " ".join(rows)
        assert "needs " in " ".join(rows), "the whole sentence"

        await press(pilot, "m", "h", "enter")
        assert "b3 Pell moves to 2,10" in shown_in(strip)
        assert "Lesson: As you aim a move" in shown_in(strip)
        assert "then the pickets act." in shown_in(strip)

        await press(pilot, "m", "h", "enter")
        assert "Lesson: As you aim a move" in shown_in(strip)
        assert shown_in(strip).endswith(" .. (p: more)")


def shown_in(strip: LogView) -> str:
    """What is in sight of the log."""
    return " ".join(strip.render().plain.split())


@pytest.mark.parametrize("name", TAUGHT)
def test_the_result_of_every_attack_has_room_above_a_lesson(name: str) -> None:
    """That of the own attack in one row, in two also the last one of anyone."""
    opening = open_text((SCENARIOS / f"{name}.toml").read_text(encoding="utf-8"))
    session = BattleSession(Game.new(opening, 1, {"blue": "random", "red": "random"}))
    session.begin()
    known, rules = session.game.view("blue"), session.game.ruleset
    marks = [at for at, one in enumerate(known.news) if one.given is not None]
    attacks = 0
    for first, end in zip(marks, [*marks[1:], len(known.news)], strict=True):
        struck = [one.event for one in known.news[first:end] if isinstance(one.event, ev.Struck)]
        if not struck:
            continue
        attacks += 1
        said = log_sentences(known, known.news[:end], rules)
        told = [one for one in said if one.event in struck]
        blue = {name for name, met in known.met.items() if met.who.side == "blue"}
        own = [one for one in struck if one.source in blue]
        mine = [one for one in told if one.event in own]
        for rows in (1, 2, 9):
            lines = latest_lines(said, known.news[:end], known, (77, rows))
            assert sum(len(indented(line, 77)) for line in lines) <= rows
            for result in (*mine[-1:], *told[-1:] * (rows > 1 or not mine)):
                assert any(result.text[result.result :][:9] in line.plain for line in lines)
    assert attacks


@pytest.mark.parametrize("seed", [4, 6])
def test_a_jam_has_room_above_a_lesson(seed: int) -> None:
    """In one row, with or without an effect on an enemy, also where its sentence needs two rows."""
    opening = open_text((SCENARIOS / "first_steps_dice_pool.toml").read_text(encoding="utf-8"))
    session = BattleSession(Game.new(opening, seed, {"blue": "random", "red": "random"}))
    session.begin()
    known, rules = session.game.view("blue"), session.game.ruleset
    jams = 0
    for at, one in enumerate(known.news):
        event = one.event
        if not isinstance(event, ev.Tested) or event.result != "jams":
            continue
        if known.met[event.figure].who.side != "blue":
            continue
        jams += 1
        said = log_sentences(known, known.news[: at + 1], rules)
        lines = latest_lines(said, known.news[: at + 1], known, (77, 1))
        assert [len(indented(line, 77)) for line in lines] == [1]
        assert "jams" in lines[0].plain
    assert jams


@pytest.mark.parametrize("name", TAUGHT)
def test_every_lesson_fits_its_strip_on_the_smallest_screen(name: str) -> None:
    """With its keys written out, at 80 columns and in the rows of the log."""
    opening = open_text((SCENARIOS / f"{name}.toml").read_text(encoding="utf-8"))
    for side in opening.state.setup.sides:
        controller = Controller(opening.ruleset, view(opening.state, side), KeyTable())
        for lesson in opening.state.setup.lessons:
            words = controller.lesson_text(" ".join(lesson.text.split()))
            rows = wrap(words, 79, initial_indent=" ", subsequent_indent="   ")
            assert len(rows) <= LESSON_ROWS, words


def test_looking_in_the_deployment_refuses_nothing() -> None:
    """A tile outside the zone is only described."""
    session = deploying()
    session.do(Controller.switch, "look")
    session.controller.cursor = (11, 7)

    assert session.controller.objections.likeliest is None
    assert "cannot deploy" not in "\n".join(
        map(str, side_panel_lines(session.controller, (44, 20)).lines)
    )


def test_the_line_of_hints_says_why_a_tile_cannot_be_the_target() -> None:
    """Before enter is pressed."""
    session = deploying()
    session.do(order_input.verb, "deploy")
    session.controller.cursor = (11, 7)
    cursor_input.step(session.controller, Facing.E)

    words = prompt_words(session.controller, session.mode, "").plain
    assert words.startswith("b1 cannot deploy there: 12,7 is outside your deployment zone")


def deploying() -> BattleSession:
    """The first bound of First steps, with a figure chosen."""
    opening = open_text((SCENARIOS / "first_steps.toml").read_text(encoding="utf-8"))
    session = BattleSession(Game.new(opening, 1, {"blue": "human", "red": "human"}))
    session.begin()
    session.take_seat("blue")
    session.choose_figure("b1")
    return session


async def test_the_key_of_another_order_takes_the_place_of_the_one_being_aimed() -> None:
    """Without going back first."""
    app = SkirmishApp(start=StartOptions(), pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "t", "enter", "enter", "e", "m", "l", "T")
        battle = app.screen
        assert isinstance(battle, BattleScreen)
        assert battle.session.controller.draft.verb == "turn"


def test_lesson_and_options_of_a_move_say_alike_how_it_faces() -> None:
    """By itself towards the nearest enemy known."""
    session = deploying()
    for side in ("blue", "red"):
        session.game.order(side, "ready")
    session.take_seat("blue")
    session.choose_figure("b1")
    controller = session.controller
    session.do(order_input.verb, "move")
    session.do(cursor_input.step, Facing.E)
    session.do(order_input.options)

    assert "towards the nearest enemy known" in meaning(controller.legal, controller.draft)
    lessons = controller.legal.view.state.setup.lessons
    assert any("facing the nearest enemy" in " ".join(one.text.split()) for one in lessons)


def test_the_line_of_hints_says_how_a_deployed_figure_will_face() -> None:
    """As it does now, unless the player chooses."""
    session = deploying()
    said = prompt_words(session.controller, session.mode, "").plain
    assert ": deploy b1, next: next figure, " in said
    session.do(order_input.verb, "deploy")
    session.do(cursor_input.step, Facing.W)

    words = prompt_words(session.controller, session.mode, "").plain
    assert "deploy b1 there, facing E " in words


def test_the_first_lesson_of_d100_says_in_which_phases_its_figures_act() -> None:
    """Before the log says that no figure acts in the others (EP-F4)."""
    opening = open_text((SCENARIOS / "first_steps_d100.toml").read_text(encoding="utf-8"))
    taught = [one.text for one in opening.state.setup.lessons if one.turn == 1 and not one.when]
    kinds = [figure.who.kind for figure in opening.state.figures.values()]
    assert {getattr(kind, "speed", None) for kind in kinds} == {1}
    assert "four phases; all figures here act in the first alone" in " ".join(taught[0].split())


def test_the_lesson_on_aim_says_when_the_shot_is_fired() -> None:
    """A figure of d100 takes quick actions or a Complex one, which a shot is (EP-F6)."""
    opening = open_text((SCENARIOS / "first_steps_d100.toml").read_text(encoding="utf-8"))
    text = next(one.text for one in opening.state.setup.lessons if "'aim'" in one.text)
    assert "fire in its next phase" in " ".join(text.split())


def test_the_lesson_on_bursts_says_what_is_proposed() -> None:
    """A burst comes by itself where it does most; the keys of the prompt change it."""
    text = (SCENARIOS / "first_steps_d20.toml").read_text(encoding="utf-8")
    battle = Game.new(open_text(text), 1, {"blue": "human", "red": "human"})
    controller = Controller(battle.ruleset, battle.view("blue"), KeyTable())
    taught = [one.text for one in battle.state.setup.lessons if "burst" in one.text]

    words = controller.lesson_text(" ".join(taught[0].split()))

    assert "begins with what does most, a single shot or a burst; more (+) changes it" in words
    assert "makes it a burst" not in words


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_names_a_throw_as_the_key_line_does(name: str) -> None:
    """Automatic weapons of the dice pool may also fire at a tile; the others only throw."""
    battle = Game.new(
        open_text((SCENARIOS / f"{name}.toml").read_text(encoding="utf-8")),
        1,
        {"blue": "human", "red": "human"},
    )
    controller = Controller(battle.ruleset, battle.view("blue"), KeyTable())
    taught = [one.text for one in battle.state.setup.lessons if "'bombard'" in one.text]

    named = controller.order_name("bombard")
    assert named.startswith("throw ")
    assert taught
    assert all(f": {named}, " in controller.lesson_text(one.replace("\n", " ")) for one in taught)


def test_no_enemy_attacks_before_the_first_order_of_the_player() -> None:
    """Dice may let the enemy of the d100 lessons act first: all that it does is to come nearer."""
    text = (SCENARIOS / "first_steps_d100.toml").read_text(encoding="utf-8")
    opening = open_text(text.replace("deploy = [21, 5, 23, 13]", "deploy = [21, 5, 21, 13]"))
    led = 0
    for seed in range(20):
        game = Game.new(opening, seed, dict.fromkeys(opening.state.setup.sides, "human"))
        computer = ComputerOpponent(game.ruleset, "recruit", f"{seed}")
        while game.turn == 0:
            game.order(game.to_act, "ready")
        led += game.to_act == "red"
        while game.to_act == "red":
            order = computer(game.view("red"))
            assert not game.verbs[order.verb].dice, (seed, str(order))
            game.order("red", str(order))
    assert led


async def test_a_second_lesson_takes_one_row_of_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the rows of results too, until there are any; the panel shows the whole of it."""
    opening = open_text((SCENARIOS / "first_steps_d20.toml").read_text(encoding="utf-8"))
    first, second = (opening.state.setup.lessons[at].text for at in (-1, -3))
    heights = []
    for lessons in ((first,), (first, second)):
        told = tuple(" ".join(one.split()) for one in lessons)
        monkeypatch.setattr(battle_display, "current_lessons", lambda _, told=told: told)
        start = StartOptions(SCENARIOS / "first_steps_d20.toml", {}, 3)
        app = SkirmishApp(start=start, pace=0)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            await press(pilot, "enter", "enter", "e")
            strip = app.screen.query_one("#log", LogView)
            heights.append(app.screen.query_one(MapView).size.height)
            assert "Bleeding? Treat" in shown_in(strip)
            assert ("Lesson: Two turns left. Ahead?" in shown_in(strip)) is bool(lessons[1:])
    assert heights[0] - heights[1] == 1
