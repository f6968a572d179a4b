"""A player's own keys: their validation, and the keymap for Textual.

Textual accepts any keymap silently: unknown ids, keys that do not exist, two meanings of one key at
the same time. All of that is found and reported here; a faulty entry falls back to its default.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from attrs import frozen

from skirmish.core.sanitize import escaped
from skirmish.tui.key_names import NAMES, is_typed, key_name, shown_key, twin
from skirmish.tui.keys import KEYS, NEVER, PROGRAM, YIELDING, Key, with_own_keys
from skirmish.tui.screen_keys import SCREEN_KEYS
from skirmish.tui.toml_edit import MOST_FAULTS

MOST_NAMES = 12
"""Maximum number of keys of one id."""
_SHOWN = 24
_COPY = "ctrl+c"
_BUILT_IN = ("up", "down", "home", "end", "pageup", "pagedown", "enter", "7", "1", "9", "3")
"""Keys that move in every list and text, whatever the player's keys are."""
_FREE = ("battle", "field")
"""Screens without a focused list or text."""
_TYPING = ("rules", "ask", "typed", "log")
"""Screens with an input line."""
_SHARED = ("rules.", "log.")
"""Prefixes of ids that take precedence over typing, so none of their keys may be a character."""
_A_KEY = "a character, a name such as enter or f5, or one of them after ctrl+ or alt+"
_NEEDED = (
    *("confirm", "back", "leave", "help", "settings", "program.quit"),
    *("sheet.back", "page.close", "ask.close", "typed.close", "curtain.lift", "recap.go"),
    *("briefing.go", "small.go", "log.close"),
)
"""Ids that must have a key; without it a player without a mouse is stuck."""


@frozen
class KeyFault:
    """A fault in the keys of one id."""

    id: str
    what: str
    remedy: str = ""


def key_groups() -> Iterator[tuple[str, tuple[Key, ...]]]:
    """The key table by screen; the keys of the program, which apply on all screens, come last."""
    yield "battle", KEYS
    yield from SCREEN_KEYS.items()
    yield "program", PROGRAM


def default_keys() -> dict[str, str]:
    """The default keys by id."""
    return {key.id: key.keys for _, keys in key_groups() for key in keys}


def checked_keys(own: Mapping[str, object]) -> tuple[dict[str, str], tuple[KeyFault, ...]]:
    """A player's valid keys by id, and the faults of the others.

    Keys equal to the defaults are left out.
    """
    usual = default_keys()
    good: dict[str, str] = {}
    faults: list[KeyFault] = []
    for id_, value in own.items():
        keys = _keys_of(id_, value, usual, guess=len(faults) < MOST_FAULTS)
        if isinstance(keys, KeyFault):
            faults.append(keys)
        elif keys != usual[id_]:
            good[id_] = keys
    good |= {id_: "" for id_ in YIELDING if id_ not in own and _is_taken(id_, good)}
    clashing = _without_clashes(good)
    # Free keys are known only when all clashing entries are back at their defaults.
    for number, clash in enumerate(clashing):
        faults.append(clash.fault(good, free=number < MOST_FAULTS))
    return good, tuple(faults)


def _is_taken(id_: str, own: Mapping[str, str]) -> bool:
    """Whether the player gives the default key of an id to another one."""
    rivals = conflicting_keys(id_, default_keys()[id_], own) if own else ()
    return any(rival.id in own for rival in rivals)


def _without_clashes(good: dict[str, str]) -> list[KeyClash]:
    """Remove clashing entries (of two ids the one given its key later) and return the clashes."""
    found: list[KeyClash] = []
    while True:
        order = {id_: number for number, id_ in enumerate(good)}
        out: dict[str, None] = {}
        for one, other, key in clashes(good):
            if one.id not in out and other.id not in out:
                blamed = max((one, other), key=lambda entry: order.get(entry.id, -1))
                found.append(KeyClash(blamed.id, other if blamed is one else one, key))
                out[blamed.id] = None
        if not out:
            return found
        for id_ in out:
            del good[id_]


def _keys_of(
    id_: str, value: object, usual: Mapping[str, str], *, guess: bool = True
) -> str | KeyFault:
    """The keys named by a text, spelt as in the table; `guess` suggests a correction."""
    if id_ not in usual:
        ends = [known for known in usual if known.endswith(f".{id_}")]
        near = (ends[0] if len(ends) == 1 else _near(id_, usual)) if guess else ""
        remedy = f"did you mean '{near}'?" if near else "'skirmish keys' lists them all"
        return KeyFault(id_, "no such key id", remedy)
    if not isinstance(value, str):
        return KeyFault(id_, "keys are text", 'as in "m" or "enter, space"')
    words = value.replace(",", " ").split()
    if len(words) > MOST_NAMES:
        return KeyFault(id_, f"more than {MOST_NAMES} keys", "remove some")
    names: list[str] = []
    for word in words:
        name = key_name(word)
        if why := _why_not(word, name, guess=guess):
            return KeyFault(id_, *why)
        names.append(name)
    keys = ",".join(dict.fromkeys(names))
    return _unfit(id_, keys) or keys


def _near(word: str, known: Iterable[str]) -> str:
    from skirmish.scenario.faults import nearest

    return nearest(word, known)


def _why_not(word: str, name: str, *, guess: bool) -> tuple[str, str] | None:
    """The fault of one key and the remedy; None if it is valid."""
    if not name:
        return f"no such key: '{escaped(word, _SHOWN)}'", _guess(word) if guess else _A_KEY
    if other := twin(name):
        return f"a terminal cannot tell '{name}' from '{other}'", f"write '{other}'"
    if name == _COPY:
        return f"'{_COPY}' is reserved by the terminal", "use another key"
    return None


def _guess(word: str) -> str:
    """A suggestion for a misspelt key."""
    *held, base = word.lower().split("+")
    if word.startswith(("C-", "^")):
        base, held = word.removeprefix("C-").removeprefix("^").lower(), ["ctrl"]
    known = [*NAMES, "ctrl", "alt", "shift"]
    near = [
        found for part in (*held, base) if (found := part if len(part) == 1 else _near(part, known))
    ]
    guess = "+".join(near)
    if guess and key_name(guess):
        return f"did you mean '{guess}'?"
    return _A_KEY


def _unfit(id_: str, keys: str) -> KeyFault | None:
    """The fault of valid keys that this id cannot have, if any."""
    names = keys.split(",") if keys else []
    if not names and id_ in _NEEDED:
        return KeyFault(id_, "needs a key: the game cannot be played without one", "give it one")
    if typed := _typed(id_, names):
        what = f"'{shown_key(typed)}' is typed as a letter on that screen"
        return KeyFault(id_, what, "use a key that is not a character, such as f5")
    usual = default_keys()[id_].split(",")
    in_list = any(
        key.id == id_ for name, table in key_groups() if name not in _FREE for key in table
    )
    for name in names:
        if in_list and name in _BUILT_IN and name not in usual:
            return KeyFault(id_, f"'{shown_key(name)}' moves in lists and texts", "use another")
    return None


def _typed(id_: str, names: Sequence[str]) -> str:
    """A key that would be typed as text on this id's screen; empty for none."""
    letters = list(filter(is_typed, names))
    if id_.startswith(_SHARED):
        return letters[0] if letters else ""
    on_line = any(key.id == id_ for group in _TYPING for key in SCREEN_KEYS[group])
    return letters[0] if on_line and names and len(letters) == len(names) else ""


# Clashes: one key with two meanings.


def may_clash(one: Key, other: Key) -> bool:
    """Whether two entries of one screen can apply at the same time."""
    if not (one.modes and other.modes):
        return True
    apart = one.part and other.part and one.part != other.part
    return not apart and any(mode in other.modes for mode in one.modes)


def common_keys(one: Key, other: Key) -> list[str]:
    """Keys that two entries have in common."""
    return [name for name in one.names if name in other.names]


def clashes(own: Mapping[str, str]) -> Iterator[tuple[Key, Key, str]]:
    """Pairs of entries with the same key at the same time, and that key."""
    program = with_own_keys(PROGRAM, own)
    for name, keys in key_groups():
        table = with_own_keys(keys, own)
        if name != "program":
            table += program
        holders: dict[str, list[int]] = {}
        for at, key in enumerate(table):
            for held in key.names:
                holders.setdefault(held, []).append(at)
        pairs = {pair: None for held in holders.values() for pair in combinations(held, 2)}
        for first, then in sorted(pairs):
            if may_clash(table[first], table[then]):
                for held in common_keys(table[first], table[then]):
                    yield table[first], table[then], held


@frozen
class KeyClash:
    """An id whose key has another meaning at the same time."""

    id: str
    other: Key
    key: str

    def fault(self, own: Mapping[str, str], *, free: bool = True) -> KeyFault:
        """The clash as a fault; with `free` the remedy names keys that are not in use."""
        what = f"'{shown_key(self.key)}' is already the key of '{self.other.help}'"
        remedy = f"give {self.other.id} another one first"
        if free:
            # Name only keys that both entries may take.
            taken = _taken(self.other.id, own)
            both = [key for key in free_keys(self.id, own) if key not in taken]
            remedy += f"; free: {', '.join(both[:6])}"
        return KeyFault(self.id, what, remedy)


def _rivals(id_: str, own: Mapping[str, str]) -> tuple[Key, ...]:
    """The entries that can apply at the same time as this id, on any screen."""
    found: dict[str, Key] = {}
    for group, keys in key_groups():
        table = with_own_keys(keys, own) + (
            with_own_keys(PROGRAM, own) if group != "program" else ()
        )
        for key in (key for key in table if key.id == id_):
            found |= {o.id: o for o in table if o.id not in found and may_clash(key, o)}
    if id_ in [key.id for key in PROGRAM]:
        found |= {k.id: k for _, keys in key_groups() for k in with_own_keys(keys, own)}
    found.pop(id_, None)
    return tuple(found.values())


def conflicting_keys(id_: str, name: str, own: Mapping[str, str]) -> tuple[Key, ...]:
    """The entries that would lose a key if this id were given it."""
    return tuple(key for key in _rivals(id_, own) if name in key.names)


def _taken(id_: str, own: Mapping[str, str]) -> dict[str, None]:
    """The keys in use where this id applies."""
    return {name: None for key in _rivals(id_, own) for name in key.names}


def restorable_ids(name: str, own: Mapping[str, str]) -> list[str]:
    """Ids that do not have this default key now and could have it again."""
    usual = default_keys()
    return [
        id_
        for id_, keys in own.items()
        if name in usual[id_].split(",")
        and name not in keys.split(",")
        and not conflicting_keys(id_, name, own)
    ]


def with_key_restored(id_: str, name: str, own: Mapping[str, str]) -> dict[str, str]:
    """A player's keys, with a default key given back to an id."""
    usual, now = default_keys()[id_].split(","), own[id_].split(",")
    first = [key for key in usual if key in (*now, name)]
    return {**own, id_: ",".join([*first, *(key for key in now if key and key not in first)])}


def free_keys(id_: str, own: Mapping[str, str]) -> list[str]:
    """Letters and function keys not in use where this id applies."""
    names = [*string.ascii_letters, *(f"f{number}" for number in range(1, 13))]
    taken = _taken(id_, own)
    return [name for name in names if name not in taken]


# The keymap for Textual.


def textual_keymap(own: Mapping[str, str]) -> dict[str, str]:
    """The keymap for Textual's `set_keymap`.

    When Textual gives an id other keys, it takes its old and new keys from every entry that has
    them. So entries that share a key with a changed one are included, with the keys that they keep.
    """
    told: dict[str, str] = {}
    for _, keys in key_groups():
        table = with_own_keys(keys, own)
        if any(key.id in own for key in table):
            told |= _drawn_in(keys, table, own)
    return told


def _drawn_in(usual: Sequence[Key], table: Sequence[Key], own: Mapping[str, str]) -> dict[str, str]:
    told: dict[str, str] = {}
    touched: dict[str, None] = {}
    wanted = [key.id for key in usual if key.id in own]
    while wanted:
        for before, now in zip(usual, table, strict=True):
            if now.id in wanted:
                told[now.id] = now.keys or NEVER
                touched |= dict.fromkeys(_all(before, now))
        wanted = [
            now.id
            for before, now in zip(usual, table, strict=True)
            if now.id not in told and any(name in touched for name in _all(before, now))
        ]
    return told


def _all(*keys: Key) -> Iterable[str]:
    return [name for key in keys for name in key.names]
