"""How long the computer thinks: regular, 12 a side on 60 x 40, milliseconds a side-turn.

A side-turn is all that one side thinks in one turn, moving and shooting. Goal: 60 ms.
"""

from random import Random
from statistics import median
from time import process_time

from skirmish.ai import Choice, Stream, think
from skirmish.game import Game, open_text

GOAL = 60
SECTION = ["sergeant", *["rifleman"] * 6, "machine_gunner", "machine_gunner", "grenadier"]
SECTION += ["sniper", "mortar_team"]
GROUND = "." * 30 + "To:" + "oT"


def scenario(seed: int) -> str:
    """Two sections on broken ground with a few houses, and a crossroads to hold."""
    chance = Random(seed)
    rows = [[GROUND[chance.randrange(len(GROUND))] for _ in range(60)] for _ in range(40)]
    for _ in range(9):
        x, y = chance.randrange(12, 42), chance.randrange(2, 32)
        for n in range(6):
            rows[y][x + n] = rows[y + 4][x + n] = "#"
        for n in range(1, 4):
            rows[y + n][x] = rows[y + n][x + 5] = "#"
        rows[y + 2][x] = rows[y + 4][x + 3] = "."
    text = ['format = 1\ntitle = "Bench"\nruleset = "opposed_d6"\nturns = 10\nfirst = "red"']
    text.append('[rules]\ngo_to_ground = true\n[map]\nrows = """')
    text += ["".join(row) for row in rows] + ['"""']
    for side, area in (("blue", "[0, 5, 7, 35]"), ("red", "[52, 5, 59, 35]")):
        text.append(f'[sides.{side}]\nname = "{side}"\ndeploy = {area}\nbreak_point = 70')
        for number, kind in enumerate(SECTION, 1):
            text.append(f'[[sides.{side}.figures]]\nid = "{side[0]}{number}"\nkind = "{kind}"')
    for side in ("blue", "red"):
        text.append(f'[[objectives]]\nside = "{side}"\nkind = "hold"')
        text.append("area = [28, 18, 32, 22]\npoints = 2")
    return "\n".join(text) + "\n"


def timed(seed: int) -> dict[tuple[int, str], float]:
    """Seconds thought in each side-turn of one game."""
    game = Game.new(open_text(scenario(seed)), seed)
    streams = {side: Stream(side) for side in game.sides}
    last: dict[str, Choice] = {}
    spent: dict[tuple[int, str], float] = {}
    while not game.over:
        side = game.to_act
        view = game.view(side)
        start = process_time()
        choice = think(game.ruleset, view, "regular", streams[side], previous=last.get(side))
        took = process_time() - start
        spent[game.turn, side] = spent.get((game.turn, side), 0.0) + took
        last[side] = choice
        game.order(side, choice.order)
    return spent


def main() -> None:
    """Play three games and print what they cost."""
    spent = {(seed, *key): took for seed in range(3) for key, took in timed(seed).items()}
    turns = sorted(1000 * took for (_, turn, _), took in spent.items() if turn)
    start = [1000 * took for (_, turn, _), took in spent.items() if not turn]
    print(f"deployment        median {median(start):6.0f} ms")
    print(f"{len(turns)} side-turns     median {median(turns):6.0f} ms   goal {GOAL} ms")
    print(f"                  p90    {turns[len(turns) * 9 // 10]:6.0f} ms")
    print(f"                  worst  {turns[-1]:6.0f} ms")


if __name__ == "__main__":
    main()
