"""What outcomes cost in points, and what the computer player takes attacks to be worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from skirmish.core.figures import Figure
from skirmish.core.orders import Order
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.d20.dice import Effects, Harm
from tests.position import Position
from tests.rulesets.d20.blocks import bomb, duel, gun, man


def loss(battle: Position, harm: Harm, **changes: Any) -> Fraction:
    """What it costs red's r: 20 hit points, 10 points."""
    figure: Figure = evolve(battle.state.figures["r"], **changes)
    state = evolve(battle.state, figures={**battle.state.figures, "r": figure})
    return battle.ruleset.outcomes.loss(state, "r", harm)


def test_damage_counts_half_and_going_down_the_rest() -> None:
    """Of 20 hit points 5 are an eighth of 10 points; the last ones cost all that is left."""
    battle = duel()

    assert loss(battle, Harm(1, 5)) == Fraction(10, 8)
    assert loss(battle, Harm(2, 20)) == 10
    assert loss(battle, Harm(1, 5), damage=15) == 10 - Fraction(15 * 10, 40)
    assert loss(battle, Harm(1, 6, crippled=True)) == Fraction(6 * 10, 40) + Fraction(10, 6)


@pytest.mark.parametrize(
    ("effects", "changes", "points"),
    [
        (Effects(bleed=2), {}, Fraction(4 * 10, 40)),
        (Effects(bleed=2), {"counters": {"bleed": 2}}, Fraction(0)),
        (Effects(bleed=3), {"counters": {"bleed": 2}}, Fraction(2 * 10, 40)),
        (Effects(burn=3), {}, Fraction(5 * 10, 40)),
        (Effects(embed=4), {}, Fraction(2 * 10, 40)),
        (Effects(stun=True), {}, Fraction(10, 12)),
        (Effects(stun=True), {"counters": {"stunned": 1}}, Fraction(0)),
        (Effects(knockdown=True), {}, Fraction(10, 24)),
        (Effects(knockdown=True), {"posture": "prone"}, Fraction(0)),
    ],
)
def test_what_an_attack_leaves_behind_costs_too(
    effects: Effects, changes: dict[str, Any], points: Fraction
) -> None:
    """Two bounds of bleeding or burning, half of a barb, points lost to stun or to a fall.

    Only what is worse than what the figure suffers from already, and nothing of who is down.
    """
    battle = duel()

    plain = loss(battle, Harm(1, 4), **changes)
    assert loss(battle, Harm(1, 4, effects=effects), **changes) - plain == points
    assert loss(battle, Harm(1, 20, effects=effects), **changes) == 10


def test_whoever_stands_has_cost_less_than_whoever_is_down() -> None:
    """What drains away later never counts as the last hit point, for it may be treated."""
    battle = duel()
    all_of_it = Effects(bleed=9, burn=9, embed=9, stun=True, knockdown=True)
    worst = Harm(1, 1, crippled=True, effects=all_of_it)

    assert loss(battle, worst, damage=18) < loss(battle, Harm(1, 2), damage=18)


def test_an_outcome_tells_what_the_weapon_leaves_behind() -> None:
    """Once, of whatever hits; a miss leaves nothing."""
    battle = duel("a . . R", gun(bleed=2, fire_rate=2))
    plan = battle.ruleset.attack(battle.state, Order.of("fire", "a", "r", mode="burst"))

    assert isinstance(plan, Attack)
    outcomes = plan.odds_on("r").weights
    told = {(bool(o.hits), o.effects) for o in outcomes if isinstance(o, Harm)}
    assert told == {(True, Effects(bleed=2)), (False, Effects())}
    assert len(told) < len(outcomes)


WEAPONS = {
    "plain": (gun(),),
    "burst only": (gun(ap_single=0, fire_rate=4, burst_penalty=3, damage_dice=1),),
    "bleeding": (gun(bleed=2, damage_dice=1),),
    "stunning": (gun(stun=True, damage_bonus=1),),
    "armour": (gun(damage_dice=3, damage_type="energy"),),
}


@pytest.mark.parametrize("arms", WEAPONS.values(), ids=WEAPONS)
def test_menace_is_the_expected_loss_to_the_best_attack(arms: tuple[Any, ...]) -> None:
    """To the point, CRIT dice included; the computer player weighs the same odds."""
    battle = duel("a . . R", *arms)
    mode = {} if arms[0].ap_single else {"mode": "burst"}
    plan = battle.ruleset.attack(battle.state, Order.of("fire", "a", "r", **mode))

    assert isinstance(plan, Attack)
    exact = plan.odds_on("r").expect(
        lambda out: battle.ruleset.outcomes.loss(battle.state, "r", out)
    )
    assert battle.ruleset.estimates.menace(battle.state, "a", "r") == exact


def test_menace_of_a_blast_on_its_target() -> None:
    """Who stands on the aim point is struck as often as it comes down within the radius."""
    battle = duel("a . . . R", bomb(), shooter=man(explosives=4))
    # 15 - 4 = 11 is needed: from 9 on it comes down at most a tile off. 6 of 20 hit points.
    assert battle.ruleset.estimates.menace(battle.state, "a", "r") == Fraction(12, 20) * Fraction(
        6 * 10, 40
    )
