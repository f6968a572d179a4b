"""The shades of an area attack: what an enemy on each tile could expect to lose."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.geometry import tile_text
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.presentation.odds.area_strength import area_strengths
from skirmish.rulesets.attack import Aim
from skirmish.rulesets.engine import refusal, verbs_of
from skirmish.rulesets.registry import RULESETS
from tests.test_hidden import played

SEEDS, MOST = 4, 6


def area_attacks(ruleset: str) -> Iterator[tuple[View, Order]]:
    """Attacks on tiles in battles of the computer, each in the view of its side."""
    for seed in range(1, SEEDS + 1):
        game = played(ruleset, seed)
        rules, verbs = game.ruleset, verbs_of(game.ruleset)
        for line in range(0, len(game.lines), 9):
            view = game.view_at(line, game.state_at(line).clock.side)
            for figure in (one.id for one in view.own()):
                for family in rules.options(view, figure):
                    known = verbs[family.verb]
                    if known.dice and known.target is Shape.TILE:
                        some = family.draw(lambda count: count // 2)
                        for foe in view.enemies():
                            order = evolve(some, target=tile_text(foe.tile))
                            if refusal(rules, view, order) is None:
                                yield view, order


# In these battles of the opposed d6 system nothing but smoke can be aimed at an enemy in sight.
@pytest.mark.parametrize("ruleset", ["dice_pool", "d20", "d100", "trait_die"])
def test_an_enemy_in_the_area_can_expect_to_lose_what_its_tile_says(ruleset: str) -> None:
    """On the tile of an enemy it is the odds of the attack that is aimed there."""
    rules, compared = RULESETS[ruleset], 0
    for view, order in islice(area_attacks(ruleset), MOST):
        strengths = dict(area_strengths(rules, view, order))
        assert all(strength > 0 for strength in strengths.values())
        plan, aim = rules.attack(view.state, order), order.target_tile
        attack = plan.at(aim) if isinstance(plan, Aim) else plan
        (foe,) = [one for one in view.enemies() if one.at == aim]
        if attack is not None and foe.id in attack.subjects:
            chances = attack.odds_on(foe.id).items()
            lost = sum(p * rules.outcomes.loss(view.state, foe.id, out) for out, p in chances)
            assert strengths.get(foe.tile, 0) * foe.who.kind.points == lost
            compared += lost > 0
    assert compared
