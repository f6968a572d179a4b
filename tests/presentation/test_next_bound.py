"""What a move leads to in a later bound is what is possible once that bound has begun."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count

import pytest
from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.dice import Roller
from skirmish.core.orders import Order
from skirmish.presentation.odds.attack_positions import AttackPosition
from skirmish.presentation.odds.forecast import forecast_order
from skirmish.presentation.odds.target_chances import Stance, target_chances
from skirmish.rulesets.engine import carry_out, refusal, verbs_of
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.registry import ruleset as ruleset_of
from tests.position import Position, position

FIELD = """
    . . . . . . . . . . . . . .
    a>. . o . . . . . . . . R<.
    . . b>. . . . . . . . . . Q<
    c>. . . . . . . . o . . . P<
    . . . . . . . . . . . . . ."""
LETTERS = "abcRQP"
BATTLES = 10
"""Battles of each ruleset, of which some give nothing to compare."""
MOST_ORDERS = 24
MOST_BOUNDS = 12
LEAST = 10
"""Chances that must have been compared in a ruleset, so that the test means something."""
each_ruleset = pytest.mark.parametrize("ruleset", sorted(RULESETS))


def played(battle: Position, order: Order, seed: str) -> Position:
    """The battle after an order."""
    done = carry_out(battle.ruleset, battle.state, battle.acting, order, Roller(seed))
    return evolve(battle, state=done.state)


def halted(battle: Position) -> bool:
    """Whether nothing but an answer may be given, or the battle is over."""
    return battle.state.pending is not None or battle.state.tally.over


def muddle(ruleset: str, seed: str, dice: Roller) -> Position | None:
    """A battle of figures from the whole armoury, after some random orders of both sides."""
    armoury = ruleset_of(ruleset).handbook.armoury
    kinds, weapons = list(armoury.kinds()), list(armoury.weapons())
    cast = {letter: kinds[dice.die(len(kinds)) - 1] for letter in LETTERS}
    armed = {
        letter: [weapons[dice.die(len(weapons)) - 1]]
        for letter, kind in cast.items()
        if not getattr(armoury.kinds()[kind], "weapons", ())
    }
    phase = "move" if ruleset == "opposed_d6" else ""
    battle = position(FIELD, ruleset=ruleset, kinds=cast, weapons=armed, phase=phase)
    for number in range(dice.die(MOST_ORDERS)):
        if halted(battle):
            return None
        order = drawn(battle, dice) if dice.die(4) > 1 else None
        battle = played(battle, order or battle.line("end"), f"{seed} {number}")
    return None if halted(battle) else battle


def drawn(battle: Position, dice: Roller) -> Order | None:
    """A random order of the side to act."""
    view = battle.view()
    families = [one for figure in view.own() for one in battle.ruleset.options(view, figure.id)]
    if not families:
        return None
    order = families[dice.die(len(families)) - 1].draw(lambda n: dice.die(n) - 1)
    return order if refusal(battle.ruleset, view, order) is None else None


def moves(battle: Position, dice: Roller) -> Iterator[Order]:
    """A random move for each figure that has one."""
    view, verbs = battle.view(), verbs_of(battle.ruleset)
    for figure in view.own():
        families = battle.ruleset.options(view, figure.id)
        paths = [one for one in families if verbs[one.verb].target is Shape.PATH]
        if paths:
            order = paths[dice.die(len(paths)) - 1].draw(lambda n: dice.die(n) - 1)
            if refusal(battle.ruleset, view, order) is None:
                yield order


def when_it_may_attack(battle: Position, figure: str, seed: str) -> Position | None:
    """The battle as the next bound of a figure begins in which it may attack, all others idle."""
    side, turn = battle.acting, battle.ruleset.turn
    phases = battle.state.setup.declared.phases
    fires = [name for name, kind in phases.items() if not kind.moves] or list(phases)
    for number in range(MOST_BOUNDS):
        battle = played(battle, battle.line("end"), f"{seed} {number}")
        if halted(battle):
            return None
        one = battle.state.figures[figure]
        if one.at is None:
            return None
        known, phase = battle.view(side), battle.state.clock.phase
        if battle.acting == side and phase in fires and turn.acts(known, one):
            return battle if turn.able(known, one) is None else None
    return None


def unchanged(before: Position, after: Position, figure: str, enemy: str) -> bool:
    """Whether nothing happened to two figures meanwhile but what surely ends in that time."""
    for name in (figure, enemy):
        one, other = before.state.figures[name], after.state.figures[name]
        if (one.at, one.posture, one.count("wounds")) != (
            other.at,
            other.posture,
            other.count("wounds"),
        ):
            return False
    # A roll decides which side begins a turn of d100, and whether a Shaken figure recovers.
    turns = before.state.clock.turn != after.state.clock.turn
    rolled = turns and before.state.figures[enemy].count("defending")
    return not (before.ruleset.id == "d100" and rolled) and not any(
        before.state.figures[name].count("shaken") for name in (figure, enemy)
    )


Pair = tuple[str, Fraction | None, Fraction | None]


def compared(ruleset: str, number: int) -> Iterator[Pair]:
    """Chances that moves of a battle are said to lead to later, and those that they lead to."""
    seed = f"{ruleset} {number}"
    dice = Roller(seed)
    battle = muddle(ruleset, seed, dice)
    if battle is None:
        return
    view, rules = battle.view(), battle.ruleset
    for order in moves(battle, dice):
        name = order.figure
        there = AttackPosition.after(rules, view, order, later=True)
        moved = played(battle, order, seed)
        if halted(moved) or moved.state.figures[name].at != order.target_path[-1]:
            continue
        then = when_it_may_attack(moved, name, seed)
        if then is None:
            continue
        for enemy in then.view().enemies():
            if enemy.id in view.state.figures and unchanged(moved, then, name, enemy.id):
                told = there.on(enemy.id)
                said = None if told is None else told.effect_chance
                yield f"{order} at {enemy.id}", said, chance_of(then, name, enemy.id)


def chance_of(battle: Position, figure: str, enemy: str) -> Fraction | None:
    """The odds of the best order of a figure to attack an enemy now."""
    (best,) = target_chances(battle.ruleset, battle.view(), Stance(figure), [enemy])
    if best.order is None:
        return None
    given = Stance(figure, best.order)
    (odds,) = target_chances(battle.ruleset, battle.view(), given, [enemy])
    return odds.chance


@each_ruleset
def test_the_odds_of_a_later_bound_are_those_of_that_bound(ruleset: str) -> None:
    """A move says of a later attack what the odds are once that bound begins."""
    pairs: list[Pair] = []
    for number in count():
        if number >= BATTLES and len(pairs) >= LEAST:
            break
        pairs += compared(ruleset, number)

    assert [one for one in pairs if one[1] != one[2]] == []


def test_rounds_of_this_pass_do_not_count_in_the_next() -> None:
    """POOL-A2: recoil ends as the figure's next pass begins."""
    battle = position("a>. . . . . R<", ruleset="dice_pool", kind="soldier")
    spent = position(
        "a>. . . . . R<",
        ruleset="dice_pool",
        kind="soldier",
        counters={"a": {"fired": 6, "used": 2}},
    )
    told = forecast_order(spent.ruleset, spent.view(), spent.line("move a 1,0"))
    fresh = forecast_order(battle.ruleset, battle.view(), battle.line("move a 1,0"))
    assert told is not None
    assert fresh is not None

    (later,), (now,) = told.exchanges, fresh.exchanges
    assert (later.later, now.later) == (True, False)
    assert later.attack == now.attack
    stance = Stance("a", spent.line("move a 1,0"))
    (label,) = target_chances(spent.ruleset, spent.view(), stance, ["r"])
    assert now.attack is not None
    assert (label.later, label.chance) == (True, now.attack.effect_chance)


@pytest.mark.parametrize(
    ("ruleset", "on", "counter"),
    [("dice_pool", "R", "ran"), ("trait_die", "R", "recovering"), ("trait_die", "a", "rapid")],
)
def test_return_fire_has_what_lasts_until_then_and_no_more(
    ruleset: str, on: str, counter: str
) -> None:
    """A run of the enemy is over as its bound begins; what its target did is not."""
    spent = {"dice_pool": {"used": 2}, "trait_die": {"acts": 99}}[ruleset]
    both = {"a": spent, "R": {}}
    plain = position("a>. . . . . R<", ruleset=ruleset, counters=both)
    both = {**both, on: {**both[on], counter: 1}}
    battle = position("a>. . . . . R<", ruleset=ruleset, counters=both)
    back = []
    for one in (plain, battle):
        told = forecast_order(one.ruleset, one.view(), one.line("move a 1,0"))
        assert told is not None
        back += [each.attack.effect_chance for each in told.return_fire if each.attack]

    assert len(back) == 2
    assert (back[0] == back[1]) == (on == "R")
