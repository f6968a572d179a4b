"""Plans count only orders that the rules allow after the one that is given."""

from __future__ import annotations

import pytest

from skirmish.ai.actions import Candidate, judge_action
from skirmish.ai.drafts import draft
from skirmish.ai.end_positions import best_now
from skirmish.core.events import Posed
from skirmish.core.state import Objective
from tests.ai.ranking import rank_options
from tests.ai.test_systems import SOLDIERS, SYSTEMS
from tests.ai.test_terms import seen
from tests.position import position

OPEN = """\
. . . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . . .
a>. . . . . . . . . . . R<. U<. V<. . .
. . . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . . .
. . . . . . . . # # # . . . . . . . . ."""
LANE = OPEN.replace("U<. V<", ". . . ")
RUNS_BEFORE = {"d100", "dice_pool"}
"""The systems in which a figure that has attacked may not run (EP-F7, POOL-F18)."""


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_gaits_that_an_attack_bars_are_found_by_trial(ruleset: str) -> None:
    """Only a run is barred, and only where the rules say so."""
    battle = position(OPEN, ruleset=ruleset, kind=SOLDIERS[ruleset])
    barred = seen(battle).matchups.capabilities(battle.figure("a")).barred

    assert barred == ({"run"} if ruleset in RUNS_BEFORE else set())


def test_a_figure_that_wants_to_run_runs_before_it_attacks() -> None:
    """Under d100 it could not run afterwards, so a shot is not worth what the run would gain."""
    (made,) = rank_options(seen(position(OPEN, ruleset="d100", kind=SOLDIERS["d100"])))

    assert made.best[0].order.verb == "run"


CORNER = """\
. . . . . . . . . . . . . .
. . . # . . . . . . . . . .
. . . a>. . . . . . . . . R<
. . . . . . . . . . . . . Q<"""


def test_a_figure_that_has_aimed_fires_and_gets_behind_the_corner() -> None:
    """Under d20: to go at once would give up the aim, but after the shot it goes."""
    begun = position(CORNER, ruleset="d20", kind=SOLDIERS["d20"])
    verbs = []
    for faces in ((), (2,), ()):
        (made,) = rank_options(seen(begun))
        order = made.best[0].order
        verbs.append(order.verb)
        begun = begun.order(str(order), faces)

    assert verbs == ["aim", "fire", "move"]
    assert begun.figure("a").tile == (2, 1)


def rise(moved: int) -> Candidate:
    """To rise under d100, far from a place that pays, after so many half tiles of movement."""
    yard = Objective("yard", "blue", "reach", 5, area=(12, 3, 16, 5))
    soldier, used = SOLDIERS["d100"], {"a": {"moved": moved}}
    battle = position(
        LANE, ruleset="d100", kind=soldier, objectives=(yard,), turns=9, counters=used
    )
    prone = battle.after(Posed("a", "prone"))
    return judge_action(seen(prone), prone.figure("a"), prone.line("pose a standing"))


def test_a_prone_figure_rises_to_walk_in_this_bound_not_a_bound_ahead() -> None:
    """Rising costs no movement: with none left it may as well rise when it goes."""
    assert rise(moved=99).prospect <= 0 < rise(moved=0).prospect


def test_fire_at_one_figure_is_not_repeated_for_stray_shots_at_another() -> None:
    """By trait die a missed 1 may hit a neighbour however many actions came before (AMMO-F18)."""
    drawing = "a>. . . . . . . R<\n. . . . . . . . U<"

    def fires(acts: int) -> bool:
        counters = {"a": {"acts": acts}}
        battle = position(drawing, ruleset="trait_die", kind="trooper", counters=counters)
        (made,) = rank_options(seen(battle))
        return any(one.order.verb == "fire" for one in made.best)

    assert fires(0)
    assert not fires(20)


def test_fire_beside_an_enemy_counts_as_far_as_it_is_left_there() -> None:
    """Under d100 all fire beside an enemy is at -30 (EP-F17), under d20 nothing is lost."""

    def share(ruleset: str, dear: str) -> float:
        kinds = {"a": SOLDIERS[ruleset], "R": "recruit", "U": dear}
        battle = position("a>R<. . . . . . U<", ruleset=ruleset, kinds=kinds)
        situation, figure = seen(battle), battle.figure("a")
        place = draft(situation, figure).places[0]
        assert max(place.deals) == place.deals[1], "the better target is farther off"
        return best_now(situation, figure, place) / max(place.deals)

    assert share("d20", "gunner") == 1
    assert share("d100", "sniper") < 0.8
