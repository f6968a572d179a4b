"""Loading: the events alone make the same states, questions that are open included."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from skirmish.core.state import state_text
from skirmish.errors import RecordProblem
from skirmish.game import Game
from skirmish.record import Entry, Record
from tests.toy_ruleset import DEPLOYED, LANE, play, toy

GOLDEN = """\
skirmish record 1
ruleset toy 1 0000000000000000
scenario adb16339e845796e
seed 42
players blue=human red=human
> title The lane
> turns 3
> map
> .........
> ....#....
> .........
> figures
> b1 blue 1,0
> b2 blue 1,2
> r1 red 7,0
> r2 red 6,2 watch hidden
begin #bd1d8f7b
1 blue ready | - | bound 0 1 deploy red =a02531ae75ea771e #28acac34
2 red ready | - | bound 1 1 act blue =3d62a96f186439fe #0b6c4114
"""
GAMES = [(7, 3, False), (8, 4, True), (9, 5, True)]


def whole_game(seed: int, choices: int, *, undo: bool, text: str = LANE) -> Game:
    """A game in memory, played to its end."""
    return play(Game.new(toy(text), seed), 80, choices, undo=undo)


def go_on(game: Game, lines: tuple[Entry, ...]) -> Game:
    """Give the orders of these lines that the game does not have yet."""
    while len(game.lines) < len(lines):
        entry = lines[len(game.lines)]
        game.order(entry.side, entry.order)
    return game


@pytest.mark.parametrize(("seed", "choices", "undo"), GAMES)
def test_a_loaded_game_has_the_states_it_was_played_with(
    seed: int, choices: int, undo: bool
) -> None:
    """After every line, and for every side, nothing tells the two apart."""
    played = whole_game(seed, choices, undo=undo)

    loaded = Game.replay(played.record.text, open_scenario=toy)

    assert loaded.lines == played.lines
    for line in range(len(played.lines) + 1):
        assert state_text(loaded.state_at(line)) == state_text(played.state_at(line))
        for side in played.sides:
            assert loaded.view_at(line, side).news == played.view_at(line, side).news
    assert loaded.record.text == played.record.text


@pytest.mark.parametrize(("seed", "choices", "undo"), GAMES)
def test_a_game_cut_anywhere_goes_on_as_if_it_had_not_been(
    tmp_path: Path, seed: int, choices: int, undo: bool
) -> None:
    """Same orders, same dice, same events, same bytes; also in the middle of a question."""
    played = whole_game(seed, choices, undo=undo)
    text, asked = played.record.text, 0
    for line in range(0, len(played.lines) + 1, 2):
        path = tmp_path / f"{line}.skr"
        path.write_text(Record(played.record.head, played.lines[:line]).text)
        with Game.load(path, open_scenario=toy, sync=False) as game:
            asked += game.state.pending is not None
            go_on(game, played.lines)
            assert path.read_text() == text
    assert asked


def test_deployment_is_a_part_of_the_record() -> None:
    """Sides that have nothing to deploy are ready by themselves, also after a load."""
    game = Game.new(toy(DEPLOYED), 1)
    assert not game.lines
    assert (game.to_act, game.turn) == ("blue", 0)

    game.order("blue", "deploy b2 0,1")
    game.order("blue", "ready")

    assert [f"{entry.side} {entry.order}" for entry in game.lines] == [
        "blue deploy b2 0,1",
        "blue ready",
        "red ready",
    ]
    assert (game.to_act, game.turn) == ("blue", 1)
    cut = Record(game.record.head, game.lines[:2]).text
    assert go_on(Game.replay(cut, open_scenario=toy), game.lines).record.text == game.record.text


def test_lines_that_cannot_follow_are_refused() -> None:
    """A number that is not next, an undo of nothing: the message names the line."""
    game = whole_game(7, 3, undo=False)
    wrong: list[tuple[Entry, ...]] = [game.lines[1:], (game.lines[0], game.lines[0])]
    for entries in wrong:
        with pytest.raises(RecordProblem, match="next") as caught:
            Game.replay(Record(game.record.head, entries).text, open_scenario=toy)
        assert caught.value.where.startswith("record:")


def test_a_player_that_is_no_name_is_refused() -> None:
    """The screen shows and uses the player's name, so a record cannot contain an arbitrary one."""
    game = whole_game(7, 3, undo=False)
    entries = (*game.lines[:2], Entry(3, "red", "player [@click=quit]"))

    with pytest.raises(RecordProblem, match="names no player"):
        Game.replay(Record(game.record.head, entries).text, open_scenario=toy)


def test_the_same_game_is_the_same_bytes() -> None:
    """The text is equal in every version of Python; a change of it breaks old records."""
    assert Game.new(toy(), 42).record.text == GOLDEN


PLAYED = """
from skirmish.game import Game
from tests.toy_ruleset import play, toy

print(play(Game.new(toy(), 7), 80, 3, undo=True).record.text, end="")
"""


def test_nothing_in_a_record_is_ordered_by_hash() -> None:
    """Under three hash seeds a game is the same to the byte."""
    texts = []
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        script = [sys.executable, "-c", PLAYED]
        root = Path(__file__).parents[2]
        ran = subprocess.run(script, cwd=root, env=environment, capture_output=True, check=True)
        texts.append(ran.stdout.decode())

    assert texts == [whole_game(7, 3, undo=True).record.text] * 3
