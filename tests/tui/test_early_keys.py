"""Keys that were pressed before their screen was seen."""

from __future__ import annotations

from textual._time import get_time

from skirmish.tui.early_keys import EarlyKeys


def test_a_key_is_early_until_a_moment_without_keys_after_the_first_paint() -> None:
    """One pressed before the paint is early whenever it is handled; an early one starts again."""
    keys, before = EarlyKeys(0.5), get_time()
    assert keys.is_early(before + 100)
    keys.painted()
    start = get_time()

    assert keys.is_early(before)
    assert keys.is_early(start + 0.4)
    assert keys.is_early(start + 0.8)
    assert not keys.is_early(start + 1.4)
    assert not keys.is_early(start + 1.5)


def test_where_nothing_waits_no_key_is_early() -> None:
    """As in tests without a pace."""
    assert not EarlyKeys(0.0).is_early(0.0)
