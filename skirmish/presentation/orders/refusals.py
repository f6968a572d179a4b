"""Refusals: the order that a player most likely means, and why it is not allowed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from attrs import evolve

from skirmish.core.board import Board, StepCost
from skirmish.core.codec import Shape, encode
from skirmish.core.figures import Weapon
from skirmish.core.geometry import (
    Facing,
    Tile,
    adjacent,
    nearest_first,
    parse_path,
    tile_text,
)
from skirmish.core.orders import WEAPON, Order, Purpose, Refusal
from skirmish.errors import SkirmishError
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.visibility import shut_door_between
from skirmish.presentation.wording import action_words
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.moves import way
from skirmish.rulesets.common.walking import DOOR, HALVES
from skirmish.rulesets.families import Routes

_OPEN_IT = "open it with 'door'"
UNLIMITED_RANGE = 1000
"""A cost in half tiles beyond any path on a map."""


def refusal_of(legal: LegalOrders, order: Order) -> Refusal | None:
    """Why an order may not be given; an order that cannot be judged is refused, too."""
    try:
        refused = legal.refusal(order)
    except SkirmishError as error:
        return Refusal(error.what, getattr(error, "rule", ""), error.remedy)
    return None if refused is None else _behind_door(legal, order, refused)


def _behind_door(legal: LegalOrders, order: Order, refused: Refusal) -> Refusal:
    """The refusal of an order at an enemy, changed to name the shut door that hides the enemy."""
    start, place = legal.position(order.figure), legal.position(order.target)
    if start is None or place is None or refused.concerns != order.target:
        return refused
    if legal.known_verbs[order.verb].purpose is Purpose.TREAT:
        return refused
    if (door := shut_door_between(legal.board, start, place)) is None:
        return refused
    first = "" if adjacent(start, door) else f"move {order.figure} beside it and "
    return Refusal(
        f"{order.figure} does not see {order.target}: the door on {tile_text(door)} is shut",
        refused.rule,
        f"{first}{_OPEN_IT}",
        concerns=order.target,
    )


def _impassable_words(legal: LegalOrders, order: Order) -> str:
    """Why no path leads to a tile that cannot be entered; "" for other orders."""
    if legal.target_shape(order.verb) is not Shape.PATH:
        return ""
    kind = legal.board.terrain(parse_path(order.target)[-1])
    return "" if kind.cost or kind.door else f"{kind.name} cannot be entered"


def explain_refusal(legal: LegalOrders, order: Order) -> Refusal:
    """Why an order is not among the choices."""
    verb = legal.known_verbs.get(order.verb)
    bare = verb is not None and (verb.target is None or verb.target_optional)
    if not order.target and not bare:
        turns = legal.target_shape(order.verb) is Shape.FACING
        return Refusal("no direction is chosen" if turns else "no target there")
    if closed := _impassable_words(legal, order):
        return Refusal(closed)
    refused = refusal_of(legal, order)
    if refused and legal.target_shape(order.verb) is Shape.PATH:
        return _path_refusal(legal, order, refused)
    return _by_weapon(legal, order, refused) if refused else Refusal("not possible from here")


def typed_refusal(legal: LegalOrders, order: Order) -> Refusal | None:
    """Why a typed order may not be given; one with a tile but no path is explained as on screen."""
    refused = refusal_of(legal, order)
    if refused is None or legal.target_shape(order.verb) is not Shape.PATH:
        return refused
    end = parse_path(order.target)[-1]
    typed_tile = order.target == _cheapest_path(legal, legal.position(order.figure), end)
    return explain_refusal(legal, order) if typed_tile else refused


def _by_weapon(legal: LegalOrders, order: Order, refused: Refusal) -> Refusal:
    """The reason for each weapon that an attack could be made with, if they differ.

    An order that names no weapon is refused for the first weapon, even if another would be used.
    """
    arms = _weapons_for(legal, order)
    each = [(arm, refusal_of(legal, order.with_field(WEAPON, arm.id))) for arm in arms]
    reasons = [(arm, why) for arm, why in each if why is not None]
    if len({str(why) for _, why in reasons}) <= 1:
        return refused
    same = len({why.reason for _, why in reasons}) == 1  # Then the remedies distinguish them.
    said = [
        ("" if why.weapon == arm.id else f"{arm.name}: ")
        + (f"{why.reason}: {why.remedy}" if same else why.reason)
        for arm, why in reasons
    ]
    words = "; ".join(said)
    return Refusal(words, refused.rule, concerns=refused.concerns)


def _weapons_for(legal: LegalOrders, order: Order) -> list[Weapon]:
    """The weapons that an attack on a figure may be made with, if it names none."""
    state, verb = legal.view.state, legal.known_verbs.get(order.verb)
    figure, target = state.figures.get(order.figure), state.figures.get(order.target)
    if verb is None or not verb.dice or order.get(WEAPON) or figure is None or target is None:
        return []
    if figure.at is None or target.at is None:
        return []
    ways_of = legal.ruleset.ways_to_use
    return [
        weapon
        for weapon in figure.who.weapons
        if any(way.verb == order.verb for _, way in ways_of(state, figure, weapon.id, target))
    ]


def _path_refusal(legal: LegalOrders, order: Order, refused: Refusal) -> Refusal:
    """Why a path is refused: its cost, if there is a path at all, however long."""
    start, end = legal.position(order.figure), parse_path(order.target)[-1]
    if start is None or start == end or not legal.board.inside(end) or any(legal.figures_at(end)):
        return refused
    ways = ways_from(legal, start)
    if ways.mask & legal.board.bit(end):
        round_it = refusal_of(legal, evolve(order, target=encode(ways.route(end)))) or refused
        return _with_shorter_way(legal, order, ways, round_it)
    if order.verb not in legal.verbs(order.figure):
        steps = _next_steps(legal, order.figure, order.verb)
        return next((why for step in steps if (why := refusal_of(legal, step))), refused)
    if door := _door_on_the_way(legal, start, end):
        shut = f"the door on {tile_text(door)} is shut"
        what = shut if door == end else f"no way leads to {tile_text(end)} while {shut}"
        return Refusal(what, remedy=_OPEN_IT)
    return Refusal(f"no way leads to {tile_text(end)}")


def _with_shorter_way(legal: LegalOrders, order: Order, ways: Routes, refused: Refusal) -> Refusal:
    """The refusal of a path that is too long; it names a shut door on a shorter path, if any.

    To open it is the remedy only if the figure could then go there now.
    """
    start, end = legal.position(order.figure), parse_path(order.target)[-1]
    if start is None or order.verb not in legal.verbs(order.figure):
        return refused
    through = ways_from(legal, start, partial(_step_through_doors, legal.board))
    if through.reach.cost(end) >= ways.reach.cost(end):
        return refused
    door = next(tile for tile in way(start, through.route(end)) if _is_shut(legal.board, tile))
    what = f"{refused.reason}; the shorter way is shut by the door on {tile_text(door)}"
    near = legal.board.tiles_of(legal.target_mask(order.figure, order.verb) & ways.mask)
    reaches = max((ways.reach.cost(tile) for tile in near), default=0)
    opened = through.reach.cost(end) <= reaches
    return evolve(refused, reason=what, remedy=_OPEN_IT if opened else refused.remedy)


def _door_on_the_way(legal: LegalOrders, start: Tile, end: Tile) -> Tile | None:
    """The first shut door on the cheapest path to a tile through such doors."""
    board = legal.board
    through = ways_from(legal, start, partial(_step_through_doors, board))
    if not through.mask & board.bit(end):
        return None
    tiles = way(start, through.route(end))
    return next((tile for tile in tiles if _is_shut(board, tile)), None)


def _is_shut(board: Board, tile: Tile) -> bool:
    kind = board.terrain(tile)
    return bool(kind.door) and not kind.cost


def _step_through_doors(board: Board, a: Tile, b: Tile) -> int | None:
    """The cost of a step as if shut doors could be walked through, straight ahead."""
    straight = (a[0] == b[0]) != (a[1] == b[1])
    if board.inside(b) and straight and _is_shut(board, b):
        return HALVES
    return board.step_cost(a, b)


def explain_verb_refusal(
    legal: LegalOrders, figure: str, verb: str, near: Tile | None = None
) -> Refusal:
    """Why a figure cannot use a verb at all, judged on likely targets.

    `near` is the tile that the player probably means; it also replaces the position of a figure
    that is not on the map.
    """
    if blocked := _no_step(legal, figure, verb):
        return blocked
    for order in _likely_orders(legal, figure, verb, near):
        if refused := refusal_of(legal, order):
            return _generalized(legal, order, _by_weapon(legal, order, refused))
    if verb == DOOR.name:
        return Refusal(f"no door is beside {figure}")
    if refused := _unfit(legal, figure, verb):
        return refused
    why = ": no enemy is in sight" if legal.target_shape(verb) is Shape.FIGURE else ""
    return Refusal(f"{figure} cannot {_words(legal, figure, verb)} now{why}")


def explain_idle(legal: LegalOrders, figure: str, near: Tile | None = None) -> Refusal:
    """Why a figure can neither attack nor move: by its state, or by its earlier actions.

    In a bound of movement alone the refusal of its move is given, else that of its attack. `near`
    as in `explain_verb_refusal`.
    """
    verbs = legal.ruleset.verbs.values()
    attacks = [verb.name for verb in verbs if verb.dice and verb.target is Shape.FIGURE]
    moves = [verb.name for verb in verbs if verb.target is Shape.PATH]
    state = legal.view.state
    phases = state.setup.declared.phases
    apart = not all(phase.moves for phase in phases.values())
    movement = apart and state.clock.phase in phases and phases[state.clock.phase].moves
    told = [*moves, *attacks] if movement else [*attacks, *moves]
    able = legal.verbs(figure)
    verb = next((name for name in told if name not in able), "")
    if not verb:
        return Refusal(f"{figure} has no order left")
    return explain_verb_refusal(legal, figure, verb, near)


def _unfit(legal: LegalOrders, figure: str, verb: str) -> Refusal | None:
    """Why a figure may be given no order of a verb now, at any target."""
    known, action = legal.view.state.figures.get(figure), legal.ruleset.table.get(verb)
    if known is None or known.at is None or action is None:
        return None
    barred = None if action.exempt else legal.ruleset.turn.able(legal.view, known)
    return barred or action.unfit(legal.view, known)


def _no_step(legal: LegalOrders, figure: str, verb: str) -> Refusal | None:
    """Why a figure can take no step at all; all reasons, if they differ between steps."""
    steps = list(_next_steps(legal, figure, verb))
    refused = [(step, why) for step in steps if (why := refusal_of(legal, step))]
    if not refused:
        return None
    reasons: dict[str, Refusal] = {}
    for _, why in refused:
        reasons.setdefault(why.rule, why)
    if len(reasons) == 1:
        return _generalized(legal, *refused[0])
    words = "; elsewhere ".join(why.reason for why in reasons.values())
    what = f"{figure} cannot {_words(legal, figure, verb)} to any tile: {words}"
    return Refusal(what, next(iter(reasons)))


def _words(legal: LegalOrders, figure: str, verb: str) -> str:
    """An action in the player's words."""
    return action_words(legal.view.state.figures.get(figure), verb)


def _generalized(legal: LegalOrders, order: Order, refused: Refusal) -> Refusal:
    """A refusal about one enemy; if the figure sees none that friends see, what blocks its line."""
    start, foes = legal.position(order.figure), {foe.id: foe for foe in legal.view.enemies()}
    if start is None or refused.concerns not in foes:
        return refused
    if any(legal.board.sees(start, foe.tile) for foe in foes.values()):
        return refused
    words = _words(legal, order.figure, order.verb)
    place = legal.board.obstacle(start, foes[refused.concerns].tile)
    block = "" if place is None else f"line to {refused.concerns} is blocked at {tile_text(place)}"
    one = f"its {block}" if len(foes) == 1 else f"it sees no enemy; its {block}"
    why = f"{order.figure} cannot {words} now: {one if block else 'it sees no enemy'}"
    state = legal.view.state
    phase = state.setup.declared.phases.get(state.clock.phase)
    later = "" if phase is None or phase.moves else " in your next bound of movement"
    return Refusal(why, refused.rule, f"move into sight of one{later}")


def _likely_orders(
    legal: LegalOrders, figure: str, verb: str, near: Tile | None
) -> Iterator[Order]:
    """Likely orders with a verb: without a target or with a word, then at tiles."""
    known = legal.known_verbs[verb]
    bare = known.target is None or known.target_optional
    for word in [""] if bare else _likely_words(legal, verb):
        order = Order(verb, figure, word)
        refused = refusal_of(legal, order)
        # A refusal of the word itself does not explain the verb.
        if refused and not refused.concerns:
            yield order
    start = legal.position(figure) or near
    for tile in _likely_tiles(legal, verb, start, near) if start else ():
        order = intended_order(legal, figure, verb, tile)
        if order.target and legal.board.inside(tile):
            yield order


def _next_steps(legal: LegalOrders, figure: str, verb: str) -> Iterator[Order]:
    """The cheapest moves to adjacent tiles: if these are refused, so is every move."""
    start = legal.position(figure)
    if start is None or legal.target_shape(verb) is not Shape.PATH:
        return
    ways = ways_from(legal, start)
    beside = [(start[0] + f.delta[0], start[1] + f.delta[1]) for f in Facing]
    inside = [tile for tile in beside if legal.board.inside(tile)]
    reached = [tile for tile in inside if ways.mask & legal.board.bit(tile)]
    steps = [tile for tile in reached if not any(legal.figures_at(tile))]
    for tile in sorted(steps, key=lambda tile: (ways.reach.cost(tile), tile)):
        yield Order(verb, figure, tile_text(tile))


def _likely_words(legal: LegalOrders, verb: str) -> list[str]:
    """Words that may be a verb's target: facings, settings of its counter, postures."""
    shape, declared = legal.target_shape(verb), legal.view.state.setup.declared
    if shape is Shape.FACING:
        return [facing.name for facing in Facing]
    if shape is not Shape.WORD:
        return []
    counters = (c for name, c in declared.counters.items() if slots.base(name) == verb)
    settings = [word for counter in counters for word in counter.words[::-1]]
    return list(dict.fromkeys(settings)) or list(declared.postures)


def _likely_tiles(legal: LegalOrders, verb: str, start: Tile, near: Tile | None) -> list[Tile]:
    """The tile probably meant, tiles of enemies nearest first, then adjacent tiles.

    For attacks, and for aiming at an enemy, only tiles with enemies.
    """
    if verb == DOOR.name:
        return list(legal.board.tiles_of(legal.board.doors_beside(start)))
    foes = nearest_first(start, (enemy.tile for enemy in legal.view.enemies()))
    beside = [(start[0] + f.delta[0], start[1] + f.delta[1]) for f in Facing]
    tiles = [tile for tile in (near, *foes, *beside) if tile is not None and tile != start]
    known = legal.known_verbs[verb]
    at_enemies = known.dice or known.purpose is Purpose.AIM
    if known.target is Shape.FIGURE and at_enemies:
        return [tile for tile in tiles if tile in foes]
    return tiles


def intended_order(legal: LegalOrders, figure: str, verb: str, tile: Tile) -> Order:
    """The order that a player means at a tile, legal or not."""
    shape = legal.target_shape(verb)
    target = ""
    if shape is Shape.FIGURE:
        target = next((name for name in legal.figures_at(tile) if name != figure), "")
    elif shape is Shape.TILE:
        target = tile_text(tile)
    elif shape is Shape.PATH:
        target = _cheapest_path(legal, legal.position(figure), tile)
    return Order(verb, figure, target)


def _cheapest_path(legal: LegalOrders, start: Tile | None, end: Tile) -> str:
    """The cheapest path of any length; a straight one if there is none."""
    board = legal.board
    if start is None or start == end or not board.inside(end):
        return ""
    far = ways_from(legal, start)
    return encode(far.route(end) if far.mask & board.bit(end) else straight_path(start, end))


def ways_from(legal: LegalOrders, start: Tile, cost: StepCost | None = None) -> Routes:
    """The routes of any length from a tile, around enemies in sight."""
    board = legal.board
    foes = board.mask_of(enemy.tile for enemy in legal.view.enemies())
    return Routes(
        lambda avoided: board.reach(start, UNLIMITED_RANGE, barred=foes | avoided, cost=cost), board
    )


def straight_path(start: Tile, end: Tile) -> tuple[Tile, ...]:
    """A diagonal and a straight stretch, ignoring obstacles."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    slant = min(abs(dx), abs(dy))
    corner = (start[0] + slant * _sign(dx), start[1] + slant * _sign(dy))
    return tuple(dict.fromkeys((start, corner, end)))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
