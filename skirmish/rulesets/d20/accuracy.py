"""Attacks on a figure as planned, and their numbers: Accuracy against Evasion, range, recoil."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import distance2
from skirmish.core.memo import kept
from skirmish.core.state import State
from skirmish.rulesets.attack import Attack, Modifier, Part, modifiers, total
from skirmish.rulesets.d20.budget import of_attack
from skirmish.rulesets.d20.counters import AIMED, BURSTS, WATCH_BURSTS
from skirmish.rulesets.d20.dice import (
    D20,
    NO_LIMB,
    READINGS,
    Body,
    Health,
    Hits,
    Limb,
    Question,
    Shots,
    burst,
)
from skirmish.rulesets.d20.figures import (
    armour_lines,
    body,
    crippled,
    effects_of,
    evading,
    evasion,
    handicaps,
    kind_of,
    modifier,
    spare,
)
from skirmish.rulesets.d20.kinds import BANDS, CALLED, LIMBS, WORDS, Kind, Skill, Weapon, shots

SINGLE = "single"
BURST = "burst"
AIM_ADDS = 2
"""Accuracy for each aim (D20-F9)."""
RECOIL = -4
"""Penalty of each burst on the Accuracy of later attacks (D20-36, D20-37)."""
BAND_COSTS = -5
"""Penalty of each range band beyond the best one (D20-F8)."""
MOST_SOFTENED = 5
"""The most of the range penalty that perception makes up for (D20-F8)."""
ATTRIBUTE: Mapping[Skill, str] = {
    "guns": "agility",
    "energy": "perception",
    "explosives": "perception",
    "melee": "strength",
}
"""The attribute that goes with a skill (D20-F1)."""


@frozen
class Shot:
    """A legal attack on a figure as ordered; `watch`: it is made from overwatch.

    D20-01.
    """

    shooter: Figure
    weapon: Weapon
    target: Figure
    burst: bool = False
    limb: str = ""
    melee: bool = False
    watch: bool = False

    @property
    def count(self) -> int:
        """The number of its shots (D20-06)."""
        return shots(self.weapon, burst=self.burst)

    @property
    def points(self) -> int:
        """Its cost in action points (D20-49, D20-F4, D20-F6)."""
        return of_attack(self.weapon, burst=self.burst, called=bool(self.limb), melee=self.melee)

    @property
    def price(self) -> tuple[int, str, str]:
        """Its cost in action points, its name in words, and the rule for that.

        D20-05, D20-49, D20-F4, D20-F6.
        """
        sort = "blow" if self.melee else "throw" if self.weapon.thrown else "shot"
        words = BURST if self.burst else sort
        rules = ("D20-49", "D20-05") if self.burst else ("D20-F4", "D20-F6")
        return self.points, f"a called {words}" if self.limb else f"a {words}", rules[not self.limb]


@lru_cache(maxsize=8192)
def band(weapon: Weapon, away2: int) -> int:
    """The range band of a squared distance, from 0; a border belongs to the nearer one.

    D20-F8.
    """
    return next((n for n, name in enumerate(BANDS) if away2 <= getattr(weapon, name) ** 2), 4)


def range_costs(weapon: Weapon, perception: int, away2: int) -> int:
    """The range penalty on Accuracy, softened by perception (D20-F8)."""
    bands = max(0, band(weapon, away2) - BANDS.index(weapon.best))
    return min(0, BAND_COSTS * bands + max(0, min(MOST_SOFTENED, modifier(perception))))


def recoil(figure: Figure, *, watch: bool) -> int:
    """The penalty of this turn's bursts on Accuracy (D20-36 to 38, D20-40, D20-44, D20-A9)."""
    fired, watched = figure.count(BURSTS), figure.count(WATCH_BURSTS)
    if READINGS.one_recoil:
        return RECOIL * (fired + watched)
    return RECOIL * (watched if watch else fired)


def skilled(figure: Figure, weapon: Weapon, *, watch: bool = False) -> list[Part]:
    """The parts of any d20 of a figure with a weapon: attribute, skill, aim, recoil, limbs.

    D20-10, D20-36, D20-F1, D20-F5, D20-F9.
    """
    parts = list(_trained(kind_of(figure), weapon.skill))
    if aim := figure.count(AIMED):
        parts.append(("aim", AIM_ADDS * aim, "D20-F9"))
    if kick := recoil(figure, watch=watch):
        parts.append(("recoil", kick, "D20-36"))
    return parts + handicaps(figure)


def skill(figure: Figure, weapon: Weapon, *, watch: bool = False) -> int:
    """The sum of `skilled`, kept with the figure."""
    key = ("skill", weapon.skill, watch)
    found: int = kept(figure.cache, key, lambda: total(skilled(figure, weapon, watch=watch)))
    return found


@lru_cache(maxsize=1024)
def _trained(kind: Kind, skill: Skill) -> tuple[Part, ...]:
    """Attribute modifier and skill (D20-10, D20-F1)."""
    attribute = ATTRIBUTE[skill]
    parts: tuple[Part, ...] = (
        (attribute, modifier(getattr(kind, attribute)), "D20-F1"),
        (skill, getattr(kind, skill), "D20-10"),
    )
    return tuple(part for part in parts if part[1])


def accuracy(shot: Shot) -> list[Part]:
    """The parts of Accuracy for each shot, without a called limb (D20-10, D20-11, D20-07, D20-08).

    D20-F7, D20-F8.
    """
    parts = skilled(shot.shooter, shot.weapon, watch=shot.watch)
    if shot.burst and shot.weapon.burst_penalty:
        parts.append(("burst", -shot.weapon.burst_penalty, "D20-07"))
    if not shot.melee:
        away2 = distance2(shot.shooter.tile, shot.target.tile)
        if costs := range_costs(shot.weapon, kind_of(shot.shooter).perception, away2):
            parts.append(("range", costs, "D20-F8"))
    return parts


def aim_of(shot: Shot) -> int:
    """The sum of `accuracy`."""
    shooter, weapon = shot.shooter, shot.weapon
    sum_of = skill(shooter, weapon, watch=shot.watch) - weapon.burst_penalty * shot.burst
    if shot.melee:
        return sum_of
    away2 = distance2(shooter.tile, shot.target.tile)
    return sum_of + range_costs(weapon, kind_of(shooter).perception, away2)


def called(shot: Shot) -> list[Part]:
    """The penalty of a called limb on a single shot (D20-F4), or the first of a burst (D20-47)."""
    rule = "D20-47" if shot.burst else "D20-F4"
    return [(WORDS[shot.limb], CALLED[shot.limb], rule)] if shot.limb else []


def hits_of(weapon: Weapon) -> Hits:
    """The damage of each hit of a weapon (D20-18, D20-30, D20-32)."""
    return Hits(weapon.damage_dice, weapon.damage_sides, weapon.damage_bonus, weapon.gatling)


Numbers = tuple[Shots, Hits, Body, Question]
"""The numbers that the rule of an attack on a figure is rolled with."""


def margin_of(state: State, shot: Shot) -> int:
    """Accuracy less Evasion, without a called limb (D20-10, D20-F1)."""
    guard = evading(state.board, shot.target, shot.shooter.tile, melee=shot.melee)
    return aim_of(shot) - guard


def _guard(state: State, shot: Shot) -> list[Part]:
    return evasion(state.board, shot.target, shot.shooter.tile, melee=shot.melee)


@lru_cache(maxsize=8192)
def shots_of(weapon: Weapon, margin: int, burst: bool = False, limb: str = "") -> Shots:
    """How an attack with this margin of Accuracy over Evasion is rolled (D20-06, D20-47).

    D20-16, D20-A8, D20-F2.
    """
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
    """The question for its odds: about a limb only if it can still be crippled."""
    if shot.limb and not crippled(shot.target, shot.limb):
        return Limb(LIMBS.index(shot.limb), spare(shot.target, shot.limb), effects_of(shot.weapon))
    return Health(effects_of(shot.weapon))


def _numbers(shot: Shot, margin: int) -> Numbers:
    rolled = shots_of(shot.weapon, margin, shot.burst, shot.limb)
    return rolled, hits_of(shot.weapon), body(shot.target, shot.weapon), question_of(shot)


FIRST_CALLED = "only the first shot of a burst is called; if it misses, the others hit any limb"


def attack_of(state: State, shot: Shot) -> Attack:
    """The attack that a shot makes (D20-03, D20-11)."""
    parts, guard = accuracy(shot), _guard(state, shot)
    numbers = _numbers(shot, margin_of(state, shot))
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
        rolled=FIRST_CALLED if _calls_first(shot) else "",
    )


def _calls_first(shot: Shot) -> bool:
    """Whether only the first of several shots has the penalty of the called limb (D20-A8)."""
    return shot.count > 1 and bool(called(shot)) and not READINGS.called_shared


def _accuracy_lines(shot: Shot, parts: list[Part]) -> tuple[Modifier, ...]:
    """The lines of Accuracy; the first shot has its own if only it has the limb's penalty."""
    name, limb = shot.target.id, called(shot)
    if not _calls_first(shot):
        return modifiers("Accuracy", name, [*parts, *limb])
    return modifiers("first shot", name, [*parts, *limb]) + modifiers("later shots", name, parts)
