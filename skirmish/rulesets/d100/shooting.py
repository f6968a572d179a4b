"""Shooting: the orders to fire, to aim and to set a firing mode (EP-F8, EP-F12 to EP-F18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import combinations

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Counted, Fired, Linked
from skirmish.core.figures import Figure
from skirmish.core.geometry import adjacent, distance2
from skirmish.core.orders import WEAPON, Field, Order, Purpose, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.rulesets.action import Action, Cost
from skirmish.rulesets.attack import Attack, ExpectedLoss, Part
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.present import enemy_in_sight, expose, seen_by
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.d100 import ammunition, expected_loss
from skirmish.rulesets.d100.accuracy import (
    TargetNumber,
    at_figure,
    blow,
    blow_lines,
    dodge,
    further,
)
from skirmish.rulesets.d100.budget import (
    QUICK_ACTION,
    THIRDS,
    complex_refusal,
    quick_refusal,
    quick_share,
    take_complex,
    take_quick,
)
from skirmish.rulesets.d100.counters import (
    ACTED,
    AIMED,
    ATTACKED,
    FIRING,
    FIRING_MODE,
    HAS_ATTACKED,
    SHOTS,
    TARGETS,
)
from skirmish.rulesets.d100.dice import OPPOSED, Blow, strike, volley
from skirmish.rulesets.d100.figures import aimed_weapons, loading_weapons, weapons_of
from skirmish.rulesets.d100.kinds import MODES, Mode, Weapon
from skirmish.rulesets.d100.wounds import inflict
from skirmish.rulesets.families import Family, One
from skirmish.rulesets.scene import Scene

FIRE_VERB = Verb(
    "fire",
    "shoots or throws at an enemy; a burst may include enemies beside it",
    target=Shape.FIGURE,
    fields=(
        WEAPON_FIELD,
        Field("mode", Shape.WORD, "the mode that the weapon is set to", "", MODES),
        Field("also", Shape.FIGURES, "more targets, each beside another: burst 1, full 2"),
        Field("bonus", Shape.WORD, "the bonus of a burst at one target", "hit", ("hit", "damage")),
    ),
    dice=True,
)
SPLIT: Mapping[Mode, int] = {"single": 1, "semi": 1, "burst": 2, "full": 3}
"""Maximum targets of one shot or burst (EP-F13)."""
EASIER: Mapping[Mode, int] = {"single": 0, "semi": 0, "burst": 10, "full": 30}
"""Modifier of each mode to hit (EP-F12)."""
HEAVIER: Mapping[Mode, int] = {"single": 0, "semi": 0, "burst": 1, "full": 3}
"""Dice of damage that each mode can add instead (EP-F12)."""
TWICE: tuple[Mode, ...] = ("semi", "burst")
"""Modes with two shots or bursts in one action, each at one target (EP-F12, EP-F13)."""
QUICK, WHOLE_ACTION = "quick", "whole"
AIM_ADDS: Mapping[str, int] = {QUICK: 10, WHOLE_ACTION: 30}
"""Bonus of aim to the next shot, by the time it takes (EP-F16)."""


@frozen
class Volley:
    """One shot or burst, as ordered: its targets, its mode, its bonus."""

    shooter: Figure
    weapon: Weapon
    mode: Mode
    targets: tuple[Figure, ...]
    bonus: str

    @property
    def halved(self) -> bool:
        """Whether it is one of two in an action; a split burst takes the whole action (EP-F13).

        EP-F12.
        """
        return self.mode in TWICE and len(self.targets) == 1


def set_mode(figure: Figure, weapon: Weapon) -> Mode:
    """The mode that a weapon is set to; for an enemy's it is unknown, so the first (EP-F18)."""
    value = slots.get(figure, FIRING_MODE, weapon.id)
    mode = MODES[value] if 0 <= value < len(MODES) else MODES[0]
    return mode if mode in weapon.modes else weapon.modes[0]


def weapon_for(figure: Figure, order: Order) -> Weapon | Refusal:
    """The weapon for an order to fire (EP-F8)."""
    fitting = aimed_weapons(figure)
    if weapon := slots.wanted(fitting, order):
        return weapon
    wanted = order.get(WEAPON)
    if not wanted:
        return Refusal(f"{figure.id} has nothing to fire", "EP-F8", "'strike', or throw at a tile")
    carried = any(weapon.id == wanted for weapon in weapons_of(figure))
    what = f"{wanted} is not fired at figures" if carried else f"{figure.id} has no {wanted}"
    names = slots.ids(fitting)
    return Refusal(what, "EP-F8", f"it can fire: {names or 'nothing'}")


def volley_of(state: State, order: Order) -> Volley | Refusal:
    """The shot or burst of an order, or why it is impossible at any time.

    EP-F12, EP-F13, EP-F19.
    """
    shooter = state.figures[order.figure]
    weapon = weapon_for(shooter, order)
    if isinstance(weapon, Refusal):
        return weapon
    mode = _mode(shooter, weapon, order)
    if isinstance(mode, Refusal):
        return mode
    lacking = ammunition.lacking(state, shooter, weapon, ammunition.USED[mode], "EP-F19")
    if lacking is not None:
        return lacking
    targets = _targets(state, shooter, weapon, mode, order)
    if isinstance(targets, Refusal):
        return targets
    bonus = order.get("bonus", "hit")
    if bonus == "damage" and (len(targets) > 1 or not HEAVIER[mode]):
        return Refusal("only a burst at one target has a bonus", "EP-F12", "leave out bonus=")
    return Volley(shooter, weapon, mode, targets, bonus)


def _mode(shooter: Figure, weapon: Weapon, order: Order) -> Mode | Refusal:
    """The mode that an order fires in (EP-F12, EP-F18)."""
    wanted = order.get("mode")
    if not wanted:
        return set_mode(shooter, weapon)
    for mode in weapon.modes:
        if mode == wanted:
            return mode
    return Refusal(f"{weapon.name} has no mode {wanted}", "EP-F12", ", ".join(weapon.modes))


def _targets(
    state: State, shooter: Figure, weapon: Weapon, mode: Mode, order: Order
) -> tuple[Figure, ...] | Refusal:
    """The targets of an order, each beside another (EP-F13, EP-F8)."""
    others = order.figures("also")
    names = (order.target, *others)
    if order.target in others:
        return Refusal("also= names the target itself", "EP-F13")
    if len(names) > SPLIT[mode]:
        what = f"{mode} fire has at most {SPLIT[mode]}"
        return Refusal(f"the burst names {len(names)} targets", "EP-F13", what)
    targets: list[Figure] = []
    for name in names:
        target = enemy_in_sight(state, shooter, name, "EP-F8")
        if isinstance(target, Refusal):
            return target
        if refused := out_of_line(state, shooter, weapon, target):
            return refused
        targets.append(target)
    for target in targets if len(targets) > 1 else ():
        if not any(adjacent(target.tile, other.tile) for other in targets):
            return Refusal(f"{target.id} stands beside no other target", "EP-F13")
    return tuple(targets)


def out_of_line(state: State, shooter: Figure, weapon: Weapon, target: Figure) -> Refusal | None:
    """Why a shot cannot reach a figure: sight or range (EP-F14)."""
    if not state.board.sees(shooter.tile, target.tile):
        return Refusal(
            f"{shooter.id} does not see {target.id}",
            "EP-F8",
            "move into its sight",
            concerns=target.id,
        )
    if distance2(shooter.tile, target.tile) > weapon.extreme**2:
        return Refusal(
            f"{target.id} is out of range",
            "EP-F14",
            f"{weapon.extreme} tiles at most",
            concerns=target.id,
        )
    return None


def _ready(_known: View, fired: Volley) -> Refusal | None:
    """Why the weapon is not set to the mode of a shot (EP-F18)."""
    shooter, weapon = fired.shooter, fired.weapon
    if fired.mode != set_mode(shooter, weapon):
        change = f"'mode {fired.mode}' sets it; then fire in a later phase"
        return Refusal(f"{weapon.name} is set to {set_mode(shooter, weapon)}", "EP-F18", change)
    return None


def _no_shot(_known: View, figure: Figure) -> Refusal | None:
    """Why a figure has no action left for any shot in this phase (EP-F6, EP-F12)."""
    second = any(goes_on(figure, weapon) for weapon in weapons_of(figure))
    return None if second else complex_refusal(figure)


def _affordable(_known: View, fired: Volley) -> Refusal | None:
    """Why a figure has no action left for this shot in this phase (EP-F6, EP-F12, EP-F13)."""
    shooter = fired.shooter
    if not goes_on(shooter, fired.weapon):
        return complex_refusal(shooter)
    if len(fired.targets) > 1:
        what = "a burst at several targets takes the whole action"
        return Refusal(what, "EP-F13", "fire the second one at a single target")
    return None


def _share_of_volley(state: State, fired: Volley) -> Fraction:
    """Half for one of two shots or bursts; all of it if the magazine has only one left.

    EP-F12.
    """
    if not fired.halved:
        return Fraction(1)
    shooter, weapon = fired.shooter, fired.weapon
    both = 2 * ammunition.USED[fired.mode]
    lone = ammunition.lacking(state, shooter, weapon, both, "") is not None
    whole = lone and not goes_on(shooter, weapon)
    return Fraction(1) if whole else Fraction(1, 2)


def goes_on(shooter: Figure, weapon: Weapon) -> bool:
    """Whether this is the second shot or burst of an action that has begun (EP-F12)."""
    in_hand = shooter.count(FIRING) == slots.of(shooter, weapon.id) + 1
    return bool(shooter.count(SHOTS)) and in_hand


def _target_numbers(
    state: State, fired: Volley
) -> Iterator[tuple[Figure, TargetNumber, TargetNumber | None]]:
    """For each target, the target numbers of the shot and of its guard (EP-F13)."""
    for place, target in enumerate(fired.targets):
        more = (burst_part(fired), further(before(state, fired, place)))
        attack = at_figure(state, fired.shooter, fired.weapon, target, more)
        if attack is None:
            raise TypeError(target.id)
        yield target, attack, dodge(state, target)


def blows(state: State, fired: Volley) -> tuple[Blow, ...]:
    """The rolls of a shot or burst as bare numbers, one for each target."""
    more = burst_dice(fired)
    return tuple(blow(fired.weapon, *numbers, more) for numbers in _target_numbers(state, fired))


def burst_part(fired: Volley) -> Part:
    """The modifier of a burst to hit (EP-F12); 0 if split over targets (EP-F13)."""
    whole = len(fired.targets) == 1 and fired.bonus == "hit"
    name = "full automatic" if fired.mode == "full" else "burst"
    return name, EASIER[fired.mode] if whole else 0, "EP-F12"


def burst_dice(fired: Volley) -> int:
    """Damage dice that a burst adds instead of a modifier to hit (EP-F12)."""
    whole = len(fired.targets) == 1 and fired.bonus == "damage"
    return HEAVIER[fired.mode] if whole else 0


def before(state: State, fired: Volley, place: int) -> int:
    """The number of other targets attacked in the action before the target at an index (EP-F13)."""
    shooter = fired.shooter
    others = 0
    if goes_on(shooter, fired.weapon):
        links = state.linked(ATTACKED, a=shooter.id)
        attacked = [link.b for link in links]
        mine = fired.targets[place].id in attacked
        # A target that has gone down still counts, although its link is gone.
        others = shooter.count(TARGETS) - mine
        same = sum(target.id in attacked for target in fired.targets[:place])
        return others + place - same
    return others + place


def attack_of(state: State, fired: Volley) -> Attack:
    """The attack of a shot or burst, with one outcome for each target."""
    weapon, more = fired.weapon, burst_dice(fired)
    sums = tuple(_target_numbers(state, fired))
    found = tuple(blow(weapon, *numbers, more) for numbers in sums)
    lines = tuple(line for numbers in sums for line in blow_lines(weapon, *numbers, more))
    names = tuple(target.id for target in fired.targets)
    return Attack(volley, (found,), names, named=names[0], modifiers=lines, each=True)


def expected(state: State, fired: Volley) -> tuple[ExpectedLoss, ...]:
    """The expected loss of each target of a shot or burst."""
    more, sums = burst_dice(fired), _target_numbers(state, fired)
    return tuple(
        expected_loss.expected(blow(fired.weapon, *numbers, more), target)
        for numbers, target in zip(sums, fired.targets, strict=True)
    )


def targets_of(state: State, figure: Figure, weapon: Weapon) -> tuple[Figure, ...]:
    """The enemies that a figure could fire at with a weapon, as its side can tell (EP-F14)."""
    mode = set_mode(figure, weapon)
    if ammunition.lacking(state, figure, weapon, ammunition.USED[mode], ""):
        return ()
    return tuple(
        other
        for other in seen_by(state, figure)
        if distance2(figure.tile, other.tile) <= weapon.extreme**2
    )


def groups(target: Figure, others: tuple[Figure, ...], most: int) -> tuple[str, ...]:
    """The sets of further targets for a burst: each target is adjacent to another (EP-F13)."""
    rest = [other for other in others if other is not target]
    found = []
    for size in range(1, most):
        for some in combinations(rest, size):
            tiles = [target.tile, *(other.tile for other in some)]
            if all(any(adjacent(tile, other) for other in tiles) for tile in tiles):
                found.append("+".join(by_id(other.id for other in some)))
    return tuple(found)


def _fire_options(known: View, figure: Figure) -> Iterator[Family]:
    """The shots and bursts of its weapons as they are set."""
    for weapon in aimed_weapons(figure):
        yield from _options_of(known.state, figure, weapon)


def _options_of(state: State, figure: Figure, weapon: Weapon) -> Iterator[Family]:
    """The shots and bursts of one weapon (EP-F12, EP-F13)."""
    if not goes_on(figure, weapon) and complex_refusal(figure) is not None:
        return
    targets = targets_of(state, figure, weapon)
    if not targets:
        return
    verb, mode = FIRE.name, set_mode(figure, weapon)
    fixed = slots.naming(weapon, aimed_weapons(figure))
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


def _fire(scene: Scene, fired: Volley) -> None:
    """Fire as planned; the numbers are those shown to the side."""
    known = scene.view(scene.side).state
    shooter, weapon = fired.shooter, fired.weapon
    found = blows(known, fired)
    scene.cite("EP-F6", "EP-F18", "EP-F19", *OPPOSED)
    scene.attempt(shooter.id, partial(attack_of, known, fired))
    scene.cite(*(("EP-F12",) if fired.mode != "single" else ()))
    scene.cite(*(("EP-F13",) if len(fired.targets) > 1 else ()))
    expose(scene, shooter.id)
    how = "throw" if weapon.skill == "throwing" else fired.mode
    scene.emit(Fired(shooter.id, weapon.id, target=fired.targets[0].id, how=how))
    _book(scene, fired, goes_on=goes_on(shooter, weapon))
    start = scene.dice.rolled
    for target, one in zip(fired.targets, found, strict=True):
        inflict(scene, weapon, target, strike(scene.dice, one), shooter.id, how)
    ammunition.use(scene, shooter.id, weapon, fired.mode, scene.dice.faces[start].face)


def _book(scene: Scene, fired: Volley, *, goes_on: bool) -> None:
    """Take the action; record its targets, and whether a second shot is left.

    EP-F6, EP-F12, EP-F13, EP-F16.
    """
    name, state = fired.shooter.id, scene.state
    linked = [link.b for link in state.linked(ATTACKED, a=name)]
    fresh = [target.id for target in fired.targets if target.id not in linked]
    again = fired.halved and not goes_on
    counters = {
        ACTED: THIRDS,
        HAS_ATTACKED: 1,
        SHOTS: 1 if again else 0,
        FIRING: slots.of(fired.shooter, fired.weapon.id) + 1,
        TARGETS: fired.shooter.count(TARGETS) + len(fresh),
        AIMED: 0,
    }
    for counter, value in counters.items():
        scene.count(name, counter, value)
    for other in fresh:
        scene.emit(Linked(ATTACKED, name, other))


FIRE = Action(
    verb=FIRE_VERB,
    plan=lambda known, order: volley_of(known.state, order),
    ready=_ready,
    cost=Cost(_share_of_volley, able=_no_shot, ready=_affordable),
    options=_fire_options,
    attack=attack_of,
    expected=expected,
    carry_out=_fire,
)
AIM_VERB = Verb(
    "aim",
    "aims for its next shot: +10 quickly, or +30 for its whole action",
    fields=(Field("time", Shape.WORD, "the time it takes", "whole", (QUICK, WHOLE_ACTION)),),
    purpose=Purpose.AIM,
)


@frozen
class Aiming:
    """A figure that takes aim, and the time that it takes."""

    figure: Figure
    time: str


def _able_to_aim(known: View, order: Order) -> Refusal | None:
    """Why a figure may not spend that time on aiming now (EP-F6, EP-F16)."""
    refusal = quick_refusal if order.get("time") == QUICK else complex_refusal
    return refusal(known.state.figures[order.figure])


def _share_of_aiming(state: State, plan: Aiming) -> Fraction:
    """The share of the phase that aiming takes (EP-F6, EP-F16)."""
    return quick_share(state, plan.figure.id) if plan.time == QUICK else Fraction(1)


def _plan_aim(known: View, order: Order) -> Aiming | Refusal:
    """Plan to aim; only the larger bonus counts (EP-F16)."""
    figure, time = known.state.figures[order.figure], order.get("time", WHOLE_ACTION)
    if all(weapon.close for weapon in weapons_of(figure)):
        return Refusal(f"{figure.id} has nothing to aim", "EP-F16")
    if figure.count(AIMED) >= AIM_ADDS[time]:
        return Refusal(
            f"{figure.id} already aims at least as well", "EP-F16", "only the larger bonus counts"
        )
    return Aiming(figure, time)


def _aim_options(_known: View, figure: Figure) -> Iterator[Family]:
    if quick_refusal(figure) or all(weapon.close for weapon in weapons_of(figure)):
        return
    spent = complex_refusal(figure) is not None
    for time, bonus in AIM_ADDS.items():
        if figure.count(AIMED) < bonus and not (spent and time == WHOLE_ACTION):
            yield Family(AIM.name, figure.id, fixed=(("time", time),) if time == QUICK else ())


def _aim(scene: Scene, plan: Aiming) -> None:
    """Take aim (EP-F6, EP-F16)."""
    scene.cite("EP-F6", "EP-F16")
    name = plan.figure.id
    take = take_quick if plan.time == QUICK else take_complex
    take(scene, name)
    scene.count(name, AIMED, AIM_ADDS[plan.time])


AIM = Action(
    verb=AIM_VERB,
    worded=_able_to_aim,
    cost=Cost(_share_of_aiming),
    plan=_plan_aim,
    options=_aim_options,
    carry_out=_aim,
)
MODE_VERB = Verb(
    "mode",
    "changes a weapon's firing mode: single, semi, burst or full",
    target=Shape.WORD,
    fields=(WEAPON_FIELD,),
)


@frozen
class Setting:
    """A figure that sets a weapon to another firing mode."""

    figure: Figure
    weapon: Weapon
    mode: str


def _plan_mode(known: View, order: Order) -> Setting | Refusal:
    """Plan to set a weapon to another mode (EP-F18)."""
    figure = known.state.figures[order.figure]
    weapon = ammunition.loading(figure, order)
    if isinstance(weapon, Refusal):
        return weapon
    if order.target not in weapon.modes:
        modes = ", ".join(weapon.modes)
        return Refusal(f"{weapon.name} has no such mode", "EP-F18", f"it has: {modes}")
    if order.target == set_mode(figure, weapon):
        return Refusal(
            f"{weapon.name} is set to {order.target} already", "EP-F18", concerns=order.target
        )
    return Setting(figure, weapon, order.target)


def _mode_options(_known: View, figure: Figure) -> Iterator[Family]:
    for weapon in loading_weapons(figure):
        others = tuple(mode for mode in weapon.modes if mode != set_mode(figure, weapon))
        if others:
            fixed = slots.naming(weapon, loading_weapons(figure))
            yield Family(MODE.name, figure.id, One(others), fixed=fixed)


def _change_mode(scene: Scene, plan: Setting) -> None:
    """Set a weapon to a mode, with a quick action (EP-F6, EP-F18)."""
    scene.cite("EP-F6", "EP-F18")
    name = plan.figure.id
    take_quick(scene, name)
    place = slots.name(FIRING_MODE, slots.of(plan.figure, plan.weapon.id))
    scene.emit(Counted(name, place, MODES.index(plan.mode)))


MODE = Action(
    verb=MODE_VERB,
    cost=QUICK_ACTION,
    plan=_plan_mode,
    options=_mode_options,
    carry_out=_change_mode,
)
