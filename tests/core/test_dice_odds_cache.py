"""What is kept of odds stays within a bound, however wide the rules are."""

import pytest

from skirmish.core.dice import Dice, clear_odds_cache, exact_odds, odds


def wide(dice: Dice, sides: int, number: int) -> int:
    """A rule with as many outcomes as a die has sides."""
    return dice.die(sides) + number


def test_what_is_kept_is_bounded_by_its_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are dropped before they hold more outcomes than may be kept; they stay right."""
    monkeypatch.setattr(exact_odds, "MAX_CACHED_OUTCOMES", 1000)
    clear_odds_cache()
    held = []
    for number in range(30):
        assert len(odds(wide, 100, number)) == 100
        held.append(exact_odds._Held.outcomes)  # noqa: SLF001 - there is no other sign of it

    assert max(held) == 1000
    assert odds(wide, 100, 0) is odds(wide, 100, 0)
