"""Direct fire at figures: what may be fired, what is rolled, what comes of it (EP-F8, EP-F12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Fired, Linked
from skirmish.core.figures import Figure
from skirmish.core.geometry import adjacent, distance2
from skirmish.core.orders import Field, Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.common.parts import Part
from skirmish.rulesets.common.present import expose, present
from skirmish.rulesets.d100 import ammunition, cited, effects, outcome
from skirmish.rulesets.d100.declared import ATTACKED
from skirmish.rulesets.d100.figures import arms
from skirmish.rulesets.d100.kinds import MODES, Arm, Mode
from skirmish.rulesets.d100.rules import Blow, strike, volley
from skirmish.rulesets.d100.sums import Sum, at_figure, blow, blow_lines, dodge, further
from skirmish.rulesets.d100.timing import THIRDS, complex_refusal
from skirmish.rulesets.scene import Scene

WEAPON = Field("weapon", Shape.WORD, "which weapon; else the first that fits")
FIRE = Verb(
    "fire",
    "shoots or throws at an enemy, and at others beside him with a burst",
    target=Shape.FIGURE,
    fields=(
        WEAPON,
        Field("mode", Shape.WORD, "the mode that the weapon is set to", "", MODES),
        Field("also", Shape.FIGURES, "further targets, each beside another: burst 1, full 2"),
        Field("bonus", Shape.WORD, "what a burst at one target gains", "hit", ("hit", "damage")),
    ),
    dice=True,
)
SPLIT: Mapping[Mode, int] = {"single": 1, "semi": 1, "burst": 2, "full": 3}
"""Targets that one shot or burst may take in."""
EASIER: Mapping[Mode, int] = {"single": 0, "semi": 0, "burst": 10, "full": 30}
HEAVIER: Mapping[Mode, int] = {"single": 0, "semi": 0, "burst": 1, "full": 3}
TWICE: tuple[Mode, ...] = ("semi", "burst")
"""Modes with two shots or bursts in one action, each at one target."""


@frozen
class Volley:
    """One shot or burst, as ordered: at whom, in which mode, for what bonus."""

    shooter: Figure
    weapon: Arm
    mode: Mode
    targets: tuple[Figure, ...]
    bonus: str

    @property
    def halved(self) -> bool:
        """Whether it is one of two that an action has; a split burst is all of it (EP-F13)."""
        return self.mode in TWICE and len(self.targets) == 1


def set_mode(figure: Figure, weapon: Arm) -> Mode:
    """The mode that a weapon is set to; of an enemy's, which one cannot know, its first."""
    value = slots.get(figure, "mode", weapon.id)
    mode = MODES[value] if 0 <= value < len(MODES) else MODES[0]
    return mode if mode in weapon.modes else weapon.modes[0]


def weapon_for(figure: Figure, order: Order) -> Arm | Refusal:
    """The weapon that an order of fire means."""
    wanted = order.get("weapon")
    fitting = [weapon for weapon in arms(figure) if weapon.aimed]
    for weapon in fitting:
        if wanted in ("", weapon.id):
            return weapon
    if not wanted:
        return Refusal(f"{figure.id} has nothing to fire", "EP-F8", "strike, or throw at a tile")
    carried = any(weapon.id == wanted for weapon in arms(figure))
    what = f"{wanted} is not fired at figures" if carried else f"{figure.id} has no {wanted}"
    names = ", ".join(weapon.id for weapon in fitting)
    return Refusal(what, "EP-F8", f"it can fire: {names or 'nothing'}")


def volley_of(state: State, order: Order) -> Volley | Refusal:
    """The shot or burst of an order; or why it can't be fired, whatever the clock says."""
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
        return Refusal("only a burst at one target hits harder", "EP-F12", "leave bonus= out")
    return Volley(shooter, weapon, mode, targets, bonus)


def _mode(shooter: Figure, weapon: Arm, order: Order) -> Mode | Refusal:
    wanted = order.get("mode")
    if not wanted:
        return set_mode(shooter, weapon)
    for mode in weapon.modes:
        if mode == wanted:
            return mode
    return Refusal(f"{weapon.name} has no mode {wanted}", "EP-F12", ", ".join(weapon.modes))


def _targets(
    state: State, shooter: Figure, weapon: Arm, mode: Mode, order: Order
) -> tuple[Figure, ...] | Refusal:
    others = order.figures("also")
    names = (order.target, *others)
    if order.target in others:
        return Refusal(f"{order.target} is the target already", "EP-F13")
    if len(names) > SPLIT[mode]:
        what = f"in mode {mode} {SPLIT[mode]} is the most"
        return Refusal(f"{len(names)} targets at once", "EP-F13", what)
    seen = {other.id: other for other in present(state, shooter.side)}
    targets: list[Figure] = []
    for name in names:
        target = seen.get(name)
        if target is None or target.side == shooter.side:
            return Refusal(f"you see no enemy {name}", "EP-F8", "see who is in sight")
        if refused := out_of_line(state, shooter, weapon, target):
            return refused
        targets.append(target)
    for target in targets if len(targets) > 1 else ():
        if not any(adjacent(target.tile, other.tile) for other in targets):
            return Refusal(f"{target.id} stands beside no other target", "EP-F13")
    return tuple(targets)


def out_of_line(state: State, shooter: Figure, weapon: Arm, target: Figure) -> Refusal | None:
    """Why a shot cannot reach a figure: range or sight."""
    if distance2(shooter.tile, target.tile) > weapon.extreme**2:
        return Refusal(f"{target.id} is out of range", "EP-F14", f"{weapon.extreme} tiles at most")
    if not state.board.sees(shooter.tile, target.tile):
        return Refusal(f"{shooter.id} does not see {target.id}", "EP-F8", "find a line of sight")
    return None


def refusal(state: State, order: Order) -> Refusal | None:
    """Why a shot may not be fired in this phase, beyond what bars it anyway."""
    fired = volley_of(state, order)
    if isinstance(fired, Refusal):
        return fired
    shooter, weapon = fired.shooter, fired.weapon
    if fired.mode != set_mode(shooter, weapon):
        change = f"mode {shooter.id} {fired.mode} weapon={weapon.id}, and fire in a later phase"
        return Refusal(f"{weapon.name} is set to {set_mode(shooter, weapon)}", "EP-F18", change)
    if not goes_on(shooter, weapon):
        return complex_refusal(shooter)
    if len(fired.targets) > 1:
        what = "a burst at several targets takes the whole action"
        return Refusal(what, "EP-F13", "fire the second one at a single target")
    return None


def goes_on(shooter: Figure, weapon: Arm) -> bool:
    """Whether this is the second shot or burst of an action that has begun (EP-F12)."""
    in_hand = shooter.count("firing") == slots.of(shooter, weapon.id) + 1
    return bool(shooter.count("shots")) and in_hand


def _sums(state: State, fired: Volley) -> Iterator[tuple[Figure, Sum, Sum | None]]:
    """For each target both target numbers: of the shot, and of its guard."""
    for place, target in enumerate(fired.targets):
        more = (burst_part(fired), further(before(state, fired, place)))
        attack = at_figure(state, fired.shooter, fired.weapon, target, more)
        if attack is None:
            raise TypeError(target.id)
        yield target, attack, dodge(state, target)


def blows(state: State, fired: Volley) -> tuple[Blow, ...]:
    """The rolls of a shot or burst as bare numbers, one for each target."""
    more = burst_dice(fired)
    return tuple(blow(fired.weapon, *numbers, more) for numbers in _sums(state, fired))


def burst_part(fired: Volley) -> Part:
    """What a burst adds to hitting (EP-F12); split over targets nothing (EP-F13)."""
    whole = len(fired.targets) == 1 and fired.bonus == "hit"
    return "burst", EASIER[fired.mode] if whole else 0, "EP-F12"


def burst_dice(fired: Volley) -> int:
    """Damage dice that a burst adds instead (EP-F12)."""
    whole = len(fired.targets) == 1 and fired.bonus == "damage"
    return HEAVIER[fired.mode] if whole else 0


def before(state: State, fired: Volley, place: int) -> int:
    """How many others were attacked in the action before the target in a place (EP-F13)."""
    shooter = fired.shooter
    others = 0
    if goes_on(shooter, fired.weapon):
        links = state.linked(ATTACKED, a=shooter.id)
        attacked = [link.b for link in links]
        mine = fired.targets[place].id in attacked
        # Who went down since is attacked all the same, though no link holds on to him.
        others = shooter.count("targets") - mine
        same = sum(target.id in attacked for target in fired.targets[:place])
        return others + place - same
    return others + place


def attack(state: State, order: Order) -> Attack | None:
    """The attack of an order of fire; None where it can't be made."""
    fired = volley_of(state, order)
    return None if isinstance(fired, Refusal) else attack_of(state, fired)


def attack_of(state: State, fired: Volley) -> Attack:
    """The attack that a shot or burst makes, one outcome for each of its targets."""
    weapon, more = fired.weapon, burst_dice(fired)
    sums = tuple(_sums(state, fired))
    found = tuple(blow(weapon, *numbers, more) for numbers in sums)
    lines = tuple(line for numbers in sums for line in blow_lines(weapon, *numbers, more))
    names = tuple(target.id for target in fired.targets)
    return Attack(volley, (found,), names, named=names[0], modifiers=lines, each=True)


def carry_out(scene: Scene, order: Order) -> None:
    """Fires as ordered; the numbers are those that the side was shown."""
    known = scene.view(scene.side).state
    fired = volley_of(known, order)
    if isinstance(fired, Refusal):
        raise TypeError(f"{order}: {fired}")
    shooter, weapon = fired.shooter, fired.weapon
    found = blows(known, fired)
    scene.attempt(shooter.id, partial(attack_of, known, fired))
    scene.cite(*(("EP-F12",) if fired.mode != "single" else ()))
    scene.cite(*(("EP-F13",) if len(fired.targets) > 1 else ()))
    expose(scene, shooter.id)
    how = "throw" if weapon.skill == "throwing" else fired.mode
    scene.emit(Fired(shooter.id, weapon.id, target=order.target, how=how))
    _book(scene, fired, goes_on=goes_on(shooter, weapon))
    start = len(scene.dice.faces)
    for target, one in zip(fired.targets, found, strict=True):
        harm = strike(scene.dice, one)
        scene.befell((target.id,), (harm,))
        cited.struck(scene, weapon, target, harm)
        outcome.tell(scene, target.id, harm, shooter.id, how)
        effects.follow(scene, target.id, harm, shooter.id)
    ammunition.fire(scene, shooter.id, weapon, fired.mode, scene.dice.faces[start].face)


def _book(scene: Scene, fired: Volley, *, goes_on: bool) -> None:
    """Takes the action, and notes whom it is at and what is left of it."""
    name, state = fired.shooter.id, scene.state
    linked = [link.b for link in state.linked(ATTACKED, a=name)]
    fresh = [target.id for target in fired.targets if target.id not in linked]
    again = fired.halved and not goes_on
    counters = {
        "acted": THIRDS,
        "attacked": 1,
        "shots": 1 if again else 0,
        "firing": slots.of(fired.shooter, fired.weapon.id) + 1,
        "targets": fired.shooter.count("targets") + len(fresh),
        "aimed": 0,
    }
    for counter, value in counters.items():
        count(scene, name, counter, value)
    for other in fresh:
        scene.emit(Linked(ATTACKED, name, other))
