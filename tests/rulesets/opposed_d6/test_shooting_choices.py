"""What the shooting offers is what it allows."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.ai import Stream, key_of, think
from skirmish.core.dice import Roller
from skirmish.core.figures import HIDDEN
from skirmish.core.orders import Order
from skirmish.rulesets.engine import carry_out, refusal, suggested
from skirmish.rulesets.families import Shares
from skirmish.rulesets.opposed_d6.figures import weapons_of
from skirmish.rulesets.opposed_d6.kinds import lobbed
from tests.position import Position
from tests.rulesets.opposed_d6.blocks import (
    BURST,
    CANNON,
    FLAMER,
    GUN,
    MORTAR,
    SMOKE,
    TROOPER,
    scene,
)

ARMS = st.lists(
    st.sampled_from([GUN, BURST, CANNON, FLAMER, MORTAR, SMOKE]), max_size=3, unique=True
)
SPOTS = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 5), st.sampled_from("^>v<")),
    min_size=6,
    max_size=6,
    unique_by=lambda spot: spot[:2],
)
GROUND = """
    . . . . . . .
    . . . # . o .
    . . . # . . .
    . : . . . . .
    . . . . # . .
    . . . . . . .
"""


def battle(spots: Any, arms: Any, hidden: str = "") -> Position:
    """Three against three anywhere on a small field."""
    at = dict(zip("abcPQR", spots, strict=True))
    weapons = {"a": tuple(arms[0]), "b": (GUN,), "c": tuple(arms[1])}
    counters = {letter: {HIDDEN: 1} for letter in hidden}
    return scene(GROUND, at=at, weapons=weapons, kind=TROOPER, counters=counters)


@settings(max_examples=50)
@given(SPOTS, st.tuples(ARMS, ARMS), st.integers(0, 99))
def test_whatever_is_drawn_is_legal(spots: Any, arms: Any, seed: int) -> None:
    """No family holds an order that is refused, and each has the attack that it says."""
    game, random = battle(spots, arms), Random(seed)
    known = game.view()
    for figure in "abc":
        for family in game.ruleset.options(known, figure):
            for _ in range(4):
                order = family.draw(random.randrange)
                assert refusal(game.ruleset, known, order) is None, order
                assert game.line(str(order)) == order or family.fixed or "rolls" in str(order)


@settings(max_examples=50)
@given(SPOTS, st.tuples(ARMS, ARMS), st.sampled_from(["", "P", "PQ"]), st.integers(0, 99))
def test_what_is_shown_is_what_is_rolled(
    spots: Any,
    arms: Any,
    hidden: str,
    seed: int,
) -> None:
    """Direct fire has the same numbers on the view and on the truth, and every order works out."""
    game, random = battle(spots, arms, hidden), Random(seed)
    known = game.view()
    for figure in "abc":
        for family in game.ruleset.options(known, figure):
            order = family.draw(random.randrange)
            shown = game.ruleset.attack(known.state, order)
            if order.verb == "fire":
                assert shown == game.ruleset.attack(game.state, order) is not None
            done = carry_out(game.ruleset, game.state, "blue", order, Roller(f"{seed}"))
            assert done.state.figures[figure].count("shot") == 1


@settings(max_examples=50)
@given(SPOTS, st.tuples(ARMS, ARMS))
def test_nothing_outside_the_families_is_legal(spots: Any, arms: Any) -> None:
    """Brute force over targets, weapons, aid and tiles finds no order that no family offers."""
    game = battle(spots, arms)
    known = game.view()
    for figure in "abc":
        offered = {str(order) for f in game.ruleset.options(known, figure) for order in _all(f)}
        for order in _every(game, figure):
            if refusal(game.ruleset, known, order) is None:
                assert str(order) in offered


def _all(family: Any) -> list[Order]:
    """Every order of a family that divides nothing by hand."""
    fields = [(n, d) for n, d in family.fields if not isinstance(d, Shares)]
    targets = family.target.every()
    found = []
    for target in targets:
        for values in product(*(((), *domain.every()) for _, domain in fields)):
            said = {n: v for (n, _), v in zip(fields, values, strict=True) if v != ()}
            found.append(Order.of(family.verb, family.figure, target, **dict(family.fixed), **said))
    return found


def _every(game: Position, figure: str) -> list[Order]:
    """Every order that can be spelt with these parts."""
    arms = [arm.id for arm in weapons_of(game.figure(figure)) if lobbed(arm)]
    others = [name for name in "abc" if name != figure]
    fields: dict[str, list[Any]] = {
        "aid": [(), (others[0],), (others[1],), tuple(others)],
        "combat": ["", "yes"],
        "rolls": ["", 2],
    }
    found: list[Order] = []
    for target, values in product("pqr", product(*fields.values())):
        said = dict(zip(fields, values, strict=True))
        found.append(Order.of("fire", figure, target, **said))
    board = game.state.board
    for place in range(board.width * board.height):
        tile = board.tile_at(place)
        found.append(Order.of("bombard", figure, tile))
        found += [Order.of("bombard", figure, tile, weapon=arm) for arm in arms[1:]]
    return found


@settings(max_examples=50)
@given(SPOTS, st.tuples(ARMS, ARMS))
def test_what_is_typical_is_legal(spots: Any, arms: Any) -> None:
    """The short list holds legal orders, each once, and something whenever a shot is possible."""
    game = battle(spots, arms)
    known = game.view()
    for figure in "abc":
        orders = suggested(game.ruleset, known, figure)
        assert len(set(orders)) == len(orders)
        for order in orders:
            assert refusal(game.ruleset, known, order) is None, order
        verbs = {family.verb for family in game.ruleset.options(known, figure)}
        assert ("fire" in verbs) <= any(order.verb == "fire" for order in orders)


@settings(max_examples=50)
@given(SPOTS, st.tuples(ARMS, ARMS), st.integers(0, 99))
def test_after_a_first_attack_all_that_is_offered_is_legal(
    spots: Any, arms: Any, seed: int
) -> None:
    """BAY-31: no family and no typical order makes a second direct attack on an enemy."""
    game, random = battle(spots, arms), Random(seed)
    for figure in "abc":
        families = game.ruleset.options(game.view(), figure)
        if not families:
            continue
        order = families[random.randrange(len(families))].draw(random.randrange)
        done = carry_out(game.ruleset, game.state, "blue", order, Roller(f"{seed}"))
        game = evolve(game, state=done.state)
        known = game.view()
        fired = [link.b for link in known.state.links]
        for friend in "abc":
            offered = [f.draw(random.randrange) for f in game.ruleset.options(known, friend)]
            for other in (*offered, *suggested(game.ruleset, known, friend)):
                assert refusal(game.ruleset, known, other) is None, other
                named = [name for name, _ in other.split("split")]
                assert other.verb != "fire" or not {other.target, *named} & {*fired}


def test_friends_with_no_other_enemy_are_offered_as_aid() -> None:
    """BAY-27, BAY-31: a shot that leaves them idle is no sensible one; who has another is free."""
    drawing = "a>. . . R<. .\nb>. . . . . .\nc>. . . . . Q<"
    alone = scene(drawing.replace("Q<", ". "))
    idle = scene(drawing, weapons={"b": (evolve(GUN, range=5),)})

    assert texts(alone, "a") == ["fire a r aid=b+c"]
    assert {*texts(idle, "a")} == {
        "fire a r aid=b",
        "fire a q",
        "fire a r aid=b+c",
        "fire a q aid=c",
    }
    assert "fire a r" in texts(scene(drawing), "a")


def test_the_opponent_has_friends_aid_one_attack() -> None:
    """BAY-31: three that see one enemy alone fire at it together, for no second attack is open."""
    game = scene("a>. . . R<. .\nb>. . . . . .\nc>. . . . . .")
    chosen = think(game.ruleset, game.view(), "regular", Stream(key_of(1, "blue"))).order

    assert (chosen.verb, chosen.target, len(chosen.figures("aid"))) == ("fire", "r", 2)


def texts(game: Position, figure: str) -> list[str]:
    """The short list of a figure as lines."""
    return [str(order) for order in suggested(game.ruleset, game.view(), figure)]


@pytest.mark.parametrize("phase", ["move", "fire"])
def test_a_bound_with_nothing_to_shoot_at_is_idle(phase: str) -> None:
    """Nobody in sight: the shooting passes by itself, the movement does not."""
    game = scene("a>. # . R<", phase=phase)

    assert game.ruleset.turn.idle(game.view()) == (phase == "fire")
