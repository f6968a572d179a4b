"""Many games: the same seeds give the same report, wherever they are played."""

from __future__ import annotations

import json

import pytest

from skirmish.lab import Outcome, Report, Share, paired, play, simulate, workers
from skirmish.lab.measure import measured
from skirmish.lab.pairs import elo
from tests.village import village

PLAYERS = {"blue": "regular", "red": "recruit"}


def test_the_same_seeds_give_the_same_report() -> None:
    """A game depends on scenario, players and seed alone; its record agrees with the rules."""
    first = simulate(village(), PLAYERS, [3, 1, 2], verify=True)

    assert simulate(village(), PLAYERS, [1, 2, 3]) == first
    assert [game.seed for game in first.games] == [1, 2, 3]


def test_workers_give_the_same_report() -> None:
    """In other processes, as in this one."""
    here = simulate(village(), PLAYERS, range(2))

    with workers(1) as executor:
        assert simulate(village(), PLAYERS, range(2), executor) == here


def test_a_report_is_text_and_json() -> None:
    """Text names both players and all that is measured; JSON can be read back."""
    report = simulate(village(), PLAYERS, range(2))

    assert json.loads(json.dumps(report.data))["players"] == PLAYERS
    for word in ("regular", "recruit", "draws", "turns", "idle", "still", "losses", "questions"):
        assert word in report.text


def outcome(seed: int, winner: str, blue: str = "regular", red: str = "recruit") -> Outcome:
    """A game of which only the result matters."""
    return Outcome(
        seed=seed,
        players={"blue": blue, "red": red},
        winner=winner,
        reason="score",
        turns=5,
        orders=9,
        figure_turns=10,
        idle=2,
        still=False,
    )


def report(winners: str, *levels: str) -> Report:
    """Games won by blue (b), red (r) or nobody (-)."""
    names = {"b": "blue", "r": "red", "-": ""}
    games = tuple(outcome(seed, names[who], *levels) for seed, who in enumerate(winners))
    return Report("a fight", "opposed_d6", games[0].players, games)


def test_shares_have_the_interval_after_wilson() -> None:
    """Textbook values: 8 of 10 is 49.0 to 94.3 percent, 0 of 10 is 0 to 27.8."""
    assert str(Share(8, 10)) == "80.0% (49.0 to 94.3)"
    assert str(Share(0, 10)) == "0.0% (0.0 to 27.8)"
    assert Share(0, 0).interval == (0.0, 1.0)


def test_wins_are_counted_for_each_side_and_draws() -> None:
    """They add up to all games."""
    wins = report("bbr-").wins

    assert {side: share.count for side, share in wins.items()} == {"blue": 2, "red": 1, "": 1}


def test_pairs_count_a_level_in_both_seats() -> None:
    """Two wins in a pair are the whole of it, a win and a loss are half."""
    home = report("bb-")
    away = report("rbr", "recruit", "regular")

    pairs = paired(home, away, "regular")

    assert pairs.scores == (4, 2, 3)
    assert pairs.value == 0.75
    with pytest.raises(ValueError, match="regular"):
        paired(home, report("r", "recruit", "regular"), "regular")


def test_strength_is_even_at_half_and_grows_both_ways() -> None:
    """Elo of a share, as everybody reckons it: 3 of 4 points are 191 ahead."""
    assert [round(elo(share)) for share in (0.25, 0.5, 0.75)] == [-191, 0, 191]


def test_what_is_measured_adds_up() -> None:
    """Losses by cause are the losses of both sides, and nobody is idle who was not there."""
    game = play(village(), PLAYERS, 6)
    told = measured(game)

    gone = sum(bool(figure.fate) for figure in game.state.figures.values())
    assert sum(told.losses.values()) == sum(told.lost.values()) == gone
    assert 0 <= told.idle <= told.figure_turns <= told.turns * len(game.state.figures)
    given = [entry.verb for entry in game.standing if entry.verb not in ("deploy", "ready")]
    assert told.used == {verb: given.count(verb) for verb in sorted(set(given))}
    assert (told.winner, told.turns) == (game.state.tally.winner, game.turn)
