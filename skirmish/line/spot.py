"""Words for figures and places, as they are typed: ids, names, tiles, ways from a figure."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from skirmish.core.board import IMPASSABLE
from skirmish.core.events import Bound, Left
from skirmish.core.gate import folded, shown
from skirmish.core.geometry import Tile, parse_tile, tile_text
from skirmish.core.text import show
from skirmish.errors import OrderRefused
from skirmish.line.bearings import legs, walked
from skirmish.line.fold import listed
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.refusals import straight_path
from skirmish.presentation.wording import humanize

_SHOWN = 8


def closest(word: str, known: Sequence[str]) -> str:
    """A remedy: the word that was probably meant, else those that there are."""
    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return f"did you mean '{near[0]}'?"
    more = " and others" if len(known) > _SHOWN else ""
    return f"there is {listed(list(known[:_SHOWN]))}{more}" if known else "there is none"


def one_of(word: str, known: Iterable[str], what: str) -> str:
    """The word that is meant: it, or the only one that begins so.

    Raises:
        OrderRefused: None, or several, could be meant.
    """
    options = list(dict.fromkeys(known))
    if word in options:
        return word
    found = [option for option in options if word and option.startswith(word)]
    if len(found) == 1:
        return found[0]
    if found:
        raise OrderRefused(f"'{shown(word)}' can mean {listed(found, 'or')}", remedy="say more")
    raise OrderRefused(f"no {what} '{shown(word)}'", remedy=closest(word, options))


def known_figures(offers: LegalOrders) -> dict[str, str]:
    """The names, by id, of all figures that the side knows of."""
    view = offers.view
    seen = {f.id: f.who.name for f in view.state.figures.values()}
    return {**{name: c.figure.who.name for name, c in view.contacts.items()}, **seen}


class OutOfBattle(OrderRefused):
    """The figure that is named was put out, or left."""


def _gone(offers: LegalOrders, name: str) -> OutOfBattle | None:
    """Said of an enemy of whom the side learnt that it left the battle: how, and when."""
    turn, said = 0, ""
    for one in offers.view.news:
        if isinstance(one.event, Bound):
            turn = one.event.turn
        elif isinstance(one.event, Left) and one.event.figure == name:
            said = f"{name} is out of the battle: {humanize(one.event.fate)} in turn {turn}"
    return OutOfBattle(said, remedy="'foes' tells who is left") if said else None


def figure_named(offers: LegalOrders, word: str) -> str:
    """The id of the figure that a word names: by id, a part of its name, what it alone is.

    Raises:
        OutOfBattle: It is the id of an enemy that was seen to leave the battle.
    """
    known = known_figures(offers)
    if word in known or word.casefold() in known:
        return word if word in known else word.casefold()
    if word not in offers.known_verbs and (gone := _gone(offers, word.casefold())) is not None:
        raise gone
    wanted = folded(word.replace("_", " "))
    # A name is worth more than what somebody is: there may be a rifleman called Gunner.
    for names in (known, _kinds(offers)):
        found = [n for n, name in names.items() if wanted in (folded(name), *folded(name).split())]
        if found:
            return found[0] if len(found) == 1 else ""
    return ""


def _kinds(offers: LegalOrders) -> dict[str, str]:
    """What each figure is that the side knows of, by id."""
    view = offers.view
    seen = {f.id: f.who.kind.name for f in view.state.figures.values()}
    return {**{name: c.figure.who.kind.name for name, c in view.contacts.items()}, **seen}


def own_named(offers: LegalOrders, word: str) -> str:
    """The id of the own figure that a word names; empty for anything else."""
    name = figure_named(offers, word)
    figure = offers.view.state.figures.get(name)
    return name if figure is not None and figure.who.side == offers.view.side else ""


def figure_or_refusal(offers: LegalOrders, word: str) -> str:
    """The id of the figure that a word names.

    Raises:
        OrderRefused: The side knows of none.
    """
    if name := figure_named(offers, word):
        return name
    out = {f.id for f in offers.view.state.figures.values() if f.fate}
    known = [name for name in known_figures(offers) if name not in out]
    raise OrderRefused(f"you know of no figure '{shown(word)}'", remedy=closest(word, known))


def tile_of(offers: LegalOrders, figure: str, words: Sequence[str]) -> Tile:
    """The tile that words name: `12,7`, a figure, or a way such as `ne3` from where one stands.

    Raises:
        OrderRefused: They name none.
    """
    said = " ".join(words)
    if len(words) == 1 and (tile := exact_tile(words[0])) is not None:
        return tile
    name = figure_named(offers, words[0]) if len(words) == 1 else ""
    at = offers.place(name) if name else None
    if name and at is None:
        contact = offers.view.contacts.get(name)
        at = contact.figure.at if contact else None
        if at is None:
            raise OrderRefused(f"{name} is not on the map", remedy="give a tile such as 12,7")
    if at is not None:
        return at
    start, ways = offers.place(figure), legs(words)
    if start is not None and ways:
        return walked(start, ways)[-1]
    raise OrderRefused(
        f"'{shown(said)}' is no place",
        remedy="give a tile such as 12,7, a figure, or a way such as ne3",
    )


def exact_tile(word: str) -> Tile | None:
    """A tile in the spelling of orders."""
    try:
        return parse_tile(word)
    except ValueError:
        return None


def way_to(offers: LegalOrders, figure: str, verb: str, words: Sequence[str]) -> str:
    """A path in the spelling of orders: as it stands, to a tile, leg by leg, or towards a place.

    Raises:
        OrderRefused: No place is named, or there is no way.
    """
    start = offers.place(figure)
    if len(words) == 1 and ">" in words[0]:
        return words[0]
    if start is None:
        raise OrderRefused(f"{figure} is not on the table", remedy="choose another figure")
    if words[0] in ("to", "towards", "toward"):
        if len(words) == 1:
            raise OrderRefused(f"'{words[0]}' without a place", remedy="add a tile or a figure")
        return _towards(offers, figure, verb, tile_of(offers, figure, words[1:]))
    if ways := legs(words):
        return show(walked(start, ways))
    tile = tile_of(offers, figure, words)
    if not offers.board.inside(tile):
        raise OrderRefused(f"{tile_text(tile)} is off the map", remedy="choose a tile of the map")
    target = offers.target_at(figure, verb, tile)
    return target if ">" in target else show(straight_path(start, tile))


def _towards(offers: LegalOrders, figure: str, verb: str, tile: Tile) -> str:
    """The way to that tile in reach from which it is not far to go to another."""
    board = offers.board
    if not board.inside(tile):
        raise OrderRefused(f"{tile_text(tile)} is off the map", remedy="choose a tile of the map")
    goals = [tile]
    if board.terrain(tile).cost == IMPASSABLE:
        x, y = tile
        beside = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        goals = [spot for spot in beside if board.passable(spot)]
    left = board.walking(goals) if goals else {}
    found = [spot for spot in board.tiles_of(offers.ground(figure, verb)) if spot in left]
    best = min(found, key=lambda spot: (left[spot], spot), default=None)
    start = offers.place(figure)
    if start is not None and start not in left:
        raise OrderRefused(
            f"nobody walks to {tile_text(tile)} from here", remedy="'look' names its ground"
        )
    if not offers.ground(figure, verb):
        raise OrderRefused(f"{figure} cannot {verb} now", remedy=f"'why {verb}' tells why")
    if best is None or (start is not None and left[best] >= left[start]):
        raise OrderRefused(
            f"{figure} gets no nearer to {tile_text(tile)} in this bound",
            remedy="'map' tells what is in the way",
        )
    return offers.target_at(figure, verb, best)
