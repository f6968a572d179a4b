"""Where the numbered rules can be read in two ways: one named value for each, and ours."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

Rounding = Literal["nearest", "reduction_down", "up"]


@frozen
class Readings:
    """How the rules are read.

    `crit_carries` (D20-A1): after a first-shot CRIT all later shots of the burst hit.
    `rounding` (D20-A4): what DR leaves is rounded to the nearest, half up; or the reduction is
    rounded down; or what is left is rounded up. `called_shared` (D20-A8): all shots of a called
    burst go to the limb at the penalty, whatever the first one did. `one_recoil` (D20-A9): bursts
    of the own bound count against overwatch attacks too.
    """

    crit_carries: bool = True
    rounding: Rounding = "nearest"
    called_shared: bool = False
    one_recoil: bool = True


READINGS = Readings()
