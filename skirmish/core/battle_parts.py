"""Names of the parts of a battle.

A module without imports: key bindings need the names before any rules are loaded.
"""

MUSTER = "muster"
"""The optional phase before deployment in which sides choose what their figures carry."""
DEPLOYMENT = "deploy"
"""The phase before the first turn, in which figures are placed."""
FIGHT = "fight"
"""Everything from the first turn on."""
