"""The parts of a battle, in a place of their own: keys know them before any rules do."""

MUSTER = "muster"
"""The phase before deployment in which sides choose what their figures carry, if there is one."""
DEPLOYMENT = "deploy"
"""The phase before the first turn, in which figures are placed."""
FIGHT = "fight"
"""All that comes after the first turn has begun."""
