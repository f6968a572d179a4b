"""Watched ground lies as a zone; that of a hidden figure the enemy is not shown."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.dice import Script
from skirmish.core.figures import HIDDEN, Declared
from skirmish.core.orders import Order
from skirmish.core.view import view
from skirmish.rulesets.common import watch
from skirmish.rulesets.common.present import reveal
from skirmish.rulesets.scene import Scene
from tests.seams.thin import DECLARED, battle

KINDS = Declared(
    counters=DECLARED.counters, zones=watch.kinds("watched", "w"), phases=DECLARED.phases
)
LANE = ((1, 0), (2, 0))


def watching(hidden: int) -> Scene:
    """b1, perhaps hidden, watches a lane that r1 looks along."""
    play = battle(lambda _scene, _order: None, [("b1", "blue", (0, 0)), ("r1", "red", (4, 0))])
    state = evolve(play.state, setup=evolve(play.state.setup, declared=KINDS))
    figures = {**state.figures, "b1": evolve(state.figures["b1"], counters={HIDDEN: hidden})}
    scene = Scene(evolve(state, figures=figures), "blue", Order("watch", "b1"), Script(()), ())
    watch.lay(scene, "b1", LANE, {"slot": 1})
    return scene


def shown(scene: Scene) -> list[str]:
    return [*view(scene.state, "red").state.zones]


def test_the_enemy_sees_what_is_watched() -> None:
    """Till it is lifted."""
    scene = watching(0)
    assert shown(scene) == ["overwatch_blue_1"]
    watch.lift(scene, "b1")
    assert dict(scene.state.zones) == {}


def test_the_enemy_does_not_see_what_a_hidden_figure_watches() -> None:
    """Till it has come out: then the zone is the same, but one that is seen."""
    scene = watching(1)
    watch.come_out(scene, "b1")
    assert shown(scene) == []
    reveal(scene, "b1")
    watch.come_out(scene, "b1")
    assert shown(scene) == ["overwatch_blue_1"]
    assert [(zone.tiles, dict(zone.numbers)) for zone in watch.watched(scene.state)] == [
        (LANE, {"slot": 1})
    ]
