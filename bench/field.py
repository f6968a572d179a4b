"""A battle for measurements in every ruleset: the same broken ground, any number of figures."""

from __future__ import annotations

from itertools import cycle, islice
from random import Random

from skirmish.game import Opening, open_text

WIDTH, HEIGHT = 60, 40
GROUND = "." * 30 + "To:" + "oT"
SECTIONS = {
    "opposed_d6": "sergeant rifleman rifleman machine_gunner rifleman sniper rifleman rifleman "
    "grenadier machine_gunner rifleman mortar_team",
    "d20": "veteran guard guard gunner guard marksman guard guard grenadier gunner guard rocketeer",
    "d100": "veteran trooper trooper gunner trooper sniper trooper trooper grenadier gunner "
    "trooper hauler",
    "dice_pool": "sergeant soldier soldier gunner soldier marksman soldier soldier grenadier "
    "gunner soldier rocketeer",
    "trait_die": "sergeant trooper trooper gunner trooper marksman trooper trooper grenadier "
    "gunner trooper rocketeer",
}
"""Twelve kinds of each ruleset, as similar as possible; larger forces repeat them."""


def battle(ruleset: str, seed: int = 0, each: int = 12, turns: int = 10) -> Opening:
    """Two equal sections with a few houses between them, and a crossroads to hold."""
    text = [f'format = 1\ntitle = "Bench"\nruleset = "{ruleset}"\nturns = {turns}\nfirst = "red"']
    if ruleset == "opposed_d6":
        text.append("[rules]\ngo_to_ground = true")
    text += ['[map]\nrows = """', *map("".join, rows(seed)), '"""']
    for side, area in (("blue", "[0, 5, 7, 35]"), ("red", "[52, 5, 59, 35]")):
        text.append(f'[sides.{side}]\nname = "{side}"\ndeploy = {area}\nbreak_point = 70')
        for number, kind in enumerate(islice(cycle(SECTIONS[ruleset].split()), each), 1):
            text.append(f'[[sides.{side}.figures]]\nid = "{side[0]}{number}"\nkind = "{kind}"')
        text.append(f'[[objectives]]\nside = "{side}"\nkind = "hold"')
        text.append("area = [28, 18, 32, 22]\npoints = 2")
    return open_text("\n".join(text) + "\n")


def rows(
    seed: int, ground: str = GROUND, houses: int = 9, across: tuple[int, int] = (12, 42)
) -> list[list[str]]:
    """The tiles of a map in rows, with houses that begin between two columns."""
    chance = Random(seed)
    drawn = [[ground[chance.randrange(len(ground))] for _ in range(WIDTH)] for _ in range(HEIGHT)]
    for _ in range(houses):
        x, y = chance.randrange(*across), chance.randrange(2, 32)
        for n in range(6):
            drawn[y][x + n] = drawn[y + 4][x + n] = "#"
        for n in range(1, 4):
            drawn[y + n][x] = drawn[y + n][x + 5] = "#"
        drawn[y + 2][x] = drawn[y + 4][x + 3] = "."
    return drawn
