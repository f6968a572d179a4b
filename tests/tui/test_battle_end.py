"""The page over a battle that has just ended."""

from __future__ import annotations

from pathlib import Path

from skirmish.game import HUMAN, Game, open_text
from skirmish.session.battle_session import BattleSession
from skirmish.tui.screens.battle_end import end_lines

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
    (why,) = [line for line in lines if "no points for Bank party: Hold the bank" in line]
    assert lines.index(why) < lines.index("A draw")
    assert [line for line in lines if "A draw" in line] == ["A draw"]
