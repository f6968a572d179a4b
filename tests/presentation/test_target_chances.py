"""The chances that stand at the enemies: those of the odds, to the last fraction."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from skirmish.core.codec import Shape
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.presentation.odds.attack_hints import attack_hints
from skirmish.presentation.odds.hint_kinds import BetterAttack
from skirmish.presentation.odds.odds_summary import summarize_outcomes
from skirmish.presentation.odds.order_effects import view_after
from skirmish.presentation.odds.target_chances import Stance, enemies_near, target_chances
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.rulesets import foresight
from skirmish.rulesets.attack import Aim, Attack, Odds, Outcome, odds_of
from skirmish.rulesets.engine import suggested
from skirmish.rulesets.foresight import only_scatters, shots
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.ruleset import Ruleset
from tests.position import position
from tests.test_hidden import played

MOMENTS = 6


def can_attack(rules: Ruleset, view: View) -> bool:
    """Whether a figure of the side may attack an enemy now."""
    legal = LegalOrders(rules, view)
    verbs = {verb for figure in legal.own_figures() for verb in legal.verbs(figure)}
    known = [legal.known_verbs[verb] for verb in sorted(verbs)]
    return any(one.dice and one.target is Shape.FIGURE for one in known)


@cache
def moments(ruleset: str) -> tuple[View, ...]:
    """Views of battles of the computer in which the side to act may attack."""
    found: list[View] = []
    for seed in range(1, 9):
        game = played(ruleset, seed)
        known = (game.view_at(n, game.state_at(n).clock.side) for n in range(len(game.lines)))
        found += (view for view in known if can_attack(game.ruleset, view))
        if len(found) >= MOMENTS:
            return tuple(found[:: len(found) // MOMENTS])
    raise AssertionError(ruleset)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_label_of_a_figure_as_it_stands_is_the_odds_of_its_best_attack(ruleset: str) -> None:
    """The best is the legal one that can be expected to cost the enemy most.

    A called shot is not, unless nothing else is possible.
    """
    rules, compared = RULESETS[ruleset], 0
    for view in moments(ruleset):
        legal = LegalOrders(rules, view)
        for figure in legal.own_figures():
            foes = enemies_near(view, figure)
            for one in target_chances(rules, view, Stance(figure), foes):
                possible = [
                    shot
                    for shot in shots(rules, view.state, figure, one.enemy)
                    if legal.refusal(shot.order) is None
                    and shot.lost > 0
                    and not only_scatters(rules, view.state, shot.order)
                ]
                assert bool(possible) == (one.chance is not None and not one.later)
                if possible:
                    plain = [shot for shot in possible if not shot.order.get("limb")]
                    best = max(plain or possible, key=lambda shot: shot.lost)
                    odds = legal.order_odds(best.order)
                    assert odds is not None
                    chances = {one.name: one.effect_chance for one in odds.figures}
                    assert one.chance == chances[one.enemy]
                    compared += 1
    assert compared


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_label_of_an_attack_in_hand_is_the_odds_of_that_attack(ruleset: str) -> None:
    """For every target that the list of targets has; others have none."""
    rules, compared = RULESETS[ruleset], 0
    for view in moments(ruleset):
        legal = LegalOrders(rules, view)
        for figure in legal.own_figures():
            for verb in legal.verbs(figure):
                known = legal.known_verbs[verb]
                if known.target is not Shape.FIGURE or not known.dice:
                    continue
                stance = Stance(figure, Order(verb, figure))
                for one in target_chances(rules, view, stance, enemies_near(view, figure)):
                    order = Order(verb, figure, one.enemy)
                    if legal.refusal(order) is not None:
                        assert one.chance is None
                        continue
                    odds = legal.order_odds(order)
                    target = odds.target if odds is not None else None
                    assert one.chance == (target and target.effect_chance)
                    compared += target is not None
    assert compared


@pytest.mark.parametrize("ruleset", ["d20", "d100", "dice_pool", "trait_die"])
def test_a_label_of_an_attack_at_a_tile_is_the_harm_that_it_may_do(ruleset: str) -> None:
    """Wherever it comes down; an enemy that it cannot reach has none."""
    row = "a>. . . . . . R<. . . . . . . . . . . . . . . Q<"
    battle = position(row, ruleset=ruleset, kind="grenadier")
    legal = LegalOrders(battle.ruleset, battle.view())
    able = suggested(battle.ruleset, battle.view(), "a")
    found = ((one, legal.order_odds(one)) for one in able if one.verb == "bombard")
    order, odds = next((one, odds) for one, odds in found if odds is not None and odds.figures)

    known = {one.name: one.effect_chance for one in odds.figures}
    labels = target_chances(battle.ruleset, battle.view(), Stance("a", order), ("r", "q"))
    assert {one.enemy: one.chance for one in labels} == {n: known.get(n) for n in ("r", "q")}
    assert known["r"]


def test_a_divided_burst_has_its_own_chance_at_each_of_its_targets() -> None:
    """Not as if it were aimed at one alone."""
    battle = position(
        "a>. . . R<\nb>. . . Q<", ruleset="opposed_d6", weapons={"a": ["submachine_gun"]}
    )
    order = battle.line("fire a R split=r:3+q:2")
    odds = LegalOrders(battle.ruleset, battle.view()).order_odds(order)
    assert odds is not None
    labels = target_chances(battle.ruleset, battle.view(), Stance("a", order), ("r", "q"))
    shown = {one.enemy: one.chance for one in labels}
    assert shown == {one.name: one.effect_chance for one in odds.figures}
    assert None not in shown.values()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_after_a_move_it_is_the_chance_that_the_figure_has_there(ruleset: str) -> None:
    """What a move in hand promises, the figure has once it stands there."""
    rules, compared = RULESETS[ruleset], 0
    for view in moments(ruleset):
        legal = LegalOrders(rules, view)
        for figure in legal.own_figures():
            for tile in list(legal.board.tiles_of(legal.target_mask(figure, "move")))[::9]:
                order = Order("move", figure, legal.target_at(figure, "move", tile))
                after = view_after(rules, view, order)
                if after is None or after.state.figures[figure].at != tile:
                    continue
                foes = enemies_near(view, figure)
                promised = list(target_chances(rules, view, Stance(figure, order), foes))
                there = list(target_chances(rules, after, Stance(figure), foes))
                for before, then in zip(promised, there, strict=True):
                    if not before.later and not then.later:
                        assert (before.enemy, before.chance) == (then.enemy, then.chance)
                        compared += before.chance is not None
    assert compared or ruleset == "opposed_d6"  # there a bound of fire follows the move


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_attack_is_tried_for_labels_that_are_no_longer_wanted(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are given up between two attacks, not only between two enemies."""
    rules, tried = RULESETS[ruleset], list[object]()

    def odds(attack: Attack | Aim, spared: Outcome) -> Odds:
        tried.append(attack)
        return odds_of(attack, spared)

    def told(stopped: Callable[[], bool]) -> None:
        for view in moments(ruleset)[:3]:
            for name in LegalOrders(rules, view).own_figures():
                foes = enemies_near(view, name)
                list(target_chances(rules, view, Stance(name), foes, stopped))

    monkeypatch.setattr(foresight, "odds_of", odds)
    told(lambda: bool(tried))
    assert len(tried) == 1
    told(lambda: False)
    assert len(tried) > 2


def test_an_enemy_in_close_combat_has_the_chance_of_fire_into_it() -> None:
    """BAY-24: what the shot would be that the key for fire proposes."""
    battle = position(
        """
        . . . . bv. .
        a>. . . R^. .
        """
    )

    (told,) = target_chances(battle.ruleset, battle.view(), Stance("a"), ["r"])

    assert told.order == battle.line("fire a r combat=yes")
    odds = battle.odds("fire a r combat=yes").figures["r"]
    assert told.chance == summarize_outcomes(battle.ruleset, battle.state, "r", odds).effect_chance


@pytest.mark.parametrize("kind", ["veteran", "trooper"])
@pytest.mark.parametrize("away", [1, 4, 8])
def test_the_attack_that_is_proposed_needs_no_hint_at_another_on_the_same_enemy(
    kind: str, away: int
) -> None:
    """The last token of a machine gun in one burst, where a pistol fires three."""
    row = f"a>{'. ' * away}R<"
    battle = position(row, ruleset="trait_die", kind=kind, counters={"a": {"tokens": 1}})
    view = battle.view()
    (label,) = target_chances(battle.ruleset, view, Stance("a"), ("r",))

    assert label.order is not None
    found = attack_hints(battle.ruleset, view, label.order)
    assert [one for one in found if isinstance(one, BetterAttack) and not one.foe] == []
