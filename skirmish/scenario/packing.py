"""A scenario as one file that needs nothing else, and as a block of text to paste.

The block survives mail and chat: 64 columns of base64, compressed by zlib, and the scenario's hash,
which reveals damage. Quote marks, blanks of all kinds, changed dashes, other line breaks and text
around the block do no harm.
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
import zlib
from collections.abc import Iterable, Mapping

import attrs
from attrs import evolve

from skirmish.core.figures import Kind, Weapon
from skirmish.errors import UsageProblem
from skirmish.rulesets.registry import handbook
from skirmish.scenario.files import MAX_BYTES
from skirmish.scenario.loader import PASTE_BEGINS, RECORD_BEGINS, parse
from skirmish.scenario.model import Block, Scenario
from skirmish.scenario.writer import scenario_hash, scenario_text, toml_text

_MARK = PASTE_BEGINS.removeprefix("BEGIN ")
PASTE_ENDS = f"END {_MARK}"
_WIDTH = 64
_BLOCK = re.compile(rf"{PASTE_BEGINS}(.*?){PASTE_ENDS}", re.DOTALL)
_CHECK = "check:"
_HASH = re.compile(r"[>|\s]*([0-9a-f]{16})(?![A-Za-z0-9+/])", re.IGNORECASE)
_FILE = re.compile(r"^\[map\]|^ruleset *= *[\"']", re.MULTILINE)
_LINE_BREAK = re.compile(r"\r\n?|<br ?/?>", re.IGNORECASE)
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/]")
_AGAIN = "copy the whole block again, from BEGIN to END"


def packed(scenario: Scenario) -> Scenario:
    """The scenario with every kind and weapon that it uses written out.

    It is the same battle, and stays so if an armoury of the game changes.
    """
    armoury = handbook(scenario.ruleset).armoury
    kinds, weapons = armoury.kinds(), armoury.weapons()
    used = {entry.kind for _, entry in scenario.entries()}
    own = {name: _whole(block, kinds) for name, block in scenario.kinds.items()}
    own |= {name: _block(kinds[name]) for name in sorted(used - own.keys()) if name in kinds}
    arms = {name: _whole(block, weapons) for name, block in scenario.weapons.items()}
    named = _arms_of(scenario, own)
    arms |= {name: _block(weapons[name]) for name in sorted(named - arms.keys()) if name in weapons}
    return evolve(scenario, kinds=own, weapons=arms)


def _arms_of(scenario: Scenario, kinds: Mapping[str, Block]) -> set[str]:
    """The weapons that figures and kinds name."""
    lists = [entry.weapons or () for _, entry in scenario.entries()]
    lists += [block.fields.get("weapons", ()) for block in kinds.values()]  # type: ignore[misc]  # a field of ids
    return {name for names in lists for name in names}


def _whole(block: Block, armoury: Mapping[str, Kind] | Mapping[str, Weapon]) -> Block:
    """A block merged with its base."""
    if not block.base:
        return block
    return Block("", {**_block(armoury[block.base]).fields, **block.fields})


def _block(made: Kind | Weapon) -> Block:
    """A stat block of the armoury with the fields that differ from their defaults."""
    fields = {
        field.name: getattr(made, field.name)
        for field in attrs.fields(type(made))
        if field.name != "id"
        and (field.default is attrs.NOTHING or getattr(made, field.name) != field.default)
    }
    return Block("", fields)


def blocks_text(kinds: Iterable[Kind], weapons: Iterable[Weapon]) -> str:
    """Stat blocks as a scenario writes them, without fields that are at their default."""
    lists: Mapping[str, Iterable[Kind | Weapon]] = {"kinds": kinds, "weapons": weapons}
    tables = {key: {one.id: _block(one).fields for one in made} for key, made in lists.items()}
    return toml_text({key: table for key, table in tables.items() if table})


def paste_text(scenario: Scenario) -> str:
    """The block of text of a scenario, with its title and hash."""
    data = zlib.compress(scenario_text(scenario).encode(), 9)
    code = base64.b64encode(data).decode().rstrip("=")
    lines = (code[at : at + _WIDTH] for at in range(0, len(code), _WIDTH))
    head = f"-----BEGIN {_MARK}-----\ntitle: {scenario.title}\ncheck: {scenario_hash(scenario)}\n\n"
    return head + "\n".join(lines) + f"\n-----END {_MARK}-----\n"


def read_paste(text: str) -> Scenario:
    """The scenario in a block of text; text around the block is ignored.

    Raises:
        UsageProblem: There is no block, or it is damaged.
        FileProblem: The scenario in it is invalid.
    """
    # The encoded data has no colon; a title may contain this word, too.
    _, mark, rest = _block_in(plain_text(text)).rpartition(_CHECK)
    if not mark:
        raise UsageProblem(f"the line '{_CHECK}' is missing", remedy=_AGAIN)
    check = _HASH.match(rest)
    if check is None:
        what = f"the 16 digits after '{_CHECK}' were changed"
        raise UsageProblem(what, remedy=_AGAIN)
    scenario = parse(_unpacked(_NOT_BASE64.sub("", rest[check.end() :])), "pasted text")
    if scenario_hash(scenario) != check[1].lower():
        raise UsageProblem("a part of the block is missing or was changed", remedy=_AGAIN)
    return scenario


def plain_text(text: str) -> str:
    """A pasted text with plain blanks and line breaks, without invisible characters."""
    text = _LINE_BREAK.sub("\n", text)
    if text.isascii():
        return text
    kinds = {char: unicodedata.category(char) for char in dict.fromkeys(text)}
    changes = {"Zs": " ", "Cf": ""}
    return text.translate(
        {ord(char): changes[kind] for char, kind in kinds.items() if kind in changes}
    )


def _block_in(text: str) -> str:
    """The only block of a text, between its first and its last line."""
    found: list[str] = _BLOCK.findall(text)
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageProblem("there are several scenarios in this text", remedy="paste one of them")
    marks = (PASTE_BEGINS, PASTE_ENDS)
    missing = [f"-----{mark}-----" for mark in marks if mark not in text]
    if len(missing) == 1:
        raise UsageProblem(f"the line {missing[0]} is missing", remedy=_AGAIN)
    if text.lstrip().startswith(RECORD_BEGINS):
        raise UsageProblem("the record of a game, not a text to paste", remedy="play it")
    if _FILE.search(text):
        remedy = "play it, or pack it with --paste"
        raise UsageProblem("a scenario file already, not a text to paste", remedy=remedy)
    remedy = f"it begins with -----BEGIN {_MARK}----- and ends with -----END {_MARK}-----"
    raise UsageProblem("there is no scenario in this text", remedy=remedy)


def _unpacked(code: str) -> str:
    try:
        data = base64.b64decode(code + "=" * (-len(code) % 4), validate=True)
        reader = zlib.decompressobj()
        text = reader.decompress(data, MAX_BYTES + 1)
        whole = reader.eof and not reader.unused_data
        if len(text) > MAX_BYTES:
            raise UsageProblem("larger than 1 MiB", remedy="a scenario needs far less")
        if not whole:
            raise UsageProblem("a part of the block is missing or was changed", remedy=_AGAIN)
        return text.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise UsageProblem("a part of the block is missing or was changed", remedy=_AGAIN) from None
