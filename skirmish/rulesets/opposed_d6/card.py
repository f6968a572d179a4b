"""A figure's card: lines for both sides, and those that the enemy may not see (`own`)."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.figures import Figure
from skirmish.core.state import State
from skirmish.rulesets.attack import total
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.common.walking import tile_budget, tiles_text
from skirmish.rulesets.opposed_d6.ammunition import counted, tokens
from skirmish.rulesets.opposed_d6.budget import (
    allowance,
    attacker,
    full_move,
    left,
    loading,
    ready_turn,
    unready,
)
from skirmish.rulesets.opposed_d6.close_combat import HAND_TO_HAND, OVERLAPPING, engagement
from skirmish.rulesets.opposed_d6.counters import (
    FLEEING,
    INJURY,
    MOVEMENT,
    RALLIED,
    RECOVERED,
    SHOOTING,
    SUPPRESSED,
)
from skirmish.rulesets.opposed_d6.figures import kind_of, skill, weapons_of
from skirmish.rulesets.opposed_d6.kinds import Weapon
from skirmish.rulesets.ruleset import Budget, Line

CONDITIONS = (SUPPRESSED, FLEEING, RECOVERED, RALLIED)
_AGAINST = {"physical": "", "abc": " (gas, rays)", "psi": " (mind power)"}
"""Words for a weapon that is not rolled against the usual guard."""
ENGAGED = {HAND_TO_HAND: "in close combat", OVERLAPPING: "overlapping in close combat"}


def facts(state: State, figure: Figure) -> tuple[Line, ...]:
    """Kind, factors with their permanent modifiers, weapons."""
    kind = kind_of(figure)
    skilled = total(skill(figure))
    traits = [f"{kind.quality} troops"] if kind.quality != "ordinary" else []
    traits += [word for word in ("officer", "crew", "irregular") if getattr(kind, word)]
    met = {arm.against for other in state.figures.values() for arm in weapons_of(other)}
    rare = (("abc", "guard, gas and rays", kind.abc), ("psi", "guard, mind powers", kind.psi))
    return (
        *([Line(kind.name, ", ".join(traits))] if traits else []),
        *_pace(state, figure),
        Line("guard", str(kind.physical + skilled)),
        *(Line(label, str(factor + skilled)) for what, label, factor in rare if what in met),
        *([Line("shield", f"+{kind.shield} from the front")] if kind.shield else []),
        *(Line(arm.name, _weapon(arm, skilled)) for arm in weapons_of(figure)),
        *_fired_at(state, figure),
    )


def _pace(state: State, figure: Figure) -> Iterator[Line]:
    """Its full move, except in its own movement, where its budget is shown."""
    clock = state.clock
    if (clock.phase, clock.side) != (MOVEMENT, figure.side):
        yield Line("moves", f"{tiles_text(full_move(figure))} tiles")


def _fired_at(state: State, figure: Figure) -> Iterator[Line]:
    """Why no other figure may attack it in the present shooting (BAY-31)."""
    first = attacker(state, figure.id)
    if first and figure.side != state.clock.side:
        yield Line("fired at", f"by {first}: no other attack in this bound")


def budgets(state: State, figure: Figure) -> tuple[Budget, ...]:
    """What a figure has left of its move, or its shot."""
    clock = state.clock
    if figure.at is None or clock.side != figure.side:
        return ()
    if clock.phase == SHOOTING:
        return (Budget("shot", "shot", 0 if unready(state, figure) else 1, 1, "shot"),)
    if clock.phase == MOVEMENT:
        return (tile_budget("may move", left(figure), allowance(figure)),)
    return ()


def _weapon(arm: Weapon, skilled: int) -> str:
    """A weapon in a few words: `attack 4, to 40 tiles, automatic`."""
    if not arm.range:
        return f"+{arm.melee} hand to hand"
    words = [f"attack {arm.factor + skilled}{_AGAINST[arm.against]}"] if arm.factor else []
    near = f"{arm.min_range} " if arm.min_range else ""
    words.append(f"{near}to {arm.range} tiles")
    words += [arm.fire] if arm.fire != "direct" else []
    words += [f"radius {arm.radius}"] if arm.radius else []
    words += [word for word in ("automatic", "selective") if getattr(arm, word)]
    words += [f"{arm.cloud} for {arm.duration} bounds"] if arm.cloud else []
    words += [f"arc {arm.arc}"] if arm.arc != 90 else []
    words += [f"misses {arm.reload_bounds} after a shot"] if arm.reload_bounds else []
    words += [f"+{arm.melee} hand to hand"] if arm.melee else []
    return ", ".join(words)


def conditions(state: State, figure: Figure) -> Iterator[str]:
    """The conditions of a figure, in words."""
    counters = state.setup.declared.counters
    for name in CONDITIONS:
        if figure.count(name) and not figure.count(counters[name].unless):
            yield counters[name].label
    if figure.count(INJURY):
        yield f"injured, level {figure.count(INJURY)}"
    if engaged := engagement(state, figure):
        yield ENGAGED[engaged]


def own(state: State, figure: Figure) -> Iterator[Line]:
    """The lines that only its own side may read: movement left, ammunition, loading."""
    if state.clock.phase == MOVEMENT and state.clock.side == figure.side:
        rest, whole = tiles_text(left(figure)), tiles_text(allowance(figure))
        yield Line("may move", f"{rest} of {whole} tiles")
    if counted(state):
        yield from _tokens(figure)
    for weapon in weapons_of(figure):
        if loading(state, figure, weapon) is not None:
            when = f"it can fire in turn {ready_turn(figure, weapon)}"
            yield Line("loading", f"{weapon.name}: {when}")


def _tokens(figure: Figure) -> Iterator[Line]:
    """The ammunition tokens of each weapon with a magazine; named where there are several."""
    with_magazine = [weapon for weapon in weapons_of(figure) if weapon.magazine]
    for weapon in with_magazine:
        label = "ammunition tokens" if len(with_magazine) == 1 else f"tokens: {weapon.name}"
        full = capacity(weapon.magazine)
        yield Line(label, f"{tokens(figure, weapon)} of {full}")
