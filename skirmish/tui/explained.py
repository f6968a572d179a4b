"""What a detail of an order means, said below the rows of them."""

from __future__ import annotations

from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.wording import detail_value, detail_words
from skirmish.rulesets.common.reactions import ASK, FIRE, REPLY
from skirmish.tui import pick as picks
from skirmish.tui import ways
from skirmish.tui.pick import Pick

REACTIONS = "reactions"
"""The house rule by which whoever watches fires by itself or asks."""


def meaning(offers: LegalOrders, pick: Pick) -> str:
    """The marked detail in the ruleset's words; of a way to do it, the details it is chosen for."""
    row = picks.marked_row(offers, pick)
    if row is None:
        return ""
    if not ways.is_way(row):
        return _text(offers, pick, row.field)
    if key := row.field.partition(" ")[2]:
        return _text(offers, pick, key)
    held = picks.ways_of(offers, pick)
    names = ways.own_fields(held, pick.way % len(held))
    told = {name: _text(offers, pick, name) for name in names}
    return "; ".join(f"{detail_words(name)}: {text}" for name, text in told.items() if text)


def _text(offers: LegalOrders, pick: Pick, field: str) -> str:
    known = offers.known_verbs[pick.verb].field(field)
    return known.text + _here(offers, field) if known else ""


def _here(offers: LegalOrders, field: str) -> str:
    """What the house rule on reactions is in this battle."""
    if field != REPLY.name:
        return ""
    asks = offers.view.state.rule(REACTIONS, "standing") == ASK
    return f" (here: {detail_value(None, field, ASK if asks else FIRE)})"
