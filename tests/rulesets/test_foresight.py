"""What a figure could do from elsewhere is what it can do when it stands there."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.core.events import Zoned
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.foresight import (
    best_of,
    best_shot,
    dangers,
    next_attack,
    shots,
    standing_at,
)
from skirmish.rulesets.registry import RULESETS
from tests.position import Position, position

SOLDIERS = {
    "opposed_d6": "rifleman",
    "dice_pool": "soldier",
    "d20": "guard",
    "d100": "trooper",
    "trait_die": "trooper",
}
each_ruleset = pytest.mark.parametrize("ruleset", SOLDIERS)


def lane(drawing: str, ruleset: str) -> Position:
    """Two soldiers, an enemy of each other."""
    return position(drawing, ruleset=ruleset, kind=SOLDIERS[ruleset])


def test_every_ruleset_is_asked() -> None:
    """None is missing here."""
    assert sorted(RULESETS) == sorted(SOLDIERS)


@each_ruleset
def test_a_shot_from_elsewhere_has_the_odds_that_it_has_there(ruleset: str) -> None:
    """Having moved in thought and having moved come to the same, both ways round."""
    before, after = lane("a>. . . . . . R<", ruleset), lane(". . . a>. . . R<", ruleset)
    rules, thought = (
        before.ruleset,
        standing_at(before.ruleset, before.view(), "a", (3, 0), Facing.E),
    )

    mine, theirs = best_shot(rules, thought, "a", "r"), best_shot(rules, thought, "r", "a")

    assert mine is not None
    assert theirs is not None
    for shot, side in ((mine, "blue"), (theirs, "red")):
        there = odds_of(rules.attack(after.view(side).state, shot.order), rules.outcomes.no_effect)  # type: ignore[arg-type]
        assert shot.odds.figures[shot.target] == there.figures[shot.target]


@each_ruleset
def test_no_other_attack_costs_the_target_more(ruleset: str) -> None:
    """Of all ways to use its weapons the one that is told is the best."""
    battle = lane("a>. . . . R<", ruleset)
    rules, state = battle.ruleset, battle.view().state
    best = best_shot(rules, state, "a", "r")

    assert best is not None
    for weapon in state.figures["a"].who.weapons:
        for order in rules.weapon_modes(state, "a", weapon.id, "r").values():
            plan = rules.attack(state, order)
            if plan is not None:
                chances = odds_of(plan, rules.outcomes.no_effect).figures.get("r", {})
                assert (
                    sum(p * rules.outcomes.loss(state, "r", o) for o, p in chances.items())
                    <= best.lost
                )


def test_where_all_attacks_cost_more_than_they_gain_the_best_is_on_the_figure() -> None:
    """Fire on its ground that hardly harms anyone is no better; where one gains, it is the best."""
    battle = lane("a>. . . . R<", "trait_die")
    found = tuple(shots(battle.ruleset, battle.view().state, "a", "r", lambda _: True))
    fire = next(one for one in found if one.order.verb == "fire")
    weak = next(one for one in found if one.order.verb == "suppress")

    def chosen(own: int) -> Order | None:
        best = best_of((evolve(fire, lost_own=fire.lost + own), evolve(weak, lost_own=weak.lost)))
        return None if best is None else best.order

    assert chosen(1) == fire.order
    assert chosen(-1) == fire.order
    gains = evolve(weak, lost_own=weak.lost / 2)
    assert best_of((evolve(fire, lost_own=fire.lost), gains)) == gains


def test_who_watches_the_way_is_told_where_the_rules_let_him_fire() -> None:
    """D20-41: an enemy on overwatch fires at a step within his ground, and at none beside it."""
    battle = lane(". . . . . .\na>. . . R<.\n. . . . . .", "d20")
    watched = tuple((x, y) for x in (2, 3) for y in (0, 1))
    battle = battle.after(Zoned("overwatch_r", "overwatch", "red", watched, owner="r"))
    known = battle.view()

    (danger,) = dangers(battle.ruleset, known, battle.line("move a 1,0>3,0"))

    assert (danger.enemy, danger.tile) == ("r", (2, 0))
    assert danger.shot is not None
    assert dangers(battle.ruleset, known, battle.line("move a 1,0>2,0")) == ()


def test_somebody_unseen_who_watches_is_a_danger_without_a_name() -> None:
    """Of a zone whose owner is not known it is told that it is there, and no odds."""
    battle = lane("a>. . . # R<", "d20")
    battle = battle.after(Zoned("overwatch_r", "overwatch", "red", ((2, 0), (3, 0)), owner="r"))

    (danger,) = dangers(battle.ruleset, battle.view(), battle.line("move a 2,0"))

    assert (danger.enemy, danger.tile, danger.shot) == ("", (2, 0), None)


def test_a_way_is_told_alike_with_its_start_and_without() -> None:
    """A path may name the tile that the figure stands on."""
    battle = lane(". . . . . .\na>. . . R<.\n. . . . . .", "d20")
    watched = tuple((x, 1) for x in range(3))
    known = battle.after(Zoned("overwatch_r", "overwatch", "red", watched, owner="r")).view()

    short, long = (battle.line(f"move a {path}") for path in ("2,1", "0,1>2,1"))

    assert dangers(battle.ruleset, known, long)
    assert [one.tile for one in dangers(battle.ruleset, known, long)] == [
        one.tile for one in dangers(battle.ruleset, known, short)
    ]


def test_a_called_shot_is_no_best_shot() -> None:
    """Also where it would cost the enemy more: the player calls parts of the body."""
    battle = position("a>. . R<", ruleset="d20", kind="marksman")
    state = battle.view().state
    found = [*shots(battle.ruleset, state, "a", "r")]
    best = best_shot(battle.ruleset, state, "a", "r")

    assert best is not None
    assert not best.order.get("limb")
    assert max(shot.lost for shot in found) > best.lost


def test_the_best_shot_at_a_neighbour_is_none_that_hurts_its_shooter_more() -> None:
    """A rocket downs both; a pistol only the enemy."""
    battle = position("a>R<. . . .", ruleset="d100", kind="grenadier")
    state = battle.view().state
    best = best_shot(battle.ruleset, state, "a", "r")

    assert best is not None
    gains = [one.lost - one.lost_own for one in shots(battle.ruleset, state, "a", "r")]
    assert best.lost - best.lost_own == max(gains)
    assert "a" not in best.odds.figures


@each_ruleset
def test_an_attack_that_would_come_after_the_battle_is_none(ruleset: str) -> None:
    """In the last bound an enemy that has acted has none left; with one more turn it has."""
    for turns in (1, 2):
        battle = position("a>. . R<", ruleset=ruleset, kind=SOLDIERS[ruleset], turns=turns)
        phase = battle.state.clock.phase
        battle = battle.bound(phase, "red", step=len(battle.state.setup.declared.phases) * 2)
        known = standing_at(battle.ruleset, battle.view("red"), "r", (3, 0), Facing.W)

        found = next_attack(battle.ruleset, known, "a", "r")

        assert (found is None) == (turns == 1)
