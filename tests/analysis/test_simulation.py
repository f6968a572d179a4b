"""Many games: the same seeds give the same report, wherever they are played."""

from __future__ import annotations

import json
from functools import cache

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.analysis.intervals import Mean, Pairs, Share, elo, pairs_of
from skirmish.analysis.outcome import ObjectivePayment, Outcome, WeaponUse, outcome_of
from skirmish.analysis.self_play import play
from skirmish.analysis.simulation import simulate
from skirmish.analysis.simulation_report import SimulationReport, csv_of
from skirmish.analysis.workers import process_pool
from skirmish.core.events import Fired
from skirmish.core.state import Objective
from skirmish.game import open_text
from tests.game.test_scripted_events import BATTLE
from tests.village import village
from tools.behaviour_checks import check_games

PLAYERS = {"blue": "regular", "red": "recruit"}
HOLD = Objective("o1", "blue", "hold", 2, area=(0, 0, 1, 1), text="Hold it")


@cache
def two_games() -> SimulationReport:
    """The report on the first two seeds."""
    return simulate(village(), PLAYERS, range(2))


def test_the_same_seeds_give_the_same_report() -> None:
    """A game depends on scenario, players and seed alone; its record agrees with the rules."""
    again = simulate(village(), PLAYERS, [1, 0], verify=True)

    assert again == two_games()
    assert [game.seed for game in again.games] == [0, 1]


def test_workers_give_the_same_report() -> None:
    """In other processes, as in this one."""
    with process_pool(1) as executor:
        assert simulate(village(), PLAYERS, range(2), executor) == two_games()


def test_a_report_is_text_and_json() -> None:
    """Text names both players and all that is measured; JSON can be read back."""
    report = two_games()

    assert json.loads(json.dumps(report.data))["players"] == PLAYERS
    for word in ("regular", "recruit", "draws", "turns", "idle", "still", "losses"):
        assert word in report.text
    assert "This measures the balance of the computer player, not of people." in report.text


def test_questions_are_told_where_they_were_put() -> None:
    """Else nobody was asked, and none in a turn would be no finding."""
    silent, asked = two_games(), simulate(village(), PLAYERS, range(1), ask=True)
    keys = ("questions_a_turn", "questions_by_side")

    assert "questions" not in silent.text
    assert [silent.data[key] for key in keys] == [None, None]
    assert silent.data["games"][0]["questions"] is None
    assert "  questions a turn    " in asked.text
    assert asked.data["questions_by_side"].keys() == PLAYERS.keys()
    assert asked.data["games"][0]["questions"].keys() == PLAYERS.keys()
    assert [csv_of(one).splitlines()[1].endswith(",,") for one in (silent, asked)] == [True, False]


def test_tempers_are_told() -> None:
    """Of sides that are not steady, where anybody plays them who has one: random has none."""
    text = village().text.replace('name = "Blue"', 'name = "Blue"\ntemper = "bold"')
    bold = open_text(text)
    other = {"blue": "random", "red": "recruit"}
    told = simulate(bold, PLAYERS, range(1))

    assert (told.tempers, told.data["tempers"]) == ({"blue": "bold"}, {"blue": "bold"})
    assert told.text.split("\n")[1] == "  temper: blue bold"
    assert "  temper: blue bold\n" in check_games(bold, PLAYERS, range(1)).text
    assert simulate(bold, other, range(1)).tempers == {}
    assert simulate(bold, other, range(1), swap=True).tempers == {"blue": "bold"}
    assert "temper: " not in two_games().text


def test_seats_are_swapped_seed_by_seed() -> None:
    """Each seed is played in both seatings; those at home are the games of a run without."""
    both = simulate(village(), PLAYERS, range(2), swap=True)

    assert [(game.seed, game.players["red"]) for game in both.games] == [
        (0, "recruit"),
        (0, "regular"),
        (1, "recruit"),
        (1, "regular"),
    ]
    assert both.home == two_games().games
    assert [pairs.level for pairs in both.levels] == ["regular", "recruit"]
    assert sum(pairs.value for pairs in both.levels) == 1
    assert [told["level"] for told in both.data["levels"]] == ["regular", "recruit"]


def test_a_player_against_itself_plays_each_seed_once() -> None:
    """With the seats swapped it would be the same game: it is no second witness, and that is told.

    Whoever wins, it has a half of the pair: there are no pairs to tell of.
    """
    players = dict.fromkeys(PLAYERS, "random")
    both = simulate(village(), players, range(2), swap=True)
    once = simulate(village(), players, range(2))

    assert both.games == both.home == once.games
    assert (both.wins, both.first, both.levels, both.away) == (once.wins, once.first, (), ())
    assert "the same game again: it is played and counted once" in both.text
    assert "and counted once" not in once.text
    assert (both.data["swapped"], both.data["games_a_seed"]) == (True, 1)


def test_two_games_of_a_seed_are_one_score() -> None:
    """Where both always end alike, what they tell is as sure as from half of the games."""
    games = [evolve(game, still=game.winner == "red") for game in report("bbrr" * 20).games]
    told = evolve(report("b"), games=tuple(games), swapped=True, objectives=(HOLD,))

    low, high = Share(20, 40).interval
    for share in (*told.wins.values(), told.still):
        if share.count:
            assert share.interval == pytest.approx((low, high), abs=0.003)
    (fell,) = told.goals
    assert fell.never.interval == (Share(40, 40).interval[0], 1.0)


def test_what_is_counted_within_games_has_no_interval() -> None:
    """Idle figures, losses and orders of one game hang together."""
    data = report("bb").data

    assert data["idle"] == {"count": 4, "of": 20, "share": 0.2}
    assert "  idle figure-turns   20.0%\n" in report("bb").text


def test_what_is_done_is_told() -> None:
    """Games played and games in all, before the first task and after each."""
    told: list[tuple[int, int]] = []
    players = {"blue": "random", "red": "recruit"}
    simulate(village(), players, range(2), swap=True, progress=lambda *of: told.append(of))

    assert told == [(0, 4), (2, 4), (4, 4)]


def test_nothing_is_told_of_games_that_are_kept() -> None:
    """There is no progress to show."""
    played = simulate(village(), {"blue": "random", "red": "random"}, range(2))
    told: list[tuple[int, int]] = []
    again = simulate(
        village(),
        {"blue": "random", "red": "random"},
        range(2),
        kept={game.seed: game for game in played.games},
        progress=lambda *of: told.append(of),
    )

    assert again == played
    assert told == []


def test_a_table_has_a_line_for_each_game() -> None:
    """What is told by side has a column for each."""
    head, line = csv_of(report("b")).splitlines()

    cells = dict(zip(head.split(","), line.split(","), strict=True))
    assert (cells["winner"], cells["players_red"], cells["still"]) == ("blue", "recruit", "0")


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


def report(winners: str, *levels: str) -> SimulationReport:
    """Games won by blue (b), red (r) or nobody (-)."""
    names = {"b": "blue", "r": "red", "-": ""}
    games = tuple(outcome(seed, names[who], *levels) for seed, who in enumerate(winners))
    return SimulationReport("a fight", "opposed_d6", games[0].players, games)


def test_shares_have_the_interval_after_wilson() -> None:
    """Textbook values: 8 of 10 is 49.0 to 94.3 percent, 0 of 10 is 0 to 27.8."""
    assert str(Share(8, 10)) == "80.0% (49.0 to 94.3)"
    assert str(Share(0, 10)) == "0.0% (0.0 to 27.8)"
    assert Share(0, 0).interval == (0.0, 1.0)


def test_scores_have_an_interval_like_that_of_games() -> None:
    """All-or-nothing scores nearly that after Wilson; a few alike are not taken for certainty."""
    games = Mean((1,) * 80 + (0,) * 20, 1)
    low, high = Share(80, 100).interval
    alike = Mean((2, 2, 2), 4)

    assert games.interval == pytest.approx((low, high), abs=0.003)
    assert alike.interval[1] - alike.interval[0] > 0.4
    assert Mean((4,) * 10, 4).interval == Share(10, 10).interval
    assert Mean((), 4).interval == (0.0, 1.0)


def test_a_draw_is_not_better_than_a_win() -> None:
    """9 wins of 10 and a draw do not promise more than 10 wins of 10."""
    assert str(Mean((2,) * 10, 2)) == "100.0% (72.2 to 100.0)"
    assert str(Mean((2,) * 9 + (1,), 2)) == "95.0% (67.9 to 99.4)"


@given(st.sampled_from((1, 2, 4)), st.data())
def test_a_score_that_rises_lowers_no_bound(whole: int, data: st.DataObject) -> None:
    """Games with draws and pairs of games, few and many, nearly alike or not."""
    many = data.draw(st.integers(0, 200))
    few = data.draw(st.lists(st.integers(0, whole), min_size=1, max_size=12))
    scores = [*few, *[data.draw(st.integers(0, whole))] * many]
    at = data.draw(st.integers(0, len(few) - 1))
    raised = [*scores[:at], min(whole, scores[at] + 1), *scores[at + 1 :]]
    low, high = Mean(tuple(scores), whole).interval
    new_low, new_high = Mean(tuple(raised), whole).interval

    assert new_low >= low - 1e-12
    assert new_high >= high - 1e-12


def test_acting_first_is_counted_over_pairs() -> None:
    """Won by who acts first in both seatings, and once: three quarters of the points."""
    games = [evolve(game, first="blue") for game in report("bbbr").games]
    first = SimulationReport("a fight", "opposed_d6", PLAYERS, tuple(games), swapped=True).first

    assert (first.scores, first.value) == ((4, 2), 0.75)


def test_objectives_are_told_with_their_turns() -> None:
    """In how many games one paid, first in which turn, and how often it never did."""
    one, other = report("bb").games
    games = (evolve(one, goals={("blue", "o1"): ObjectivePayment(2, 3, 4)}), other)
    told = SimulationReport("a fight", "opposed_d6", PLAYERS, games, (HOLD,))

    (fell,) = told.goals
    assert (fell.got.count, fell.never.count, fell.turns, fell.points) == (1, 1, (3,), 4)
    assert "50.0% (9.5 to 90.5), turn 3 (3 to 3), 1.0 times a game, never in 50.0%" in told.text


def test_wins_are_counted_for_each_side_and_draws() -> None:
    """They add up to all games."""
    wins = report("bbr-").wins

    assert {side: share.count for side, share in wins.items()} == {"blue": 2, "red": 1, "": 1}


def test_pairs_count_a_level_in_both_seats() -> None:
    """Two wins in a pair are the whole of it, a win and a loss are half."""
    home = report("bb-")
    away = report("rbr", "recruit", "regular")

    pairs = pairs_of(home.games, away.games, "regular")

    assert pairs.scores == (4, 2, 3)
    assert pairs.value == 0.75
    assert pairs.against == "recruit"
    with pytest.raises(ValueError, match="regular"):
        pairs_of(home.games, report("r", "recruit", "regular").games, "regular")


def test_strength_is_even_at_half_and_grows_both_ways() -> None:
    """Elo of a share, as everybody reckons it: 3 of 4 points are 191 ahead."""
    assert [round(elo(share)) for share in (0.25, 0.5, 0.75)] == [-191, 0, 191]


def test_strength_has_its_interval() -> None:
    """From the pairs; a level against itself is a half, and no more is to be said."""
    pairs = Pairs("regular", (4, 2, 3) * 20, "recruit")
    low, high = pairs.elos

    assert low < pairs.elo < high
    assert str(pairs).startswith("regular 75.0% (")
    assert Pairs("regular", (2, 2), "regular").interval == (0.5, 0.5)


def test_what_is_measured_adds_up() -> None:
    """Losses by cause are the losses of both sides, and nobody is idle who was not there."""
    game = play(village(), PLAYERS, 6)
    told = outcome_of(game)

    gone = sum(bool(figure.fate) for figure in game.state.figures.values())
    assert sum(told.losses.values()) == sum(told.lost.values()) == gone
    assert 0 <= told.idle <= told.figure_turns <= told.turns * len(game.state.figures)
    given = [entry.verb for entry in game.standing if entry.verb not in ("deploy", "ready")]
    assert told.used == {verb: given.count(verb) for verb in sorted(set(given))}
    assert (told.winner, told.turns) == (game.state.tally.winner, game.turn)
    assert told.first == "red"
    fired = [t for entry in game.standing for t in entry.told if isinstance(t.event, Fired)]
    assert sum(use.shots for use in told.fire.values()) >= len(fired) > 0
    assert sum(use.out for use in told.fire.values()) <= gone
    paid = {
        side: sum(p.points for (s, _), p in told.goals.items() if s == side) for side in PLAYERS
    }
    assert paid == told.score


def test_what_came_of_a_weapon_adds_up() -> None:
    """Over games, number by number."""
    assert WeaponUse(1, 2, 3, 4, 5).with_more(WeaponUse(10, 20, 30, 40, 50)) == WeaponUse(
        11, 22, 33, 44, 55
    )


def test_scripted_events_are_counted() -> None:
    """Each with the share of the games in which it happened, and its turns; also those never."""
    rain = '[[events]]\nid = "rain"\nwhen = { turn = 2 }\ntext = "It rains."\n'
    flood = '[[events]]\nid = "flood"\nwhen = { score = 900, side = "red" }\ntext = "Water!"\n'
    scripted = open_text(BATTLE + rain + flood)
    told = simulate(scripted, dict.fromkeys(("blue", "red"), "recruit"), range(3))

    rained, flooded = told.events
    assert (rained.happened.count, rained.turns) == (3, (2, 2, 2))
    assert (flooded.happened.count, flooded.turns) == (0, ())
    assert told.data["events"][0]["in_turn"] == {"2": 3}
    assert "    rain: 100.0% (43.9 to 100.0), turn 2 (2 to 2)\n" in told.text
    assert "    flood: never in 3 games\n" in told.text
