"""What a figure's card shows; what the enemy may not see is marked as such."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.figures import Figure
from skirmish.core.state import State
from skirmish.rulesets.common import suppression, watch
from skirmish.rulesets.common.walking import tile_budget, tiles_text
from skirmish.rulesets.dice_pool.budget import acts, allowance, left, left_to_walk
from skirmish.rulesets.dice_pool.counters import (
    AIMED,
    DEFENDING,
    FIRED,
    HOLDING,
    JAMMED,
    LOCKED,
    LOST,
    PRONE,
    RAN,
    SPLIT,
    SURPRISED,
    UNREADY,
    USED,
)
from skirmish.rulesets.dice_pool.dice import COMPLEX
from skirmish.rulesets.dice_pool.figures import (
    Gun,
    boxes,
    gun_in,
    kind_of,
    state_of,
    weapons_of,
    wounds,
)
from skirmish.rulesets.dice_pool.kinds import Weapon
from skirmish.rulesets.ruleset import Budget, Line


def facts(_state: State, figure: Figure) -> tuple[Line, ...]:
    """Dice, boxes, weapons."""
    kind = kind_of(figure)
    every = "every pass" if kind.passes == 4 else f"{kind.passes} a turn"
    return (
        Line(kind.name, f"passes: {every}, move {kind.move}"),
        Line("shoots / strikes", f"{kind.skill + kind.agility} / {kind.melee + kind.agility} dice"),
        Line("dodges / defends fully", f"{kind.reaction} / {kind.reaction + kind.dodge} dice"),
        Line("body / armour", f"{kind.body} / {kind.av}"),
        Line("boxes", f"{figure.damage} of {boxes(figure)} filled" + _cost(figure)),
        *(Line(weapon.name, _weapon(weapon)) for weapon in weapons_of(figure)),
    )


def health(figure: Figure) -> tuple[int, int]:
    """Boxes that are not filled, and in all."""
    return max(0, boxes(figure) - figure.damage), boxes(figure)


def budgets(state: State, figure: Figure) -> tuple[Budget, ...]:
    """What a figure has left of its pass: Simple actions, and tiles."""
    if figure.at is None or not acts(figure, state.clock):
        return ()
    running = bool(figure.count(RAN))
    whole = allowance(figure, state.clock, running=running)
    return (
        Budget("actions left", "actions", left(figure, state.clock), COMPLEX, "Simple actions"),
        tile_budget("may move", left_to_walk(figure, state.clock), whole),
    )


def _cost(figure: Figure) -> str:
    return f", -{wounds(figure)} dice" if wounds(figure) else ""


def _weapon(weapon: Weapon) -> str:
    """A weapon in a few words: `DV 6, AP -1, increment 12, SA BF FA, recoil 1-2`."""
    words = [f"DV {weapon.dv}"]
    words += [f"AP {weapon.ap:+}"] if weapon.ap else []
    if not weapon.increment:
        return ", ".join([*words, "hand to hand"])
    words.append(f"increment {weapon.increment}")
    words += [" ".join(mode.upper() for mode in weapon.modes)] if weapon.modes else ["no modes"]
    words += (
        [f"recoil {weapon.rate}-{weapon.compensation}"]
        if weapon.rate or weapon.compensation
        else []
    )
    words += [f"{weapon.volley} at once"] if weapon.volley > 1 else []
    words += [
        f"explosive, {weapon.blast_reach} tiles" if weapon.blast else "explosive"
    ] * weapon.explodes
    flags = ("choke", "penetrating", "lobbed", "recoverable")
    words += [word for word in flags if getattr(weapon, word)]
    return ", ".join(words)


def conditions(state: State, figure: Figure) -> Iterator[str]:
    """What state a figure is in, in words."""
    if figure.posture == PRONE:
        yield "prone"
    for counter in (DEFENDING, HOLDING, RAN):
        if figure.count(counter):
            yield state.setup.declared.counters[counter].label
    for link in state.linked(SURPRISED, a=figure.id):
        yield f"surprised by {link.b}"


def own(state: State, figure: Figure) -> Iterator[Line]:
    """What only its own side may read: what it has left, what it does."""
    for slot, weapon in enumerate(weapons_of(figure)):
        if weapon.increment:
            yield Line(weapon.name, _setting(figure, gun_in(figure, slot)))
    if acts(figure, state.clock):
        yield Line("actions left", _left(figure))
        tiles = tiles_text(max(0, left_to_walk(figure, state.clock)))
        yield Line("may move", f"{tiles} tiles")
    if any(zone.owner == figure.id for zone in watch.watched(state)):
        yield Line("may fire", "once")
    if any(one.kind == suppression.KIND and one.owner == figure.id for one in state.zones.values()):
        yield Line("suppresses", "each enemy once a pass")
    if figure.count(SPLIT):
        yield Line("split burst", f"{figure.count(SPLIT)} left")
    if figure.count(AIMED):
        yield Line("aim", f"+{figure.count(AIMED)} dice")
    if figure.count(FIRED):
        yield Line("fired in its pass", f"{figure.count(FIRED)} rounds")


def _setting(figure: Figure, gun: Gun) -> str:
    words = [f"{gun.rounds} of {gun.weapon.magazine}"]
    words += [f"set to {gun.mode.upper()}"] if gun.mode else []
    words += [f"{gun.choke} choke"] if gun.choke else []
    flags = ((JAMMED, "jammed"), (LOCKED, "locked"), (UNREADY, "not ready"))
    words += [word for counter, word in flags if state_of(figure, gun, counter)]
    return ", ".join(words)


def _left(figure: Figure) -> str:
    if figure.count(USED) == LOST:
        return "the rest of its pass is lost"
    return ("a Complex or two Simple", "one Simple", "none")[figure.count(USED)]
