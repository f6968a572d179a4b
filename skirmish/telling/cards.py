"""What a figure's card says, each thing once: a label with all that is known under it."""

from __future__ import annotations

from skirmish.core.figures import Figure
from skirmish.core.view import View
from skirmish.rulesets.protocol import Ruleset


def facts(ruleset: Ruleset, view: View, figure: Figure) -> tuple[tuple[str, str], ...]:
    """Labels and values of a card, in the ruleset's order; of an enemy only what is open.

    What a ruleset says of one label in several lines stands together: a weapon and its rounds.
    Weapons come last: what a figure is and can still do changes more often.
    """
    mine = figure.who.side == view.side
    told: dict[str, dict[str, None]] = {}
    for line in ruleset.card(view.state, figure):
        if mine or line.open:
            told.setdefault(line.label, {})[line.value] = None
    arms = [weapon.name for weapon in figure.who.weapons]
    return tuple(
        (label, ", ".join(told[label])) for label in sorted(told, key=lambda name: name in arms)
    )
