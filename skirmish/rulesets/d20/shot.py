"""Attacks on a figure: a shot, a burst or a blow as ordered, if it can be made; its numbers.

Nothing here looks at the clock; action points count only as far as a figure could ever have them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import distance2
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.rulesets.attack import Attack, Modifier
from skirmish.rulesets.common.contact import in_reach
from skirmish.rulesets.common.parts import Part, modifiers, total
from skirmish.rulesets.d20 import action_points, ammunition
from skirmish.rulesets.d20.body import (
    armour_lines,
    arms,
    body,
    crippled,
    evasion,
    fighter,
    handicaps,
    modifier,
    spare,
)
from skirmish.rulesets.d20.kinds import BANDS, Arm, Fighter, Skill
from skirmish.rulesets.d20.limbs import ARMS, CALLED, LIMBS, WORDS
from skirmish.rulesets.d20.readings import READINGS
from skirmish.rulesets.d20.rules import D20, NO_LIMB, Hits, Shots, burst
from skirmish.rulesets.d20.worth import leaves
from skirmish.rulesets.d20.wounds import Body, Health, Limb, Question

SINGLE = "single"
BURST = "burst"
FIRE = "fire"
STRIKE = "strike"
AIM_ADDS = 2
RECOIL = -4
BAND_COSTS = -5
MOST_SOFTENED = 5
ATTRIBUTE: Mapping[Skill, str] = {
    "guns": "agility",
    "energy": "perception",
    "explosives": "perception",
    "melee": "strength",
}
"""Which attribute goes with a skill (D20-F1)."""


@frozen
class Shot:
    """An attack on a figure as ordered, and possible; `watch`: it is made from overwatch."""

    shooter: Figure
    weapon: Arm
    target: Figure
    burst: bool = False
    limb: str = ""
    melee: bool = False
    watch: bool = False

    @property
    def count(self) -> int:
        """How many shots it is (D20-06)."""
        return shots(self.weapon, burst=self.burst)

    @property
    def points(self) -> int:
        """What it costs (D20-49)."""
        return action_points.of_attack(
            self.weapon, burst=self.burst, called=bool(self.limb), melee=self.melee
        )

    @property
    def price(self) -> tuple[int, str, str]:
        """What it costs, what it is in words, and the rule that says so."""
        sort = "blow" if self.melee else "throw" if self.weapon.thrown else "shot"
        words = BURST if self.burst else sort
        rules = ("D20-49", "D20-05") if self.burst else ("D20-F4", "D20-F6")
        return self.points, f"a called {words}" if self.limb else f"a {words}", rules[not self.limb]


def bursts_only(weapon: Arm) -> bool:
    """Whether a weapon fires no single shots."""
    return not weapon.ap_single and not weapon.thrown


def shots(weapon: Arm, *, burst: bool) -> int:
    """Shots of an attack: one, or a burst's fire rate and one (D20-06)."""
    return weapon.fire_rate + 1 if burst else 1


def direct(weapon: Arm) -> bool:
    """Whether a weapon is fired at a figure."""
    return weapon.extreme > 0 and not weapon.radius


def held(weapon: Arm) -> bool:
    """Whether a weapon is for close combat."""
    return weapon.skill == "melee" and not weapon.radius


def chosen(figure: Figure, order: Order, *, melee: bool) -> Arm | Refusal:
    """The weapon that an order names, or the first that fits it."""
    fits = held if melee else direct
    wanted = order.get("weapon")
    for weapon in arms(figure):
        if weapon.id == wanted or (not wanted and fits(weapon)):
            if fits(weapon):
                return weapon
            verb = STRIKE if held(weapon) else "bombard" if weapon.radius else FIRE
            return Refusal(f"not with {weapon.name}", "D20-F14", f"use '{verb}'")
    if wanted:
        names = ", ".join(weapon.id for weapon in arms(figure))
        return Refusal(f"{figure.id} has no {wanted}", remedy=f"it has: {names or 'nothing'}")
    what = "nothing to strike with" if melee else "nothing to fire at a figure"
    return Refusal(f"{figure.id} has {what}", "D20-F14" if melee else "D20-01")


def shot_of(state: State, order: Order, *, watch: bool = False) -> Shot | Refusal:
    """What an order to fire or strike amounts to on what its side sees, or why it can't be."""
    shooter, melee = state.figures[order.figure], order.verb == STRIKE
    weapon = chosen(shooter, order, melee=melee)
    if isinstance(weapon, Refusal):
        return weapon
    bursts = order.get("mode") == BURST
    if refused := unable(state, shooter, weapon, bursts=bursts, melee=melee):
        return refused
    target = state.figures.get(order.target)
    if target is None or target.at is None or target.side == shooter.side:
        return Refusal(f"no enemy {order.target} in sight", remedy="see who is in sight")
    reached = beside(state, shooter, target) if melee else clear(state, shooter, weapon, target)
    if reached is not None:
        return reached
    shot = Shot(shooter, weapon, target, bursts, order.get("limb"), melee, watch)
    return action_points.beyond(shooter, *shot.price) or shot


def unable(
    state: State, shooter: Figure, weapon: Arm, *, bursts: bool, melee: bool = False
) -> Refusal | None:
    """Why a figure can't use a weapon so, whoever the target."""
    if shooter.count("stunned"):
        return Refusal(f"{shooter.id} is stunned", "D20-F22", "wait for its next turn")
    if melee:
        return None
    if bursts and not weapon.fire_rate:
        return Refusal(f"{weapon.name} fires no bursts", "D20-04", "fire single shots")
    if not bursts and bursts_only(weapon):
        return Refusal(f"{weapon.name} fires bursts only", "D20-F6", "add mode=burst")
    if bursts and weapon.two_handed and any(crippled(shooter, arm) for arm in ARMS):
        what = f"{shooter.id} can't hold {weapon.name} for a burst with one arm"
        return Refusal(what, "D20-F5", "fire single shots")
    return ammunition.empty(state, shooter, weapon, shots(weapon, burst=bursts))


def clear(state: State, shooter: Figure, weapon: Arm, target: Figure) -> Refusal | None:
    """Why a figure can't fire at another from where both stand: range and sight."""
    if distance2(shooter.tile, target.tile) > weapon.extreme**2:
        what = f"{target.id} is beyond the {weapon.extreme} tiles of {weapon.name}"
        return Refusal(what, "D20-F8", "go nearer")
    if not state.board.sees(shooter.tile, target.tile):
        return Refusal(f"{shooter.id} does not see {target.id}", remedy="go where it sees it")
    return None


def beside(state: State, shooter: Figure, target: Figure) -> Refusal | None:
    """Why a figure can't strike another."""
    if in_reach(state.board, shooter.tile, target.tile):
        return None
    return Refusal(f"{target.id} is not beside {shooter.id}", "D20-F14", "go next to it")


@lru_cache(maxsize=8192)
def band(weapon: Arm, away2: int) -> int:
    """In which range band a squared distance lies, from 0; a border is in the nearer one."""
    return next((n for n, name in enumerate(BANDS) if away2 <= getattr(weapon, name) ** 2), 4)


def range_costs(weapon: Arm, perception: int, away2: int) -> int:
    """What range takes off Accuracy, softened by perception (D20-F8)."""
    bands = max(0, band(weapon, away2) - BANDS.index(weapon.best))
    return min(0, BAND_COSTS * bands + max(0, min(MOST_SOFTENED, modifier(perception))))


def recoil(figure: Figure, *, watch: bool) -> int:
    """What the bursts of this turn take off Accuracy (D20-36 to D20-45)."""
    fired, watched = figure.count("bursts"), figure.count("watch_bursts")
    if READINGS.one_recoil:
        return RECOIL * (fired + watched)
    return RECOIL * (watched if watch else fired)


def skilled(figure: Figure, weapon: Arm, *, watch: bool = False) -> list[Part]:
    """What a figure adds to any d20 with a weapon: attribute, skill, aim, recoil, limbs."""
    parts = list(_trained(fighter(figure), weapon.skill))
    if aim := figure.count("aim"):
        parts.append(("aim", AIM_ADDS * aim, "D20-F9"))
    if kick := recoil(figure, watch=watch):
        parts.append(("recoil", kick, "D20-36"))
    return parts + handicaps(figure)


@lru_cache(maxsize=1024)
def _trained(kind: Fighter, skill: Skill) -> tuple[Part, ...]:
    attribute = ATTRIBUTE[skill]
    parts: tuple[Part, ...] = (
        (attribute, modifier(getattr(kind, attribute)), "D20-F1"),
        (skill, getattr(kind, skill), "D20-10"),
    )
    return tuple(part for part in parts if part[1])


def accuracy(shot: Shot) -> list[Part]:
    """What each shot adds to its d20, a called limb apart (D20-10, D20-11)."""
    parts = skilled(shot.shooter, shot.weapon, watch=shot.watch)
    if shot.burst and shot.weapon.burst_penalty:
        parts.append(("burst", -shot.weapon.burst_penalty, "D20-07"))
    if not shot.melee:
        away2 = distance2(shot.shooter.tile, shot.target.tile)
        if costs := range_costs(shot.weapon, fighter(shot.shooter).perception, away2):
            parts.append(("range", costs, "D20-F8"))
    return parts


def called(shot: Shot) -> list[Part]:
    """What a called limb takes off a single shot (D20-F4), or the first of a burst (D20-47)."""
    rule = "D20-47" if shot.burst else "D20-F4"
    return [(WORDS[shot.limb], CALLED[shot.limb], rule)] if shot.limb else []


def hits_of(weapon: Arm) -> Hits:
    """What a weapon does with each hit."""
    return Hits(weapon.damage_dice, weapon.damage_sides, weapon.damage_bonus, weapon.gatling)


Numbers = tuple[Shots, Hits, Body, Question]
"""What the rule of an attack on a figure is rolled with."""


def margin_of(state: State, shot: Shot) -> int:
    """By how much Accuracy is above Evasion, a called limb apart (D20-10)."""
    return total(accuracy(shot)) - total(_guard(state, shot))


def _guard(state: State, shot: Shot) -> list[Part]:
    return evasion(state.board, shot.target, shot.shooter.tile, melee=shot.melee)


def shots_of(weapon: Arm, margin: int, *, burst: bool = False, limb: str = "") -> Shots:
    """How an attack with so much Accuracy over Evasion is rolled (D20-06, D20-47)."""
    penalty = CALLED.get(limb, 0)
    return Shots(
        count=shots(weapon, burst=burst),
        first=margin + penalty,
        later=margin + penalty * READINGS.called_shared,
        crit=D20 + 1 - weapon.crit_range,
        crit_die=weapon.crit_die,
        limb=LIMBS.index(limb) if limb else NO_LIMB,
        readings=READINGS,
    )


def question_of(shot: Shot) -> Question:
    """What its odds are asked for: of a limb only where it can be crippled yet."""
    if shot.limb and not crippled(shot.target, shot.limb):
        return Limb(LIMBS.index(shot.limb), spare(shot.target, shot.limb), leaves(shot.weapon))
    return Health(leaves(shot.weapon))


def _numbers(shot: Shot, margin: int) -> Numbers:
    rolled = shots_of(shot.weapon, margin, burst=shot.burst, limb=shot.limb)
    return rolled, hits_of(shot.weapon), body(shot.target, shot.weapon), question_of(shot)


def attack_of(state: State, shot: Shot) -> Attack:
    """The attack that a shot makes."""
    parts, guard = accuracy(shot), _guard(state, shot)
    numbers = _numbers(shot, total(parts) - total(guard))
    return Attack(
        rule=burst,
        args=numbers,
        subjects=(shot.target.id,),
        named=shot.target.id,
        modifiers=(
            *_accuracy_lines(shot, parts),
            *modifiers("Evasion", shot.target.id, guard),
            *armour_lines(shot.target.id, numbers[2]),
        ),
    )


def _accuracy_lines(shot: Shot, parts: list[Part]) -> tuple[Modifier, ...]:
    """The lines of Accuracy; where only the first shot has the limb's penalty, told apart."""
    name, limb = shot.target.id, called(shot)
    if shot.count == 1 or not limb or READINGS.called_shared:
        return modifiers("Accuracy", name, [*parts, *limb])
    return modifiers("first shot", name, [*parts, *limb]) + modifiers("later shots", name, parts)


def attack(state: State, order: Order) -> Attack | None:
    """The attack of an order to fire or strike; None where it can't be made."""
    shot = shot_of(state, order)
    return None if isinstance(shot, Refusal) else attack_of(state, shot)
