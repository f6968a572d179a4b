"""What may come back is told before an order, with the chances of what is then rolled."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from attrs import evolve

from skirmish.core.dice import Roller
from skirmish.core.orders import Order
from skirmish.presentation.odds.forecast import Forecast, forecast_order
from skirmish.presentation.odds.odds_summary import summarize_outcomes
from skirmish.presentation.odds.target_chances import Stance, target_chances
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.engine import carry_out, suggested
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.scene import Attempt
from tests.position import Position, position
from tests.rulesets.d100 import blocks as d100
from tests.rulesets.opposed_d6 import blocks as opposed_d6

SEEDS = 12
FIELD = """
    . . . . . . . . . .
    a>. . . . . . . R<.
    . . . . . . . . Q<.
    . . . . . . . . . ."""
APART = """
    . . . . . . . . . .
    . . . a>. . R<. . .
    . . . . . . . . . ."""
BARE = """
    . . . . . . . . . . . .
    R>. . . . . . & . a<. .
    . . . . . . . . . . . ."""
SHELTER = """
    . . . . . . . . . . . .
    R>. . . . . . & a<. . .
    . . . . . . . . . . . ."""
CROSSING = """
    . . . Rv. . . . . . . . . b<
    # # # . . . . . . . . . . .
    a>. . . . . . . . . . . . .
    # # # # # . . . . . . . . .
    . . . . . . . . . . . . . ."""
CONTACT = {
    "opposed_d6": "rifleman",
    "dice_pool": "soldier",
    "d20": "guard",
    "d100": "",
    "trait_die": "trooper",
}
"""A kind of each ruleset for two figures that come into contact."""

each_ruleset = pytest.mark.parametrize("ruleset", sorted(RULESETS))


def waiting(ruleset: str, kind: str, *orders: str) -> Position:
    """Two enemies who have spent their bound waiting for a; blue's bound."""
    begun = position(FIELD, ruleset=ruleset, kind=kind, side="red", first="red")
    for order in (*orders, "end"):
        begun = begun.order(order)
    return begun


def under_fire(drawing: str) -> Position:
    """d100: r keeps the ground round a under fire."""
    begun = position(
        drawing,
        ruleset="d100",
        side="red",
        first="red",
        kinds={"a": evolve(d100.SOLDIER, walk=20, dur=90)},
        kind=d100.SOLDIER,
        weapons={"R": (d100.FULL,)},
    )
    return begun.order("suppress r 11,1").bound("act", "blue")


def crossing() -> Position:
    """Opposed d6: a may cross a gap that a gun looks into."""
    arm = evolve(opposed_d6.GUN, range=5, arc=180)
    kinds = {"a": evolve(opposed_d6.TROOPER, move=10)}
    arms = {"a": (), "b": (), "R": (arm,)}
    return position(CROSSING, kind=opposed_d6.TROOPER, kinds=kinds, weapons=arms, phase="move")


WATCHED: dict[str, Callable[[], Position]] = {
    "opposed_d6": crossing,
    "dice_pool": lambda: waiting("dice_pool", "soldier", "hold r", "hold q"),
    "d20": lambda: waiting("d20", "guard", "overwatch r", "overwatch q"),
    "d100": lambda: under_fire(SHELTER),
    "trait_die": lambda: waiting("trait_die", "trooper", "hold r", "hold q"),
}
"""For each ruleset, a position in which something may come back at a."""


ANSWERED = {
    "opposed_d6": (),
    "dice_pool": ["aim", "bombard", "defend", "fire", "hold", "mode", "move", "pose", "run"],
    "d20": ("fire", "move"),
    "d100": ("move", "run"),
    "trait_die": ["aim", "bombard", "fire", "move", "pose", "run", "suppress"],
}
"""The verbs by which a draws an attack there."""


def told_of(begun: Position, order: Order) -> Forecast:
    """What blue is told of an order before it is given."""
    told = forecast_order(begun.ruleset, begun.view("blue"), order)
    assert told is not None
    return told


def chance_of(begun: Position, attempt: Attempt, on: str) -> Fraction:
    """The chance of any effect of an attack that was made, by the odds that it was rolled on."""
    rules = begun.ruleset
    chances = odds_of(attempt.plan(), rules.outcomes.no_effect).figures[on]
    return summarize_outcomes(rules, begun.state, on, chances).effect_chance


def played(begun: Position, order: Order, seed: int) -> tuple[Position, list[Attempt]]:
    """The battle after an order, and the attacks made meanwhile."""
    done = carry_out(begun.ruleset, begun.state, begun.acting, order, Roller(str(seed)))
    return evolve(begun, state=done.state), list(done.attempts)


def answers(begun: Position, order: Order, seed: int) -> tuple[Position, list[Attempt]]:
    """The battle after an order, and the enemy's attacks on a meanwhile."""
    after, attempts = played(begun, order, seed)
    return after, [one for one in attempts if begun.figure(one.figure).side == "red"]


def orders_of(begun: Position) -> tuple[Order, ...]:
    """Orders of every verb that a may be given."""
    view = begun.view("blue")
    drawn = (family.draw(lambda _: 0) for family in begun.ruleset.options(view, "a"))
    return tuple(dict.fromkeys((*suggested(begun.ruleset, view, "a"), *drawn)))


@each_ruleset
def test_what_may_answer_an_order_is_told_before_it(ruleset: str) -> None:
    """Every attack that comes in answer was told, with the chance that it is rolled on.

    Until one has an effect: of the others it is not told how that changes them. In trait die the
    chance is of two attacks, before the order and right after it, so that only the enemy is
    compared.
    """
    begun = WATCHED[ruleset]()
    rules, either = begun.ruleset, ruleset == "trait_die"
    answered: set[str] = set()
    for order in orders_of(begun):
        told = [
            (one.enemy, one.chance and one.chance.effect_chance)
            for one in told_of(begun, order).path_threats
            if not one.lasting
        ]
        for seed in range(SEEDS):
            _, made = answers(begun, order, seed)
            if made:
                answered.add(order.verb)
            if either:
                assert {one.figure for one in made} <= {enemy for enemy, _ in told}
            if either or ruleset == "opposed_d6":
                continue
            left = list(told)
            for one in made:
                left.remove((one.figure, chance_of(begun, one, "a")))
                if one.outcomes["a"] != rules.outcomes.no_effect:
                    break
            else:
                assert not left
    assert sorted(answered) == list(ANSWERED[ruleset])


def test_the_shot_at_a_way_is_told_before_the_move() -> None:
    """BAY-21 to BAY-23: it is the enemy's order once movement is over, on the odds told."""
    begun, found = crossing(), 0
    for end in range(2, 11):
        threats = told_of(begun, begun.line(f"move a {end},2")).path_threats
        over = begun.order(f"move a {end},2").order("end")
        for threat in threats:
            _, (attempt,) = played(over, over.line("fire r a"), 1)
            assert threat.enemy == attempt.figure == "r"
            assert threat.chance is not None
            assert threat.chance.effect_chance == chance_of(over, attempt, "a")
            found += 1
    assert found


@pytest.mark.parametrize("path", ["10,1", "9,0"])
def test_fire_that_comes_if_the_figure_stays_is_told_before_the_move(path: str) -> None:
    """EP-34: the free attack as the bound ends."""
    begun = under_fire(BARE)
    order = begun.line(f"move a {path}")
    (threat,) = told_of(begun, order).path_threats
    after, _ = played(begun, order, 1)

    _, (attempt,) = answers(after, after.line("end"), 1)

    assert threat.lasting
    assert threat.chance is not None
    assert threat.chance.effect_chance == chance_of(after, attempt, "a")


def test_fire_that_comes_if_the_figure_stays_is_told_before_every_order() -> None:
    """EP-33: whatever the figure does where it stands, unless it wounds the enemy first."""
    begun, verbs = under_fire(BARE), set[str]()
    for order in orders_of(begun):
        tried = (played(begun, order, seed)[0] for seed in range(SEEDS))
        after = next(one for one in tried if one.figure("r").damage == begun.figure("r").damage)
        if after.figure("a").at != begun.figure("a").at:
            continue
        (threat,) = told_of(begun, order).path_threats
        _, (attempt,) = answers(after, after.line("end"), 1)
        assert threat.lasting
        assert threat.chance is not None
        assert threat.chance.effect_chance == chance_of(after, attempt, "a")
        verbs.add(order.verb)
    assert {"aim", "defend", "fire", "pose"} <= verbs


def best_order(begun: Position, figure: str, enemy: str) -> Order | None:
    """The attack of a figure that can be expected to cost the enemy most."""
    view = begun.view(begun.acting)
    (found,) = target_chances(begun.ruleset, view, Stance(figure), (enemy,))
    return found.order


@each_ruleset
def test_a_move_into_contact_tells_of_the_close_combat(ruleset: str) -> None:
    """The chances told of both are those of the blows that are struck."""
    begun = position(APART, ruleset=ruleset, kind=CONTACT[ruleset])
    if "move" in begun.ruleset.handbook.declared.phases:
        begun = begun.bound("move", "blue")
    order = begun.line("move a 5,1")
    told = told_of(begun, order)
    after, _ = played(begun, order, 1)

    if told.clashes:
        (clash,) = told.clashes
        after, made = played(after, after.line("end"), 1)
        if not made:
            after, made = played(after, after.line("end"), 1)
        (attempt,) = made
        assert clash.attack.effect_chance == chance_of(begun, attempt, "r")
        assert clash.return_fire.effect_chance == chance_of(begun, attempt, "a")
        return
    (exchange,) = told.exchanges
    strike = best_order(after, "a", "r")
    over, _ = played(after, after.line("end"), 1)
    back = best_order(over, "r", "a")
    if strike is not None:
        _, (attempt,) = played(after, strike, 1)
        assert exchange.attack is not None
        assert exchange.attack.effect_chance == chance_of(after, attempt, "r")
    assert back is not None
    _, (attempt,) = played(over, back, 1)
    (answer,) = told.return_fire
    assert answer.attack is not None
    assert answer.attack.effect_chance == chance_of(over, attempt, "a")
