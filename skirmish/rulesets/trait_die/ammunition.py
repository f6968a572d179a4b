"""What is in a figure's weapons: tokens, pieces, what attacks cost, reloading (AMMO-07 to AMMO-13).

The enemy's are never seen; on a view they are taken to be all there.
"""

from __future__ import annotations

from skirmish.core.events import Counted
from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.tokens import capacity, reloaded
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die import cited
from skirmish.rulesets.trait_die.kinds import Arm
from skirmish.rulesets.trait_die.parts import arms

UNLIMITED = 99
"""What a weapon that never runs out has left."""


def account(arm: Arm) -> str:
    """The counter that a weapon's ammunition is kept in; "" where none is kept."""
    if arm.magazine:
        return "tokens"
    return "rounds" if arm.count else ""


def size(figure: Figure, arm: Arm) -> int:
    """Tokens that a weapon holds as it is carried."""
    return capacity(arm.magazine, extended=bool(slots.get(figure, "extended", arm.id)))


def left(state: State, figure: Figure, arm: Arm) -> int:
    """Tokens or pieces that a weapon has left."""
    kept = account(arm)
    if not kept:
        return UNLIMITED
    if figure.side not in state.known:
        return size(figure, arm) if arm.magazine else arm.count
    return slots.get(figure, kept, arm.id)


def spent(state: State, figure: Figure, arm: Arm) -> bool:
    """Whether a weapon is empty for the rest of the battle: it has nothing to be reloaded with.

    Of an enemy nothing is known of that.
    """
    if left(state, figure, arm) or figure.side not in state.known:
        return False
    return not slots.get(figure, "spare", arm.id)


def dry(state: State, figure: Figure) -> tuple[str, ...]:
    """The weapons of a figure that have nothing in them to attack with."""
    return tuple(arm.id for arm in arms(figure) if not left(state, figure, arm))


def empty(state: State, figure: Figure, arm: Arm) -> Refusal | None:
    """Why a weapon has nothing to fire."""
    if left(state, figure, arm):
        return None
    if arm.count:
        return Refusal(f"{figure.id} has no {arm.name} left", "AMMO-07", "use something else")
    remedy = "it carries no more for it" if spent(state, figure, arm) else "reload first"
    return Refusal(f"{figure.id} has no ammunition in {arm.name}", "AMMO-A4", remedy)


def take(scene: Scene, name: str, arm: Arm, lost: int) -> None:
    """Takes tokens or pieces out of a weapon."""
    figure = scene.state.figures[name]
    kept = account(arm)
    if not kept or not lost:
        return
    counter = slots.name(kept, slots.of(figure, arm.id))
    scene.emit(Counted(name, counter, max(0, figure.count(counter) - lost)), dice=(0, 0))


def to_reload(figure: Figure) -> tuple[Arm, ...]:
    """The weapons that a figure could reload now."""
    return tuple(arm for arm in arms(figure) if reload_fault(figure, arm) is None)


def reload_fault(figure: Figure, arm: Arm) -> Refusal | None:
    """Why a weapon can't be reloaded."""
    if not arm.magazine:
        return Refusal(f"{arm.name} has no magazine", "AMMO-07")
    if slots.get(figure, "tokens", arm.id) >= size(figure, arm):
        return Refusal(f"{arm.name} is fully loaded", "AMMO-A10")
    if not slots.get(figure, "spare", arm.id):
        return Refusal(f"{figure.id} carries no more for {arm.name}", "AMMO-F17")
    return None


def reload_arm(figure: Figure, order: Order) -> Arm | Refusal:
    """The weapon that an order to reload is about: the one named, else the first that needs it."""
    if order.get("weapon"):
        arm = slots.chosen(figure, order)
        if isinstance(arm, Refusal):
            return arm
        return reload_fault(figure, named(figure, arm.id)) or named(figure, arm.id)
    for arm in to_reload(figure):
        return arm
    with_magazine = [arm for arm in arms(figure) if arm.magazine]
    if not with_magazine:
        return Refusal(f"{figure.id} has nothing to reload", "AMMO-07")
    fault = reload_fault(figure, with_magazine[0])
    return fault or with_magazine[0]


def named(figure: Figure, weapon: str) -> Arm:
    """A figure's weapon of this id."""
    return arms(figure)[slots.of(figure, weapon)]


def reload(scene: Scene, order: Order) -> None:
    """Fills a weapon as far as the carried tokens go; nothing is lost (AMMO-F17)."""
    figure = scene.state.figures[order.figure]
    arm = reload_arm(figure, order)
    if isinstance(arm, Refusal):
        raise TypeError(f"{order}: {arm}")
    cited.magazine(scene, figure, arm)
    slot = slots.of(figure, arm.id)
    inside, spare = slots.name("tokens", slot), slots.name("spare", slot)
    tokens, rest = reloaded(figure.count(inside), size(figure, arm), figure.count(spare))
    scene.emit(Counted(figure.id, inside, tokens))
    scene.emit(Counted(figure.id, spare, rest))
