"""Clickable key names in text: a click does what the key does."""

from __future__ import annotations

import re

from textual.content import Content
from textual.style import Style

from skirmish.session.controller import Controller
from skirmish.tui.keys import KEYS, usable


def with_key_clicks(line: Content, controller: Controller) -> Content:
    """A line in which key hints such as `tab: next figure` can be clicked."""
    actions: dict[str, str] = {}
    for key in KEYS:
        if key.keys and usable(key, controller.mode, controller.legal.battle_part):
            actions.setdefault(controller.key(key.id), key.action)
    for shown, action in actions.items():
        # As far as the next comma, bar or parenthesis.
        words = rf"(?<![^\s(]){re.escape(shown)}: [^,;|()]*[^,;|()\s]"
        does = Style.from_meta({"@click": f"screen.{action}"})
        for found in re.finditer(words, line.plain):
            line = line.stylize(does, *found.span())
    return line
