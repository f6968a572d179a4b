"""A scenario as one file and as a text to paste."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.state import state_text
from skirmish.errors import UsageProblem
from skirmish.scenario import Scenario, find, load, opening_state, parse, scenario_text, shipped
from skirmish.scenario.packing import packed, paste_text, read_paste
from tests.scenario.test_format_2 import FILE, GOOD


@pytest.fixture(scope="module")
def lane() -> Scenario:
    """A scenario with every part of the format."""
    return parse(FILE + GOOD)


@pytest.mark.parametrize("name", shipped())
def test_a_packed_scenario_is_the_same_battle_without_its_armoury(name: str) -> None:
    """Map, kinds and weapons are in the file; the figures are equal to the last number."""
    scenario = load(find(name))

    whole = parse(scenario_text(packed(scenario)))

    first, second = opening_state(scenario), opening_state(whole)
    assert state_text(first) == state_text(second)
    for figure in first.figures.values():
        other = second.figures[figure.id]
        assert (figure.who.kind, figure.who.weapons) == (other.who.kind, other.who.weapons)
    assert {entry.kind for _, entry in whole.entries()} <= whole.kinds.keys()
    assert not any(block.base for block in (*whole.kinds.values(), *whole.weapons.values()))
    assert packed(whole) == whole


def test_a_pasted_text_is_read_again(lane: Scenario) -> None:
    """Equal in all its parts."""
    assert read_paste(paste_text(lane)) == lane


def quoted(text: str) -> str:
    """As a mail program quotes it."""
    return "".join(f"> {line}\n" for line in text.split("\n"))


MANGLED: Mapping[str, Callable[[str], str]] = {
    "quoted": quoted,
    "quoted twice": lambda text: quoted(quoted(text)),
    "CR": lambda text: text.replace("\n", "\r"),
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "indented": lambda text: "".join(f"    {line}\n" for line in text.split("\n")),
    "dashes": lambda text: text.replace("-----", "\u2014-"),
    "blank lines": lambda text: text.replace("\n", "\n\n"),
    "no-break spaces": lambda text: text.replace("\n", "\u00a0\n"),
    "one line of code": lambda text: (
        text[: text.index("\n\n") + 2] + text[text.index("\n\n") + 2 :].replace("\n", " ")
    ),
    "every blank a no-break space": lambda text: text.replace(" ", "\u00a0"),
    "all in one line": lambda text: text.replace("\n", " "),
    "zero-width blanks": lambda text: text.replace("\n", "\u200b\n"),
    "soft hyphens": lambda text: text.replace("\n", "\u00ad\n"),
    "bars": lambda text: "".join(f"| {line}\n" for line in text.split("\n")),
    "HTML": lambda text: text.replace("\n", "<br>\n"),
    "check in its title": lambda text: text.replace("title: ", "title: check: 1 "),
    "in a letter": lambda text: f"Look, base64!\n\n{text}\nSee you == soon\n",
}


@pytest.mark.parametrize("way", MANGLED)
def test_mail_and_chat_do_no_harm(way: str, lane: Scenario) -> None:
    """What programs do to a text on its way."""
    assert read_paste(MANGLED[way](paste_text(lane))) == lane


@given(data=st.data())
def test_damage_is_found(lane: Scenario, data: st.DataObject) -> None:
    """Whatever letter is changed or left out between the check and the end."""
    text = paste_text(lane)
    begin, end = text.index("check: ") + 7, text.index("-----END")
    at = data.draw(st.integers(begin, end - 1).filter(lambda n: text[n] != "\n"))
    other = data.draw(st.sampled_from(["", "A", "9", "f"]).filter(lambda c: c != text[at]))

    with pytest.raises(UsageProblem, match=r"missing|changed"):
        read_paste(text[:at] + other + text[at + 1 :])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there is no scenario in this text"),
        ("BEGIN SKIRMISH SCENARIO\nAAAA\n", "the line -----END SKIRMISH SCENARIO----- is missing"),
        ("AAAA\nEND SKIRMISH SCENARIO\n", "the line -----BEGIN SKIRMISH SCENARIO----- is missing"),
        (
            "BEGIN SKIRMISH SCENARIO\ncheck: 12\n\nAAAA\nEND SKIRMISH SCENARIO",
            "the 16 digits after 'check:' were changed",
        ),
        (
            "BEGIN SKIRMISH SCENARIO\nAAAA\nEND SKIRMISH SCENARIO",
            "the line 'check:' is missing",
        ),
        ('format = 1\nruleset = "d20"\n\n[map]\n', "a scenario file already"),
    ],
)
def test_what_is_no_block_is_refused(text: str, why: str) -> None:
    """With what a block looks like."""
    with pytest.raises(UsageProblem, match=why) as caught:
        read_paste(text)

    assert caught.value.remedy


def test_two_blocks_are_refused(lane: Scenario) -> None:
    """It is not guessed which one is meant."""
    with pytest.raises(UsageProblem, match=r"several .*paste one"):
        read_paste(paste_text(lane) * 2)


def test_a_block_that_unpacks_without_end_is_refused(lane: Scenario) -> None:
    """A small text could fill the memory."""
    import base64  # noqa: PLC0415 - for this test alone
    import zlib  # noqa: PLC0415 - as above

    bomb = base64.b64encode(zlib.compress(b"#" * 30_000_000, 9)).decode()
    head, _, tail = paste_text(lane).partition("\n\n")
    text = f"{head}\n\n{bomb}\n{tail[tail.index('-----END') :]}"

    with pytest.raises(UsageProblem, match="larger than 1 MiB"):
        read_paste(text)
