"""What a bound that begins with an order comes to: what it spoils, and what it makes better."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import evolve

from skirmish.ai.actions import Candidate, candidate_actions
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.capabilities import capabilities_of
from skirmish.ai.explanation import Weighed
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.matchups import Matchups
from skirmish.core.state import Tally
from tests.ai.ranking import rank_options
from tests.ai.test_terms import seen
from tests.position import Position, position

LANE = "a>" + 11 * ". " + "R<\n. . ."
FAR = "a>" + 26 * ". " + "R<"


def weighed(battle: Position) -> Mapping[str, Weighed]:
    """Everything that regular weighs for blue, by its order."""
    return {str(one.order): one for made in rank_options(seen(battle)) for one in made.best}


def done(battle: Position) -> Mapping[str, Candidate]:
    """What a could do where it stands, by its order."""
    situation = seen(battle)
    (figure,) = situation.mine
    return {str(candidate.order): candidate for candidate in candidate_actions(situation, figure)}


def lane(aim: int) -> Position:
    """A marksman of d20 who has taken aim so often."""
    return position(LANE, ruleset="d20", kind="marksman", counters={"a": {"aim": aim}})


def walks(battle: Position, term: str) -> list[int]:
    """A term of every walk."""
    found = weighed(battle).items()
    return [dict(one.terms)[term] for order, one in found if order.startswith("move")]


def test_aim_is_a_reason_to_stay() -> None:
    """Every walk gives it up, more of it for more; who does not aim gives nothing up."""
    none, some, more = (walks(lane(aim), "kept") for aim in range(3))

    assert set(none) == {0}
    assert some
    assert all(b < a < 0 for a, b in zip(some, more, strict=True))


def test_a_shot_from_elsewhere_is_not_aimed() -> None:
    """What is aimed from here makes the shots of this bound no better there."""
    plain, aimed = (walks(lane(aim), "now") for aim in (0, 2))

    assert all(b < a <= 0 for a, b in zip(plain, aimed, strict=True))


def test_a_preparation_is_worth_the_better_shot() -> None:
    """What is left after a long shot of d20 is too little for another: aim goes first."""
    kinds = {"a": "marksman", "R": "veteran"}
    arms = {"a": ("long_rifle",), "R": ("knife",)}
    battle = position(FAR, ruleset="d20", kinds=kinds, weapons=arms)
    found, orders = done(battle), weighed(battle)
    (better, *_) = found["aim a"].then

    assert better.order == battle.line("fire a r")
    assert better.lost > found["fire a r"].lost
    assert orders["aim a"].plan > orders["fire a r"].plan > orders["aim a"].gain


def test_what_leaves_no_time_makes_no_shot_better() -> None:
    """Where a shot takes the whole bound, aim is for the next one."""
    battle = position(LANE, ruleset="d100", kind="sniper")

    assert done(battle)["aim a"].then == ()


@pytest.mark.parametrize(("kind", "times"), [("marksman", 1), ("soldier", 2)])
def test_a_weapon_fires_as_often_as_it_can(kind: str, times: int) -> None:
    """A single shot rifle locks for the pass when it is fired, a rifle of the dice pool doesn't."""
    battle = position(LANE, ruleset="dice_pool", kind=kind, weapons={"R": ("knife",)})
    best = max(weighed(battle).values(), key=lambda one: one.gain)

    assert best.order.verb == "fire"
    assert seen(battle).matchups.capabilities(battle.figure("a")).attack.times == times
    assert (best.plan >= 1800 * best.gain // 1000) == (times > 1)


def test_the_cheapest_attack_is_known() -> None:
    """A single round of d20 takes less than the burst that does most; a pistol's is less still."""
    battle = position(LANE, ruleset="d20", kinds={"a": "veteran", "R": "recruit"})
    known = seen(battle).matchups.capabilities
    rifle, pistol = (known(battle.figure(name)).attack for name in "ar")

    assert pistol.least < rifle.least < rifle.usual


def test_what_a_battle_has_paid_is_nothing_to_a_trial() -> None:
    """The empty table has none of the figures that objectives were paid for."""
    battle = position(LANE, ruleset="dice_pool", kind="soldier")
    paid = evolve(battle.view().state, tally=Tally(paid=("blue:raid:b7",)))
    capabilities_of.cache_clear()

    known = Matchups(battle.ruleset, paid, ThoughtCache(paid.board)).capabilities
    assert known(battle.figure("a")).attack.times == 2


def test_a_veteran_tries_out_what_it_can_do_after_a_walk() -> None:
    """Three tiles nearer a grenade does more to two who stand together: a regular has no idea."""
    battle = position("a>. . . . . . . . . . . . R<P<", ruleset="d100", kinds={"a": "grenadier"})

    def gained(level: str) -> int:
        (made,) = rank_options(seen(battle, level))
        return max(dict(one.terms).get("now", -MILLI) for one in made.best)

    def best(after: Position) -> int:
        (made,) = rank_options(seen(after))
        return max(one.gain for one in made.best if one.order.verb == "bombard")

    assert gained("regular") <= 0 < gained("veteran")
    assert best(battle.order("move a 1,0>4,0 face=E")) > best(battle)
