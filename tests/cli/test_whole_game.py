"""The installed command in a terminal, through a whole short battle, by keys alone."""

from __future__ import annotations

import subprocess
from pathlib import Path
from time import sleep

from skirmish.session.awaited_order import UNREAD
from tests.cli.virtual_terminal import COMMAND, PATIENCE, seated

DOWN, RIGHT, ENTER, ESCAPE, QUIT = "\x1b[B", "\x1b[C", "\r", "\x1b", "\x11"
YARD = """
format = 1
title = "Three in a yard"
ruleset = "d20"
turns = 1
first = "blue"
briefing = "There is time for one shot."
[map]
rows = '''
............
............
............
'''
[sides.blue]
name = "Gate"
[[sides.blue.figures]]
id = "b1"
kind = "marksman"
name = "Vale"
at = [1, 1]
facing = "E"
[sides.red]
name = "Shed"
[[sides.red.figures]]
id = "r1"
kind = "recruit"
name = "Holt"
at = [5, 1]
facing = "W"
[[sides.red.figures]]
id = "r2"
kind = "recruit"
name = "Marsh"
at = [9, 2]
facing = "W"
"""


def test_a_whole_battle_by_keys(tmp_path: Path) -> None:
    """From the settings to the report: a move, a shot, the computer's turn; its record agrees."""
    yard = tmp_path / "yard.toml"
    yard.write_text(YARD)
    names = ("HOME", "SKIRMISH_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")
    homes = {**dict.fromkeys(names, str(tmp_path)), "SKIRMISH_ASCII": "1"}
    arguments = ("play", yard, "--seed", "2", "--player", "red=recruit")
    with seated(arguments, homes, (80, 24)) as (seat, process):
        seat.see("Three in a yard", "Continue")
        seat.press("s")
        seat.see("There is time for one shot.")
        seat.press(ENTER)
        seat.see(" GATE ", "`M>. . . c<", "m  move")
        seat.press("m", DOWN, RIGHT)
        seat.see("move 2,2")
        seat.press(ENTER, RIGHT, ENTER)
        seat.see("b1 Vale moves to 2,2")
        seat.press("f")
        seat.see("fire r1", "r1 80%")
        sleep(2 * UNREAD)  # An attack whose chance was waited for is not given before it is read.
        seat.press(ENTER)
        seat.see("b1 Vale fires long rifle at r1")
        # End twice, because the figure could still act.
        seat.press("e", "e")
        seat.see("The battle is over", "a draw")
        seat.press(ESCAPE)
        seat.see("the report", "turn 1 of 1", "Gate", "Shed")
        seat.press(QUIT)
        assert process.wait(PATIENCE) == 0

    (record,) = (tmp_path / "records").glob("*.skr")
    said = subprocess.run([COMMAND, "verify", record], capture_output=True, text=True, check=True)
    lines = record.read_text().splitlines()
    assert " orders agree" in said.stdout
    assert any(" blue move b1 " in line for line in lines)
    assert any(" blue fire b1 r1 " in line for line in lines)
    assert any(" red end " in line for line in lines)
