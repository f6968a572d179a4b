"""How a battle ends if the present bound is ended now, by what its side knows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from attrs import evolve

from skirmish.core.dice import Script
from skirmish.core.events import Bound, Event
from skirmish.core.figures import Figure
from skirmish.core.orders import END, Order
from skirmish.core.state import Contact, Knowledge, Tally
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.presentation.battle_totals import brief_reason
from skirmish.rulesets.common.victory import SCORE
from skirmish.rulesets.ruleset import Ruleset
from skirmish.rulesets.scene import Halt, Scene


def foreseen_end(ruleset: Ruleset, view: View) -> Tally | None:
    """The end of the battle with the present bound; None if it goes on, or if dice decide that.

    Enemies out of sight count where they were seen last, as the ground there was not seen since,
    and the enemy counts as seeing every own figure.
    """
    state, point = view.state, view.state.clock.point
    figures = {**state.figures, **{one.id: one for one in _unseen(view)}}
    seen = {one.id: Contact(one, point) for one in view.own()}
    enemy = Knowledge(0, tuple(seen), seen, score=state.tally.score, shown=seen)
    present = evolve(state, figures=figures, known={**state.known, view.enemy: enemy}, pending=None)
    scene = _EndOfBound(present, view.side, Order.of(END.name), Script(()), ())
    try:
        ruleset.turn.advance(scene)
    except (SkirmishError, Halt, _GoesOn):
        return None
    end = scene.state.tally
    by_turn = end.reason == SCORE and _bounds_may_follow(view)
    return end if end.over and not by_turn else None


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


def end_words(view: View, tally: Tally) -> str:
    """A foreseen end in a few words: `you win 6:2, as far as you know`."""
    ends = "you win" if tally.winner == view.side else "you lose" if tally.winner else "a draw,"
    if tally.reason != SCORE:
        return f"{ends} ({brief_reason(view.state.setup, tally.reason, tally.winner)})"
    score = f"{tally.score.get(view.side, 0)}:{tally.score.get(view.enemy, 0)}"
    return f"{ends} {score}, as far as you know"


def _unseen(view: View) -> Iterator[Figure]:
    """The enemies out of sight whose last tile was not seen since, as they were seen last."""
    board = view.state.board
    for contact in view.contacts.values():
        at = contact.figure.at
        if at is not None and not view.seen & board.bit(at):
            yield contact.figure


def _bounds_may_follow(view: View) -> bool:
    """Whether an earlier turn had more bounds than the present one has had.

    How many a turn has may depend on enemies that were never seen.
    """
    bounds = (one.event for one in view.news if isinstance(one.event, Bound))
    counts = {turn: len(tuple(some)) for turn, some in groupby(bounds, lambda one: one.turn)}
    now = counts.pop(view.state.clock.turn, 0)
    return any(count > now for count in counts.values())
