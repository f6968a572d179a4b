"""What the player is asked for; in its own module because keys need it without the rules."""

from __future__ import annotations

from enum import Enum


class Mode(Enum):
    """What the player is asked for."""

    SELECT = "choose a figure"
    MENU = "choose an order"
    TARGET = "choose a target"
    FIELDS = "change or confirm"
    ANSWER = "answer"
    WAIT = "wait"
