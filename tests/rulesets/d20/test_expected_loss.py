"""The bare numbers that the computer player weighs, held equal to rules and odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.ai.cache import ThoughtCache
from skirmish.ai.expected_damage import expected_losses
from skirmish.core.dice import Distribution, odds
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.rulesets.attack import Attack, ExpectedLoss, total
from skirmish.rulesets.d20 import dice as d20
from skirmish.rulesets.d20.accuracy import Shot, accuracy, margin_of
from skirmish.rulesets.d20.figures import evasion
from skirmish.rulesets.d20.kinds import LIMBS, LOCATION, Weapon
from tests.position import Position, position
from tests.rulesets.d20.blocks import FISTS, bomb, duel, gun, man

hits = st.builds(
    d20.Hits, st.integers(0, 2), st.integers(2, 4), st.integers(-1, 3), st.integers(1, 2)
)
bodies = st.builds(
    d20.Body, st.integers(0, 2), st.sampled_from((0, 20, 50, 90, 100)), st.integers(1, 9)
)
readings = st.builds(
    d20.Readings, crit_carries=st.booleans(), called_shared=st.booleans(), rounding=st.just("up")
)
volleys = st.builds(
    d20.Shots,
    st.integers(1, 4),
    st.integers(-24, 24),
    st.integers(-24, 24),
    st.integers(11, 21),
    st.just(4),
    st.sampled_from((d20.NO_LIMB, 2)),
    readings | st.just(d20.READINGS),
)


@given(volleys)
def test_how_many_shots_hit(shots: d20.Shots) -> None:
    """In closed form as on the walk through the rule."""
    weights = d20.volleys(shots)

    assert sum(weights.values()) == d20.D20**shots.count
    assert Distribution(weights) == odds(d20.volley, shots)


@settings(max_examples=40)
@given(st.integers(1, 3), st.sampled_from((0, 4)), hits, bodies, st.sampled_from(("nearest", "up")))
def test_hit_points_lost(
    count: int, crit_die: int, harm: d20.Hits, body: d20.Body, rounding: d20.Rounding
) -> None:
    """By so many hits, wherever they go."""
    totals, whole = d20.losses(count, crit_die, harm, body, rounding)
    weights: dict[int, int] = {}
    for loss, weight in zip(d20.steps(body, rounding), totals, strict=True):
        weights[loss] = weights.get(loss, 0) + weight

    assert sum(totals) == whole
    for called in (False, True):
        landed = d20.Landed(count, called, crit_die)
        assert Distribution(weights) == odds(d20.lost, landed, harm, body, rounding)


@settings(max_examples=40)
@given(st.integers(1, 3), st.integers(0, 5), st.integers(1, 9), hits, bodies)
def test_a_limb_crippled_by_stray_hits(
    count: int, limb: int, left: int, harm: d20.Hits, body: d20.Body
) -> None:
    """As often as on the walk."""
    found = odds(d20.astray, count, limb, left, harm, body, "nearest")

    cripples = d20.crippling(count, LOCATION.count(limb), left, harm, body, "nearest")
    assert cripples == found.chance(lambda end: end[1])


guns = st.builds(
    gun,
    fire_rate=st.sampled_from((0, 2)),
    burst_penalty=st.integers(0, 2),
    damage_dice=st.integers(0, 1),
    damage_bonus=st.integers(1, 6),
    crit_range=st.integers(0, 3),
    crit_die=st.sampled_from((4, 8)),
    best=st.sampled_from(("close", "medium")),
    close=st.integers(1, 3),
    medium=st.integers(3, 5),
    stun=st.booleans(),
    bleed=st.sampled_from((0, 2)),
    knockdown=st.booleans(),
)
people = st.builds(
    man,
    hp=st.integers(2, 9),
    agility=st.integers(3, 8),
    perception=st.integers(3, 8),
    physical_dt=st.integers(0, 3),
    physical_dr=st.sampled_from((0, 30, 100)),
)
conditions = st.fixed_dictionaries(
    {},
    optional={
        "aimed": st.integers(1, 2),
        "bursts": st.integers(1, 2),
        "bleed": st.integers(1, 3),
        "stunned": st.just(1),
        "head": st.just(1),
        "right_arm": st.just(2),
    },
)


def weighed(battle: Position, order: Order) -> tuple[ExpectedLoss, ...]:
    """What the odds of an order come to."""
    plan = battle.ruleset.attack(battle.state, order)
    assert isinstance(plan, Attack)
    loss, stops = battle.ruleset.outcomes.loss, battle.ruleset.outcomes.stops
    return tuple(
        ExpectedLoss(
            name,
            plan.odds_on(name).expect(lambda out, name=name: loss(battle.state, name, out)),  # type: ignore[misc]
            plan.odds_on(name).chance(lambda out, name=name: loss(battle.state, name, out) > 0),  # type: ignore[misc]
            plan.odds_on(name).chance(lambda out, name=name: stops(battle.state, name, out)),  # type: ignore[misc]
        )
        for name in plan.subjects
    )


@settings(max_examples=60, deadline=None)
@given(guns, people, st.sampled_from(("", *LIMBS)), conditions, st.booleans(), st.integers(0, 1))
def test_expected_losses_are_those_of_the_odds(
    arm: Weapon, other: Any, limb: str, counters: dict[str, int], burst: bool, damage: int
) -> None:
    """Of shots, bursts and called shots, at those who are hurt or not, with whatever they leave."""
    battle = duel("a . . R", arm, target=other, counters={"a": counters, "r": counters})
    hurt = evolve(battle.state.figures["r"], damage=damage)
    battle = evolve(battle, state=evolve(battle.state, figures={**battle.state.figures, "r": hurt}))
    parts = {"limb": limb} if limb else {}
    parts |= {"mode": "burst"} if burst and arm.fire_rate else {}
    order = Order.of("fire", "a", "r", **parts)

    if battle.ruleset.attack(battle.state, order) is None:
        assert battle.ruleset.expected(battle.state, order) == ()
    else:
        assert battle.ruleset.expected(battle.state, order) == weighed(battle, order)


def test_the_expected_loss_of_a_blow_is_that_of_its_odds() -> None:
    """Hand to hand."""
    battle = duel("a>R<", FISTS)
    order = Order.of("strike", "a", "r")

    assert battle.ruleset.expected(battle.state, order) == weighed(battle, order)


FIELD = """
. . T . . . # . . .
. . . o . . . . & .
. - . . . . . o . .
. . . . # . . . . .
"""
tiles = st.tuples(st.integers(0, 9), st.integers(0, 3))


def standing(at: Tile, there: Tile, *arms: Weapon, **changes: Any) -> Position:
    """A and r on two tiles of the field."""
    battle = position(
        FIELD,
        ruleset="d20",
        kind=man(explosives=2),
        at={"a": at, "R": there},
        weapons={"a": arms, "R": arms},
    )
    figures = battle.state.figures
    figures = {**figures, "r": evolve(figures["r"], **changes)}
    return evolve(battle, state=evolve(battle.state, figures=figures))


@settings(deadline=None)
@given(tiles, tiles, st.booleans(), st.sampled_from(("standing", "prone")), conditions)
def test_the_sum_is_that_of_the_breakdown(
    at: Tile,
    there: Tile,
    watch: bool,
    posture: str,
    counters: dict[str, int],
) -> None:
    """Accuracy over Evasion, by tiles, postures and what figures suffer from."""
    if at == there:
        return
    battle = standing(at, there, gun(close=2), posture=posture, counters=counters)
    one, other = (battle.state.figures[name] for name in "ar")
    for burst in (False, True):
        shot = Shot(evolve(one, counters=counters), gun(close=2), other, burst, watch=watch)
        guard = total(evasion(battle.state.board, other, one.tile))
        assert margin_of(battle.state, shot) == total(accuracy(shot)) - guard


@settings(max_examples=300, deadline=None)
@given(tiles, tiles, tiles, tiles, st.sampled_from(("standing", "prone")))
def test_menace_is_the_same_where_its_setting_is(
    at: Tile,
    there: Tile,
    elsewhere: Tile,
    beyond: Tile,
    posture: str,
) -> None:
    """All that the ground changes is in the setting; the figures are the same."""
    if at == there or elsewhere == beyond:
        return
    found: dict[object, Fraction] = {}
    for one, two in ((at, there), (elsewhere, beyond), (there, at)):
        battle = standing(
            one, two, gun(close=2, medium=4, extreme=7), bomb(), FISTS, posture=posture
        )
        estimates, figures = battle.ruleset.estimates, battle.state.figures
        setting = estimates.setting(battle.state.board, figures["a"], one, figures["r"], two)
        menace = estimates.menace(battle.state, "a", "r")
        assert found.setdefault(setting, menace) == menace


falls = st.lists(
    st.tuples(tiles | st.none()) | st.tuples(*[tiles | st.none()] * 3), min_size=20, max_size=20
).map(tuple)


@given(falls)
def test_where_an_explosive_comes_down(falls: tuple[d20.Fall, ...]) -> None:
    """In closed form as on the walk."""
    weights, whole = d20.landed(falls)

    assert sum(weights.values()) == whole
    assert Distribution(weights) == odds(d20.come_down, falls)


@settings(max_examples=60, deadline=None)
@given(tiles, tiles, tiles, st.integers(1, 3), st.booleans(), st.integers(2, 8), st.booleans())
def test_the_expected_losses_of_a_blast_are_those_of_its_odds(
    at: Tile, there: Tile, aim: Tile, radius: int, thrown: bool, damage: int, stun: bool
) -> None:
    """On whomever it may strike, wherever it comes down, behind walls or not."""
    if at in (there, aim):
        return
    arm = bomb(radius=radius, thrown=thrown, indirect=not thrown, damage_bonus=damage, stun=stun)
    battle = standing(at, there, arm)
    order = Order.of("bombard", "a", aim)
    plan = battle.ruleset.attack(battle.state, order)
    assert plan is not None
    rules, state = battle.ruleset, battle.state

    weighed = expected_losses(rules, state, plan, ThoughtCache(state.board))
    found = rules.expected(state, order)
    assert found is not None
    assert sorted(found, key=lambda one: one.figure) == sorted(weighed, key=lambda one: one.figure)
