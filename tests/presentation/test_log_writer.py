"""The dice behind a sentence."""

from __future__ import annotations

from skirmish.core.dice import Face
from skirmish.presentation.log_writer import dice_words


def test_dice_are_named_by_what_they_were_for_else_by_their_kind() -> None:
    """A record keeps no more of a die than its kind and what it showed."""
    named = (Face(100, 8, "attack"), Face(10, 5, "damage"), Face(10, 2, "damage"))
    read = (Face(100, 8), Face(10, 5), Face(100, 37))

    assert dice_words(named) == "attack 8, damage 5 2"
    assert dice_words(read) == "d100 8 37, d10 5"
