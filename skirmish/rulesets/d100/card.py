"""What a figure's card shows; what the enemy may not see is marked as such."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.figures import Figure
from skirmish.core.state import STEPS, State
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
from skirmish.rulesets.d100.kinds import Weapon
from skirmish.rulesets.d100.movement import door_pace, pace
from skirmish.rulesets.d100.shooting import set_mode
from skirmish.rulesets.ruleset import Budget, Line


def facts(_state: State, figure: Figure) -> tuple[Line, ...]:
    """The numbers of its stat block, its weapons."""
    kind = kind_of(figure)
    traits = f"{kind.morph}, speed {kind.speed}" + (", smartlink" if kind.smartlink else "")
    skills = f"{kind.ranged} / {kind.throwing} / {kind.melee} / {kind.unarmed}"
    return (
        Line(kind.name, traits),
        Line("ranged / throw / melee / unarmed", skills),
        Line("Fray / SOM", f"{kind.fray} / {kind.som}"),
        Line("DUR", f"{max(0, kind.dur - figure.damage)} of {kind.dur}"),
        Line("wound at", f"{kind.wound_threshold}"),
        Line("armour", f"{kind.energy} energy, {kind.kinetic} kinetic"),
        *(Line(arm.name, _weapon(arm)) for arm in weapons_of(figure)),
    )


def health(figure: Figure) -> tuple[int, int]:
    """Durability that is left, and in all."""
    full = kind_of(figure).dur
    return max(0, full - figure.damage), full


def budgets(state: State, figure: Figure) -> tuple[Budget, ...]:
    """What a figure has left of its phase: quick actions, and tiles to walk."""
    if figure.at is None or state.clock.side != figure.side or not turn_comes(state, figure):
        return ()
    walk = door_pace(state, figure).halves
    return (
        Budget("action left", "actions", THIRDS - figure.count(ACTED), THIRDS, "quick actions"),
        tile_budget("may walk / run", walk, walk + figure.count(MOVED)),
    )


def _weapon(arm: Weapon) -> str:
    """A weapon in a few words: `2d10+6, AP 4, burst/semi/full, to 70 tiles`."""
    words = [f"{arm.dice}d10+{arm.add}" if arm.add else f"{arm.dice}d10"]
    words += [f"AP {arm.ap}"] if arm.ap else []
    words += ["energy"] if arm.against == "energy" else []
    words += ["shock"] if arm.shock else []
    words += ["reach"] if arm.reach else []
    if not arm.close:
        words += ["/".join(arm.modes)] if arm.aimed else []
        words.append(f"{arm.short}/{arm.medium}/{arm.long}/{arm.extreme} tiles")
    words += [f"blast, {arm.blast}"] if arm.blast else []
    words += ["indirect"] if arm.indirect else []
    return ", ".join(words)


def conditions(state: State, figure: Figure) -> Iterator[str]:
    """What state a figure is in, in words."""
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
    """What only its own side may read: what it has left, what it does."""
    if figure.at is None:
        return
    for arm in weapons_of(figure):
        if arm.magazine:
            left, full = ammunition.left(state, figure, arm), ammunition.full(state, arm)
            word = "tokens" if ammunition.by_tokens(state, arm) else "rounds"
            mode = f", {set_mode(figure, arm)}" if len(arm.modes) > 1 else ""
            yield Line(arm.name, f"{left} of {full} {word}{mode}")
    if any(zone.owner == figure.id for zone in state.zones.values()):
        yield Line("suppresses", "each enemy once")
    if aimed := figure.count(AIMED):
        yield Line("aims", f"+{aimed}")
    if state.clock.side == figure.side:
        walk, run = (pace(state, figure, running=fast).halves for fast in (False, True))
        yield Line("may walk / run", f"{tiles_text(walk)} / {tiles_text(run)} tiles")
        yield Line("action left", f"{THIRDS - figure.count(ACTED)} thirds")
    if more := figure.count(SHOTS):
        yield Line("still to fire", f"{more} of its action")
