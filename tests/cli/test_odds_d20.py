"""`skirmish odds --json` of the d20 against sums done by hand.

Nothing here calls the rules of the game. Men, guns, maps and orders are drawn at random into
scenario files, the command is asked, and its fractions must be those of counting all faces.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.cli import by_hand_d20 as d20
from tests.cli import random_d20 as drawn
from tests.cli.by_hand import asked, possible
from tests.cli.cli_runner import Run
from tests.cli.odds_answers import landed, lost, results, rounded, sums
from tests.cli.random_d20 import Draw, written

FLAG = "crippled"


@pytest.mark.parametrize("draw", [drawn.single, drawn.burst, drawn.strays, drawn.blow])
@pytest.mark.parametrize("seed", range(10))
def test_fire_and_blows(run: Run, tmp_path: Path, draw: Draw, seed: int) -> None:
    """Accuracy, Evasion, CRITs, DT on each hit, DR on the sum: every chance is right."""
    shot, order = draw(Random(seed))
    melee = draw is drawn.blow

    data = asked(run, tmp_path, written(shot), order, *drawn.earlier(shot))

    expected = possible(d20.fired(shot, melee=melee))
    assert results(data, FLAG) == expected
    assert sums(data, "Evasion") == d20.evasion(shot, melee=melee)
    called = shot.limb and d20.CALLED.get(shot.limb, d20.LEG_OR_ARM[0])
    first = sums(data, "Accuracy") or sums(data, "first shot")
    assert first == d20.accuracy(shot, melee=melee) + (called or 0)
    assert lost(data) == rounded(d20.points_lost(shot.men, expected))


@pytest.mark.parametrize("seed", range(10))
def test_explosives(run: Run, tmp_path: Path, seed: int) -> None:
    """What the roll lacks, halved up, in the d10's direction; one damage roll, own armour."""
    shot, order = drawn.explosive(Random(seed))

    data = asked(run, tmp_path, written(shot), order)

    landing = d20.landings(shot)
    expected = possible(d20.blown(shot, landing))
    assert landed(data) == landing
    assert results(data, FLAG) == expected
    assert lost(data) == rounded(d20.points_lost(shot.men, expected))
