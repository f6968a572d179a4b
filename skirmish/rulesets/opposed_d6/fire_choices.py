"""What a figure may shoot at now, as families, and what would be sensible."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from attrs import frozen

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import within
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.common.present import present
from skirmish.rulesets.families import Count, Domain, Family, One, Shares, Some, Spots
from skirmish.rulesets.opposed_d6 import ammunition, area_attack, outcome
from skirmish.rulesets.opposed_d6.area_attack import Round
from skirmish.rulesets.opposed_d6.burst import (
    MOST_AID,
    MOST_ROLLS,
    aider,
    aimed,
    equal_shares,
    lobbed,
    together,
)
from skirmish.rulesets.opposed_d6.factors import arms, defence, guard, total
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.opposed_d6.line_of_fire import (
    LineOfFire,
    blocker,
    fighting,
    line_of_fire,
)
from skirmish.rulesets.opposed_d6.menace import share_lost
from skirmish.rulesets.opposed_d6.readiness import loading, unready
from skirmish.rulesets.opposed_d6.rules import Effect
