"""The orders that there are in each part of a battle."""

from __future__ import annotations

from skirmish.core.orders import READY, RESIGN
from skirmish.presentation.legal_orders import LegalOrders


def verbs_now(offers: LegalOrders) -> tuple[str, ...]:
    """The orders of this part of the battle."""
    part = {True: (READY.name, RESIGN.name)}.get(offers.mustering or offers.deploying)
    if part is None:
        return tuple(name for name, verb in offers.known_verbs.items() if not verb.muster)
    known = offers.known_verbs.values()
    figures = [v.name for v in known if v.muster] if offers.mustering else ["deploy"]
    # Orders of the battle are known all the same, so that they are refused and not misread.
    return tuple(dict.fromkeys((*figures, *part, *offers.known_verbs)))
