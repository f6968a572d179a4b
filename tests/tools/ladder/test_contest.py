"""A ladder: the same pairs whoever plays them, a goal that ends a run, and going on."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from skirmish.ai import LEVELS
from skirmish.analysis.intervals import Pairs
from skirmish.analysis.workers import local_processes
from tools.ladder import contest, scenarios
from tools.ladder.contest import LadderPlan, level_pairs, run_ladder
from tools.ladder.ladder_report import LadderReport, RulesetResult, StoppingRule
from tools.ladder.results_file import Levels, Match, Result, ResultsFile, played
from tools.ladder.scenarios import generated_scenario, scenario_sources

RANDOM = ("random", "random")
BETTER = ("recruit", "random")


@cache
def plan(levels: Levels = BETTER, pairs: int = 3) -> LadderPlan:
    return LadderPlan((levels,), scenario_sources((), ["opposed_d6"]), pairs)


@cache
def in_process() -> LadderReport:
    return run_ladder(plan(), ResultsFile())


@cache
def by_name() -> LadderReport:
    return run_ladder(
        LadderPlan((RANDOM,), scenario_sources(["opposed_d6:8", "opposed_d6:9"]), 4), ResultsFile()
    )


def test_each_level_is_set_against_the_one_below() -> None:
    """In the order in which levels are listed, whichever there are."""
    names = tuple(LEVELS)

    assert level_pairs()[0] == (names[1], names[0])
    assert [above for above, _ in level_pairs()] == list(names[1:])


def played_on(standing: LadderReport) -> list[tuple[str, int]]:
    return [(match.scenario, match.seed) for match in standing.level_pairs[0].tiers[0].matches]


def test_each_pair_has_a_ground_of_its_own() -> None:
    """Made from the number that is its seed; another seed gives other grounds."""
    (tier,) = (
        run_ladder(LadderPlan((RANDOM,), scenario_sources((), ["d20"], seed=17), 1), ResultsFile())
        .level_pairs[0]
        .tiers
    )

    assert played_on(in_process()) == [(f"opposed_d6:{seed}", seed) for seed in (1, 2, 3)]
    assert [(match.scenario, match.seed) for match in tier.matches] == [("d20:17", 17)]
    assert len({match.hash for match in in_process().level_pairs[0].tiers[0].matches}) == 3


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
    with local_processes(2) as workers:
        (rung,) = run_ladder(evolve(plan(), pairs=2), ResultsFile(), workers).level_pairs

    assert rung.tiers[0].matches == in_process().level_pairs[0].tiers[0].matches[:2]


def test_a_level_against_itself_has_exactly_a_half() -> None:
    """In every pair, whoever wins; and there is no doubt about it."""
    (rung,) = run_ladder(plan(RANDOM, 2), ResultsFile()).level_pairs

    assert [match.points for match in rung.tiers[0].matches] == [2, 2]
    assert (rung.pairs.value, rung.pairs.interval) == (0.5, (0.5, 0.5))


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """Nothing is played twice, and the result is that of a run which was never stopped."""
    path = tmp_path / "ladder.jsonl"
    told: list[tuple[int, int]] = []
    with ResultsFile.open(path) as results:
        run_ladder(evolve(plan(), pairs=2), results)
    with path.open("a") as file:
        file.write('{"version"')

    with ResultsFile.open(path) as results:
        standing = run_ladder(plan(), results, progress=lambda *of: told.append(of))

    assert told == [(1, 1)]
    assert standing == in_process()
    assert len(path.read_text().splitlines()) == 3


def book_of(points: list[int]) -> ResultsFile:
    """A book with pairs that brought the first level so many points, in their order."""
    found = []
    (source,) = plan().sources
    for number, each in enumerate(points):
        first = Result(each - each // 2, "", "score", 8)
        pair = (first, Result(each // 2, "", "score", 8))
        found.append(Match(source.name(number), "0" * 16, BETTER, source.seed(number), pair))
    return ResultsFile(found)


def test_a_goal_ends_a_run_at_a_look() -> None:
    """As soon as it is decided, by the pairs up to there and no others."""
    rule = StoppingRule(goal=100, floor=50)
    full = evolve(plan(pairs=400), rule=rule)
    (tier,) = run_ladder(full, book_of([3, 4] * 200)).level_pairs[0].tiers

    assert (tier.verdict, len(tier.matches)) == ("reached", 20)
    assert rule.verdict(Pairs("recruit", (3, 4) * 10, "random")) == "reached"
    (tier,) = run_ladder(full, book_of([2, 2] * 200)).level_pairs[0].tiers
    assert (tier.verdict, len(tier.matches)) == ("missed", 20)


def test_a_goal_may_stay_open() -> None:
    """All pairs were played, and it is neither reached nor missed; the command ends with 1."""
    full = evolve(plan(pairs=24), rule=StoppingRule(goal=10, floor=0))
    standing = run_ladder(full, book_of([4, 0] * 12))

    assert standing.level_pairs[0].tiers[0].verdict == "open"
    assert not standing.reached
    assert "goal open: more pairs would tell" in standing.text


def test_what_is_not_needed_any_more_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs are missing behind the look that decides: they stay unplayed, their grounds unmade."""
    calls: list[object] = []
    numbers: list[int] = []

    def watched(ruleset: str, number: int) -> str:
        numbers.append(number)
        return generated_scenario(ruleset, number)

    def counted(*task: object) -> tuple[Result, Result]:
        calls.append(task)
        return Result(2, "blue", "broken", 3), Result(2, "red", "broken", 3)

    monkeypatch.setattr(contest, "played", counted)
    monkeypatch.setattr(scenarios, "generated_scenario", watched)
    standing = run_ladder(
        evolve(plan(pairs=100), rule=StoppingRule(goal=100, floor=50)), ResultsFile()
    )

    assert standing.reached
    assert (len(calls), numbers) == (20, list(range(1, 21)))


def test_a_pair_is_one_seed_in_both_seats() -> None:
    """The first level wins it all where it is that much better."""
    results = played(plan().sources[0].scenario(0).opening.text, BETTER, 1)

    assert [result.points for result in results] == [2, 2]
    assert [result.winner for result in results] == ["blue", "red"]


def test_a_standing_is_text_and_json() -> None:
    """Each ruleset with what its first seat got, and all; JSON can be read back."""
    data = json.loads(json.dumps(in_process().data))
    tier = data["rungs"][0]["rulesets"]["opposed_d6"]

    assert data["rungs"][0]["levels"] == list(BETTER)
    assert data["rungs"][0]["all"]["pairs"] == 3
    assert data["seed"] == 1
    assert (tier["first_seat"]["of"], "scenarios" in tier) == (3, False)
    assert in_process().text.startswith(
        "recruit against random, in both seats: share of the points\n"
    )
    assert "\n    first seat " in in_process().text
    assert "This measures the balance of the computer player, not of people." in in_process().text


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
    assert (
        RulesetResult("d20", BETTER, (Match("d20:1", "", BETTER, 1, (won, lost)),)).first_seat.value
        == 1
    )
