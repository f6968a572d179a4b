"""Results of hits: Shaken, wounds, out; recovery by Spirit (AMMO-F12, AMMO-F13)."""

from __future__ import annotations

from fractions import Fraction

from skirmish.core.dice import odds
from skirmish.core.events import Counted, Struck, Tested
from skirmish.core.figures import Figure
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.rulesets.attack import total
from skirmish.rulesets.common import harm
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die.budget import end_aim, end_hold
from skirmish.rulesets.trait_die.counters import RECOVERING, SHAKEN
from skirmish.rulesets.trait_die.dice import RAISE, Outcome, recover
from skirmish.rulesets.trait_die.figures import kind_of, most_wounds, wounds


def word(figure: Figure, outcome: Outcome) -> str:
    """The effect of an outcome in a word."""
    if figure.damage + outcome.wounds >= most_wounds(figure):
        return "downed"
    if outcome.wounds:
        return "wounded"
    if outcome.shaken:
        return "shaken"
    return "unhurt" if outcome.hit else "missed"


def tell(scene: Scene, name: str, outcome: Outcome, source: str = "", how: str = "") -> None:
    """Report the effect of an attack on a figure; a figure that is struck shows itself.

    Nothing is reported for a figure that has left the battle, perhaps unseen.
    """
    figure = scene.state.figures[name]
    if figure.at is None:
        return
    if outcome.hit or outcome.shaken:
        expose(scene, name)
    sums = {"wounds": outcome.wounds} if outcome.wounds else {}
    scene.emit(Struck(name, word(figure, outcome), source=source, how=how, sums=sums))


def follow(scene: Scene, name: str, outcome: Outcome) -> None:
    """Apply the outcome of an attack to a figure that is still on the map.

    AMMO-F6, AMMO-F12, AMMO-F16.
    """
    figure = scene.state.figures[name]
    if figure.at is None or not outcome.shaken:
        return
    scene.cite("AMMO-F12")
    if outcome.wounds and harm.hurt(scene, name, outcome.wounds, most_wounds(figure)):
        return
    if not figure.count(SHAKEN):
        scene.emit(Counted(name, SHAKEN, 1))
    end_hold(scene, name)
    end_aim(scene, name)


def recovers(state: State, figure: Figure) -> tuple[Figure, Fraction]:
    """A figure at its next bound, and the chance that it can act there (AMMO-F13)."""
    if not figure.count(SHAKEN):
        return figure, Fraction(1)
    kind, enough = kind_of(figure), 0 if state.rule("brisk") else RAISE
    found = odds(recover, kind.spirit, kind.wild_card, total(wounds(figure)))
    return figure.with_counters({SHAKEN: 0}), found.chance(lambda margin: margin >= enough)


def recover_all(scene: Scene, side: str) -> None:
    """Let each Shaken figure of a side test its Spirit, at the start of its bound (AMMO-F13)."""
    for name in by_id(f.id for f in scene.state.of_side(side) if f.count(SHAKEN)):
        figure = scene.state.figures[name]
        kind = kind_of(figure)
        scene.cite("AMMO-F13")
        margin = recover(scene.dice, kind.spirit, kind.wild_card, total(wounds(figure)))
        if margin < 0:
            scene.emit(Tested(name, "spirit", "stays_shaken"))
            continue
        again = "recovers_at_once" if margin >= RAISE else "recovers"
        scene.emit(Tested(name, "spirit", again))
        scene.emit(Counted(name, SHAKEN, 0))
        if margin < RAISE:
            scene.emit(Counted(name, RECOVERING, 1))
