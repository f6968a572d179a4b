"""Rounds in each weapon, or tokens by the house rule (EP-F19, EP-F20, AMMO-02 to AMMO-08)."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.core.events import Counted
from skirmish.core.figures import Figure
from skirmish.core.orders import Refusal
from skirmish.core.state import State
from skirmish.rulesets.common import slots, tokens
from skirmish.rulesets.d100.figures import arms
from skirmish.rulesets.d100.kinds import Arm, Mode
from skirmish.rulesets.scene import Scene

ROUNDS, TOKENS = "rounds", "tokens"
USED: Mapping[str, int] = {"single": 1, "semi": 1, "burst": 3, "full": 10}
"""Rounds that a shot or burst takes (EP-F12)."""
SUPPRESSION = 20
"""Rounds that suppressive fire takes (EP-30)."""
ONE_SHOT, MANY = 12, 37
"""The d100 of an attack up to which a token is lost: 00 to 12 for single shots, 00 to 37 for
bursts and automatic fire (AMMO-08)."""


def capacity(weapon: Arm) -> int:
    """Tokens of a full magazine (AMMO-02 to AMMO-04)."""
    return tokens.capacity(weapon.magazine)


def by_tokens(state: State, weapon: Arm) -> bool:
    """Whether a weapon's ammunition is counted in tokens."""
    return state.rule("ammunition", "rounds") == "tokens" and not weapon.counted


def counter(state: State, weapon: Arm) -> str:
    """Which counter holds a weapon's ammunition."""
    return TOKENS if by_tokens(state, weapon) else ROUNDS


def left(state: State, figure: Figure, weapon: Arm) -> int:
    """Rounds or tokens in a weapon."""
    return slots.get(figure, counter(state, weapon), weapon.id)


def spent(state: State, figure: Figure, weapon: Arm) -> bool:
    """Whether a weapon is empty for the rest of the battle: what is thrown is not reloaded."""
    return not weapon.reloads and not left(state, figure, weapon)


def dry(state: State, figure: Figure) -> tuple[str, ...]:
    """The weapons of a figure that have nothing in them to attack with."""
    carried = (arm for arm in arms(figure) if arm.magazine)
    return tuple(arm.id for arm in carried if not left(state, figure, arm))


def full(state: State, weapon: Arm) -> int:
    """Rounds or tokens that a weapon holds."""
    return capacity(weapon) if by_tokens(state, weapon) else weapon.magazine


def lacking(state: State, figure: Figure, weapon: Arm, rounds: int, rule: str) -> Refusal | None:
    """Why a weapon cannot fire so many rounds; any token pays for what is fired at once."""
    needed = 1 if by_tokens(state, weapon) else rounds
    have = left(state, figure, weapon)
    if have >= needed:
        return None
    what = "tokens" if by_tokens(state, weapon) else "rounds"
    remedy = "reload it" if weapon.reloads else "use another weapon"
    return Refusal(f"{weapon.name} has {have} {what}, that takes {needed}", rule, remedy)


def fire(scene: Scene, figure: str, weapon: Arm, mode: Mode, face: int) -> None:
    """Takes off what a shot or burst used; `face` is the attack's first d100, from 1.

    Told on its own, after the roll: with tokens the roll says whether one is lost (AMMO-08).
    """
    if by_tokens(scene.state, weapon):
        scene.cite("EP-F20")
        last = ONE_SHOT if mode in ("single", "semi") else MANY
        spend(scene, figure, weapon, 1 if face % 100 <= last else 0)
    else:
        spend(scene, figure, weapon, USED[mode])


def suppress(scene: Scene, figure: str, weapon: Arm) -> None:
    """Takes off what suppressive fire uses: a token stands for twenty rounds (EP-30, EP-F20)."""
    spend(scene, figure, weapon, 1 if by_tokens(scene.state, weapon) else SUPPRESSION)


def spend(scene: Scene, name: str, weapon: Arm, amount: int) -> None:
    """Takes rounds or tokens off a weapon."""
    figure = scene.state.figures[name]
    if amount and figure.at is not None:
        _set(scene, figure, weapon, max(0, left(scene.state, figure, weapon) - amount))


def _set(scene: Scene, figure: Figure, weapon: Arm, amount: int) -> None:
    kept = counter(scene.state, weapon)
    scene.emit(Counted(figure.id, slots.name(kept, slots.of(figure, weapon.id)), amount))


def reload_refusal(state: State, figure: Figure, weapon: Arm) -> Refusal | None:
    """Why a weapon cannot be reloaded."""
    if not weapon.reloads:
        return Refusal(f"{weapon.name} is not reloaded", "EP-F19")
    if left(state, figure, weapon) >= full(state, weapon):
        return Refusal(f"{weapon.name} is full", "EP-F19")
    return None


def reload(scene: Scene, name: str, weapon: Arm) -> None:
    """Fills a weapon's magazine."""
    _set(scene, scene.state.figures[name], weapon, full(scene.state, weapon))
