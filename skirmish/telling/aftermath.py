"""What an order leaves its figure with: what it takes, what it gives, what it ends.

Found by carrying it out on a view, as if nobody answered it. Where it rolls dice it is tried a few
times, and told is what comes out nearly always: of what may go wrong the odds tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from skirmish.core.dice import Roller
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.core.state import State, Zone
from skirmish.core.text import Shape
from skirmish.core.view import View
from skirmish.rulesets.carry import verbs_of
from skirmish.rulesets.protocol import Line, Ruleset
from skirmish.telling.rehearsal import rehearsed

ROLLS = 8
"""How often an order with dice is tried: what comes out otherwise but once is a mishap, and what
comes out otherwise more often the dice decide."""
IS = "is"
"""The label of the lines of a card that say how a figure is."""


@frozen
class Fact:
    """A line of a figure's card that an order changes; `now` is empty for one that goes."""

    label: str
    before: str
    now: str


@frozen
class Aftermath:
    """What an order changes about its figure, and what that figure keeps up no longer."""

    facts: tuple[Fact, ...] = ()
    ends: tuple[str, ...] = ()


def left_by(ruleset: Ruleset, view: View, order: Order) -> View | None:
    """What the side knows once the order is carried out and nobody answered it.

    After a move the figure stands where that ends. None where it cannot be told.
    """
    states = _trials(ruleset, view, order)
    if not states:
        return None
    usual = max(states, key=lambda state: sum(_same(state, other, order) for other in states))
    known = {view.side: usual.known[view.side]}
    return evolve(view, state=evolve(_arrived(ruleset, usual, order), known=known))


def _same(one: State, other: State, order: Order) -> bool:
    """Whether two outcomes leave the figure with the same."""
    return one.figures[order.figure].counters == other.figures[order.figure].counters


def aftermath(ruleset: Ruleset, view: View, order: Order) -> Aftermath:
    """What an order changes about its figure; nothing where it cannot be told."""
    states = _trials(ruleset, view, order)
    if not states or order.figure not in view.state.figures:
        return Aftermath()
    ends = [zone for zone in view.state.zones.values() if _ended(zone, states, order.figure)]
    kept = {name: zone for name, zone in view.state.zones.items() if zone not in ends}
    # Of what ends it is said that it does: what the card told of it would say so again.
    before = evolve(view.state, zones=kept)
    told = [tuple(_facts(ruleset, before, state, order.figure)) for state in states]
    every = dict.fromkeys(fact for facts in told for fact in facts)
    least = max(1, len(told) - 1)
    mostly = (fact for fact in every if sum(fact in one for one in told) >= least)
    kinds = view.state.setup.declared.zones
    return Aftermath(tuple(mostly), tuple(kinds[zone.kind].label for zone in ends))


def _trials(ruleset: Ruleset, view: View, order: Order) -> Sequence[State]:
    """What may come of an order: one state where it rolls nothing."""
    sure = rehearsed(ruleset, view, order)
    if sure is not None:
        return (sure,)
    tried = (rehearsed(ruleset, view, order, Roller(str(n))) for n in range(ROLLS))
    found = [state for state in tried if state is not None]
    return found if len(found) == ROLLS else ()


def _arrived(ruleset: Ruleset, state: State, order: Order) -> State:
    """A figure whose way depends on dice is taken to come to its end."""
    figure = state.figures[order.figure]
    if verbs_of(ruleset)[order.verb].target is not Shape.PATH:
        return state
    end: Tile = order.target_path[-1]
    if figure.at in (end, None):
        return state
    return evolve(state, figures={**state.figures, figure.id: evolve(figure, at=end)})


def _facts(ruleset: Ruleset, before: State, after: State, name: str) -> Iterator[Fact]:
    """The lines of the card that differ; those of one label are told apart by what they say."""
    then, now = before.figures[name], after.figures[name]
    old, new = ruleset.card(before, then), ruleset.card(after, now)
    old_of, new_of = _single(old), _single(new)
    for line in new:
        if line not in old:
            yield Fact(line.label, old_of.get(line.label, ""), line.value)
    for line in old:
        if line not in new and line.label not in new_of:
            yield Fact(line.label, line.value, "")


def _single(lines: Sequence[Line]) -> Mapping[str, str]:
    """The values of the labels that stand on a card for one thing."""
    return {line.label: line.value for line in lines if line.label != IS}


def _ended(zone: Zone, after: Sequence[State], name: str) -> bool:
    """Whether a figure keeps ground under fire or watches it now, and no longer then."""
    return zone.owner == name and all(zone.id not in state.zones for state in after)
