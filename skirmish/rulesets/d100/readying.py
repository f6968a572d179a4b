"""What prepares: aim, reload, firing mode, postures, full defence (EP-F6, EP-F9, EP-F16 to F19)."""

from __future__ import annotations

from skirmish.core.codec import Shape
from skirmish.core.events import Counted, Posed
from skirmish.core.figures import Figure
from skirmish.core.orders import Field, Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.d100 import ammunition
from skirmish.rulesets.d100.declared import PRONE, STANDING
from skirmish.rulesets.d100.figures import arms
from skirmish.rulesets.d100.gunfire import WEAPON, set_mode
from skirmish.rulesets.d100.kinds import MODES, Arm
from skirmish.rulesets.d100.timing import THIRDS, complex_refusal, quick_refusal
from skirmish.rulesets.scene import Scene

AIM = Verb(
    "aim",
    "aims for its next shot: quickly, +10, or with its whole action, +30",
    fields=(Field("time", Shape.WORD, "what it takes", "whole", ("quick", "whole")),),
)
RELOAD = Verb("reload", "fills a weapon's magazine, with its whole action", fields=(WEAPON,))
MODE = Verb(
    "mode",
    "sets a weapon to another firing mode: single, semi, burst or full",
    target=Shape.WORD,
    fields=(WEAPON,),
)
POSE = Verb("pose", "lies down (prone) or stands up (standing)", target=Shape.WORD, exposed=True)
DEFEND = Verb("defend", "full defence: +30 until its next action phase, with its whole action")
VERBS = {verb.name: verb for verb in (AIM, RELOAD, MODE, POSE, DEFEND)}
WORDS: tuple[str, ...] = MODES
AIMED = {"quick": 10, "whole": 30}
POSES = (STANDING, PRONE)


def armed(figure: Figure, order: Order) -> Arm | Refusal:
    """The weapon that is meant: the named one, else the first that has rounds."""
    wanted = order.get("weapon")
    for weapon in arms(figure):
        if weapon.id == wanted or (not wanted and weapon.magazine):
            return weapon
    return Refusal(f"{figure.id} has no {wanted or 'weapon that is loaded'}", "EP-F19")


def refusal(state: State, order: Order) -> Refusal | None:
    """Why a figure may not ready itself so in this phase."""
    figure = state.figures[order.figure]
    if quick(order):
        return quick_refusal(figure) or barred(state, order)
    return complex_refusal(figure) or barred(state, order)


def quick(order: Order) -> bool:
    """Whether it is a quick action."""
    if order.verb == AIM.name:
        return order.get("time") == "quick"
    return order.verb in (MODE.name, POSE.name)


def barred(state: State, order: Order) -> Refusal | None:
    """Why it makes no sense, whatever the clock says."""
    figure = state.figures[order.figure]
    if order.verb == AIM.name:
        return _aim_refusal(figure, order)
    if order.verb == RELOAD.name:
        weapon = armed(figure, order)
        if isinstance(weapon, Refusal):
            return weapon
        return ammunition.reload_refusal(state, figure, weapon)
    if order.verb == MODE.name:
        return _mode_refusal(figure, order)
    if order.verb == POSE.name:
        return _pose_refusal(figure, order)
    return None


def _aim_refusal(figure: Figure, order: Order) -> Refusal | None:
    if all(weapon.close for weapon in arms(figure)):
        return Refusal(f"{figure.id} has nothing to aim", "EP-F16")
    if figure.count("aimed") >= AIMED[order.get("time", "whole")]:
        return Refusal(f"{figure.id} aims as well already", "EP-F16", "only the larger counts")
    return None


def _mode_refusal(figure: Figure, order: Order) -> Refusal | None:
    weapon = armed(figure, order)
    if isinstance(weapon, Refusal):
        return weapon
    if order.target not in weapon.modes:
        modes = ", ".join(weapon.modes)
        return Refusal(f"{weapon.name} has no such mode", "EP-F18", f"it has: {modes}")
    if order.target == set_mode(figure, weapon):
        return Refusal(f"{weapon.name} is set to {order.target} already", "EP-F18")
    return None


def _pose_refusal(figure: Figure, order: Order) -> Refusal | None:
    if order.target not in POSES:
        return Refusal("no such posture", "EP-F6", "one of: " + ", ".join(POSES))
    if figure.posture == order.target:
        return Refusal(f"{figure.id} is {order.target} already", "EP-F6")
    return None


def carry_out(scene: Scene, order: Order) -> None:
    """Does a legal order to make ready."""
    name = order.figure
    figure = scene.state.figures[name]
    taken = figure.count("acted") + 1 if quick(order) else THIRDS
    scene.emit(Counted(name, "acted", taken))
    if order.verb == AIM.name:
        count(scene, name, "aimed", AIMED[order.get("time", "whole")])
    elif order.verb == POSE.name:
        expose(scene, name)
        scene.emit(Posed(name, order.target))
    elif order.verb == DEFEND.name:
        count(scene, name, "defending", 1)
    else:
        _on_weapon(scene, figure, order)


def _on_weapon(scene: Scene, figure: Figure, order: Order) -> None:
    weapon = armed(figure, order)
    if isinstance(weapon, Refusal):
        raise TypeError(f"{order}: {weapon}")
    if order.verb == RELOAD.name:
        ammunition.reload(scene, figure.id, weapon)
    else:
        place = slots.name("mode", slots.of(figure, weapon.id))
        scene.emit(Counted(figure.id, place, WORDS.index(order.target)))
