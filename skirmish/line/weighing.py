"""Questions before an order: its odds, what threatens, why something may not be done."""

from __future__ import annotations

from collections.abc import Sequence

from skirmish.core.orders import Order
from skirmish.errors import OrderRefused
from skirmish.line import attacks, chances, outlooks
from skirmish.line.reading import order_of
from skirmish.line.reply import Reply, Talk
from skirmish.line.spot import exact_tile, figure_named, one_of, own_named, tile_of
from skirmish.line.verbs import verbs_now
from skirmish.presentation.refusals import refusal_of

_NO_NUMBERS = "Your settings say that you are told no exact odds."


def _meant(talk: Talk, words: Sequence[str]) -> Order:
    """The order that is asked about, whichever of figure and verb comes first."""
    if len(words) > 1 and words[0] not in talk.offers.known_verbs:
        name = own_named(talk.offers, words[0])
        words = (words[1], name, *words[2:]) if name else words
    known = one_of(words[0].casefold(), verbs_now(talk.offers), "order")
    return order_of(talk.offers, talk.figure, talk.offers.known_verbs[known], words[1:])


def odds(talk: Talk, words: Sequence[str]) -> Reply:
    """The odds of an order, and what else it leads to; of all attacks where none is named."""
    offers = talk.offers
    if not talk.chances:
        return Reply((_NO_NUMBERS,))
    name = own_named(offers, words[0]) if len(words) == 1 else "" if words else talk.figure
    if name:
        return Reply(tuple(attacks.all_odds(offers, name)))
    if not words:
        raise OrderRefused("odds of what?", remedy="add an order, as in 'odds fire r3'")
    order = _meant(talk, words)
    told = chances.odds_words(offers, order)
    if refusal_of(offers, order) is not None:
        told += attacks.instead(offers, order)
    elif more := outlooks.outlook_words(offers, order):
        told = [told[0].replace(chances.CALM, ":"), *told[1:], *more]
    return Reply(tuple(told))


def threats(talk: Talk, words: Sequence[str]) -> Reply:
    """What the enemies in sight can do to a figure, here or on a tile that it is to go to."""
    offers, figure, tile = talk.offers, talk.figure, None
    if not talk.chances:
        return Reply((_NO_NUMBERS,))
    for word in words:
        if name := own_named(offers, word):
            figure = name
        else:
            tile = tile_of(offers, figure, [word])
    if tile is not None and not offers.board.inside(tile):
        raise OrderRefused("that is off the map", remedy="'map' tells its size")
    return Reply(tuple(outlooks.threats(offers, figure, tile)))


def why(talk: Talk, words: Sequence[str]) -> Reply:
    """Why something may not be done, or that it may."""
    offers, figure = talk.offers, talk.figure
    if not words:
        raise OrderRefused("why what?", remedy="add an order or a tile, as in 'why fire r3'")
    if len(words) == 1 and (tile := exact_tile(words[0])) is not None:
        return Reply(tuple(chances.why_tile(offers, figure, tile)))
    if len(words) == 1 and (name := figure_named(offers, words[0])):
        at = offers.place(name)
        if at is None:
            return Reply((f"{name} is not on the map, as far as you know.",))
        return Reply(tuple(chances.why_tile(offers, figure, at)))
    if len(words) > 1 and own_named(offers, words[0]):
        return Reply(tuple(chances.why_order(offers, _meant(talk, words))))
    name = one_of(words[0].casefold(), verbs_now(offers), "order")
    verb = offers.known_verbs[name]
    needs = verb.target is not None and not verb.target_optional
    if verb.figure and needs and not words[1:] and figure:
        return Reply(tuple(chances.why_verb(offers, figure, name)))
    return Reply(tuple(chances.why_order(offers, _meant(talk, words))))
