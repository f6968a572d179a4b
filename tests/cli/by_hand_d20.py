"""The d20 by hand: every face counted out, and none of the game's rules called.

Everything is worked out from the words of the rules (D20-nn). A man's numbers and state are read
where a scenario has them; what it leaves out is in `FIGHTER` and `ARM`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from attrs import field, frozen

from tests.cli.by_hand_ground import Ground, Spot, far2
from tests.cli.odds_scenarios import FigureSpec

FIGHTER = {
    **dict.fromkeys(("strength", "perception", "agility"), 5),
    **dict.fromkeys(("guns", "energy", "melee", "explosives", "size"), 0),
    **dict.fromkeys(("physical_dt", "physical_dr", "energy_dt", "energy_dr"), 0),
}
ARM: Mapping[str, Any] = {
    **dict.fromkeys(("damage_dice", "damage_bonus", "fire_rate", "burst_penalty", "radius"), 0),
    **dict.fromkeys(("close", "medium", "long", "extreme"), 0),
    **dict.fromkeys(("gatling", "crit_range"), 1),
    **dict.fromkeys(("damage_sides", "crit_die"), 6),
    **dict.fromkeys(("indirect", "thrown"), False),
    "skill": "guns",
    "damage_type": "physical",
    "best": "close",
}
BANDS = ("close", "medium", "long", "extreme")
ATTRIBUTE: Mapping[str, str] = {
    "explosives": "perception",
    "guns": "agility",
    "energy": "perception",
    "melee": "strength",
}
COVER_EVASION = (0, 2, 4, 4)
"""What the board's grades of cover add to Evasion."""
CALLED = {"torso": -3, "head": -9}
PERCENT = {"head": 25, "torso": 50}
LEG_OR_ARM = (-6, 30)
LOCATION_FACES = {"torso": 6, "head": 2}
"""Of 20, the faces that find each; arms and legs have three each."""
FACES = range(1, 21)
NOTHING = (0, 0, False)
Result = tuple[int, int, bool]
"""Hits, damage, the called limb crippled."""
Chances = dict[Result, Fraction]
Sums = dict[int, Fraction]
Pairs = dict[tuple[int, int], Fraction]
"""Chances of a sum of damage, and of the called limb's share of it."""


def stat(man: FigureSpec, name: str) -> int:
    """A number of a man's kind."""
    return int({**FIGHTER, **man.numbers}[name])


def special(man: FigureSpec, name: str) -> int:
    """The modifier of an attribute: what it is over 5."""
    return stat(man, name) - 5


def life(man: FigureSpec) -> int:
    """Hit points that he has left."""
    return stat(man, "hp") - int(man.state.get("damage", 0))


def takes(limb: str, hp: int) -> int:
    """What a limb can take: its share of the hit points, rounded half up."""
    return (PERCENT.get(limb, LEG_OR_ARM[1]) * hp + 50) // 100


def spare(man: FigureSpec, limb: str) -> int:
    """What a limb can still take, less its hurts."""
    return takes(limb, stat(man, "hp")) - int(man.state.get(limb, 0))


def crippled(man: FigureSpec, limb: str) -> bool:
    """Whether a limb can take no more."""
    return spare(man, limb) <= 0


@frozen
class Shot:
    """An attack as it is ordered: who at what, on which ground, among whom."""

    ground: Ground
    men: Sequence[FigureSpec]
    shooter: FigureSpec
    aim: Spot
    named: str = ""
    gun: Mapping[str, Any] = field(factory=dict)
    burst: bool = False
    limb: str = ""
    before: int = 0
    """Bursts that the shooter has fired already in this turn; all of them missed."""

    def of(self, name: str) -> Any:
        """What a scenario says of the weapon."""
        return {**ARM, **self.gun}[name]

    @property
    def target(self) -> FigureSpec:
        """Whom it names."""
        return next(man for man in self.men if man.id == self.named)


def band(shot: Shot) -> int:
    """The band that the aim lies in; its far end belongs to it."""
    away = far2(shot.shooter.at, shot.aim)
    return next(n for n, name in enumerate(BANDS) if away <= int(shot.of(name)) ** 2)


def ranged(shot: Shot) -> int:
    """-5 for each band beyond the best, softened by perception up to 5, never above 0."""
    beyond = max(0, band(shot) - BANDS.index(shot.of("best")))
    return min(0, -5 * beyond + min(5, max(0, special(shot.shooter, "perception"))))


def condition(shot: Shot) -> int:
    """Aim, earlier bursts (D20-36, D20-37), crippled arms and head."""
    man = shot.shooter
    hurt = sum(crippled(man, limb) for limb in ("left_arm", "right_arm", "head"))
    return 2 * int(man.state.get("aim", 0)) - 4 * shot.before - 4 * hurt


def accuracy(shot: Shot, *, melee: bool = False) -> int:
    """All that a shot adds to its die, a called shot's penalty left out."""
    skill = shot.of("skill")
    total = special(shot.shooter, ATTRIBUTE[skill]) + stat(shot.shooter, skill) + condition(shot)
    total -= int(shot.of("burst_penalty")) if shot.burst else 0
    return total + (0 if melee else ranged(shot))


def evasion(shot: Shot, *, melee: bool = False) -> int:
    """10, agility and size, cover, lying down, a crippled head."""
    man = shot.target
    total = 10 + special(man, "agility") + stat(man, "size")
    if not melee:
        total += COVER_EVASION[shot.ground.cover(shot.shooter.at, man.at)]
    if man.state.get("posture") == "prone":
        total += -2 if far2(shot.shooter.at, man.at) <= 25 else 2
    return total - 2 * int(crippled(man, "head"))


def faces(bonus: int, guard: int, crit: int) -> tuple[Fraction, Fraction]:
    """The chances of a CRIT, and of a plain hit: a natural 1 misses, the total must be more."""
    crits = [f for f in FACES if f >= 21 - crit]
    plain = [f for f in FACES if f not in crits and f > 1 and f + bonus > guard]
    return Fraction(len(crits), 20), Fraction(len(plain), 20)


def rolled(dice: int, sides: int) -> Sums:
    """The sum of so many dice."""
    sums = {0: Fraction(1)}
    for _ in range(dice):
        sums = add(sums, {face: Fraction(1, sides) for face in range(1, sides + 1)})
    return sums


def add(one: Sums, other: Sums, most: int | None = None) -> Sums:
    """The sum of two that do not hang together; what is over `most` counts as that."""
    sums: Sums = {}
    for a, p in one.items():
        for b, q in other.items():
            total = a + b if most is None else min(a + b, most)
            sums[total] = sums.get(total, Fraction(0)) + p * q
    return sums


def wound(shot: Shot, man: FigureSpec) -> Sums:
    """What one hit leaves after DT: bullets first (D20-32, D20-33), then DT, at least 1."""
    dt = stat(man, f"{shot.of('damage_type')}_dt")
    sums: Sums = {}
    for roll, p in rolled(shot.of("damage_dice"), shot.of("damage_sides")).items():
        left = max(1, (roll + shot.of("damage_bonus")) * shot.of("gatling") - dt)
        sums[left] = sums.get(left, Fraction(0)) + p
    return sums


def after_dr(total: int, man: FigureSpec, kind: str) -> int:
    """DR in percent off a whole attack, half up, and no more than he has hit points."""
    left = 100 - stat(man, f"{kind}_dr")
    return min((total * left + 50) // 100, life(man))


def enough(man: FigureSpec, kind: str) -> int:
    """The least total that takes all his hit points; 1 where none ever does."""
    if stat(man, f"{kind}_dr") == 100:
        return 1
    total = 1
    while after_dr(total, man, kind) < life(man):
        total += 1
    return total


def exploding(sides: int, most: int) -> Sums:
    """The CRIT die: its highest face rolls again and adds; all from `most` on counts as that."""
    sums: Sums = {}
    base, weight = 0, Fraction(1)
    while base < most:
        for face in range(1, sides):
            total = min(most, base + face)
            sums[total] = sums.get(total, Fraction(0)) + weight / sides
        base, weight = base + sides, weight / sides
    sums[most] = sums.get(most, Fraction(0)) + weight
    return sums


MISS, HIT, CRIT = range(3)


def hit_counts(shot: Shot, *, melee: bool = False) -> dict[tuple[int, int], Fraction]:
    """How often so many shots hit, and what the first of them did."""
    shots = int(shot.of("fire_rate")) + 1 if shot.burst else 1
    bonus, guard = accuracy(shot, melee=melee), evasion(shot, melee=melee)
    called = CALLED.get(shot.limb, LEG_OR_ARM[0]) if shot.limb else 0
    crit, plain = faces(bonus + called, guard, shot.of("crit_range"))
    # Later shots pay nothing for the limb (D20-A8); their own CRITs are hits (D20-A2).
    later = sum(faces(bonus, guard, shot.of("crit_range")))
    counts = {(0, MISS): 1 - crit - plain, (1, HIT): plain}
    for _ in range(shots - 1):
        after: dict[tuple[int, int], Fraction] = {}
        for (n, first), p in counts.items():
            for more, q in ((0, 1 - later), (1, later)):
                after[n + more, first] = after.get((n + more, first), Fraction(0)) + p * q
        counts = after
    # After a CRIT on the first all others hit (D20-A1).
    return {**counts, (shots, CRIT): crit}


def fired(shot: Shot, *, melee: bool = False) -> dict[str, Chances]:
    """What a single shot, a burst or a blow does to its target."""
    man, kind = shot.target, shot.of("damage_type")
    most = enough(man, kind)
    one: Sums = {}
    for left, p in wound(shot, man).items():
        one[min(left, most)] = one.get(min(left, most), Fraction(0)) + p
    told: Chances = {}
    for (n, first), weight in hit_counts(shot, melee=melee).items():
        sums = exploding(shot.of("crit_die"), most) if first == CRIT else {0: Fraction(1)}
        both = {(total, total): p for total, p in sums.items()}
        here = on_the_limb(shot, first)
        for _ in range(n):
            both = spread(both, one, here, most)
        for (total, share), p in both.items():
            key = n, after_dr(total, man, kind), maims(shot, total, share)
            told[key] = told.get(key, Fraction(0)) + weight * p
    return {man.id: told}


def on_the_limb(shot: Shot, first: int) -> Fraction:
    """How often a hit is on the called limb: always after a first hit, else by its faces."""
    if not shot.limb or first != MISS:
        return Fraction(bool(shot.limb))
    return Fraction(LOCATION_FACES.get(shot.limb, 3), 20)


def spread(both: Pairs, one: Sums, here: Fraction, most: int) -> Pairs:
    """One hit more: on the sum of all, and if it falls there on the called limb's share."""
    pairs: Pairs = {}
    for (total, share), p in both.items():
        for left, q in one.items():
            for more, r in ((left, here), (0, 1 - here)):
                key = min(total + left, most), min(share + more, most)
                pairs[key] = pairs.get(key, Fraction(0)) + p * q * r
    return {key: p for key, p in pairs.items() if p}


def maims(shot: Shot, total: int, share: int) -> bool:
    """Whether a called limb is crippled by its share, on a man who keeps standing."""
    man, kind = shot.target, shot.of("damage_type")
    if not shot.limb or crippled(man, shot.limb):
        return False
    bears = spare(man, shot.limb) <= after_dr(share, man, kind)
    return bears and after_dr(total, man, kind) < life(man)


def landings(shot: Shot) -> dict[Spot | None, Fraction]:
    """Where an explosive comes down: what the total lacks, halved up, in the d10's direction."""
    bonus = special(shot.shooter, "perception") + stat(shot.shooter, "explosives")
    bonus += condition(shot)
    unseen = not shot.ground.sees(shot.shooter.at, shot.aim)
    difficulty = 15 + 5 * int(unseen) + 10 * band(shot)
    stops = not shot.of("indirect")
    told: dict[Spot | None, Fraction] = {}
    for face in FACES:
        off = (max(0, difficulty - face - bonus) + 1) // 2
        for turn in range(1, 11):
            spot = shot.ground.scattered(shot.shooter.at, shot.aim, turn, off, stops=stops)
            told[spot] = told.get(spot, Fraction(0)) + Fraction(1, 200)
    return told


def blown(shot: Shot, landing: Mapping[Spot | None, Fraction]) -> dict[str, Chances]:
    """What an explosive does to everybody near one of its landings."""
    kind, told = shot.of("damage_type"), {}
    for man in shot.men:
        spots = (spot for spot in landing if spot is not None)
        near = [s for s in spots if shot.ground.in_blast(s, shot.of("radius"), man.at)]
        weight = sum((landing[spot] for spot in near), Fraction(0))
        if not near:
            continue
        mine: Chances = {NOTHING: 1 - weight}
        for left, p in wound(shot, man).items():
            key = 1, after_dr(left, man, kind), False
            mine[key] = mine.get(key, Fraction(0)) + weight * p
        told[man.id] = mine
    return told


def points_lost(men: Iterable[FigureSpec], told: Mapping[str, Chances]) -> dict[str, Fraction]:
    """What each side may expect to lose: half of a man by shares of damage, all when he is out.

    A crippled limb is a sixth of him.
    """
    lost = {"b": Fraction(0), "r": Fraction(0)}
    for man in men:
        whole = stat(man, "hp")
        before = Fraction(whole - life(man), 2 * whole)
        for (_, damage, maimed), p in told.get(man.id, {}).items():
            after = before + Fraction(damage, 2 * whole) + maimed * Fraction(1, 6)
            lost[man.id[0]] += p * 10 * ((1 if damage == life(man) else after) - before)
    return lost
