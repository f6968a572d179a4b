"""What an order leads to, told before it is given."""

from __future__ import annotations

from fractions import Fraction

import pytest

from skirmish.core.events import Counted, Zoned
from skirmish.core.orders import Order
from skirmish.presentation.forecast import forecast_order, has_forecast
from skirmish.presentation.odds_summary import summarize_outcomes
from skirmish.presentation.order_effects import CardChange
from skirmish.presentation.wording import percent
from skirmish.rulesets.attack import Aim, Attack, odds_of
from skirmish.tui.order_panel import outlook_lines
from tests.position import Position, position

OPEN = """\
. . . . . . . .
a>. . . . . R<.
. . . . . . . ."""


def field() -> Position:
    """Two guards in the open."""
    return position(OPEN, ruleset="d20", kind="guard")


def test_the_odds_after_a_move_are_told_with_those_of_now() -> None:
    """Nearer is better for both; what is told for now is what the order would have now."""
    battle = field()
    known = battle.view()

    told = forecast_order(battle.ruleset, known, Order.of("move", "a", ((2, 1),), face="E"))

    assert told is not None
    assert told.moves
    (one,) = told.exchanges
    assert one.enemy == "r"
    assert one.attack is not None
    assert one.attack_now is not None
    assert one.return_fire is not None
    assert one.attack.effect_chance >= one.attack_now.effect_chance
    plan = battle.ruleset.attack(known.state, Order.of("fire", "a", "r"))
    assert plan is not None
    fired = odds_of(plan, battle.ruleset.spared()).figures["r"]
    assert (
        one.attack_now.effect_chance
        >= summarize_outcomes(battle.ruleset, known.state, "r", fired).effect_chance
    )


def test_before_an_attack_it_is_told_what_may_come_back() -> None:
    """The target's best answer to who stands where he stands."""
    battle = field()

    told = forecast_order(battle.ruleset, battle.view(), Order.of("fire", "a", "r"))

    assert told is not None
    assert [(one.enemy, one.attack) for one in told.exchanges] == [("r", None)]
    assert told.exchanges[0].return_fire is not None


def test_the_way_through_watched_ground_has_its_price() -> None:
    """The chance that nothing happens on the way is what the watcher leaves."""
    battle = field()
    lane = tuple((x, y) for x in (1, 2) for y in range(3))
    battle = battle.after(Zoned("overwatch_r", "overwatch", "red", lane, owner="r"))
    known = battle.view()

    told = forecast_order(battle.ruleset, known, Order.of("move", "a", ((2, 1),)))

    assert told is not None
    (peril,) = told.path_threats
    assert (peril.enemy, peril.tile) == ("r", (1, 1))
    assert peril.chance is not None
    assert told.unhurt_chance == 1 - peril.chance.effect_chance
    assert any("on the way" in line.plain for line in outlook_lines(known, told, 30))


def test_the_chances_of_an_exchange_say_what_they_are_of() -> None:
    """The first is of any effect, the second of being put out."""
    battle = field()
    known = battle.view()

    told = forecast_order(battle.ruleset, known, Order.of("move", "a", ((2, 1),), face="E"))

    assert told is not None
    lines = [line.plain for line in outlook_lines(known, told, 40)]
    first, second = lines[1:3]
    assert first.startswith("r R")
    assert " effect " in first
    assert " out " in second


def test_who_fires_again_and_again_on_the_way_has_one_line() -> None:
    """D20-43: with how often, from where on, and the chance that any of it does anything."""
    battle = position(OPEN, ruleset="d20", kind="guard", side="red", first="red")
    battle = battle.order("overwatch r").order("end")
    known = battle.view()

    told = forecast_order(battle.ruleset, known, Order.of("move", "a", ((1, 1), (4, 1))))

    assert told is not None
    assert [(one.enemy, one.tile) for one in told.path_threats] == [("r", (0, 1)), ("r", (1, 1))]
    assert told.unhurt_chance is not None
    (line,) = [one.plain for one in outlook_lines(known, told, 40) if "times" in one.plain]
    assert line.startswith("r R, 0,1, 2 times")
    assert line.endswith(percent(1 - told.unhurt_chance))


def test_who_cannot_be_named_leaves_the_chance_open() -> None:
    """Somebody unseen watches: there is a line for him, and no number."""
    battle = position("a>. . . # R<", ruleset="d20", kind="guard")
    battle = battle.after(Zoned("overwatch_r", "overwatch", "red", ((2, 0), (3, 0)), owner="r"))
    known = battle.view()

    told = forecast_order(battle.ruleset, known, Order.of("move", "a", ((2, 0),)))

    assert told is not None
    assert told.unhurt_chance is None
    lines = "\n".join(line.plain for line in outlook_lines(known, told, 30))
    assert "somebody unseen" in lines
    assert "r " not in lines.replace("unseen", "")


def test_a_quiet_way_is_certain() -> None:
    """With nobody who watches nothing can happen."""
    battle = field()

    told = forecast_order(battle.ruleset, battle.view(), Order.of("move", "a", ((2, 1),)))

    assert told is not None
    assert told.unhurt_chance == Fraction(1)


def test_whatever_a_figure_does_has_an_outlook() -> None:
    """Of an order without a target there is at least what it leaves; of the side's own nothing."""
    rules = field().ruleset

    assert has_forecast(rules, Order.of("move", "a", ((2, 1),)))
    assert has_forecast(rules, Order.of("reload", "a"))
    assert not has_forecast(rules, Order.of("end"))


def test_the_odds_from_there_are_those_with_what_the_move_leaves() -> None:
    """Aim is lost on the way and points are spent; what is too dear then is not counted on."""
    battle = position(OPEN, ruleset="d20", kind="guard")
    known = battle.after(Counted("a", "aim", 2)).view()
    step, far = Order.of("move", "a", ((2, 1),)), Order.of("move", "a", ((3, 1), (3, 0), (1, 0)))

    near = forecast_order(battle.ruleset, known, step)
    spent = forecast_order(battle.ruleset, battle.after(Counted("a", "spent", 4)).view(), far)

    assert near is not None
    (one,) = near.exchanges
    assert one.attack is not None
    assert one.attack_now is not None
    assert one.attack.effect_chance < one.attack_now.effect_chance
    assert CardChange("aim", "+4", "") in near.effects.changes
    assert spent is not None
    assert (near.next_bound, spent.next_bound) == (False, True)


@pytest.mark.parametrize(
    ("ruleset", "kind", "order"),
    [
        ("d20", "guard", "overwatch a"),
        ("dice_pool", "soldier", "hold a"),
        ("trait_die", "trooper", "hold a"),
    ],
)
def test_who_waits_is_told_what_it_would_do_to_whom_it_covers(
    ruleset: str, kind: str, order: str
) -> None:
    """With the chance that its standing order is held against; nobody else has such odds."""
    battle = position(OPEN, ruleset=ruleset, kind=kind)
    known = battle.view()

    told = forecast_order(battle.ruleset, known, battle.line(order))

    assert told is not None
    ((foe, chance),) = told.replies
    assert foe == "r"
    fired = odds_of(plan_of(battle), battle.ruleset.spared()).figures["r"]
    assert 0 < chance <= 1 - fired.get(battle.ruleset.spared(), Fraction(0))
    assert any("if one acts there" in line.plain for line in outlook_lines(known, told, 30))
    moved = forecast_order(battle.ruleset, known, Order.of("move", "a", ((2, 1),)))
    assert moved is not None
    assert moved.replies == ()


def plan_of(battle: Position) -> Attack | Aim:
    """The plainest shot of a at r."""
    plan = battle.ruleset.attack(battle.view().state, Order.of("fire", "a", "r"))
    assert plan is not None
    return plan
