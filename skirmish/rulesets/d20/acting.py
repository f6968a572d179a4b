"""What a figure does for itself: aim, reload, stand up or lie down, treat wounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from skirmish.core.codec import Shape
from skirmish.core.events import Counted, Posed
from skirmish.core.figures import Figure
from skirmish.core.geometry import adjacent
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.rulesets.d20 import action_points, ammunition
from skirmish.rulesets.d20.body import arms
from skirmish.rulesets.d20.declared import MOST_AIM, PRONE, STANDING
from skirmish.rulesets.d20.effects import LASTING
from skirmish.rulesets.d20.kinds import Arm
from skirmish.rulesets.d20.overwatch import WEAPON
from skirmish.rulesets.scene import Scene

AIM = Verb("aim", "takes aim: 2 more Accuracy for the next attack, twice at most")
RELOAD = Verb("reload", "fills a magazine", fields=(WEAPON,))
POSE = Verb("pose", "lies down (prone) or stands up (standing)", target=Shape.WORD)
TREAT = Verb(
    "treat",
    "ends bleeding and burning, takes out what is embedded: its own, or a friend's beside it",
    target=Shape.FIGURE,
    target_optional=True,
)
VERBS = {verb.name: verb for verb in (AIM, RELOAD, POSE, TREAT)}
WORDS: Mapping[str, str] = {
    AIM.name: "aiming",
    RELOAD.name: "reloading",
    POSE.name: "a change of posture",
    TREAT.name: "treatment",
}
COSTS: Mapping[str, int] = {
    AIM.name: action_points.AIM,
    RELOAD.name: action_points.RELOAD,
    POSE.name: action_points.POSE,
    TREAT.name: action_points.TREAT,
}


def refusal(state: State, figure: Figure, order: Order) -> Refusal | None:
    """Why a figure may not do that now."""
    why = _REFUSALS[order.verb](state, figure, order)
    return why or action_points.short(figure, COSTS[order.verb], WORDS[order.verb])


def _aim_refusal(_state: State, figure: Figure, _order: Order) -> Refusal | None:
    if figure.count("aim") >= MOST_AIM:
        return Refusal(f"{figure.id} aims as well as it can", "D20-F9", "attack")
    if not any(weapon.extreme for weapon in arms(figure)):
        return Refusal(f"{figure.id} has nothing to aim", "D20-F9")
    return None


def _reload_refusal(state: State, figure: Figure, order: Order) -> Refusal | None:
    weapon = to_reload(state, figure, order)
    return weapon if isinstance(weapon, Refusal) else None


def to_reload(state: State, figure: Figure, order: Order) -> Arm | Refusal:
    """The weapon that an order reloads: the named one, else the first that is not full."""
    wanted = order.get("weapon")
    lacking = ammunition.reloadable(state, figure)
    for weapon in lacking:
        if wanted in ("", weapon.id):
            return weapon
    if wanted and wanted not in [weapon.id for weapon in arms(figure)]:
        return Refusal(f"{figure.id} has no {wanted}")
    return Refusal(f"{figure.id} has nothing to reload", "D20-F15", "it is fully loaded")


def _pose_refusal(state: State, figure: Figure, order: Order) -> Refusal | None:
    postures = state.setup.declared.postures
    if order.target not in postures:
        return Refusal(f"no posture '{order.target}'", "D20-F6", "one of: " + ", ".join(postures))
    if figure.posture == order.target:
        return Refusal(f"{figure.id} is {order.target} already")
    return None


def _treat_refusal(state: State, figure: Figure, order: Order) -> Refusal | None:
    patient = state.figures.get(order.target or figure.id)
    if patient is None or patient.side != figure.side or patient.at is None:
        return Refusal(f"no friend {order.target} at hand", "D20-F20", "see the roster")
    if patient is not figure and not adjacent(figure.tile, patient.at):
        return Refusal(f"{patient.id} is not beside {figure.id}", "D20-F20", "go next to it")
    if not ailing(patient):
        return Refusal(f"{patient.id} needs no treatment", "D20-F20")
    return None


_REFUSALS: Mapping[str, Callable[[State, Figure, Order], Refusal | None]] = {
    AIM.name: _aim_refusal,
    RELOAD.name: _reload_refusal,
    POSE.name: _pose_refusal,
    TREAT.name: _treat_refusal,
}


def ailing(figure: Figure) -> bool:
    """Whether a figure bleeds, burns or has something in it."""
    return any(figure.count(effect) for effect in LASTING)


def may_aim(figure: Figure) -> bool:
    """Whether a figure could aim better with what it carries."""
    return figure.count("aim") < MOST_AIM and any(weapon.extreme for weapon in arms(figure))


def other_posture(figure: Figure) -> str:
    """The posture that a figure could take."""
    return STANDING if figure.posture == PRONE else PRONE


def carry_out(scene: Scene, order: Order) -> None:
    """Does it, and spends its points."""
    name = order.figure
    figure = scene.state.figures[name]
    action_points.pay(scene, name, COSTS[order.verb])
    if order.verb == AIM.name:
        scene.cite("D20-F9")
        scene.emit(Counted(name, "aim", figure.count("aim") + 1))
    elif order.verb == POSE.name:
        scene.cite("D20-F18")
        scene.emit(Posed(name, order.target))
    elif order.verb == RELOAD.name:
        weapon = to_reload(scene.state, figure, order)
        if isinstance(weapon, Arm):
            ammunition.reload(scene, name, weapon)
    else:
        _treat(scene, order.target or name)


def _treat(scene: Scene, name: str) -> None:
    scene.cite("D20-F20")
    for effect in LASTING:
        if scene.state.figures[name].count(effect):
            scene.emit(Counted(name, effect, 0))
