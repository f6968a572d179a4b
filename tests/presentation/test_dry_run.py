"""An order rehearsed on a view: what it lays is seen before it is given, and nothing goes wrong."""

from __future__ import annotations

import pytest

from skirmish.ai import Stream, think
from skirmish.core.dice import Roller
from skirmish.core.events import Zoned
from skirmish.game import Game
from skirmish.presentation.order_effects import changed_zone_mask, dry_run
from skirmish.rulesets.common import watch
from skirmish.rulesets.registry import RULESETS
from tests.position import position
from tests.village import village

ORDERS = 120
OTHERWISE = 2


def test_a_watch_of_somebody_unseen_hides_no_preview() -> None:
    """POOL-F14: where an enemy out of sight has laid a held shot the own one is drawn as ever."""
    battle = position("a>. . # R<\n. . . . . ", ruleset="dice_pool", kind="guard")
    lane = tuple((x, y) for x in (0, 1) for y in (0, 1))
    watched = battle.after(Zoned("watch_r", watch.SEEN, "red", lane, owner="r"))
    hold = battle.line("hold a")
    free = changed_zone_mask(battle.ruleset, battle.view(), hold)

    assert "r" not in watched.view().state.figures
    assert "watch_r" in watched.view().state.zones
    assert changed_zone_mask(watched.ruleset, watched.view(), hold) == free != 0


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_rules_miss_nothing_on_a_view(ruleset: str) -> None:
    """Whatever may be ordered is carried out on what a side knows, or is refused in words."""
    game = Game.new(village(ruleset), 1, {"blue": "random", "red": "random"})
    stream, told = Stream("rehearsals"), 0
    while not game.over and len(game.lines) < ORDERS:
        view = game.view(game.to_act)
        drawn = [think(game.ruleset, view, "random", stream).order for _ in range(OTHERWISE)]
        for order in drawn:
            if view.question is None and order.figure:
                told += dry_run(game.ruleset, view, order, Roller("any")) is not None
        game.order(game.to_act, drawn[0])

    assert told
