"""The adviser knows only what its side knows, and shows advice as a draft order."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from attrs import evolve
from textual.pilot import Pilot

from skirmish.ai import LEVELS
from skirmish.core.orders import Order, Question
from skirmish.game import Game
from skirmish.presentation.advice import ADVISERS, AdviceRequest
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.preferences import NONE
from skirmish.session.order_draft import Mode
from skirmish.tui.adviser import draft_of_advice
from skirmish.tui.ai_driver import LONGEST, ThoughtProgress
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.screens.curtain import CurtainScreen
from skirmish.tui.settings import SETTINGS
from skirmish.tui.widgets import TextLine
from tests.tui.test_battle import at_table, hint, panel, press
from tests.tui.test_command_line import typed
from tests.village import village


def fought(rules: str = "opposed_d6", red: str = "regular") -> Game:
    """The village in blue's first bound in which figures move; blue is a person."""
    game = Game.new(village(rules), 1, {"blue": "human", "red": red})
    while game.turn == 0:
        game.order(game.to_act, "ready")
    phases = game.state.setup.declared.phases
    while game.to_act != "blue" or not phases[game.state.clock.phase].moves:
        game.order(game.to_act, "end")
    return game


@asynccontextmanager
async def advised(game: Game) -> AsyncIterator[tuple[Pilot[None], BattleScreen]]:
    """A battle on which the adviser was asked, and has answered."""
    async with at_table(game) as (pilot, screen):
        await ask(pilot)
        yield pilot, screen


async def ask(pilot: Pilot[None]) -> None:
    """Press the key, and wait for what is thought."""
    await press(pilot, "A")
    await heard(pilot)


async def heard(pilot: Pilot[None]) -> None:
    """What is thought has been said."""
    await pilot.app.workers.wait_for_complete(
        [worker for worker in pilot.app.workers if worker.group == "adviser"]
    )
    await pilot.pause()


def left(screen: BattleScreen) -> bool:
    """Whether no advice is shown any more."""
    return screen.controller.advice is None


@pytest.mark.parametrize("rules", ["opposed_d6", "d20"])
async def test_advice_is_shown_taken_and_confirmed(rules: str) -> None:
    """The order stands in the hand as shown; it takes two more keys to give it, and no fewer."""
    async with advised(fought(rules)) as (pilot, screen):
        controller = screen.controller
        assert controller.advice is not None
        wanted, lines = controller.advice.order, len(screen.game.lines)
        assert controller.draft.order == wanted
        assert "-- advice 1 of" in panel(screen)
        assert "enter takes it into your hand" in hint(screen)

        await press(pilot, "enter")
        assert left(screen)
        assert len(screen.game.lines) == lines
        assert controller.draft.order == wanted
        while len(screen.game.lines) == lines and controller.draft.order == wanted:
            await press(pilot, "enter")

        assert screen.game.lines[lines].order == str(wanted)


async def test_its_key_goes_on_to_the_next_best() -> None:
    """Each time another candidate, then the first again; any other key leaves the advice."""
    async with advised(fought()) as (pilot, screen):
        controller = screen.controller
        assert controller.advice is not None
        many = len(controller.advice.candidates)
        seen = []
        for _ in range(many + 1):
            seen.append(str(controller.draft.order))
            await press(pilot, "A")
        assert seen[0] == seen[many]
        assert len(set(seen)) == many > 1

        await press(pilot, "escape")
        assert left(screen)
        assert controller.mode is Mode.SELECT


async def test_without_exact_odds_it_tells_no_numbers() -> None:
    """What speaks for an order is told in words alone."""
    async with at_table(fought()) as (pilot, screen):
        screen.settings = evolve(screen.settings, odds="rough")
        await ask(pilot)

        told = panel(screen).partition("what speaks for it")[2]
        assert told
        assert not any(letter.isdigit() for letter in told)


async def test_nobody_advises_in_the_enemys_bound_or_when_it_is_off() -> None:
    """The reason is said."""
    game = fought()
    async with at_table(game) as (pilot, screen):
        screen.settings = evolve(screen.settings, adviser=NONE)
        await ask(pilot)
        assert "'adviser' is off (,)" in hint(screen)
        screen.settings = evolve(screen.settings, adviser="regular")
        screen.ai_driver.thinking = "red"
        await ask(pilot)
        assert screen.controller.advice is None
        screen.ai_driver.thinking = ""


async def test_it_is_asked_by_typing() -> None:
    """The same on the line, with what is to be typed for each candidate."""
    async with at_table(fought()) as (pilot, _):
        await press(pilot, "colon")
        await typed(pilot, "advise regular")
        await heard(pilot)
        said = await typed(pilot, "")

        assert "The computer (regular) would do this, the best first." in said
        assert "\n  type: " in said


async def test_where_it_fails_that_is_told_to_whoever_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On the desk, or below the line that was typed; nobody waits for ever."""

    def fail(*_: object) -> None:
        raise TypeError

    monkeypatch.setattr(AdviceRequest, "think", fail)
    told = "he adviser has nothing to say: a fault of the program (TypeError)"
    async with at_table(fought()) as (pilot, screen):
        for line in ("", "advise regular"):
            if line:
                await press(pilot, "colon")
                await typed(pilot, line)
            else:
                await pilot.press("A")
            while not all(worker.is_finished for worker in pilot.app.workers):
                await pilot.pause(0.01)
            await pilot.pause()
            said = await typed(pilot, "") if line else hint(screen) + panel(screen)

            assert told in " ".join(said.split())


def test_it_knows_no_more_than_its_side() -> None:
    """It is asked on the view of the side, in which nobody stands whom the side does not see."""
    game = fought()
    question = AdviceRequest.of(game, "blue", "veteran")

    assert question.view is game.view("blue")
    assert {f.side for f in question.view.state.figures.values()} == {"blue"}


def test_the_setting_offers_the_levels_that_there_are() -> None:
    """Each adviser is a level of the computer, and each of them can be chosen."""
    assert tuple(SETTINGS["adviser"].choices) == (*ADVISERS, NONE)
    assert [level for level in ADVISERS if level not in LEVELS] == []


def test_a_thought_is_cut_off_in_time() -> None:
    """After so many seconds, or as soon as it is stopped; an enemy's figures are never told."""
    clock = [0.0]
    wait = ThoughtProgress(lambda: clock[0])
    assert not wait.pace.cut()
    wait.pace.tell("b2", 1, 4)
    assert (wait.progress, wait.elapsed) == (" b2, 1 of 4", "")
    clock[0] = LONGEST + 0.1
    assert (wait.pace.cut(), wait.elapsed) == (True, " 3 s")
    stopped = ThoughtProgress(lambda: 0.0)
    stopped.stopped = True
    assert stopped.pace.cut()


async def test_it_is_not_heard_by_whoever_sits_down_next() -> None:
    """Between two people it is stopped, and nothing of it is on the other one's screen."""
    game = fought(red="human")
    async with at_table(game) as (pilot, screen):
        await press(pilot, "enter")
        screen.adviser.ask(lambda *_: None)
        screen.controller.notice = "the adviser thinks"
        await press(pilot, "escape", "e", "e")
        await heard(pilot)

        assert isinstance(pilot.app.screen, CurtainScreen)
        assert not screen.adviser.stop()


def test_the_answer_to_a_question_is_marked() -> None:
    """Advice on a question is a line of its list; one that ends the bound leaves who is chosen."""
    game = fought()
    view = evolve(game.view("blue"), question=Question("blue", "extra", ("0", "1"), "b1"))
    offers = LegalOrders(game.ruleset, view)

    answer = draft_of_advice(offers, Order("answer", target="1"), "b2")
    assert (answer.mode, answer.row) == (Mode.ANSWER, 1)
    assert draft_of_advice(offers, Order("end"), "b2").figure == "b2"


async def test_of_an_enemys_thought_only_the_time_is_told() -> None:
    """Which of his figures is weighed is his secret; of an own side that is told."""
    async with at_table(fought()) as (_, screen):
        clock, ai_driver = [0.0], screen.ai_driver
        ai_driver._wait = ThoughtProgress(lambda: clock[0])  # noqa: SLF001 - stands in for a slow thought
        ai_driver._wait.pace.tell("r3", 2, 9)  # noqa: SLF001
        ai_driver.thinking = "red"
        assert ai_driver.progress == ""
        clock[0] = 2.4
        screen.draw()
        assert "the computer thinks 2 s (" in screen.query_one("#status", TextLine).content.plain
        ai_driver.thinking = "blue"
        assert ai_driver.progress == " r3, 2 of 9"
        ai_driver.thinking = ""


async def test_between_two_people_each_is_advised_on_his_own() -> None:
    """What was worked out for the one is not looked up for the other."""
    game = Game.new(village("trait_die"), 1, {"blue": "human", "red": "human"})
    async with at_table(game) as (pilot, screen):
        seats = []
        for _ in range(2):
            await press(pilot, "enter")
            await ask(pilot)
            assert screen.controller.advice is not None
            seats.append(screen.seat)
            await press(pilot, "escape", "e")

        assert seats == ["red", "blue"]
