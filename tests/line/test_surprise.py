"""`surprise` of line mode: its words, its faults, its test, and the battle that begins."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from skirmish.analysis.even_scenario import Candidate
from skirmish.analysis.intervals import Mean
from skirmish.analysis.workers import Stopped, Workers
from skirmish.errors import UsageProblem
from skirmish.generator import PLACES, Options, generate
from skirmish.line import start
from skirmish.line.console import Console
from skirmish.line.start import surprise, wish_of
from skirmish.presentation.setup.surprise import Wish, made_scenario
from skirmish.presentation.user_files import SERVED, SERVED_VARIABLE, scenario_folder
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import load


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKIRMISH_HOME", str(tmp_path))


@pytest.mark.parametrize(
    ("words", "wish"),
    [
        ("", Wish(5)),
        ("woods", Wish(5, "woods")),
        ("d20 bridge", Wish(5, "bridge", ruleset="d20")),
        ("dice pool ruins", Wish(5, "ruins", ruleset="dice_pool")),
        ("place any system any size any points any", Wish(5)),
        ("40x26 150 points seed 17 tested", Wish(17, None, (40, 26), 150, tested=True)),
        ("same forces woods", Wish(5, "woods", same_forces=True)),
        ("place woods size 30x20 rules d100 points 90", Wish(5, "woods", (30, 20), 90, "d100")),
    ],
)
def test_words_in_any_order(words: str, wish: Wish) -> None:
    """Each is what it can be; names before them may be left out but for points and seed."""
    assert wish_of(words.split(), 5) == wish


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("nowhere", "'nowhere' is unknown here"),
        ("vilage", "'vilage' is unknown here (did you mean 'village'?)"),
        ("place dunes", "no place 'dunes'"),
        ("system d21", "d21"),
        ("size", "'size' needs a value (such as 'size 40x26')"),
        ("size wide", "'wide' is no size (width x height in tiles, as in 60x40)"),
        ("9x9", "a map of 9x9 is too small (choose 20x15 or 15x20 to 120x120)"),
        ("300x20", "a map of 300x20 is too large (choose 20x15 or 15x20 to 120x120)"),
        ("points many", "'many' is no number of points (a number such as 200)"),
        ("points 7", "7 points for a side (choose 50 to 1000)"),
        ("seed x", "'x' is no seed (a number such as 200)"),
        ("seed " + 30 * "9", "the seed is too long (a number of at most 18 digits)"),
        ("200", "'200' is unknown here"),
    ],
)
def test_words_that_are_not_possible(words: str, told: str) -> None:
    """One sentence with the remedy."""
    with pytest.raises(UsageProblem) as caught:
        wish_of(words.split(), 5)

    assert told in str(caught.value)


def test_what_is_left_open_is_drawn_by_the_seed() -> None:
    """The same seed draws the same, other seeds all places and systems; what is said is kept."""
    assert made_scenario(Wish(3)) == made_scenario(Wish(3))
    drawn = [next(Wish(seed).options()) for seed in range(80)]
    assert {one.place for one in drawn} == set(PLACES)
    assert {one.ruleset for one in drawn} == set(RULESETS)
    for seed in range(9):
        one = next(Wish(seed, "woods", (30, 20), 100, "d20").options())
        assert one == Options(seed, "woods", (30, 20), "d20", 100)
        assert next(Wish(seed, points=100).options()).points == 100


def played(*lines: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Type lines at the start of line mode."""
    monkeypatch.setattr("sys.stdin", StringIO("\n".join((*lines, ""))))
    start.play()


def test_it_is_kept_and_its_battle_begins(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After a word that is unknown, which is refused with all that may be said."""
    played(
        "surprise nowhere", "Surprise woods d20 30x20 100 points seed 9", monkeypatch=monkeypatch
    )
    (kept,) = scenario_folder().iterdir()
    told = capsys.readouterr().out

    assert "'nowhere' is unknown here" in told
    assert "What it shall be may follow" in told
    assert load(kept) == generate(Options(9, "woods", (30, 20), "d20", 100))
    assert f"It is kept as {kept.name}." in " ".join(told.split())
    assert load(kept).briefing.split("\n")[0] in told


def test_in_a_browser_it_is_played_and_not_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No file of the player's is written there."""
    monkeypatch.setenv(SERVED_VARIABLE, SERVED)
    played("surprise bridge d100 30x20 seed 9", monkeypatch=monkeypatch)
    told = capsys.readouterr().out

    assert not scenario_folder().exists()
    assert "A new scenario: The bridge at " in told
    assert "kept as" not in told


class Games:
    """Stands in for the games of a test, which take minutes."""

    def __init__(self, share: int, played: int = 40) -> None:
        """Find one candidate with this share of the points."""
        self.points, self.played = Mean((share,) * 40, 100), played

    def __call__(
        self,
        options: Options,
        workers: Workers,
        *,
        told: Callable[[Candidate], None],
        progress: Callable[[int, int], None],
        **_: Any,
    ) -> Candidate:
        """Tell of each game, and ask whether the next is wanted."""
        assert workers.stopped is not None
        for number in range(1, self.played + 1):
            progress(number, 200)
            if workers.stopped():
                raise Stopped("stopped")
        found = Candidate(generate(options), 1, "blue", self.points)
        told(found)
        return found


class Terminal(Console):
    """A console with a player who types a line after some looks."""

    def __init__(self, looks: int) -> None:
        """Keep what is said."""
        self.said = StringIO()
        super().__init__(StringIO(), self.said)
        self._looks = looks

    @property
    def interactive(self) -> bool:
        """A player is there."""
        return True

    @property
    def has_input(self) -> bool:
        """Not at first."""
        self._looks -= 1
        return self._looks < 0


@pytest.mark.parametrize(("share", "uneven"), [(50, False), (0, True)])
def test_a_test_tells_how_it_goes(
    share: int, uneven: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line for each ten games and for each candidate; one if none was even."""
    monkeypatch.setattr("skirmish.presentation.setup.surprise.even_scenario", Games(share))
    console = Terminal(1000)
    scenario = surprise(console, "surprise tested woods 30x20 d20 100 points seed 9")
    told = " ".join(console.said.getvalue().split())

    assert scenario is not None
    assert "Press Enter to cancel. 10 of 40 games. 20 of 40 games. 30 of 40 games. Candid" in told
    assert ("No candidate was even" in told) == uneven


def test_a_test_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a typed line; nothing is kept."""
    monkeypatch.setattr("skirmish.presentation.setup.surprise.even_scenario", Games(50))
    console = Terminal(15)

    assert surprise(console, "surprise tested") is None
    assert "10 of 40 games" in console.said.getvalue()
    assert "The test was cancelled, and nothing was kept." in console.said.getvalue()
    assert not scenario_folder().exists()
