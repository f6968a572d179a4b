"""Random questions of odds for the d20: fighters, guns, a map, and the order that asks.

A draw gives what is ordered as a `Shot`, to be worked out by hand, and the line of the order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from attrs import evolve

from tests.cli import by_hand_d20 as d20
from tests.cli.by_hand_d20 import Shot
from tests.cli.by_hand_ground import Spot, far2, random_ground, random_spot
from tests.cli.odds_scenarios import FigureSpec, scenario

Draw = Callable[[Random], tuple[Shot, str]]
ARMS = ("left_arm", "right_arm")
LIMBS = ("head", "torso", *ARMS, "left_leg", "right_leg")


def fighter(chance: Random, most: int) -> dict[str, Any]:
    """A stat block."""
    return {
        "hp": chance.randint(4, most),
        **{name: chance.randint(2, 10) for name in ("strength", "perception", "agility")},
        **{name: chance.randint(-1, 7) for name in ("guns", "energy", "melee", "explosives")},
        **{name: chance.choice((0, 0, 2, 5)) for name in ("physical_dt", "energy_dt")},
        **{
            name: chance.choice((0, 0, 10, 25, 37, 50, 80, 100))
            for name in ("physical_dr", "energy_dr")
        },
        "size": chance.choice((0, 0, 1, -2)),
    }


def condition(chance: Random, numbers: Mapping[str, Any]) -> dict[str, Any]:
    """What somebody came with: damage, lying down, a limb that has taken a good deal."""
    state: dict[str, Any] = {}
    if chance.random() < 0.4:
        state["damage"] = chance.randint(1, numbers["hp"] - 1)
    if chance.random() < 0.3:
        state["posture"] = "prone"
    if chance.random() < 0.4:
        hurt, limb = chance.randint(1, numbers["hp"] // 2 + 1), chance.choice(LIMBS)
        state[limb] = min(hurt, d20.takes(limb, numbers["hp"]))
    return state


def busy(chance: Random, numbers: Mapping[str, Any]) -> dict[str, Any]:
    """How a shooter begins."""
    state = condition(chance, numbers)
    aim = chance.choice((0, 0, 1, 2))
    return {**state, "aim": aim} if aim else state


def kicked(chance: Random, shot: Shot) -> Shot:
    """With bursts fired before it, which cost the aim and shake the gun."""
    before = chance.choice((0, 0, 1, 2))
    if not before or shot.gun.get("thrown"):
        return shot
    man = shot.shooter
    man = evolve(man, state={name: n for name, n in man.state.items() if name != "aim"})
    weapon = {"fire_rate": 1, **shot.gun, "ap_burst": 2}
    return evolve(shot, shooter=man, men=[man, *shot.men[1:]], gun=weapon, before=before)


def earlier(shot: Shot) -> list[str]:
    """The options of the command that fire the bursts before it: every shot a natural 1."""
    order = "fire b1 r1 mode=burst |" + " 20:1" * (shot.gun.get("fire_rate", 0) + 1)
    return ["--at", order] * shot.before


def gun(chance: Random, **more: Any) -> dict[str, Any]:
    """A weapon to shoot with."""
    near, dice = chance.randint(2, 8), chance.randint(0, 2)
    return {
        "skill": chance.choice(("guns", "energy")),
        "damage_type": chance.choice(("physical", "energy")),
        "damage_dice": dice,
        "damage_sides": chance.choice((3, 4, 6)),
        "damage_bonus": chance.randint(-3 if dice else 1, 4),
        "ap_single": 3,
        "crit_range": chance.choice((1, 1, 2, 4)),
        "crit_die": chance.choice((4, 6, 8, 10, 12)),
        "close": near,
        "medium": near + chance.randint(0, 4),
        "long": near + 4 + chance.randint(0, 4),
        "extreme": near + 8 + chance.randint(0, 10),
        "best": chance.choice(d20.BANDS),
        "magazine": 100,
        **more,
    }


def together(chance: Random, weapon: dict[str, Any], most: int, count: int = 0) -> Shot:
    """A shooter who sees `r1` within range, and others somewhere near it."""
    while True:
        ground = random_ground(chance, 26, 11)
        apex = random_spot(chance, ground)
        aim = random_spot(chance, ground, [apex])
        if ground.sees(apex, aim) and 2 < far2(apex, aim) <= weapon.get("extreme", 9) ** 2:
            break
    places = [apex, aim]
    ids = ["b1", "r1", *chance.sample(["b2", "r2", "r3", "b3"], count)]
    men: list[FigureSpec] = []
    for name in ids:
        at = places.pop(0) if places else random_beside(chance, ground.rows, aim, men)
        numbers = fighter(chance, most)
        shoots = name == "b1"
        state = busy(chance, numbers) if shoots else condition(chance, numbers)
        men.append(FigureSpec(name, at, "E", numbers, ["gun"] if shoots else [], state))
    return Shot(ground, men, men[0], aim, "r1", weapon)


def random_beside(chance: Random, rows: Sequence[str], aim: Spot, men: list[FigureSpec]) -> Spot:
    """A free tile within four of the aim."""
    while True:
        x, y = aim[0] + chance.randint(-4, 4), aim[1] + chance.randint(-4, 4)
        inside = 0 <= y < len(rows) and 0 <= x < len(rows[0])
        if inside and rows[y][x] != "#" and (x, y) not in [*(m.at for m in men), aim]:
            return x, y


def written(shot: Shot) -> str:
    """The scenario of a shot."""
    return scenario(
        shot.ground.rows,
        shot.men,
        {"gun": shot.gun},
        "blue",
        {"fog": False},
        ruleset="d20",
        levels=shot.ground.levels,
    )


def single(chance: Random) -> tuple[Shot, str]:
    """One shot, at the body or at a limb; a Gatling's is many bullets."""
    weapon = gun(chance, gatling=chance.choice((1, 1, 3)))
    if chance.random() < 0.2:
        weapon |= {"skill": "melee", "thrown": True}
    shot = kicked(chance, together(chance, weapon, 40))
    limb = chance.choice(("", "", *LIMBS))
    return evolve(shot, limb=limb), "fire b1 r1" + (f" limb={limb}" if limb else "")


def burst(chance: Random) -> tuple[Shot, str]:
    """A burst: the first shot's CRIT carries, a called limb costs the first shot alone."""
    rate = chance.choice((1, 2, 3, 5, 8))
    more = {"fire_rate": rate, "ap_burst": 3, "burst_penalty": chance.randint(0, 6)}
    weapon = gun(chance, gatling=chance.choice((1, 1, 2)), **more)
    shot = kicked(chance, together(chance, weapon, 40))
    limb = chance.choice(("", "", "", *LIMBS))
    order = "fire b1 r1 mode=burst" + (f" limb={limb}" if limb else "")
    return evolve(shot, burst=True, limb=limb), order


def strays(chance: Random) -> tuple[Shot, str]:
    """A burst called at a limb that the first shot will hardly hit, and later ones may cripple."""
    more = {"fire_rate": chance.choice((2, 3, 4, 6)), "ap_burst": 3, "damage_bonus": 4}
    shot = together(chance, gun(chance, gatling=chance.choice((1, 1, 2)), **more), 60)
    soft = dict.fromkeys(("physical_dr", "energy_dr"), chance.choice((0, 20, 37)))
    hurt = {"posture": "prone"} if chance.random() < 0.5 else {}
    man = evolve(shot.target, numbers={**shot.target.numbers, **soft, "hp": 40}, state=hurt)
    limb = chance.choice(LIMBS)
    men = [shot.shooter, man, *shot.men[2:]]
    return evolve(shot, men=men, burst=True, limb=limb), f"fire b1 r1 mode=burst limb={limb}"


def blow(chance: Random) -> tuple[Shot, str]:
    """Close combat: strength and melee, no range."""
    weapon = gun(chance, skill="melee")
    for name in (*d20.BANDS, "magazine", "best"):
        del weapon[name]
    shot = together(chance, weapon, 40)
    free = random_beside_of(chance, shot)
    man = evolve(shot.shooter, at=free)
    limb = chance.choice(("", "", *LIMBS))
    shot = evolve(shot, shooter=man, men=[man, *shot.men[1:]], limb=limb)
    return shot, "strike b1 r1" + (f" limb={limb}" if limb else "")


def random_beside_of(chance: Random, shot: Shot) -> Spot:
    """A free tile next to the target."""
    while True:
        spot = random_beside(chance, shot.ground.rows, shot.aim, list(shot.men))
        if shot.ground.beside(spot, shot.aim):
            return spot


def explosive(chance: Random) -> tuple[Shot, str]:
    """An explosive at a tile: it scatters by what the roll lacks."""
    kind = chance.choice(({}, {"indirect": True}, {"thrown": True}))
    weapon = gun(chance, skill="explosives", radius=chance.randint(1, 4), **kind)
    weapon |= {"best": "close", "crit_range": 1, "damage_bonus": chance.randint(1, 9)}
    shot = evolve(together(chance, weapon, 25, chance.randint(1, 4)), named="")
    if kind:
        reach = weapon["extreme"] ** 2
        aim = random_spot(chance, shot.ground, [shot.shooter.at])
        shot = evolve(shot, aim=aim) if far2(shot.shooter.at, aim) <= reach else shot
    return shot, f"bombard b1 {shot.aim[0]},{shot.aim[1]}"
