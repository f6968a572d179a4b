"""The parts of a battle, by what can be done in them."""

from __future__ import annotations

from skirmish.core import parts

MUSTER = parts.MUSTER
DEPLOY = parts.DEPLOYMENT
FIGHT = "fight"
"""All that comes after the first turn has begun."""
