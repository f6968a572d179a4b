"""Random questions of odds for the dice pool: men, guns, a map, and the order that asks.

A draw gives what is ordered as a `Shot`, to be worked out by hand, and the line of the order.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from attrs import evolve

from tests.cli import by_hand_dice_pool as pool
from tests.cli.by_hand_dice_pool import Shot
from tests.cli.by_hand_ground import Ground, Spot, far2, random_ground, random_spot
from tests.cli.odds_scenarios import FigureSpec, scenario

Draw = Callable[[Random], tuple[Shot, str]]


def trooper(chance: Random, most: int) -> dict[str, Any]:
    """A stat block."""
    return {
        "body": chance.randint(1, most),
        **{name: chance.randint(0, most) for name in ("agility", "reaction", "skill", "melee")},
        **{name: chance.randint(0, 4) for name in ("edge", "dodge")},
        "av": chance.choice((0, 0, 2, 4, 7)),
    }


def condition(chance: Random, *, defends: bool) -> dict[str, Any]:
    """What somebody came with; most are fresh."""
    state: dict[str, Any] = {}
    if chance.random() < 0.4:
        state["damage"] = chance.randint(1, 7)
    if chance.random() < 0.3:
        state["posture"] = "prone"
    if defends and chance.random() < 0.4:
        state["defending"] = 1
    return state


def busy(chance: Random, *, fresh: bool) -> dict[str, Any]:
    """What a shooter has done before; in a fresh pass nothing is left but its aim.

    It has two Simple actions: of a burst and the aim after it, or of aim alone (see `before`).
    """
    state: dict[str, Any] = {"damage": chance.choice((0, 0, 2, 3, 5, 6))}
    most = 3
    if not fresh:
        state["ran"] = int(chance.random() < 0.4)
        state["fired"] = chance.choice((0, 3, 6))
        most = 1 if state["fired"] else 2 if state["ran"] else 3
    state["aim"] = min(most, chance.choice((0, 0, 1, 2, 3)))
    if chance.random() < 0.2 and not state.get("ran"):
        state["posture"] = "prone"
    return {name: value for name, value in state.items() if value}


def gun(chance: Random, **more: Any) -> dict[str, Any]:
    """A weapon to shoot with."""
    return {
        "dv": chance.randint(2, 8),
        "ap": chance.randint(-4, 3),
        "increment": chance.randint(2, 12),
        "rate": chance.choice((0, 0, 1, 1, 2, 3)),
        "compensation": chance.choice((0, 0, 1, 3, 6)),
        "magazine": 40,
        **more,
    }


def together(chance: Random, weapon: dict[str, Any], count: int, most: int) -> Shot:
    """A shooter who sees `r1` within range, and others round about the line between them."""
    while True:
        ground = random_ground(chance, 26, 11)
        apex = random_spot(chance, ground)
        aim = random_spot(chance, ground, [apex])
        reach = 5 * (weapon["increment"] or 1)
        if ground.sees(apex, aim) and 2 < far2(apex, aim) <= reach**2:
            break
    places = [apex, aim]
    while len(places) < count + 2:
        places.append(_near(chance, ground, apex, aim, places))
    ids = ["b1", "r1", *chance.sample(["b2", "r2", "r3", "b3", "r4"], count)]
    men = []
    fresh = chance.random() < 0.5
    for name, at in zip(ids, places, strict=True):
        shoots = name == "b1"
        state = (
            busy(chance, fresh=fresh)
            if shoots
            else condition(chance, defends=fresh and name[0] == "r")
        )
        men.append(
            FigureSpec(name, at, "E", trooper(chance, most), ["gun"] * (name == "b1"), state)
        )
    return placed(Shot(ground, men, men[0], aim, "r1", weapon))


def _near(chance: Random, ground: Ground, apex: Spot, aim: Spot, taken: list[Spot]) -> Spot:
    """A free tile, more often than not near the way to the aim or beyond it."""
    for _ in range(20):
        t = chance.uniform(0.2, 1.6)
        x = round(apex[0] + t * (aim[0] - apex[0])) + chance.choice((0, 0, 0, 1, -1, 2, -2))
        y = round(apex[1] + t * (aim[1] - apex[1])) + chance.choice((0, 0, 0, 1, -1, 2, -2))
        if ground.on_map((x, y)) and ground.letter((x, y)) != "#" and (x, y) not in taken:
            return x, y
    return random_spot(chance, ground, taken)


DONE = ("ran", "fired", "defending")
"""What comes about by orders alone, and is no part of a scenario."""
SPARE = {"dv": 1, "increment": 40, "modes": ["fa"], "magazine": 40}
"""What a shooter has fired before: a gun without recoil of its own, so that only rounds count."""


def written(shot: Shot, first: str = "") -> str:
    """The scenario of a shot: the gun is set as it says, and nothing has been done yet."""
    state = dict(shot.shooter.state)
    if shot.gun.get("modes"):
        state["mode"] = shot.mode
    if shot.gun.get("choke"):
        state["choke"] = shot.choke
    if _has_acted(shot.shooter):
        state.pop("aim", None)
    shooter = evolve(
        shot.shooter, at=_start(shot), state=state, weapons=[*shot.shooter.weapons, "spare"]
    )
    men = [shooter if m.id == shooter.id else m for m in shot.men]
    return scenario(
        shot.ground.rows,
        [evolve(m, state={k: v for k, v in m.state.items() if k not in DONE}) for m in men],
        {"gun": shot.gun, "spare": {"name": "spare", **SPARE}},
        first or ("red" if any(man.state.get("defending") for man in shot.men) else "blue"),
        {"fog": False},
        ruleset="dice_pool",
        levels=shot.ground.levels,
    )


def _has_acted(man: FigureSpec) -> bool:
    return bool(man.state.get("ran") or man.state.get("fired"))


def _start(shot: Shot) -> Spot:
    """Where the shooter stands at first: a free tile beside its place where it is to run."""
    if not shot.shooter.state.get("ran"):
        return shot.shooter.at
    return _steps(shot)[0]


def _steps(shot: Shot) -> list[Spot]:
    """The free tiles from which a step leads to the shooter's place."""
    x, y = shot.shooter.at
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    taken = [man.at for man in shot.men]
    return [
        spot
        for spot in around
        if shot.ground.on_map(spot)
        and spot not in taken
        and shot.ground.letter(spot) != "#"
        and shot.ground.beside(spot, (x, y))
    ]


def before(shot: Shot) -> list[str]:
    """The orders that bring about what its men are said to have done, as arguments of `odds`.

    A burst of the spare gun shows nothing but 2s: it misses, and nobody rolls against it.
    """
    orders = [f"defend {man.id}" for man in shot.men if man.state.get("defending")]
    state, name = shot.shooter.state, shot.shooter.id
    if state.get("ran"):
        orders.append(f"run {name} {_text(_start(shot))}>{_text(shot.shooter.at)}")
    if rounds := state.get("fired"):
        burst = {3: "short", 6: "long"}[rounds]
        man = evolve(shot.shooter, state={**state, "fired": 0, "aim": 0})
        now = evolve(shot, shooter=man, gun=SPARE, mode="fa", choke="medium", burst=burst)
        there = next((m.id for m in shot.men if m.at == shot.aim and m.id[0] != name[0]), "")
        now = evolve(now, named=there, others=0, held=False)
        faces = " 6:2" * pool.attack_dice(now)
        where = _text(shot.aim)
        orders.append(f"bombard {name} {where} weapon=spare burst={burst} |{faces}")
    if _has_acted(shot.shooter):
        orders += [f"aim {name}"] * int(state.get("aim", 0))
    return [word for order in orders for word in ("--at", order)]


def _text(spot: Spot) -> str:
    return f"{spot[0]},{spot[1]}"


def one_target(chance: Random) -> tuple[Shot, str]:
    """SS and SA without a choke: a single subject (POOL-10)."""
    mode = chance.choice(("ss", "sa"))
    shot = together(chance, gun(chance, modes=[mode]), chance.randint(0, 2), 7)
    return evolve(shot, mode=mode, held=chance.random() < 0.2), "fire b1 r1"


def volley(chance: Random) -> tuple[Shot, str]:
    """POOL-05: a weapon without modes may loose several at once, at one target."""
    weapon = gun(chance, volley=chance.choice((1, 2, 3, 5)), penetrating=chance.random() < 0.3)
    shot = together(chance, weapon, 1, 5)
    extra = chance.choice(("most", "least"))
    return evolve(shot, extra=extra), f"fire b1 r1 extra={extra}"


def shell(chance: Random) -> tuple[Shot, str]:
    """SS and SA with a choke: the first in a line, or all in a cone (POOL-A16)."""
    mode = chance.choice(("ss", "sa"))
    weapon = gun(chance, modes=[mode], choke=True, penetrating=chance.random() < 0.2)
    choke = chance.choice(("narrow", "medium", "wide"))
    shot = evolve(together(chance, weapon, chance.randint(1, 4), 6), mode=mode, choke=choke)
    return (shot, "fire b1 r1") if reaches(shot) else shell(chance)


def reaches(shot: Shot) -> bool:
    """Whether the named target is in the area: a wide choke ends it at the second increment."""
    return shot.named in [man.id for man in pool.subjects(shot)]


def burst(chance: Random) -> tuple[Shot, str]:
    """BF and FA: a line or a cone, rounds stopped one by one, extra hits most or least."""
    mode = chance.choice(("bf", "fa"))
    weapon = gun(chance, modes=[mode], penetrating=chance.random() < 0.25)
    weapon["choke"] = chance.random() < 0.4
    shot = together(chance, weapon, chance.randint(0, 4), 5)
    shot = evolve(
        shot,
        mode=mode,
        choke=chance.choice(("narrow", "medium", "wide")) if weapon["choke"] else "medium",
        burst=chance.choice(("short", "long") if mode == "bf" else ("short", "long", "full")),
        spread=chance.choice(("narrow", "wide")),
        extra=chance.choice(("most", "enemies", "least")),
        limit=chance.choice((9, 9, 9, 1, 2)),
    )
    if not reaches(shot):
        return burst(chance)
    if shot.wide_shot and shot.spread == "wide":
        shot = evolve(shot, degrees=chance.choice((45, 90)))
    words = {"spread": shot.spread, "cone": shot.degrees, "extra": shot.extra, "limit": shot.limit}
    order = f"fire b1 r1 burst={shot.burst} " + " ".join(f"{k}={v}" for k, v in words.items())
    return shot, order


def ambush(chance: Random) -> tuple[Shot, str]:
    """Out of hiding: whoever is surprised does not defend himself."""
    shot, order = chance.choice((one_target, shell, burst))(chance)
    state = {name: value for name, value in shot.shooter.state.items() if name not in DONE}
    man = evolve(shot.shooter, hidden=True, state=state)
    return evolve(shot, shooter=man, men=[man, *shot.men[1:]]), order


def in_close_combat(chance: Random) -> tuple[Shot, str]:
    """-3 dice into a close combat."""
    shot = together(chance, gun(chance, modes=["sa"]), 0, 6)
    spot = random_beside(chance, shot)
    if chance.random() < 0.5:
        friend = FigureSpec("b2", spot, "E", trooper(chance, 4))
        return placed(evolve(shot, men=[*shot.men, friend])), "fire b1 r1"
    man = evolve(shot.shooter, at=spot)
    return placed(evolve(shot, shooter=man, men=[man, *shot.men[1:]])), "fire b1 r1"


def placed(shot: Shot) -> Shot:
    """A shot whose shooter can have run to where it stands, or has not run."""
    if not shot.shooter.state.get("ran") or _steps(shot):
        return shot
    man = evolve(shot.shooter, state={**shot.shooter.state, "ran": 0})
    return evolve(shot, shooter=man, men=[man, *shot.men[1:]])


def random_beside(chance: Random, shot: Shot) -> Spot:
    """A free tile beside the target."""
    around = [(shot.aim[0] + x, shot.aim[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    inside = [spot for spot in around if shot.ground.on_map(spot) and spot != shot.shooter.at]
    free = [s for s in inside if shot.ground.letter(s) != "#" and shot.ground.beside(s, shot.aim)]
    return chance.choice(free)


def at_a_tile(chance: Random) -> tuple[Shot, str]:
    """A burst at a place: its dice go by the aim point, nobody is named."""
    shot, order = burst(chance)
    aim = random_beside(chance, shot)
    far = 2 * shot.of("increment") if shot.wide_shot else shot.farthest
    taken = aim in [man.at for man in shot.men]
    unseen = not shot.ground.sees(shot.shooter.at, aim)
    if taken or unseen or far2(shot.shooter.at, aim) > far**2:
        return at_a_tile(chance)
    shot = evolve(shot, aim=aim, named="")
    return shot, order.replace("fire b1 r1", f"bombard b1 {aim[0]},{aim[1]}")


def suppression(chance: Random) -> tuple[Shot, str]:
    """FA only, twenty rounds into a cone, on those without cover."""
    weapon = gun(chance, modes=["fa"], choke=chance.random() < 0.3)
    shot = evolve(together(chance, weapon, chance.randint(0, 4), 6), mode="fa", named="")
    shot = evolve(shot, choke=chance.choice(("narrow", "medium", "wide")))
    if shot.wide_shot and far2(shot.shooter.at, shot.aim) > (2 * shot.of("increment")) ** 2:
        return suppression(chance)
    return shot, f"suppress b1 {shot.aim[0]},{shot.aim[1]}"


def explosive(chance: Random) -> tuple[Shot, str]:
    """A blast at a tile: by the hits of the test it scatters less."""
    modes = chance.choice(([], ["ss"]))
    lobbed = chance.random() < 0.5
    end = {"blast": chance.randint(1, 4)} if chance.random() < 0.5 else {"explosive": True}
    weapon = gun(chance, modes=modes, lobbed=lobbed, **end)
    shot = evolve(together(chance, weapon, chance.randint(1, 4), 5), mode="ss", named="")
    return shot, f"bombard b1 {shot.aim[0]},{shot.aim[1]}"


def blow(chance: Random) -> tuple[Shot, str]:
    """Melee and agility against reaction and melee."""
    weapon = {"dv": chance.randint(2, 8), "ap": chance.randint(-4, 3)}
    shot = together(chance, {**weapon, "increment": 3}, 0, 8)
    spot = random_beside(chance, shot)
    man = evolve(shot.shooter, at=spot)
    shot = evolve(shot, shooter=man, men=[man, *shot.men[1:]], gun=weapon)
    return placed(shot), "strike b1 r1"
