"""Effects of an order on its figure and on zones, found by a dry run on a view.

A dry run carries out the order on what the side knows, without any reaction, so it reveals nothing
that the player could not work out. An order that rolls dice is tried several times; only effects
that nearly all trials share are reported, because the odds already cover what may go wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.dice import Roller, Script
from skirmish.core.geometry import Tile
from skirmish.core.orders import ENGINE_VERBS, Order
from skirmish.core.state import Knowledge, State, Zone
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.presentation.odds.order_odds import figures_meant
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.ruleset import Budget, Line, Ruleset
from skirmish.rulesets.scene import Halt, Scene

TRIALS = 8
"""Dry runs of an order with dice; an effect missing from two or more is left to the odds."""


def dry_run(ruleset: Ruleset, view: View, order: Order, dice: Roller | None = None) -> State | None:
    """The view's state after an order without any reaction; None if it cannot be known.

    That is the case for orders of the engine, such as to deploy, and for orders that need dice if
    no `dice` are given.
    """
    scene = _tried(ruleset, view, order, dice or Script(()))
    return None if scene is None else scene.state


def applied_rules(ruleset: Ruleset, view: View, order: Order) -> tuple[str, ...]:
    """The numbered rules that an order without dice applies, such as a move; else none."""
    scene = _tried(ruleset, view, order, Script(()))
    return () if scene is None else tuple(scene.rules)


def _tried(ruleset: Ruleset, view: View, order: Order, dice: Roller | Script) -> Scene | None:
    if order.verb in ENGINE_VERBS:
        return None
    state = _without_enemy_zones(view)
    known = {**state.known, view.enemy: Knowledge()}
    scene = Scene(evolve(state, known=known, pending=None), view.side, order, dice, ())
    try:
        ruleset.perform(scene, order)
    except (SkirmishError, Halt):
        return None
    return scene


def _without_enemy_zones(view: View) -> State:
    """The view's state without zones of the enemy, whose owner may be out of sight."""
    kinds, zones = view.state.setup.declared.zones, view.state.zones
    kept = {n: z for n, z in zones.items() if z.side == view.side or kinds[z.kind].drifts}
    return evolve(view.state, zones=kept)


def changed_zone_mask(ruleset: Ruleset, view: View, order: Order) -> int:
    """Mask of the zones that an order creates or changes; 0 if it rolls dice first."""
    state, after = view.state, dry_run(ruleset, view, order)
    if after is None:
        return 0
    fresh = [zone for name, zone in after.zones.items() if state.zones.get(name) != zone]
    return state.board.mask_of(tile for zone in fresh for tile in zone.tiles)


@frozen
class CardChange:
    """A line of a figure's card that an order changes; `after` is "" for one that is removed.

    `status`: it tells a state of the figure. `weapon`: the name of the weapon that it is about, if
    the label does not contain it.
    """

    label: str
    before: str
    after: str
    status: bool = False
    weapon: str = ""

    @property
    def title(self) -> str:
        """The label with its weapon."""
        return f"{self.weapon}, {self.label}" if self.weapon else self.label


@frozen
class OrderCost:
    """The cost of an order from one of its figure's budgets, in steps.

    `budget` is that of the order's own gait: a run is paid from what its figure can run. `left` is
    None if dice decide how much is left. `helper`: the other figure that pays this cost.
    """

    budget: Budget
    spent: int
    left: int | None
    helper: str = ""


@frozen
class OrderEffects:
    """Costs of an order, changes of a figure's card, labels of the zones that end with it."""

    changes: tuple[CardChange, ...] = ()
    ended_zones: tuple[str, ...] = ()
    costs: tuple[OrderCost, ...] = ()


def view_after(ruleset: Ruleset, view: View, order: Order) -> View | None:
    """The side's view after an order without any reaction; None if it cannot be known.

    After a move the figure stands at the end of its path.
    """
    return next(iter(views_after(ruleset, view, order)), None)


def views_after(ruleset: Ruleset, view: View, order: Order) -> tuple[View, ...]:
    """The side's views after trials of an order, the most usual first, each as in `view_after`."""
    states = _trials(ruleset, view, order)
    alike = [sum(_same(state, other, order) for other in states) for state in states]
    ranked = sorted(range(len(states)), key=lambda n: -alike[n])
    return tuple(
        evolve(
            view,
            state=evolve(
                _at_path_end(ruleset, states[n], order),
                known={view.side: states[n].known[view.side]},
            ),
        )
        for n in ranked
    )


def _same(one: State, other: State, order: Order) -> bool:
    """Whether two states leave the figure with the same counters."""
    return one.figures[order.figure].counters == other.figures[order.figure].counters


def order_effects(ruleset: Ruleset, view: View, order: Order) -> OrderEffects:
    """The effects of an order on its figure; none if they cannot be known."""
    states = _trials(ruleset, view, order)
    if not states or order.figure not in view.state.figures:
        return OrderEffects()
    ends = [zone for zone in view.state.zones.values() if _ended(zone, states, order.figure)]
    kept = {name: zone for name, zone in view.state.zones.items() if zone not in ends}
    # Ended zones are reported separately, so their card lines must not differ.
    before = evolve(view.state, zones=kept)
    changes = [tuple(_card_changes(ruleset, before, state, order.figure)) for state in states]
    every = dict.fromkeys(fact for one in changes for fact in one)
    least = max(1, len(changes) - 1)
    mostly = (fact for fact in every if sum(fact in one for one in changes) >= least)
    kinds = view.state.setup.declared.zones
    ended = tuple(kinds[zone.kind].label for zone in ends)
    walks = len(states) > 1 and verbs_of(ruleset)[order.verb].target is Shape.PATH
    if walks:
        states = [s for s in states if s.figures[order.figure].at == order.target_path[-1]]
    costs = _costs(ruleset, view.state, states, order.figure)
    if walks:  # The dice decide how far it gets.
        costs = tuple(evolve(cost, left=None) for cost in costs)
    mine = [figure.id for figure in view.own()]
    costs += tuple(
        evolve(cost, helper=name)
        for name in figures_meant(verbs_of(ruleset)[order.verb], order)
        if name in mine
        for cost in _costs(ruleset, view.state, states, name)
    )
    return OrderEffects(tuple(mostly), ended, costs)


def _costs(
    ruleset: Ruleset, before: State, after: Sequence[State], name: str
) -> tuple[OrderCost, ...]:
    """The costs of an order from the figure's budgets; the most frequent costs if dice decide."""
    had = ruleset.card.budgets(before, before.figures[name])
    tried = [
        tuple(zip(had, ruleset.card.budgets(state, state.figures[name]), strict=False))
        for state in after
        if state.clock == before.clock
    ]
    counted = Counter(tuple(_used(now) - _used(was) for was, now in pairs) for pairs in tried)
    if not counted:
        return ()
    usual = max(counted, key=counted.__getitem__)
    ends = [pairs for pairs in tried if tuple(_used(b) - _used(a) for a, b in pairs) == usual]
    costs = []
    for place, spent in enumerate(usual):
        lefts = {pairs[place][1].left for pairs in ends}
        left = lefts.pop() if len(lefts) == 1 else None
        costs.append(OrderCost(ends[0][place][1], spent, left))
    return tuple(one for one in costs if one.spent > 0)


def _used(budget: Budget) -> int:
    """The used part of a budget, in steps; it does not depend on the gait of the full amount."""
    return budget.full - budget.left


def _trials(ruleset: Ruleset, view: View, order: Order) -> Sequence[State]:
    """The states that may follow an order: a single one if it rolls no dice."""
    sure = dry_run(ruleset, view, order)
    if sure is not None:
        return (sure,)
    tried = (dry_run(ruleset, view, order, Roller(str(n))) for n in range(TRIALS))
    found = [state for state in tried if state is not None]
    return found if len(found) == TRIALS else ()


def _at_path_end(ruleset: Ruleset, state: State, order: Order) -> State:
    """The state with the figure at the end of its path, even if dice stopped it."""
    figure = state.figures[order.figure]
    if verbs_of(ruleset)[order.verb].target is not Shape.PATH:
        return state
    end: Tile = order.target_path[-1]
    if figure.at in (end, None):
        return state
    return state.with_figure(evolve(figure, at=end))


def _card_changes(ruleset: Ruleset, before: State, after: State, name: str) -> Iterator[CardChange]:
    """The lines of the card that differ; status lines are compared by value."""
    then, now = before.figures[name], after.figures[name]
    old, new = ruleset.card.lines(before, then), ruleset.card.lines(after, now)
    old_of, new_of = _single_values(old), _single_values(new)
    for line in new:
        if line not in old:
            yield _card_change(line, old_of.get(line.title, ""), line.value)
    for line in old:
        if line not in new and line.title not in new_of:
            yield _card_change(line, line.value, "")


def _card_change(line: Line, before: str, after: str) -> CardChange:
    return CardChange(line.label, before, after, line.status, line.weapon)


def _single_values(lines: Sequence[Line]) -> Mapping[str, str]:
    """Values by title, for lines that are not about a status."""
    return {line.title: line.value for line in lines if not line.status}


def _ended(zone: Zone, after: Sequence[State], name: str) -> bool:
    """Whether a zone belongs to a figure now and has ended in every trial."""
    return zone.owner == name and all(zone.id not in state.zones for state in after)
