"""A ladder: the same pairs whoever plays them, a goal that ends a run, and going on."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from skirmish.ai import LEVELS
from skirmish.lab.ladder import (
    Book,
    Match,
    Plan,
    Result,
    Rule,
    Standing,
    Tier,
    climb,
    grounds,
    run,
    rungs,
    supplies,
)
from skirmish.lab.ladder.maker import made
from skirmish.lab.ladder.match import Levels, played
from skirmish.lab.pairs import Pairs
from skirmish.lab.spread import local

RANDOM = ("random", "random")
BETTER = ("recruit", "random")


@cache
def plan(levels: Levels = BETTER, pairs: int = 4) -> Plan:
    return Plan((levels,), supplies((), ["opposed_d6"]), pairs)


@cache
def alone() -> Standing:
    return climb(plan(), Book())


@cache
def by_name() -> Standing:
    return climb(Plan((RANDOM,), supplies(["opposed_d6:8", "opposed_d6:9"]), 4), Book())


def test_each_level_is_set_against_the_one_below() -> None:
    """In the order in which levels are listed, whichever there are."""
    names = tuple(LEVELS)

    assert rungs()[0] == (names[1], names[0])
    assert [above for above, _ in rungs()] == list(names[1:])


def played_on(standing: Standing) -> list[tuple[str, int]]:
    return [(match.scenario, match.seed) for match in standing.rungs[0].tiers[0].matches]


def test_each_pair_has_a_ground_of_its_own() -> None:
    """Made from the number that is its seed; another seed gives other grounds."""
    (tier,) = climb(Plan((RANDOM,), supplies((), ["d20"], seed=17), 1), Book()).rungs[0].tiers

    assert played_on(alone()) == [(f"opposed_d6:{seed}", seed) for seed in (1, 2, 3, 4)]
    assert [(match.scenario, match.seed) for match in tier.matches] == [("d20:17", 17)]
    assert len({match.hash for match in alone().rungs[0].tiers[0].matches}) == 4


def test_named_scenarios_take_turns_with_the_same_seeds() -> None:
    """So that few pairs are as many of each."""
    assert played_on(by_name()) == [
        ("opposed_d6:8", 1),
        ("opposed_d6:9", 1),
        ("opposed_d6:8", 2),
        ("opposed_d6:9", 2),
    ]


def test_processes_play_the_same_pairs() -> None:
    """Whoever is done first."""
    with local(2) as crew:
        (rung,) = climb(evolve(plan(), pairs=2), Book(), crew).rungs

    assert rung.tiers[0].matches == alone().rungs[0].tiers[0].matches[:2]


def test_a_level_against_itself_has_exactly_a_half() -> None:
    """In every pair, whoever wins; and there is no doubt about it."""
    (rung,) = climb(plan(RANDOM, 2), Book()).rungs

    assert [match.points for match in rung.tiers[0].matches] == [2, 2]
    assert (rung.pairs.value, rung.pairs.interval) == (0.5, (0.5, 0.5))


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """Nothing is played twice, and the result is that of a run which was never stopped."""
    path = tmp_path / "ladder.jsonl"
    told: list[tuple[int, int]] = []
    with Book.open(path) as book:
        climb(evolve(plan(), pairs=3), book)
    with path.open("a") as file:
        file.write('{"version"')

    with Book.open(path) as book:
        standing = climb(plan(), book, watch=lambda *of: told.append(of))

    assert told == [(1, 1)]
    assert standing == alone()
    assert len(path.read_text().splitlines()) == 4


def book_of(points: list[int]) -> Book:
    """A book with pairs that brought the first level so many points, in their order."""
    found = []
    (supply,) = plan().supplies
    for number, each in enumerate(points):
        first = Result(each - each // 2, "", "score", 8)
        pair = (first, Result(each // 2, "", "score", 8))
        found.append(Match(supply.name(number), "0" * 16, BETTER, supply.seed(number), pair))
    return Book(found)


def test_a_goal_ends_a_run_at_a_look() -> None:
    """As soon as it is decided, by the pairs up to there and no others."""
    rule = Rule(goal=100, floor=50)
    full = evolve(plan(pairs=400), rule=rule)
    (tier,) = climb(full, book_of([3, 4] * 200)).rungs[0].tiers

    assert (tier.verdict, len(tier.matches)) == ("reached", 20)
    assert rule.verdict(Pairs("recruit", (3, 4) * 10, "random")) == "reached"
    (tier,) = climb(full, book_of([2, 2] * 200)).rungs[0].tiers
    assert (tier.verdict, len(tier.matches)) == ("missed", 20)


def test_a_goal_may_stay_open() -> None:
    """All pairs were played, and it is neither reached nor missed; the command ends with 1."""
    full = evolve(plan(pairs=24), rule=Rule(goal=10, floor=0))
    standing = climb(full, book_of([4, 0] * 12))

    assert standing.rungs[0].tiers[0].verdict == "open"
    assert not standing.reached
    assert "goal open: more pairs would tell" in standing.text


def test_what_is_not_needed_any_more_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs are missing behind the look that decides: they stay unplayed, their grounds unmade."""
    calls: list[object] = []
    numbers: list[int] = []

    def watched(ruleset: str, number: int) -> str:
        numbers.append(number)
        return made(ruleset, number)

    def counted(*task: object) -> tuple[Result, Result]:
        calls.append(task)
        return Result(2, "blue", "broken", 3), Result(2, "red", "broken", 3)

    monkeypatch.setattr(run, "played", counted)
    monkeypatch.setattr(grounds, "made", watched)
    standing = climb(evolve(plan(pairs=100), rule=Rule(goal=100, floor=50)), Book())

    assert standing.reached
    assert (len(calls), numbers) == (20, list(range(1, 21)))


def test_a_pair_is_one_seed_in_both_seats() -> None:
    """The first level wins it all where it is that much better."""
    results = played(plan().supplies[0].ground(0).opening.text, BETTER, 1)

    assert [result.points for result in results] == [2, 2]
    assert [result.winner for result in results] == ["blue", "red"]


def test_a_standing_is_text_and_json() -> None:
    """Each ruleset with what its first seat got, and all; JSON can be read back."""
    data = json.loads(json.dumps(alone().data))
    tier = data["rungs"][0]["rulesets"]["opposed_d6"]

    assert data["rungs"][0]["levels"] == list(BETTER)
    assert data["rungs"][0]["all"]["pairs"] == 4
    assert data["seed"] == 1
    assert (tier["first_seat"]["of"], "scenarios" in tier) == (4, False)
    assert alone().text.startswith("recruit against random, in both seats: share of the points\n")
    assert "\n    first seat " in alone().text
    assert "This measures the balance of the computer player, not of people." in alone().text


def test_named_scenarios_are_told_of_one_by_one() -> None:
    """Instead of the first seat."""
    tier = by_name().data["rungs"][0]["rulesets"]["opposed_d6"]

    assert ({*tier["scenarios"]}, "first_seat" in tier) == ({"opposed_d6:8", "opposed_d6:9"}, False)
    assert "\n    opposed_d6:8 " in by_name().text
    assert "first seat" not in by_name().text


def test_the_first_seat_is_counted_whoever_sits_there() -> None:
    """The first level has it in the first game of a pair, the other one in the second."""
    won, lost, drawn = (Result(points, "", "score", 8) for points in (2, 0, 1))

    def of_first_seat(*pair: Result) -> int:
        return Match("d20:1", "0" * 16, BETTER, 1, (pair[0], pair[1])).of_first_seat

    assert of_first_seat(won, lost) == 4
    assert of_first_seat(won, won) == 2
    assert of_first_seat(lost, won) == 0
    assert of_first_seat(drawn, lost) == 3
    assert Tier("d20", BETTER, (Match("d20:1", "", BETTER, 1, (won, lost)),)).first_seat.value == 1
