"""The page over a battle that has just ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from skirmish.core.events import Scored
from skirmish.errors import UsageProblem
from skirmish.game import HUMAN, Game, open_text
from skirmish.presentation.battle_totals import unseen_points
from skirmish.session.battle_session import BattleSession
from skirmish.tui.screens.battle_end import BattleEndPage, end_lines
from skirmish.tui.screens.page import TextScroll
from skirmish.tui.settings_app import SettingsApp
from tests.tui.pilots import frame, settled

GOLDEN = Path(__file__).parents[1] / "golden"
WEIR = Path(__file__).parent / "data" / "weir.toml"
HOLD = """
[[objectives]]
id = "bank"
side = "blue"
kind = "hold"
area = [0, 0, 29, 9]
points = 2
text = "Hold the bank"
"""
KEEP = """
[[objectives]]
id = "keep"
side = "red"
kind = "survive"
points = 2
text = "Keep them"
"""


def test_it_says_why_ground_did_not_count_in_the_last_turn() -> None:
    """Which is told with the end of the battle; the end itself stands below, once."""
    text = WEIR.read_text(encoding="utf-8").replace("turns = 6", "turns = 1")
    game = Game.new(open_text(text + HOLD), 1, {"blue": HUMAN, "red": HUMAN})
    session = BattleSession(game)
    session.begin()
    while not game.over:
        game.order(game.to_act, "end")
    session.take_seat("blue")

    lines = [line.plain for line in end_lines(session)]
    (why,) = [line for line in lines if line.startswith("no points for Bank party, ")]
    assert lines.index(why) < lines.index("A draw")
    assert [line for line in lines if "A draw" in line] == ["A draw"]


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.skr")), ids=lambda path: path.stem)
def test_points_of_a_battle_add_up_at_its_end(path: Path) -> None:
    """What a side saw scored and what it could not see are the score."""
    game = Game.replay(path)
    for side in game.sides:
        seen = [one.event for one in game.view(side).news if isinstance(one.event, Scored)]
        told = [*seen, *unseen_points(game, side)]
        for paid in game.sides:
            points = sum(one.points for one in told if one.side == paid)
            assert points == game.state.tally.score.get(paid, 0)


def test_points_out_of_sight_are_named_with_the_figure() -> None:
    """Nothing tells a side of them before the end."""
    text = WEIR.read_text(encoding="utf-8").replace("turns = 6", "turns = 1")
    text = text.replace("at = [20, 8]", "at = [27, 6]")
    game = Game.new(open_text(text + KEEP), 1, {"blue": HUMAN, "red": HUMAN})
    session = BattleSession(game)
    session.begin()
    while not game.over:
        with pytest.raises(UsageProblem, match="not over"):
            unseen_points(game, "blue")
        game.order(game.to_act, "end")
    session.take_seat("blue")
    lines = [line.plain for line in end_lines(session)]

    assert lines[-2:] == [
        "Score: Bank party 0, The watch 4",
        "Of these out of your sight: 2 points for The watch: Keep them (r2 Lutz)",
    ]


@pytest.mark.parametrize(("row", "above"), [(2, False), (22, True), (11, False)])
async def test_it_does_not_lie_over_the_last_action(row: int, *, above: bool) -> None:
    """It lies at the upper edge where the action is at the lower one, and leaves half the map."""
    game = Game.replay(GOLDEN / "d20-water_station.skr")
    session = BattleSession(game)
    session.begin()
    session.take_seat("blue")
    app = SettingsApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(BattleEndPage(session, lambda _: row))
        await settled(pilot)
        box = app.screen.query_one(TextScroll).region
        assert app.screen.has_class("-above") is above
        assert (box.y == 1) is above
        assert box.height <= 12
        assert not box.y <= row < box.bottom
        assert "Victory: Well keepers" in frame(pilot)


@pytest.mark.parametrize(("rows", "scrolls"), [(12, True), (24, False)])
async def test_keys_to_scroll_are_named_only_where_there_is_more_text(
    rows: int, *, scrolls: bool
) -> None:
    """Up and down would do nothing on a high screen."""
    game = Game.replay(GOLDEN / "d20-water_station.skr")
    session = BattleSession(game)
    session.begin()
    session.take_seat("blue")
    app = SettingsApp()
    async with app.run_test(size=(80, rows)) as pilot:
        app.push_screen(BattleEndPage(session, lambda _: 1))
        await settled(pilot)
        assert ("up down: scroll" in frame(pilot)) is scrolls
