"""Folded odds of whole attacks are those of every single die; their dice have few sides here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.core.dice import Dice, clear_odds_cache, odds
from skirmish.core.geometry import Tile
from skirmish.rulesets.attack import Aim, Attack, odds_of
from skirmish.rulesets.d20 import dice as d20
from skirmish.rulesets.d20.dice import Body as D20Body
from skirmish.rulesets.d20.dice import Everything, Health, Limb
from skirmish.rulesets.d100 import dice as d100
from skirmish.rulesets.dice_pool import dice as pool
from skirmish.rulesets.opposed_d6 import dice as opposed
from skirmish.rulesets.trait_die import dice as trait
from tests.rulesets.test_folded import (
    FEW,
    assert_each_folded,
    assert_folded,
    guards,
    opposed_guards,
    small,
    targets,
)
from tests.single_dice import by_single_dice

HERE, THERE = (1, 1), (2, 1)


@contextmanager
def few_sided(*changes: tuple[ModuleType, str, object]) -> Iterator[None]:
    """Rules whose dice have few sides; both ways of reckoning run the very same rules."""
    clear_odds_cache()
    with pytest.MonkeyPatch.context() as patch:
        for module, name, value in changes:
            patch.setattr(module, name, value)
        yield
    clear_odds_cache()


def assert_area_folded(aim: Aim, spared: object) -> None:
    """The odds of an area attack are those of its single dice, wherever it comes down."""

    def fallen(dice: Dice) -> dict[str, Any]:
        attack = aim.at(aim.rule(dice, *aim.args))
        return dict(zip(attack.subjects, attack.roll(dice), strict=True))

    found = odds_of(aim, spared).figures
    assert found
    for name, chances in found.items():

        def of_figure(dice: Dice, name: str = name) -> object:
            return fallen(dice).get(name, spared)

        assert chances == dict(by_single_dice(of_figure).items())


few_d20 = (d20, "D20", 3), (d20, "LOCATION_DIE", 3), (d20, "LOCATION", (0, 1, 1))


@settings(max_examples=20)
@given(
    st.builds(
        d20.Shots,
        count=st.integers(1, 3),
        first=st.integers(-3, 0),
        later=st.integers(-3, 0),
        crit=st.integers(3, 4),
        crit_die=st.just(4),
        limb=st.sampled_from((d20.NO_LIMB, 0, 1)),
    ),
    st.builds(d20.Hits, st.just(1), st.integers(1, 2), st.integers(-1, 2)),
    st.builds(D20Body, small, st.sampled_from((0, 50, 100)), st.integers(1, 5)),
    st.integers(1, 3),
)
def test_bursts_in_d20(shots: d20.Shots, hits: d20.Hits, body: D20Body, left: int) -> None:
    """Hit points and a called limb are asked of the odds; in play everything is."""
    called = (Limb(shots.limb, left),) if shots.limb != d20.NO_LIMB else ()
    questions: tuple[Health | Limb, ...] = Health(), *called

    with few_sided(*few_d20):
        played = by_single_dice(d20.burst, shots, hits, body, Everything())
        for question in questions:
            answers = played.map(lambda out: (question.of(out[0], body),))  # noqa: B023 - asked now
            assert odds(d20.burst, shots, hits, body, question) == answers
            assert_folded(d20.burst, shots, hits, body, question)


few_d100 = (
    *((d100, name, value) for name, value in (("D100", 4), ("WORST", 3), ("DOUBLES", 2))),
    *((d100, name, value) for name, value in (("EXCELLENT", 1), ("EXCEPTIONAL", 2))),
    (d100, "D10", 2),
)
d100_bodies = st.builds(
    d100.Body,
    left=st.integers(1, 8),
    threshold=st.integers(1, 4),
    armour=small,
    steady=st.integers(0, 12),
    wounds=small,
    upright=st.booleans(),
    shock=st.none() | st.integers(0, 3),
)


@settings(max_examples=20)
@given(st.integers(0, 3), st.none() | st.integers(0, 3), small, d100_bodies, st.booleans())
def test_blows_in_d100(
    skill: int, guard: int | None, count: int, body: d100.Body, grapple: bool
) -> None:
    """An attack from its tests to what becomes of the figure, and a grip."""
    with few_sided(*few_d100):
        assert_folded(d100.harm, count, 1, body)
        assert_folded(d100.strike, d100.Blow(skill, guard, count, 1, body, grapple))
        assert_folded(d100.break_free, skill, guard or 0)


@settings(max_examples=20)
@given(st.integers(-1, 3), small, st.integers(0, 3), d100_bodies, d100_bodies)
def test_area_attacks_in_d100(
    skill: int, count: int, add: int, first: d100.Body, second: d100.Body
) -> None:
    """What reaches a figure is added up over all landings, also where it is covered in some."""
    landings = ((THERE, None), (HERE, THERE), (THERE, THERE))

    def at(tile: Tile | None) -> Attack:
        covered = first._replace(armour=first.armour + 1)
        near = ((0, first), (1, second)) if tile == HERE else ((2, covered),)
        caught = near if tile is not None else ()
        return Attack(
            d100.blast,
            (count, add, caught),
            ("r1", "r2")[: len(caught)],
            each=True,
            apart=True,
            meets=d100.blast_reaching,
            suffers=d100.suffer_blast,
        )

    with few_sided(*few_d100):
        assert_area_folded(Aim(d100.come_down, (skill, HERE, landings), at), d100.NOTHING)


def struck_at(
    rule: Callable[..., Any], here: tuple[Any, ...], *, apart: bool
) -> Callable[[Tile | None], Attack]:
    """An area attack on r1 and r2 that does its first item to r1 where it comes down beside."""

    def at(tile: Tile | None) -> Attack:
        items = here if tile == HERE else here[:1] if tile == THERE else ()
        return Attack(rule, (items,), ("r1", "r2")[: len(items)], each=True, apart=apart)

    return at


@FEW
@given(st.integers(0, 2), targets, targets)
def test_area_attacks_in_the_dice_pool(dice: int, first: pool.Target, second: pool.Target) -> None:
    """A blast that its test brings nearer."""
    rows = ((None, THERE), (THERE, HERE), (HERE, HERE))

    with few_sided((pool, "SCATTER_DIE", 2)):
        aim = Aim(pool.come_down, (dice, rows), struck_at(pool.blast, (first, second), apart=True))
        assert_area_folded(aim, pool.MISSED)


@FEW
@given(st.integers(-2, 6), st.integers(-2, 6), opposed_guards, opposed_guards)
def test_area_attacks_in_opposed_d6(
    factor: int, other: int, first: opposed.Guard, second: opposed.Guard
) -> None:
    """A scattering round."""
    victims = (factor, first), (other, second)

    with few_sided((opposed, "SCATTER_DIE", 3)):
        aim = Aim(
            opposed.come_down,
            ((HERE, THERE, None),),
            struck_at(opposed.blast, victims, apart=False),
        )
        assert_area_folded(aim, opposed.Effect.NOTHING)


few_trait = (trait, "SCATTER_DIE", 2), (trait, "WILD", 3)


@FEW
@given(st.booleans(), st.integers(-1, 2), st.lists(st.integers(-2, 3), min_size=1, max_size=4))
def test_lobs_and_purchases_in_trait_die(wild: bool, modifier: int, levels: list[int]) -> None:
    """Where an area weapon comes down, with a raise or without; the longest supply."""
    landings = ((HERE, None), (THERE, THERE))

    with few_sided(*few_trait):
        assert_folded(trait.lob, 4, wild, modifier, HERE, landings)
        assert_folded(trait.come_down, 4, wild, modifier, HERE, landings)
        assert_folded(trait.purchase, 4, wild, tuple(sorted(levels)))


@settings(max_examples=4)
@given(guards, guards, st.booleans(), st.integers(0, 2), small, small)
def test_suppressive_fire_in_trait_die(
    first: trait.Guard, second: trait.Guard, wild: bool, modifier: int, tokens: int, deplete: int
) -> None:
    """One roll that pins down all; each has its own Spirit, and a natural 1 is a hit."""
    few = trait.Guard(first.toughness, 1), trait.Guard(second.toughness, 1, second.shaken)
    sweep = trait.Sweep(4, wild, modifier, deplete, tokens, trait.Harm(1, 4, 2))
    ducking = (trait.Ducking(4, False, modifier, few[0]), trait.Ducking(4, False, 0, few[1]))

    with few_sided(*few_trait):
        assert_each_folded(trait.suppress, sweep, ducking)
