"""The format of records: lines as values, encoding and decoding, and the chain of checks.

    skirmish record 1
    ruleset opposed_d6 3 5c0e8a1b22d4f607
    scenario 9a41c7d05be2f318
    seed 4711
    players blue=human red=regular
    > format = 1
    > title = "The ford"
    begin #0b5c1d22
    1 blue deploy b1 2,2 | - | placed b1 2,2 E ~blue #77aa0c1e
    2 blue fire b1 r3 | 6:5 6:2 | fired b1 bren target=r3; struck r3 suppressed @0+2 #3fa9c17e
    3 blue end | - | bound 1 2 fire red =1f0c2d3e4f5a6b7c #c01d44e0
    3 blue undo | - | - #9917be02

The *head* names the ruleset with its version and a hash of its data, the scenario's hash, the seed
and the player of each side, in the order of the sides. The scenario follows, each line after `> `,
so that a record alone can be played. `begin` has the check of all that.

Then there is one line for each order, in three parts: number, side and order; the faces, each with
its die; the events. `-` stands for none. Events are joined by `; `, and each is followed by

* ` ~blue` where only blue learnt of it, ` ~` where no side did, nothing where both did;
* ` @2+3` where it has three of the line's faces, from the third on; nothing where it has none.

` =` and 16 digits is the hash of the state, on lines that begin a bound or end the battle; ` #` and
8 digits is the check (`record.format`).

An order's number counts the orders that were not undone. The line of an answer has all faces of the
order that asked, but only the new events. `undo` has the number of the order that it takes back
with all after it; the next line has that number again. `player NAME` gives the line's side to
another player; no undo takes that back.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache

from attrs import frozen

from skirmish.core.dice import Face, faces_text, parse_faces
from skirmish.core.events import Asked, Event, Moved, ToldEvent, Zoned, event_text, parse_event
from skirmish.core.sanitize import escaped, is_name
from skirmish.errors import DiceProblem, RecordProblem

FORMAT = 1
MAGIC = "skirmish record"
BEGIN = "begin"
QUOTE = "> "
NONE = "-"
PART = " | "
NEXT = "; "

_EMPTY = ">"
_KEYS = (MAGIC, "ruleset", "scenario", "seed", "players")

UNDO = "undo"
PLAYER = "player"

MAX_SEED = 10**18 - 1
MAX_LINE_TILES = 100_000
"""Maximum tiles in the events of a line: those of moves and of zones."""

_ENTRY = re.compile(r"([1-9][0-9]{0,6}) ([a-z][a-z0-9_]*) (\S.*)")
_HASHED = re.compile(r"(.*) =([0-9a-f]{16})")
_DICE = re.compile(r"@([0-9]{1,5})\+([1-9][0-9]{0,4})")
_RULESET = re.compile(r"([a-z][a-z0-9_]*) ([0-9]{1,6}) ([0-9a-f]{16})")
_HASH = re.compile(r"[0-9a-f]{8,64}")
_SEED = re.compile(r"0|[1-9][0-9]{0,17}")
DIGITS = 8
_CHECKED = re.compile(rf"(.*) #([0-9a-f]{{{DIGITS}}})", re.DOTALL)


@frozen
class Head:
    """The start of a game. `players` has every side, in the order of the scenario."""

    ruleset: str
    version: int
    data: str
    scenario_hash: str
    seed: int
    players: Mapping[str, str]
    scenario: str

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order of the scenario."""
        return tuple(self.players)


@frozen
class Entry:
    """One line: an order, all faces rolled for it, and its events.

    `state` is the hash of the state where the line has one, else empty.
    """

    number: int
    side: str
    order: str
    faces: tuple[Face, ...] = ()
    told: tuple[ToldEvent, ...] = ()
    state: str = ""

    @property
    def verb(self) -> str:
        """The first word of the order."""
        return self.order.partition(" ")[0]

    @property
    def new_player(self) -> str:
        """The player that a `player` line gives its side to."""
        return self.order.partition(" ")[2]

    @property
    def asks(self) -> Asked | None:
        """The question that the order left open, or None."""
        last = self.told[-1].event if self.told else None
        return last if isinstance(last, Asked) else None


def head_lines(head: Head) -> list[str]:
    """Return the head and the scenario as lines, without `begin`."""
    players = " ".join(f"{side}={player}" for side, player in head.players.items())
    lines = [
        f"{MAGIC} {FORMAT}",
        f"ruleset {head.ruleset} {head.version} {head.data}",
        f"scenario {head.scenario_hash}",
        f"seed {head.seed}",
        f"players {players}",
    ]
    text = head.scenario.removesuffix("\n")
    # An empty line has no blank at its end, because mail programs would remove it.
    return lines + [f"{QUOTE}{line}" if line else _EMPTY for line in text.split("\n")]


def parse_head(lines: list[str]) -> Head:
    """Parse the lines before `begin`.

    Raises:
        RecordProblem: A line is invalid; `where` is its number.
    """
    words = [_value(lines, number, key) for number, key in enumerate(_KEYS, 1)]
    ruleset = _RULESET.fullmatch(words[1])
    if ruleset is None:
        raise RecordProblem("'ruleset' needs an id, a version and a hash", "2")
    if not _HASH.fullmatch(words[2]):
        raise RecordProblem("'scenario' needs a hash", "3")
    if not _SEED.fullmatch(words[3]):
        raise RecordProblem("'seed' needs a number of at most 18 digits", "4")
    return Head(
        ruleset=ruleset[1],
        version=int(ruleset[2]),
        data=ruleset[3],
        scenario_hash=words[2],
        seed=int(words[3]),
        players=_players(words[4]),
        scenario=_unquoted(lines[len(_KEYS) :]),
    )


def _value(lines: list[str], number: int, key: str) -> str:
    line = lines[number - 1] if number <= len(lines) else ""
    if not line.startswith(f"{key} "):
        raise RecordProblem(f"the line must begin with '{key}', not '{escaped(line)}'", str(number))
    return line.removeprefix(f"{key} ")


def _unquoted(lines: list[str]) -> str:
    for number, line in enumerate(lines, len(_KEYS) + 1):
        if line != _EMPTY and not line.startswith(QUOTE):
            raise RecordProblem(f"a line of the scenario must begin with '{QUOTE}'", str(number))
    return "".join(f"{line[len(QUOTE) :]}\n" for line in lines)


def _players(text: str) -> Mapping[str, str]:
    pairs = [word.partition("=") for word in text.split(" ")]
    players = {side: player for side, _, player in pairs}
    names = [name for pair in players.items() for name in pair]
    if len(pairs) != 2 or len(players) != 2 or not all(map(is_name, names)):  # noqa: PLR2004 - two sides
        raise RecordProblem("'players' needs two sides, such as blue=human red=regular", "5")
    return players


def entry_text(entry: Entry, sides: tuple[str, ...]) -> str:
    """Return a line without its check."""
    told = NEXT.join(told_text(one, sides) for one in entry.told) or NONE
    marked = f" ={entry.state}" if entry.state else ""
    faces = faces_text(entry.faces) or NONE
    return f"{entry.number} {entry.side} {entry.order}{PART}{faces}{PART}{told}{marked}"


def told_text(told: ToldEvent, sides: tuple[str, ...]) -> str:
    """Return the text of an event with the sides that learnt of it and its dice."""
    learnt = "" if told.sides == sides else f" ~{'+'.join(told.sides)}"
    dice = f" @{told.first}+{told.dice}" if told.dice else ""
    return f"{event_text(told.event)}{learnt}{dice}"


def parse_entry(body: str, sides: tuple[str, ...]) -> Entry:
    """Parse a line without its check.

    Raises:
        RecordProblem: It is invalid.
    """
    parts = body.split(PART)
    if len(parts) != 3:  # noqa: PLR2004 - order, faces, events
        raise RecordProblem("the line must have three parts: order | faces | events")
    start = _ENTRY.fullmatch(parts[0])
    if start is None or start[2] not in sides:
        raise RecordProblem(f"'{escaped(parts[0])}' must be a number, a side and an order")
    hashed = _HASHED.fullmatch(parts[2])
    events = hashed[1] if hashed else parts[2]
    try:
        faces = parse_faces("" if parts[1] == NONE else parts[1])
    except DiceProblem as problem:
        raise RecordProblem(problem.what) from None
    told = _read_all_told(events, sides) if events != NONE else ()
    if any(one.first + one.dice > len(faces) for one in told):
        raise RecordProblem("an event names dice that the line does not have")
    return Entry(int(start[1]), start[2], start[3], faces, told, hashed[2] if hashed else "")


def _read_all_told(events: str, sides: tuple[str, ...]) -> tuple[ToldEvent, ...]:
    told, tiles = [], 0
    for text in events.split(NEXT):
        one = _read_told(text, sides)
        # A short text can stand for a thousand tiles.
        tiles += tiles_of(one.event)
        if tiles > MAX_LINE_TILES:
            raise RecordProblem(f"the events have more than {MAX_LINE_TILES} tiles")
        told.append(one)
    return tuple(told)


def tiles_of(event: Event) -> int:
    """Return the number of tiles of an event."""
    if isinstance(event, Moved):
        return len(event.path)
    return len(event.tiles) if isinstance(event, Zoned) else 0


def _read_told(text: str, sides: tuple[str, ...]) -> ToldEvent:
    learnt, first, dice = sides, 0, 0
    before, _, last = text.rpartition(" ")
    if found := _DICE.fullmatch(last):
        first, dice = int(found[1]), int(found[2])
        text = before
        before, _, last = text.rpartition(" ")
    if last.startswith("~"):
        text, learnt = before, _learnt(last[1:], sides)
    return ToldEvent(parse_event(text), learnt, first, dice)


@lru_cache(maxsize=64)
def _learnt(text: str, sides: tuple[str, ...]) -> tuple[str, ...]:
    """Parse the sides that learnt of an event."""
    learnt = tuple(side for side in sides if side in text.split("+"))
    if "+".join(learnt) != text:
        raise RecordProblem(f"'{escaped(text)}' must be sides of the battle, in their order")
    return learnt


def line_check(before: str, line: str) -> str:
    """Return the check of a line; `before` is the check of the line before ("" at the start)."""
    return hashlib.sha256(f"{before}\n{line}".encode()).hexdigest()[:DIGITS]


def with_check(before: str, line: str) -> str:
    """Return a line with its check."""
    return f"{line} #{line_check(before, line)}"


def without_check(before: str, line: str) -> tuple[str, str]:
    """Return a line without its check, and the check.

    Raises:
        RecordProblem: The check is missing or wrong.
    """
    found = _CHECKED.fullmatch(line)
    if found is None:
        raise RecordProblem("the check at the end of the line is missing")
    body, check = found[1], found[2]
    if line_check(before, body) != check:
        raise RecordProblem("its check is wrong: a line was changed or is missing")
    return body, check
