"""Games that are kept: used again for the same content, checked when read, bounded."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from skirmish.analysis.known_results import KnownBalance, content_of
from skirmish.game import opening_of
from skirmish.presentation.setup import kept_results
from skirmish.presentation.setup.balance_words import balance_words
from skirmish.presentation.setup.kept_results import (
    MOST_CHARS,
    GameKeeper,
    NoOutcome,
    known_balance,
    outcome_text,
    read_outcome,
)
from skirmish.scenario import About, Scenario, find, load, parse
from tests.analysis.test_simulation import two_games
from tests.scenario.test_format_2 import FILE, GOOD

LEVELS = {"blue": "regular", "red": "regular"}
SIDES = ("blue", "red")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's folder."""
    monkeypatch.setenv("SKIRMISH_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single game is enough to be known."""
    monkeypatch.setattr(kept_results, "FEWEST_GAMES", 1)


@pytest.fixture
def lane() -> Scenario:
    """A small battle."""
    return parse(FILE + GOOD)


def kept_file(home: Path) -> Path:
    """The only file of kept games."""
    (path,) = (home / "results").iterdir()
    return path


def test_games_are_played_once(home: Path, lane: Scenario) -> None:
    """The report is the same; further seeds are played and added; `fresh` plays all."""
    opening = opening_of(lane)
    keeper, again, repeated = GameKeeper(), GameKeeper(), GameKeeper(fresh=True)

    first = keeper.play(opening, LEVELS, range(1, 4))
    second = again.play(opening, LEVELS, range(2, 6))

    assert (keeper.reused, again.reused) == (0, 2)
    assert second.games[:2] == first.games[1:]
    assert [game.seed for game in second.games] == [2, 3, 4, 5]
    assert len(kept_file(home).read_text().splitlines()) == 1 + 5
    assert repeated.play(opening, LEVELS, range(1, 4)) == first
    assert repeated.reused == 0
    assert len(kept_file(home).read_text().splitlines()) == 1 + 5


@pytest.mark.usefixtures("home")
def test_other_content_has_games_of_its_own(lane: Scenario) -> None:
    """What a file says of itself makes no difference; a figure, a rule or a level does."""
    GameKeeper().play(opening_of(lane), LEVELS, range(1, 3))
    told = evolve(
        lane, title="Other", briefing="New.", about=About(author="A"), ignored=("unused",)
    )
    longer = evolve(lane, turns=lane.turns + 1)
    clear = evolve(lane, rules={"fog": False})

    assert content_of(told) == content_of(lane) == content_of(evolve(lane, rules={"fog": True}))
    assert len({content_of(one) for one in (lane, longer, clear)}) == 3
    for scenario, levels, reused in (
        (told, LEVELS, 2),
        (longer, LEVELS, 0),
        (clear, LEVELS, 0),
        (lane, {"blue": "regular", "red": "recruit"}, 0),
    ):
        keeper = GameKeeper()
        keeper.play(opening_of(scenario), levels, range(1, 3))
        assert keeper.reused == reused


def test_another_program_plays_anew(
    home: Path, lane: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games of another version are neither used nor shown."""
    GameKeeper().play(opening_of(lane), LEVELS, range(1, 3))
    assert known_balance(lane) is not None

    monkeypatch.setattr(kept_results, "_program", lambda: "9.9.9+00000000")

    assert known_balance(lane) is None
    assert len(list((home / "results").iterdir())) == 1


def damaged(text: str) -> Mapping[str, str | bytes]:
    """Files that no game made, from one that games made."""
    head, line, *_ = text.split("\n")
    game = json.loads(line)
    deep = "[" * 60_000
    changed: dict[str, Any] = {
        "a winner that is no side": {"winner": "green"},
        "other players": {"players": {"blue": "regular", "red": "veteran"}},
        "a name with an escape": {"reason": "\x1b[2J"},
        "a number too large": {"turns": 10**18},
        "a negative number": {"turns": -1},
        "a truth as a number": {"turns": True},
        "a figure of another shape": {"figures": {"b1": ["blue", 1]}},
        "a list for a table": {"fire": []},
        "too many entries": {"used": {f"v{n}": 1 for n in range(2000)}},
        "a key more": {"more": 1},
    }
    whole = {name: f"{head}\n{json.dumps(game | one)}\n" for name, one in changed.items()}
    return whole | {
        "another head": text.replace('"format": 1', '"format": 2'),
        "no JSON": f"{head}\nnothing\n",
        "nested without end": f"{head}\n{deep}\n",
        "a line too long": f"{head}\n{line}{' ' * MOST_CHARS}\n",
        "digits without end": f"{head}\n{line.replace(':0,', ':' + '9' * 5000 + ',', 1)}\n",
        "not text": b"\xff\xfe\x00",
        "empty": "",
        "too many lines": f"{head}\n" + f"{line}\n" * (kept_results.MOST_GAMES + 1),
    }


def test_what_is_read_back_is_checked(home: Path, lane: Scenario) -> None:
    """A file that no game made counts as none, and is replaced by the next games."""
    GameKeeper().play(opening_of(lane), LEVELS, range(1, 2))
    path = kept_file(home)
    good = path.read_text()
    for what, content in damaged(good).items():
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        assert known_balance(lane) is None, what

    keeper = GameKeeper()
    keeper.play(opening_of(lane), LEVELS, range(1, 2))
    assert (keeper.reused, path.read_text()) == (0, good)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_no_file(home: Path, lane: Scenario) -> None:
    """It is not waited for."""
    GameKeeper().play(opening_of(lane), LEVELS, range(1, 2))
    path = kept_file(home)
    path.unlink()
    os.mkfifo(path)

    assert known_balance(lane) is None


def test_files_make_room(home: Path, lane: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of too many files the oldest go; of too many games those of the highest seeds."""
    monkeypatch.setattr(kept_results, "MOST_FILES", 2)
    monkeypatch.setattr(kept_results, "MOST_GAMES", 3)
    for turns in (4, 5, 6):
        GameKeeper().play(opening_of(evolve(lane, turns=turns)), LEVELS, range(1, 2))
        for age, path in enumerate(sorted((home / "results").iterdir(), key=os.path.getmtime)):
            os.utime(path, (age, age))
    GameKeeper().play(opening_of(evolve(lane, turns=6)), LEVELS, range(1, 6))

    assert len(list((home / "results").iterdir())) == 2
    known = [known_balance(evolve(lane, turns=turns)) for turns in (4, 5, 6)]
    assert [one.games if one else 0 for one in known] == [0, 1, 3]


@pytest.mark.usefixtures("home")
def test_a_folder_that_cannot_be_written_is_told_of(home: Path, lane: Scenario) -> None:
    """The games are played all the same."""
    (home / "results").write_text("a file")
    keeper = GameKeeper()

    report = keeper.play(opening_of(lane), LEVELS, range(1, 3))

    assert len(report.games) == 2
    assert keeper.problem


@pytest.mark.usefixtures("home")
def test_nothing_is_kept_of_a_browser(lane: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files are those of the person at the machine."""
    GameKeeper().play(opening_of(lane), LEVELS, range(1, 3))
    monkeypatch.setenv("SKIRMISH_SERVED", "1")

    assert known_balance(lane) is None


def test_an_outcome_is_a_line_and_back() -> None:
    """All that was measured; not a line that says more."""
    for game in two_games().games:
        assert read_outcome(outcome_text(game)) == game
    with pytest.raises(NoOutcome):
        read_outcome("[]")


@pytest.mark.parametrize(
    ("wins", "games", "verdict", "share", "likely"),
    [
        ((104, 96), 200, "even", "52% of 200 games", "45 to 59%"),
        ((20, 20), 40, "may be even", "50% of 40 games", "35 to 65%"),
        ((16, 16), 40, "may be even", "50% of 40 games", "37 to 63%"),
        ((26, 14), 40, "Blue may be ahead", "65% of 40 games", "50 to 78%"),
        ((5, 35), 40, "Red is ahead", "12% of 40 games", "5 to 26%"),
        ((1, 0), 1, "Blue may be ahead", "100% of 1 game", "21 to 100%"),
    ],
)
def test_balance_in_words(
    wins: tuple[int, int], games: int, verdict: str, share: str, likely: str
) -> None:
    """Certain only where the interval is; a draw counts half."""
    known = KnownBalance(("blue", "red"), wins, games, 8)

    told = balance_words(known, {"blue": "Blue", "red": "Red"})

    measured = f"Blue won {share} (a draw counts half)"
    assert told == f"{verdict}: {measured}; its real chance is likely {likely}"


def test_own_games_count_if_there_are_more(
    home: Path, lane: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else those that the program comes with."""
    shipped = KnownBalance(("blue", "red"), (2, 0), 2, 3)
    monkeypatch.setattr(kept_results, "shipped_balance", lambda *_: shipped)
    assert known_balance(lane) == shipped

    GameKeeper().play(opening_of(lane), LEVELS, range(1, 3))
    assert known_balance(lane) == shipped
    GameKeeper().play(opening_of(lane), LEVELS, range(1, 4))
    own = known_balance(lane)
    assert own is not None
    assert own.games == 3
    assert home.joinpath("results").is_dir()


def test_a_few_games_are_not_shown(
    home: Path, lane: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are kept all the same, and count once there are enough."""
    monkeypatch.setattr(kept_results, "FEWEST_GAMES", 3)
    GameKeeper().play(opening_of(lane), LEVELS, range(1, 3))
    assert known_balance(lane) is None

    GameKeeper().play(opening_of(lane), LEVELS, range(3, 4))
    assert known_balance(lane) is not None
    assert kept_file(home).exists()


@pytest.mark.usefixtures("home")
def test_nothing_is_known_of_a_lesson() -> None:
    """Nor of any scenario that was never played."""
    assert known_balance(load(find("first_steps"))) is None
