"""Words of the title screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from skirmish.presentation.setup.saves import Save
from skirmish.tui.screens.title import short_words


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("The dam", "The dam, turn 3 of 9"),
        ("First steps, by trait die", "First steps, by trait …, turn 3 of 9"),
    ],
)
def test_the_turn_of_the_battle_to_continue_is_never_cut(title: str, words: str) -> None:
    """The list of battles also says whether it was forked."""
    save = Save(Path("the-dam-1-fork-turn-2.skr"), 0, title, 3, 9)

    assert save.progress == "turn 3 of 9, forked in turn 2"
    assert short_words(save) == words
