"""Dice in log sentences."""

from __future__ import annotations

from skirmish.core.dice import Face
from skirmish.presentation.log_writer import dice_words


def test_dice_are_named_by_purpose_else_by_kind() -> None:
    """A record keeps only the kind and face of a die."""
    named = (Face(100, 8, "attack"), Face(10, 5, "damage"), Face(10, 2, "damage"))
    read = (Face(100, 8), Face(10, 5), Face(100, 37))

    assert dice_words(named) == "attack 8, damage 5 2"
    assert dice_words(read) == "d100 8 37, d10 5"
