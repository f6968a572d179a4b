"""A figure's card: lines for both sides, and those that the enemy may not see (`own`)."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.figures import Figure
from skirmish.core.state import State
from skirmish.rulesets.common import slots, walking, watch
from skirmish.rulesets.d20.accuracy import AIM_ADDS, recoil
from skirmish.rulesets.d20.ammunition import account, known, size
from skirmish.rulesets.d20.budget import TORSO_COSTS, full, halves_left, of_attack
from skirmish.rulesets.d20.counters import AIMED, BLEED, BURN, EMBED, STUNNED, WATCHING
from skirmish.rulesets.d20.figures import (
    HEAD_EVASION,
    SHAKES,
    agility,
    crippled,
    health,
    kind_of,
    weapons_of,
)
from skirmish.rulesets.d20.kinds import (
    ARMS,
    HEAD,
    LEGS,
    LIMBS,
    TORSO,
    WORDS,
    Kind,
    Weapon,
    bursting,
    bursts_only,
    direct,
    held,
    threshold,
)
from skirmish.rulesets.d20.reactions import attack_costs, attacks_left
from skirmish.rulesets.ruleset import Budget, Line

ATTRIBUTES = ("strength", "perception", "agility")
LASTING = ("bleed", "burn", "embed")
FELLING = {"stuns": "stun", "knocks down": "knockdown"}
_SHAKEN = dict(SHAKES)
_CRIPPLES = {
    HEAD: f"{_SHAKEN[HEAD]} Accuracy, {HEAD_EVASION} Evasion",
    TORSO: f"{TORSO_COSTS} AP less each turn",
    **{arm: f"{_SHAKEN[arm]} Accuracy, no two-handed bursts" for arm in ARMS},
    **dict.fromkeys(LEGS, "steps cost double"),
}
"""Words for the effect of each crippled limb (D20-F5)."""


def facts(state: State, figure: Figure) -> tuple[Line, ...]:
    """Body, skills, weapons, damaged limbs."""
    kind = kind_of(figure)
    hurt = f" ({HEAD_EVASION} crippled head)" if crippled(figure, HEAD) else ""
    return (
        Line("hit points", f"{health(figure)} of {kind.hp}"),
        Line("Evasion", f"{agility(figure)}{hurt}, more in cover"),
        *_armour(state, kind),
        Line("body", ", ".join(f"{name} {getattr(kind, name)}" for name in ATTRIBUTES)),
        *_skills(kind),
        *(Line(arm.name, weapon_words(arm)) for arm in weapons_of(figure)),
        *(Line(WORDS[limb], _limb(figure, limb)) for limb in LIMBS if figure.count(limb)),
    )


def health_of(figure: Figure) -> tuple[int, int]:
    """The hit points left, and the full amount."""
    return health(figure), kind_of(figure).hp


def budgets(state: State, figure: Figure) -> tuple[Budget, ...]:
    """The action points of a figure."""
    if figure.at is None or not known(state, figure):
        return ()
    halves = walking.HALVES * full(figure)
    return (Budget("action points", "AP", halves_left(figure), halves, "AP", walking.HALVES),)


def _armour(state: State, kind: Kind) -> tuple[Line, ...]:
    """The armour of a kind; against energy only if a weapon in the battle does such damage."""
    arms = (arm for figure in state.figures.values() for arm in weapons_of(figure))
    rays = any(arm.damage_type == "energy" for arm in arms)
    lines = [Line("armour", _less(kind.physical_dt, kind.physical_dr))]
    lines += [Line("against energy", _less(kind.energy_dt, kind.energy_dr))] if rays else []
    return tuple(lines)


def _less(dt: int, dr: int) -> str:
    """Words for the reduction of damage: `2 off each hit, 15% off the rest`."""
    if not dt:
        return f"{dr}% off damage" if dr else "none"
    return f"{dt} off each hit" + (f", {dr}% off the rest" if dr else "")


def _skills(kind: Kind) -> tuple[Line, ...]:
    names = ("guns", "energy", "melee", "explosives")
    known = [f"{name} {getattr(kind, name)}" for name in names if getattr(kind, name)]
    return (Line("skills", ", ".join(known)),) if known else ()


def weapon_words(arm: Weapon) -> str:
    """A weapon in a few words."""
    energy = "energy " if arm.damage_type == "energy" else ""
    words = [f"{damage_words(arm)} {energy}damage"]
    if arm.radius:
        words.append(f"all within {arm.radius} tiles")
    if arm.extreme:
        words.append(_range_words(getattr(arm, arm.best), arm.extreme))
    points = _points(arm)
    words += [points] if points and not arm.fire_rate else []
    if arm.fire_rate:
        less = f", all at -{arm.burst_penalty}" if arm.burst_penalty else ""
        burst = f"burst of {arm.fire_rate + 1} shots{less}: {arm.ap_burst} AP"
        words.append(f"single {points}; {burst}" if points else burst)
    words += [f"{name} {getattr(arm, name)}" for name in LASTING if getattr(arm, name)]
    words += [word for word in ("stuns", "knocks down") if getattr(arm, FELLING[word])]
    return ", ".join(words)


def _points(arm: Weapon) -> str:
    """The costs of a blow and of a single shot or throw; "" for a weapon of bursts alone."""
    blow = f"{of_attack(arm, melee=True)} AP" if held(arm) else ""
    if bursts_only(arm) or not (direct(arm) or bursting(arm)):
        return blow
    shot = f"{of_attack(arm)} AP"
    return f"{blow} by hand, {shot} thrown" if blow else shot


def _range_words(best: int, most: int) -> str:
    """The range of a weapon, and the distance up to which it has no penalty."""
    return f"best to {best} tiles, at most {most}" if best < most else f"to {most} tiles"


def damage_words(arm: Weapon) -> str:
    """A weapon's damage: `2d6+2 x4`."""
    dice = f"{arm.damage_dice}d{arm.damage_sides}" if arm.damage_dice else ""
    bonus = f"{arm.damage_bonus:+d}" if arm.damage_bonus else ""
    times = f" x{arm.gatling}" if arm.gatling > 1 else ""
    return (dice + bonus).lstrip("+") + times


def _limb(figure: Figure, limb: str) -> str:
    if crippled(figure, limb):
        return f"crippled: {_CRIPPLES[limb]}"
    return f"hurt {figure.count(limb)} of {threshold(limb, kind_of(figure).hp)}"


def conditions(state: State, figure: Figure) -> Iterator[str]:
    """The conditions of a figure, in words."""
    if figure.posture != "standing":
        yield figure.posture
    watching = any(zone.owner == figure.id for zone in watch.watched(state))
    for name, lasts in ((WATCHING, watching), (STUNNED, True)):
        if lasts and figure.count(name):
            yield state.setup.declared.counters[name].label
    for name in (BLEED, BURN, EMBED):
        if figure.count(name):
            yield f"{state.setup.declared.counters[name].label} {figure.count(name)}"
    if figure.at is not None and figure.count(BLEED) + figure.count(BURN) >= health(figure):
        yield "goes down as its next turn begins, unless it is treated"


def own(state: State, figure: Figure) -> Iterator[Line]:
    """The lines that only its own side may read: points, ammunition, overwatch, aim, recoil."""
    if not known(state, figure):
        return
    points = f"{walking.tiles_text(halves_left(figure))} of {full(figure)}"
    yield Line("action points", points)
    for arm in weapons_of(figure):
        if full_size := size(state, arm):
            counted = account(state, arm)
            has = slots.get(figure, counted, arm.id)
            yield Line(counted, f"{has} of {full_size}", weapon=arm.name)
    for zone in watch.watched(state):
        if zone.owner == figure.id:
            weapon, bursts = weapons_of(figure)[zone.numbers["slot"]], bool(zone.numbers["burst"])
            times = attacks_left(state, figure, weapon, bursts=bursts)
            each = attack_costs(weapon, bursts=bursts)
            often = "once" if times == 1 else f"{times} times"
            yield Line("may fire", f"{often}, {each} AP each")
    if aim := figure.count(AIMED):
        yield Line("aim", f"+{AIM_ADDS * aim}")
    if kick := recoil(figure, watch=bool(figure.count(WATCHING))):
        yield Line("recoil", str(kick))
