"""The course of a turn: phases and their bounds, initiative (EP-F4, EP-F5).

Everything that happens between bounds is here, in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from skirmish.core.events import Bound, Counted, Unlinked
from skirmish.core.figures import Figure
from skirmish.core.orders import Refusal
from skirmish.core.state import STEPS, Clock, State
from skirmish.core.view import View
from skirmish.rulesets.common import suppression, victory
from skirmish.rulesets.common.bounds import arrive
from skirmish.rulesets.d100 import ambush
from skirmish.rulesets.d100.budget import AMBUSHER, PHASES, WARNED, not_now, phase_of, turn_comes
from skirmish.rulesets.d100.close_combat import may_break_free
from skirmish.rulesets.d100.counters import (
    ACT,
    AMBUSH,
    AMBUSHING,
    ATTACKED,
    DEFENDING,
    NOTICE,
    STEPS_A_PHASE,
    STUNNED_UNTIL,
)
from skirmish.rulesets.d100.dice import D10
from skirmish.rulesets.d100.figures import grappler, kind_of, stunned
from skirmish.rulesets.d100.suppression import ended_in_the_open
from skirmish.rulesets.d100.wounds import wake
from skirmish.rulesets.ruleset import Turn, TurnBound
from skirmish.rulesets.scene import Scene

WARNED_STEP, FIRST_LEADS, OTHER_LEADS = 3, 5, 7
"""First steps within a phase: of warned figures, of either leading side (EP-F4, EP-F5, EP-F26)."""


def opening(scene: Scene) -> None:
    """Begin the first turn, with an ambush if a hidden figure has an enemy in sight.

    EP-37, EP-F26.
    """
    state = scene.state
    if not any(ambush.ambushers(state, side) for side in state.setup.sides):
        _begin_turn(scene, 1)
        return
    first = state.setup.first
    lurking = bool(ambush.ambushers(state, first))
    side = first if lurking else state.setup.enemy(first)
    scene.emit(Bound(1, 1 if lurking else 2, AMBUSH, side))
    wake(scene)
    ambush.test_ambush(scene)


def able(known: View, figure: Figure) -> Refusal | None:
    """Why a figure may be given no order in this bound (EP-14, EP-25, EP-F4)."""
    return not_now(known.state, figure)


def idle(known: View) -> bool:
    """Whether no figure of the acting side has anything to do, as far as it can tell."""
    return all(_idle(known.state, figure) for figure in known.own())


def _idle(state: State, figure: Figure) -> bool:
    """Whether a figure can do nothing at all, not even turn."""
    return not_now(state, figure) is not None and not may_break_free(state, figure)


def leader(state: State) -> str:
    """The side that has the first bound of each phase in this turn (EP-F5)."""
    place = max(0, state.clock.step - 1) % STEPS_A_PHASE + 1
    first = state.setup.first
    return state.setup.enemy(first) if place >= OTHER_LEADS else first


def moment(clock: Clock) -> str:
    """The phase of the turn and the lowest speed that acts in it, for titles (EP-F4)."""
    if clock.phase == ACT:
        number = phase_of(clock)
        return f"phase {number}, speed {number}+" if number > 1 else "phase 1"
    ambush = clock.phase == AMBUSH
    return "ambush: only the hidden act" if ambush else "warned in time: only the warned act"


def skipped(before: Clock, now: Clock) -> str:
    """The phases between two bounds in which no figure acts, for the log (EP-F4)."""
    if before.phase != ACT or now.phase != ACT:
        return ""
    first = phase_of(before) + 1
    last = phase_of(now) - 1 if now.turn == before.turn else PHASES
    if first >= last:
        return f"phase {last}" if first == last else ""
    return f"phases {first} {'and' if last == first + 1 else 'to'} {last}"


def advance(scene: Scene) -> None:
    """End a bound and begin the next (EP-33, EP-F4).

    Suppressive fire attacks figures without cover, objectives are scored; then comes the next bound
    of this phase, of a later phase, or of the next turn.
    """
    ended_in_the_open(scene)
    victory.judge(scene)
    victory.end_of_bound(scene)
    if scene.state.tally.over:
        return
    for turn, step, phase, side in _rest(scene.state):
        if _any_acts(scene.state, step, phase, side):
            _begin(scene, turn, step, phase, side)
            return
    if scene.state.clock.phase != ACT:
        _begin_turn(scene, scene.state.clock.turn)
        return
    victory.end_of_turn(scene)
    if not scene.state.tally.over:
        _begin_turn(scene, scene.state.clock.turn + 1)


Slot = tuple[int, int, str, str]


def _rest(state: State) -> Iterator[Slot]:
    """The bounds that may still come in this turn: turn, step, kind, side (EP-F4, EP-F26).

    During an ambush only its own bounds, because the order of the turn proper is not rolled yet.
    """
    clock, first = state.clock, state.setup.first
    other = state.setup.enemy(first)
    if clock.phase != ACT:
        slots = ((1, AMBUSH, first), (2, AMBUSH, other), (3, NOTICE, first), (4, NOTICE, other))
        yield from ((clock.turn, *slot) for slot in slots if slot[0] > clock.step)
        return
    lead = leader(state)
    offset = FIRST_LEADS if lead == first else OTHER_LEADS
    follows = state.setup.enemy(lead)
    if clock.side == lead:
        yield clock.turn, clock.step + 1, ACT, follows
    for phase in range(phase_of(clock), PHASES):
        yield clock.turn, phase * STEPS_A_PHASE + offset, ACT, lead
        yield clock.turn, phase * STEPS_A_PHASE + offset + 1, ACT, follows


def _any_acts(state: State, step: int, phase: str, side: str) -> bool:
    """Whether any figure of a side acts in a bound, fit or not; in phase 1 always.

    EP-F4, EP-F26.
    """
    if phase != ACT:
        part = AMBUSHER if step < WARNED_STEP else WARNED
        return any(figure.count(AMBUSHING) == part for figure in state.of_side(side))
    number = (step - 1) // STEPS_A_PHASE + 1
    return number == 1 or any(kind_of(f).speed >= number for f in state.of_side(side))


def _begin_turn(scene: Scene, turn: int) -> None:
    """Roll initiative and begin the first phase of the side that wins it.

    EP-F4, EP-F5.
    """
    lead = _initiative(scene, turn)
    scene.cite("EP-F4", "EP-F5")
    first = scene.state.setup.first
    _begin(scene, turn, FIRST_LEADS if lead == first else OTHER_LEADS, ACT, lead)


def _initiative(scene: Scene, turn: int) -> str:
    """The side that acts first: 1d10 plus the best INIT; a tie keeps the order (EP-F5).

    In the first turn there is no order yet, so a tie is rolled again.
    """
    state = scene.state
    first = state.setup.first
    other = state.setup.enemy(first)
    mine, theirs = _best(state, first, turn), _best(state, other, turn)
    while True:
        totals = [scene.dice.die(D10, f"initiative {side}") for side in (first, other)]
        totals[0] += mine
        totals[1] += theirs
        if totals[0] != totals[1]:
            return first if totals[0] > totals[1] else other
        if turn > 1:
            return leader(state)


def _best(state: State, side: str, turn: int) -> int:
    """The best INIT of a side's figures that will be able to act in a turn (EP-F5)."""
    fit = (
        f for f in state.of_side(side) if not stunned(f) or f.count(STUNNED_UNTIL) <= turn * STEPS
    )
    return max((kind_of(figure).init for figure in fit), default=0)


def _begin(scene: Scene, turn: int, step: int, phase: str, side: str) -> None:
    """Begin a bound (EP-13, EP-F4).

    If a turn begins, figures whose stun has ended get up. With a side's first phase its
    reinforcements arrive. Full defence and suppressive fire of each figure that acts in the bound
    end (EP-31, EP-F9).
    """
    fresh = turn > scene.state.clock.turn
    scene.emit(Bound(turn, step, phase, side))
    if fresh:
        wake(scene)
    if phase == ACT and phase_of(scene.state.clock) == 1:
        arrive(scene, side)
    for figure in tuple(scene.state.of_side(side)):
        for link in scene.state.linked(ATTACKED, a=figure.id):
            scene.emit(Unlinked(ATTACKED, link.a, link.b))
        if turn_comes(scene.state, figure):
            _cite_idle_phase(scene, figure)
            if any(zone.owner == figure.id for zone in scene.state.zones.values()):
                scene.cite("EP-31")
            if figure.count(DEFENDING):
                scene.emit(Counted(figure.id, DEFENDING, 0))
            suppression.lift(scene, figure.id)


def _cite_idle_phase(scene: Scene, figure: Figure) -> None:
    """Cite the rules that keep a figure from acting: stunned or subdued."""
    if stunned(figure):
        scene.cite("EP-14")
    elif grappler(scene.state, figure.id):
        scene.cite("EP-25")


def track(state: State) -> tuple[TurnBound, ...]:
    """The bounds of the present phase: first that of the leading side."""
    clock, lead = state.clock, leader(state)
    if clock.phase != ACT:
        return (TurnBound(clock.side, now=True),)
    return tuple(
        TurnBound(side, now=side == clock.side) for side in (lead, state.setup.enemy(lead))
    )


def coming(state: State, figure: Figure) -> Iterator[Clock]:
    """The bounds up to a figure's next phase; the leader of the next turn is not known.

    The figure's side is assumed to lead it.

    EP-F4, EP-F5.
    """
    for slot in _rest(state):
        bound = Clock(*slot)
        if _any_acts(state, *slot[1:]):
            yield bound
            if bound.side == figure.side and turn_comes(evolve(state, clock=bound), figure):
                return
    lead = FIRST_LEADS if figure.side == state.setup.first else OTHER_LEADS
    turn = state.clock.turn + (state.clock.phase == ACT)
    yield Clock(turn, lead, ACT, figure.side)


def recovers(state: State, figure: Figure) -> tuple[Figure, Fraction]:
    """A figure at the start of a bound: in a bound of its own, its full defence ends (EP-F9)."""
    ended = {DEFENDING: 0} if turn_comes(state, figure) else {}
    return figure.with_counters(ended), Fraction(1)


def _helpless_until(figure: Figure) -> int:
    """The clock point at which a stunned figure gets up; 0 for others (EP-14)."""
    return figure.count(STUNNED_UNTIL) if stunned(figure) else 0


COURSE = Turn(
    opening=opening,
    advance=advance,
    idle=idle,
    able=able,
    recovers=recovers,
    coming=coming,
    moment=moment,
    helpless_until=_helpless_until,
    skipped=skipped,
    names_phase=True,
    track=track,
    bound="phase",
    rolled="initiative is d10 + the best INIT of a side",
    bonus=_best,
)
