"""What may befall a figure on its way: held shots, once each, and suppressive fire (POOL-F13, F14).

How many hits suppressive fire has had, its enemy is not told: all that it may have had count.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from attrs import evolve

from skirmish.core.figures import Figure
from skirmish.core.geometry import in_arc
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State, Zone
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.common import suppression, watch
from skirmish.rulesets.dice_pool import suppressing, ways
from skirmish.rulesets.dice_pool.fire import attack_of
from skirmish.rulesets.dice_pool.gun import Gun, guns
from skirmish.rulesets.dice_pool.holding import ARC
from skirmish.rulesets.dice_pool.outcome import loss
from skirmish.rulesets.dice_pool.parts import Part
from skirmish.rulesets.dice_pool.rules import MISSED, suppress
from skirmish.rulesets.dice_pool.shot import shot_of
from skirmish.rulesets.threat import Threat, Walk, costliest
