"""The help page of each screen: what it is for, and its keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from attrs import frozen
from textual.content import Content

from skirmish.tui.keys import PROGRAM, Key, with_own_keys
from skirmish.tui.screen_keys import SCREEN_KEYS
from skirmish.tui.theme import HEADING

COLUMN = 16
"""Least width of the column of keys."""


@frozen
class ScreenHelp:
    """The name of a screen and what it is for."""

    name: str
    text: str


BATTLE = ScreenHelp(
    "Battle",
    "Here the battle is fought: the map with your figures and what they see, beside it what is "
    "under the cursor or what an order leads to, below the newest deeds. Choose a figure, then "
    "what it does, then where; nothing is done before you confirm it.",
)
SCREEN_HELP: Mapping[str, ScreenHelp] = MappingProxyType(
    {
        "title": ScreenHelp(
            "Title",
            "Where everything begins: a new battle, one that goes on, or one to look at again. "
            "Take a line with the arrows and confirm it, or press its own key.",
        ),
        "resume": ScreenHelp(
            "Battles",
            "Your battles, the newest first; each was saved by itself, order by order. "
            "Choose the one to go on with or to look at.",
        ),
        "browser": ScreenHelp(
            "Scenarios",
            "The battles that can be fought, with what the marked one is about. "
            "A scenario of your own is opened by its path.",
        ),
        "setup": ScreenHelp(
            "New game",
            "Who plays each side, the seed of the dice, and house rules. "
            "Everything has a value already: you may start at once.",
        ),
        "briefing": ScreenHelp(
            "Briefing",
            "What the battle is about, and what each side is paid for. "
            "Read it, look at the map and the rules, then begin.",
        ),
        "recap": ScreenHelp(
            "Recap",
            "What your side saw happen while the other played, deed by deed. "
            "It can be skipped; the battle has it all in its log.",
        ),
        "report": ScreenHelp(
            "Report",
            "How the battle ended: the map with where figures fell, the last moves, what decided "
            "it, and the luck of either side. From here it can be looked at again, kept as a file "
            "or a picture, or played again.",
        ),
        "replay": ScreenHelp(
            "Replay",
            "A battle looked at again, step by step or as it runs, through either side's eyes. "
            "From any step another game can begin.",
        ),
        "jump": ScreenHelp(
            "Go to",
            "The bounds of the battle that is looked at. Choose the one to go to.",
        ),
        "fork": ScreenHelp(
            "Another game",
            "A new game that begins where the replay stands. Say who plays it and with which dice.",
        ),
        "field": ScreenHelp(
            "Map",
            "The whole map, before the battle or after it, with the ground under the cursor in "
            "words. Nothing can be ordered here.",
        ),
        "pause": ScreenHelp(
            "Menu",
            "The battle waits, and is saved as it stands. Go on, look back, hand a side over, "
            "give up, or leave.",
        ),
        "rules": ScreenHelp(
            "Rules",
            "The numbered rules of this battle. Type words or the beginning of a number to search; "
            "worked examples show their chances as the game reckons them now.",
        ),
        "settings": ScreenHelp(
            "Settings",
            "Colours, marks, how much you are told, and the clock. "
            "A change counts at once, and is kept for the next time.",
        ),
        "keys": ScreenHelp(
            "Keys",
            "Every key of every screen. Choose a line and press another key for it; a key that "
            "means something else there is taken from it when you press it twice. By hand the keys "
            "go into keys.toml: 'skirmish keys' prints such a file with all their ids.",
        ),
        "log": ScreenHelp(
            "Log",
            "All that was learnt, the newest last. Type words that a line must hold; "
            "a line that you choose leads to where it was.",
        ),
        "ask": ScreenHelp("A line to type", "One thing is asked. Type it, and confirm with enter."),
        "typed": ScreenHelp(
            "Typed orders",
            "Orders and questions in words, as in 'fire r1' or 'odds fire r1'; "
            "'help' on the line tells of them all. The answers stand above.",
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
"""Screens without a help page; their key is shown on them."""


def about_lines(group: str, own: Mapping[str, str] | None = None) -> list[Content]:
    """The help page of a screen, with the player's keys."""
    keys = with_own_keys((*SCREEN_KEYS[group], *PROGRAM), own)
    return [
        Content(SCREEN_HELP[group].text),
        Content(""),
        Content.styled("Keys", HEADING),
        *key_rows(keys),
    ]


def group_name(group: str) -> str:
    """The name of a group of the key table."""
    return _OTHERS[group] if group in _OTHERS else SCREEN_HELP[group].name


def key_rows(keys: Iterable[Key]) -> list[Content]:
    """Each entry that has a key, with its help."""
    known = [key for key in keys if key.keys]
    width = max([COLUMN, *(len(key.all_shown) + 1 for key in known)])
    return [
        Content.assemble((f"{key.all_shown:<{width}} ", "bold $accent"), key.help) for key in known
    ]
