"""Overwatch: a long move is interrupted step by step, a crippled leg slows the rest of it."""

from __future__ import annotations

from skirmish.core.dice import Dice
from skirmish.core.events import Counted, Moved, Stopped, Struck
from skirmish.core.geometry import Facing, expand_path, in_arc, step_halves
from skirmish.core.orders import Order
from skirmish.rulesets.scene import Scene
from tests.seams.thin import battle

POINTS = 16


def shot(dice: Dice, recoil: int) -> str:
    """A single overwatch shot: to hit over 12 less recoil, then its location (D20-44)."""
    if dice.die(20, "to hit") - recoil <= 12:
        return "missed"
    return "leg" if dice.die(20, "location") <= 6 else "torso"


def moves(scene: Scene, order: Order) -> None:
    name = order.figure
    for tile in expand_path(order.target_path)[1:]:
        figure = scene.state.figures[name]
        watcher = scene.state.figures["r1"]
        recoil = 4 * (watcher.count("watching") - 1)
        if watcher.count("watching") and all(
            in_arc(watcher.tile, Facing.W, t, 2) for t in (figure.tile, tile)
        ):
            result = shot(scene.dice, recoil)
            scene.emit(Struck(name, result, source="r1"))
            scene.emit(Counted("r1", "watching", watcher.count("watching") + 1))
            if result == "leg":
                scene.emit(Counted(name, "crippled", figure.count("crippled") + 1))
        figure = scene.state.figures[name]
        cost = step_halves(figure.tile, tile) * (2 if figure.count("crippled") else 1)
        if figure.count("moved") + cost > POINTS:
            scene.emit(Stopped(name, "spent"))
            return
        scene.emit(Moved(name, (tile,)))
        scene.emit(Counted(name, "moved", figure.count("moved") + cost))


def test_overwatch_resolves_before_each_step_and_a_crippled_leg_cuts_the_move_short() -> None:
    """D20-41..45: recoil grows from shot to shot; the doubled cost stops the same order."""
    figures = [("b1", "blue", (0, 1)), ("r1", "red", (11, 1))]
    play = battle(moves, figures, {"r1": {"watching": 1}})

    play = play.order("move b1 0,1>8,1", "20:3 20:17 20:4 20:5 20:6 20:7")

    assert play.at("b1") == (4, 1)
    assert "struck b1 leg source=r1" in play.news
    assert play.news[-1] == "stopped b1 spent"
