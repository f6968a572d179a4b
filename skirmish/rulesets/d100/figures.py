"""A figure in d100: its stat block, its weapons, its condition."""

from __future__ import annotations

from skirmish.core import figures
from skirmish.core.figures import Figure
from skirmish.core.orders import Refusal
from skirmish.core.state import STEPS, State
from skirmish.rulesets.d100.counters import (
    GRIP,
    JOLTED_UNTIL,
    PRONE,
    SHOCKED_UNTIL,
    STUNNED,
    SURPRISED_UNTIL,
    WOUNDS,
)
from skirmish.rulesets.d100.dice import PER_WOUND
from skirmish.rulesets.d100.kinds import LIVING, STOCK, Kind, Weapon, fists

TURNS_A_MINUTE = 20
"""Action Turns in a minute (EP-16)."""
WORST_SHOCK = 30
"""Modifier of a fresh shock to everything (EP-15, EP-19)."""
SHOCK_STEP = 10
"""Amount by which that modifier shrinks at a time (EP-16, EP-19)."""
LONG_SHOCK = 3 * TURNS_A_MINUTE
"""Turns that the modifier lasts on a figure felled by a shock (EP-15, EP-16)."""
SHORT_SHOCK = 4
"""Turns that it lasts on a figure that withstood one, the present one included (EP-19, EP-A7)."""


kind_of, weapons_of = STOCK.kind_of, STOCK.weapons_of


def weapon_of(weapon: figures.Weapon) -> Weapon:
    """A weapon's stat block."""
    if not isinstance(weapon, Weapon):
        raise TypeError(weapon.id)
    return weapon


def close_weapons(figure: Figure) -> tuple[Weapon, ...]:
    """The weapons that a figure can strike with, its fists included (EP-22, EP-F28)."""
    carried = tuple(weapon for weapon in weapons_of(figure) if weapon.close)
    return carried if any(one.id == fists().id for one in carried) else (*carried, fists())


def has_reach(figure: Figure) -> bool:
    """Whether it carries anything that gives reach (EP-01)."""
    return any(weapon.reach for weapon in weapons_of(figure))


def skill(kind: Kind, weapon: Weapon) -> int:
    """The skill with which a kind of figure uses a weapon (EP-F8)."""
    number: int = getattr(kind, weapon.skill)
    return number


def dur_left(figure: Figure) -> int:
    """Damage that puts it out: its current DUR (EP-12, EP-F10)."""
    return max(1, kind_of(figure).dur - figure.damage)


def living(figure: Figure) -> bool:
    """Whether shocks work on it (EP-10, EP-11, EP-A5)."""
    return kind_of(figure).morph in LIVING


def wounded(figure: Figure) -> int:
    """The modifier of its wounds to everything (EP-F11)."""
    return -PER_WOUND * figure.count(WOUNDS)


def shaken(state: State, figure: Figure) -> int:
    """The modifier of a shock to all actions now (EP-15, EP-16, EP-19, EP-A7).

    It follows from the clock points at which the modifiers end. The one that lasts minutes takes
    precedence (EP-A8).
    """
    turn = state.clock.turn
    by_minutes = figure.count(SHOCKED_UNTIL) // STEPS - turn
    if by_minutes > 0:
        return -SHOCK_STEP * min(3, -(-by_minutes // TURNS_A_MINUTE))
    by_turns = figure.count(JOLTED_UNTIL) // STEPS - turn
    return -SHOCK_STEP * max(0, min(3, by_turns))


def shock_rule(state: State, figure: Figure) -> str:
    """The rule behind the present modifier of a shock (EP-15, EP-16, EP-19)."""
    if figure.count(SHOCKED_UNTIL) // STEPS <= state.clock.turn:
        return "EP-19"
    return "EP-15" if shaken(state, figure) == -WORST_SHOCK else "EP-16"


def prone(figure: Figure) -> bool:
    """Whether it lies on the ground."""
    return figure.posture in (PRONE, STUNNED)


def stunned(figure: Figure) -> bool:
    """Whether a shock keeps it from doing anything (EP-14)."""
    return figure.posture == STUNNED


def surprised(state: State, figure: Figure) -> bool:
    """Whether an ambush keeps it from acting and defending now (EP-F26)."""
    return state.clock.point < figure.count(SURPRISED_UNTIL)


def grappler(state: State, name: str) -> str:
    """The figure that holds a figure in a grip, or "" (EP-25, EP-F25)."""
    return next((link.a for link in state.linked(GRIP, b=name)), "")


def held_by(state: State, name: str) -> str:
    """The figure that a figure holds in a grip, or "" (EP-F25)."""
    return next((link.b for link in state.linked(GRIP, a=name)), "")


def defends(state: State, figure: Figure) -> bool:
    """Whether a figure can defend: not stunned, subdued or surprised (EP-F8, EP-25, EP-F26)."""
    helpless = stunned(figure) or surprised(state, figure) or grappler(state, figure.id)
    return not helpless


def helpless(state: State, figure: Figure) -> Refusal | None:
    """Why a figure can do nothing at all (EP-14, EP-F26)."""
    if stunned(figure):
        return Refusal(
            f"{figure.id} is stunned",
            "EP-14",
            "it sees nothing and can act again when the shock is over",
        )
    if surprised(state, figure):
        what = f"{figure.id} is surprised by the ambush"
        return Refusal(what, "EP-F26", "it acts from the next phase on")
    return None


def disabled(state: State, figure: Figure) -> Refusal | None:
    """Why a figure can do nothing physical; a subdued one may still try to break free.

    EP-14, EP-25, EP-F26.
    """
    if refused := helpless(state, figure):
        return refused
    if holder := grappler(state, figure.id):
        return Refusal(f"{figure.id} is held by {holder}", "EP-25", "it may try to break free")
    return None


def aimed_weapons(figure: Figure) -> tuple[Weapon, ...]:
    """Its weapons that are fired at figures."""
    return tuple(weapon for weapon in weapons_of(figure) if weapon.aimed)


def blast_weapons(figure: Figure) -> tuple[Weapon, ...]:
    """Its weapons that are used on a point (EP-F21)."""
    return tuple(weapon for weapon in weapons_of(figure) if weapon.blast)


def automatic_weapons(figure: Figure) -> tuple[Weapon, ...]:
    """Its weapons with automatic fire (EP-28)."""
    return tuple(weapon for weapon in weapons_of(figure) if "full" in weapon.modes)


def loading_weapons(figure: Figure) -> tuple[Weapon, ...]:
    """Its weapons that use ammunition."""
    return tuple(weapon for weapon in weapons_of(figure) if weapon.magazine)
