"""What a player most likely means, and why it is not possible: the words behind "why not?"."""

from __future__ import annotations

from functools import partial

from skirmish.core.geometry import Facing, Tile, distance2, in_arc, parse_path, tile_text
from skirmish.core.orders import Order
from skirmish.core.text import Shape, show
from skirmish.errors import SkirmishError
from skirmish.rulesets.common.walking import DOOR
from skirmish.rulesets.families import Routes
from skirmish.telling.offers import Offers
from skirmish.telling.wording import spoken
from skirmish.tui.pick import Pick

_QUARTER = 2
FAR = 1000
"""Half tiles that are more than any way on a map is likely to take."""


def menu_of(offers: Offers, pick: Pick) -> tuple[str, ...]:
    """The verbs of the menu: what the figure can do, then what it can't do now."""
    return offers.verbs(pick.figure) + offers.barred_verbs(pick.figure)


def meant(offers: Offers, pick: Pick, tile: Tile) -> str:
    """What a figure is most likely meant to do at a tile: the first verb that fits it."""
    wanted = (Shape.FIGURE,) if any(offers.shown_at(tile)) else (Shape.PATH, Shape.TILE)
    verbs = menu_of(offers, pick)
    return next((verb for verb in verbs if offers.shape(verb) in wanted), "")


def figures_only(offers: Offers, pick: Pick) -> bool:
    """Whether only figures can be named, so that the cursor goes from one to the next."""
    return not pick.field and not offers.ground(pick.figure, pick.verb)


def ahead(offers: Offers, pick: Pick, start: Tile, facing: Facing) -> Tile | None:
    """Where the nearest figure that way is drawn, whether it is a legal target or not."""
    names = [*offers.listed(pick.figure, pick.verb)]
    names += [enemy.id for enemy in offers.view.enemies()]
    places = [place for name in names if (place := offers.place(name)) is not None]
    there = [place for place in places if in_arc(start, facing, place, _QUARTER)]
    return min(there, key=lambda place: (distance2(start, place), place), default=None)


def why_not(offers: Offers, order: Order) -> str:
    """One line on why an order is not among the choices."""
    verb = offers.known_verbs.get(order.verb)
    bare = verb is not None and (verb.target is None or verb.target_optional)
    if not order.target and not bare:
        return "nothing to aim at there"
    if closed := _closed(offers, order):
        return closed
    try:
        refused = offers.refused(order)
    except (SkirmishError, ValueError) as error:
        return str(error)
    return str(refused) if refused else "not possible from here"


def _closed(offers: Offers, order: Order) -> str:
    """Said of a way to a tile on which nobody can stand, whatever lies between."""
    if offers.shape(order.verb) is not Shape.PATH:
        return ""
    kind = offers.board.terrain(parse_path(order.target)[-1])
    return "" if kind.cost or kind.door else f"{kind.name}: nobody can go there"


def why_not_verb(offers: Offers, pick: Pick, cursor: Tile) -> str:
    """Why a figure can't do something at all, asked of a likely target."""
    if why := _why_not_bare(offers, pick):
        return why
    place = offers.place(pick.figure) or cursor
    for tile in _likely(offers, pick, place, cursor):
        order = spelled_at(offers, pick, tile)
        if order.target and offers.board.inside(tile):
            return why_not(offers, order)
    if pick.verb == DOOR.name:
        return f"no door is beside {pick.figure}"
    if offers.shape(pick.verb) is Shape.FIGURE:
        return f"{pick.figure} cannot {spoken(pick.verb)} now: no enemy is in sight"
    return f"{pick.figure} cannot {spoken(pick.verb)} now"


def _likely(offers: Offers, pick: Pick, place: Tile, cursor: Tile) -> list[Tile]:
    """Tiles that an order is most likely meant for: the cursor's, enemies near first, those beside.

    What is done to enemies is not asked of friends.
    """
    if pick.verb == DOOR.name:
        return list(offers.board.tiles_of(offers.board.doors_beside(place)))
    foes = [enemy.tile for enemy in offers.view.enemies()]
    beside = [(place[0] + f.delta[0], place[1] + f.delta[1]) for f in Facing]
    near = sorted(foes, key=lambda tile: (distance2(place, tile), tile))
    tiles = [tile for tile in (cursor, *near, *beside) if tile != place]
    if offers.shape(pick.verb) is Shape.FIGURE and offers.known_verbs[pick.verb].dice:
        return [tile for tile in tiles if tile in foes]
    return tiles


def _why_not_bare(offers: Offers, pick: Pick) -> str:
    """Why not, of an order that need not name a target, or names a word; empty for any other."""
    verb = offers.known_verbs[pick.verb]
    words = [""] if verb.target is None or verb.target_optional else _words_for(offers, pick)
    for word in words:
        refused = offers.refused(Order(pick.verb, pick.figure, word))
        if refused and (not word or word not in refused.reason):
            return str(refused)
    return ""


def _words_for(offers: Offers, pick: Pick) -> list[str]:
    """Words that may be told a figure with a verb: a facing, what its counter can be, a posture."""
    shape, declared = offers.shape(pick.verb), offers.view.state.setup.declared
    if shape is Shape.FACING:
        return [facing.name for facing in Facing]
    if shape is not Shape.WORD:
        return []
    counters = (c for name, c in declared.counters.items() if name.split("_")[0] == pick.verb)
    settings = [word for counter in counters for word in counter.words[::-1]]
    return list(dict.fromkeys(settings)) or list(declared.postures)


def spelled_at(offers: Offers, pick: Pick, tile: Tile) -> Order:
    """The order as the player meant it at a tile, legal or not: to ask why it is not."""
    shape = offers.shape(pick.verb)
    target = ""
    if shape is Shape.FIGURE:
        target = next((name for name in offers.shown_at(tile) if name != pick.figure), "")
    elif shape is Shape.TILE:
        target = tile_text(tile)
    elif shape is Shape.PATH:
        target = _way(offers, offers.place(pick.figure), tile)
    return Order(pick.verb, pick.figure, target)


def _way(offers: Offers, start: Tile | None, end: Tile) -> str:
    """The cheapest way, however far it is; a straight one where there is none."""
    board = offers.board
    if start is None or start == end or not board.inside(end):
        return ""
    foes = board.mask_of(enemy.tile for enemy in offers.view.enemies())
    far = Routes(partial(board.reach, start, FAR, barred=foes), board)
    return show(far.route(end)) if far.mask & board.bit(end) else _straight(start, end)


def _straight(start: Tile, end: Tile) -> str:
    """A path of a diagonal and a straight stretch, whatever is in the way."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    slant = min(abs(dx), abs(dy))
    corner = (start[0] + slant * _sign(dx), start[1] + slant * _sign(dy))
    tiles = dict.fromkeys((start, corner, end))
    return show(tuple(tiles))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
