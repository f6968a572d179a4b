"""Text from files is shown as it stands, and none of it is obeyed."""

from __future__ import annotations

import re
import sys
import unicodedata
from itertools import zip_longest
from pathlib import Path

import pytest
from textual.pilot import Pilot

from skirmish.errors import SkirmishError
from skirmish.presentation.user_files import HOME_VARIABLE
from skirmish.scenario import parse
from skirmish.tui.app import SkirmishApp
from skirmish.tui.flow import StartOptions
from tests.tui.pilots import frame, name, press, settled

LARGE = (120, 40)
NAME = "[/[@click=app.quit]{}{{}}%s"
"""As much as a name of 24 characters can hold, with a letter that tells which it is."""
LINE = "[b]{}[/b] [/ [@click=app.quit]z {{}} %s 山🙂"
FIELDS = {
    "title": LINE.format("title"),
    "briefing": LINE.format("briefing"),
    "goal": LINE.format("goal"),
    "lesson": LINE.format("lesson"),
    "ground": LINE.format("ground")[:24],
    "nature": LINE.format("nature"),
    "blue": NAME.format("B"),
    "red": NAME.format("R"),
    "figure": NAME.format("f"),
    "enemy": NAME.format("e"),
    "kind": NAME.format("k"),
    "weapon": NAME.format("w"),
}
TEXT = '''\
format = 1
title = "<title>"
ruleset = "opposed_d6"
turns = 4
briefing = "<briefing>"

[map]
rows = """
............
..C.........
............
"""

[terrain.C]
id = "crops"
name = "<ground>"
description = "<nature>"

[sides.blue]
name = "<blue>"
deploy = [0, 0, 1, 2]

[[sides.blue.figures]]
id = "b1"
kind = "own"
name = "<figure>"
at = [1, 1]
facing = "E"

[sides.red]
name = "<red>"

[[sides.red.figures]]
id = "r1"
kind = "own"
name = "<enemy>"
at = [6, 1]
facing = "W"

[[objectives]]
side = "blue"
kind = "destroy"
points = 2
text = "<goal>"

[[lessons]]
side = "blue"
turn = 1
phase = "move"
text = "<lesson>"

[kinds.own]
base = "rifleman"
name = "<kind>"
weapons = ["own_rifle"]

[weapons.own_rifle]
base = "rifle"
name = "<weapon>"
'''
LINES = ("briefing", "lesson")
"""Texts of several lines: a line break in them is one."""
SHOWN = (
    *(
        "ScenarioBrowser",
        "NewGameScreen",
        "BriefingScreen",
        "CurtainScreen",
        "BattleScreen",
        "Page",
        "CommandLine",
        "PauseMenu",
    ),
    *("RecapScreen", "ReportScreen", "FieldScreen", "ReplayScreen", "ForkScreen", "RecordList"),
)


def scenario(fields: dict[str, str]) -> str:
    """The scenario with these texts in its fields."""
    text = TEXT
    for field, value in fields.items():
        text = text.replace(f"<{field}>", value)
    return text


def escaped(char: str) -> str:
    """A character as TOML spells any of them."""
    return f"\\U{ord(char):08X}"


def test_every_character_that_steers_a_terminal_is_refused_in_every_field() -> None:
    """Each field is named with its fault, in words that can be printed."""
    steering = [
        char
        for char in map(chr, range(sys.maxunicode + 1))
        if (char < "\xa0" and not char.isprintable())
        or unicodedata.category(char) == "Cf"
        or unicodedata.bidirectional(char)
        in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI")
    ]
    assert len(steering) > 65 + 150
    for char in steering:
        fields = {field: f"x{escaped(char)}x" for field in FIELDS}
        if char == "\n":
            fields |= {field: FIELDS[field] for field in LINES}
        with pytest.raises(SkirmishError) as caught:
            parse(scenario(fields))
        told = str(caught.value).split("\n")

        assert len(told) == len(FIELDS) - (len(LINES) if char == "\n" else 0), f"{ord(char):x}"
        assert all(f"U+{ord(char):04X}" in line and line.isprintable() for line in told)


def columns(text: str) -> str:
    """A screen as it is read, column after column, without its blanks."""
    parts = [re.split("[▏▕│]", line) for line in text.split("\n")]
    read = ("".join(column) for column in zip_longest(*parts, fillvalue=""))
    return "".join("".join(read).split())


def missing(pilot: Pilot[None], fields: str) -> list[str]:
    """Which of these texts are not shown as they stand; nothing shown is obeyed by anybody."""
    rows = pilot.app.screen._compositor.render_strips()  # noqa: SLF001
    text = columns(frame(pilot))
    assert all(strip.text.isprintable() for strip in rows)
    # The program's own actions are those of its screens; the texts ask for one of the app.
    metas = [style.meta for strip in rows for _, style, _ in strip if style]
    clicks = [meta["@click"] for meta in metas if "@click" in meta]
    actions = [click if isinstance(click, str) else click[0] for click in clicks]
    assert all(action.startswith("screen.") for action in actions)
    return [field for field in fields.split() if "".join(FIELDS[field].split()) not in text]


WALK = (
    ("n o f i e l d s enter", "title blue red briefing goal"),
    ("enter", "title blue red"),
    ("s", "title blue red briefing goal"),
    ("enter", "blue"),
    ("enter tab", "title figure weapon lesson enemy"),  # The roster shortens the kind.
    ("x right", "ground nature"),
    ("escape b", "title briefing goal"),
    ("escape question_mark escape p", "figure kind weapon"),
    ("escape colon l o o k enter", "figure enemy kind"),
    ("escape q", "title blue"),
    ("escape L escape m right enter enter e e", "red"),
    ("enter", "red"),
    ("enter tab f", "weapon figure enemy"),
    ("enter ctrl+p escape q up up enter enter", "title blue red"),
    ("pagedown pagedown pagedown", "title"),
    ("enter", "title figure"),
    ("escape down enter", "title blue red"),
    ("escape down enter", "red blue"),
    ("escape down enter end", "title red blue"),
    ("left left f", "title blue red"),
    ("escape escape escape escape p", "title"),
)
"""Keys, and which texts are on the screen after them."""


async def test_a_hostile_scenario_is_shown_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On every screen from the browser to the list of battles."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    (tmp_path / "fields").mkdir()
    (tmp_path / "fields" / "evil.toml").write_text(scenario(FIELDS), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    app = SkirmishApp(start=StartOptions(None, {"blue": "human", "red": "human"}, 1), pace=0)
    seen, lacking = [], []
    async with app.run_test(size=LARGE) as pilot:
        await settled(pilot)
        for keys, fields in WALK:
            await press(pilot, *keys.split())
            seen.append(name(pilot))
            lacking += [(seen[-1], keys, field) for field in missing(pilot, fields)]

        assert app.is_running
    assert lacking == []
    assert {*SHOWN} <= {*seen}, seen
