"""Random questions of odds for the d100: people, guns, a map, and the order that asks.

A draw gives what is ordered as a `Shot`, to be worked out by hand, and the line of the order.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from random import Random
from typing import Any

from attrs import evolve

from tests.cli.by_hand_d100 import Shot
from tests.cli.by_hand_ground import Ground, Spot, far2, random_ground, random_spot, spot_near
from tests.cli.odds_scenarios import FigureSpec, scenario

Draw = Callable[[Random], tuple[Shot, list[str]]]
MORPHS = ("biomorph", "biomorph", "biomorph", "pod", "synthmorph", "bot", "vehicle")


def person(chance: Random) -> dict[str, Any]:
    """A stat block."""
    skills = ("ranged", "melee", "unarmed", "throwing")
    return {
        **{name: chance.choice((5, 30, 45, 60, 75, 90, 110)) for name in skills},
        "fray": chance.choice((0, 15, 30, 45, 61, 75, 100)),
        "som": chance.choice((0, 5, 10, 15, 20, 30)),
        "dur": chance.randint(8, 60),
        "wound_threshold": chance.randint(2, 15),
        "energy": chance.choice((0, 3, 6, 12)),
        "kinetic": chance.choice((0, 3, 6, 12)),
        "morph": chance.choice(MORPHS),
        "smartlink": chance.random() < 0.3,
    }


def condition(chance: Random, numbers: dict[str, Any]) -> dict[str, Any]:
    """What somebody came with: hurts, a posture, a shock that wears off."""
    state: dict[str, Any] = {}
    if chance.random() < 0.4:
        state["damage"] = chance.randint(1, numbers["dur"] - 1)
    if chance.random() < 0.4:
        # No more than such a body takes before it is out.
        most = (numbers["dur"] - 1) // numbers["wound_threshold"]
        state["wounds"] = min(chance.randint(1, 4), most)
    if chance.random() < 0.3:
        state["posture"] = "prone"
    if chance.random() < 0.15:
        state["shocked"] = chance.choice((300, 2100, 2200, 4100, 4200, 6100))
    elif chance.random() < 0.15:
        state["jolted"] = chance.choice((200, 300, 400, 500))
    return state


def subject(chance: Random, numbers: dict[str, Any]) -> dict[str, Any]:
    """The condition of somebody who is shot at."""
    state = condition(chance, numbers)
    if chance.random() < 0.25:
        state["defending"] = 1
    if chance.random() < 0.1:
        state["surprised"] = 300
    if chance.random() < 0.1:
        state |= {"posture": "stunned", "stunned": 400}
    return state


def busy(chance: Random, numbers: dict[str, Any]) -> dict[str, Any]:
    """The condition of somebody who attacks."""
    state = condition(chance, numbers)
    state["aimed"] = chance.choice((0, 0, 10, 30))
    return {name: value for name, value in state.items() if value}


def gun(chance: Random, **more: Any) -> dict[str, Any]:
    """A weapon to shoot with."""
    short = chance.randint(1, 6)
    dice = chance.randint(0, 4)
    return {
        "dice": dice,
        "add": chance.randint(0 if dice else 1, 12),
        "ap": chance.choice((0, 0, 2, 5, 10)),
        "against": chance.choice(("kinetic", "energy")),
        "short": short,
        "medium": short + chance.randint(0, 5),
        "long": short + 5 + chance.randint(0, 5),
        "extreme": short + 10 + chance.randint(0, 10),
        "magazine": 100,
        "shock": chance.random() < 0.25,
        **more,
    }


def together(chance: Random, weapon: dict[str, Any], count: int = 0, near: int = 4) -> Shot:
    """A shooter who sees `r1` within range, and others round about the target."""
    while True:
        ground = random_ground(chance, 26, 11)
        apex = random_spot(chance, ground)
        aim = random_spot(chance, ground, [apex])
        if ground.sees(apex, aim) and far2(apex, aim) <= weapon["extreme"] ** 2:
            break
    places = [apex, aim]
    while len(places) < count + 2:
        places.append(spot_near(chance, ground, aim, places, near))
    ids = ["b1", "r1", *chance.sample(["b2", "r2", "r3", "b3"], count)]
    numbers = person(chance)
    state = busy(chance, numbers)
    men = [FigureSpec("b1", apex, "E", numbers, ["gun"], state)]
    for name, at in zip(ids[1:], places[1:], strict=True):
        numbers = person(chance)
        men.append(FigureSpec(name, at, "E", numbers, [], subject(chance, numbers)))
    return Shot(ground, men, men[0], aim, "r1", weapon)


def written(shot: Shot) -> str:
    """The scenario of a shot; whoever is to run stands where he comes from."""
    men = [evolve(man, state=_at_start(man)) for man in shot.men]
    if "ran" in shot.shooter.state:
        men[0] = evolve(men[0], at=starts(shot)[0])
    return scenario(
        shot.ground.rows,
        men,
        {"gun": shot.gun, **{f"blade_{m.id}": _blade(m) for m in shot.men if "reach" in m.state}},
        "blue",
        {"fog": False},
        ruleset="d100",
        levels=shot.ground.levels,
    )


def _at_start(man: FigureSpec) -> dict[str, Any]:
    return {name: value for name, value in man.state.items() if name not in ("reach", "ran")}


def asks(shot: Shot, order: str) -> list[str]:
    """What the command is asked: the order, after a short run where the shooter has run."""
    if "ran" not in shot.shooter.state:
        return [order]
    (a, b), (x, y) = starts(shot)[0], shot.shooter.at
    return [order, "--at", f"run b1 {a},{b}>{x},{y}"]


def starts(shot: Shot) -> list[Spot]:
    """Free tiles from which a step leads to where the shooter stands."""
    at, taken = shot.shooter.at, [man.at for man in shot.men]
    around = beside(shot.ground, at)
    return [spot for spot in around if spot not in taken and shot.ground.beside(spot, at)]


def hurried(chance: Random, shot: Shot) -> Shot:
    """Now and then the shooter comes running, and then without an aim."""
    man = shot.shooter
    if chance.random() < 0.7 or "posture" in man.state or not starts(shot):
        return shot
    state = {**man.state, "ran": 1, "aimed": 0}
    man = evolve(man, state={name: value for name, value in state.items() if value})
    return evolve(shot, men=[man, *shot.men[1:]], shooter=man)


def _blade(man: FigureSpec) -> dict[str, Any]:
    return {"skill": "melee", "add": 1, "length": man.state["reach"]}


def single(chance: Random) -> tuple[Shot, list[str]]:
    """A single or semi-automatic shot, or a thrown blade."""
    weapon = gun(chance, modes=[chance.choice(("single", "semi"))])
    if chance.random() < 0.2:
        weapon |= {"skill": "throwing", "modes": ["single"]}
    shot = hurried(chance, together(chance, weapon, chance.randint(0, 2)))
    return shot, asks(shot, "fire b1 r1")


def second(chance: Random) -> tuple[Shot, list[str]]:
    """The second shot or burst of an action, after one that missed; the aim is gone."""
    mode = chance.choice(("semi", "burst"))
    shot = together(chance, gun(chance, modes=[mode]), 1)
    other = next(man for man in shot.men if man.id not in ("b1", "r1"))
    first = chance.choice((other.id, "r1"))
    seen = shot.ground.sees(shot.shooter.at, other.at)
    if not seen or other.id[0] == "b" or far2(shot.shooter.at, other.at) > shot.gun["extreme"] ** 2:
        return second(chance)
    man = evolve(shot.shooter, state={**shot.shooter.state, "aimed": 0})
    shot = evolve(shot, men=[man, *shot.men[1:]], shooter=man, mode=mode)
    shot = evolve(shot, before=[first] if first != "r1" else [])
    return shot, ["fire b1 r1", "--at", f"fire b1 {first} | 100:99"]


def held(chance: Random) -> tuple[Shot, list[str]]:
    """Somebody in a grip tries to break free, by bare hands or by main force."""
    shot, _ = blow(chance)
    weapon = {**shot.gun, "skill": "unarmed", "shock": False}
    state = {name: value for name, value in shot.shooter.state.items() if name != "ran"}
    strong = {**shot.shooter.numbers, "unarmed": 130}
    man = evolve(shot.shooter, numbers=strong, state=state)
    hurts = {k: v for k, v in shot.men[1].state.items() if k in ("wounds", "shocked", "jolted")}
    other = evolve(shot.men[1], numbers={**shot.men[1].numbers, "fray": 0}, weapons=[], state=hurts)
    shot = evolve(shot, men=[man, other, *shot.men[2:]], shooter=man, gun=weapon)
    by = chance.choice(("unarmed", "som"))
    return shot, [f"free r1 by={by}", "--at", "grapple b1 r1 | 100:31 100:99"]


def burst(chance: Random) -> tuple[Shot, list[str]]:
    """A burst or full automatic fire at one man, for hitting or for damage."""
    mode = chance.choice(("burst", "full"))
    bonus = chance.choice(("hit", "damage"))
    shot = hurried(chance, together(chance, gun(chance, modes=[mode])))
    return evolve(shot, mode=mode, bonus=bonus), asks(shot, f"fire b1 r1 bonus={bonus}")


def split(chance: Random) -> tuple[Shot, list[str]]:
    """A burst over two, full automatic fire over up to three: 20 harder for each further one."""
    mode = chance.choice(("burst", "full"))
    shot = together(chance, gun(chance, modes=[mode]))
    count = 1 if mode == "burst" else chance.randint(1, 2)
    men, places = list(shot.men), [man.at for man in shot.men]
    for name in ["r2", "r3"][:count]:
        around = [
            spot
            for man in men[1:]
            for spot in beside(shot.ground, man.at)
            if spot not in places
            and shot.ground.sees(shot.shooter.at, spot)
            and far2(shot.shooter.at, spot) <= shot.gun["extreme"] ** 2
        ]
        if not around:
            return split(chance)
        numbers = person(chance)
        men.append(
            FigureSpec(name, chance.choice(around), "E", numbers, [], subject(chance, numbers))
        )
        places.append(men[-1].at)
    also = [man.id for man in men[2:]]
    shot = hurried(chance, evolve(shot, men=men, mode=mode, also=also))
    return shot, asks(shot, f"fire b1 r1 also={'+'.join(also)}")


def sweep(chance: Random) -> tuple[Shot, list[str]]:
    """Suppressive fire at one man, as far as he stands or farther, with others about."""
    shot = together(chance, gun(chance, modes=["full"]), 3, 6)
    least = isqrt(shot.far - 1) + 1
    shot = evolve(shot, length=chance.randint(least, shot.gun["extreme"]))
    (x, y), length = shot.aim, shot.length
    shot = hurried(chance, shot)
    return shot, asks(shot, f"suppress b1 {x},{y} length={length}")


def beside(ground: Ground, spot: Spot) -> list[Spot]:
    """Tiles where somebody may stand beside a place."""
    around = [(spot[0] + x, spot[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    return [s for s in around if ground.on_map(s) and ground.letter(s) != "#" and s != spot]


def blow(chance: Random) -> tuple[Shot, list[str]]:
    """A blow or a grapple, with a weapon or without reach."""
    skill = chance.choice(("melee", "unarmed"))
    weapon = gun(chance, skill=skill, length=chance.choice((0, 50, 51, 120)))
    for name in ("medium", "short", "long", "magazine"):
        del weapon[name]
    shot = together(chance, weapon, chance.randint(0, 1))
    free = [s for s in beside(shot.ground, shot.aim) if shot.ground.beside(s, shot.aim)]
    free = [s for s in free if s not in [man.at for man in shot.men[1:]]]
    if not free:
        return blow(chance)
    man, other = evolve(shot.shooter, at=chance.choice(free)), shot.men[1]
    if chance.random() < 0.5:
        length = chance.choice((20, 50, 51, 90))
        other = evolve(other, weapons=["blade_r1"], state={**other.state, "reach": length})
    else:
        other = evolve(other, weapons=[])
    del weapon["extreme"]
    shot = evolve(shot, men=[man, other, *shot.men[2:]], shooter=man, gun=weapon)
    shot = hurried(chance, shot)
    if chance.random() < 0.5:
        return shot, asks(shot, "strike b1 r1")
    wound = chance.random() < 0.6
    order = "grapple b1 r1" + ("" if wound else " wound=no")
    return evolve(shot, grapple=True, wound=wound), asks(shot, order)


def explosive(chance: Random) -> tuple[Shot, list[str]]:
    """A blast at a tile, thrown, launched or indirect."""
    shape: dict[str, Any] = {"blast": "falling"}
    if chance.random() < 0.5:
        shape = {"blast": "uniform", "radius": chance.randint(1, 4)}
    kind: dict[str, Any] = chance.choice(({}, {"indirect": True}, {"skill": "throwing"}))
    weapon = gun(chance, **shape, **kind)
    weapon["dice"] = min(weapon["dice"], 3)
    shot = evolve(together(chance, weapon, chance.randint(1, 4)), named="")
    if chance.random() < 0.5:
        aim = spot_near(chance, shot.ground, shot.aim, [shot.shooter.at], 3)
        seen = shot.ground.sees(shot.shooter.at, aim)
        if seen and far2(shot.shooter.at, aim) <= weapon["extreme"] ** 2:
            shot = evolve(shot, aim=aim)
    shot = hurried(chance, shot)
    return shot, asks(shot, f"bombard b1 {shot.aim[0]},{shot.aim[1]}")
