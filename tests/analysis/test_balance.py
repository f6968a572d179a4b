"""What acting first is worth, what figures did, and advice that was tried before it is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, islice
from operator import mul
from pathlib import Path

import pytest
from attrs import evolve

from skirmish.analysis.balance import (
    FINAL_GAMES,
    STAGES,
    Advice,
    FirstMove,
    advice,
    changes,
    points_of,
    with_first,
)
from skirmish.analysis.outcome import outcome_of
from skirmish.analysis.simulation_report import SimulationReport
from skirmish.game import Game, Opening
from skirmish.scenario import Scenario, find, load, parse, scenario_text, shipped
from tests.analysis.test_simulation import report

GOLDEN = Path(__file__).parents[1] / "golden" / "opposed_d6-night_pumps.skr"
LOW_WATER = load(find("low_water"))
BLUE, RED = (force.id for force in LOW_WATER.sides)


def result(blue_wins: int, games: int) -> SimulationReport:
    """Games of which blue wins some, red the others."""
    return report("b" * blue_wins + "r" * (games - blue_wins))


def table(
    share: Callable[[Scenario], float],
) -> tuple[Callable[[Opening, Sequence[int]], SimulationReport], list[int]]:
    """A player of games that blue wins by a share of the scenario; and the seeds it was given."""
    given: list[int] = []

    def play(opening: Opening, seeds: Sequence[int]) -> SimulationReport:
        given.extend(seeds)
        return result(round(share(parse(opening.text)) * len(seeds)), len(seeds))

    return play, given


def seeds_of() -> Callable[[int], tuple[int, ...]]:
    """Seeds from 100 on, none twice."""
    fresh = count(100)
    return lambda games: tuple(islice(fresh, games))


def figures(scenario: Scenario, side: str) -> int:
    """The number of figures of a side at the start."""
    return next(len(force.figures) for force in scenario.sides if force.id == side)


def by_numbers(scenario: Scenario) -> float:
    """Blue wins by its share of the figures, and nothing else counts."""
    blue, red = figures(scenario, BLUE), figures(scenario, RED)
    return min(1.0, max(0.0, 0.8 + 0.15 * (blue - 8) - 0.15 * (red - 7)))


def told(share: Callable[[Scenario], float], before: float) -> tuple[Advice, list[int]]:
    """Advice on a battle of which blue wins a share before."""
    play, given = table(share)
    return advice(LOW_WATER, result(round(before * 100), 100), play, seeds_of()), given


def test_a_suggestion_is_what_games_bore_out() -> None:
    """The best changes stand first, each with its share in new games; no seed is used twice."""
    found, given = told(by_numbers, 0.8)

    assert found.side == BLUE
    assert len(found.suggestions) == STAGES[-1][1]
    best = found.suggestions[0]
    assert best.fair
    assert "more figure" in best.words or "without" in best.words
    assert len(best.points.scores) == FINAL_GAMES
    tried = len(list(changes(LOW_WATER, BLUE)))
    games = [*(games for games, _ in STAGES), FINAL_GAMES]
    changes_left = [tried, *(left for _, left in STAGES)]
    assert len(given) == len(set(given)) == sum(map(mul, games, changes_left))
    assert best.words in found.text


def test_an_even_battle_gets_no_advice() -> None:
    """And nothing is played for it."""
    found, given = told(by_numbers, 0.55)

    assert (found.needed, found.suggestions, given) == (False, (), [])
    assert found.text.startswith(f"may be even: {BLUE} has 55.0%")
    assert found.text.endswith("in 100 games; more games (--games) say more")
    sure = evolve(found, before=points_of(result(1000, 2000), BLUE))
    assert sure.text.startswith(f"even: {BLUE} has 50.0% (47.8 to 52.2)")


def test_advice_that_is_stopped_has_what_was_tried_so_far() -> None:
    """By the games that each change had, and it says that it was stopped."""
    play, given = table(by_numbers)

    def interrupted(opening: Opening, seeds: Sequence[int]) -> SimulationReport:
        if len(given) == 5 * STAGES[0][0]:
            raise KeyboardInterrupt
        return play(opening, seeds)

    found = advice(LOW_WATER, result(80, 100), interrupted, seeds_of())

    assert len(found.suggestions) == 5
    assert {len(one.points.scores) for one in found.suggestions} == {STAGES[0][0]}
    assert "stopped before all changes were tried" in found.text


def test_advice_that_does_not_help_is_not_made() -> None:
    """Where no change is enough, the text says so."""
    found, _ = told(lambda _: 0.9, 0.9)

    assert not any(one.fair for one in found.suggestions)
    assert "none of them is enough by itself" in found.text


@pytest.mark.parametrize("name", shipped())
def test_every_change_is_a_scenario_that_differs_in_one_thing(name: str) -> None:
    """It is valid, not the same, and no two are alike."""
    scenario = load(find(name))
    for side in scenario.sides:
        found = list(changes(scenario, side.id))
        texts = [scenario_text(one.scenario) for one in found]

        assert len(texts) == len(set(texts))
        assert not any(" as as " in one.words for one in found)
        for text in texts:
            assert parse(text) != scenario


def test_acting_first_is_measured_over_both_orders() -> None:
    """Blue first wins 3 of 4, red first 2 of 4: whoever is first has 5 of 8."""
    move = FirstMove(report("bbbr"), report("bbrr"), "blue")

    assert move.gain.value == pytest.approx(5 / 8)
    assert move.gain.scores == (2, 2, 4, 2)
    assert points_of(report("b-"), "blue").value == pytest.approx(3 / 4)
    assert with_first(LOW_WATER, RED).first == RED
    assert evolve(with_first(LOW_WATER, RED), first=LOW_WATER.first) == LOW_WATER


def test_the_deeds_of_figures_add_up_to_those_of_weapons() -> None:
    """In a recorded game: shots, hits, losses, but for gas, which no figure fires; falls."""
    game = Game.replay(GOLDEN)

    measured = outcome_of(game)

    for name in ("shots", "hits", "out", "lost", "own"):
        by_figures = sum(getattr(one, name) for one in measured.figures.values())
        by_weapons = sum(getattr(one, name) for w, one in measured.fire.items() if w != "gas")
        assert by_figures == by_weapons, name
    fallen = {name for name, one in measured.figures.items() if one.fell}
    assert fallen == {f.id for f in game.state.figures.values() if f.fate}
    assert all(1 <= measured.figures[name].fell <= game.turn for name in fallen)
    assert not measured.early
