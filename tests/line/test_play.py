"""A battle in line mode: its output from briefing to report, for each player."""

from __future__ import annotations

import io
import os
import shlex
from pathlib import Path

import pytest

from skirmish.game import HUMAN, Game
from skirmish.line import after_battle
from skirmish.line.console import Console
from skirmish.line.play import LinePlay
from skirmish.presentation.reasons.advice import ADVISER_OFF
from skirmish.presentation.setup.preferences import NONE, Preferences
from tests.drill_ruleset import drilled
from tests.line.scripted import line_game, of
from tests.toy_game import played
from tests.tui.test_one_bound import watched
from tests.village import village


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def told(
    game: Game,
    typed: str,
    monkeypatch: pytest.MonkeyPatch | None = None,
    preferences: Preferences | None = None,
) -> str:
    """The output when these lines are typed; at a terminal if the environment is given."""
    sink = io.StringIO()
    source: io.StringIO = io.StringIO(typed)
    if monkeypatch is not None:
        monkeypatch.setenv("TERM", "xterm")
        sink, source = Terminal(), Terminal(typed)
    LinePlay(game, Console(source, sink), preferences=preferences).run()
    return sink.getvalue()


def test_a_pipe_gets_plain_text() -> None:
    """No escape, no line wider than 100 columns, the order echoed behind the prompt."""
    said = told(played(red="recruit"), "look\nmap\nstep 1,1\nend\n")

    assert said.replace("\n", "").isprintable()
    assert max(map(len, said.split("\n"))) <= 100
    assert "b1> step 1,1\n" in said


def test_end_of_input_keeps_the_record(tmp_path: Path) -> None:
    """The output names the command that resumes it; `quit` does the same."""
    path = tmp_path / "a battle.skr"
    game = Game.new(village(), 1, {"red": "recruit"}, record=path)
    said = told(game, "ready\n")
    game.close()

    assert "The input has ended.\n" in said
    typed = said.replace("\n  ", " ").partition("Resume with: ")[2]
    assert shlex.split(typed) == ["skirmish", "play", "--line", str(path)]
    with Game.load(path) as again:
        resumed = told(again, "quit\n")
    assert "Turn 1 of " in resumed
    assert "You left the battle.\n" in resumed


def test_the_screen_is_cleared_between_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the other player is called, and only then."""
    said = told(played(red=HUMAN), "\nend\nend\nfoes\n\nlook\n", monkeypatch)
    blue, cleared, red = said.partition("\x1b[H\x1b[2J\x1b[3J")

    assert blue.startswith("blue: your turn.\nWhen only you can see the screen, press enter> ")
    assert "You lead blue." in blue
    assert "Type 'end' again to confirm." in blue
    assert cleared
    assert red.startswith("red: your turn.\nThe screen was cleared; ")
    # Only an empty line opens the curtain.
    assert red.count("When only you can see the screen, press enter> ") == 2
    assert "You lead red." in red


@pytest.mark.parametrize("typed", ["foes", " ", "end", "resign", "undo"])
def test_a_line_before_the_player_has_come_is_answered_and_not_carried_out(typed: str) -> None:
    """It may be an order that the player before has typed ahead, so it is not repeated in words."""
    game = played(red=HUMAN)
    said = told(game, f"\nend\n{typed}\n\nlook\n")

    awaited = "Not carried out: red must press enter on an empty line first; 'quit' leaves.\n"
    assert f"When only you can see the screen, press enter> {typed}\n{awaited}When only" in said
    assert said.count(awaited) == 1
    assert [(entry.side, entry.order) for entry in game.lines if entry.verb != "ready"] == [
        ("blue", "end")
    ]


@pytest.mark.parametrize(("typed", "dropped"), [("end\n", True), ("", False)])
def test_lines_typed_ahead_at_a_terminal_are_dropped_with_a_word(typed: str, dropped: bool) -> None:
    """They were meant for the turn that is over."""
    pytest.importorskip("termios")
    keyboard, terminal = os.openpty()
    with os.fdopen(keyboard, "w") as keys, os.fdopen(terminal) as source:
        console = Console(source, io.StringIO())
        keys.write(typed)
        keys.flush()

        assert console.discard_input() is dropped
        keys.write("\n")
        keys.flush()
        assert console.ask("When only you can see the screen, press enter") == ""


def test_what_was_typed_ahead_is_said_where_it_was_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before the next player is called."""
    monkeypatch.setattr(Console, "discard_input", lambda _: True)

    said = told(played(red=HUMAN), "\nquit\n")

    assert said.startswith(
        "blue: your turn.\nLines typed ahead were dropped and not carried out.\nWhen only"
    )


def test_lines_typed_for_the_battle_choose_nothing_at_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are dropped with a word before the question about the report."""
    drops: list[bool] = []

    def discard(_: Console) -> bool:
        drops.append(True)
        return True

    monkeypatch.setattr(Console, "discard_input", discard)
    game = played(red="recruit")
    said = told(game, "resign\nresign\nquit\n", monkeypatch)

    assert game.over
    assert drops == [True]
    dropped = said.index("Lines typed ahead were dropped and not carried out.\n")
    assert said.index("The battle is over.\n") < dropped < said.index("the report> ")


def test_without_a_terminal_nothing_is_cleared_and_that_is_said() -> None:
    """No escape goes into a file."""
    said = told(played(red=HUMAN), "\nend\n")

    assert "Earlier text stays above: this output cannot be cleared.\n" in said
    assert "\x1b" not in said


def test_undo_and_refusals() -> None:
    """Undo restores what the side knew; a refusal changes nothing."""
    game = drilled()
    said = told(game, "\nready\n" * 2 + "turn s\nundo\nundo\nresign\n")

    assert "Taken back. " in said or "Not done: undo" in said
    assert game.over


@pytest.mark.parametrize("answer", ["2", "hold", "answer hold"])
def test_a_question_in_mid_order_is_answered(answer: str) -> None:
    """It shows the odds of its options; they are chosen by number or text."""
    game = watched()
    said = told(game, f"\nmove r1 7,0>5,0\n\nfoes\n9\n{answer}\n")

    assert game.lines[-1].order == "answer hold"
    assert "Question: b1 b1: attack now, or keep waiting?\n  1: fire at r1 r1 with hand gun" in said
    assert "\n  2: hold fire, keep watching\n" in said
    assert "answer> foes\nr1 r1" in said
    assert "Not understood: no order or command '9'; " in said


def test_the_report_is_shown_once_at_the_end() -> None:
    """Winner, points, losses."""
    game = played(red="recruit")
    play, console = line_game(game, of(["end"] * 9))
    play.run()

    assert game.over
    at = console.said.index("The battle is over.")
    assert console.said[at + 1].rstrip(".") in ("A draw", "Victory: blue", "Victory: red")
    assert console.said[-1] == "No record of the battle was kept."


def test_settings_apply() -> None:
    """Advice and exact odds can be switched off."""
    game = Game.new(village(), 1, {"red": "recruit"})
    none = told(game, "ready\nadvise\nodds\nquit\n", preferences=Preferences("", odds=NONE))
    words = told(game, "advise\nquit\n", preferences=Preferences("recruit", odds=NONE))

    assert f"{ADVISER_OFF.capitalize()} (" in none
    assert "Exact odds are off in your settings.\n" in none
    advice = words.partition("The computer (recruit) suggests, best first:")[2]
    assert "type: " in advice
    assert "%" not in advice
    assert "worth" not in advice


def test_advice_and_reasons() -> None:
    """The advice is an order to type; after the battle the computer's reasons are available."""
    game = Game.new(village(), 1, {"red": "recruit"})
    said = told(game, "ready\nadvise\nquit\n")
    assert "suggests, best first:" in said
    assert "type: " in said

    while not game.over:
        game.order(game.to_act, "ready" if not game.turn else "end")
    assert "Reasons for which turn? Available: 0, 1" in "".join(after_battle.reason_lines(game, ""))
    assert "Red, " in "".join(after_battle.reason_lines(game, "0"))


def test_advice_for_a_figure_comes_first() -> None:
    """Each figure may be asked about, in the deployment as in the battle."""
    game = Game.new(village(), 1, {"red": "recruit"})
    for name in ("b1", "b2"):
        said = told(game, f"advise {name}\nquit\n")
        assert f"suggests, {name} first:" in said
        assert f"  type: deploy {name} " in said.partition("2. ")[0]


def test_a_nearly_full_record_is_reported_at_each_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the first order that does not fit, and with a remedy."""
    with Game.new(village(), 1, {"red": "recruit"}, record=tmp_path / "x.skr") as game:
        monkeypatch.setattr("skirmish.record.limits.WARNING_SHARE", 0)
        said = told(game, "ready\nend\n")

    assert "the record is nearly full: about" in said
    assert "'resign' still ends this battle" in " ".join(said.split())


def test_a_group_moves_by_one_typed_order() -> None:
    """The record has an order for each; whoever is named alone afterwards goes alone."""
    game = drilled("recruit")
    said = told(game, "together b1 b2\nmove b1 3,0\ntogether r1\ntogether\nquit\n")

    assert "Group: b1, b2. Move one and the rest follow.\n" in said
    assert "'r1' is not one of your figures; such as 'together b1 b2'." in said
    assert "The group is empty.\n" in said
    moved = [line.order.split()[:2] for line in game.lines if line.side == "blue"]
    assert moved == [["move", "b1"], ["move", "b2"]]
    assert [game.state.figures[name].at for name in ("b1", "b2")] == [(3, 0), (3, 2)]
