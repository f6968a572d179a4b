"""What may be ordered: families, typical orders, modes, costs and what they may gain."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

import pytest

from skirmish.core.dice import Roller
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.rulesets.common.walking import MOVE
from skirmish.rulesets.d20.kinds import LIMBS
from skirmish.rulesets.engine import refusal, suggested
from skirmish.rulesets.families import Family
from tests.position import Position
from tests.rulesets.d20.blocks import FISTS, bomb, duel, gun, man
from tests.rulesets.d20.yard import yard
from tests.soak.random_play import soak

GUN = gun(fire_rate=1)
BATTLES = {
    "in the open": duel("a . o R", GUN, FISTS, bomb()),
    "hand to hand": duel("a R . .\n. + . .", GUN, FISTS, bomb(thrown=False)),
    "worn": duel("a b . R", GUN, weapons={"b": ()}, counters={"a": {"spent": 5, "rounds": 1}}),
    "hurt": duel("a b . R", GUN, weapons={"b": ()}, counters={"b": {"bleed": 1}, "a": {"burn": 1}}),
    "lame": duel("a . + R", GUN, FISTS, counters={"a": {"left_arm": 6, "left_leg": 6}}),
    "stunned": duel("a . . R", GUN, FISTS, counters={"a": {"stunned": 1}}),
    "prone": duel("a . . R", gun(two_handed=True, ap_single=7)).order("pose a prone"),
    "watching": duel("a . . R", GUN).order("overwatch a"),
}


def listed(family: Family) -> Iterator[str]:
    """Every order of a family that says none of its fields."""
    targets = [""] if family.target is None else family.target.every()
    for target in targets:
        yield str(Order.of(family.verb, family.figure, target, **dict(family.fixed)))


def plain(order: str) -> str:
    """An order without what it may say of weapons that are the only ones to fit."""
    words = order.split()
    return " ".join(word for word in words if not word.startswith(("weapon=", "face=")))


def tried(battle: Position, name: str) -> Iterator[str]:
    """All that might be ordered on a small board, apart from walking."""
    board, figures = battle.state.board, list(battle.state.figures)
    tiles = [f"{x},{y}" for x in range(board.width) for y in range(board.height)]
    yield from (f"door {name} {tile}" for tile in tiles)
    yield from (f"bombard {name} {tile}" for tile in tiles)
    yield from (f"turn {name} {face}" for face in ("N", "NE", "E", "SE", "S", "SW", "W", "NW"))
    for other in figures:
        yield from (f"{verb} {name} {other}" for verb in ("fire", "strike", "treat"))
        yield f"fire {name} {other} mode=burst"
    yield from (f"{one} {name}" for one in ("overwatch", "aim", "reload", "treat"))
    yield f"overwatch {name} mode=burst"
    yield from (f"pose {name} {word}" for word in ("prone", "standing"))


@pytest.mark.parametrize("battle", BATTLES.values(), ids=BATTLES)
def test_families_hold_all_that_is_allowed_and_nothing_else(battle: Position) -> None:
    """Against every order on a small board, judged one by one."""
    families = battle.ruleset.options(battle.view(), "a")
    offered = {
        plain(one) for family in families if family.verb != MOVE.name for one in listed(family)
    }
    allowed = {one for one in tried(battle, "a") if battle.refusal(one) is None}

    assert {one for one in allowed if one != "treat a a"} == offered


@pytest.mark.parametrize("battle", BATTLES.values(), ids=BATTLES)
def test_what_is_drawn_or_typical_is_legal(battle: Position) -> None:
    """With fields and all."""
    known, dice = battle.view(), Roller("draws")

    def pick(n: int) -> int:
        return dice.die(n) - 1

    families = battle.ruleset.options(known, "a")
    drawn = [family.draw(pick) for family in families for _ in range(8)]
    orders = [*drawn, *suggested(battle.ruleset, known, "a")]
    assert [str(one) for one in orders if refusal(battle.ruleset, known, one)] == []
    assert bool(orders) == (battle is not BATTLES["watching"])


def test_typical_orders_are_few_and_cover_what_there_is() -> None:
    """Shots, bursts, a called one, explosives, overwatch, aim, postures, moves."""
    battle = duel("a . o . . . R b", GUN, bomb(), target=man(hp=12), weapons={"b": ()})
    orders = [str(one) for one in suggested(battle.ruleset, battle.view(), "a")]

    assert len(orders) <= 16
    assert {one.split()[0] for one in orders} >= {"fire", "overwatch", "aim", "pose", "move"}
    assert any("limb=" in one for one in orders)
    assert any("mode=burst" in one for one in orders)


def test_modes() -> None:
    """Every way to use a weapon on a figure that is possible from there."""
    battle = duel("a R", GUN, FISTS, bomb())
    rules = battle.ruleset

    def ways(weapon: str) -> list[str]:
        return list(rules.weapon_modes(battle.state, "a", weapon, "r"))

    assert ways("gun")[0] == "single"
    assert {"single: head", "burst", "burst: left arm"} <= set(ways("gun"))
    assert len(ways("gun")) == 2 + 2 * len(LIMBS)
    assert ways("fists") == ["blow", *(f"blow: {limb.replace('_', ' ')}" for limb in LIMBS)]
    assert ways("bomb") == ["blast on its tile"]
    assert rules.weapon_modes(duel("a . . R", FISTS).state, "a", "fists", "r") == {}


def test_a_weapon_of_bursts_alone_has_no_single_shot_among_its_modes() -> None:
    """D20-F6: without a cost for single shots it fires bursts, and its modes are named so."""
    battle = duel("a . R", gun(fire_rate=5, ap_single=0, ap_burst=6))
    ways = battle.ruleset.weapon_modes(battle.state, "a", "gun", "r")
    assert next(iter(ways)) == "burst"
    assert not any("single" in name for name in ways)
    assert len(ways) == 1 + len(LIMBS)


@pytest.mark.parametrize(
    ("order", "share"),
    [
        ("fire a R", Fraction(2, 8)),
        ("fire a R mode=burst limb=head", Fraction(4, 8)),
        ("move a 1,0", Fraction(1, 8)),
        ("turn a N", Fraction(0)),
        ("reload a", Fraction(2, 8)),
        ("overwatch a", Fraction(1)),
    ],
)
def test_costs(order: str, share: Fraction) -> None:
    """The share of the action points of a bound."""
    battle = duel("a . . R", GUN, counters={"a": {"rounds": 5}})

    assert battle.ruleset.cost(battle.state, battle.line(order)) == share


def gains(battle: Position, order: str) -> Fraction:
    """What an order may gain later."""
    known: View = battle.view()
    return battle.ruleset.prospect(known, battle.line(order))


def test_prospects() -> None:
    """Aim, reload of an empty gun, lying down far off, overwatch towards an enemy, treatment."""
    battle = duel("a . . . . . . R", GUN, counters={"a": {"rounds": 40, "bleed": 2}})
    empty = duel("a . . R", GUN, counters={"a": {"rounds": 0}})

    assert gains(battle, "aim a") > 0
    assert gains(empty, "reload a") > gains(duel("a . . R", GUN), "reload a") == 0
    assert gains(battle, "pose a prone") > 0 > gains(duel("a . R", GUN), "pose a prone")
    assert gains(battle, "overwatch a") > 0 == gains(battle, "overwatch a face=W")
    assert gains(battle, "treat a") > 0
    assert gains(battle, "move a 1,0") == 0


def test_overwatch_counts_on_those_that_it_would_fire_at() -> None:
    """More in the cone act more surely; none at whom a watcher that holds fire would not fire."""
    battle = duel("a . . . . . . R", GUN)
    two = duel("a . . . . . . R\n. . . . . . . Q", GUN)

    assert gains(two, "overwatch a") > gains(battle, "overwatch a") > 0
    assert gains(battle, "overwatch a when=90%") == 0


def test_who_knows_of_nobody_may_watch_ahead() -> None:
    """So that an opponent who waits for somebody to come has the order to choose."""
    battle = duel("a . . # # R", GUN)
    orders = [str(one) for one in battle.ruleset.suggestions.actions(battle.view(), "a")]

    assert [one for one in orders if one.startswith("overwatch")] != []
    assert "fire" not in " ".join(orders)


def test_menace() -> None:
    """Grows with the weapon, falls with cover and armour; none out of reach or without rounds."""

    def threat(battle: Position) -> Fraction:
        return battle.ruleset.estimates.menace(battle.state, "a", "r")

    open_ground = threat(duel("a . . R"))
    assert 0 < threat(duel("a . : R")) < open_ground < threat(duel("a . . R", GUN))
    assert 0 < threat(duel("a . . R", target=man(physical_dt=3))) < open_ground
    assert threat(duel("a . # R")) == 0
    assert threat(duel("a . . R", FISTS)) == 0 < threat(duel("a R", FISTS))
    assert threat(duel("a . . . R", bomb())) > 0
    assert threat(duel("a . . R", counters={"a": {"rounds": 0}})) == 0


def test_menace_of_an_enemy_is_the_same_on_the_view() -> None:
    """Its rounds are not known, so it is taken to have some."""
    battle = duel("a . . R", GUN)

    seen = battle.ruleset.estimates.menace(battle.view("blue").state, "r", "a")
    assert seen == battle.ruleset.estimates.menace(battle.state, "r", "a")


def test_an_idle_side() -> None:
    """Who is on overwatch, or out, can do nothing."""
    battle = duel("a . . R", GUN)

    assert not battle.ruleset.turn.idle(battle.view())
    assert battle.ruleset.turn.idle(battle.order("overwatch a").view())


def test_random_play() -> None:
    """Whole games of whatever is legal, with all that must hold looked at after every event."""
    soaked = soak(yard(), range(3))

    assert soaked.faults == ()
    assert soaked.orders > 100


def test_every_verb_is_used_in_random_play() -> None:
    """So that the games above try all of them."""
    families = chain.from_iterable(
        battle.ruleset.options(battle.view(), "a") for battle in BATTLES.values()
    )

    assert {family.verb for family in families} == set(BATTLES["lame"].ruleset.verbs)
