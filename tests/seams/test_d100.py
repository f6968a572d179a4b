"""Suppressive fire as a zone: whoever moves out of cover in it takes one free attack."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.dice import Dice
from skirmish.core.events import Hurt, Linked, Moved, Struck, Unzoned, Zoned
from skirmish.core.figures import LinkKind
from skirmish.core.geometry import Facing, expand_path, in_arc
from skirmish.core.orders import Order
from skirmish.rulesets.scene import Scene
from tests.seams.thin import DECLARED, Play, Thin, battle


def free_attack(dice: Dice, skill: int) -> int:
    """EP-34..36: d100 under skill, damage as from a single shot; 0 for a miss."""
    rolled = dice.die(100, "free attack") % 100
    return dice.die(10, "damage") if rolled <= skill else 0


def acts(scene: Scene, order: Order) -> None:
    if order.verb == "suppress":
        suppresses(scene, order)
        return
    for tile in expand_path(order.target_path)[1:]:
        scene.emit(Moved(order.figure, (tile,)))
        for zone in scene.state.zones.values():
            struck = scene.state.linked("struck", a=zone.owner, b=order.figure)
            if tile in zone.tiles and not struck:
                damage = free_attack(scene.dice, 50)
                scene.emit(Struck(order.figure, "hit" if damage else "missed", source=zone.owner))
                scene.emit(Linked("struck", zone.owner, order.figure, until=zone.until))
                if damage:
                    scene.emit(Hurt(order.figure, damage))


def suppresses(scene: Scene, order: Order) -> None:
    shooter = scene.state.figures[order.figure]
    board = scene.state.board
    tiles = tuple(
        tile
        for tile in board.tiles_of(board.seen_from(shooter.tile))
        if in_arc(shooter.tile, Facing.E, tile, 1)
    )
    until = scene.state.clock.point + 2
    scene.emit(Zoned("z1", "suppression", scene.side, tiles, owner=shooter.id, until=until))


class Suppression(Thin):
    """The zone ends when the shooter's next phase begins (EP-31, EP-V17)."""

    def advance(self, scene: Scene) -> None:
        super().advance(scene)
        for zone in tuple(scene.state.zones.values()):
            if zone.until <= scene.state.clock.point:
                scene.emit(Unzoned(zone.id))


FIGURES = [("b1", "blue", (0, 1)), ("r1", "red", (6, 0))]


def play_suppression() -> Play:
    play = battle(acts, FIGURES)
    declared = evolve(DECLARED, links={"struck": LinkKind("struck by a zone", open=True)})
    return evolve(
        play,
        ruleset=Suppression(acts, declared=declared).value,
        state=evolve(play.state, setup=evolve(play.state.setup, declared=declared)),
    )


def test_a_zone_gives_one_free_attack_on_each_figure_that_moves_in_it() -> None:
    """EP-A9: one for each character and suppression, at the tile where it is met."""
    play = play_suppression().order("suppress b1 11,1").order("end")

    play = play.order("move r1 6,0>6,2", "100:30 10:7")

    assert play.news == (
        "moved r1 6,1",
        "struck r1 hit source=b1",
        "linked struck b1 r1 until=103",
        "hurt r1 7",
        "moved r1 6,2",
    )


def test_the_zone_ends_with_the_shooters_next_phase() -> None:
    """EP-31: nothing ticks; the clock point of its end has come."""
    play = play_suppression().order("suppress b1 11,1").order("end").order("end")

    assert play.state.zones == {}
