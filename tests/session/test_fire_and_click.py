"""To fire by its key with the cursor at an enemy, and to click on that enemy, is one thing."""

from pathlib import Path

import pytest

from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.game import Game, open_text
from skirmish.presentation.target_chances import (
    Stance,
    TargetChance,
    enemies_near,
    target_chances,
)
from skirmish.record import parse_record
from skirmish.rulesets.ruleset import Ruleset
from skirmish.session import mouse_input, order_input
from skirmish.session.controller import Controller

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.skr"))
EVERY = 25
"""Orders from one moment that is tried to the next."""
FIGURES, ENEMIES = 3, 3
"""Figures and enemies, the nearest first, that are tried at a moment."""
Chances = dict[str, TargetChance]


def proposals(
    rules: Ruleset, view: View, figure: str, enemy: str, chances: Chances
) -> list[tuple[Order, str]]:
    """What the key and the click propose, and what they say."""
    found = []
    for key in (True, False):
        desk = Controller(rules, view)
        desk.legal.target_chances[Stance(figure)] = chances
        desk.choose(figure)
        tile = desk.legal.position(enemy)
        assert tile is not None
        if key:
            desk.cursor = tile
            order_input.verb(desk, "fire")
        else:
            mouse_input.click(desk, tile)
        found.append((desk.draft.order, desk.notice))
    return found


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_fire_key_and_a_click_propose_the_same_attack(path: Path) -> None:
    """Also where none is possible: then both say why."""
    record = parse_record(path.read_bytes(), path.stem)
    game = Game.new(open_text(record.head.scenario), record.head.seed, record.head.players)
    attacks = 0
    with game:
        for number, entry in enumerate(record.entries):
            game.order(entry.side, entry.order)
            if number % EVERY or game.over:
                continue
            view = game.view(game.to_act)
            legal = Controller(game.ruleset, view).legal
            able = [name for name in legal.active_figures() if "fire" in legal.verbs(name)]
            for figure in able[:FIGURES]:
                near = enemies_near(view, figure)[:ENEMIES]
                found = target_chances(game.ruleset, view, Stance(figure), near)
                chances = {one.enemy: one for one in found}
                for enemy in near:
                    key, click = proposals(game.ruleset, view, figure, enemy, chances)
                    assert key == click
                    attacks += bool(click[0].verb)
    assert attacks or path.stem == "opposed_d6-first_steps"
