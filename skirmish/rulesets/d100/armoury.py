"""The armoury of d100: its stat blocks, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from attrs import frozen

from skirmish.core.figures import Kind, Weapon
from skirmish.core.state import STEPS
from skirmish.rulesets.common import slots, start
from skirmish.rulesets.common.stock import read_stock
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.d100.declared import DECLARED, STEPS_A_PHASE, STUNNED
from skirmish.rulesets.d100.kinds import MODES, MOST_DUR, Arm, Person

Check = tuple[bool, str]
FISTS = "fists"
WAKES = STEPS + STEPS_A_PHASE
"""The first clock point after the bounds of the first phase: what ends by then is never felt."""
_SKILLS = ("ranged", "melee", "unarmed", "throwing", "perception", "infiltration", "fray")


@frozen
class Armoury:
    """All kinds of figure and weapons by id."""

    kinds: Mapping[str, Person]
    weapons: Mapping[str, Arm]


@cache
def armoury() -> Armoury:
    """The stat blocks of `armoury.toml`, read once."""
    return Armoury(*read_stock("skirmish.rulesets.d100", Person, Arm))


def kinds() -> Mapping[str, Person]:
    """The kinds of figure by id."""
    return armoury().kinds


def weapons() -> Mapping[str, Arm]:
    """The weapons by id."""
    return armoury().weapons


def fists() -> Arm:
    """What everybody has at hand in close combat."""
    return armoury().weapons[FISTS]


def equipped(carried: tuple[Weapon, ...], _given: start.Given) -> Mapping[str, int]:
    """Full magazines, and the mode that each weapon is set to."""
    counters: dict[str, int] = {}
    for slot, arm in enumerate(arm for arm in carried if isinstance(arm, Arm)):
        counters[slots.name("mode", slot)] = MODES.index(arm.modes[0])
        counters[slots.name("rounds", slot)] = arm.magazine
        counters[slots.name("tokens", slot)] = 0 if arm.counted else capacity(arm.magazine)
    return {name: count for name, count in counters.items() if count}


def faults(kind: Kind, carried: tuple[Weapon, ...]) -> tuple[str, ...]:
    """What is wrong with a figure's stat blocks beyond the types of their fields."""
    about = _wrong(kind.id, _person(kind)) if isinstance(kind, Person) else ()
    arms = [arm for arm in carried if isinstance(arm, Arm)]
    found = [fault for arm in arms for fault in _wrong(arm.id, (*_arm(arm), *_blast(arm)))]
    return (*about, *found, *slots.faults(kind.id, carried))


def state_faults(kind: Kind, carried: tuple[Weapon, ...], state: start.Given) -> start.Wrong:
    """What of a scenario's `state` no such figure can come with, by key."""
    if not isinstance(kind, Person):
        return {}
    arms = tuple(arm for arm in carried if isinstance(arm, Arm))
    # Each wound came with a threshold's worth of damage, and all of it left the figure in. A figure
    # may come with wounds and without their damage; that of later wounds is added to those.
    most = (kind.dur - 1) // kind.wound_threshold
    most += state.get(start.DAMAGE, 0) // kind.wound_threshold
    why = f": each takes {kind.wound_threshold} damage, and a {kind.id} is out at {kind.dur}"
    return {
        **start.over(state, WAKES, "stunned", "surprised"),
        **start.over(state, 2 * STEPS, "shocked", "jolted"),
        **_knocked_out(state),
        **start.damaged(kind, state, kind.dur),
        **start.above(state, "wounds", most, why),
        **start.loaded(arms, state, "rounds", lambda arm, _: arm.magazine),
        **start.loaded(arms, state, "tokens", lambda arm, _: capacity(arm.magazine)),
        **start.worded(arms, state, "mode", MODES, lambda arm, mode: mode in arm.modes),
        **start.without_weapon(arms, state, "mode", "rounds", "tokens"),
    }


def _knocked_out(state: start.Given) -> start.Wrong:
    """The posture of who is stunned without its end, or its end without the posture."""
    lies = state.get("posture") == tuple(DECLARED.postures).index(STUNNED)
    if lies and not state.get("stunned"):
        what = "without `stunned` it is over before the figure's first order"
        return {"posture": (what, "add stunned = 300: stunned until turn 3")}
    if state.get("stunned") and not lies:
        return {"stunned": ("has no effect without posture stunned", 'add posture = "stunned"')}
    return {}


def _wrong(name: str, checks: Iterator[Check] | tuple[Check, ...]) -> tuple[str, ...]:
    return tuple(f"{name}: {fault}" for right, fault in checks if not right)


def _within(stats: object, name: str, low: int, high: int, unit: str = "") -> Check:
    value = getattr(stats, name)
    return low <= value <= high, f"{name} {value} is not {low} to {high}{unit}"


def _person(kind: Person) -> Iterator[Check]:
    for skill in _SKILLS:
        yield _within(kind, skill, 0, 150)
    yield _within(kind, "som", 0, 50)
    yield _within(kind, "init", 0, 40)
    yield _within(kind, "speed", 1, 4)
    yield _within(kind, "dur", 1, MOST_DUR)
    yield _within(kind, "wound_threshold", 1, MOST_DUR)
    yield _within(kind, "energy", 0, 99)
    yield _within(kind, "kinetic", 0, 99)
    yield _within(kind, "walk", 0, 40, " tiles")
    yield _within(kind, "run", 0, 100, " tiles")
    yield kind.run >= kind.walk, f"run {kind.run} is less than walk {kind.walk}"
    yield _within(kind, "points", 0, 999)


def _arm(arm: Arm) -> Iterator[Check]:
    yield _within(arm, "dice", 0, 10)
    yield _within(arm, "add", 0, 50)
    yield _within(arm, "ap", 0, 99)
    yield _within(arm, "magazine", 0, 2000, " rounds")
    yield _within(arm, "length", 0, 500, " cm")
    bands = (arm.short, arm.medium, arm.long, arm.extreme)
    rising = bands == tuple(sorted(bands)) and arm.short >= 0 and arm.extreme <= 300
    yield rising, f"bands {bands} do not rise from 0 to 300 tiles"
    yield arm.close or arm.extreme > 0, "no range to fire or throw at"
    yield not (arm.close and arm.extreme), "a range on a weapon for close combat"
    yield arm.close or arm.magazine > 0, "no magazine: say how many rounds there are"
    yield not arm.close or arm.magazine == 0, "a magazine on a weapon for close combat"
    ordered = tuple(mode for mode in MODES if mode in arm.modes)
    yield bool(arm.modes) and len(arm.modes) == len(ordered), "no mode, or one twice"
    single = arm.modes == ("single",)
    yield single or (arm.skill == "ranged" and not arm.blast), "modes on what fires single rounds"


def _blast(arm: Arm) -> Iterator[Check]:
    yield _within(arm, "radius", 0, 40, " tiles")
    uniform = arm.blast == "uniform"
    yield uniform == (arm.radius > 0), "a radius goes with a uniform blast"
    yield not (arm.blast and arm.close), "a blast on a weapon for close combat"
    yield not arm.blast or arm.dice + arm.add > 0, "a blast without a DV"
    yield not arm.indirect or bool(arm.blast), "indirect fire is for blasts"
