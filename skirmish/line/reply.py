"""What a line is understood with, and what it is answered with."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import field, frozen

from skirmish.core.orders import Order
from skirmish.presentation.advice import DEFAULT_ADVISER
from skirmish.presentation.legal_orders import LegalOrders

QUIT = "quit"
ADVISE = "advise"


@frozen
class Wishes:
    """What line mode heeds of a player's settings.

    `adviser`: the level that advises; empty for nobody. `odds`: whether exact odds are told.
    """

    adviser: str = DEFAULT_ADVISER
    odds: bool = True


@frozen
class Talk:
    """What a line is understood with: what a side may know, and its active figure.

    `chances`: whether the player wants to be told numbers.
    """

    offers: LegalOrders
    figure: str = ""
    chances: bool = True


@frozen
class Reply:
    """What a line is answered with, and what is to be done: an order, or a deed of the game.

    `deed` is one of the words above, `undo`, or `player` with whom to hand over to; `advise` names
    whom to ask, if one is named. `figure` is the active figure from now on.
    """

    lines: tuple[str, ...] = ()
    order: Order | None = None
    deed: str = ""
    figure: str = ""


Answer = Callable[[Talk, Sequence[str]], Reply]


@frozen
class Command:
    """A word that is no order: how it is written, what it does."""

    name: str
    usage: str
    text: str
    answer: Answer = field(repr=False)
