"""The end of a battle with the present bound, as its side knows it, also under assumptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

from attrs import evolve

from skirmish.core.dice import Script
from skirmish.core.events import Bound, Event
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import END, Order
from skirmish.core.state import Contact, Knowledge, State, Tally
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.rulesets.common import victory
from skirmish.rulesets.common.harm import DOWNED, put_out
from skirmish.rulesets.ruleset import Ruleset
from skirmish.rulesets.scene import Halt, Scene

NOWHERE: Mapping[str, Tile] = MappingProxyType({})
STRANGERS = "strangers"
"""Id of a stand-in for all enemies that the side has not met, so that they do not count as out."""


def foreseen_end(
    ruleset: Ruleset, view: View, *, out: Sequence[str] = (), at: Mapping[str, Tile] = NOWHERE
) -> Tally | None:
    """Return how the battle ends with this bound; None if it goes on, or if dice decide that.

    An enemy out of sight is assumed to stand where it was last seen, unless that ground has been
    seen since. The enemy is assumed to see every own figure.

    Args:
        ruleset: The rules of the battle.
        view: What the side knows.
        out: Figures that are assumed to fall in this bound.
        at: Tiles on which figures are assumed to stand.
    """
    scene = _EndOfBound(_present(view, at), view.side, Order.of(END.name), Script(()), ())
    try:
        for name in out:
            put_out(scene, name)
        victory.judge(scene)
        if not scene.state.tally.over:
            ruleset.turn.advance(scene)
    except (SkirmishError, Halt, _GoesOn):
        return None
    end = scene.state.tally
    by_turn = end.reason == victory.SCORE and bounds_may_follow(view)
    return end if end.over and not by_turn else None


def _present(view: View, at: Mapping[str, Tile]) -> State:
    """Return the battle as a side knows it, with some of its figures on other tiles."""
    state, point = view.state, view.state.clock.point
    unseen = {name: contact.figure for name, contact in view.last_seen.items()}
    figures = {**view.gone, **state.figures, **unseen}
    figures |= {name: evolve(figures[name], at=tile) for name, tile in at.items()}
    figures[STRANGERS] = _strangers(view, figures.values())
    seen = {one.id: Contact(figures[one.id], point) for one in view.own()}
    enemy = Knowledge(0, tuple(seen), seen, score=state.tally.score, shown=seen)
    known = {**state.known, view.enemy: enemy}
    tally = evolve(state.tally, paid=(*state.tally.paid, *victory.paid_falls(state, figures)))
    return evolve(state, figures=figures, known=known, tally=tally, pending=None)


def _strangers(view: View, known: Iterable[Figure]) -> Figure:
    """A figure off the table that is worth as much as the enemies that the side has not met.

    It is out if there are none.
    """
    met = sum(one.who.kind.points for one in known if one.side == view.enemy)
    left = max(0, victory.worth_of(view.state, view.enemy) - met)
    like = next(one.who for one in view.state.figures.values())
    who = evolve(like, id=STRANGERS, side=view.enemy, kind=evolve(like.kind, points=left))
    return Figure(who, None, Facing.N, fate="" if left else DOWNED)


class _GoesOn(Exception):
    """Another bound begins."""


class _EndOfBound(Scene):
    """A scene in which no other bound begins."""

    def emit(
        self, event: Event, *, dice: tuple[int, int] | None = None, sides: tuple[str, ...] = ()
    ) -> None:
        """Apply and report an event, if it belongs to the end of this bound."""
        if isinstance(event, Bound):
            raise _GoesOn
        super().emit(event, dice=dice, sides=sides)


def bounds_may_follow(view: View) -> bool:
    """Whether an earlier turn had more bounds than the present one.

    How many a turn has may depend on enemies that were never seen.
    """
    bounds = [one.event for one in view.news if isinstance(one.event, Bound)]
    counts = {turn: len(tuple(group)) for turn, group in groupby(bounds, lambda one: one.turn)}
    now = counts.pop(view.state.clock.turn, 0)
    return any(count > now for count in counts.values())
