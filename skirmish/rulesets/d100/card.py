"""The lines of a figure's card; those hidden from the enemy are separate."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.figures import Figure
from skirmish.core.state import STEPS, State
from skirmish.core.text import pluralize
from skirmish.rulesets.common.walking import tile_budget, tiles_text
from skirmish.rulesets.d100 import ammunition
from skirmish.rulesets.d100.budget import THIRDS, turn_comes
from skirmish.rulesets.d100.counters import (
    ACTED,
    AIMED,
    DEFENDING,
    MOVED,
    SHOTS,
    STUNNED_UNTIL,
    WOUNDS,
)
from skirmish.rulesets.d100.figures import (
    grappler,
    held_by,
    kind_of,
    shaken,
    stunned,
    surprised,
    weapons_of,
)
from skirmish.rulesets.d100.kinds import Kind, Mode, Weapon
from skirmish.rulesets.d100.movement import door_pace, pace
from skirmish.rulesets.d100.shooting import set_mode
from skirmish.rulesets.ruleset import Budget, Line

DURABILITY = "durability"
SPEEDS = 4
PHASES = {1: "the first phase", 2: "the first two phases", 3: "the first three phases"}
BLASTS = {"falling": "blast, less farther off", "uniform": "blast, as strong throughout"}


def facts(state: State, figure: Figure) -> tuple[Line, ...]:
    """The numbers of its stat block, its weapons."""
    kind = kind_of(figure)
    acts = "acts in every phase" if kind.speed == SPEEDS else f"acts in {PHASES[kind.speed]}"
    traits = f"{kind.morph}, {acts} of a turn" + (", smartlink" if kind.smartlink else "")
    used = dict.fromkeys(arm.skill for arm in weapons_of(figure))
    skills = ", ".join(f"{name} {getattr(kind, name)}" for name in used)
    return (
        Line(kind.name, traits),
        Line("skills", skills),
        Line("Fray", f"{kind.fray}, against fire {kind.fray // 2}"),
        Line("SOM", f"{kind.som}, strength and balance"),
        Line(DURABILITY, f"{max(0, kind.dur - figure.damage)} of {kind.dur}"),
        Line("a wound", f"each {kind.wound_threshold} lost to one hit"),
        Line("armour", _armour(state, kind)),
        *(Line(arm.name, _weapon(arm)) for arm in weapons_of(figure)),
    )


def health(figure: Figure) -> tuple[int, int]:
    """Return the remaining and the full durability."""
    full = kind_of(figure).dur
    return max(0, full - figure.damage), full


def budgets(state: State, figure: Figure) -> tuple[Budget, ...]:
    """What a figure has left of its phase: quick actions, and tiles to walk."""
    if figure.at is None or state.clock.side != figure.side or not turn_comes(state, figure):
        return ()
    walk = door_pace(state, figure).halves
    return (
        _action_budget(figure),
        tile_budget("may walk / run", walk, walk + figure.count(MOVED)),
    )


def _action_budget(figure: Figure) -> Budget:
    """The rest of its action, and a shot or burst that is left of an action begun."""
    left, more = THIRDS - figure.count(ACTED), figure.count(SHOTS)
    begun = f"and {pluralize(more, 'shot')}" if more else ""
    return Budget("action left", "actions", left, THIRDS, "quick actions", more=begun)


def _weapon(arm: Weapon) -> str:
    """A weapon in a few words: `2d10+6 damage, best to 10 tiles, at most 70, semi/burst`."""
    energy = "energy " if arm.against == "energy" else ""
    words = [(f"{arm.dice}d10" if arm.dice else "") + (f"+{arm.add}" if arm.add else "")]
    words = [f"{words[0].lstrip('+') or 'no'} {energy}damage"]
    words += [f"target's armour counts {arm.ap} less"] if arm.ap else []
    words += ["shock"] if arm.shock else []
    words += ["reach"] if arm.reach else []
    words += [BLASTS[arm.blast]] if arm.blast else []
    if not arm.close:
        words.append(f"best to {arm.short} tiles, at most {arm.extreme}")
        words += ["/".join(arm.modes)] if arm.aimed else []
    words += ["needs no line of sight of its own"] if arm.indirect else []
    return ", ".join(words)


def _mode(mode: Mode) -> str:
    """A firing mode in words; "full" alone could be read as a full magazine."""
    return "full automatic" if mode == "full" else mode


def _armour(state: State, kind: Kind) -> str:
    """Armour in words; energy armour only if a weapon of the battle does energy damage."""
    arms = (arm for figure in state.figures.values() for arm in weapons_of(figure))
    rays = any(arm.against == "energy" for arm in arms)
    return f"{kind.kinetic} off each hit" + (f", energy {kind.energy}" if rays else "")


def conditions(state: State, figure: Figure) -> Iterator[str]:
    """The states that a figure is in, in words."""
    if figure.posture != "standing":
        yield state.setup.declared.postures[figure.posture].label
    if stunned(figure) and (until := figure.count(STUNNED_UNTIL)):
        yield f"out of action until turn {until // STEPS}"
    if wounds := figure.count(WOUNDS):
        yield f"wounded, -{10 * wounds}"
    if less := shaken(state, figure):
        yield f"shaken by a shock, {less}"
    if surprised(state, figure):
        yield "surprised"
    if figure.count(DEFENDING):
        yield "in full defence"
    if holder := grappler(state, figure.id):
        yield f"held by {holder}"
    if held := held_by(state, figure.id):
        yield f"holding {held}"


def own(state: State, figure: Figure) -> Iterator[Line]:
    """Lines for its own side only: what it has left and what it does."""
    if figure.at is None:
        return
    for arm in weapons_of(figure):
        if arm.magazine:
            left, full = ammunition.left(state, figure, arm), ammunition.full(state, arm)
            word = "tokens" if ammunition.by_tokens(state, arm) else "rounds"
            mode = f", {_mode(set_mode(figure, arm))}" if len(arm.modes) > 1 else ""
            yield Line(arm.name, f"{left} of {full} {word}{mode}")
    if any(zone.owner == figure.id for zone in state.zones.values()):
        yield Line("suppresses", "each enemy once")
    if aimed := figure.count(AIMED):
        yield Line("aims", f"+{aimed}")
    if state.clock.side == figure.side:
        walk, run = (pace(state, figure, running=fast).halves for fast in (False, True))
        yield Line("may walk / run", f"{tiles_text(walk)} / {tiles_text(run)} tiles")
        yield Line("action left", f"{THIRDS - figure.count(ACTED)} of {THIRDS} quick actions")
    if more := figure.count(SHOTS):
        yield Line("still to fire", f"{pluralize(more, 'shot')} of the action it has begun")
