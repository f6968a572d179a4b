"""What becomes of the Downed after the battle; the report tells it, campaigns keep it."""

from __future__ import annotations

from typing import Literal

from skirmish.core.dice import Dice
from skirmish.core.figures import Figure
from skirmish.rulesets.opposed_d6.effects import DOWNED
from skirmish.rulesets.opposed_d6.factors import quality, troop
from skirmish.rulesets.opposed_d6.rules import DIE

Casualty = Literal["dead", "severe", "major", "minor", "trivial", "unhurt"]
TABLE: tuple[Casualty, ...] = ("dead", "severe", "major", "minor", "trivial", "unhurt")
INJURY = {"minor": 1, "major": 2, "severe": 3}
"""Levels that a survivor brings into its next battle."""


def afterwards(dice: Dice, quality: int) -> Casualty:
    """1d6 for a Downed figure, its quality added: 1 or less is dead, 6 or more unhurt."""
    roll = dice.die(DIE, "casualty") + quality
    return TABLE[min(max(roll, 1), len(TABLE)) - 1]


def lot(dice: Dice, figure: Figure) -> str:
    """A Downed figure's casualty in words; nothing for anybody else."""
    if figure.fate != DOWNED:
        return ""
    casualty = afterwards(dice, quality(troop(figure)))
    return f"{casualty} wound" if casualty in INJURY or casualty == "trivial" else casualty
