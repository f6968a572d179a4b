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
from tests.cli import drawn_dice_pool as drawn
from tests.cli.answers import landed, lost, results, rounded, sums
from tests.cli.by_hand import asked
from tests.cli.by_hand_dice_pool import Shot
from tests.cli.by_hand_ground import Ground
from tests.cli.drawn_dice_pool import Draw, gun, together, written
from tests.cli.terminal import Run

FLAG = "surprised"


FIRE = (
    *(drawn.one_target, drawn.volley, drawn.shell, drawn.burst, drawn.split),
    *(drawn.ambush, drawn.in_close_combat, drawn.at_a_tile),
)


@pytest.mark.parametrize("draw", FIRE)
@pytest.mark.parametrize("seed", range(8))
def test_fire(run: Run, tmp_path: Path, draw: Draw, seed: int) -> None:
    """Pools, order of subjects, extra hits, rounds left, armour, Body: every chance is right."""
    shot, order = draw(Random(seed))

    data = asked(run, tmp_path, written(shot), order + (" held=yes" if shot.held else ""))

    expected = pool.tidy(pool.fired(shot))
    assert results(data, FLAG) == expected
    if expected:
        assert sums(data, "attack") == pool.attack_dice(shot)
    for man in pool.subjects(shot):
        assert sums(data, "guard", man.id) == pool.defence_dice(shot, man)
    assert lost(data) == rounded(pool.points_lost(shot.men, expected))


@pytest.mark.parametrize("burst", ["short", "split"])
@pytest.mark.parametrize("seed", range(4))
def test_one_burst_after_another(run: Run, tmp_path: Path, seed: int, burst: str) -> None:
    """Recoil gathers, the aim is gone; in a split burst each other target before costs 2 dice.

    The bursts before show nothing but 2s: they miss, and nobody rolls against them.
    """
    chance = Random(seed)
    shot = together(chance, gun(chance, modes=["fa"], increment=30), 3, 5)
    shot = evolve(shot, ground=Ground(["." * 26] * 11, ["0" * 26] * 11), mode="fa", burst=burst)
    names = [man.id for man in shot.men if man.id.startswith("r")]
    earlier = chance.choices(names, k=chance.randint(1, 2) if burst == "split" else 1)
    last = chance.choice(names)
    before: list[str] = []
    for n, name in enumerate(earlier):
        now = fired_before(shot, earlier[:n], name)
        faces = " 6:2" * pool.attack_dice(now)
        before += ["--at", f"fire b1 {name} burst={burst} |{faces}"]
    now = fired_before(shot, earlier, last)

    data = asked(run, tmp_path, written(shot, "blue"), f"fire b1 {last} burst={burst}", *before)

    assert results(data, FLAG) == pool.tidy(pool.fired(now))


def fired_before(shot: Shot, earlier: list[str], name: str) -> Shot:
    """A short burst at a target, after others in the same pass."""
    state = {**shot.shooter.state, "ran": 0, "fired": 3 * len(earlier)}
    if earlier:
        state["aim"] = 0
    man = evolve(shot.shooter, state=state)
    target = next(one for one in shot.men if one.id == name)
    others = len([one for one in dict.fromkeys(earlier) if one != name])
    return evolve(
        shot,
        men=[man, *shot.men[1:]],
        shooter=man,
        aim=target.at,
        named=name,
        others=others if shot.burst == "split" else 0,
    )


@pytest.mark.parametrize("seed", range(6))
def test_suppressive_fire(run: Run, tmp_path: Path, seed: int) -> None:
    """No recoil, no range; reaction and edge of whoever has no cover of any kind."""
    shot, order = drawn.suppression(Random(seed))

    data = asked(run, tmp_path, written(shot), order)

    assert results(data, FLAG) == pool.tidy(pool.swept(shot))


@pytest.mark.parametrize("seed", range(6))
def test_blasts(run: Run, tmp_path: Path, seed: int) -> None:
    """The d10 for direction and distance, 2 less for each hit; 1 less damage for each metre."""
    shot, order = drawn.explosive(Random(seed))

    data = asked(run, tmp_path, written(shot), order)

    landing = pool.landings(shot)
    assert landed(data) == landing
    assert results(data, FLAG) == pool.tidy(pool.blown(shot, landing))


@pytest.mark.parametrize("seed", range(6))
def test_close_combat(run: Run, tmp_path: Path, seed: int) -> None:
    """One hit of base damage and net hits."""
    shot, order = drawn.blow(Random(seed))

    assert results(asked(run, tmp_path, written(shot), order), FLAG) == pool.tidy(pool.struck(shot))
