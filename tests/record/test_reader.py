"""Damage to a record: always found, never another game."""

from contextlib import suppress
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.errors import RecordProblem, SkirmishError
from skirmish.game import Game, verify_record
from skirmish.record.format import line_check, with_check
from skirmish.record.limits import MAX_FILE, MAX_HEAD_LINES, MAX_LINE, MAX_ORDERS
from skirmish.record.reader import parse_record
from tests.toy_ruleset import play, toy

GAME = play(Game.new(toy(), 7), 8, seed=3)
TEXT = GAME.record.text
DATA = TEXT.encode()


def test_a_record_reads_back() -> None:
    """All lines are there, and nothing is to be noticed."""
    reading = parse_record(DATA)

    assert reading.entries == GAME.lines
    assert reading.head == GAME.record.head
    assert (reading.size, reading.notices, reading.unended) == (len(DATA), (), False)


def test_a_torn_last_line_is_left_out_with_a_notice() -> None:
    """Wherever the last line is cut, the lines before it stand; only its end may be missing."""
    last = DATA.rindex(b"\n", 0, -1) + 1
    for cut in range(last + 1, len(DATA) - 1):
        reading = parse_record(DATA[:cut])
        assert (len(reading.entries), reading.size) == (len(GAME.lines) - 1, last)
        assert "incomplete" in reading.notices[0]
    assert parse_record(DATA[:last]).notices == ()
    assert parse_record(DATA[:-1]).entries == GAME.lines
    assert parse_record(DATA[:-1]).unended


def test_a_record_cut_before_its_first_order_is_no_game() -> None:
    """A head that is not whole cannot be played, and the message says what to do."""
    begin = DATA.index(b"begin")
    for cut in range(0, begin + len("begin #00000000"), 7):
        with pytest.raises(RecordProblem) as caught:
            parse_record(DATA[:cut])
        assert caught.value.what


def test_a_flipped_bit_is_found_wherever_it_is() -> None:
    """Either a problem with its place, or a torn last line; never other orders."""
    for at in range(len(DATA)):
        flipped = bytearray(DATA)
        flipped[at] ^= 1 << (at % 8)
        with suppress(RecordProblem):
            reading = parse_record(bytes(flipped))
            assert reading.notices
            assert reading.entries == GAME.lines[:-1]


@pytest.mark.parametrize("change", ["drop", "double", "swap"])
def test_lines_that_are_missing_doubled_or_moved_are_found(change: str) -> None:
    """The check of a line depends on the one before it."""
    lines = TEXT.splitlines(keepends=True)
    at = len(lines) - 4
    if change == "drop":
        del lines[at]
    elif change == "double":
        lines.insert(at, lines[at])
    else:
        lines[at], lines[at + 1] = lines[at + 1], lines[at]

    with pytest.raises(RecordProblem, match="its check is wrong") as caught:
        parse_record("".join(lines).encode())

    assert caught.value.where.startswith("record:")
    assert "delete this line" in caught.value.remedy


@pytest.mark.parametrize(
    ("what", "data"),
    [
        pytest.param("not a record", b"", id="empty"),
        pytest.param("not a record", b"\x7fELF", id="a binary"),
        pytest.param("format 2", b"skirmish record 2\n", id="format 2"),
        pytest.param(
            "must begin with 'scenario'",
            b"skirmish record 1\nruleset toy\nbegin #00000000\n",
            id="must begin with 'scenario'",
        ),
        pytest.param("line breaks", TEXT.replace("\n", "\r\n").encode(), id="line breaks"),
        pytest.param("UTF-8", DATA.replace(b"The lane", b"The l\xff\xfe"), id="UTF-8"),
        pytest.param("control", DATA.replace(b"The lane", b"The \x1b[2J"), id="control"),
        pytest.param(
            "format character",
            DATA.replace(b"The lane", "The \u202e".encode()),
            id="format character",
        ),
        pytest.param("changed", DATA.replace(b"The lane", b"The line"), id="changed"),
        pytest.param("changed", DATA.replace(b"seed 7", b"seed 8"), id="changed"),
        pytest.param(
            "longer", DATA.replace(b"\n1 blue", b"\n" + b"1" * 70_000 + b" blue"), id="longer"
        ),
    ],
)
def test_what_is_no_record_is_refused_with_a_reason(what: str, data: bytes) -> None:
    """Whatever a file holds, the answer is a problem that says where and what."""
    with pytest.raises(RecordProblem, match=what):
        parse_record(data)


def test_a_file_larger_than_any_record_is_not_even_split() -> None:
    """The cap comes before anything that takes time."""
    with pytest.raises(RecordProblem, match="larger"):
        parse_record(bytes(MAX_FILE + 1))


def test_what_stands_before_the_damage_can_be_saved() -> None:
    """With `salvage` a damaged game is played up to the damage, from where it can be forked."""
    at = TEXT.splitlines()[-3]
    damaged = TEXT.replace(at, at.replace("blue", "red").replace("red ", "blue ", 1))
    assert damaged != TEXT

    game = Game.replay(damaged, salvage=True, open_scenario=toy)

    assert game.lines == GAME.lines[: len(game.lines)]
    assert len(game.lines) == len(GAME.lines) - 3
    assert "left out" in game.notices[0]


WORDS = sorted({word for line in TEXT.splitlines() for word in line.split(" ") if word})
NASTY = ["", "0,0", "999,999", "99999", "-5", "red", "b1", "zz", "-", "9:9", "undo", "asked", "|"]


def forged(at: int, word: int, new: str) -> str:
    """The record with one word of an order's line exchanged, and checks that fit."""
    lines = TEXT.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("begin")) + 1
    at = first + at % (len(lines) - first)
    words = lines[at].rpartition(" #")[0].split(" ")
    words[word % len(words)] = new
    lines[at] = " ".join(words) + " #"
    check = lines[first - 1].rpartition("#")[2]
    for i in range(first, len(lines)):
        body = lines[i].rpartition(" #")[0]
        check = line_check(check, body)
        lines[i] = f"{body} #{check}"
    return "\n".join(lines) + "\n"


@given(st.integers(0, 99), st.integers(0, 99), st.sampled_from(WORDS + NASTY))
def test_a_forged_record_is_odd_or_refused_but_never_a_crash(at: int, word: int, new: str) -> None:
    """With checks that fit, a stranger can tell any story; nothing but our own errors comes."""
    text = forged(at, word, new)
    with suppress(SkirmishError):
        game = Game.replay(text, open_scenario=toy)
        for side in game.sides:
            game.view(side)
            game.undo_refusal(side)
        verify_record(text, open_scenario=toy)


def chained(*bodies: str) -> bytes:
    """The head of the game and these lines, each with the check that belongs to it."""
    head = DATA[: DATA.index(b"\n", DATA.index(b"begin")) + 1]
    check, lines = head.decode().rstrip().rpartition("#")[2], []
    for body in bodies:
        lines.append(with_check(check, body))
        check = lines[-1].rpartition("#")[2]
    return head + "".join(f"{line}\n" for line in lines).encode()


HEAD = DATA[: DATA.index(b"> ")]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (DATA + b"\n" * MAX_FILE, "is larger than 2 MiB"),
        (HEAD + b"> \n" * (6 * 10**5), "has more than 28010 lines"),
        (HEAD + b"> \n" * (MAX_HEAD_LINES + 5), "no 'begin' in its first 20010 lines"),
        (HEAD + b"\n" * (MAX_HEAD_LINES + MAX_ORDERS), "has more than 28010 lines"),
    ],
    ids=["bytes", "lines", "head", "empty lines"],
)
def test_what_is_too_long_is_refused_before_a_line_is_looked_at(
    data: bytes, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bytes and lines are counted first: no text is made of any line."""

    def never(*_: object, **__: object) -> str:
        raise AssertionError

    monkeypatch.setattr(import_module("skirmish.record.reader"), "clean", never)
    with pytest.raises(RecordProblem, match=what):
        parse_record(data)


def test_damage_in_the_head_does_not_advise_to_delete_it() -> None:
    """Without its head nothing of a game is left, so a copy or another game is the remedy."""
    with pytest.raises(RecordProblem, match="use an unchanged copy of the file") as caught:
        parse_record(b"skirmish record 1\nruleset \x1b\nbegin #00000000\n")

    assert "delete" not in str(caught.value)


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("1 blue end | - | " + "; ".join(["moved b1 0,0>999,0"] * 200), "100000 tiles"),
        ("1 blue end | - | " + "; ".join(["zoned z1 smoke blue 0,0*200"] * 600), "100000 tiles"),
        ("1 blue end | " + "6:1 " * (MAX_LINE // 4) + "| -", "longer than 64 kB"),
    ],
    ids=["ways", "clouds", "bytes"],
)
def test_a_short_line_that_spells_very_much_is_refused(body: str, what: str) -> None:
    """A few bytes can name a thousand tiles; the line after it makes this one no torn end."""
    with pytest.raises(RecordProblem, match=what):
        parse_record(chained(body, "2 blue end | - | -"))


@pytest.mark.parametrize(
    ("limit", "body"), [("MAX_ORDERS", "end | - | -"), ("MAX_EVENTS", "end | - | hurt b1 1")]
)
def test_all_lines_together_have_limits(
    limit: str, body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Orders and events are counted over the whole record."""
    monkeypatch.setattr(f"skirmish.record.limits.{limit}", 5)
    data = chained(*(f"{number} blue {body}" for number in range(1, 9)))

    assert len(parse_record(chained(*(f"{n} blue {body}" for n in range(1, 6)))).entries) == 5
    with pytest.raises(RecordProblem, match="more than 5 ") as caught:
        parse_record(data)
    first = DATA[: DATA.index(b"begin")].count(b"\n") + 2
    assert caught.value.where == f"record:{first + 5}"
