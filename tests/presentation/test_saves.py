"""The list of records."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from skirmish.errors import UsageProblem
from skirmish.game import Game
from skirmish.presentation.setup import saves
from skirmish.presentation.user_files import HOME_VARIABLE
from skirmish.scenario import load

MILL = Path(__file__).parents[1] / "tui" / "data" / "mill.toml"


pytestmark = pytest.mark.usefixtures("own_home")


def begun(seed: int, *orders: tuple[str, str]) -> Path:
    """A record of the mill with these orders."""
    players = {"blue": "human", "red": "recruit"}
    with Game.new(load(MILL), seed, players, record=saves.records_folder(), sync=False) as game:
        for side, order in orders:
            game.order(side, order)
        assert game.record.path is not None
        return game.record.path


def test_records_are_listed_newest_first() -> None:
    """Title, turn and players come from the record, the order from file times."""
    old, new = begun(1), begun(2, ("blue", "ready"))
    os.utime(old, (1000, 1000))
    listed = list(saves.list_saves())

    assert [save.path for save in listed] == [new, old]
    assert [save.title for save in listed] == ["The mill", "The mill"]
    assert [save.progress for save in listed] == ["turn 1 of 4", "before turn 1"]
    assert [save.seed for save in listed] == [2, 1]
    assert listed[0].players_text == "Vale's section: human, The watch: recruit"


def test_a_side_that_was_handed_over_is_listed_with_all_who_played_it() -> None:
    """In their order; one that gave no order only while the battle goes on."""
    path = begun(1, ("blue", "ready"))
    with Game.load(path, sync=False) as game:
        game.hand_over("blue", "veteran")
    assert (
        next(saves.list_saves()).players_text
        == "Vale's section: human then veteran, The watch: recruit"
    )

    with Game.load(path, sync=False) as game:
        game.order(game.to_act, "end")
        game.hand_over("blue", "human")
        game.order("red", "resign")
    over = next(saves.list_saves())
    assert over.over
    assert over.players_text == "Vale's section: human then veteran, The watch: recruit"


def test_a_broken_record_is_listed_with_its_problem() -> None:
    """The others are listed as well."""
    good, bad = begun(1, ("blue", "ready")), begun(2, ("blue", "ready"))
    bad.write_bytes(bad.read_bytes().replace(b"The mill", b"The kiln"))
    other = saves.records_folder() / "other.skr"
    other.write_bytes(b"\x1b[2J no record\n")
    (saves.records_folder() / "folder.skr").mkdir()
    found = {save.path.name: save for save in saves.list_saves()}

    assert found[good.name].problem == ""
    assert "the head or the scenario was changed" in found[bad.name].problem
    assert "is not a record" in found["other.skr"].problem
    assert "is not a file" in found["folder.skr"].problem
    assert all(save.problem.isprintable() for save in found.values())


def test_an_undone_turn_is_not_counted() -> None:
    """The list shows the present turn."""
    record = begun(1, ("blue", "ready"), ("blue", "resign"))

    assert saves.inspect_record(record, 0).outcome == "won by The watch: Vale's section gave up"
    assert saves.newest_save() is None


@pytest.mark.parametrize("name", ["trait_die-hill_chapel", "opposed_d6-first_steps"])
def test_a_battle_that_is_over_is_listed_with_its_score(name: str) -> None:
    """The winner's points first, as the battle counted them."""
    path = Path(__file__).parents[1] / "golden" / f"{name}.skr"
    state = Game.replay(path).state
    winner = state.tally.winner
    loser = next(side for side in state.setup.sides if side != winner)
    points = [state.tally.score.get(side, 0) for side in (winner, loser)]

    won = f"won by {state.setup.sides[winner].name}"
    assert saves.inspect_record(path, 0).outcome == f"{won}, {' to '.join(map(str, points))}"


def test_a_forked_record_is_listed_as_one() -> None:
    """With the turn in which it was forked; with the seed of the first game, and twice, too."""
    path = begun(1, ("blue", "ready"))
    whole = Game.replay(path)
    for lines in (len(whole.lines), len(whole.lines), 0):
        with whole.fork(lines, 1, record=saves.records_folder()) as game:
            assert game.record.text.startswith(whole.record.text[:100])
    listed = {save.path.name: save.progress for save in saves.list_saves()}

    assert listed == {
        "the-mill-1.skr": "turn 1 of 4",
        "the-mill-1-fork-turn-1.skr": "turn 1 of 4, forked in turn 1",
        "the-mill-1-fork-turn-1-2.skr": "turn 1 of 4, forked in turn 1",
        "the-mill-1-fork-turn-0.skr": "before turn 1, forked before turn 1",
    }


def test_a_folder_that_cannot_be_created_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home that is a file gives an error, not a crash."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "file"))

    with pytest.raises(UsageProblem, match="no folder for records"):
        saves.records_folder()


def test_what_can_be_resumed_and_replayed_is_known() -> None:
    """Nothing at first; a battle that is over is only replayed."""
    assert saves.saved_battles() == saves.SavedBattles(None, resumable=False, replayable=False)

    begun(1, ("blue", "ready"), ("blue", "resign"))
    assert saves.saved_battles() == saves.SavedBattles(None, resumable=False, replayable=True)

    begun(2, ("blue", "ready"))
    assert saves.saved_battles().newest is not None
    assert saves.saved_battles().resumable


def test_the_system_played_last_is_known() -> None:
    """That of the newest record; none without records, or where the newest cannot be read."""
    assert saves.last_ruleset() == ""
    record = begun(1, ("blue", "ready"))
    assert saves.last_ruleset() == load(MILL).ruleset
    record.write_bytes(b"no record\n")
    assert saves.last_ruleset() == ""
