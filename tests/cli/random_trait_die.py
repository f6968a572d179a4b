"""Random questions of odds for trait die: soldiers, guns, a map, and the order that asks.

A draw gives what is ordered as a `Shot`, to be worked out by hand, and the line of the order.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, pi
from random import Random
from typing import Any

from attrs import evolve

from tests.cli.by_hand_ground import Spot, far2, random_ground, random_spot, spot_near
from tests.cli.by_hand_trait_die import Shot
from tests.cli.by_hand_trait_die_areas import RADII
from tests.cli.odds_scenarios import FigureSpec, scenario

Draw = Callable[[Random], tuple[Shot, list[str]]]
SIDES = (4, 6, 8, 10, 12)


def soldier(chance: Random) -> dict[str, Any]:
    """A stat block."""
    traits = ("spirit", "strength", "vigor", "shooting", "fighting", "throwing")
    return {
        **{name: chance.choice(SIDES) for name in traits},
        "armour": chance.choice((0, 0, 1, 2, 4, 6)),
        "wild_card": chance.random() < 0.5,
    }


def condition(chance: Random, numbers: dict[str, Any]) -> dict[str, Any]:
    """What somebody came with: wounds, a posture."""
    state: dict[str, Any] = {}
    if numbers["wild_card"] and chance.random() < 0.4:
        state["damage"] = chance.randint(1, 3)
    if chance.random() < 0.3:
        state["posture"] = "prone"
    return state


def subject(chance: Random, numbers: dict[str, Any]) -> dict[str, Any]:
    """The condition of somebody who is shot at."""
    state = condition(chance, numbers)
    if chance.random() < 0.3:
        state["shaken"] = 1
    return state


def gun(chance: Random, **more: Any) -> dict[str, Any]:
    """A weapon to shoot with."""
    short = chance.randint(2, 8)
    dice = chance.randint(1, 3)
    return {
        "dice": dice,
        "sides": chance.choice(SIDES),
        "bonus": chance.choice((-2, 0, 0, 1, 4, 8)),
        "ap": chance.choice((0, 0, 1, 2, 4, 8)),
        "short": short,
        "medium": short + chance.randint(0, 6),
        "long": short + 6 + chance.randint(0, 10),
        "magazine": chance.choice((6, 10, 30, 40, 60, 100)),
        **more,
    }


def together(chance: Random, weapon: dict[str, Any], count: int = 0, near: int = 2) -> Shot:
    """A shooter who sees `r1` within range, and others round about the target."""
    while True:
        ground = random_ground(chance, 26, 11)
        apex = random_spot(chance, ground)
        aim = random_spot(chance, ground, [apex])
        if ground.sees(apex, aim) and far2(apex, aim) <= weapon["long"] ** 2:
            break
    places = [apex, aim]
    while len(places) < count + 2:
        places.append(spot_near(chance, ground, aim, places, near))
    ids = ["b1", "r1", *chance.sample(["b2", "r2", "r3", "b3"], count)]
    numbers = soldier(chance)
    men = [FigureSpec("b1", apex, "E", numbers, ["gun", "sight"], condition(chance, numbers))]
    for name, at in zip(ids[1:], places[1:], strict=True):
        numbers = soldier(chance)
        # Blue has its bound: its men are past being Shaken.
        state = condition(chance, numbers) if name[0] == "b" else subject(chance, numbers)
        men.append(FigureSpec(name, at, "E", numbers, [], state))
    return Shot(ground, men, men[0], aim, "r1", weapon)


def busy(chance: Random, shot: Shot) -> Shot:
    """What the shooter has done before in the bound: nothing, aiming once or twice, running."""
    seen = [m for m in shot.men if m.id[0] == "r" and shot.ground.sees(shot.shooter.at, m.at)]
    names = [man.id for man in seen]
    done = chance.random()
    if done < 0.3 and starts(shot) and "posture" not in shot.shooter.state:
        return _with(shot, run=1)
    if done < 0.6 and names:
        aims = [chance.choice(names) for _ in range(chance.randint(1, 2))]
        aims = aims[:1] if len(set(aims)) == 1 else aims
        return evolve(_with(shot, acts=len(aims)), aims=aims)
    return shot


def _with(shot: Shot, **more: int) -> Shot:
    man = evolve(shot.shooter, state={**shot.shooter.state, **more})
    return evolve(shot, men=[man, *shot.men[1:]], shooter=man)


def hasty(chance: Random, shot: Shot) -> Shot:
    """Now and then `r1` has fired rapidly at the shooter, in its bound, and missed."""
    target = shot.man("r1")
    if chance.random() < 0.75 or any(man.state.get("shaken") for man in shot.men):
        return shot
    other = evolve(target, weapons=["quick"], state={**target.state, "rapid": 1})
    return evolve(shot, men=[other if man is target else man for man in shot.men])


def starts(shot: Shot) -> list[Spot]:
    """Free tiles from which a step leads to where the shooter stands."""
    x, y = shot.shooter.at
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    free = [s for s in around if s not in [man.at for man in shot.men] and shot.ground.on_map(s)]
    return [s for s in free if shot.ground.letter(s) != "#" and shot.ground.beside(s, (x, y))]


def asks(shot: Shot, order: str) -> list[str]:
    """What the command is asked: the order, after what the shooter has done before."""
    before = [f"aim b1 {name}" for name in shot.aims]
    if "run" in shot.shooter.state:
        (a, b), (x, y) = starts(shot)[0], shot.shooter.at
        before = [f"run b1 {a},{b}>{x},{y} | 6:1"]
    target = shot.man("r1")
    if target.state.get("rapid"):
        faces = 2 * [f"{target.numbers['shooting']}:2"] + ["6:2"] * target.numbers["wild_card"]
        before += ["end", f"fire r1 b1 mode=rapid dice=2 | {' '.join(faces)}"]
    return [order.removesuffix(" limb="), *(word for one in before for word in ("--at", one))]


def written(shot: Shot) -> str:
    """The scenario of a shot; whoever is to run stands where he comes from."""
    hidden = ("acts", "run", "rapid")
    men = [
        evolve(man, state={name: value for name, value in man.state.items() if name not in hidden})
        for man in shot.men
    ]
    if "run" in shot.shooter.state:
        men[0] = evolve(men[0], at=starts(shot)[0])
    far = {"dice": 1, "short": 60, "medium": 60, "long": 60, "modes": ["single"]}
    return scenario(
        shot.ground.rows,
        men,
        {"gun": shot.gun, "sight": far, "quick": {**far, "modes": ["rapid"], "magazine": 30}},
        "blue",
        {"fog": False},
        ruleset="trait_die",
        levels=shot.ground.levels,
    )


def single(chance: Random) -> tuple[Shot, list[str]]:
    """One die: a single shot, a double tap, a burst of three; at the body or at a limb."""
    mode = chance.choice(("single", "double", "burst"))
    weapon = gun(chance, modes=[mode], shotgun=chance.random() < 0.3)
    limb = chance.choice(("", "", "head", "limb"))
    shot = together(chance, weapon, chance.randint(0, 4), chance.randint(1, 2))
    shot = hasty(chance, busy(chance, evolve(shot, mode=mode, limb=limb)))
    return shot, asks(shot, f"fire b1 r1 limb={limb}")


def volley(chance: Random) -> tuple[Shot, list[str]]:
    """Automatic and rapid fire over one or several."""
    mode = chance.choice(("auto", "auto", "rapid"))
    weapon = gun(chance, modes=[mode])
    if mode == "auto":
        weapon["rof"] = chance.randint(2, 5)
    shot = together(chance, weapon, chance.randint(0, 3), 3)
    if chance.random() < 0.3 and shot.tokens > 1:
        state = {**shot.shooter.state, "tokens": chance.randint(1, shot.tokens - 1)}
        man = evolve(shot.shooter, state=state)
        shot = evolve(shot, men=[man, *shot.men[1:]], shooter=man)
    most = weapon.get("rof") or min(6, 2 * shot.tokens)
    count = chance.randint(1 if mode == "auto" else 2, min(4, most))
    others = [man.id for man in shot.men if man.id[0] == "r" and _in_reach(shot, man)]
    dice = ["r1", *(chance.choice(["r1", *others]) for _ in range(count - 1))]
    dice.sort(key=lambda name: name != "r1")
    names = list(dict.fromkeys(dice))
    dice = [name for name in names for _ in range(dice.count(name))]
    split = "+".join(f"{name}:{dice.count(name)}" for name in names)
    order = f"fire b1 r1 split={split}" if len(names) > 1 else f"fire b1 r1 dice={count}"
    shot = hasty(chance, busy(chance, evolve(shot, mode=mode, dice=dice)))
    return shot, asks(shot, order)


def _in_reach(shot: Shot, man: FigureSpec) -> bool:
    """Whether dice may go at a man too: seen, within range, within 45 degrees of all the others."""
    x, y = shot.shooter.at
    turns = [atan2(m.at[1] - y, m.at[0] - x) for m in (man, shot.man("r1"))]
    apart = abs(turns[0] - turns[1])
    near = far2(shot.shooter.at, man.at) <= shot.gun["long"] ** 2
    narrow = min(apart, 2 * pi - apart) < pi / 8
    return near and narrow and man.id != "r1" and shot.ground.sees(shot.shooter.at, man.at)


def blow(chance: Random) -> tuple[Shot, list[str]]:
    """Close combat."""
    weapon = gun(chance, melee=True)
    shot = together(chance, weapon)
    around = [(shot.aim[0] + x, shot.aim[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    free = [s for s in around if shot.ground.on_map(s) and shot.ground.letter(s) != "#"]
    free = [s for s in free if shot.ground.beside(s, shot.aim)]
    if not free:
        return blow(chance)
    for name in ("short", "medium", "long", "magazine"):
        del weapon[name]
    man = evolve(shot.shooter, at=chance.choice(free))
    limb = chance.choice(("", "", "head", "limb"))
    shot = evolve(shot, men=[man, *shot.men[1:]], shooter=man, gun=weapon, limb=limb)
    shot = busy(chance, shot)
    return shot, asks(shot, f"strike b1 r1 limb={limb}")


def suppression(chance: Random) -> tuple[Shot, list[str]]:
    """Suppressive fire at a tile, on everybody under the template."""
    shot = together(chance, gun(chance, modes=["auto"], rof=3), chance.randint(1, 4))
    shot = evolve(shot, mode="auto", named="")
    return shot, asks(shot, f"suppress b1 {shot.aim[0]},{shot.aim[1]}")


def explosive(chance: Random) -> tuple[Shot, list[str]]:
    """A burst at a tile, thrown or launched."""
    size, flight = chance.choice(tuple(RADII)), chance.choice(("thrown", "launched"))
    weapon = gun(chance, template=size, flight=flight, count=3)
    del weapon["magazine"]
    shot = evolve(together(chance, weapon, chance.randint(1, 4)), named="")
    if chance.random() < 0.5:
        aim = spot_near(chance, shot.ground, shot.aim, [shot.shooter.at], 3)
        seen = shot.ground.sees(shot.shooter.at, aim)
        if seen and far2(shot.shooter.at, aim) <= weapon["long"] ** 2:
            shot = evolve(shot, aim=aim)
    shot = busy(chance, shot)
    return shot, asks(shot, f"bombard b1 {shot.aim[0]},{shot.aim[1]}")


def hold(chance: Random) -> tuple[FigureSpec, FigureSpec, str]:
    """Somebody holds his action before an enemy; agility of every sort, wounds."""
    weapon = {**gun(chance, modes=["single"]), "short": 9, "medium": 9, "long": 9}
    men = []
    for name, at, facing in (("b1", (1, 1), "E"), ("r1", (6, 1), "W")):
        numbers = {**soldier(chance), "agility": chance.choice(SIDES)}
        men.append(FigureSpec(name, at, facing, numbers, ["gun"], condition(chance, numbers)))
    return men[0], men[1], scenario(["." * 9] * 3, men, {"gun": weapon}, ruleset="trait_die")
