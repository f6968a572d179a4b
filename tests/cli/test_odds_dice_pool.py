"""`skirmish odds --json` of the dice pool against sums done by hand.

Nothing here calls the rules of the game. Men, guns, maps and orders are drawn at random into
scenario files, the command is asked, and its fractions must be those of counting all dice.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from tests.cli import by_hand_dice_pool as pool
from tests.cli import random_dice_pool as drawn
from tests.cli.by_hand import asked, possible
from tests.cli.by_hand_dice_pool import Shot
from tests.cli.by_hand_ground import Ground, Spot, random_spot
from tests.cli.cli_runner import Run
from tests.cli.odds_answers import landed, lost, results, rounded, sums
from tests.cli.random_dice_pool import Draw, before, gun, together, written

FLAG = "surprised"


FIRE = (
    *(drawn.one_target, drawn.volley, drawn.shell, drawn.burst),
    *(drawn.ambush, drawn.in_close_combat, drawn.at_a_tile),
)


@pytest.mark.parametrize("draw", FIRE)
@pytest.mark.parametrize("seed", range(8))
def test_fire(run: Run, tmp_path: Path, draw: Draw, seed: int) -> None:
    """Pools, order of subjects, extra hits, rounds left, armour, Body: every chance is right."""
    shot, order = draw(Random(seed))

    data = asked(
        run, tmp_path, written(shot), order + (" held=yes" if shot.held else ""), *before(shot)
    )

    expected = possible(pool.fired(shot))
    assert results(data, FLAG) == expected
    if expected:
        assert sums(data, "attack") == pool.attack_dice(shot)
    for man in pool.subjects(shot):
        assert sums(data, "guard", man.id) == pool.defence_dice(shot, man)
    assert lost(data) == rounded(pool.points_lost(shot.men, expected))


@pytest.mark.parametrize("burst", ["short", "split"])
@pytest.mark.parametrize("seed", range(8))
def test_one_burst_after_another(run: Run, tmp_path: Path, seed: int, burst: str) -> None:
    """Recoil gathers, the aim is gone; in a split burst each other man before costs 2 dice.

    At a man or at his tile is the same; an empty tile is no target, however often it is fired at.
    The bursts before show nothing but 2s: they miss, and nobody rolls against them.
    """
    chance = Random(seed)
    shot = together(chance, gun(chance, modes=["fa"], increment=30), 3, 5)
    shot = evolve(shot, ground=Ground(["." * 26] * 11, ["0" * 26] * 11), mode="fa", burst=burst)
    men = [evolve(m, state={**m.state, "defending": 0}) for m in shot.men]
    shot = evolve(shot, men=men, shooter=men[0])
    places = [man.at for man in shot.men if man.id.startswith("r")]
    if burst == "split":
        places.append(random_spot(chance, shot.ground, [man.at for man in shot.men]))
    earlier = chance.choices(places, k=chance.randint(1, 2) if burst == "split" else 1)
    last = chance.choice(places)
    before: list[str] = []
    for n, place in enumerate(earlier):
        now = fired_before(shot, earlier[:n], place)
        faces = " 6:2" * pool.attack_dice(now)
        before += ["--at", f"{ordered(chance, now)} |{faces}"]
    now = fired_before(shot, earlier, last)

    fresh = fired_before(shot, [], last)
    data = asked(run, tmp_path, written(fresh, "blue"), ordered(chance, now), *before)

    assert results(data, FLAG) == possible(pool.fired(now))


def ordered(chance: Random, shot: Shot) -> str:
    """The order of a burst: at a man by his id or by his tile, else at the tile."""
    if shot.named and chance.random() < 0.5:
        return f"fire b1 {shot.named} burst={shot.burst}"
    return f"bombard b1 {shot.aim[0]},{shot.aim[1]} burst={shot.burst}"


def fired_before(shot: Shot, earlier: list[Spot], place: Spot) -> Shot:
    """A short burst at a place, after others in the same pass."""
    state = {**shot.shooter.state, "ran": 0, "fired": 3 * len(earlier)}
    if earlier:
        state["aim"] = 0
    man = evolve(shot.shooter, state=state)
    there = {one.at: one.id for one in shot.men if one.id.startswith("r")}
    others = len({spot for spot in earlier if spot in there and spot != place})
    return evolve(
        shot,
        men=[man, *shot.men[1:]],
        shooter=man,
        aim=place,
        named=there.get(place, ""),
        others=others if shot.burst == "split" else 0,
    )


@pytest.mark.parametrize("seed", range(6))
def test_suppressive_fire(run: Run, tmp_path: Path, seed: int) -> None:
    """No recoil, no range; reaction and edge of whoever has no cover of any kind."""
    shot, order = drawn.suppression(Random(seed))

    data = asked(run, tmp_path, written(shot), order, *before(shot))

    assert results(data, FLAG) == possible(pool.swept(shot))


@pytest.mark.parametrize("seed", range(6))
def test_blasts(run: Run, tmp_path: Path, seed: int) -> None:
    """The d10 for direction and distance, 2 less for each hit; 1 less damage for each metre."""
    shot, order = drawn.explosive(Random(seed))

    data = asked(run, tmp_path, written(shot), order, *before(shot))

    landing = pool.landings(shot)
    assert landed(data) == landing
    assert results(data, FLAG) == possible(pool.blown(shot, landing))


@pytest.mark.parametrize("seed", range(6))
def test_close_combat(run: Run, tmp_path: Path, seed: int) -> None:
    """One hit of base damage and net hits."""
    shot, order = drawn.blow(Random(seed))

    assert results(asked(run, tmp_path, written(shot), order, *before(shot)), FLAG) == possible(
        pool.struck(shot)
    )
