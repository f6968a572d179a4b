"""What a figure's card says, each thing once: a label with all that is known under it."""

from __future__ import annotations

from skirmish.core.figures import Figure
from skirmish.core.view import View
from skirmish.rulesets.protocol import Ruleset


def facts(ruleset: Ruleset, view: View, figure: Figure) -> tuple[tuple[str, str], ...]:
    """Labels and values of a card, in the ruleset's order; of an enemy only what is open.

    What a ruleset says of one label in several lines stands together: a weapon and its rounds,
    also where these are labelled `rifle, rounds`.
    Weapons come last: what a figure is and can still do changes more often.
    """
    mine = figure.who.side == view.side
    arms = [weapon.name for weapon in figure.who.weapons]
    told: dict[str, dict[str, None]] = {}
    for line in ruleset.card(view.state, figure):
        label, _, what = line.label.partition(", ")
        known = label in arms and what
        said = (label, f"{what} {line.value}") if known else (line.label, line.value)
        if mine or line.open:
            told.setdefault(said[0], {})[said[1]] = None
    labels = sorted(told, key=lambda name: name in arms)
    return tuple((label, ", ".join(told[label])) for label in labels)
