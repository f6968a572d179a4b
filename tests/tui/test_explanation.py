"""The computer's reasons are shown when the battle is over, and not before."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Static

from skirmish.game import Game
from skirmish.presentation.reasons.explain_record import RecordExplainer
from skirmish.scenario import load
from skirmish.tui.screens.dialogs import ListDialog
from skirmish.tui.screens.explanation import ExplanationPage, listed_orders
from tests.tui.pilots import frame, press
from tests.tui.test_replay import GOLDEN, MILL, choose, looking, replay, running

pytestmark = pytest.mark.usefixtures("own_home")


async def test_why_the_computer_did_it_is_told_when_the_battle_is_over() -> None:
    """In the replay for the order of the step, in the report for any of them."""
    async with looking(GOLDEN) as pilot:
        screen = replay(pilot)
        line = RecordExplainer(screen.session.playback.battle).lines[-2]  # type: ignore[arg-type]
        screen.show_line(line)
        await press(pilot, "w")
        assert isinstance(pilot.app.screen, ExplanationPage)
        said = str(pilot.app.screen.query_one(Static).content)
        assert f"line {line}" in said
        await press(pilot, "escape", "home", "w")
        assert "No reasons here" in frame(pilot)

        await press(pilot, "escape", "r")
        await choose(pilot, "why")
        assert "Before turn 1" in frame(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ExplanationPage)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ListDialog)


def test_a_door_in_the_list_of_reasons_is_as_it_was_before_the_order() -> None:
    """At the end of the battle it may be in the other state."""
    game = Game.replay(GOLDEN.with_name("d100-ring_section.skr"))
    listed = {line: said for line, said in listed_orders(RecordExplainer(game)) if line}
    doors = {line: game.lines[line - 1].order for line in listed}
    doors = {line: order for line, order in doors.items() if order.startswith("door")}

    assert len(doors) == 4
    for line, order in doors.items():
        assert listed[line].endswith(f"open door at {order.split()[2]}")


async def test_a_key_of_the_replay_goes_to_the_computers_next_order() -> None:
    """Orders of other players are passed over; after the last one it stays."""
    async with looking(GOLDEN) as pilot:
        screen = replay(pilot)
        lines = RecordExplainer(screen.session.playback.battle).lines  # type: ignore[arg-type]
        await press(pilot, "home")
        found = []
        for _ in lines[:3]:
            await press(pilot, "W")
            found.append(screen.session.step.line)
        assert tuple(found) == lines[:3]
        await press(pilot, "end", "W")
        assert screen.session.at_end


async def test_a_battle_of_two_people_offers_no_reasons(tmp_path: Path) -> None:
    """The list of the report has none; against the computer it does."""
    for other, offered in (("human", False), ("regular", True)):
        path = tmp_path / f"{other}.skr"
        with Game.new(load(MILL), 1, {"blue": "human", "red": other}, record=path) as game:
            game.order("blue", "ready")
            while not game.over:
                game.order(game.to_act, "end")
        async with looking(path) as pilot:
            await press(pilot, "r")
            assert "Where fire fell" in frame(pilot)
            assert ("Computer's reasons" in frame(pilot)) == offered


async def test_while_the_battle_lasts_the_enemys_reasons_are_his(tmp_path: Path) -> None:
    """Nobody is told them, whatever step he looks at."""
    path = running(tmp_path, MILL.read_text(), red="regular")
    async with looking(path) as pilot:
        await press(pilot, "end", "w")

        assert "Reasons are hidden" in frame(pilot)
