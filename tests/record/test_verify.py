"""Verifying: the rules make of the orders what the record says, or it says where they part."""

from typing import Any
from unittest.mock import patch

import pytest
from attrs import evolve

from skirmish.core.dice import Face
from skirmish.core.events import Ended, ToldEvent
from skirmish.core.state import state_text
from skirmish.game import Game, verify_record
from skirmish.record import Record
from tests.toy_ruleset import TOY, play, toy

GAME = play(Game.new(toy(), 42), 60, seed=3)
SHOT = next(at for at, entry in enumerate(GAME.lines) if entry.faces)
TOLD, FACES = GAME.lines[SHOT].told, GAME.lines[SHOT].faces
FIRED = "fired b1 rifle target=r1"


def test_agreeing_lines_are_not_applied_a_second_time() -> None:
    """Carrying out an order gave the state; loading makes the same of the same events."""
    with patch("skirmish.record.history.apply_event", side_effect=AssertionError):
        report = verify_record(GAME.record.text, toy)

    assert report.ok
    assert report.agree == len(GAME.lines)
    loaded = Game.replay(GAME.record.text, open_scenario=toy)
    texts = [state_text(loaded.state_at(line)) for line in range(len(GAME.lines) + 1)]
    assert texts == [state_text(GAME.state_at(line)) for line in range(len(GAME.lines) + 1)]


def with_line(at: int, **changes: Any) -> str:
    """The record with one line changed, and checks that fit."""
    entries = list(GAME.lines)
    entries[at] = evolve(entries[at], **changes)
    return Record(GAME.record.head, entries).text


def line_of(at: int) -> int:
    """The number in the file of an order's line."""
    lines = GAME.record.text.splitlines()
    return next(n for n, line in enumerate(lines, 1) if line.startswith("begin")) + at + 1


def test_a_game_agrees_with_its_record() -> None:
    """Nothing parts, up to the end of the battle."""
    report = verify_record(GAME.record.text, open_scenario=toy)

    assert (report.ok, report.agree) == (True, len(GAME.lines))
    assert GAME.over


def test_games_with_orders_taken_back_agree_too() -> None:
    """An undo is carried out again like any other line."""
    for seed in range(5):
        game = play(Game.new(toy(), seed), 60, seed, undo=True)
        assert verify_record(game.record.text, open_scenario=toy).difference is None


@pytest.mark.parametrize(
    ("changes", "recorded", "now"),
    [
        ({"told": TOLD[:-1]}, "nothing", "asked red hit duck|stand.fast figure=r1 ~red"),
        ({"told": (*TOLD, ToldEvent(Ended("bored"), ()))}, "ended bored ~", "nothing"),
        ({"told": (evolve(TOLD[0], sides=("red",)),)}, f"{FIRED} ~red @0+1", f"{FIRED} @0+1"),
        ({"told": (evolve(TOLD[0], dice=0),)}, FIRED, f"{FIRED} @0+1"),
        ({"faces": (), "told": ()}, "carried out", "no face is left"),
        ({"faces": (*FACES, Face(6, 1))}, "carried out", "not rolled:"),
        ({"faces": (Face(6, 7),)}, "carried out", "cannot show"),
        ({"faces": (Face(8, 1),)}, "carried out", "of a d8"),
        ({"order": "shoot b1 b2"}, "carried out", "refused"),
        ({"order": "shoot b1  r1"}, "shoot b1  r1", "shoot b1 r1"),
        ({"order": "sing"}, "carried out", "no order 'sing'"),
        ({"side": "red"}, "carried out", "the other side must act"),
        ({"state": "0" * 16}, "state 0000000000000000", "state nothing"),
    ],
)
def test_whatever_was_altered_is_found(changes: dict[str, Any], recorded: str, now: str) -> None:
    """The first difference has the line of the file and both versions."""
    report = verify_record(with_line(SHOT, **changes), open_scenario=toy)

    assert report.difference is not None
    assert (report.difference.line, report.agree) == (line_of(SHOT), SHOT)
    assert report.difference.recorded == recorded
    assert now in report.difference.now


def test_another_face_is_found_where_it_makes_a_difference() -> None:
    """A miss that is recorded as a hit is found as an event that differs."""
    hit = next(
        at
        for at, entry in enumerate(GAME.lines)
        if entry.verb == "shoot" and entry.faces[0].face >= 4
    )

    report = verify_record(with_line(hit, faces=(Face(6, 2),)), open_scenario=toy)

    assert report.difference is not None
    assert report.difference.recorded.startswith("asked red hit")
    assert report.difference.now == "nothing"


def test_rules_that_changed_part_from_an_old_record_but_it_still_plays() -> None:
    """Loading applies what happened; only verifying asks the rules of today."""
    newer = evolve(TOY, version=2, hit_on=7)

    report = verify_record(GAME.record.text, open_scenario=lambda text: toy(text, newer))
    game = Game.replay(GAME.record.text, open_scenario=lambda text: toy(text, newer))

    assert report.difference is not None
    assert game.lines == GAME.lines
    assert "version 1" in game.notices[0]
