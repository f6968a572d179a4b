"""Refusing and carrying out any order: from a state, an order and dice to what happened.

Legality is judged on the view of the side that gives the order; the order is carried out on the
true state.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from skirmish.core.dice import Face, Roller, Script
from skirmish.core.events import Ended, ToldEvent
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.orders import (
    ANSWER,
    DEPLOY,
    END,
    ENGINE_VERBS,
    READY,
    RESIGN,
    Order,
    Refusal,
    Verb,
)
from skirmish.core.setup import MUSTER
from skirmish.core.state import Pending, State
from skirmish.core.view import View, view
from skirmish.rulesets.common import deploy, script, victory
from skirmish.rulesets.common.suggestions import typical_moves
from skirmish.rulesets.ruleset import Ruleset
from skirmish.rulesets.scene import Attempt, Halt, Scene

MAX_IDLE = 64
"""Bounds that may pass by themselves in a row; more means a fault of the ruleset."""


@frozen(weakref_slot=False)
class Done:
    """An order carried out: the state after it, its events, all faces rolled for it.

    `attempts` are its attacks and `rules` how often each numbered rule was applied; for an answer
    they include those of the order that asked.
    """

    state: State
    told: tuple[ToldEvent, ...]
    faces: tuple[Face, ...]
    attempts: tuple[Attempt, ...] = field(default=(), eq=False, repr=False)
    rules: Mapping[str, int] = field(factory=dict, eq=False, repr=False)


def verbs_of(ruleset: Ruleset) -> Mapping[str, Verb]:
    """Return all verbs of a battle under this ruleset."""
    return {**ruleset.verbs, **ENGINE_VERBS}


def suggested(ruleset: Ruleset, known: View, name: str) -> tuple[Order, ...]:
    """Return sensible orders for a figure of a view's side, each of them legal; actions first."""
    figure, moves = known.state.figures[name], ruleset.suggestions.moves
    families = ruleset.movement(known, name) if moves is None else moves(known, figure)
    found = ruleset.suggestions.actions(known, name)
    return tuple(dict.fromkeys((*found, *typical_moves(known, name, families))))


def to_act(state: State) -> str:
    """Return the side that must give the next order or answer."""
    return state.pending.question.side if state.pending else state.clock.side


def refusal(ruleset: Ruleset, known: View, order: Order) -> Refusal | None:
    """Return why a side may not give this order now, judged on its view alone."""
    state = known.state
    if state.tally.over:
        return Refusal("the battle is over", remedy="read the report or start another battle")
    if order.verb == RESIGN.name:
        return None
    if known.question is not None:
        return _answer_refusal(known, order)
    if order.verb == ANSWER.name:
        return Refusal("there is no question")
    if state.clock.side != known.side:
        return Refusal("it is not your turn to give orders", remedy="wait for the other side")
    if order.figure and (refused := _figure_refusal(known, order)):
        return refused
    if state.clock.phase == MUSTER:
        return _muster_refusal(ruleset, known, order)
    if state.clock.phase == deploy.PHASE:
        return deploy.refusal(known, order)
    if order.verb in (DEPLOY.name, READY.name):
        return Refusal("deployment is over")
    return None if order.verb == END.name else ruleset.refusal(known, order)


def _muster_refusal(ruleset: Ruleset, known: View, order: Order) -> Refusal | None:
    if order.verb == READY.name:
        return None
    if order.verb in (DEPLOY.name, END.name):
        return Refusal("the sides are still mustering", remedy="choose your loads, then 'ready'")
    return ruleset.refusal(known, order)


def _answer_refusal(known: View, order: Order) -> Refusal | None:
    question = known.question
    if question is None or order.verb != ANSWER.name:
        return Refusal("a question is open", remedy="answer it first")
    if order.target in question.options:
        return None
    return Refusal("not one of the answers", remedy="one of: " + ", ".join(question.options))


def _figure_refusal(known: View, order: Order) -> Refusal | None:
    figure = known.state.figures.get(order.figure)
    if figure is None or figure.who.side != known.side:
        return Refusal(f"you have no figure {order.figure}", remedy="see the list of your figures")
    if figure.fate:
        return Refusal(f"{order.figure} is out of the battle")
    mustering = known.state.clock.phase == MUSTER
    if figure.at is None and order.verb != DEPLOY.name and not mustering:
        return Refusal(f"{order.figure} is not on the map yet")
    return None


def carry_out(
    ruleset: Ruleset, state: State, side: str, order: Order, dice: Roller | Script, number: int = 0
) -> Done:
    """Carry out a legal order.

    An answer repeats the order that asked from its base state: `dice` must then play the faces of
    that order first (`given_faces`), and only new events are returned. `faces` are always all faces
    of the order, so that an event's dice can be found from every line.
    """
    pending = None if order.verb == RESIGN.name else state.pending
    if pending is None:
        idle = state if state.pending is None else fast_evolve(state, pending=None)
        return _carry_out(ruleset, idle, side, order, dice, (), number)
    answers = (*pending.answers, order.target)
    done = _carry_out(
        ruleset, pending.base, pending.side, pending.order, dice, answers, pending.number
    )
    return fast_evolve(done, told=done.told[pending.told :])


def given_faces(state: State) -> tuple[Face, ...]:
    """Return the faces rolled so far for the order that waits for an answer."""
    return state.pending.faces if state.pending else ()


def _carry_out(
    ruleset: Ruleset,
    state: State,
    side: str,
    order: Order,
    dice: Roller | Script,
    answers: tuple[str, ...],
    number: int,
) -> Done:
    scene = Scene(state, side, order, dice, answers)
    try:
        _do(ruleset, scene, order)
    except Halt as halt:
        waiting = Pending(
            question=halt.question,
            base=state,
            order=order,
            side=side,
            number=number,
            faces=tuple(dice.faces),
            answers=answers,
            told=len(scene.told) - 1,
        )
        scene.state = fast_evolve(scene.state, pending=waiting)
    told, faces, attempts = tuple(scene.told), tuple(dice.faces), tuple(scene.attempts)
    return Done(scene.state, told, faces, attempts, scene.rules)


def _do(ruleset: Ruleset, scene: Scene, order: Order) -> None:
    if order.verb == RESIGN.name:
        scene.emit(Ended("resigned", winner=scene.state.setup.enemy(scene.side)))
        return
    if scene.state.clock.phase == MUSTER and order.verb == READY.name:
        deploy.muster_over(scene)
        return
    if scene.state.clock.phase == deploy.PHASE:
        deploy.carry_out(ruleset, scene, order)
    elif order.verb == END.name:
        ruleset.turn.advance(scene)
    else:
        ruleset.perform(scene, order)
    _conclude(scene)
    _pass_idle(ruleset, scene)


def _conclude(scene: Scene) -> None:
    """Let scripted events happen, then judge victory, so that their effects count."""
    script.happen(scene)
    victory.judge(scene)


def _pass_idle(ruleset: Ruleset, scene: Scene) -> None:
    """Let bounds pass in which the side to act has nothing to do."""
    if scene.order.verb not in (END.name, READY.name):
        return
    for _ in range(MAX_IDLE):
        state = scene.state
        if state.tally.over or state.clock.phase in (deploy.PHASE, MUSTER):
            return
        if not ruleset.turn.idle(view(state, state.clock.side)):
            return
        ruleset.turn.advance(scene)
        _conclude(scene)
    raise RuntimeError(f"{ruleset.id}: {MAX_IDLE} idle bounds in a row")
