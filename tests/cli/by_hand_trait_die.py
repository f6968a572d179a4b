"""Trait die by hand: open-ended dice counted out, and none of the game's rules called.

Everything is worked out from the words of the rules (AMMO-nn). A man's numbers and state are read
where a scenario has them; what it leaves out is in `SOLDIER` and `GUN`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

from attrs import evolve, field, frozen

from tests.cli.by_hand_ground import Ground, Spot, far2
from tests.cli.odds_scenarios import FigureSpec, state

SOLDIER: Mapping[str, Any] = {
    **dict.fromkeys(("agility", "spirit", "strength", "vigor"), 6),
    **dict.fromkeys(("shooting", "fighting", "throwing"), 6),
    **dict.fromkeys(("armour", "wild_card"), 0),
}
GUN: Mapping[str, Any] = {
    **dict.fromkeys(("dice", "bonus", "ap", "short", "medium", "long", "magazine"), 0),
    "sides": 6,
    "shotgun": False,
}
GOAL, RAISE = 4, 4
WILD = 6
COVER = (0, 1, 2, 4)
"""What the board's grades of cover take off a shot: light, medium, heavy."""
LYING = 2
MODES: Mapping[str, tuple[int, int]] = {"double": (1, 1), "burst": (2, 2), "rapid": (-4, 0)}
"""What a mode adds to the roll, and to the damage."""
DEPLETES = {"single": 1, "double": 2, "burst": 3, "auto": 3, "rapid": 3}
MISSED, HIT, RAISED = range(3)
CALLED = {"": (0, 0), "limb": (-2, 0), "head": (-4, 4)}
Sums = dict[int, Fraction]


@frozen
class Result:
    """What happens to one man; `tokens` are those that the attack costs."""

    hit: bool = False
    raises: int = 0
    shaken: bool = False
    wounds: int = 0
    tokens: int = 0


NOTHING = Result()
Chances = dict[Result, Fraction]


def stat(man: FigureSpec, name: str) -> Any:
    """A field of a man's kind."""
    return {**SOLDIER, **man.numbers}[name]


def left(man: FigureSpec) -> int:
    """Wounds that put him out: the first, or a wild card's fourth."""
    return (4 if stat(man, "wild_card") else 1) - state(man, "damage")


@frozen
class Shot:
    """An attack as it is ordered: who at what, on which ground, among whom.

    `dice` are the targets of each die, in order; `aims` those that the shooter aimed at before.
    """

    ground: Ground
    men: Sequence[FigureSpec]
    shooter: FigureSpec
    aim: Spot
    named: str = ""
    gun: Mapping[str, Any] = field(factory=dict)
    mode: str = "single"
    dice: Sequence[str] = ()
    limb: str = ""
    aims: Sequence[str] = ()

    def of(self, name: str) -> Any:
        """A field of the weapon."""
        return {**GUN, **self.gun}[name]

    def man(self, name: str) -> FigureSpec:
        """One of those there."""
        return next(man for man in self.men if man.id == name)

    @property
    def tokens(self) -> int:
        """What is in the weapon."""
        return int(self.shooter.state.get("tokens", capacity(self.of("magazine"))))


FAR = 120
"""No agility total above it is looked at: what that leaves out is below any rounding."""


def up_to(man: FigureSpec, most: int) -> Fraction:
    """The chance of an agility total up to this one: each of the dice shows no more (AMMO-F8)."""
    chance, most = Fraction(1), most + state(man, "damage")
    for sides in [stat(man, "agility"), *[WILD] * bool(stat(man, "wild_card"))]:
        sums = [n for n in range(1, most + 1) if n % sides]
        chance *= sum((Fraction(1, sides ** (n // sides + 1)) for n in sums), Fraction(0))
    return chance


def goes_first(holder: FigureSpec, actor: FigureSpec) -> Fraction:
    """AMMO-F16: the holder's total is no lower than the other's."""
    exactly = ((n, up_to(holder, n) - up_to(holder, n - 1)) for n in range(-4, FAR))
    return sum((p * up_to(actor, n) for n, p in exactly), Fraction(0))


def capacity(magazine: int) -> int:
    """AMMO-02 to AMMO-04."""
    if magazine <= 10:
        return int(magazine > 0)
    return 2 if magazine <= 40 else -(-magazine // 20)


@cache
def open_ended(sides: int, most: int) -> Sums:
    """A die that rolls on after its highest face; all from `most` on counts as that."""
    sums: Sums = {}
    base, weight = 0, Fraction(1)
    while base < most:
        for face in range(1, sides):
            total = min(most, base + face)
            sums[total] = sums.get(total, Fraction(0)) + weight / sides
        base, weight = base + sides, weight / sides
    sums[most] = sums.get(most, Fraction(0)) + weight
    return sums


def added(one: Sums, other: Sums, most: int) -> Sums:
    """The sum of two that do not hang together."""
    sums: Sums = {}
    for a, p in one.items():
        for b, q in other.items():
            total = min(most, a + b)
            sums[total] = sums.get(total, Fraction(0)) + p * q
    return sums


def toughness(shot: Shot, man: FigureSpec) -> int:
    """2, half the vigor, and what armour is left."""
    worn = max(0, int(stat(man, "armour")) - int(shot.of("ap")))
    return 2 + int(stat(man, "vigor")) // 2 + worn


def harms(shot: Shot, man: FigureSpec, more: int, *, raised: bool, strength: int = 0) -> Sums:
    """What a hit does: -1 nothing, 0 Shaken, else so many wounds (with no more than matter)."""
    tough, bonus = toughness(shot, man), shot.of("bonus") + more
    most = tough + 4 * left(man) - bonus
    sides = [shot.of("sides")] * shot.of("dice") + [strength] * bool(strength) + [6] * raised
    sums: Sums = {0: Fraction(1)}
    for one in sides:
        sums = added(sums, open_ended(one, max(1, most)), max(1, most))
    told: Sums = {}
    for total, p in sums.items():
        over = total + bonus - tough
        level = -1 if over < 0 else over // 4
        told[level] = told.get(level, Fraction(0)) + p
    return told


def after(man: FigureSpec, was: Result, level: int) -> Result:
    """Shaken, or when he was that already a wound at least; no more than put him out."""
    if level < 0:
        return was
    before = was.shaken or state(man, "shaken")
    wounds = min(left(man), was.wounds + max(level, int(before)))
    return evolve(was, shaken=True, wounds=wounds)


def reach(shot: Shot, spot: Spot) -> tuple[int, int]:
    """What a distance takes off, and how many times a miss scatters."""
    away = far2(shot.shooter.at, spot)
    bands = (("short", 0), ("medium", -2), ("long", -4))
    return next(
        (value, n)
        for n, (name, value) in enumerate(bands, start=1)
        if away <= int(shot.of(name)) ** 2
    )


def hindered(shot: Shot) -> int:
    """Wounds, running, actions taken before."""
    man = shot.shooter
    return -state(man, "damage") - 2 * bool(state(man, "run")) - 2 * state(man, "acts")


def sheltered(shot: Shot, man: FigureSpec) -> int:
    """Cover, or lying down beyond three tiles, whichever is better."""
    cover = COVER[shot.ground.cover(shot.shooter.at, man.at)]
    prone = man.state.get("posture") == "prone" and far2(shot.shooter.at, man.at) > 9
    return max(cover, LYING * prone)


def aimed(shot: Shot, man: FigureSpec) -> int:
    """All that is added to a die at a man."""
    mode = MODES.get(shot.mode, (0, 0))[0]
    recoil = -2 * (shot.mode == "auto" and len(shot.dice) > 1)
    exposed = 2 * state(man, "rapid")
    total = reach(shot, man.at)[0] - sheltered(shot, man) + hindered(shot) + mode + recoil
    return total + exposed + CALLED[shot.limb][0] + 2 * (man.id in shot.aims[-1:])


@frozen
class Die:
    """How a die came out: its margin (4 is a raise, more is the same), its face when it is low."""

    margin: int
    face: int


T = TypeVar("T")
NO_DIE = {Die(-99, 9): Fraction(1)}


def dice_of(sides: int, bonus: int) -> dict[Die, Fraction]:
    """How a die comes out."""
    told: dict[Die, Fraction] = {}
    for total, p in open_ended(sides, max(sides, GOAL + RAISE - bonus)).items():
        die = Die(min(RAISE, total + bonus - GOAL), min(total, 4))
        told[die] = told.get(die, Fraction(0)) + p
    return told


@frozen
class Way:
    """A way for the dice so far: what they did to a man, and whether the lowest is among them."""

    result: Result
    passed: bool


def shot_at(shot: Shot, man: FigureSpec) -> Chances:
    """What an attack does to a man: die by die in order, each finding what the last left.

    A wild card's Wild Die takes the place of the first of the lowest dice, where it is better. So
    the sum is over what the lowest is: all before it are higher, all after it at least as high.
    """
    targets = [shot.man(name) for name in shot.dice or (shot.named,)]
    sides = int(stat(shot.shooter, "shooting"))
    rolls = [dice_of(sides, aimed(shot, target)) for target in targets]
    heavier = MODES.get(shot.mode, (0, 0))[1]
    called = heavier + CALLED[shot.limb][1]
    hurts = [
        {MISSED: {-1: Fraction(1)}}
        | {HIT: harms(shot, man, more, raised=False), RAISED: harms(shot, man, more, raised=True)}
        for more in (heavier, called)
    ]
    told: Chances = {}
    wild = bool(stat(shot.shooter, "wild_card"))
    lowest = sorted({die.margin for roll in rolls for die in roll}) if wild else [-99]
    for low in lowest:
        ways: dict[Way, Fraction] = {Way(NOTHING, passed=not wild): Fraction(1)}
        for target, roll in zip(targets, rolls, strict=True):
            ways = _next_die(shot, man, target, ways, low, roll, hurts)
        for way, p in ways.items():
            if way.passed:
                # Tokens are told with the man who is named.
                lost = way.result.tokens if man.id == shot.named else 0
                result = evolve(way.result, tokens=lost)
                told[result] = told.get(result, Fraction(0)) + p
    return told


def _next_die(
    shot: Shot,
    man: FigureSpec,
    target: FigureSpec,
    ways: Mapping[Way, Fraction],
    low: int,
    roll: Mapping[Die, Fraction],
    hurts: Sequence[Mapping[int, Sums]],
) -> dict[Way, Fraction]:
    told: dict[Way, Fraction] = {}
    bonus = aimed(shot, target)
    for way, p in ways.items():
        for die, q in roll.items():
            if die.margin < low:
                continue
            lowest = die.margin == low and not way.passed
            passed = way.passed or lowest
            for margin, own, r in _replaced(die, bonus, lowest=lowest):
                result = spent(shot, way.result, die)
                for met, s in _met(shot, man, target, die, margin, own=own):
                    for done, t in _hurt(man, result, met, hurts[man.id == target.id][met]):
                        key = Way(done, passed)
                        told[key] = told.get(key, Fraction(0)) + p * q * r * s * t
    return told


def _replaced(die: Die, bonus: int, *, lowest: bool) -> Iterator[tuple[int, bool, Fraction]]:
    """The margin of a die, of the lowest or the Wild Die, and whether it is the die's own."""
    if not lowest:
        yield die.margin, True, Fraction(1)
        return
    for other, p in dice_of(WILD, bonus).items():
        better = other.margin > die.margin
        yield (other.margin if better else die.margin), not better, p


def spent(shot: Shot, was: Result, die: Die) -> Result:
    """AMMO-08 to AMMO-13, AMMO-A4: a token for a die in range, while there are any."""
    if not shot.of("magazine"):
        return was
    lost = int(die.face <= DEPLETES[shot.mode])
    return evolve(was, tokens=min(shot.tokens, was.tokens + lost))


def _met(
    shot: Shot, man: FigureSpec, target: FigureSpec, die: Die, margin: int, *, own: bool
) -> Iterator[tuple[int, Fraction]]:
    """Whether a die hits a man: as its target, or standing beside it when it goes astray."""
    if margin >= 0:
        yield (MISSED if man.id != target.id else RAISED if margin >= RAISE else HIT), Fraction(1)
        return
    wide = 2 if shot.mode == "auto" or shot.of("shotgun") else 1
    beside = bystanders(shot, target)
    if own and die.face <= wide and man.id in beside:
        yield HIT, Fraction(1, len(beside))
        yield MISSED, 1 - Fraction(1, len(beside))
    else:
        yield MISSED, Fraction(1)


def bystanders(shot: Shot, target: FigureSpec) -> list[str]:
    """Who stands beside a target, friend or enemy, but not the shooter himself."""
    return [
        man.id for man in shot.men if 0 < far2(man.at, target.at) <= 2 and man.id != shot.shooter.id
    ]


def _hurt(
    man: FigureSpec, was: Result, met: int, levels: Mapping[int, Fraction]
) -> Iterator[tuple[Result, Fraction]]:
    struck = evolve(was, hit=was.hit or met > MISSED, raises=max(was.raises, int(met == RAISED)))
    for level, p in levels.items():
        yield after(man, struck, level), p


def fired(shot: Shot) -> dict[str, Chances]:
    """What a shot, a burst or a volley does to everybody whom it can meet."""
    names = dict.fromkeys(shot.dice or (shot.named,))
    for name in list(names):
        names |= dict.fromkeys(bystanders(shot, shot.man(name)))
    return {name: shot_at(shot, shot.man(name)) for name in names}


def trait(sides: int, bonus: int, *, wild: bool) -> dict[int, Fraction]:
    """The margin of a trait roll, the better of die and Wild Die; 4 is a raise."""
    one = dice_of(sides, bonus)
    if not wild:
        return merged((die.margin, p) for die, p in one.items())
    other = dice_of(WILD, bonus)
    return merged(
        (max(a.margin, b.margin), p * q) for a, p in one.items() for b, q in other.items()
    )


def merged(pairs: Iterable[tuple[T, Fraction]]) -> dict[T, Fraction]:
    """Equal ones added up."""
    told: dict[T, Fraction] = {}
    for key, p in pairs:
        told[key] = told.get(key, Fraction(0)) + p
    return told


def fought(shot: Shot) -> dict[str, Chances]:
    """A blow: Fighting against Parry, strength and weapon against Toughness."""
    man, other = shot.shooter, shot.man(shot.named)
    parry = 2 + int(stat(other, "fighting")) // 2
    bonus = hindered(shot) + CALLED[shot.limb][0] + GOAL - parry + 2 * state(other, "rapid")
    told: Chances = {}
    wild = bool(stat(man, "wild_card"))
    strength = int(stat(man, "strength"))
    for margin, p in trait(int(stat(man, "fighting")), bonus, wild=wild).items():
        if margin < 0:
            told[NOTHING] = told.get(NOTHING, Fraction(0)) + p
            continue
        raised = margin >= RAISE
        more = CALLED[shot.limb][1]
        for level, q in harms(shot, other, more, raised=raised, strength=strength).items():
            result = after(other, Result(hit=True, raises=int(raised)), level)
            told[result] = told.get(result, Fraction(0)) + p * q
    return {other.id: told}


def points_lost(men: Iterable[FigureSpec], told: Mapping[str, Chances]) -> dict[str, Fraction]:
    """What each side may expect to lose: half of a man by shares of wounds, all when he is out.

    To be Shaken is a fifth of him.
    """
    lost = {"b": Fraction(0), "r": Fraction(0)}
    for man in men:
        whole = left(man) + state(man, "damage")
        before = Fraction(state(man, "damage"), 2 * whole)
        for result, p in told.get(man.id, {}).items():
            after = before + Fraction(result.wounds, 2 * whole)
            after += Fraction(1, 5) * (result.shaken and not state(man, "shaken"))
            lost[man.id[0]] += 10 * p * ((1 if result.wounds == left(man) else after) - before)
    return lost
