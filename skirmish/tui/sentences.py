"""Sentences of the log as the screen shows them."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from skirmish.presentation.log_writer import HEADING, STRONG, Sentence, dice_words

_STYLES: Mapping[str, str] = {HEADING: "bold $primary", STRONG: "bold"}


def content_of(said: Sentence) -> Content:
    """A sentence in the style of its weight; the dice stand behind, dimmed."""
    dice = dice_words(said.faces)
    style = _STYLES.get(said.weight, "")
    return Content.assemble((said.text, style), (f"  ({dice})" if dice else "", "dim"))
