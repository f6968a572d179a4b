"""Summaries of outcomes: exact chances, worst outcomes first."""

from fractions import Fraction
from itertools import pairwise

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.events import Linked
from skirmish.core.orders import Order
from skirmish.core.view import view
from skirmish.presentation.odds import odds_words
from skirmish.presentation.odds.odds_rows import chance_rows
from skirmish.presentation.odds.odds_summary import (
    OTHER,
    Condition,
    GroupKind,
    OutcomeGroup,
    OutcomeSummary,
    fewer_groups,
    summarize_outcomes,
)
from skirmish.presentation.odds.odds_words import conditions_words, group_words, means_words
from skirmish.presentation.odds.order_odds import order_odds
from skirmish.presentation.wording import percent
from skirmish.presentation.worked_examples import work_out
from skirmish.rulesets.attack import Attack, Odds, Outcome, odds_of
from skirmish.rulesets.d100.dice import Harm
from skirmish.rulesets.measures import EFFECT, Role
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario.examples import examples_of
from skirmish.tui.panel_lines import blocks_lines
from skirmish.tui.screens.rules_page import example_lines
from tests.drill_ruleset import DRILL, LIMIT, drilled
from tests.position import position

STATE = drilled().state
HALF = Fraction(1, 2)
WEIGHTS = st.lists(st.integers(0, 50), min_size=LIMIT + 1, max_size=LIMIT + 1).filter(any)


def told(chances: dict[int, Fraction], damage: int = 0) -> OutcomeSummary:
    """The damage lines for a figure that has some damage."""
    hurt = evolve(STATE.figures["r1"], damage=damage)
    state = evolve(STATE, figures={**STATE.figures, "r1": hurt})
    outcomes: dict[Outcome, Fraction] = {n: p for n, p in chances.items()}  # noqa: C416
    return summarize_outcomes(DRILL.value, state, "r1", outcomes)


@pytest.mark.parametrize("name", tuple(RULESETS))
def test_worth_does_not_change_what_is_shown(name: str) -> None:
    """What a shot may do is shown alike for a figure of any worth, in every ruleset."""
    kind = next(iter(RULESETS[name].handbook.armoury.kinds().values()))
    shown = []
    for points in (0, 1, 10, 999):
        kinds = {"a": kind, "R": evolve(kind, points=points)}
        game = position("a>. . R<", ruleset=name, kinds=kinds)
        outcomes = game.odds("fire a R").figures["r"]
        shown.append(summarize_outcomes(game.ruleset, game.state, "r", outcomes))

    assert shown[0].out_chance > 0
    assert [one for one in shown if one != shown[0]] == []


@given(WEIGHTS)
def test_chances_and_means_are_exact(weights: list[int]) -> None:
    """The chances add up to one and the mean is that of the outcomes."""
    chances = {n: Fraction(w, sum(weights)) for n, w in enumerate(weights)}
    said = told(chances)

    assert sum(chance for _, chance in said.chances) == 1
    assert len(said.chances) <= 7
    assert dict(said.means)["damage"] == sum(n * p for n, p in chances.items())
    assert said.out_chance == chances[LIMIT]
    assert said.effect_chance == 1 - chances[0]


def test_many_values_are_grouped_in_ranges() -> None:
    """Out comes first, then the most damage, a miss last."""
    chances = {0: Fraction(1, 2), **dict.fromkeys(range(1, LIMIT + 1), Fraction(1, 20))}

    assert [(group_words(group), str(p)) for group, p in told(chances).chances] == [
        ("downed", "1/20"),
        *(("9 damage", "1/20"), ("7-8 damage", "1/10"), ("5-6 damage", "1/10")),
        *(("3-4 damage", "1/10"), ("1-2 damage", "1/10"), ("miss", "1/2")),
    ]


def test_the_most_damage_does_not_always_put_a_figure_out() -> None:
    """It does so only where the figure cannot take more."""
    assert told({0: Fraction(1, 2), 6: Fraction(1, 2)}).out_chance == 0


def test_each_target_has_a_line() -> None:
    """It has the chance of any effect, of being out, and the mean."""
    struck: dict[Outcome, Fraction] = {0: Fraction(1, 2), 4: Fraction(1, 4), LIMIT: Fraction(1, 4)}
    odds = Odds("", "", (), {"r1": struck, "r2": {0: Fraction(1)}}, {})
    order = Order.of("fire", "b1", "r1")
    shown = order_odds(DRILL.value, STATE, order, odds, "blue")
    lines = blocks_lines(chance_rows(view(STATE, "blue"), shown), 36)

    assert [line.plain for line in lines] == ["r1   50% downed 25%, ~3.5 damage"]


def test_side_effects_of_damage_are_listed() -> None:
    """A blast that hurts and stuns has both chances."""
    battle = position("a>. . R<", ruleset="d100", kind="trooper")
    state, rules = battle.view().state, battle.ruleset
    spared, hurt, dazed = Harm(), Harm(hit=True, damage=3), Harm(hit=True, damage=3, stunned=1)

    said = summarize_outcomes(
        rules, state, "r", {spared: Fraction(1, 2), hurt: Fraction(1, 4), dazed: Fraction(1, 4)}
    )

    assert ((Condition("stunned"),), Fraction(1, 4)) in said.side_effects
    assert sum(chance for _, chance in said.chances) == 1


def test_amounts_are_counted_in_the_units_of_the_system() -> None:
    """The log counts the same; damage is what the dice come to."""
    battle = position("a>. . R<", ruleset="d100", kind="trooper")
    outcomes: dict[Outcome, Fraction] = {Harm(): HALF, Harm(hit=True, damage=3): HALF}

    said = summarize_outcomes(battle.ruleset, battle.view().state, "r", outcomes)
    assert [group_words(group) for group, _ in said.chances] == ["3 DUR", "miss"]
    assert means_words(said.means) == "1.5 DUR, 0.0 wounds"


def test_being_out_is_found_without_damage_numbers() -> None:
    """Then it is the chance of losing all points."""
    battle = position("a>. . . R<", ruleset="opposed_d6", kind="rifleman")
    rules, state = battle.ruleset, battle.view().state
    plan = rules.attack(state, Order.of("fire", "a", "r"))
    assert isinstance(plan, Attack)
    chances = dict(plan.odds_on("r").items())

    said = summarize_outcomes(rules, state, "r", chances)

    downed = sum(p for out, p in chances.items() if rules.outcomes.words(out)["effect"] == "downed")
    assert 0 < said.out_chance == downed < said.effect_chance


def test_what_a_hit_leaves_is_a_side_effect() -> None:
    """D20-25: bleeding comes with every hit of a bleeding blade, and with no miss."""
    battle = position("a>R<", ruleset="d20", kind="guard")
    order = battle.line("strike a r weapon=knife")
    plan = battle.ruleset.attack(battle.view().state, order)
    assert plan is not None
    found = odds_of(plan, battle.ruleset.outcomes.no_effect).figures["r"]

    said = summarize_outcomes(battle.ruleset, battle.view().state, "r", found)
    bleeds = (Condition("bleed", 1),)

    assert conditions_words(bleeds) == "bleed 1"
    assert said.side_effects == ((bleeds, said.effect_chance - said.out_chance),)


@pytest.mark.parametrize("name", RULESETS)
def test_every_measure_of_an_outcome_is_declared(name: str) -> None:
    """Of the odds in all worked examples: what is told of a figure means something declared."""
    rules = RULESETS[name]
    found: dict[str, None] = {}
    for example in examples_of(name):
        for outcomes in work_out(name, example).odds.figures.values():
            for outcome in outcomes:
                found |= dict.fromkeys(rules.outcomes.words(outcome))
                found |= dict.fromkeys(rules.outcomes.leaves(outcome))

    assert found
    assert not found.keys() - rules.outcomes.measures.keys()
    amounts = [n for n, m in rules.outcomes.measures.items() if m.role is Role.AMOUNT]
    assert amounts or rules.outcomes.measures == {"effect": EFFECT}


@pytest.mark.parametrize("name", RULESETS)
def test_harm_is_what_the_chance_of_an_effect_counts(name: str) -> None:
    """What the ledger of luck counts as an effect is what a preview gives the chance of."""
    rules = RULESETS[name]
    for example in examples_of(name):
        found = work_out(name, example)
        for figure, outcomes in found.odds.figures.items():
            harm = [p for out, p in outcomes.items() if rules.outcomes.does_harm(out)]
            said = summarize_outcomes(rules, found.view.state, figure, outcomes)
            assert sum(harm) == said.effect_chance, (example, figure)


@pytest.mark.parametrize("name", RULESETS)
def test_words_change_no_odds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The summaries are equal whatever the groups are called: no word is read back."""
    rules = RULESETS[name]
    shown = [work_out(name, example) for example in examples_of(name)]

    def summaries() -> list[OutcomeSummary]:
        return [
            summarize_outcomes(rules, one.view.state, figure, outcomes)
            for one in shown
            for figure, outcomes in one.odds.figures.items()
        ]

    def lines() -> list[str]:
        return [line.plain for one in shown for line in example_lines(rules, one, 60)]

    plain, told = summaries(), lines()
    monkeypatch.setattr(odds_words, "GROUPS", dict.fromkeys(GroupKind, "wort"))
    monkeypatch.setattr(odds_words, "humanize", lambda name: f"<{name}>")

    assert summaries() == plain
    assert len(lines()) == len(told)
    assert [line for line in lines() if "wort" in line or "<" in line]


@given(WEIGHTS, st.integers(2, 6))
def test_fewer_groups_keep_order_and_chance(weights: list[int], most: int) -> None:
    """Ranges are joined with their neighbours, so none is hidden behind a vague word."""
    ways = sum(weights)
    chances = told({n: Fraction(w, ways) for n, w in enumerate(weights) if w}).chances
    fewer = fewer_groups(chances, most)

    assert len(fewer) <= most or not any(group.kind is GroupKind.AMOUNT for group, _ in fewer[1:])
    assert sum(p for _, p in fewer) == sum(p for _, p in chances)
    amounts = [group for group, _ in fewer if group.kind is GroupKind.AMOUNT]
    assert all(upper.low > lower.high for upper, lower in pairwise(amounts))
    if len([one for one in chances if one[0].kind is not GroupKind.AMOUNT]) < most:
        assert GroupKind.OTHER not in {group.kind for group, _ in fewer}


def test_fewer_groups_name_what_is_likely() -> None:
    """What cannot be joined is hidden as `OTHER` where it is rare, not where it is last."""
    effects = [
        OutcomeGroup(GroupKind.EFFECT, conditions=(Condition(name),)) for name in ("stun", "burn")
    ]
    chances = [
        (OutcomeGroup(GroupKind.OUT), Fraction(2, 100)),
        (OutcomeGroup(GroupKind.AMOUNT, "damage", 1, 9), Fraction(3, 100)),
        (effects[0], Fraction(4, 100)),
        (effects[1], Fraction(57, 100)),
    ]

    fewer = fewer_groups(chances, 3)
    assert [group.kind for group, _ in fewer] == [GroupKind.OUT, GroupKind.EFFECT, GroupKind.OTHER]
    assert fewer[1:] == [(effects[1], Fraction(57, 100)), (OTHER, Fraction(7, 100))]


def test_odds_that_can_do_no_harm_name_the_effect_alone() -> None:
    """Breaking a grip neither downs nor wounds, so neither is denied."""
    held = position("a>R<", ruleset="d100").after(Linked("grip", "r", "a"))
    outcomes = held.odds("free a").figures["r"]
    summary = summarize_outcomes(held.ruleset, held.state, "r", outcomes)

    words = odds_words.effect_words(summary)
    assert words == f"grip broken {percent(summary.effect_chance)}"
    assert not summary.means


def test_effects_beside_an_amount_are_named_as_counted_in_its_chance() -> None:
    """They stand below the amount, whose chance includes theirs."""
    effects = [
        ((Condition("shaken"),), Fraction(19, 100)),
        ((Condition("bleed", 1),), Fraction(1, 4)),
    ]

    assert odds_words.side_effects_words(effects) == "also shaken 19%, bleed 1 25% (counted above)"
