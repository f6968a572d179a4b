"""After the battle: the report in sentences, and requests for its parts."""

from __future__ import annotations

from functools import cache

from skirmish.game import Game
from skirmish.line import after_battle
from skirmish.line.after_battle import answer_questions, replay_lines
from skirmish.presentation.report_document import Table
from tests.line.scripted import line_game, of
from tests.test_hidden import played


@cache
def over(ruleset: str = "trait_die") -> Game:
    """A battle that is over."""
    game = played(ruleset, 1)
    if not game.over:
        game.order(game.to_act, "resign")
    return game


def test_report_has_all_parts_of_the_screen_report() -> None:
    """Every part is given as sentences, without drawings."""
    lines = after_battle.report_lines(over())
    titles = [part.title for part in after_battle.report_parts(over())]

    assert "Fire by weapon" in titles
    assert "Dice" in titles
    assert any("hits expected" in line and "luck " in line for line in lines)
    assert any(line.startswith("Fire hit these tiles: ") for line in lines)
    assert all(line.isprintable() and line.endswith((".", ":")) for line in lines)
    assert not any(mark in line for line in lines for mark in ("==", "##", ">>", " | "))


def test_a_single_turn_is_no_turns() -> None:
    """An objective that paid once, in several turns, or never."""
    head = ("reason", "paid", "in turns")
    cells = (("Reach it", "3", "2"), ("Hold it", "8", "4-7"), ("Leave", "0", "never"))
    said = after_battle.row_words(Table(head, cells, ("reason", "paid", "turns")))

    assert said == [
        "  Reach it: paid 3, in turn 2.",
        "  Hold it: paid 8, in turns 4-7.",
        "  Leave: paid 0, never.",
    ]


def test_short_report_lists_the_other_parts() -> None:
    """The short report names the parts that can be requested."""
    lines = after_battle.report_lines(over(), whole=False)

    assert len(lines) < len(after_battle.report_lines(over()))
    assert lines[-1].startswith("More in the report: 'fire by weapon', ")


def test_report_parts_are_found_by_words_of_their_titles() -> None:
    """Any word of a title selects a part until the player quits; other input gets a reply."""
    _, console = line_game(over(), of(["luck", "weapon", "xyzzy", "", "replay 1", "quit", "luck"]))
    answer_questions(over(), console)
    said = [line for line in console.said if line.startswith("the report> ")]

    assert said == [f"the report> {t}" for t in ("luck", "weapon", "xyzzy", "", "replay 1", "quit")]
    assert any(line.startswith("Hits: enemies that an attack affects. ") for line in console.said)
    assert "'xyzzy' is not a part of the report." in console.said


def test_replay_tells_all_events_or_one_turn() -> None:
    """The replay holds both sides; the lines of a turn are part of the whole."""
    whole, first = replay_lines(over()), replay_lines(over(), "1")

    assert any(line.startswith("Turn 1, ") for line in first)
    assert 0 < len(first) < len(whole)
    assert set(first) <= set(whole)
    assert replay_lines(over(), "99") == ["There is no turn 99."]
