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
    climb,
    grounds,
    run,
    rungs,
)
from skirmish.lab.ladder.match import Levels, played
from skirmish.lab.pairs import Pairs
from skirmish.lab.spread import local

RANDOM = ("random", "random")
BETTER = ("recruit", "random")


@cache
def plan(levels: Levels = BETTER, pairs: int = 4) -> Plan:
    return Plan((levels,), grounds((), ["opposed_d6"]), pairs)


@cache
def alone() -> Standing:
    return climb(plan(), Book())


def test_each_level_is_set_against_the_one_below() -> None:
    """In the order in which levels are listed, whichever there are."""
    names = tuple(LEVELS)

    assert rungs()[0] == (names[1], names[0])
    assert [above for above, _ in rungs()] == list(names[1:])


def test_scenarios_take_turns_with_the_same_seeds() -> None:
    """So that few pairs are as many of each."""
    (rung,) = alone().rungs

    assert [(match.scenario, match.seed) for match in rung.tiers[0].matches] == [
        ("opposed_d6_hollow", 1),
        ("opposed_d6_yard", 1),
        ("opposed_d6_hollow", 2),
        ("opposed_d6_yard", 2),
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
    with Book.open(path, plan().grounds) as book:
        climb(evolve(plan(), pairs=3), book)
    with path.open("a") as file:
        file.write('{"version"')

    with Book.open(path, plan().grounds) as book:
        standing = climb(plan(), book, watch=lambda *of: told.append(of))

    assert told == [(1, 1)]
    assert standing == alone()
    assert len(path.read_text().splitlines()) == 4


def book_of(points: list[int]) -> Book:
    """A book with pairs that brought the first level so many points, in their order."""
    found = []
    for number, each in enumerate(points):
        one = plan().grounds[number % 2]
        first = Result(each - each // 2, "", "score", 8)
        pair = (first, Result(each // 2, "", "score", 8))
        found.append(Match(one.name, one.hash, BETTER, 1 + number // 2, pair))
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
    """Pairs are missing behind the look that decides: they stay unplayed."""
    calls: list[object] = []

    def counted(*task: object) -> tuple[Result, Result]:
        calls.append(task)
        return Result(2, "blue", "broken", 3), Result(2, "red", "broken", 3)

    monkeypatch.setattr(run, "played", counted)
    standing = climb(evolve(plan(pairs=100), rule=Rule(goal=100, floor=50)), Book())

    assert standing.reached
    assert len(calls) == 20


def test_a_pair_is_one_seed_in_both_seats() -> None:
    """The first level wins it all where it is that much better."""
    results = played(plan().grounds[0].opening.text, BETTER, 1)

    assert [result.points for result in results] == [2, 2]
    assert [result.winner for result in results] == ["blue", "red"]


def test_a_standing_is_text_and_json() -> None:
    """Each ruleset with its scenarios, and all; JSON can be read back."""
    data = json.loads(json.dumps(alone().data))

    assert data["rungs"][0]["levels"] == list(BETTER)
    assert data["rungs"][0]["all"]["pairs"] == 4
    assert set(data["rungs"][0]["rulesets"]["opposed_d6"]["scenarios"]) == {
        "opposed_d6_hollow",
        "opposed_d6_yard",
    }
    assert alone().text.startswith("recruit against random, in both seats: share of the points\n")
    assert "This measures the balance of the computer player, not of people." in alone().text
