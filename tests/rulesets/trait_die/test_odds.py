"""The shots of an attack: tokens, the Wild Die, strays, and odds against every path by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.core.dice import Script, odds, parse_faces
from skirmish.rulesets.trait_die.dice import (
    Allotted,
    Guard,
    Harm,
    Outcome,
    Tally,
    Volley,
    fired,
    suffered,
    volley,
)
from skirmish.rulesets.trait_die.odds import odds_on
from tests.rulesets.trait_die.blocks import totals

HARM = Harm(1, 6)


def single(sides: int = 8, deplete: int = 1, tokens: int = 2, **about: object) -> Volley:
    """One die at one target."""
    share = Allotted(0, 1, 0)
    return Volley(sides, True, (share,), (Guard(5, 1),), HARM, deplete, tokens, **about)  # type: ignore[arg-type]


def rolled(plan: Volley, faces: str) -> Tally:
    """The hits of a volley on these faces, all of which it uses."""
    dice = Script(parse_faces(faces))
    tally = fired(dice, plan)
    dice.check_used_up()
    return tally


@pytest.mark.parametrize(
    ("faces", "deplete", "lost"),
    [
        ("8:1 6:6 6:1", 1, 1),
        ("8:2 6:5", 1, 0),
        ("8:2 6:5", 2, 1),
        ("8:3 6:5", 2, 0),
        ("8:3 6:5", 3, 1),
        ("8:4 6:5", 3, 0),
    ],
)
def test_the_trait_die_costs_tokens(faces: str, deplete: int, lost: int) -> None:
    """AMMO-08, AMMO-09 (V4, V5), AMMO-10 (V6), AMMO-11 (V7), AMMO-A3: not the Wild Die.

    AMMO-V4, AMMO-V5, AMMO-V6, AMMO-V7.
    """
    assert rolled(single(deplete=deplete), faces).tokens == lost


def automatic(dice: int, tokens: int, *, sides: int = 8, wild: bool = True) -> Volley:
    """So many dice at one target."""
    share = Allotted(0, dice, 0)
    return Volley(sides, wild, (share,), (Guard(5, 1),), HARM, 3, tokens)


def test_automatic_fire_checks_every_die_but_the_wild_one() -> None:
    """AMMO-12, AMMO-V8: 1, 3 and 5 with a Wild Die of 2 cost two."""
    assert rolled(automatic(3, 5), "8:1 8:3 8:5 6:2").tokens == 2


def test_no_more_tokens_go_than_there_are() -> None:
    """AMMO-A4, AMMO-V9: three dice in the range and two tokens left; all dice still count."""
    assert rolled(automatic(3, 2), "8:2 8:2 8:2 6:4") == Tally(((False,),), 2)


def test_modifiers_do_not_shift_the_range() -> None:
    """AMMO-V10: a 3 at -2 totals 1 and costs nothing."""
    share = Allotted(0, 1, -2)
    plan = Volley(8, False, (share,), (Guard(5, 1),), HARM, 1, 2)

    assert rolled(plan, "8:3").tokens == 0


@pytest.mark.parametrize(
    ("sides", "deplete", "chance"), [(8, 1, "1/8"), (8, 2, "2/8"), (8, 3, "3/8"), (4, 3, "3/4")]
)
def test_depletion_odds(sides: int, deplete: int, chance: str) -> None:
    """AMMO-V17: as many faces out of the die."""
    lost = odds_on(single(sides, deplete), 0).chance(lambda outcome: outcome.tokens > 0)

    assert lost == Fraction(chance)


def test_the_wild_die_replaces_the_lowest() -> None:
    """AMMO-F10: the first of equal margins, and only where it is better."""
    plan = automatic(3, 0)

    assert rolled(plan, "8:5 8:2 8:2 6:4") == Tally(((False, False),), 0)
    assert rolled(plan, "8:5 8:7 8:4 6:3") == Tally(((False, False, False),), 0)
    assert rolled(plan, "8:5 8:7 8:4 6:6 6:2") == Tally(((False, False, True),), 0)


def test_the_lowest_margin_is_not_the_lowest_face() -> None:
    """AMMO-F10: a 4 at -4 lies lower than a 2 at 0, so the second target is served."""
    shares = (Allotted(0, 1, 0), Allotted(1, 1, -4))
    plan = Volley(8, True, shares, (Guard(5, 1), Guard(5, 1)), HARM)

    assert rolled(plan, "8:2 8:4 6:6 6:3") == Tally(((), (False,)), 0)


def test_a_missed_one_hits_who_stands_beside() -> None:
    """AMMO-F18: one of them by a further die; not when the Wild Die replaced it."""
    share = Allotted(0, 2, 0, (1, 2))
    plan = Volley(8, True, (share,), (Guard(5, 1),) * 3, HARM, stray=1)

    assert rolled(plan, "8:1 8:1 6:1 2:2 2:1") == Tally(((), (False,), (False,)), 0)
    assert rolled(plan, "8:1 8:1 6:3 2:2") == Tally(((), (), (False,)), 0)
    assert rolled(plan, "8:2 8:3 6:1") == Tally(((), (), ()), 0)


def test_one_bystander_needs_no_die() -> None:
    """AMMO-F18: and an extra's only die strays by itself."""
    plan = Volley(8, False, (Allotted(0, 1, 0, (1,)),), (Guard(5, 1),) * 2, HARM, stray=2)

    assert rolled(plan, "8:2") == Tally(((), (False,)), 0)


PLANS = st.builds(
    lambda sides, wild, dice, mods, near, stray, tokens: Volley(
        sides,
        wild,
        tuple(
            Allotted(n, count, modifier, beside)
            for n, (count, modifier, beside) in enumerate(zip(dice, mods, near, strict=True))
        ),
        (Guard(4, 3), Guard(6, 2, shaken=True), Guard(4, 1)),
        HARM,
        3,
        tokens,
        stray,
    ),
    st.sampled_from((4, 6, 8)),
    st.booleans(),
    st.sampled_from(((1, 1), (2, 1), (1, 2))),
    st.tuples(st.integers(-4, 2), st.integers(-4, 2)),
    st.sampled_from((((), ()), ((1, 2), (0,)), ((2,), (2,)), ((1,), (0, 2)))),
    st.integers(0, 2),
    st.integers(0, 3),
)


def by_hand(plan: Volley, about: int) -> dict[Outcome, Fraction]:
    """The odds of what happens to one figure: every face of every die, straight from the page."""
    found: dict[tuple[tuple[bool, ...], int], Fraction] = {}
    dice = [share for share in plan.shares for _ in range(share.dice)]
    ways = totals(plan.sides, 13)
    wilds = totals(6, 13) if plan.wild else {(0, -99): Fraction(1)}
    for rolls in product(ways.items(), repeat=len(dice)):
        for (_, wild), weight in wilds.items():
            chance = weight
            margins, moot = [], []
            for share, ((_, total), p) in zip(dice, rolls, strict=True):
                chance *= p
                margins.append(total + share.modifier - 4)
            lowest = margins.index(min(margins))
            if wild + dice[lowest].modifier - 4 > margins[lowest]:
                margins[lowest] = wild + dice[lowest].modifier - 4
                moot = [lowest]
            lost = sum(face <= plan.deplete for ((face, _), _) in rolls)
            low = [face if n not in moot else 9 for n, ((face, _), _) in enumerate(rolls)]
            strayed = [
                share.beside
                for share, margin, face in zip(dice, margins, low, strict=True)
                if margin < 0 and face <= plan.stray and share.beside
            ]
            told = min(lost, plan.tokens) if about == 0 else 0
            meetings = list(product(*strayed))
            for met in meetings:
                key = _in_order(dice, margins, low, plan.stray, met, about), told
                found[key] = found.get(key, Fraction(0)) + chance / len(meetings)
    return _suffered(plan, about, found)


def _in_order(
    dice: list[Allotted],
    margins: list[int],
    faces: list[int],
    stray: int,
    met: tuple[int, ...],
    about: int,
) -> tuple[bool, ...]:
    """The hits on one figure as the dice lie, with a raise or without one."""
    hits, strays = [], iter(met)
    for share, margin, face in zip(dice, margins, faces, strict=True):
        if margin >= 0:
            if share.target == about:
                hits.append(margin >= 4)
        elif face <= stray and share.beside and next(strays) == about:
            hits.append(False)
    return tuple(hits)


def _suffered(
    plan: Volley, about: int, found: dict[tuple[tuple[bool, ...], int], Fraction]
) -> dict[Outcome, Fraction]:
    chances: dict[Outcome, Fraction] = {}
    for (hits, told), chance in found.items():
        for outcome, p in odds(suffered, hits, HARM, plan.guards[about]).items():
            told_of = outcome._replace(tokens=told)
            chances[told_of] = chances.get(told_of, Fraction(0)) + chance * p
    return {outcome: chance for outcome, chance in chances.items() if chance}


@settings(max_examples=8, deadline=None)
@given(plan=PLANS, about=st.integers(0, 2))
def test_odds_against_every_path_by_hand(plan: Volley, about: int) -> None:
    """AMMO-12, AMMO-F10, AMMO-F18: hits, raises, tokens and strays, exactly."""
    assert dict(odds_on(plan, about).items()) == by_hand(plan, about)


@settings(max_examples=10, deadline=None)
@given(plan=PLANS, about=st.integers(0, 2))
def test_what_is_asked_is_what_is_rolled(plan: Volley, about: int) -> None:
    """The odds of one figure are those of the whole roll, walked path by path."""
    whole = odds(_hits, plan, about)

    assert odds_on(plan, about).map(_told) == whole.map(_told)


def _hits(dice: object, plan: Volley, about: int) -> Outcome:
    tally = fired(dice, plan)  # type: ignore[arg-type]
    tokens = tally.tokens if about == 0 else 0
    hits = tally.hits[about]
    return Outcome(bool(hits), int(any(hits)), tokens=tokens)


def test_hits_count_in_the_order_of_the_dice() -> None:
    """AMMO-F12: the first that does anything finds a wild card not yet Shaken, raise or none."""
    guard, harm = Guard(8, 4), Harm(1, 6)

    def wounds(faces: str, *hits: bool) -> int:
        return suffered(Script(parse_faces(faces)), hits, harm, guard).wounds

    # Damage of 8 without a raise shakes, of 12 with one is a wound: together 1 or 2.
    assert wounds("6:6 6:2 6:6 6:1 6:5", False, True) == 1
    assert wounds("6:6 6:1 6:5 6:6 6:2", True, False) == 2


def test_the_wild_die_has_the_place_of_the_die_that_it_replaced() -> None:
    """AMMO-F10, AMMO-F12: a raise of the Wild Die on the first die comes first."""
    plan = automatic(2, 0)

    assert rolled(plan, "8:2 8:4 6:6 6:3") == Tally(((True, False),), 0)


def _told(outcome: Outcome) -> tuple[bool, int, int]:
    return outcome.hit, outcome.raises, outcome.tokens


def test_in_play_everybody_is_told_of() -> None:
    """One outcome for each figure; the tokens with the one that is named."""
    shares = (Allotted(0, 1, 0), Allotted(1, 1, 0))
    plan = Volley(8, False, shares, (Guard(5, 1), Guard(5, 1)), HARM, 3, 4)
    faces = "8:3 8:5 6:4"

    assert volley(Script(parse_faces(faces)), plan) == (Outcome(tokens=1), Outcome(hit=True))
