"""The help page of each screen: its purpose and its keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

from attrs import frozen
from textual.content import Content
from textual.style import Style

from skirmish.tui.keys import PROGRAM, Key, with_own_keys
from skirmish.tui.screen_keys import SCREEN_KEYS
from skirmish.tui.theme import HEADING

COLUMN = 16
"""Minimum width of the column of keys."""


@frozen
class ScreenHelp:
    """The name of a screen and its purpose."""

    name: str
    text: str


BATTLE = ScreenHelp(
    "Battle",
    "The battle: the map with your figures and what they see. Choose a figure, then an order, "
    "then a target. What rolls dice waits until you confirm.",
)
SCREEN_HELP: Mapping[str, ScreenHelp] = MappingProxyType(
    {
        "title": ScreenHelp(
            "Title",
            "Start a new battle, resume one, or replay one. "
            "Choose a line with the arrows and confirm, or press its key.",
        ),
        "resume": ScreenHelp(
            "Battles",
            "Your battles, the newest first. Every order was saved automatically. "
            "Choose a battle to resume or to replay, or delete its record.",
        ),
        "browser": ScreenHelp(
            "Scenarios",
            "All scenarios, with a description of the selected one. "
            "To open a scenario of your own, type its path.",
        ),
        "surprise": ScreenHelp(
            "Surprise me",
            "A new scenario: choose what you want of it, and leave the rest open. It starts at "
            "once. If you ask for a test, the computer first plays games of it, which takes "
            "minutes and can be cancelled.",
        ),
        "setup": ScreenHelp(
            "New game",
            "Who plays each side, the seed of the dice, and house rules. "
            "All values have defaults: you can start at once.",
        ),
        "briefing": ScreenHelp(
            "Briefing",
            "The situation, the objectives of each side, and the points for them. "
            "Read it, look at the map and the rules, then start.",
        ),
        "recap": ScreenHelp(
            "Recap",
            "What your side saw during the enemy's orders, step by step. "
            "You can skip it: the log of the battle holds everything.",
        ),
        "report": ScreenHelp(
            "Report",
            "How the battle ended: a map with the fallen figures, the last moves, the decisive "
            "moments, and the luck of each side. You can replay the battle, save a report "
            "or a picture, or play again.",
        ),
        "replay": ScreenHelp(
            "Replay",
            "A battle played back, step by step or continuously, as either side saw it. "
            "You can start another game from any step.",
        ),
        "jump": ScreenHelp(
            "A list",
            "Choose one of these: the part of a turn to go to, the system to learn, the view, "
            "the answer to a question.",
        ),
        "fork": ScreenHelp(
            "Another game",
            "A new game from the current step of the replay. Choose the players and the seed.",
        ),
        "field": ScreenHelp(
            "Map",
            "The whole map, before or after the battle, with a description of the tile under the "
            "cursor. You cannot give orders here.",
        ),
        "pause": ScreenHelp(
            "Menu",
            "The battle is paused and saved. Go on, look back, hand a side over, resign, or leave.",
        ),
        "rules": ScreenHelp(
            "Rules",
            "The words of the game and the numbered rules of this battle. Type words or the start "
            "of a rule id to search. "
            "Worked examples show their chances, calculated by the game.",
        ),
        "settings": ScreenHelp(
            "Settings",
            "Colours, marks, odds and hints, and the clock. A change applies at once and is saved.",
        ),
        "keys": ScreenHelp(
            "Keys",
            "All keys of all screens. Choose a line and press the new key. If that key is in use "
            "already, press it twice to reassign it. You can also edit "
            "keys.toml: 'skirmish keys' prints such a file with all ids.",
        ),
        "log": ScreenHelp(
            "Log",
            "Everything that your side knows, the newest last. Type words to filter the lines; "
            "choose a line to show its place on the map.",
        ),
        "paste": ScreenHelp(
            "A text to paste",
            "Paste the block of text that 'copy' in the list of scenarios or 'skirmish pack "
            "--paste' made. Text around it does no harm. The scenario is kept in your own folder.",
        ),
        "ask": ScreenHelp("A line to type", "Type the value, and confirm with enter."),
        "typed": ScreenHelp(
            "Typed orders",
            "Type orders and questions, such as 'fire r1' or 'odds fire r1'. "
            "'help' lists all of them. The answers appear above.",
        ),
    }
)
_OTHERS = MappingProxyType(
    {
        "battle": BATTLE.name,
        "curtain": "Curtain",
        "page": "A page of text",
        "small": "Small terminal",
        "program": "Everywhere",
    }
)
SILENT = ("curtain", "page", "small")
"""Screens without a help page; their key is shown on the screen itself."""


def about_lines(group: str, own: Mapping[str, str] | None = None) -> list[Content]:
    """The help page of a screen, with the player's keys."""
    keys = with_own_keys((*SCREEN_KEYS[group], *PROGRAM), own)
    return [
        Content(SCREEN_HELP[group].text),
        Content(""),
        Content.styled("Keys", HEADING),
        *key_rows(keys, by_click=True),
    ]


def group_name(group: str) -> str:
    """The name of a group of the key table."""
    return _OTHERS[group] if group in _OTHERS else SCREEN_HELP[group].name


def key_rows(keys: Iterable[Key], *, by_click: bool = False) -> list[Content]:
    """Rows of entries with a key and their help; neighbours with the same help share a row.

    `by_click`: a click on a row does what its first key does on the screen below the page.
    """
    known = [key for key in keys if key.keys]
    rows = [(list(same), text) for text, same in groupby(known, key=lambda key: key.help)]
    shown = [(_together(same), text, same[0].action) for same, text in rows]
    width = max([COLUMN, *(len(names) + 1 for names, _, _ in shown)])
    lines = []
    for names, text, action in shown:
        line = Content.assemble((f"{names:<{width}} ", "bold $accent"), text)
        does = Style.from_meta({"@click": ("screen.below", (action,))})
        lines.append(line.stylize(does) if by_click else line)
    return lines


def _together(keys: Sequence[Key]) -> str:
    """The keys of entries in one row: all keys of a single entry, else the first and the last."""
    first, last = keys[0], keys[-1]
    return first.all_shown if first is last else f"{first.shown} to {last.shown}"
