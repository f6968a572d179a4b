"""One table of keys: bindings, footer, help page and command palette are all made from it.

A player's keymap changes keys by `id`; nothing else in the app names a key.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from attrs import frozen
from textual.binding import Binding

DEPLOY = "deploy"
FIGHT = "fight"


class Mode(Enum):
    """What the battle screen waits for."""

    SELECT = "choose a figure"
    MENU = "choose what it does"
    TARGET = "choose a target"
    FIELDS = "change or confirm"
    ANSWER = "answer"
    WAIT = "wait"


@frozen
class Key:
    """One thing a player can do: its keys, its action, its word, and when it can be done.

    `keys` are Textual's names, the first is the one shown. `modes` says when it does something,
    `footer` when its word stands in the footer, `part` in which part of a battle, if not in all.
    Without keys it is in the command palette only.
    """

    id: str
    keys: str
    action: str
    label: str
    help: str
    modes: tuple[Mode, ...]
    footer: tuple[Mode, ...] = ()
    part: str = ""

    @property
    def shown(self) -> str:
        """The first key as a player knows it."""
        first = self.keys.split(",")[0]
        return _SHOWN.get(first, first)

    @property
    def all_shown(self) -> str:
        """All its keys, a space between."""
        return " ".join(_SHOWN.get(key, key) for key in self.keys.split(",") if key)


_SHOWN = {
    "question_mark": "?",
    "escape": "esc",
    "shift+tab": "S-tab",
    "pageup": "pgup",
    "pagedown": "pgdn",
    "full_stop": ".",
    "plus": "+",
    "minus": "-",
}

_S, _M, _T, _F, _A, _W = Mode
_OURS = (_S, _M, _T, _F, _A)
_ALL = tuple(Mode)

# fmt: off
KEYS: tuple[Key, ...] = (
    Key("confirm", "enter,space", "confirm", "confirm", "choose, confirm", _OURS, (_T, _F, _M, _A)),
    Key("back", "escape", "back", "back", "one step back; stops the computer", _ALL, (_M, _T, _F)),
    Key("verb.move", "m", "verb('move')", "move", "move the figure", (_S, _M), (_S,), FIGHT),
    Key("verb.fire", "f", "verb('fire')", "fire", "fire with the figure", (_S, _M), (_S,), FIGHT),
    Key("verb.deploy", "m", "verb('deploy')", "place", "place the figure", (_S, _M), (_S,), DEPLOY),
    Key("verbs", "v", "verbs", "orders", "all that the figure can do", (_S,), (_S,)),
    Key("options", "o", "options", "options", "change details of the order", (_T,), (_T,)),
    Key("next", "tab", "next(1)", "next", "next figure that can act, next target", _OURS, (_S, _T)),
    Key("previous", "shift+tab", "next(-1)", "previous", "the one before", _OURS),
    Key("look", "x", "switch('look')", "look", "describe the tile at the cursor", _ALL, (_S, _T)),
    Key("undo", "u,U", "undo", "undo", "take the last order back", (_S, _M, _T, _F), (_S,)),
    Key("end", "e", "end", "end", "end your bound", (_S, _M, _T), (_S,), FIGHT),
    Key("ready", "e,r", "end", "ready", "end your deployment", (_S, _M, _T), (_S,), DEPLOY),
    Key("rules", "r", "rules", "rules", "the rules behind what is shown", _OURS, (_T, _F), FIGHT),
    Key("arcs", "a", "switch('arcs')", "arcs", "show what the figure covers, or not", _ALL),
    Key("levels", "g", "switch('levels')", "levels", "show the levels of the ground, or not", _ALL),
    Key("log", "L", "log", "log", "the whole log", _ALL),
    Key("help", "question_mark", "help", "help", "this page", _ALL, _ALL),
    Key("more", "plus", "share(1)", "more", "a larger share", (_F,)),
    Key("less", "minus", "share(-1)", "less", "a smaller share", (_F,)),
    Key("north", "up,k,8", "step('N')", "north", "cursor up", _ALL),
    Key("south", "down,j,2", "step('S')", "south", "cursor down", _ALL),
    Key("west", "left,h,4", "step('W')", "west", "cursor left", _ALL),
    Key("east", "right,l,6", "step('E')", "east", "cursor right", _ALL),
    Key("north_west", "home,7", "step('NW')", "north west", "cursor up and left", _ALL),
    Key("north_east", "pageup,9", "step('NE')", "north east", "cursor up and right", _ALL),
    Key("south_west", "end,1", "step('SW')", "south west", "cursor down and left", _ALL),
    Key("south_east", "pagedown,3", "step('SE')", "south east", "cursor down and right", _ALL),
    Key("resign", "", "resign", "resign", "give the battle up", (_S,)),
    Key("leave", "q", "leave", "leave", "leave the battle; its record is kept", _ALL),
)
# fmt: on


def usable(key: Key, mode: Mode, *, deploying: bool) -> bool:
    """Whether a key does something now."""
    return mode in key.modes and in_part(key, deploying=deploying)


def in_part(key: Key, *, deploying: bool) -> bool:
    """Whether a key belongs to deployment, or to the battle proper."""
    return key.part in ("", DEPLOY if deploying else FIGHT)


def in_footer(mode: Mode, *, deploying: bool) -> Iterable[Key]:
    """What the footer shows in a mode, in the order of the table."""
    return (k for k in KEYS if mode in k.footer and usable(k, mode, deploying=deploying))


def bindings() -> list[Binding]:
    """The table as Textual's bindings, each with its id."""
    return [
        Binding(key.keys, key.action, key.label, show=False, id=key.id) for key in KEYS if key.keys
    ]
