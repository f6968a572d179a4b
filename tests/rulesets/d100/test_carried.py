"""What is carried out step by step comes to what the rule makes of the same dice."""

from __future__ import annotations

import pytest

from skirmish.core.dice import Roller, Script
from skirmish.core.orders import Order
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.engine import carry_out
from tests.position import position

DRAWING = "a>. . . . R<\n. . . . . Q<"
SEEDS = 60


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        ("trooper", Order.of("fire", "a", "r")),
        ("trooper", Order.of("fire", "a", "q", also="r")),
        ("grenadier", Order.of("bombard", "a", (5, 0))),
    ],
)
def test_an_attack_carried_out_is_the_rule_on_its_dice(kind: str, order: Order) -> None:
    """The same faces, played back through the attack that odds are walked on, do the same harm."""
    battle = position(DRAWING, ruleset="d100", kind="trooper", kinds={"a": kind})
    plan = battle.ruleset.attack(battle.state, order)
    assert plan is not None
    hurt = 0
    for seed in range(SEEDS):
        done = carry_out(battle.ruleset, battle.state, "blue", order, Roller(f"carried {seed}"))
        script = Script(done.faces)
        attack: Attack = plan.at(plan.rule(script, *plan.args)) if isinstance(plan, Aim) else plan
        struck = attack.roll(script) if attack.subjects else ()
        for name, outcome in zip(attack.subjects, struck, strict=True):
            told = battle.ruleset.outcomes.words(outcome)["damage"]
            before, after = battle.state.figures[name], done.state.figures[name]
            assert after.damage - before.damage == told, (seed, name)
            hurt += bool(told)
    assert hurt > SEEDS // 6
