"""Scripted events: each condition and effect, on its record, in a replay, and with undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from skirmish.core import events as ev
from skirmish.core.state import state_hash
from skirmish.core.view import view
from skirmish.errors import OrderRefused
from skirmish.game import Game, open_text
from skirmish.game.opening import verify_record
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.question_words import answer_options
from skirmish.presentation.script_news import NO_CHANGE
from skirmish.presentation.setup.scenario_text import event_texts

BATTLE = '''\
format = 2
title = "The lane"
ruleset = "opposed_d6"
turns = 4

[map]
rows = """
..............#.....
..............#.....
..............#.....
..............+.....
..............#.....
..............#.....
"""

[sides.blue]
name = "Blue"
figures = [
  { id = "b1", kind = "rifleman", at = [2, 2] },
  { id = "b2", kind = "rifleman", at = [2, 4] },
]

[sides.red]
name = "Red"
figures = [
  { id = "r1", kind = "rifleman", at = [17, 2], facing = "E" },
  { id = "r2", kind = "rifleman", at = [17, 4], facing = "E" },
]

[[objectives]]
side = "blue"
kind = "hold"
area = [0, 0, 4, 5]
points = 2
'''
WELL = """
[[objectives]]
id = "well"
side = "red"
kind = "hold"
area = [16, 0, 19, 5]
points = 3
closed = true
"""
NEVER = "when = { turn = 4 }"
END = 4
IN_TURN_2 = "when = { turn = 2 }"
ALONE = f" ({NO_CHANGE})"


def begun(events: str) -> Game:
    """The battle with these events, in its first bound."""
    text = BATTLE + (WELL if "well" in events else "") + events
    return Game.new(open_text(text), 7, {"blue": "human", "red": "human"})


def pass_to(game: Game, turn: int, side: str = "blue") -> Game:
    """The game after bounds in which nothing is done, at a bound of a side in a turn."""
    while (game.state.clock.turn, game.to_act) != (turn, side):
        game.order(game.to_act, "end")
    return game


def happened(game: Game, kind: type[ev.Event]) -> list[ev.Event]:
    """The events of a kind, of the whole game."""
    return [one.event for line in game.lines for one in line.told if isinstance(one.event, kind)]


def over(game: Game) -> bool:
    """Whether the battle is over."""
    return game.state.tally.over


def fired(game: Game) -> tuple[str, ...]:
    """The scripted events that have happened."""
    return game.state.script.fired


def reads(game: Game, side: str) -> list[str]:
    """The sentences of a side's log."""
    known = game.view(side)
    return [one.text for one in log_sentences(known, known.news, game.ruleset)]


def test_a_turn_begins() -> None:
    """Both sides read it, once, as the turn begins."""
    game = begun(f'[[events]]\n{IN_TURN_2}\ntext = "Rain."')
    pass_to(game, 1, "red")
    assert not fired(game)

    pass_to(game, 2)

    assert fired(game) == ("e1",)
    pass_to(game, 4)
    for side in ("blue", "red"):
        assert reads(game, side).count(f"Rain.{ALONE}") == 1


def test_a_turn_of_one_side_begins() -> None:
    """Not before that side acts in it."""
    game = begun('[[events]]\nwhen = { turn = 2, side = "red" }\ntext = "Rain."')

    assert not fired(pass_to(game, 2, "blue"))
    assert fired(pass_to(game, 2, "red")) == ("e1",)


def test_a_figure_enters_an_area() -> None:
    """Only its side reads it if the enemy does not see it; who else moves does not count."""
    game = begun('[[events]]\nwhen = { enters = [4, 0, 6, 5], figures = ["b1"] }\ntext = "In."')

    game.order("blue", "move b2 5,4 face=E")
    assert not fired(game)
    game.order("blue", "move b1 5,2 face=E")

    assert fired(game) == ("e1",)
    assert f"In.{ALONE}" in reads(game, "blue")
    assert f"In.{ALONE}" not in reads(game, "red")


def test_a_text_is_for_the_sides_that_it_names() -> None:
    """Whatever they see."""
    event = (
        '[[events]]\nwhen = { enters = [4, 0, 6, 5], side = "blue" }\ntext = "In."\nto = ["red"]'
    )
    game = begun(event)

    game.order("blue", "move b1 5,2 face=E")

    assert f"In.{ALONE}" in reads(game, "red")
    assert f"In.{ALONE}" not in reads(game, "blue")
    assert game.view("blue").state.script.triggers == ()


def test_no_view_holds_what_has_not_happened() -> None:
    """Neither the events nor the figures that they bring."""
    game = begun(
        f'[[events]]\n{NEVER}\ntext = "Late."\n[[reinforcements]]\nevent = "e1"\nside = "blue"\n'
        'edge = "W"\nfigures = [{ id = "b3", kind = "rifleman" }]'
    )

    assert game.state.script.triggers
    for side in ("blue", "red"):
        known = view(game.state, side)
        assert known.state.script.triggers == ()
        assert "b3" not in known.state.figures


def test_an_enemy_is_seen() -> None:
    """As it comes into sight; its own side reads nothing."""
    game = begun('[[events]]\nwhen = { seen = 1, side = "red" }\ntext = "There!"')
    assert not fired(game)

    while game.state.clock.phase != "move" or game.to_act != "red":
        game.order(game.to_act, "end")
    game.order("red", "move r1 16,3>15,3 face=W")
    game.order("red", "door r1 14,3")

    assert fired(game) == ("e1",)
    assert f"There!{ALONE}" in reads(game, "blue")
    assert f"There!{ALONE}" not in reads(game, "red")


def test_figures_fall() -> None:
    """Counted by number; a side whose fallen they are reads it, the enemy only what it saw."""
    close = BATTLE.replace("[17, 2]", "[4, 2]").replace("[17, 4]", "[4, 4]")
    text = close + '[[events]]\nwhen = { falls = 1, side = "red" }\ntext = "One less."'
    for seed in range(20):
        game = Game.new(open_text(text), seed, {"blue": "human", "red": "human"})
        while not happened(game, ev.Left) and game.state.clock.turn < END and not over(game):
            side = game.to_act
            shots = ("fire b1 r1", "fire b2 r2") if side == "blue" else ()
            for shot in shots:
                if game.refusal(side, shot) is None:
                    game.order(side, shot)
            if not over(game) and game.to_act == side:
                game.order(side, "end")
        lost = [one.figure for one in happened(game, ev.Left) if isinstance(one, ev.Left)]
        assert bool(fired(game)) == any(name.startswith("r") for name in lost)
        if fired(game):
            assert f"One less.{ALONE}" in reads(game, "blue")
            return
    pytest.fail("no red figure fell in twenty battles")


def test_a_side_has_a_score() -> None:
    """After the end of the turn in which it got the points."""
    game = begun('[[events]]\nwhen = { score = 2, side = "blue" }\ntext = "Two."')

    pass_to(game, 2)

    assert fired(game) == ("e1",)
    assert f"Two.{ALONE}" in reads(game, "red")


def test_an_event_waits_for_another() -> None:
    """Its own condition alone is not enough; then both happen at once."""
    game = begun(
        '[[events]]\nid = "second"\nwhen = { turn = 1 }\nafter = "first"\ntext = "2"\n'
        f'[[events]]\nid = "first"\n{IN_TURN_2}\ntext = "1"'
    )
    assert not fired(pass_to(game, 1, "red"))

    assert fired(pass_to(game, 2)) == ("first", "second")


def test_an_objective_opens_and_closes() -> None:
    """It scores only while it counts, and both sides learn of it."""
    game = begun(
        f'[[events]]\n{IN_TURN_2}\nopen = ["well"]\nclose = ["o1"]\n'
        '[[events]]\nwhen = { turn = 3 }\nclose = ["well"]'
    )
    pass_to(game, 2)
    assert dict(game.state.tally.score) == {"blue": 2}
    pass_to(game, 3)
    assert dict(game.state.tally.score) == {"blue": 2, "red": 3}
    pass_to(game, 4)

    assert dict(game.state.tally.score) == {"blue": 2, "red": 3}
    log = " / ".join(reads(game, "blue"))
    assert "new objective of Red: hold" in log
    assert "an objective of Blue no longer counts: hold" in log


def test_an_objective_that_is_open_or_closed_already_is_not_announced_again() -> None:
    """Two events may open one objective, whichever happens first."""
    both = 'open = ["well"]\nclose = ["o1"]\n'
    game = begun(f"[[events]]\n{IN_TURN_2}\n{both}[[events]]\nwhen = {{ turn = 3 }}\n{both}")
    pass_to(game, 3)

    log = " / ".join(reads(game, "blue"))
    assert log.count("new objective of Red: hold") == 1
    assert log.count("an objective of Blue no longer counts: hold") == 1


def test_terrain_changes_where_it_is_seen() -> None:
    """A side that does not see the ground keeps the terrain that it knows."""
    game = begun(
        f'[[events]]\n{IN_TURN_2}\nterrain = [{{ area = [6, 1, 6, 1], becomes = "rubble" }}, '
        '{ area = [16, 1, 16, 1], becomes = "rubble" }]'
    )

    pass_to(game, 2)

    boards = [game.view(side).state.board for side in ("blue", "red")]
    assert [board.terrain((16, 1)).id for board in boards] == ["open", "rubble"]
    assert [board.terrain((6, 1)).id for board in boards] == ["rubble", "open"]
    assert game.state.board.terrain((16, 1)).id == game.state.board.terrain((6, 1)).id == "rubble"


def test_terrain_that_cannot_be_entered_leaves_figures_their_tile() -> None:
    """A wall does not come down on a figure."""
    game = begun(
        f'[[events]]\n{IN_TURN_2}\nterrain = [{{ area = [17, 1, 17, 2], becomes = "wall" }}]'
    )

    pass_to(game, 2)

    assert game.state.board.terrain((17, 1)).id == "wall"
    assert game.state.board.terrain((17, 2)).id == "open"


def test_smoke_is_laid_and_ends() -> None:
    """After as many turns as it lasts; it blocks sight."""
    game = begun(f"[[events]]\n{IN_TURN_2}\nsmoke = [{{ at = [4, 2], radius = 1, turns = 1 }}]")

    pass_to(game, 2)
    assert game.state.board.clouds & game.state.board.bit((4, 2))
    assert not game.view("blue").seen & game.state.board.bit((7, 2))
    pass_to(game, 3)

    assert not game.state.board.clouds


def test_reinforcements_come_to_an_area() -> None:
    """To its middle, at once, and the enemy learns nothing of it."""
    game = begun(
        f'[[events]]\n{IN_TURN_2}\n[[reinforcements]]\nevent = "e1"\nside = "red"\n'
        'area = [16, 0, 18, 0]\nfigures = [{ id = "r3", kind = "rifleman" }, '
        '{ id = "r4", kind = "rifleman" }]'
    )

    pass_to(game, 2)

    assert [game.state.figures[name].at for name in ("r3", "r4")] == [(17, 0), (16, 0)]
    assert "r3" not in game.view("blue").state.figures
    assert game.state.setup.sides["red"].worth * 2 == sum(
        figure.who.kind.points for figure in game.state.figures.values() if figure.side == "red"
    )


def test_a_figure_changes_sides() -> None:
    """Both sides learn of it; it is given orders by its new side, and the old one sees it."""
    game = begun(f'[[events]]\n{IN_TURN_2}\njoin = [{{ figures = ["b2"], side = "red" }}]')

    pass_to(game, 2)

    assert game.state.figures["b2"].side == "red"
    assert "b2" in game.view("red").state.figures
    assert [enemy.id for enemy in game.view("blue").enemies()] == ["b2"]
    assert "b2 changes sides" in reads(game, "blue")
    pass_to(game, 2, "red")
    while game.state.clock.phase != "move" or game.to_act != "red":
        game.order(game.to_act, "end")
    game.order("red", "move b2 3,4 face=E")
    assert game.state.figures["b2"].at == (3, 4)


CHOICE = """
[[events]]
id = "call"
when = { turn = 2 }
text = "Whom do you call?"
choose = "red"

[[events]]
id = "guns"
when = { chosen_from = "call" }
open = ["well"]

[[events]]
id = "horse"
when = { chosen_from = "call" }
text = "Hooves."
"""


@pytest.mark.parametrize(("chosen", "score"), [("guns", 3), ("horse", 0)])
def test_a_side_chooses_between_events(chosen: str, score: int) -> None:
    """The other one never happens; the question stands in the record like any other."""
    game = begun(CHOICE)
    game = pass_to(game, 1, "red")
    while game.state.pending is None:
        game.order(game.to_act, "end")
    question = game.view("red").question
    assert question is not None
    assert question.options == ("guns", "horse")
    assert game.view("blue").question is None
    said = answer_options(game.view("red"), game.verbs)
    assert [one.words for one in said] == ["guns", "horse: Hooves."]
    assert game.view("blue").state.script.text_of("horse") == ""

    game.order("red", f"answer {chosen}")
    pass_to(game, 4)

    assert fired(game) == ("call", chosen)
    assert game.state.tally.score.get("red", 0) == 2 * score


def test_a_record_replays_to_the_same_state(tmp_path: Path) -> None:
    """Events are recorded; carried out again they are the same."""
    game = pass_to(begun(CHOICE), 1, "red")
    while game.state.pending is None:
        game.order(game.to_act, "end")
    game.order("red", "answer guns")

    path = tmp_path / "game.skr"
    path.write_text(game.record.text, encoding="utf-8")
    again = Game.load(path)

    assert state_hash(again.state) == state_hash(game.state)
    assert again.state.script == game.state.script
    assert verify_record(path).ok


def test_undo_is_refused_after_an_event_that_the_side_reads() -> None:
    """And takes the order back with an event that it learns nothing of."""
    event = '[[events]]\nwhen = { enters = [4, 0, 6, 5], side = "blue" }\ntext = "In."\n'
    game = begun(event)
    game.order("blue", "move b1 3,2 face=W")
    game.undo("blue")
    game.order("blue", "move b1 4,2 face=W")
    with pytest.raises(OrderRefused):
        game.undo("blue")

    secret = begun(f'{event}to = ["red"]')
    secret.order("blue", "move b1 4,2 face=W")
    assert fired(secret) == ("e1",)
    secret.undo("blue")

    assert not fired(secret)
    assert secret.state.script == begun(f'{event}to = ["red"]').state.script


def test_the_panel_shows_events_until_the_next_bound_is_over() -> None:
    """A text of the enemy's bound is read in one's own, not in the one after it."""
    game = begun('[[events]]\nwhen = { turn = 1, side = "red" }\ntext = "Rain."')

    pass_to(game, 2)
    assert event_texts(game.view("blue")) == (f"In turn 1: Rain.{ALONE}",)
    pass_to(game, 3)
    assert event_texts(game.view("blue")) == ()


@pytest.mark.parametrize(("ground", "said"), [("wall", "The mill falls."), ("open", ALONE)])
def test_an_event_by_which_nothing_is_seen_to_change_says_so(ground: str, said: str) -> None:
    """Its text may tell of an effect that it does not have any more; in log and panel."""
    change = f'terrain = [{{ area = [3, 0, 3, 0], becomes = "{ground}" }}]'
    game = begun(f'[[events]]\nwhen = {{ turn = 1 }}\ntext = "The mill falls."\n{change}')

    (panel,) = event_texts(game.view("blue"))
    (log,) = (one for one in reads(game, "blue") if "The mill falls." in one)
    assert panel == log
    assert log.endswith(said)


def test_the_text_of_an_event_tells_the_objectives_that_it_opens() -> None:
    """With their side and what they pay, for both sides."""
    game = begun('[[events]]\nwhen = { turn = 1 }\ntext = "Rain."\nopen = ["well"]')

    told = "Rain. New objective of Red: hold at 16,0 to 19,5 (3 points)."
    assert event_texts(game.view("blue")) == (told,)
    assert event_texts(game.view("red")) == (told,)


def test_the_panel_shows_an_event_of_an_own_bound_only_in_that_turn() -> None:
    """In the next turn it was read long ago."""
    game = begun('[[events]]\nwhen = { turn = 1 }\ntext = "Rain."')

    assert event_texts(game.view("blue")) == (f"Rain.{ALONE}",)
    pass_to(game, 2)
    assert event_texts(game.view("blue")) == ()


def test_reinforcements_face_inward_unless_the_scenario_says_otherwise() -> None:
    """From an edge or an area."""
    wave = '[[reinforcements]]\nevent = "e1"\nside = "blue"\n{place}\nfigures = [{figure}]\n'
    plain = '{{ id = "b{n}", kind = "rifleman"{more} }}'
    waves = [
        ('edge = "W"', ""),
        ("area = [0, 5, 1, 5]", ""),
        ('edge = "N"', ', facing = "W"'),
    ]
    text = f"[[events]]\n{IN_TURN_2}\n" + "".join(
        wave.format(place=place, figure=plain.format(n=n, more=more))
        for n, (place, more) in enumerate(waves, 3)
    )

    game = pass_to(begun(text), 2)

    assert [game.state.figures[f"b{n}"].facing.name for n in (3, 4, 5)] == ["E", "E", "W"]


def test_a_side_from_which_all_go_over_has_lost() -> None:
    """At once, as if it were destroyed."""
    game = begun(f'[[events]]\n{IN_TURN_2}\njoin = [{{ figures = ["r1", "r2"], side = "blue" }}]')

    while not over(game):
        game.order(game.to_act, "end")

    assert game.state.clock.turn == 2
    assert (game.state.tally.winner, game.state.tally.reason) == ("blue", "destroyed")


def test_ground_that_changes_is_one_sentence() -> None:
    """However many tiles a side sees change."""
    game = begun(
        f'[[events]]\n{IN_TURN_2}\nterrain = [{{ area = [0, 0, 3, 0], becomes = "rubble" }}]'
    )

    pass_to(game, 2)

    assert "0,0 changes to rubble and 3 more tiles" in reads(game, "blue")
