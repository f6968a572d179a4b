"""What a figure can do to the enemies: the best way to each, its weapons that are empty."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from skirmish.core.events import Bound, Left
from skirmish.core.orders import parse_order
from skirmish.core.state import Objective
from skirmish.core.view import News
from skirmish.line.interpreter import respond
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.rulesets.carry import verbs_of
from tests.position import Position, position

DUEL = "a>. . . . . . . . . . R<"
SPENT = {"a": {"tokens": 0, "spare": 0}}


def gunner(drawing: str = DUEL, **about: Any) -> Position:
    """A machine gunner with a pistol before somebody."""
    return position(drawing, ruleset="trait_die", kinds={"a": "gunner", "R": "trooper"}, **about)


def asked(battle: Position, line: str, figure: str = "a") -> tuple[str, ...]:
    """The lines that a question is answered with."""
    return respond(LegalOrders(battle.ruleset, battle.view()), figure, line).lines


def worth(battle: Position, text: str) -> Fraction:
    """Points that the enemy can expect to lose by an order."""
    odds, state = battle.odds(text).figures["r"], battle.state
    return sum((p * battle.ruleset.loss(state, "r", out) for out, p in odds.items()), Fraction(0))


def test_another_weapon_is_told_where_the_first_is_empty() -> None:
    """The odds are of what can be fired, and it is said which weapon cannot."""
    first, typed, *_, last = asked(gunner(counters=SPENT), "odds")

    assert first.startswith("a fire at r R with pistol")
    assert typed.startswith("  type: fire a r ")
    assert "weapon=pistol" in typed
    assert last == "Empty: machine gun."


def test_who_has_nothing_loaded_is_told_what_is_empty() -> None:
    """Not only that nobody can be attacked."""
    battle = gunner(counters={"a": {**SPENT["a"], "tokens_2": 0, "spare_2": 0}})

    assert asked(battle, "odds") == (
        "a can attack nobody now; 'orders' tells what it can do.",
        "Empty: machine gun and pistol.",
    )


def test_the_odds_of_an_empty_gun_lead_to_a_loaded_one() -> None:
    """Asked of the order as one types it, the refusal is followed by what can be done."""
    told = asked(gunner(counters=SPENT), "odds fire r")

    assert told[0] == (
        "Not allowed: a has no ammunition in machine gun; it carries no more for it."
    )
    assert told[-2].startswith("a fire at r R with pistol")
    assert told[-1].startswith("  type: fire a r ")
    assert asked(gunner(), "odds fire r")[0] == "a fire at r R:"


def test_figures_tell_what_is_empty() -> None:
    """As long as it is so."""
    assert ", empty: machine gun, can " in asked(gunner(counters=SPENT), "figures")[0]
    assert "empty" not in asked(gunner(), "figures")[0]


def test_the_best_mode_is_told_with_its_number() -> None:
    """Of all ways to fire at somebody the one that costs him most, as it is to be typed."""
    battle = position(DUEL, ruleset="trait_die", kind="trooper")
    first, typed = asked(battle, "odds")[:2]
    order = parse_order(typed.removeprefix("  type: "), verbs_of(battle.ruleset))
    best = worth(battle, str(order))

    assert order.get("mode") == "burst"
    assert "mode burst" in first
    assert f"likely loss: the enemy {float(best):.2f} points" in first
    assert best > worth(battle, "fire a R mode=single")


def out_in(battle: Position, turn: int) -> Position:
    """The same battle once r was put out in a turn."""
    return battle.bound("act", "blue", turn=turn).after(Left("r", "downed"))


@pytest.mark.parametrize(
    "line", ["r", "fire r", "odds fire r", "look r", "who r", "why r", "fire a r", "map r"]
)
def test_who_was_put_out_is_not_unknown(line: str) -> None:
    """Whatever is asked of it, it is said that it is out, how and when."""
    battle = position("a>. . R<\n. . . Q<", ruleset="trait_die")
    done = out_in(battle, 2)
    news = (News(Bound(2, 1, "act", "blue")), News(Left("r", "downed")))
    known = evolve(done.view("blue"), news=news)

    told = respond(LegalOrders(done.ruleset, known), "a", line).lines

    assert told == ("r is out of the battle: downed in turn 2; 'foes' tells who is left.",)


def test_the_dead_are_not_offered() -> None:
    """Of whom a misspelt id may have meant, those who are out are not named."""
    battle = position("a>. . R<\nb>. . Q<", ruleset="trait_die").after(Left("b", "downed"))

    assert asked(battle, "look r77")[0].startswith("Not understood: 'r77' is no place")
    assert asked(battle, "who r77") == (
        "Not understood: you know of no figure 'r77'; there is q, r and a.",
    )


def test_who_of_ones_own_is_out_attacks_nobody() -> None:
    """It is said what became of it, not that it could do something else."""
    battle = position("a>. . R<\nb>. . Q<", ruleset="trait_die").after(Left("b", "downed"))

    assert asked(battle, "odds b") == ("b is out of the battle: downed.",)


def test_an_objective_is_told_once_and_whose_it_is() -> None:
    """Both sides may want the same place."""
    mine = Objective("one", "blue", "hold", 1, area=(0, 0, 1, 0), text="Hold the place")
    theirs = evolve(mine, id="two", side="red")
    alone = position(DUEL, objectives=(theirs,))
    both = position(DUEL, objectives=(mine, theirs))

    assert ", an objective of both sides: Hold the place." in asked(both, "look 1,0")[0]
    assert ", the enemy's objective: Hold the place." in asked(alone, "look 1,0")[0]
    assert ", your objective: Hold" in asked(position(DUEL, objectives=(mine,)), "look 1,0")[0]


def test_what_a_blast_comes_to_is_told_first() -> None:
    """Before the lines for everybody that it may strike, and not again behind them."""
    battle = position("a>. . . . . R<Q<", ruleset="d100", kinds={"a": "trooper"}, kind="trooper")
    told = asked(battle, "odds bombard 6,0 weapon=frag_grenade")

    assert told[1].startswith("  Likely loss: the enemy ")
    assert sum("Likely loss" in line for line in told) == 1
    assert told[2].startswith("  r ")


def test_the_odds_of_a_figure_are_those_of_the_order_beside_them() -> None:
    """Of two grenades that scatter alike the one that is reckoned with is named."""
    two = {"a": ["frag_grenade", "plasma_grenade"]}
    kinds = {"a": "trooper", "R": "trooper"}
    battle = position("a>. . . . . . . . R<", ruleset="d100", kinds=kinds, weapons=two)

    told = [line for line in asked(battle, "odds") if line.startswith("  type: ")]

    assert told == ["  type: bombard a 9,0 weapon=plasma_grenade"]


def test_odds_are_told_before_their_moment() -> None:
    """That a shot comes later is no reason to keep its chances from whoever plans for it."""
    battle = position("a>. . . R<", phase="move")

    told = asked(battle, "odds fire a r")

    assert told[0].startswith("Not allowed: shooting comes after the enemy's move")
    assert "As all stand now, a fire at r R:" in told
    assert any(line.startswith("  attack r ") for line in told)


@pytest.mark.parametrize(("drawing", "told"), [("a>R<", True), ("a>. R<", False)])
def test_close_combat_is_no_order_but_has_odds(drawing: str, told: bool) -> None:
    """Of two in contact; of others it is said that they are not."""
    said = asked(position(drawing, phase="fire"), "odds fight a r")

    assert any("downed" in line for line in said) is told
    assert ("a is not in contact with r" in said[0]) is not told


def test_many_numbers_are_told_by_their_runs() -> None:
    """How much may be carried is no list of twenty."""
    told = asked(position("a>. R<", ruleset="trait_die", phase="muster"), "orders a carry")

    assert re.fullmatch(r"carry: 0 to \d+( or \d+( to \d+)?)*; weapon=.*", told[0])
