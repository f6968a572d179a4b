"""The dice pool by hand: pools of six-sided dice counted out, and none of the game's rules called.

Everything is worked out from the words of the rules (POOL-nn). A man's numbers and state are read
where a scenario has them; what it leaves out is in `TROOPER` and `GUN`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, floor
from typing import Any

from attrs import field, frozen

from tests.cli.by_hand_ground import Ground, Spot, bands, far2, metres
from tests.cli.odds_scenarios import FigureSpec

TROOPER = {"intuition": 3, "edge": 2, "dodge": 2, "melee": 2, "av": 0}
GUN = {"ap": 0, "increment": 0, "rate": 0, "compensation": 0, "choke": False, "blast": 0}
FAR = 99
"""More tiles than any map is wide."""
ROUNDS = {"short": 3, "long": 6, "full": 10, "split": 3}
COVER_DICE = (0, 2, 4, 4)
"""What the board's grades of cover add to a defence."""
NOTHING = (0, 0, False)
Result = tuple[int, int, bool]
"""Hits, damage, taken by surprise."""
Chances = dict[Result, Fraction]


def stat(man: FigureSpec, name: str) -> int:
    """A number of a man's kind."""
    return int({**TROOPER, **man.numbers}[name])


def wounds(man: FigureSpec) -> int:
    """Dice that his damage costs him: one for every 3 full boxes."""
    return int(man.state.get("damage", 0)) // 3


def boxes(man: FigureSpec) -> int:
    """What he can still take: 8, and half of his Body rounded up, less what he has taken."""
    return 8 + (stat(man, "body") + 1) // 2 - int(man.state.get("damage", 0))


@cache
def hits(dice: int) -> tuple[Fraction, ...]:
    """The chance of each number of hits in a pool: a 5 or a 6 is one."""
    return tuple(Fraction(comb(dice, k) * 2 ** (dice - k), 3**dice) for k in range(dice + 1))


def resisted(raw: int, man: FigureSpec) -> dict[int, Fraction]:
    """One Body roll against what got through; no more counts than he has boxes (POOL-35)."""
    chances: dict[int, Fraction] = {}
    for k, p in enumerate(hits(stat(man, "body"))):
        damage = min(max(0, raw - k), boxes(man))
        chances[damage] = chances.get(damage, Fraction(0)) + p
    return chances


def on_foot(man: FigureSpec, name: str) -> int:
    """Dice for what he does: agility and a skill, what he has aimed, less wounds and running."""
    dice = stat(man, "agility") + stat(man, name) + int(man.state.get("aim", 0))
    return dice - wounds(man) - 2 * int(man.state.get("ran", 0))


@frozen
class Shot:
    """Fire as it is ordered: who at what, on which ground, among whom.

    `choke`, `mode`, `burst` and `spread` are words; `others` are the men other than `named` that a
    split burst has been fired at before.
    """

    ground: Ground
    men: Sequence[FigureSpec]
    shooter: FigureSpec
    aim: Spot
    named: str = ""
    gun: Mapping[str, Any] = field(factory=dict)
    mode: str = "sa"
    choke: str = "medium"
    burst: str = ""
    spread: str = "narrow"
    degrees: int = 45
    extra: str = "most"
    limit: int = 9
    others: int = 0
    held: bool = False

    def of(self, name: str) -> int:
        """A number of the gun as it is set (POOL-42, POOL-44)."""
        number = int({**GUN, **self.gun}[name])
        if not self.gun.get("choke"):
            return number
        narrow = {"ap": -1, "increment": 1, "rate": 1}
        wide = {"ap": 1, "compensation": 1, "dv": -1}
        return number + {"narrow": narrow, "wide": wide}.get(self.choke, {}).get(name, 0)

    @property
    def wide_shot(self) -> bool:
        """Whether a choke makes it a cone."""
        return bool(self.gun.get("choke")) and self.choke == "wide"

    @property
    def rounds(self) -> int:
        """How many it fires."""
        return ROUNDS[self.burst] if self.burst else int(self.gun.get("volley", 1))

    @property
    def farthest(self) -> int:
        """POOL-42: the maximum grows with the increment."""
        return 5 * self.of("increment")


def attack_dice(shot: Shot) -> int:
    """The pool of a shot, never less than one die."""
    earlier = int(shot.shooter.state.get("fired", 0))
    kick = shot.of("rate") * (earlier + shot.rounds - 1) - shot.of("compensation")
    dice = on_foot(shot.shooter, "skill") - bands(shot.shooter.at, shot.aim, shot.of("increment"))
    dice += int(shot.wide_shot) - max(0, kick) - 2 * shot.others - 2 * int(shot.held)
    return max(1, dice - 3 * int(engaged(shot)))


def engaged(shot: Shot) -> bool:
    """Whether the one he fires at has an enemy beside him, be it the shooter."""
    target = next((man for man in shot.men if man.id == shot.named), None)
    if target is None:
        return False
    enemies = (man for man in shot.men if man.id[0] != target.id[0])
    return any(shot.ground.beside(man.at, target.at) for man in enemies)


def defence_dice(shot: Shot, man: FigureSpec) -> int:
    """Reaction, dodge in full defence, cover, and lying down from 10 tiles on, less wounds."""
    dice = stat(man, "reaction") + COVER_DICE[shot.ground.cover(shot.shooter.at, man.at)]
    if man.state.get("defending"):
        dice += stat(man, "dodge")
    if man.state.get("posture") == "prone" and far2(shot.shooter.at, man.at) >= 100:
        dice += 2
    return max(0, dice - wounds(man))


def nearest(shot: Shot) -> list[FigureSpec]:
    """Everybody else, the nearest to the shooter first, then by id."""
    others = (man for man in shot.men if man.id != shot.shooter.id)
    return sorted(others, key=lambda man: (far2(shot.shooter.at, man.at), man.id))


def subjects(shot: Shot) -> list[FigureSpec]:
    """Whom a shot can meet, in order: its target, or all in its line or cone (POOL-18..23)."""
    if not shot.burst and not shot.gun.get("choke"):
        return [man for man in shot.men if man.id == shot.named]
    apex, ground = shot.shooter.at, shot.ground
    if shot.spread == "wide" or shot.wide_shot:
        length = 2 * shot.of("increment") if shot.wide_shot else shot.farthest
        return [
            man
            for man in nearest(shot)
            if ground.in_cone(apex, shot.aim, length, shot.degrees, man.at)
        ]
    return [m for m in nearest(shot) if ground.in_line(apex, shot.aim, shot.farthest, m.at)]


def extra_hits(shot: Shot, man: FigureSpec, net: int, beyond: int) -> int:
    """POOL-26..29, 37..39: net hits by recoil rate and range, a rate of 0 counting one half.

    A volley of a weapon without modes (POOL-05) is reckoned in the same way.
    """
    rate = Fraction(shot.of("rate")) or Fraction(1, 2)
    most = floor(net / (rate + int(shot.spread == "wide") + beyond))
    own = man.id[0] == shot.shooter.id[0]
    none = shot.extra == "least" or (own and shot.extra == "enemies")
    return 0 if none else min(most, shot.limit)


def unawares(shot: Shot, man: FigureSpec) -> Fraction:
    """How often a man is surprised by a shooter out of hiding: 6 dice more against 3."""
    if not shot.shooter.hidden or man.id[0] == shot.shooter.id[0]:
        return Fraction(0)
    wits = [
        max(0, stat(one, "reaction") + stat(one, "intuition") + bonus - wounds(one))
        for one, bonus in ((shot.shooter, 6), (man, 3 * int(man.state.get("defending", 0))))
    ]
    ambusher, victim = (list(enumerate(hits(dice))) for dice in wits)
    return sum((p * q for a, p in ambusher for v, q in victim if v < a), Fraction(0))


@frozen
class Struck:
    """How one man may be met by an attack: rounds that hit, net hits, surprised, how often."""

    count: int
    net: int
    surprised: bool
    chance: Fraction


def meets(shot: Shot, man: FigureSpec, attack: int, left: int) -> Iterator[Struck]:
    """How often so many hits of the test strike a man, and with what net hits."""
    beyond = bands(shot.shooter.at, man.at, shot.of("increment"))
    raised = beyond if shot.spread == "wide" and not shot.gun.get("choke") else 0
    ambush = unawares(shot, man)
    for surprised, share in ((True, ambush), (False, 1 - ambush)):
        for defence, p in enumerate(hits(0 if surprised else defence_dice(shot, man))):
            net = attack - defence - raised
            if net < 1 or not left:
                yield Struck(0, 0, surprised, p * share)
            else:
                more = extra_hits(shot, man, net, beyond) if shot.rounds > 1 else 0
                yield Struck(min(1 + more, left), net, surprised, p * share)


def through(shot: Shot, man: FigureSpec, count: int, net: int) -> int:
    """POOL-31..34: what all hits together leave after armour; a hit never heals."""
    if not count:
        return 0
    armour = max(0, stat(man, "av") + shot.of("ap"))
    first, other = (max(0, shot.of("dv") + n - armour) for n in (net, 0))
    return first + (count - 1) * other


def fired(shot: Shot) -> dict[str, Chances]:
    """What a shot or burst does to each whom it can meet: one test, rounds stopped one by one."""
    unstopped = bool(shot.gun.get("penetrating")) or (shot.wide_shot and not shot.burst)
    told: dict[str, Chances] = {man.id: {} for man in subjects(shot)}
    for attack, chance in enumerate(hits(attack_dice(shot))):
        flying = {shot.rounds: chance}
        for man in subjects(shot):
            after: dict[int, Fraction] = {}
            for left, p in flying.items():
                for met in meets(shot, man, attack, left):
                    weight = p * met.chance
                    still = left if unstopped else left - met.count
                    after[still] = after.get(still, Fraction(0)) + weight
                    harm = resisted(through(shot, man, met.count, met.net), man)
                    _add(told[man.id], met.count, harm, weight, surprised=met.surprised)
            flying = after
    return told


def _add(
    told: Chances,
    count: int,
    damage: Mapping[int, Fraction],
    weight: Fraction,
    *,
    surprised: bool = False,
) -> None:
    for amount, p in damage.items():
        key = count, amount, surprised
        told[key] = told.get(key, Fraction(0)) + weight * p


def swept(shot: Shot) -> dict[str, Chances]:
    """Suppressive fire: reaction and edge against the hits of a test without recoil and range."""
    apex = shot.shooter.at
    length = 2 * shot.of("increment") if shot.wide_shot else shot.farthest
    dice = max(1, on_foot(shot.shooter, "skill") + int(shot.wide_shot))
    told: dict[str, Chances] = {}
    for man in nearest(shot):
        inside = shot.ground.in_cone(apex, shot.aim, length, 45, man.at)
        if not inside or shot.ground.cover(apex, man.at):
            continue
        told[man.id] = {}
        own = max(0, stat(man, "reaction") + stat(man, "edge") - wounds(man))
        for attack, p in enumerate(hits(dice)):
            for defence, q in enumerate(hits(own)):
                count = int(defence < attack)
                harm = resisted(through(shot, man, count, 0), man)
                _add(told[man.id], count, harm, p * q)
    return told


def landings(shot: Shot) -> dict[Spot | None, Fraction]:
    """Where a blast comes down: a d10 for direction and distance, 2 less for each hit.

    What is lobbed without a mode is thrown, and stops at a wall as what is fired directly does.
    """
    told: dict[Spot | None, Fraction] = {}
    lobbed = bool(shot.gun.get("lobbed") and shot.gun.get("modes"))
    for count, p in enumerate(hits(attack_dice(shot))):
        for face in range(1, 11):
            off = max(0, face - 2 * count)
            spot = shot.ground.scattered(shot.shooter.at, shot.aim, face, off, stops=not lobbed)
            told[spot] = told.get(spot, Fraction(0)) + p / 10
    return told


def blown(shot: Shot, landing: Mapping[Spot | None, Fraction]) -> dict[str, Chances]:
    """What a blast does to everybody near one of its landings: 1 less a tile, armour, Body.

    It ends where nothing of its damage is left, or at the weapon's own limit in tiles. Whom
    something of it reaches is hit, even where armour stops that (POOL-A12).
    """
    told: dict[str, Chances] = {}
    for spot, weight in landing.items():
        for man in shot.men:
            end = shot.gun.get("blast", 0) or FAR
            if spot is None or not shot.ground.in_blast(spot, end, man.at):
                continue
            armour = max(0, stat(man, "av") + shot.of("ap"))
            reaching = shot.of("dv") - metres(spot, man.at)
            if reaching > 0:
                harm = resisted(max(0, reaching - armour), man)
                _add(told.setdefault(man.id, {}), 1, harm, weight)
    return {name: spared(chances) for name, chances in told.items()}


def spared(chances: Chances) -> Chances:
    """With what is left to certainty as nothing at all."""
    rest = 1 - sum(chances.values())
    return {**chances, NOTHING: chances.get(NOTHING, Fraction(0)) + rest}


def struck(shot: Shot) -> dict[str, Chances]:
    """Close combat: melee and agility against reaction and melee; damage as one hit."""
    man = next(man for man in shot.men if man.id == shot.named)
    own = max(0, stat(man, "reaction") + stat(man, "melee") - wounds(man) + _dodge(man))
    told: Chances = {}
    for attack, p in enumerate(hits(max(1, on_foot(shot.shooter, "melee")))):
        for defence, q in enumerate(hits(own)):
            net = attack - defence
            harm = resisted(through(shot, man, int(net > 0), net), man)
            _add(told, int(net > 0), harm, p * q)
    return {man.id: told}


def _dodge(man: FigureSpec) -> int:
    return stat(man, "dodge") if man.state.get("defending") else 0


def points_lost(men: Iterable[FigureSpec], told: Mapping[str, Chances]) -> dict[str, Fraction]:
    """What each side may expect to lose: half of a man by shares of damage, all when he is out.

    A man who is surprised is an eighth the less for it.
    """
    lost = {"b": Fraction(0), "r": Fraction(0)}
    for man in men:
        whole = boxes(man) + int(man.state.get("damage", 0))
        for (_, damage, surprised), p in told.get(man.id, {}).items():
            before = Fraction(whole - boxes(man), 2 * whole)
            after = before + Fraction(damage, 2 * whole) + surprised * Fraction(1, 8)
            lost[man.id[0]] += p * 10 * ((1 if damage == boxes(man) else after) - before)
    return lost
