"""Ammunition: rounds in each weapon, or tokens by the house rule; the order to reload.

EP-F19, EP-F20, AMMO-02 to AMMO-08.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from skirmish.core.events import Counted
from skirmish.core.figures import Figure
from skirmish.core.orders import WEAPON, Order, Purpose, Refusal, Verb, then
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.common import slots, tokens
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.d100.budget import COMPLEX_ACTION, take_complex
from skirmish.rulesets.d100.counters import ROUNDS, TOKENS
from skirmish.rulesets.d100.figures import loading_weapons, weapons_of
from skirmish.rulesets.d100.kinds import Mode, Weapon
from skirmish.rulesets.families import Family
from skirmish.rulesets.scene import Scene

USED: Mapping[str, int] = {"single": 1, "semi": 1, "burst": 3, "full": 10}
"""Rounds that a shot or burst uses (EP-F12, EP-F19)."""
SUPPRESSION = 20
"""Rounds that suppressive fire uses (EP-30)."""
ONE_SHOT, MANY = 12, 37
"""Highest attack roll that loses a token: 12 for single shots, 37 for bursts and full automatic.

AMMO-08, EP-F20, AMMO-F25.
"""


def capacity(weapon: Weapon) -> int:
    """Tokens of a full magazine (AMMO-02 to AMMO-04)."""
    return tokens.capacity(weapon.magazine)


def by_tokens(state: State, weapon: Weapon) -> bool:
    """Whether a weapon's ammunition is counted in tokens (EP-F20, AMMO-07)."""
    return state.rule("ammunition", ROUNDS) == TOKENS and not weapon.counted


def counter(state: State, weapon: Weapon) -> str:
    """The counter that holds a weapon's ammunition (EP-F20)."""
    return TOKENS if by_tokens(state, weapon) else ROUNDS


def left(state: State, figure: Figure, weapon: Weapon) -> int:
    """Rounds or tokens in a weapon."""
    return slots.get(figure, counter(state, weapon), weapon.id)


def spent(state: State, figure: Figure, weapon: Weapon) -> bool:
    """Whether a weapon is empty for the rest of the battle, because it cannot be reloaded.

    EP-F19.
    """
    return not weapon.reloads and not left(state, figure, weapon)


def empty_weapons(state: State, figure: Figure) -> tuple[str, ...]:
    """The weapons of a figure that have no ammunition."""
    carried = loading_weapons(figure)
    return tuple(weapon.id for weapon in carried if not left(state, figure, weapon))


def full(state: State, weapon: Weapon) -> int:
    """Rounds or tokens of a full weapon (EP-F19, EP-F20)."""
    return capacity(weapon) if by_tokens(state, weapon) else weapon.magazine


def needed(state: State, weapon: Weapon, rounds: int) -> int:
    """What so many rounds need in a weapon: one token is enough for any number (EP-F20)."""
    return 1 if by_tokens(state, weapon) else rounds


def lacking(state: State, figure: Figure, weapon: Weapon, rounds: int, rule: str) -> Refusal | None:
    """Why a weapon cannot fire so many rounds (EP-F19, EP-F20, EP-A11)."""
    needs, have = needed(state, weapon, rounds), left(state, figure, weapon)
    if have >= needs:
        return None
    what = "tokens" if by_tokens(state, weapon) else "rounds"
    remedy = "'reload' it" if weapon.reloads else "use another weapon"
    what = f"{weapon.name} has {have} {what}, but needs {needs}"
    return Refusal(what, rule, remedy, weapon=weapon.id)


def use(scene: Scene, figure: str, weapon: Weapon, mode: Mode, face: int) -> None:
    """Subtract the ammunition of a shot or burst; `face` is the attack's first d100, from 1.

    It is a separate event after the roll, because with tokens the roll decides whether one is lost
    (AMMO-08).

    EP-F12, EP-F19, EP-F20, AMMO-A3, AMMO-F25.
    """
    if by_tokens(scene.state, weapon):
        scene.cite("EP-F20")
        last = ONE_SHOT if mode in ("single", "semi") else MANY
        spend(scene, figure, weapon, 1 if face % 100 <= last else 0)
    else:
        spend(scene, figure, weapon, USED[mode])


def use_for_suppression(scene: Scene, figure: str, weapon: Weapon) -> None:
    """Subtract the ammunition of suppressive fire: 20 rounds or one token (EP-30, EP-F20)."""
    spend(scene, figure, weapon, needed(scene.state, weapon, SUPPRESSION))


def spend(scene: Scene, name: str, weapon: Weapon, amount: int) -> None:
    """Subtract rounds or tokens of a weapon (EP-F19)."""
    figure = scene.state.figures[name]
    if amount and figure.at is not None:
        _load(scene, figure, weapon, max(0, left(scene.state, figure, weapon) - amount))


def _load(scene: Scene, figure: Figure, weapon: Weapon, amount: int) -> None:
    kept = counter(scene.state, weapon)
    scene.emit(Counted(figure.id, slots.name(kept, slots.of(figure, weapon.id)), amount))


def reload_refusal(state: State, figure: Figure, weapon: Weapon) -> Refusal | None:
    """Why a weapon cannot be reloaded (EP-F19)."""
    if not weapon.reloads:
        return Refusal(f"{weapon.name} cannot be reloaded", "EP-F19")
    if left(state, figure, weapon) >= full(state, weapon):
        return Refusal(f"{weapon.name} is full", "EP-F19")
    return None


RELOAD_VERB = Verb(
    "reload",
    "fills a weapon's magazine; takes the whole action",
    fields=(WEAPON_FIELD,),
    purpose=Purpose.RELOAD,
)


def loading(figure: Figure, order: Order) -> Weapon | Refusal:
    """The weapon that an order names, else the first that uses ammunition (EP-F19)."""
    wanted = order.get(WEAPON)
    for weapon in weapons_of(figure):
        if weapon.id == wanted or (not wanted and weapon.magazine):
            return weapon
    return Refusal(f"{figure.id} has no {wanted or 'weapon that is loaded'}", "EP-F19")


def _to_reload(state: State, figure: Figure, order: Order) -> Weapon | Refusal:
    weapon = loading(figure, order)
    return then(weapon, lambda arm: reload_refusal(state, figure, arm) or arm)


def _options(known: View, figure: Figure) -> Iterator[Family]:
    for slot, weapon in enumerate(weapons_of(figure)):
        if weapon.reloads and reload_refusal(known.state, figure, weapon) is None:
            fixed = slots.naming(weapon, loading_weapons(figure))
            yield Family(RELOAD.name, figure.id, fixed=fixed, place=(slot,))


def _reload(scene: Scene, plan: slots.Reload[Weapon]) -> None:
    """Fill a magazine, for a Complex action (EP-F6, EP-F19)."""
    scene.cite("EP-F6", "EP-F19")
    name = plan.figure.id
    take_complex(scene, name)
    _load(scene, scene.state.figures[name], plan.weapon, full(scene.state, plan.weapon))


RELOAD = Action(
    verb=RELOAD_VERB,
    cost=COMPLEX_ACTION,
    plan=slots.plan_reload(_to_reload),
    options=_options,
    carry_out=_reload,
)
