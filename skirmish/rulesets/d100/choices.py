"""All that a figure may be ordered to do now, as families: whatever is drawn from one is legal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from skirmish.core.figures import Figure
from skirmish.core.geometry import adjacent
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.rulesets.common.contact import beside
from skirmish.rulesets.common.present import present
from skirmish.rulesets.d100 import ammunition, blasts, close, gunfire, movement, suppress
from skirmish.rulesets.d100.figures import arms, close_arms, grappler, held_by, stunned, surprised
from skirmish.rulesets.d100.gunfire import HEAVIER, SPLIT, goes_on, out_of_line, set_mode
from skirmish.rulesets.d100.kinds import Arm
from skirmish.rulesets.d100.readying import AIM, AIMED, DEFEND, MODE, POSE, POSES, RELOAD
from skirmish.rulesets.d100.timing import complex_refusal, not_now, quick_refusal, turn_comes
from skirmish.rulesets.families import Count, Family, One, Spots

Fixed = tuple[tuple[str, str], ...]


def idle(known: View, figure: Figure) -> bool:
    """Whether a figure has nothing to do: else it may turn at least."""
    state = known.state
    if not_now(state, figure) is None:
        return False
    return not may_break_free(state, figure)


def may_break_free(state: State, figure: Figure) -> bool:
    """Whether a figure is held, and may try to break free in this phase (EP-27)."""
    if not grappler(state, figure.id) or not turn_comes(state, figure):
        return False
    helpless = stunned(figure) or surprised(state, figure)
    return not helpless and complex_refusal(figure) is None


def choices(known: View, name: str) -> tuple[Family, ...]:
    """All that a figure may be ordered to do now."""
    state = known.state
    figure = state.figures[name]
    if figure.at is None:
        return ()
    if may_break_free(state, figure):
        kinds = close.FREE.fields[0]
        return (Family(close.FREE.name, name, fields=((kinds.name, One(kinds.options)),)),)
    if not_now(state, figure) is not None:
        return ()
    families = [*movement.families(state, figure)]
    if held_by(state, name):
        families.append(Family(close.FREE.name, name))
    for weapon in arms(figure):
        if weapon.aimed:
            families += at_figures(state, figure, weapon)
    if complex_refusal(figure) is None:
        families += _complex(state, figure)
    if quick_refusal(figure) is None:
        families += _quick(figure)
    return tuple(families)


def named(figure: Figure, weapon: Arm, verb: str) -> Fixed:
    """How an order says which weapon: not at all where it is the first of its sort."""
    if verb in (close.STRIKE.name, close.GRAPPLE.name):
        first = close_arms(figure)[0]
    elif verb == gunfire.FIRE.name:
        first = next(other for other in arms(figure) if other.aimed)
    elif verb == blasts.BOMBARD.name:
        first = next(other for other in arms(figure) if other.blast)
    elif verb == suppress.SUPPRESS.name:
        first = next(other for other in arms(figure) if "full" in other.modes)
    else:
        first = next(other for other in arms(figure) if other.magazine)
    return () if first is weapon else (("weapon", weapon.id),)


def shots(state: State, figure: Figure, weapon: Arm) -> tuple[Figure, ...]:
    """The enemies that a figure could fire at with a weapon, as its side can tell."""
    mode = set_mode(figure, weapon)
    if ammunition.lacking(state, figure, weapon, ammunition.USED[mode], ""):
        return ()
    return tuple(
        other
        for other in present(state, figure.side)
        if other.side != figure.side and out_of_line(state, figure, weapon, other) is None
    )


def groups(target: Figure, others: tuple[Figure, ...], most: int) -> tuple[str, ...]:
    """The sets of further targets for a burst at one: each beside another of them (EP-F13)."""
    rest = [other for other in others if other is not target]
    found = []
    for size in range(1, most):
        for some in combinations(rest, size):
            tiles = [target.tile, *(other.tile for other in some)]
            if all(any(adjacent(tile, other) for other in tiles) for tile in tiles):
                found.append("+".join(by_id(other.id for other in some)))
    return tuple(found)


def at_figures(state: State, figure: Figure, weapon: Arm) -> Iterator[Family]:
    """The shots and bursts of a weapon, as it is set."""
    if not goes_on(figure, weapon) and complex_refusal(figure) is not None:
        return
    targets = shots(state, figure, weapon)
    if not targets:
        return
    verb, mode = gunfire.FIRE.name, set_mode(figure, weapon)
    fixed = named(figure, weapon, verb)
    how = ("mode", One((mode,)))
    everyone = One(tuple(target.id for target in targets))
    if not HEAVIER[mode]:
        yield Family(verb, figure.id, everyone, (how,), mode, fixed)
        return
    bonus = ("bonus", One(("hit", "damage")))
    yield Family(verb, figure.id, everyone, (how, bonus), mode, fixed)
    if goes_on(figure, weapon):
        return
    for target in targets:
        if sets := groups(target, targets, SPLIT[mode]):
            also = ("also", One(sets))
            yield Family(verb, figure.id, One((target.id,)), (how, also), mode, fixed)


def _complex(state: State, figure: Figure) -> Iterator[Family]:
    """What takes a whole action, direct fire apart."""
    name, board = figure.id, state.board
    for weapon in arms(figure):
        if weapon.blast and not ammunition.lacking(state, figure, weapon, 1, ""):
            verb = blasts.BOMBARD.name
            spots = Spots(blasts.targets(state, figure, weapon), board)
            yield Family(verb, name, spots, fixed=named(figure, weapon, verb))
        if _suppresses(state, figure, weapon):
            verb = suppress.SUPPRESS.name
            mask = board.disc(figure.tile, weapon.extreme) & ~board.bit(figure.tile)
            lengths = (("length", Count(1, weapon.extreme)),)
            fixed = named(figure, weapon, verb)
            yield Family(verb, name, Spots(mask, board), lengths, fixed=fixed)
        if weapon.reloads and ammunition.reload_refusal(state, figure, weapon) is None:
            yield Family(RELOAD.name, name, fixed=named(figure, weapon, RELOAD.name))
    yield from hand_to_hand(state, figure)
    yield Family(DEFEND.name, name)


def _suppresses(state: State, figure: Figure, weapon: Arm) -> bool:
    if "full" not in weapon.modes or set_mode(figure, weapon) != "full":
        return False
    return not ammunition.lacking(state, figure, weapon, ammunition.SUPPRESSION, "")


def hand_to_hand(state: State, figure: Figure) -> Iterator[Family]:
    """Blows and grips at the enemies in reach."""
    near = beside(state, figure)
    if not near:
        return
    free = tuple(foe.id for foe in near if not grappler(state, foe.id))
    for weapon in close_arms(figure):
        fixed = named(figure, weapon, close.STRIKE.name)
        every = One(tuple(foe.id for foe in near))
        yield Family(close.STRIKE.name, figure.id, every, fixed=fixed)
        if free and not held_by(state, figure.id):
            harms = (("wound", One(("yes", "no"))),)
            yield Family(close.GRAPPLE.name, figure.id, One(free), harms, fixed=fixed)


def _quick(figure: Figure) -> Iterator[Family]:
    """What takes a third of an action, and the aim that takes a whole one."""
    name = figure.id
    spent = complex_refusal(figure) is not None
    if any(not weapon.close for weapon in arms(figure)):
        times = tuple(
            time
            for time, bonus in AIMED.items()
            if figure.count("aimed") < bonus and not (spent and time == "whole")
        )
        for time in times:
            yield Family(AIM.name, name, fixed=(("time", time),) if time == "quick" else ())
    for weapon in arms(figure):
        others = tuple(mode for mode in weapon.modes if mode != set_mode(figure, weapon))
        if others and weapon.magazine:
            yield Family(MODE.name, name, One(others), fixed=named(figure, weapon, MODE.name))
    poses = tuple(pose for pose in POSES if pose != figure.posture)
    yield Family(POSE.name, name, One(poses))
