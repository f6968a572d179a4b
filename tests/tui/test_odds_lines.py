"""Odds on the screen: exact, the likeliest first, own figures marked."""

from fractions import Fraction

import pytest

from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.core.view import view
from skirmish.presentation.odds.odds_rows import (
    chance_rows,
    landing_rows,
    number_rows,
    risk_rows,
    target_rows,
)
from skirmish.presentation.odds.odds_summary import rolled_numbers
from skirmish.presentation.odds.odds_words import landing_parts, landing_words
from skirmish.presentation.odds.order_odds import OrderOdds, order_odds
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.report_document import Rows
from skirmish.presentation.wording import percent
from skirmish.rulesets.attack import Aim, Modifier, Odds, Outcome
from skirmish.tui.panel_lines import blocks_lines, rows_lines
from tests.position import position
from tests.toy_ruleset import TOY, toy

VIEW = view(toy().state, "blue")
FIRE = next(name for name, verb in TOY.value.verbs.items() if verb.dice)
GRENADES = {"d20": "frag_grenade", "d100": "frag_grenade", "trait_die": "grenade"}
HALF, FIFTH = Fraction(1, 2), Fraction(1, 5)


def told(odds: Odds, target: str = "") -> OrderOdds:
    """The odds of an order to fire at a target."""
    return order_odds(TOY.value, toy().state, Order.of(FIRE, "b1", target), odds, "blue")


def fallen(landing: dict[Tile | None, Fraction]) -> Rows:
    """The odds of where a shell aimed at 3,3 comes down."""
    found = told(Odds("", "", (), {}, landing), "3,3").landing
    assert found is not None
    return landing_rows(found)


def test_parts_of_many_landings_are_not_added_up() -> None:
    """What differs from landing to landing is a range, and there is no sum of it."""
    parts = (
        Modifier("attack", "r1", "mortar", 5, "A-1"),
        Modifier("attack", "r1", "distance", -3, "A-2"),
        Modifier("attack", "r1", "distance", -9, "A-2"),
    )

    assert [
        line.plain
        for line in rows_lines(number_rows(rolled_numbers(parts, [("attack", "r1")])), 26)
    ] == [
        "attack against r1   varies",
        " +5 mortar             A-1",
        " -9..-3 distance       A-2",
    ]


def test_the_full_panel_names_the_conditions_that_a_loss_counts() -> None:
    """Of d100: they cost a part of a figure's worth, damage or not."""
    battle = position("a>. R<", ruleset="d100")
    odds = LegalOrders(battle.ruleset, battle.view()).order_odds(Order.of("fire", "a", "r"))
    assert odds is not None
    *_, last = rows_lines(risk_rows(battle.view(), odds), 60)

    assert last.plain == "that counts in part: prone"
    assert len(risk_rows(battle.view(), odds, full=False).rows) == 1


def test_a_landing_is_told_by_how_far_it_strays() -> None:
    """The chances on, beside and off the tile stand before the single tiles."""
    landing = {(3, 3): HALF, (4, 3): FIFTH, (6, 3): FIFTH, None: Fraction(1, 10)}

    assert [line.plain for line in rows_lines(fallen(landing), 26)] == [
        "lands",
        "on the tile            50%",
        "beside it              20%",
        "up to 3 tiles away     20%",
        "off the map            10%",
        "3,3 50%  4,3 20%  6,3 20%  off 10%",
    ]


def test_both_chances_of_a_shell_say_what_they_count() -> None:
    """Harm to a figure, wherever it lands, and coming down on the tile."""
    spared = TOY.value.outcomes.no_effect
    figures: dict[str, dict[Outcome, Fraction]] = {"r2": {spared: 1 - FIFTH, "suppressed": FIFTH}}
    odds = told(Odds("", "", (), figures, {(3, 3): HALF, (4, 3): HALF}), "3,3")

    assert [line.plain for line in blocks_lines(chance_rows(VIEW, odds), 36)] == [
        "harm, wherever it lands",
        "r2   20% suppressed",
        "lands there, scatter included    50%",
    ]


def test_own_figures_in_danger_are_marked_and_others_who_are_safe_left_out() -> None:
    """Friendly fire is never a surprise; the likeliest come first."""
    spared = TOY.value.outcomes.no_effect
    hit = next(out for out in ("hit", "suppressed") if out != spared)
    figures: dict[str, dict[Outcome, Fraction]] = {
        "r1": {spared: Fraction(1)},
        "r2": {spared: 1 - FIFTH, hit: FIFTH},
        "b1": {spared: HALF, hit: HALF},
    }
    lines = blocks_lines(chance_rows(VIEW, told(Odds("", "", (), figures, {}))), 30)

    assert [line.plain for line in lines] == ["b1   50% YOURS hit", "r2   20% hit"]


def test_what_comes_with_all_damage_is_said_once() -> None:
    """Below all who may be struck, and not for each of them with the same chance again."""
    battle = position("a>. . . . R<Q<", ruleset="d20", kind="grenadier")
    order = battle.line("bombard a 5,0 weapon=grenade_launcher")
    odds = LegalOrders(battle.ruleset, battle.view()).order_odds(order)
    assert odds is not None

    lines = blocks_lines(chance_rows(battle.view(), odds), 36)

    assert [line.plain for line in lines if "bleed" in line.plain] == [
        "any harm leaves bleed 1 as well"
    ]


def test_what_is_under_one_percent_is_told_together() -> None:
    """One line for all figures, one for all tiles, whatever their number."""
    spared, rare = TOY.value.outcomes.no_effect, Fraction(1, 200)
    hit = next(out for out in ("hit", "suppressed") if out != spared)
    figures: dict[str, dict[Outcome, Fraction]] = {
        name: {spared: 1 - chance, hit: chance}
        for name, chance in (("r1", FIFTH), ("r2", rare), ("b1", rare))
    }
    landing: dict[Tile | None, Fraction] = {(3, 3): Fraction(49, 50)}
    landing |= {(4, 3): rare, (6, 3): rare, (7, 3): rare, (8, 3): rare}
    lines = blocks_lines(chance_rows(VIEW, told(Odds("", "", (), figures, {}))), 30)
    places = [line.plain for line in rows_lines(fallen(landing), 32)]

    assert [line.plain for line in lines] == ["r1   20% hit", "under 1%: r2; YOURS b1"]
    assert "on tiles under 1% each        2%" in places


@pytest.mark.parametrize(
    ("rolled", "words", "short"),
    [
        (None, "", "lands there 50%"),
        (HALF, "", "lands there 50%"),
        (
            *(Fraction(0), "only if it scatters and a wall stops it there"),
            "lands there only by scatter 50%",
        ),
        (FIFTH, "20% by its roll, 30% by scatter", "lands there 50%"),
    ],
)
def test_how_a_shell_comes_down_on_its_tile_is_told_in_parts(
    rolled: Fraction | None, words: str, short: str
) -> None:
    """The number beside the dice is that of the roll alone; that no roll does it is always said."""
    assert (landing_parts(HALF, rolled), landing_words(HALF, rolled)) == (words, short)


@pytest.mark.parametrize("ruleset", ["d20", "d100", "trait_die"])
def test_the_roll_alone_brings_no_shell_to_its_tile_more_often_than_roll_and_scatter(
    ruleset: str,
) -> None:
    """At any distance; before a wall that throws a shell back, scatter helps, too."""
    both = 0
    for away in range(3, 12):
        wall = ". " * away + ". # # "
        drawing = f"{wall}\na>{'. ' * away}R<# \n{wall}"
        arms = {"a": [GRENADES[ruleset]]}
        battle = position(drawing, ruleset=ruleset, weapons=arms)
        order = battle.line(f"bombard a {away + 1},1")
        plan = battle.ruleset.attack(battle.view().state, order)
        if not isinstance(plan, Aim):
            continue
        on = dict(plan.landing().items()).get((away + 1, 1), Fraction(0))
        rolled = battle.ruleset.outcomes.on_aim(plan)
        assert rolled is not None
        assert 0 <= rolled <= on
        both += 0 < rolled < on
    assert both


def test_a_hit_without_harm_is_told_beside_the_chance_that_leaves_it_out() -> None:
    """The bar counts any effect; what the dice hit with besides explains the difference."""
    battle = position("a>. . . R<", ruleset="trait_die")
    odds = LegalOrders(battle.ruleset, battle.view()).order_odds(Order.of("fire", "a", "r"))
    assert odds is not None
    assert odds.target is not None
    one = odds.target
    more = one.struck_chance - one.effect_chance
    said = [line.plain for line in rows_lines(target_rows(battle.view(), one), 60)]

    assert more > Fraction(1, 100)
    assert f"  hit without harm: {percent(more)} more, not counted" in said
