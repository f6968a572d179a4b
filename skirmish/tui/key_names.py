"""Names of keys: in a player's file, in Textual, and on the screen."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from textual.keys import KEY_NAME_REPLACEMENTS, Keys

from skirmish.core.sanitize import is_glyph

_OF_PAD = " (pad)"
"""Suffix for a key of the number pad that also exists elsewhere."""
_SHOWN = {
    "escape": "esc",
    "pageup": "pgup",
    "pagedown": "pgdn",
    "delete": "del",
    "insert": "ins",
    "add": f"+{_OF_PAD}",
    "subtract": f"-{_OF_PAD}",
}
_MODIFIERS = ("alt", "ctrl", "shift")
"""In Textual's order."""
_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
_PAD = ("add", "subtract", "multiply", "divide", "decimal", "equal", "kp_begin")
"""Names that some terminals send for keys of the number pad."""
_TWINS = {
    "ctrl+i": "tab",
    "ctrl+m": "enter",
    "ctrl+j": "enter",
    "ctrl+h": "backspace",
    "ctrl+left_square_bracket": "escape",
}


def _name_of(char: str) -> str:
    """Textual's name for the key of one character."""
    if char.isalnum():
        return char
    name = unicodedata.name(char, "").lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name)


_CHARS = {_name_of(char): char for char in _PUNCTUATION}
_SPECIAL = tuple(key.value for key in Keys if key.value.isalnum() and key is not Keys.Return)
NAMES: tuple[str, ...] = tuple(dict.fromkeys((*_SPECIAL, "space", *_CHARS, *_PAD)))
"""All keys with a name of more than one letter, without modifiers."""


def shown_keys(names: Iterable[str]) -> str:
    """Keys as shown, separated by spaces; a number pad key is left out beside its twin."""
    shown = [shown_key(name) for name in names]
    twins = {f"{one}{_OF_PAD}" for one in shown}
    return " ".join(one for one in shown if one not in twins)


def key_name(text: str) -> str:
    """Textual's name for a key as a player wrote it; empty if there is no such key.

    A key is a character (`m`, `M`, `?`), a name (`enter`, `full_stop`, `f5`), or either of them
    after `ctrl+`, `alt+` or `shift+`.
    """
    *held, base = text.split("+") if text != "+" else ["+"]
    if text.endswith("++"):
        held, base = held[:-1], "+"
    if len(base) == 1:
        base = _name_of(base) if is_glyph(base) else ""
    elif base not in NAMES:
        return ""
    known = all(word in _MODIFIERS for word in held) and len(set(held)) == len(held)
    if not base or not known:
        return ""
    if held == ["shift"] and (len(base) == 1 or base in _CHARS):
        # A terminal sends the shifted character.
        return base.upper() if base.isalpha() and len(base.upper()) == 1 else ""
    if held and len(base) == 1:
        base = base.lower()
    return "+".join([*(word for word in _MODIFIERS if word in held), base])


def after_alt(name: str) -> str:
    """The letter after `escape` if a terminal sends the two as this key; empty for other keys."""
    *held, base = name.split("+")
    if held not in (["alt"], ["alt", "shift"]):
        return ""
    return base.upper() if held[1:] else base


def twin(name: str) -> str:
    """The key that a terminal cannot tell from this one; empty for most."""
    return _TWINS.get(name, "")


def is_typed(name: str) -> bool:
    """Whether a key writes a character in a line of text."""
    return len(name) == 1 or name == "space" or name in _CHARS


@lru_cache(maxsize=512)
def shown_key(name: str) -> str:
    """A key as shown on the screen."""
    *held, base = name.split("+")
    word = _SHOWN.get(base) or _CHARS.get(base, base)
    return "".join(f"{part}+" for part in held) + word
