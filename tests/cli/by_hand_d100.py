"""The d100 by hand: every roll counted out, and none of the game's rules called.

Everything is worked out from the words of the rules (EP-nn). A man's numbers and state are read
where a scenario has them; what it leaves out is in `PERSON` and `GUN`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from attrs import evolve, field, frozen

from tests.cli.by_hand_ground import Ground, Spot, far2
from tests.cli.odds_scenarios import FigureSpec, state

PERSON: Mapping[str, Any] = {
    **dict.fromkeys(("melee", "unarmed", "throwing", "fray", "dur"), 30),
    **dict.fromkeys(("energy", "kinetic"), 0),
    "som": 15,
    "wound_threshold": 6,
    "morph": "biomorph",
    "smartlink": False,
}
GUN: Mapping[str, Any] = {
    **dict.fromkeys(("dice", "add", "ap", "short", "medium", "long", "extreme", "length"), 0),
    **dict.fromkeys(("shock", "indirect"), False),
    "skill": "ranged",
    "against": "kinetic",
    "blast": "",
    "radius": 0,
}
BANDS = (("short", 0), ("medium", -10), ("long", -20), ("extreme", -30))
CAP = 60
COVER = (0, -10, -20, -30)
"""What the board's grades of cover are worth."""
BURST_BONUS = {"burst": (10, 1), "full": (30, 3)}
"""What a burst adds to hit, or dice that it adds to damage."""
NOW, TURN, MINUTE = 100, 100, 2000
"""Clock points: the first turn, a turn, a minute of 20 turns."""


@frozen
class Result:
    """What happens to one man."""

    hit: bool = False
    damage: int = 0
    wounds: int = 0
    out: bool = False
    prone: bool = False
    stunned: int = 0
    jolted: bool = False
    subdued: bool = False
    freed: bool = False


NOTHING = Result()
Chances = dict[Result, Fraction]
Sums = dict[int, Fraction]


def stat(man: FigureSpec, name: str) -> Any:
    """A field of a man's kind."""
    return {**PERSON, **man.numbers}[name]


def left(man: FigureSpec) -> int:
    """Durability that he has left (EP-12)."""
    return int(stat(man, "dur")) - state(man, "damage")


def shocked(man: FigureSpec) -> int:
    """-30 for what shook him, 10 less for every minute (EP-16) or turn (EP-A7) gone by."""
    minutes = -(-max(0, state(man, "shocked") - NOW) // MINUTE)
    turns = -(-max(0, state(man, "jolted") - NOW) // TURN)
    return -10 * min(3, max(minutes, turns))


def hurt(man: FigureSpec) -> int:
    """What wounds and shocks take off all that he does."""
    return shocked(man) - 10 * state(man, "wounds")


@frozen
class Shot:
    """An attack as it is ordered: who at what, on which ground, among whom.

    `before` are the targets that the same action has attacked already, `also` those that a burst
    is split over; `bonus` says what a burst adds to, `length` how far suppressive fire reaches.
    """

    ground: Ground
    men: Sequence[FigureSpec]
    shooter: FigureSpec
    aim: Spot
    named: str = ""
    gun: Mapping[str, Any] = field(factory=dict)
    mode: str = "single"
    bonus: str = "hit"
    also: Sequence[str] = ()
    before: Sequence[str] = ()
    grapple: bool = False
    wound: bool = True
    length: int = 0

    def of(self, name: str) -> Any:
        """A field of the weapon."""
        return {**GUN, **self.gun}[name]

    def man(self, name: str) -> FigureSpec:
        """One of those there."""
        return next(man for man in self.men if man.id == name)

    @property
    def targets(self) -> list[FigureSpec]:
        """Whom it is aimed at, in order."""
        return [self.man(name) for name in (self.named, *self.also) if name]

    @property
    def far(self) -> int:
        """The square of the distance to the aim."""
        return far2(self.shooter.at, self.aim)


def succeeds(roll: int, target: int) -> bool:
    """00 always does, 99 never."""
    return roll == 0 or (roll <= target and roll != 99)


def critical(roll: int) -> bool:
    """Doubles are."""
    return roll % 11 == 0


@cache
def chance(target: int) -> Fraction:
    """How often a plain test succeeds."""
    return Fraction(sum(succeeds(roll, target) for roll in range(100)), 100)


def beats(attack: int, goal: int, defence: int, guard: int) -> bool:
    """Whether an attacker's roll wins the opposed test: a critical first, then the higher."""
    if not succeeds(attack, goal):
        return False
    if not succeeds(defence, guard):
        return True
    return (critical(attack), attack) > (critical(defence), defence)


@cache
def winning(goal: int, guard: int | None) -> dict[int, Fraction]:
    """How often each roll of the attacker hits; nobody defends where there is no guard."""
    if guard is None:
        return {a: Fraction(1, 100) for a in range(100) if succeeds(a, goal)}
    counts = {a: sum(beats(a, goal, d, guard) for d in range(100)) for a in range(100)}
    return {a: Fraction(n, 10000) for a, n in counts.items() if n}


def capped(*modifiers: int) -> int:
    """All modifiers of a test together, 60 either way at most."""
    return max(-CAP, min(CAP, sum(modifiers)))


def reach_band(shot: Shot, spot: Spot) -> int:
    """What the distance is worth: 10 within two, else by the band."""
    away = far2(shot.shooter.at, spot)
    if away <= 4:
        return 10
    return next(value for name, value in BANDS if away <= int(shot.of(name)) ** 2)


def in_melee(shot: Shot) -> bool:
    """Whether an enemy who can fight stands beside the shooter."""
    at, side = shot.shooter.at, shot.shooter.id[0]
    enemies = (man for man in shot.men if man.id[0] != side and defends(man))
    return any(shot.ground.beside(at, man.at) for man in enemies)


def handling(shot: Shot) -> int:
    """What the shooter brings to any shot or throw: wounds, haste, aim, a smartlink, a scuffle."""
    man = shot.shooter
    smart = 10 * int(stat(man, "smartlink") and shot.of("skill") == "ranged")
    hindered = -20 * state(man, "ran") - 30 * in_melee(shot)
    return hurt(man) + smart + state(man, "aimed") + hindered


def further(shot: Shot, man: FigureSpec) -> int:
    """-20 for each other target that the action has attacked before this one."""
    names = [*shot.before, shot.named, *shot.also]
    return -20 * len(dict.fromkeys(names[: names.index(man.id)]))


def superior(shot: Shot, spot: Spot) -> int:
    """20 from higher ground."""
    return 20 * (shot.ground.level(shot.shooter.at) > shot.ground.level(spot))


def aimed(shot: Shot, man: FigureSpec) -> int:
    """The target number of a shot at a man."""
    lying = lies(man) and far2(shot.shooter.at, man.at) >= 100
    burst = 0
    if shot.mode in BURST_BONUS and shot.bonus == "hit" and not shot.also:
        burst = BURST_BONUS[shot.mode][0]
    modifiers = (
        reach_band(shot, man.at),
        COVER[shot.ground.cover(shot.shooter.at, man.at)],
        -10 * lying,
        superior(shot, man.at),
        handling(shot),
        burst,
        further(shot, man),
    )
    return int(stat(shot.shooter, shot.of("skill"))) + capped(*modifiers)


def defends(man: FigureSpec) -> bool:
    """Whether he may: not when he is stunned or surprised."""
    return man.state.get("posture") != "stunned" and not state(man, "surprised")


def guarded(man: FigureSpec) -> int | None:
    """Half of Fray against a shot."""
    if not defends(man):
        return None
    return int(stat(man, "fray")) // 2 + capped(hurt(man), 30 * state(man, "defending"))


def reach(shot: Shot) -> int:
    """10 for whoever alone has a long weapon (EP-02): positive for the attacker."""
    mine = int(shot.of("length")) > 50
    theirs = int(shot.man(shot.named).state.get("reach", 0)) > 50
    return 10 * (int(mine) - int(theirs))


def rolled(dice: int) -> Sums:
    """The sum of so many ten-sided dice."""
    sums = {0: Fraction(1)}
    for _ in range(dice):
        after: Sums = {}
        for total, p in sums.items():
            for face in range(1, 11):
                after[total + face] = after.get(total + face, Fraction(0)) + p / 10
        sums = after
    return sums


def add(told: Chances, result: Result, p: Fraction) -> None:
    """Count a result."""
    if p:
        told[result] = told.get(result, Fraction(0)) + p


def harmed(man: FigureSpec, damage: int, so_far: Result) -> Iterator[tuple[Result, Fraction]]:
    """Damage as far as he has durability, wounds, and the tests against falling and fainting."""
    damage = min(damage, left(man))
    wounds = damage // int(stat(man, "wound_threshold"))
    result = evolve(so_far, damage=damage, wounds=wounds)
    if damage == left(man):
        yield evolve(result, out=True, stunned=0, jolted=False), Fraction(1)
        return
    stands = chance(3 * int(stat(man, "som")) + capped(-10 * (state(man, "wounds") + wounds)))
    awake = stands if wounds > 1 else Fraction(1)
    up = stands if wounds and not result.stunned and not lies(man) else Fraction(1)
    yield evolve(result, out=True, stunned=0, jolted=False), 1 - awake
    yield result, awake * up
    yield evolve(result, prone=True), awake * (1 - up)


def lies(man: FigureSpec) -> bool:
    """Whether he lies on the ground: prone, or stunned (EP-13)."""
    return bool(man.state.get("posture", "standing") != "standing")


def jolts(shot: Shot, man: FigureSpec) -> Iterator[tuple[Result, Fraction]]:
    """EP-12, EP-13, EP-18: the shock before the damage; stunned for three turns or more."""
    if not shot.of("shock") or stat(man, "morph") not in ("biomorph", "pod"):
        yield Result(hit=True), Fraction(1)
        return
    target = left(man) + int(stat(man, "energy"))
    yield Result(hit=True, jolted=True), chance(target)
    failures = [max(3, (r - target) // 10) for r in range(100) if not succeeds(r, target)]
    for turns in sorted(set(failures)):
        yield Result(hit=True, stunned=turns), Fraction(failures.count(turns), 100)


def armour(shot: Shot, man: FigureSpec) -> int:
    """Armour of the right kind, less what pierces it."""
    return max(0, int(stat(man, shot.of("against"))) - int(shot.of("ap")))


def dealt(
    shot: Shot, man: FigureSpec, dice: int, bonus: int, *, soft: bool, subdued: bool = False
) -> Chances:
    """What a hit does: shock, DV or half of it, armour unless it is a critical."""
    told: Chances = {}
    stops = 0 if soft else armour(shot, man)
    for jolt, p in jolts(shot, man):
        for total, q in rolled(dice).items():
            value = total + int(shot.of("add")) + bonus
            value = value // 2 if jolt.jolted else value
            for result, r in harmed(man, max(0, value - stops), jolt):
                add(told, evolve(result, subdued=subdued and not down(result)), p * q * r)
    return told


def down(result: Result) -> bool:
    """Whether there is nobody left to hold in a grip."""
    return result.out or result.stunned > 0


def margin(roll: int) -> int:
    """What a margin of success adds to the DV."""
    return 10 if roll >= 60 else 5 if roll >= 30 else 0


def struck(shot: Shot, man: FigureSpec, goal: int, guard: int | None, dice: int) -> Chances:
    """An attack on one man against what he rolls."""
    told: Chances = {}
    kinds: dict[tuple[int, bool], Fraction] = {}
    for roll, p in winning(goal, guard).items():
        key = margin(roll), critical(roll)
        kinds[key] = kinds.get(key, Fraction(0)) + p
    add(told, NOTHING, 1 - sum(kinds.values(), Fraction(0)))
    for (bonus, soft), p in kinds.items():
        hold = shot.grapple and bonus > 0
        if shot.grapple and not (soft and shot.wound):
            add(told, Result(hit=True, subdued=hold), p)
            continue
        for result, q in dealt(shot, man, dice, bonus, soft=soft, subdued=hold).items():
            add(told, result, p * q)
    return told


def fired(shot: Shot) -> dict[str, Chances]:
    """A shot, a burst, or a burst split over several."""
    dice = int(shot.of("dice"))
    if shot.mode in BURST_BONUS and shot.bonus == "damage" and not shot.also:
        dice += BURST_BONUS[shot.mode][1]
    return {man.id: struck(shot, man, aimed(shot, man), guarded(man), dice) for man in shot.targets}


def swept(shot: Shot) -> dict[str, Chances]:
    """Suppressive fire: on each enemy in its cone one shot, for range, wounds and full defence."""
    told: dict[str, Chances] = {}
    for man in shot.men:
        near = far2(shot.shooter.at, man.at) <= int(shot.of("extreme")) ** 2
        if man.id[0] == "b" or not near:
            continue
        if shot.ground.in_wedge(shot.shooter.at, shot.aim, shot.length, man.at):
            told[man.id] = struck(shot, man, *bare_numbers(shot, man), int(shot.of("dice")))
    return told


def bare_numbers(shot: Shot, man: FigureSpec) -> tuple[int, int | None]:
    """EP-35: the target numbers of a free attack, and of the figure that is shot at."""
    tired = -10 * state(shot.shooter, "wounds")
    goal = int(stat(shot.shooter, "ranged")) + capped(reach_band(shot, man.at), tired)
    if not defends(man):
        return goal, None
    ready = capped(-10 * state(man, "wounds"), 30 * state(man, "defending"))
    return goal, int(stat(man, "fray")) // 2 + ready


def close_numbers(shot: Shot) -> tuple[int, int | None]:
    """The target numbers of a blow or a grapple, and of whoever wards it off."""
    man, other = shot.shooter, shot.man(shot.named)
    edge = reach(shot)
    goal = int(stat(man, shot.of("skill"))) + capped(
        hurt(man), max(0, edge), -20 * state(man, "ran")
    )
    if not defends(other):
        return goal, None
    warded = capped(hurt(other), 30 * state(other, "defending"), max(0, -edge))
    return goal, int(stat(other, "fray")) + warded


def fought(shot: Shot) -> dict[str, Chances]:
    """A blow or a grapple: melee skill against Fray."""
    goal, guard = close_numbers(shot)
    other = shot.man(shot.named)
    return {other.id: struck(shot, other, goal, guard, int(shot.of("dice")))}


def broken_free(shot: Shot, by: str) -> dict[str, Chances]:
    """EP-27: the man in a grip at -30 against whoever holds him, both by the same test."""
    held, holder = shot.man(shot.named), shot.shooter
    skill = [3 * stat(m, "som") if by == "som" else stat(m, "unarmed") for m in (held, holder)]
    goal, guard = skill[0] + capped(hurt(held), -30), skill[1] + capped(hurt(holder))
    free = sum(winning(goal, guard).values(), Fraction(0))
    return {holder.id: {NOTHING: 1 - free, Result(hit=True, freed=True): free}}


def points_lost(men: Sequence[FigureSpec], told: Mapping[str, Chances]) -> dict[str, Fraction]:
    """What each side may expect to lose: half of a man by shares of damage, all when he is out.

    A wound is a twelfth of him, lying down half of that; a shock is a tenth, or two fifths if he is
    stunned by it; a grip is a quarter.
    """
    lost = {"b": Fraction(0), "r": Fraction(0)}
    for man in men:
        dur = int(stat(man, "dur"))
        rest = 1 - Fraction(state(man, "damage"), 2 * dur)
        for result, p in told.get(man.id, {}).items():
            share = Fraction(result.damage, 2 * dur)
            share += Fraction(2 * result.wounds + result.prone + 6 * result.subdued, 24)
            share += Fraction(result.jolted, 10)
            if result.stunned and man.state.get("posture") != "stunned":
                share += Fraction(2, 5)
            lost[man.id[0]] += 10 * p * (rest if result.out else min(rest, share))
    return lost
