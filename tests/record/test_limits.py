"""How much a record may hold: ten of the longest battles, and what is played back in time."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

from skirmish.game import Game, verify_record
from skirmish.record import parse_record
from skirmish.record.limits import HUMAN_SHARE, RecordUsage
from tests.soak.limits import floor

GOLDEN = Path(__file__).parents[1] / "golden"
LONGEST = GOLDEN / "dice_pool-low_water_dice_pool.skr", GOLDEN / "d100-ring_section_long.skr"
TIMES = 10
LOADING, VERIFYING = 12, 20
"""Loops of ten million steps that ten such records may take; 3 to 5, and 4 to 6, were measured."""


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.skr")), ids=lambda path: path.stem)
def test_ten_times_a_shipped_battle_fits(path: Path) -> None:
    """There is no warning before."""
    data, load = path.read_bytes(), RecordUsage()
    for entry in parse_record(data).entries:
        load.add(entry)

    assert TIMES * load.used(len(data)) <= HUMAN_SHARE


@pytest.mark.slow
@pytest.mark.parametrize("path", LONGEST, ids=lambda path: path.stem)
@pytest.mark.parametrize(("work", "most"), [(Game.replay, LOADING), (verify_record, VERIFYING)])
def test_as_much_as_fits_is_played_back_in_time(
    path: Path, work: Callable[[Path], object], most: float
) -> None:
    """Ten long battles, each from nothing: a single one as long keeps fields of sight as well."""
    begun = process_time()
    for _ in range(TIMES):
        work(path)

    assert (process_time() - begun) / floor() < most


def test_the_collector_of_cycles_runs_again_after_loading() -> None:
    """Also after a record that is refused; where it stood still before, it stays so."""
    verify_record(LONGEST[0])
    with pytest.raises(Exception, match="begin"):
        parse_record(b"nothing")
    assert gc.isenabled()
    gc.disable()
    try:
        parse_record(LONGEST[0].read_bytes())
        assert not gc.isenabled()
    finally:
        gc.enable()
