"""The table of the battle's keys: the source of bindings, footer, help and command palette.

A player's keymap changes keys by `id`; only this table and `screen_keys` name a key. The usual
orders have keys here; other orders of a ruleset are in the menu.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import cache

from attrs import evolve, frozen
from textual.binding import Binding

from skirmish.core import battle_parts
from skirmish.session.mode import Mode
from skirmish.tui.key_names import shown_key, shown_keys

MUSTER, DEPLOY, FIGHT = battle_parts.MUSTER, battle_parts.DEPLOYMENT, battle_parts.FIGHT


@frozen
class Key:
    """One entry of the table: id, keys, action, label, help, and when it applies.

    `keys` are Textual's names; the first one is shown. `modes` are those in which it applies,
    `footer` those in which it is in the footer, `part` the part of a battle (empty for all). An
    entry without keys is only in the command palette.
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
    def names(self) -> tuple[str, ...]:
        """Textual's names of its keys."""
        return tuple(filter(None, self.keys.split(",")))

    @property
    def shown(self) -> str:
        """The first key, as shown."""
        return shown_key(self.keys.split(",")[0])

    @property
    def verb(self) -> str:
        """The order that it begins; empty for other keys."""
        name, _, rest = self.action.partition("(")
        return rest.strip("')") if name == "verb" else ""

    @property
    def all_shown(self) -> str:
        """All its keys, separated by spaces."""
        return shown_keys(self.names)


_S, _M, _T, _F, _A, _W = Mode
_OURS = (_S, _M, _T, _F, _A)
_CHOICES = (_S, _M, _T, _F)
_FREE = (_S, _M, _A, _W)
_DRAFTS = (_S, _T, _F)
"""Modes with an order in hand; in the first the cursor alone may propose one."""
_ALL = tuple(Mode)


def _verb(name: str, keys: str, text: str, label: str = "") -> Key:
    """A key that begins an order of a figure."""
    modes, footer = _CHOICES, (_S,)
    return Key(f"verb.{name}", keys, f"verb({name!r})", label or name, text, modes, footer, FIGHT)


def _far(name: str, held: str, how: str) -> tuple[Key, ...]:
    """The keys that move the cursor far: a direction key with the key `held`."""
    ways = {"north": "up", "south": "down", "west": "left", "east": "right"}
    ways |= {"north_west": "home", "north_east": "pageup"}
    ways |= {"south_west": "end", "south_east": "pagedown"}
    made: list[Key] = []
    modes = (_S, _T, _W)
    for way, key in ways.items():
        facing = "".join(word[0].upper() for word in way.split("_"))
        action, label = f"{name}({facing!r})", f"{name} {way.replace('_', ' ')}"
        text = f"the cursor {how}"
        made.append(Key(f"{name}_{way}", f"{held}+{key}", action, label, text, modes))
    return tuple(made)


def _numbered() -> tuple[Key, ...]:
    """The keys that choose a figure by its place in the roster."""
    text = "choose the first to the ninth figure of your list"
    return tuple(
        Key(f"figure_{place}", f"f{place}", f"numbered({place})", f"figure {place}", text, _CHOICES)
        for place in range(1, 10)
    )


# fmt: off
VERBS: tuple[Key, ...] = (
    _verb("move", "m", "move the figure"),
    _verb("fire", "f", "fire with the figure"),
    _verb("run", "M", "run"),
    _verb("bombard", "B", "throw or fire at a tile", "at a tile"),
    _verb("suppress", "s", "keep an area under fire"),
    _verb("overwatch", "w", "watch an area and fire at enemies there", "watch"),
    _verb("hold", "W", "hold the action until the enemy acts"),
    _verb("aim", "i", "take aim"),
    _verb("reload", "R", "reload"),
    _verb("strike", "c", "strike in close combat"),
    _verb("pose", "z", "lie down, stand up"),
    _verb("door", "d", "open or close a door"),
    _verb("turn", "T", "face another way"),
    _verb("defend", "D", "defend only"),
    _verb("mode", "y", "change how the weapon fires"),
    _verb("choke", "C", "change the choke"),
    _verb("unjam", "J", "clear a jam"),
    _verb("treat", "H", "treat the wounded"),
    _verb("grapple", "G", "grapple an enemy"),
    _verb("free", "F", "break free of a grip"),
)
_USUAL = 2
"""Number of orders that come first in the table; the others follow the fixed keys."""
KEYS: tuple[Key, ...] = (
    Key("confirm", "enter,space", "confirm", "confirm", "choose, confirm", _OURS, (_T, _F, _M, _A)),
    Key("back", "escape", "back", "back", "one step back; stops the computer", _ALL, (_M, _T, _F)),
    *VERBS[:_USUAL],
    Key("verb.deploy", "m", "verb('deploy')", "deploy", "deploy it", (_S, _M), (_S,), DEPLOY),
    Key("verbs", "v", "verbs", "orders", "all orders of the figure", (_S,), (_S,)),
    Key("options", "o", "options", "options", "options of the order", (_S, _T), (_T,)),
    Key("next", "tab", "next(1)", "next", "next figure that can act, next target", _OURS, (_S, _T)),
    Key("previous", "shift+tab", "next(-1)", "previous", "the previous one", _OURS),
    *_numbered(),
    Key("look", "x", "switch('look')", "look", "look at a tile", _ALL, (_S, _T, _W)),
    Key("type", "colon", "type", "type", "type an order or a question", _ALL),
    Key("repeat", "full_stop", "repeat", "again", "propose the last order again", (_S, _M)),
    Key("go_on", "greater_than_sign", "go_on", "go on", "go on with a stopped move", (_S,)),
    Key("mark", "asterisk", "mark", "mark", "add the figure to a group, or remove it", (_S, _M)),
    Key("undo", "u,U", "undo", "undo", "undo the last order", (_S, _M, _T, _F), (_S,)),
    Key("end", "e", "end", "end", "finish your orders", (_S, _M, _T), (_S,), FIGHT),
    Key("ready", "e", "ready", "ready", "end your deployment", (_S, _M, _T), (_S,), DEPLOY),
    Key("mustered", "e", "ready", "ready", "end your muster", (_S, _M, _T), (_S,), MUSTER),
    Key("hurry", "enter,space", "hurry", "faster", "play the enemy's orders faster", (_W,), (_W,)),
    Key("skip", "e", "skip", "skip", "skip the enemy's orders", (_W,), (_W,)),
    *VERBS[_USUAL:],
    Key("rules", "r", "rules", "rules", "the rules for what is shown", _OURS, (_T, _F)),
    Key("arcs", "a", "switch('arcs')", "arcs", "arc of the figure, on or off", _ALL),
    Key("threat", "t", "switch('threat')", "threat", "arcs of enemies in sight, on or off", _ALL),
    Key("advise", "A", "advise", "advice", "advice from the computer; next advice", _OURS, (_S,)),
    Key("hint", "exclamation_mark", "take_hint", "hint", "follow the hint", _DRAFTS, _DRAFTS),
    Key("reach", "S", "switch('reach')", "reach", "where the figure can go, on or off", _ALL),
    Key("field", "E", "switch('field')", "field", "what the tile sees, on or off", _ALL),
    Key("levels", "g", "switch('levels')", "levels", "levels and objectives, on or off", _ALL),
    Key("numbers", "number_sign", "switch('numbers')", "numbers", "figure ids, on or off", _ALL),
    Key("briefing", "b", "briefing", "briefing", "the briefing and the score", _ALL, (_W,)),
    Key("news", "n", "news(1)", "news", "what the enemy did, step by step", _ALL, (_S, _W)),
    Key("news_back", "N", "news(-1)", "news back", "what the enemy did, backwards", _ALL),
    Key("panel", "p", "panel", "panel", "the panel; then the rest of it; then none", _ALL, (_T,)),
    Key("log", "L", "log", "log", "the whole log", _ALL, (_S, _W)),
    Key("help", "question_mark", "help", "help", "this page", _ALL, _ALL),
    Key("more", "plus,add", "share(1)", "more", "next weapon or mode; more", (_T, _F)),
    Key("less", "minus,subtract", "share(-1)", "less", "previous weapon or mode; less", (_T, _F)),
    Key("zoom_in", "plus,add", "zoom(1)", "larger", "larger tiles on the painted map", _FREE),
    Key("zoom_out", "minus,subtract", "zoom(-1)", "smaller", "smaller tiles", _FREE),
    Key("north", "up,k,8", "step('N')", "north", "cursor up", _ALL),
    Key("south", "down,j,2", "step('S')", "south", "cursor down", _ALL),
    Key("west", "left,h,4", "step('W')", "west", "cursor left", _ALL),
    Key("east", "right,l,6", "step('E')", "east", "cursor right", _ALL),
    Key("north_west", "home,7", "step('NW')", "north west", "cursor up and left; first line", _ALL),
    Key("north_east", "pageup,9", "step('NE')", "north east", "cursor up and right; page up", _ALL),
    Key("south_west", "end,1", "step('SW')", "south west", "cursor down and left; last line", _ALL),
    Key("south_east", "pagedown,3", "step('SE')", "south east",
        "cursor down and right; page down", _ALL),
    *_far("leap", "shift", "to the edge of the reach, outside by five tiles"),
    *_far("jump", "ctrl", "to the best cover, a figure or an objective"),
    Key("settings", "comma", "settings", "settings", "colours, odds and hints, keys", _ALL),
    Key("resign", "", "resign", "resign", "resign the battle", (_S,)),
    Key("leave", "q", "leave", "menu", "settings, resign, hand over, leave", _ALL, (_S, _W)),
)

PROGRAM: tuple[Key, ...] = (
    Key("program.palette", "ctrl+p", "command_palette", "palette", "every command, by name", ()),
    Key("program.redraw", "ctrl+l", "redraw", "redraw", "redraw the screen", ()),
    Key("program.quit", "ctrl+q", "quit", "quit", "leave the program; all is saved", ()),
)
"""Keys that apply on every screen."""
# fmt: on

YIELDING = tuple(key.id for key in KEYS if key.id.startswith("figure_"))
"""Ids that lose their default key without a message if the player gives it to another id."""
NEVER = "no_key"
"""Placeholder for no key: Textual can only rebind an id that has had a key."""


def binding(key: Key, *, priority: bool = False) -> Binding:
    """An entry as a Textual binding."""
    keys = key.keys or NEVER
    return Binding(keys, key.action, key.label, show=False, id=key.id, priority=priority)


def with_own_keys(keys: Iterable[Key], own: Mapping[str, str] | None) -> tuple[Key, ...]:
    """Entries with the player's own keys."""
    own = own or {}
    return tuple(evolve(key, keys=own[key.id]) if key.id in own else key for key in keys)


def key_for(id_: str, own: Mapping[str, str] | None = None) -> str:
    """The key of an id as shown; `own` are the player's keys by id."""
    key = next(key for key in KEYS if key.id == id_)
    return evolve(key, keys=(own or {}).get(id_, key.keys)).shown


def usable(key: Key, mode: Mode, part: str) -> bool:
    """Whether a key applies in a mode and a part of a battle."""
    return mode in key.modes and in_part(key, part)


def in_part(key: Key, part: str) -> bool:
    """Whether a key belongs to a part of a battle: muster, deployment or fight."""
    return key.part in ("", part)


def in_rules(key: Key, verbs: Container[str]) -> bool:
    """Whether a key has a meaning with these verbs."""
    return not key.verb or key.verb in verbs


@cache
def in_footer(mode: Mode, part: str) -> tuple[Key, ...]:
    """The entries of the footer in a mode, in the order of the table."""
    return tuple(key for key in KEYS if mode in key.footer and usable(key, mode, part))


def verb_key(verb: str, part: str, own: Mapping[str, str] | None = None) -> str:
    """The key of an order as shown; empty if there is none."""
    key = next((key for key in KEYS if key.verb == verb and in_part(key, part)), None)
    return "" if key is None else key_for(key.id, own)


class KeyTable:
    """The keys of the battle for texts; the player's own keys come first."""

    ids = frozenset(key.id for key in KEYS)

    def __init__(self, own: Mapping[str, str] | None = None) -> None:
        """Name keys; `own` are the player's own keys by id, which may change later."""
        self._own = own

    def key(self, id_: str) -> str:
        """The key for an id of the table."""
        return key_for(id_, self._own)

    def verb_key(self, verb: str, part: str) -> str:
        """The key for an order in a part of the battle; empty if there is none."""
        return verb_key(verb, part, self._own)


def bindings() -> list[Binding]:
    """The table as Textual bindings, each with its id."""
    return [binding(key) for key in KEYS]
