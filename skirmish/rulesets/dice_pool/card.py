"""The lines of a figure's card; those hidden from the enemy are separate."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.figures import Figure
from skirmish.core.state import Clock, State
from skirmish.core.text import pluralize
from skirmish.rulesets.common import suppression, watch
from skirmish.rulesets.common.walking import tile_budget, tiles_text
from skirmish.rulesets.dice_pool.accuracy import reach
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
    REST_LOST,
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

MOST_PASSES = 4
PASSES = {1: "the first pass", 2: "the first two passes", 3: "the first three passes"}
FLAGS = {
    "choke": "choke",
    "penetrating": "passes through figures",
    "lobbed": "needs no line of sight",
    "recoverable": "can be picked up again",
}
"""Special features of weapons, in words."""


def facts(_state: State, figure: Figure) -> tuple[Line, ...]:
    """Dice, health, weapons."""
    kind = kind_of(figure)
    shoots, strikes = kind.skill + kind.agility, kind.melee + kind.agility
    full = kind.reaction + kind.dodge
    return (
        Line(kind.name, f"{_passes(kind.passes)}; moves {kind.move} tiles a turn"),
        Line("attacks", f"{shoots} dice, hand to hand {strikes}"),
        Line("dodges", f"{kind.reaction} dice, in full defence {full}"),
        Line("resists damage", f"{kind.body} dice" + (f", armour {kind.av}" if kind.av else "")),
        Line("health", "{} of {}".format(*health(figure))),
        *([Line("wounds", _cost(figure))] if wounds(figure) else ()),
        *(Line(weapon.name, _weapon(weapon)) for weapon in weapons_of(figure)),
    )


def health(figure: Figure) -> tuple[int, int]:
    """Return empty boxes and all boxes."""
    return max(0, boxes(figure) - figure.damage), boxes(figure)


def budgets(state: State, figure: Figure) -> tuple[Budget, ...]:
    """What a figure has left of its pass: Simple actions, and tiles."""
    if figure.at is None or not acts(figure, state.clock):
        return ()
    running = bool(figure.count(RAN))
    whole = allowance(figure, state.clock, running=running)
    return (
        Budget(
            "actions left",
            "actions",
            left(figure, state.clock),
            COMPLEX,
            "Simple actions",
            more=_bursts_left(figure),
        ),
        tile_budget("may move", _may_walk(figure, state.clock), whole),
    )


def _bursts_left(figure: Figure) -> str:
    """The rest of a split burst in words, which costs no further action (POOL-16)."""
    begun = figure.count(SPLIT)
    return f"{pluralize(begun, 'burst')} more" if begun else ""


def _may_walk(figure: Figure, clock: Clock) -> int:
    """Half tiles that it may still walk; none once the rest of its pass is lost (POOL-F2)."""
    return 0 if figure.count(USED) == LOST else max(0, left_to_walk(figure, clock))


def _passes(passes: int) -> str:
    """The passes of a turn in which a kind acts, in words."""
    return "acts in every pass" if passes == MOST_PASSES else f"acts in {PASSES[passes]} of a turn"


def _cost(figure: Figure) -> str:
    """The penalty of a figure's wounds in words."""
    return f"-{pluralize(wounds(figure), 'die', 'dice')} on every test but the Body roll"


def _weapon(weapon: Weapon) -> str:
    """A weapon in a few words: `damage 6, a die less each 12 tiles, SA BF FA`."""
    words = [f"damage {weapon.dv}"]
    words += [_armour(weapon.ap)] if weapon.ap else []
    if not weapon.increment:
        return ", ".join([*words, "hand to hand"])
    words += [f"blast of {weapon.blast_reach} tiles"] * weapon.explodes
    words.append(_range(weapon.increment))
    words += _recoil(weapon.rate, weapon.compensation) if weapon.modes else []
    words += [" ".join(mode.upper() for mode in weapon.modes)] if weapon.modes else []
    words += [f"{weapon.volley} at once"] if weapon.volley > 1 else []
    words += [text for name, text in FLAGS.items() if getattr(weapon, name)]
    return ", ".join(words)


def _armour(change: int) -> str:
    """How a weapon changes its target's armour in words (POOL-33)."""
    more = f"{abs(change)} {'less' if change < 0 else 'more'}" if change else "in full"
    return f"target's armour counts {more}"


def _range(increment: int) -> str:
    """The penalty of distance in words (POOL-F5)."""
    return f"a die less each {increment} tiles"


def _recoil(rate: int, compensation: int) -> list[str]:
    """Recoil rate and compensation in words (POOL-15)."""
    return [f"recoil {rate}" + (f", {compensation} compensated" if compensation else "")]


def _choke(gun: Gun) -> str:
    """A choke with the numbers of the weapon, if it changes any (POOL-42, POOL-44, POOL-F12)."""
    base = gun.weapon
    if (gun.dv, gun.ap, gun.increment) == (base.dv, base.ap, base.increment):
        return f"{gun.choke} choke"
    dv, ap = f"damage {gun.dv}", _armour(gun.ap)
    numbers = [dv, ap, _range(gun.increment), *_recoil(gun.rate, gun.compensation)]
    numbers += [f"all in a cone of {reach(gun)} tiles"] * (gun.choke == "wide")
    return f"{gun.choke} choke: {', '.join(numbers)}"


def conditions(state: State, figure: Figure) -> Iterator[str]:
    """The states that a figure is in, in words."""
    if figure.posture == PRONE:
        yield "prone"
    for counter in (DEFENDING, HOLDING, RAN):
        if figure.count(counter):
            yield state.setup.declared.counters[counter].label
    for link in state.linked(SURPRISED, a=figure.id):
        yield f"surprised by {link.b}"


def own(state: State, figure: Figure) -> Iterator[Line]:
    """Lines for its own side only: what it has left and what it does."""
    for slot, weapon in enumerate(weapons_of(figure)):
        if weapon.increment:
            yield Line(weapon.name, _setting(figure, gun_in(figure, slot)))
    if acts(figure, state.clock):
        yield Line("actions left", _left(figure))
        tiles = tiles_text(_may_walk(figure, state.clock))
        yield Line("may move", f"{tiles} tiles")
    if any(zone.owner == figure.id for zone in watch.watched(state)):
        yield Line("may fire", "once")
    if any(one.kind == suppression.KIND and one.owner == figure.id for one in state.zones.values()):
        yield Line("suppresses", "each enemy once a pass")
    if figure.count(SPLIT):
        yield Line("split burst", f"{figure.count(SPLIT)} left")
    if figure.count(AIMED):
        yield Line("aim", f"+{pluralize(figure.count(AIMED), 'die', 'dice')}")
    if figure.count(FIRED):
        yield Line("rounds fired this pass", str(figure.count(FIRED)))


_MODES = {"ss": "single shots", "sa": "single rounds", "bf": "bursts", "fa": "full automatic"}
"""Shots of each mode, in words (POOL-01)."""


def _setting(figure: Figure, gun: Gun) -> str:
    words = [f"{gun.rounds} of {gun.weapon.magazine} rounds"]
    if gun.spent:
        return words[0]
    words += [f"set to {gun.mode.upper()}: {_MODES[gun.mode]}"] if gun.mode else []
    words += [_choke(gun)] if gun.choke else []
    jam = "next one stuck" if gun.weapon.thrown else "jammed"
    flags = ((JAMMED, jam), (LOCKED, "locked"), (UNREADY, "not ready"))
    words += [word for counter, word in flags if state_of(figure, gun, counter)]
    # A weapon without modes must be readied for each shot, so being ready is news.
    words += ["ready"] if not gun.mode and not state_of(figure, gun, UNREADY) else []
    return ", ".join(words)


def _left(figure: Figure) -> str:
    if figure.count(USED) == LOST:
        return REST_LOST
    return ("a Complex or two Simple", "one Simple", "none")[figure.count(USED)]
