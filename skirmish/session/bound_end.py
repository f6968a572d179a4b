"""The end of a bound, muster or deployment: its order, its key, what figures can still do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from skirmish.core.codec import Shape
from skirmish.core.orders import END, READY, Order, Purpose, figure_in
from skirmish.core.state import Tally
from skirmish.presentation.foreseen_end import end_words
from skirmish.presentation.odds.attack_positions import Clash
from skirmish.presentation.odds.hint_words import NameOrder, end_hint_words
from skirmish.presentation.odds.hints import end_hints
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.pending_fights import pending_fights
from skirmish.presentation.wording import action_words, singular
from skirmish.rulesets.common.walking import TILES
from skirmish.rulesets.foreseen_end import foreseen_end
from skirmish.rulesets.ruleset import Budget
from skirmish.session.repeat import orders_of_bound
from skirmish.session.verb_defaults import best_at_tile

_NAMED = 6
"""Number of figures that a warning names."""
_WAYS = (Shape.PATH, Shape.FACING)
"""Shapes of the target of a move or a turn."""
_REST = 3
"""A figure with at most one part in this many of its movement left has only a rest of it."""


def end_order(legal: LegalOrders) -> Order:
    """The order that ends the current part of the battle."""
    return Order.of(READY.name if legal.mustering or legal.deploying else END.name)


def end_key(legal: LegalOrders) -> str:
    """Id of the key that gives that order."""
    return "ready" if legal.deploying else "mustered" if legal.mustering else "end"


def part_words(legal: LegalOrders) -> str:
    """Name of the current part of the battle."""
    if legal.mustering:
        return "the muster"
    return "the deployment" if legal.deploying else f"the {legal.ruleset.turn.bound}"


def blind_words(legal: LegalOrders) -> str:
    """Which of the own figures see no enemy, and smoke that hides one, as the end of a sentence."""
    board, foes = legal.board, list(legal.view.enemies())
    blind = [
        figure
        for figure in legal.view.own()
        if not any(board.sees(figure.tile, foe.tile) for foe in foes)
    ]
    if not blind:
        return ""
    names = ", ".join(figure.id for figure in blind)
    smoke = next(filter(None, (legal.smoke_words(one.id, one.tile) for one in blind)), "")
    return f"; {names} see{'s' * (len(blind) == 1)} no enemy{': ' * bool(smoke)}{smoke}"


@lru_cache(maxsize=2)
def _foreseen(legal: LegalOrders) -> Tally | None:
    """The result if the battle ends with this bound, else None. Cached for the next key."""
    fights = not (legal.mustering or legal.deploying)
    return foreseen_end(legal.ruleset, legal.view) if fights else None


def loses_at_end(legal: LegalOrders) -> bool:
    """Whether the side loses the battle when it ends this bound, as far as it knows."""
    end = _foreseen(legal)
    return end is not None and end.winner == legal.view.enemy


def how_it_ends(legal: LegalOrders, *, brief: bool = False) -> str:
    """How the battle ends with this bound, as far as the side knows; empty if it goes on."""
    end = _foreseen(legal)
    return "" if end is None else end_words(legal.view, end, brief=brief)


def to_end(legal: LegalOrders, *, brief: bool = False) -> str:
    """The end of this part of the battle in words; for the last bound also how the battle ends."""
    how = how_it_ends(legal, brief=brief)
    if brief and how:
        return f"end the battle: {how}"
    return f"end {part_words(legal)}" + (f" and the battle: {how}" if how else "")


@lru_cache(maxsize=2)
def fights_to_come(legal: LegalOrders) -> tuple[Clash, ...]:
    """The close combat that will be fought without an order. Cached for the next key."""
    fights = not (legal.mustering or legal.deploying or legal.view.state.tally.over)
    return pending_fights(legal.ruleset, legal.view) if fights else ()


def end_warning(legal: LegalOrders, key: str) -> str:
    """The question before the end while figures can still do something worthwhile, else empty.

    A figure that was given an order and can only move or turn is no reason to ask. `key` is the
    name of the key that ends the bound.
    """
    fresh = () if legal.deploying else worth_asking(legal)
    left, ordered = _what_each_can(legal), _ordered(legal)
    if all(left[name] != "act" and name in ordered for name in fresh):
        return ""
    able = _still_able(legal, fresh) + _empty_words(legal, fresh)
    return f"{able}; {key}: {to_end(legal)}"


def _ordered(legal: LegalOrders) -> frozenset[str]:
    """The figures that were given an order in the present bound."""
    return frozenset(map(figure_in, orders_of_bound(legal.view)))


def better_than_end(legal: LegalOrders, order_name: NameOrder) -> str:
    """A hint on what to do before the end of the bound, if any; `order_name` names its orders."""
    if legal.mustering or legal.deploying:
        return ""
    able = {
        name: [legal.known_verbs[verb] for verb in legal.verbs(name)]
        for name in legal.active_figures()
    }
    return end_hint_words(end_hints(legal.view, able), order_name)


def _still_able(legal: LegalOrders, fresh: Sequence[str]) -> str:
    """What figures can still do; for a single figure its orders."""
    if len(fresh) == 1:
        figure = legal.view.state.figures.get(fresh[0])
        verbs = (action_words(figure, verb) for verb in legal.significant_verbs(fresh[0]))
        return f"{fresh[0]} can still {', '.join(verbs)}"
    return "; ".join(
        f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more can still {what}"
        if len(names) > _NAMED + 1
        else f"{', '.join(names)} can still {what}"
        for what, names in by_what_is_left(legal, fresh)
    )


def _empty_words(legal: LegalOrders, fresh: Sequence[str]) -> str:
    """The empty weapons of figures that can reload now: `; b3: rifle empty`; "" for none."""
    state, said = legal.view.state, ""
    for name in fresh:
        if any(legal.known_verbs[verb].purpose is Purpose.RELOAD for verb in legal.verbs(name)):
            figure = state.figures[name]
            empty = legal.ruleset.card.empty_weapons(state, figure)
            arms = [w.name for w in figure.who.weapons if w.id in empty and w.at_tiles != "throw"]
            said += f"; {name}: {', '.join(arms)} empty" if arms else ""
    return said


def by_what_is_left(legal: LegalOrders, names: Iterable[str]) -> tuple[tuple[str, list[str]], ...]:
    """Figures grouped by the most that they can still do: `act`, else `move`, else `turn`."""
    groups: dict[str, list[str]] = {"act": [], "move": [], "turn": []}
    able = _what_each_can(legal)
    for name in names:
        groups[able[name]].append(name)
    return tuple((what, found) for what, found in groups.items() if found)


@lru_cache(maxsize=2)
def _what_each_can(legal: LegalOrders) -> Mapping[str, str]:
    """The most that each active figure can still do. Cached for the next key."""
    return {name: _what_is_left(legal, name) for name in legal.active_figures()}


def _what_is_left(legal: LegalOrders, name: str) -> str:
    shapes = [legal.target_shape(verb) for verb in legal.significant_verbs(name)]
    if any(shape not in _WAYS for shape in shapes):
        return "act"
    return "move" if Shape.PATH in shapes else "turn"


@lru_cache(maxsize=2)
def worth_asking(legal: LegalOrders) -> tuple[str, ...]:
    """The figures that can act and have more left than a rest of their movement.

    A figure is left out if all else it could do is throw or fire at ground without harm to an
    enemy, as with smoke. Cached for the next key, because legal orders do not change.
    """
    return tuple(name for name in legal.active_figures() if not _only_goes_on(legal, name))


def rest_words(legal: LegalOrders) -> str:
    """The most that a figure has left to move with: `6 tiles`, `1 AP`; "" if none can move."""
    state, found = legal.view.state, list[Budget]()
    for name in legal.active_figures():
        if any(legal.target_shape(verb) is Shape.PATH for verb in legal.significant_verbs(name)):
            budgets = legal.ruleset.card.budgets(state, state.figures[name])
            found += _of_movement(budgets)[:1]
    most = max(found, key=lambda one: one.left, default=None)
    if most is None:
        return ""
    one = most.left == most.steps
    return f"{most.amount(most.left)} {singular(most.unit) if one else most.unit}"


def _of_movement(budgets: tuple[Budget, ...]) -> tuple[Budget, ...]:
    """The budgets of movement alone, else all."""
    return tuple(one for one in budgets if one.unit == TILES) or budgets


def _only_goes_on(legal: LegalOrders, name: str) -> bool:
    """Whether a figure has at most a rest of its movement left, and no useful attack."""
    state, verbs = legal.view.state, legal.significant_verbs(name)
    others = [verb for verb in verbs if legal.target_shape(verb) not in _WAYS]
    if any(_is_of_use(legal, name, verb) for verb in others):
        return False
    budgets = legal.ruleset.card.budgets(state, state.figures[name])
    if others:
        # The other orders have no use, so only budgets of movement count.
        budgets = _of_movement(budgets)
        if len(others) == len(verbs):
            return True
    return bool(budgets) and all(one.left * _REST <= one.full for one in budgets)


def _is_of_use(legal: LegalOrders, name: str, verb: str) -> bool:
    """Whether an order other than a move is useful; fire at ground only if it harms an enemy."""
    if legal.target_shape(verb) is not Shape.TILE or not legal.known_verbs[verb].dice:
        return True
    return best_at_tile(legal, name, verb) is not None
