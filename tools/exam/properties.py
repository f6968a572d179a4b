"""The properties that a position can require: a word and its arguments.

A figure is named by its id; `someone` is any figure of the side that plays. Chances are the exact
odds of orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import (
    chebyshev,
    distance2,
    expand_path,
    in_arc,
    parse_tile,
    tiles_between,
)
from skirmish.core.setup import in_area
from skirmish.core.state import State
from skirmish.rulesets.attack import odds_of
from tools.exam.playthrough import GivenOrder, Playthrough

SOMEONE = "someone"
FRONT = 2
"""Half-angle of a figure's front, in units of 22.5 degrees."""
CLOSE = 2
"""Tiles from a figure within which an attack on ground is aimed at it."""
MOVES = ("move", "run")

Args = Sequence[str]
Holds = Callable[[Playthrough, Args], bool]


@frozen
class Property:
    """A property: the kinds of its arguments, what it means, and its test.

    `takes`: kinds of arguments; `...` is one or more, brackets mean optional. `positions` checks
    the arguments of each kind.
    """

    takes: str
    text: str
    holds: Holds


def _who(playthrough: Playthrough, name: str) -> Iterator[Figure]:
    """The figures that a name means and that are on the table at the end."""
    for figure in playthrough.end.figures.values():
        meant = figure.side == playthrough.side if name == SOMEONE else figure.id == name
        if meant and figure.at is not None:
            yield figure


def _any(playthrough: Playthrough, name: str, test: Callable[[Figure], bool]) -> bool:
    return any(test(figure) for figure in _who(playthrough, name))


def _any_of_one(
    playthrough: Playthrough, args: Args, test: Callable[[Figure, Figure], bool]
) -> bool:
    """Whether a test holds for a figure named by the first argument and one of the others."""
    others = _others(playthrough.end, args[1:])
    return _any(playthrough, args[0], lambda figure: any(test(figure, one) for one in others))


def _others(state: State, names: Args) -> Sequence[Figure]:
    figures = (state.figures[name] for name in names)
    return [figure for figure in figures if figure.at is not None]


def _covered(playthrough: Playthrough, args: Args) -> bool:
    board, guns = playthrough.end.board, _others(playthrough.end, args[1:])

    def safe(figure: Figure) -> bool:
        return all(
            not board.sees(gun.tile, figure.tile) or board.cover(gun.tile, figure.tile)
            for gun in guns
        )

    return _any(playthrough, args[0], safe)


def _hidden(playthrough: Playthrough, args: Args) -> bool:
    board, guns = playthrough.end.board, _others(playthrough.end, args[1:])
    return _any(
        playthrough, args[0], lambda f: not any(board.sees(gun.tile, f.tile) for gun in guns)
    )


def _sees(playthrough: Playthrough, args: Args) -> bool:
    board = playthrough.end.board
    return _any_of_one(playthrough, args, lambda f, seen: board.sees(f.tile, seen.tile))


def _flanks(playthrough: Playthrough, args: Args) -> bool:
    """The figure has a line of sight past the foe's cover, at the end or when it shoots."""
    shooter, target = args
    seats = [(figure, playthrough.end) for figure in _who(playthrough, shooter)]
    seats += [
        (given.view.state.figures[given.order.figure], given.view.state)
        for given in _attacks_of(playthrough, shooter)
        if _meant(given, target)
    ]
    for figure, state in seats:
        foe = state.figures.get(target)
        if foe is None or foe.at is None:
            continue
        board = state.board
        if board.sees(figure.tile, foe.tile) and not board.cover(figure.tile, foe.tile):
            return True
    return False


def _inside(playthrough: Playthrough, args: Args) -> bool:
    corners = [parse_tile(part) for part in args[1].split("-")]
    (ax, ay), (bx, by) = corners[0], corners[-1]
    area = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    return _any(playthrough, args[0], lambda f: in_area(area, f.tile))


def _stays(playthrough: Playthrough, args: Args) -> bool:
    return _any(playthrough, args[0], lambda f: playthrough.start.figures[f.id].at == f.at)


def _faces(playthrough: Playthrough, args: Args) -> bool:
    return _any_of_one(playthrough, args, lambda f, foe: in_arc(f.tile, f.facing, foe.tile, FRONT))


def _within(playthrough: Playthrough, args: Args) -> bool:
    tiles = int(args[2])
    return _any_of_one(playthrough, args[:2], lambda f, foe: chebyshev(f.tile, foe.tile) <= tiles)


def _nearer(playthrough: Playthrough, args: Args) -> bool:
    """The figure has come nearer on foot to a tile, or to where another figure began."""
    start = playthrough.start
    goal = parse_tile(args[1]) if "," in args[1] else start.figures[args[1]].at
    ways = {} if goal is None else start.board.walking([goal])

    def closer(figure: Figure) -> bool:
        before = start.figures[figure.id].at
        far = max(ways.values(), default=0) + 1
        opened_game = far if before is None else ways.get(before, far)
        return ways.get(figure.tile, far) < opened_game

    return _any(playthrough, args[0], closer)


def _apart(playthrough: Playthrough, args: Args) -> bool:
    figures, gap = _others(playthrough.end, args[:-1]), int(args[-1])
    pairs = [(a, b) for n, a in enumerate(figures) for b in figures[:n]]
    return all(distance2(a.tile, b.tile) >= gap * gap for a, b in pairs)


def _clear(playthrough: Playthrough, args: Args) -> bool:
    """No friend stands between a gun and a foe."""
    gun, foe = (playthrough.end.figures[name] for name in args)
    if gun.at is None or foe.at is None:
        return False
    between = tiles_between(gun.tile, foe.tile)
    return not any(figure.at in between for figure in playthrough.end.of_side(gun.side))


def _out(playthrough: Playthrough, args: Args) -> bool:
    return all(playthrough.end.figures[name].fate for name in args)


def _skirts(playthrough: Playthrough, args: Args) -> bool:
    """The figure walks over no tile in a zone of fire of the enemy."""
    for given in playthrough.given:
        order = given.order
        if order.verb in MOVES and args[0] in (SOMEONE, order.figure):
            state = given.view.state
            kinds = state.setup.declared.zones
            tiles = expand_path(order.target_path)[1:]
            for zone in state.zones.values():
                kept = zone.side != playthrough.side and not kinds[zone.kind].drifts
                if kept and any(tile in zone.tiles for tile in tiles):
                    return False
    return True


def _watches(playthrough: Playthrough, args: Args) -> bool:
    """The figure has these tiles in its own zone of fire."""
    tiles, state = {parse_tile(tile) for tile in args[1:]}, playthrough.end
    kinds = state.setup.declared.zones
    return any(
        zone.owner == figure.id and not kinds[zone.kind].drifts and tiles <= set(zone.tiles)
        for figure in _who(playthrough, args[0])
        for zone in state.zones.values()
    )


def _posture(playthrough: Playthrough, args: Args) -> bool:
    return _any(playthrough, args[0], lambda f: f.posture == args[1])


def _attacks_of(playthrough: Playthrough, name: str) -> Iterator[GivenOrder]:
    """The attacks of a figure."""
    for given in playthrough.given:
        verb = playthrough.ruleset.verbs.get(given.order.verb)
        strikes = verb is not None and verb.dice and given.order.verb not in MOVES
        if strikes and name in (SOMEONE, given.order.figure):
            yield given


def _meant(given: GivenOrder, target: str) -> bool:
    """Whether an attack is aimed at a figure or at ground close to it."""
    order, foe = given.order, given.view.state.figures.get(target)
    if order.target == target or target in order.get("split"):
        return True
    if foe is None or foe.at is None or "," not in order.target:
        return False
    return chebyshev(parse_tile(order.target), foe.tile) <= CLOSE


def _attacks(playthrough: Playthrough, args: Args) -> bool:
    """The figure attacks one of these figures, or any if none is named."""
    made = _attacks_of(playthrough, args[0])
    return any(not args[1:] or any(_meant(given, foe) for foe in args[1:]) for given in made)


def _first(playthrough: Playthrough, args: Args) -> bool:
    """The first attack of the side or of a figure is aimed at this foe."""
    given = next(_attacks_of(playthrough, args[0]), None)
    return given is not None and _meant(given, args[1])


def _orders(playthrough: Playthrough, args: Args) -> bool:
    """A figure gives an order with this verb and these parts."""
    figure, verb, *parts = args
    for given in playthrough.given:
        order = given.order
        if order.verb in verb.split("/") and figure in (SOMEONE, order.figure):
            said = [order.target, *(f"{key}={value}" for key, value in order.fields)]
            if all(part in said for part in parts):
                return True
    return False


def _before(playthrough: Playthrough, args: Args) -> bool:
    """The first verb was ordered, but not after the second."""
    name, early, late = args
    verbs = [one.order.verb for one in playthrough.given if name in (SOMEONE, one.order.figure)]
    if early not in verbs:
        return False
    return late not in verbs or verbs.index(early) < verbs.index(late)


def _ahead(playthrough: Playthrough, args: Args) -> bool:
    """The first figure gives such an order before the second gives any."""
    name, verbs, other, late = args
    for given in playthrough.given:
        order = given.order
        if order.figure == name and order.verb in verbs.split("/"):
            return True
        if order.figure == other and order.verb in late.split("/"):
            return False
    return False


def _spares(playthrough: Playthrough, args: Args) -> bool:
    """No attack of the side affects a friend with a higher chance than this."""
    most, ruleset = Fraction(int(args[1].rstrip("%")), 100), playthrough.ruleset
    for given in _attacks_of(playthrough, SOMEONE):
        plan = ruleset.attack(given.view.state, given.order)
        if plan is not None:
            chances = odds_of(plan, ruleset.outcomes.no_effect).figures.get(args[0], {})
            if ruleset.outcomes.chance_of_effect(chances) > most:
                return False
    return True


def _safer(playthrough: Playthrough, args: Args) -> bool:
    """The enemy's threat to a figure, one attack each, is at most this share of that before."""
    name, share = args[0], Fraction(int(args[1].rstrip("%")), 100)
    now, then = (
        _danger(playthrough, playthrough.end, name),
        _danger(playthrough, playthrough.start, name),
    )
    return playthrough.end.figures[name].at is not None and now <= then * share


def _danger(playthrough: Playthrough, state: State, name: str) -> Fraction:
    foes = [f for f in state.figures.values() if f.side != playthrough.side and f.at is not None]
    return sum(
        (playthrough.ruleset.estimates.menace(state, foe.id, name) for foe in foes), Fraction(0)
    )


PROPERTIES: Mapping[str, Property] = {
    "covered": Property("who figure...", "out of sight of these, or in cover from them", _covered),
    "hidden": Property("who figure...", "out of sight of all of these", _hidden),
    "sees": Property("who figure...", "has a line of sight to one of these", _sees),
    "flanks": Property("who figure", "sees it past its cover, at the end or when it shot", _flanks),
    "inside": Property("who area", "ends in an area such as 4,0-6,2", _inside),
    "stays": Property("who", "ends where it began", _stays),
    "faces": Property("who figure...", "has one of these before it", _faces),
    "within": Property("who figure number", "ends within so many tiles", _within),
    "nearer": Property(
        "who goal", "is nearer on foot to a tile, or to where a figure was", _nearer
    ),
    "apart": Property(
        "figure figure... number", "each two end so many tiles apart or more", _apart
    ),
    "clear": Property("figure figure", "no friend stands between the first and the second", _clear),
    "skirts": Property("who", "walks over no ground that the enemy keeps under fire", _skirts),
    "watches": Property("who tile...", "keeps all of these tiles under fire", _watches),
    "out": Property(
        "figure...", "is out of the battle, whatever the dice then made of the rest", _out
    ),
    "posture": Property("who posture", "ends in this posture", _posture),
    "attacks": Property(
        "who [figure...]", "attacks one of these; without them, any enemy", _attacks
    ),
    "first": Property("who figure", "its first attack is at this one", _first),
    "orders": Property(
        "who verbs [part...]", "gives such an order (verb/verb; target, key=value)", _orders
    ),
    "before": Property("who verb verb", "gives the first order, and not after the second", _before),
    "ahead": Property(
        "who verbs figure verbs", "gives such an order before the other gives one of his", _ahead
    ),
    "spares": Property(
        "figure percent", "no attack has more than so many percent to touch it", _spares
    ),
    "safer": Property("figure percent", "risks at most so many percent of what it risked", _safer),
}
